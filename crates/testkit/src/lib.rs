//! The small language that the black-box tests are written in: run the real binary under one
//! circumstance (a full disk, a reader that leaves, a terminal, a failing system call), then say what
//! must have come of it.
//!
//! ```
//! use gush_testkit::Program;
//!
//! Program::new("/bin/echo").args(["a", "b"]).run().ok().silent().stdout_is("a b\n");
//! ```
//!
//! Nothing outlives a test: children die with the thread that started them, hung ones are killed after a
//! generous while and fail the test, scratch folders and database clusters go when their value is dropped.
#![cfg(unix)]

mod capture;
mod compare;
mod end;
mod fault;
mod fresh_data;
mod mariadb;
pub mod need;
mod outcome;
mod pipeline;
mod postgres;
mod program;
mod running;
mod scratch;
mod stream;
mod sys;
mod wait;

pub use compare::{assert_same, first_difference};
pub use end::End;
pub use fault::Fault;
pub use mariadb::MariaDb;
pub use outcome::Outcome;
pub use pipeline::Pipeline;
pub use postgres::Postgres;
pub use program::Program;
pub use running::Running;
pub use rustix::process::Signal;
pub use scratch::Scratch;
pub use stream::Stream;
pub use wait::wait_until;

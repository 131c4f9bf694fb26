//! Bytes to a file descriptor: by the fastest safe strategy, in order, and atomically where that is a file.
//!
//! - [`sink`]: a file descriptor that takes bytes, and plain `write` done right;
//! - [`source`]: a file descriptor that gives bytes, and moves them on without a copy; `side_pipe`: a pipe in between;
//! - [`pump`]: blocks that several threads make, as one ordered stream into a sink;
//! - [`flood`]: one line repeated, by the fastest [`strategy`] that the system allows;
//! - [`output`]: output files that appear atomically, once they are complete;
//! - [`lock`]: one process at a time;
//! - [`terminal`]: the size of the terminal on standard error, and whether it is ours;
//! - [`peer`]: whether a file or a socket's other end is our user's;
//! - [`startup`]: which standard streams were closed when the process started;
//! - [`sigpipe`]: whether a lost reader ends the process;
//! - [`procfs`]: what `/proc` shows of processes;
//! - `child`: a child process that is measured, and of which nothing is left;
//! - [`title`]: the name of this process in process listings;
//! - [`thread`]: the core that a thread runs on, and what it spent.
//!
//! All system calls are in `sys`, which has one set of signatures for every platform.

#[cfg(unix)]
pub mod child;
mod direct;
mod file_kind;
pub mod flood;
pub mod lock;
pub mod output;
pub mod peer;
#[cfg(unix)]
mod process;
pub mod procfs;
pub mod pump;
mod reason;
mod side_pipe;
pub mod sigpipe;
pub mod sink;
pub mod source;
pub mod startup;
pub mod strategy;
mod sys;
pub mod terminal;
pub mod thread;
pub mod title;

pub use direct::Direct;
pub use file_kind::FileKind;
pub use flood::{Flood, Rate};
pub use output::{Durability, OutputFile};
pub use reason::reason;
pub use side_pipe::SidePipe;
pub use sink::{Sink, close_stdout};
pub use source::Source;
pub use strategy::Strategy;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! `gush`: makes test data at pipe speed and measures what a pipe can take.
//!
//! Reads the command line, calls one crate, and maps the result to an exit code. A library, so that other front ends (such as
//! a Python package) can run the same command.

mod advice;
mod again;
mod arguments;
#[cfg(all(unix, feature = "bench"))]
mod bench;
mod charset;
mod check;
mod color;
mod command_line;
mod complete;
mod corpus;
mod dispatch;
mod exit;
mod failure;
mod fakedata;
mod find;
mod flags;
mod layout;
mod learn;
mod manual;
#[cfg(unix)]
mod meter;
mod names;
mod pager;
#[cfg(all(test, feature = "bench"))]
mod reference;
mod rows;
mod screen;
mod shell;
mod signals;
mod unknown;
mod version;
mod write;
mod yes;

pub use dispatch::run;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

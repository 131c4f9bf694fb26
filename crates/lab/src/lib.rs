//! The ladder: every way to write to a pipe that has been published, run on this machine, timed, kept in SQLite,
//! compared and drawn.
//!
//! - [`ladder`]: the registry of rungs, and how each is built and run;
//! - [`measure`]: rounds in alternation, each child drained, ticked and accounted for;
//! - [`stats`]: medians, intervals and verdicts: pure functions;
//! - [`report`]: tables for a terminal, charts and a page.
//!
//! Programs are run and drained on Unix only; elsewhere `ladder` and `measure` are left out, and what was measured can be
//! read and drawn.
//!
//! What was measured is plain data that all of them share ([`gush_store::model`]).
//! Data goes one way: a rung is run, its rounds are stored, and everything shown is derived from what is stored.

#[cfg(unix)]
pub mod ladder;
#[cfg(unix)]
pub mod measure;
pub mod report;
pub mod stats;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! The ladder: every way to write to a pipe that has been published, run on this machine, timed, kept in SQLite,
//! compared and drawn.
//!
//! - [`model`]: what was measured, as plain data that all the others share;
//! - [`ladder`]: the registry of rungs, and how each is built and run;
//! - [`measure`]: rounds in alternation, each child drained, ticked and accounted for;
//! - [`store`]: runs, rungs, rounds and ticks in SQLite;
//! - [`stats`]: what samples say: pure functions;
//! - [`report`]: tables for a terminal, charts and a page.
//!
//! Programs are run and drained on Unix only; elsewhere `ladder` and `measure` are left out, and what was measured can be
//! read and drawn.
//!
//! Data goes one way: a rung is run, its rounds are stored, and everything shown is made from what is stored.

// The made-up runs in tests/bench/sample.rs are for tests inside and outside of this crate alike.
#[cfg(test)]
extern crate self as gush_lab;

#[cfg(unix)]
pub mod ladder;
#[cfg(unix)]
pub mod measure;
pub mod model;
pub mod report;
pub mod stats;
pub mod store;

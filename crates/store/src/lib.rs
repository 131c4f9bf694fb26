//! The database of `gush bench` and `gush meter --record`: runs, rungs, rounds and ticks in SQLite.
//! `docs/reference/bench-database.md` describes the tables; [`model`] has their rows as plain data.
//!
//! A round is written in one transaction, so a kill loses at most the one that was being measured. Several processes may
//! write to one file at a time. Files that older versions made are brought up to date when they are opened.

mod database;
mod error;
pub mod model;
mod open;
mod read;
mod recording;
mod sql_text;
#[cfg(test)]
mod tests;
mod write;

pub use database::{RoundId, RunId, RungId, Store};
pub use error::{Error, ErrorKind};
pub use read::Summary;
pub use recording::{Recorded, Recording};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

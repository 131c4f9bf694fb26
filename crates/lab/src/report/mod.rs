//! Measurements for people: a table for the terminal, a comparison of two runs, charts and a page.
//! Everything here is a pure function of records.

pub mod chart;
pub mod compare;
pub mod findings;
mod headline;
pub mod html;
pub mod humanize;
pub mod image;
pub mod intervals;
pub mod recording;
mod table;

#[cfg(test)]
mod broken_runs;
#[cfg(test)]
#[path = "../../../../tests/bench/sample.rs"]
mod sample;

pub use findings::{Finding, Findings, Missing};
pub use headline::Headline;
pub use humanize::rate;
pub use table::{Style, table};

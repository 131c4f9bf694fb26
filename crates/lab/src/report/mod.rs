//! What was measured, as people look at it: a table for the terminal, a comparison of two runs, charts and a page.
//! Everything here is a pure function of records.

pub mod amount;
pub mod chart;
pub mod compare;
pub mod findings;
mod headline;
pub mod html;
pub mod picture;
pub mod recording;
pub mod stretch;
mod table;

#[cfg(test)]
mod mangled;
#[cfg(test)]
#[path = "../../../../tests/bench/sample.rs"]
mod sample;

pub use amount::rate;
pub use findings::{Finding, Findings, Missing};
pub use headline::Headline;
pub use table::{Style, table};

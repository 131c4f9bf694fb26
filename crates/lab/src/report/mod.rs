//! What was measured, as people look at it: a table for the terminal, a comparison of two runs, charts and a page.
//! Everything here is a pure function of records.

pub mod amount;
pub mod findings;
mod table;

pub use amount::rate;
pub use findings::{Finding, Findings, Missing};
pub use table::{Style, table};

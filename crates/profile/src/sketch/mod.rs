//! Summaries of any number of values in bounded memory, which can be put together.

mod common;
mod distinct;
mod lengths;
mod sample;

pub(crate) use common::{Common, Counted};
pub(crate) use distinct::Distinct;
pub(crate) use lengths::Lengths;
pub(crate) use sample::Sample;

/// A number, and how often it comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    pub value: i64,
    pub count: u64,
    /// A row that has it.
    pub row: u64,
}

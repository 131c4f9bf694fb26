//! What the values of a template follow from besides its text, and how much is done before the rows.

use crate::compat::Compat;
use gusher::generators::Context;

/// What the values of a template follow from besides its text.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// What generators may depend on.
    pub context: &'a Context<'a>,
    /// The seed.
    pub seed: u64,
    /// The table's name.
    pub table: &'a str,
    /// Set if it was written for the Go program `fakedata`.
    pub compat: Option<Compat>,
}

/// How much is done before the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// All that can be.
    Full,
    /// Loops are not unrolled.
    Rolled,
    /// Nothing is computed or decided either: all is left to the rows.
    Minimal,
}

//! What the values of a template depend on besides its text, and how much is computed before the rows.

use crate::compat::Compat;
use gusher::generators::Context;

/// What the values of a template depend on besides its text.
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

/// How much is computed before the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Everything that can be.
    Full,
    /// Loops are not unrolled.
    Rolled,
    /// Constants are not computed and conditions are not decided either.
    Minimal,
}

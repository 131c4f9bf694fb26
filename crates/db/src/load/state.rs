//! What a load is of, and what is known before it.

use gusher::text::Statements;

use super::notes::Done;
use crate::options::{LoadOptions, TableToLoad};
use crate::progress::Progress;

/// What is loaded, and over which connections.
pub(crate) struct Load<'l, C> {
    pub config: &'l C,
    pub tables: &'l [TableToLoad<'l>],
    pub statements: &'l Statements,
    pub options: &'l LoadOptions,
    pub progress: &'l Progress,
}

/// What is known of a table before the load. `T` is a table as the server has it.
#[derive(Debug)]
pub(crate) struct Step<T> {
    /// The table that is there; `None` for one that is yet to be made.
    pub found: Option<T>,
    /// Whether a table that is there is dropped, and made anew.
    pub is_replaced: bool,
    /// Whether this load makes it, or an earlier run of it did: then it gets keys.
    pub is_ours: bool,
    /// Whether it is loaded in parts.
    pub is_parted: bool,
    /// The tables that must be complete before it.
    pub parents: Vec<usize>,
    /// The tables that its transaction has rows of: itself, or those that refer to each other in a circle.
    pub circle: Vec<usize>,
    /// What an earlier run has done.
    pub done: Done,
}

impl<C> Load<'_, C> {
    /// Whether what is done is noted, so that the load can be resumed.
    pub fn is_noted(&self) -> bool {
        self.options.resume || self.tables.iter().any(|table| self.options.is_parted(&table.rows))
    }
}

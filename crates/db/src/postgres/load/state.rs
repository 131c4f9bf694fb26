//! What a load is of, and what is known before it.

use gusher::text::Statements;

use super::super::config::Config;
use super::super::table::PgTable;
use super::notes::Done;
use crate::options::{LoadOptions, TableToLoad};
use crate::progress::Progress;

/// What is loaded, and over which connections.
pub(super) struct Load<'l> {
    pub config: &'l Config,
    pub tables: &'l [TableToLoad<'l>],
    pub statements: &'l Statements,
    pub options: &'l LoadOptions,
    pub progress: &'l Progress,
}

/// What is known of a table before the load.
#[derive(Debug)]
pub(super) struct Step {
    /// The table that is there; `None` for one that is yet to be made.
    pub found: Option<PgTable>,
    /// Whether this load makes it, or an earlier run of it did: then it gets keys.
    pub is_ours: bool,
    /// Whether it is loaded in parts.
    pub is_parted: bool,
    /// What an earlier run has done.
    pub done: Done,
}

impl Load<'_> {
    /// Whether what is done is noted, so that the load can be resumed.
    pub fn is_noted(&self) -> bool {
        self.options.resume || self.tables.iter().any(|table| self.options.is_parted(&table.rows))
    }
}

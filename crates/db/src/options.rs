//! What is loaded, how, and what came of it.

use std::ops::Range;

use gusher::plan::Plan;
use gusher::text::Statements;

/// When tables are made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Create {
    /// Those that are not there.
    #[default]
    Missing,
    /// None: all must be there.
    Never,
    /// All: those that are there are dropped first.
    Replace,
}

/// What is done with a table that is there and has rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Existing {
    /// The load is refused.
    #[default]
    Refuse,
    /// The rows are added to those that are there.
    Append,
    /// The rows that are there are removed first.
    Truncate,
}

/// How tables are loaded.
#[derive(Debug, Clone, Copy, Default)]
pub struct LoadOptions {
    /// When tables are made.
    pub create: Create,
    /// What is done with rows that are there.
    pub existing: Existing,
    /// Whether nothing is changed: the statements are collected instead.
    pub is_dry: bool,
}

/// A table that is loaded.
#[derive(Debug)]
pub struct TableToLoad<'p> {
    /// Its name, which may have that of its schema before a point.
    pub name: &'p str,
    /// What makes its values.
    pub plan: &'p Plan,
    /// The rows that are loaded.
    pub rows: Range<u64>,
}

/// Tables with the statements around their rows, in the same order: parents come first.
#[derive(Debug)]
pub(crate) struct Load<'p> {
    pub tables: &'p [TableToLoad<'p>],
    pub statements: &'p Statements,
    pub options: LoadOptions,
}

/// What was loaded.
#[derive(Debug, Default)]
pub struct Summary {
    /// The database, without a password.
    pub server: String,
    /// The tables, in the order in which they were loaded.
    pub tables: Vec<LoadedTable>,
    /// What the server warned of, and what else to say.
    pub notes: Vec<String>,
    /// The statements of a dry run.
    pub statements: Vec<String>,
}

/// A table that was loaded.
#[derive(Debug)]
pub struct LoadedTable {
    /// Its name.
    pub name: String,
    /// How many rows it got, as the server counted them.
    pub rows: u64,
}

impl Summary {
    /// How many rows all tables got.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

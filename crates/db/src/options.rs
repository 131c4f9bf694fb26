//! What is loaded, how, and what came of it.

use std::num::NonZeroUsize;
use std::ops::Range;

use gusher::plan::Plan;

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
#[derive(Debug, Clone)]
pub struct LoadOptions {
    /// When tables are made.
    pub create: Create,
    /// What is done with rows that are there.
    pub existing: Existing,
    /// Whether nothing is changed: the statements are collected instead.
    pub is_dry: bool,
    /// How many connections load at the same time.
    pub connections: NonZeroUsize,
    /// The rows of one transaction, where that was chosen. A table that has more is loaded in parts.
    pub part_rows: Option<u64>,
    /// Whether an earlier run is continued, and what is done is noted.
    pub resume: bool,
    /// The seed of the values, for the command that shows a row.
    pub seed: u64,
    /// What tells the load from others: the same tables with the same rows and values have the same.
    pub id: String,
}

/// A table with more rows is loaded in parts, unless something else was chosen.
const WHOLE_ROWS: u64 = 5_000_000;
/// The rows of a part.
const PART_ROWS: u64 = 1_000_000;

impl LoadOptions {
    /// Whether a table with these rows is loaded in parts, each in a transaction of its own.
    pub fn is_parted(&self, rows: &Range<u64>) -> bool {
        rows.end - rows.start > self.part_rows.unwrap_or(WHOLE_ROWS)
    }

    /// How many rows a part has.
    pub fn part_rows(&self) -> u64 {
        self.part_rows.unwrap_or(PART_ROWS).max(1)
    }
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
    /// How many rows it got, as the server counted them, those of an earlier run included.
    pub rows: u64,
}

impl Summary {
    /// How many rows all tables got.
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

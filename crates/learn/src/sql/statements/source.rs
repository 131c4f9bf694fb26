//! A statement and its place, and what becomes of it.

use crate::model::{Note, Origin, SqlDialect, TableName};
use crate::sql::draft::shown;
use crate::sql::read::Context;

/// What became of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::sql) enum Outcome {
    /// It is read, or it says nothing about tables.
    Read,
    /// It waits for a table that is not defined yet.
    Waits(TableName),
    /// It is no statement of SQL.
    Unknown,
}

/// A statement and where it is.
pub(in crate::sql) struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub line: usize,
    /// The rows of data that it had.
    pub rows: Option<u64>,
}

impl Source<'_> {
    /// A note about the statement.
    pub(in crate::sql) fn note(&self, about: impl Into<String>, text: impl Into<String>) -> Note {
        Note {
            origin: Origin { source: self.name.to_owned(), line: self.line },
            about: about.into(),
            text: text.into(),
        }
    }
}

/// A place for notes about a table.
pub(super) fn context<'a>(
    notes: &'a mut Vec<Note>,
    source: &'a Source<'_>,
    dialect: SqlDialect,
    name: &TableName,
) -> Context<'a> {
    Context { dialect, source: source.name, about: format!("table {}", shown(name)), notes }
}

/// The table that is altered.
pub(super) struct Target<'a> {
    pub index: usize,
    pub name: &'a TableName,
    /// Whether its children stay as they are.
    pub is_only: bool,
}

/// What became of one change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Applied {
    Done,
    Waits(TableName),
    NotUnderstood,
}

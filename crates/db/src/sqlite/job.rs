//! What is loaded, and how it is reported.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use gusher::text::Statements;
use rusqlite::Connection;

use super::fault::Fault;
use super::path::SqlitePath;
use crate::error::{Error, to_see};
use crate::options::{LoadOptions, LoadedTable, Summary, TableToLoad};
use crate::progress::Progress;

/// What is loaded.
pub(super) struct Load<'l> {
    pub path: &'l SqlitePath,
    pub tables: &'l [TableToLoad<'l>],
    pub statements: &'l Statements,
    pub options: &'l LoadOptions,
    pub threads: NonZeroUsize,
    pub progress: &'l Progress,
}

/// How many instructions of the library there are between looks at whether it shall end.
const INSTRUCTIONS: i32 = 10_000;

impl Load<'_> {
    /// Lets one long statement end too when the load is stopped.
    pub fn watch(&self, connection: &Connection) {
        let stop = self.progress.stop_flag();
        connection.progress_handler(INSTRUCTIONS, Some(move || stop.load(Ordering::Relaxed)));
    }

    /// The error of a step.
    pub fn failed(&self, doing: &str, fault: Fault) -> Error {
        fault.into_error(&self.path.to_string(), doing)
    }

    /// The error of a row of a table.
    pub fn failed_in_row(&self, table: &str, row: Option<u64>, fault: Fault) -> Error {
        let Some(row) = row else { return self.failed(table, fault) };
        match self.failed(&format!("{table}: row {row}"), fault) {
            Error::File { file, doing, reason } => {
                let reason = format!("{reason}{}", to_see(self.options.seed, table, Some(row)));
                Error::File { file, doing, reason }
            }
            other => other,
        }
    }

    /// The names of the tables.
    pub fn names(&self) -> Vec<&str> {
        self.tables.iter().map(|table| table.name).collect()
    }

    /// What was loaded: all rows.
    pub fn summary(&self, notes: Vec<String>) -> Summary {
        let loaded = |table: &TableToLoad<'_>| LoadedTable {
            name: table.name.to_owned(),
            rows: table.rows.end - table.rows.start,
        };
        let tables = self.tables.iter().map(loaded).collect();
        Summary { server: self.path.to_string(), tables, notes, statements: Vec::new() }
    }
}

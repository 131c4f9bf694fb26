//! A version of a table: what its catalogue notes of it besides the files.

use std::ops::Range;

use crate::request::TableRecord;

/// A version of a table.
#[derive(Debug)]
pub(super) struct Version<'t> {
    /// Its number: the first is 0 in Delta Lake, and 1 in Iceberg.
    pub number: u64,
    /// Its time, in milliseconds since 1970-01-01T00:00:00Z.
    pub time: i64,
    /// The rows that it adds.
    pub rows: Range<u64>,
    /// What the rows follow from.
    pub record: Option<&'t TableRecord>,
}

impl Version<'_> {
    /// The rows, as catalogues have them.
    pub fn rows_text(&self) -> String {
        format!("{}..{}", self.rows.start, self.rows.end)
    }

    /// What the rows follow from, as JSON.
    pub fn record_text(&self) -> Option<String> {
        self.record.and_then(|record| serde_json::to_string(record).ok())
    }
}

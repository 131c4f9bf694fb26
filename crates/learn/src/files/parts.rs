//! Several files of rows that are one table.

use super::csv::{self, CsvReader};
use super::error::FileError;
use super::json::{self, JsonReader};
use super::table::LearnedTable;
use crate::hive::FolderColumns;
use crate::model::{Column, Kind};

/// How rows are written in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowsFormat {
    /// Fields with a separator between them, which is detected where it is not given.
    Csv(Option<u8>),
    /// An object of JSON a line.
    Ndjson,
}

impl RowsFormat {
    /// The columns of a file of which these are the first bytes, by its first row. Their types are not known.
    #[must_use]
    pub fn columns(self, head: &[u8]) -> Vec<Column> {
        let names = match self {
            RowsFormat::Csv(separator) => csv::columns(head, separator),
            RowsFormat::Ndjson => json::fields(head),
        };
        names.into_iter().map(|name| Column::new(name, Kind::Unknown, "")).collect()
    }
}

/// Reads files of rows into one table. Each is fed in pieces of any length, and then ended.
pub struct PartsReader {
    reader: Reader,
    folders: FolderColumns,
    rows: u64,
}

enum Reader {
    Csv(Box<CsvReader>),
    Ndjson(Box<JsonReader>),
}

impl PartsReader {
    /// A table of files in this format, of which the first one is called so.
    #[must_use]
    pub fn new(first: &str, format: RowsFormat) -> PartsReader {
        let reader = match format {
            RowsFormat::Csv(separator) => Reader::Csv(Box::new(CsvReader::new(first, separator))),
            RowsFormat::Ndjson => Reader::Ndjson(Box::new(JsonReader::new(first))),
        };
        PartsReader { reader, folders: FolderColumns::default(), rows: 0 }
    }

    /// Reads the next bytes of the file.
    ///
    /// # Errors
    /// This is no text, or a row of it is none or too long.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        match &mut self.reader {
            Reader::Csv(reader) => reader.feed(bytes),
            Reader::Ndjson(reader) => reader.feed(bytes),
        }
    }

    /// Ends the file. `folders` are columns whose values are in the names of its folders; `next` is the file that follows.
    ///
    /// # Errors
    /// The end of the file is none of a row.
    pub fn end_file(&mut self, folders: &[(String, String)], next: &str) -> Result<(), FileError> {
        let rows = match &mut self.reader {
            Reader::Csv(reader) => reader.next_file(next)?,
            Reader::Ndjson(reader) => reader.next_file(next)?,
        };
        self.folders.add(folders, rows);
        self.rows += rows;
        Ok(())
    }

    /// The table of all files, with its name and what it is from.
    ///
    /// # Errors
    /// No file has rows.
    pub fn finish(self, name: &str, source: &str) -> Result<LearnedTable, FileError> {
        let mut found = match self.reader {
            Reader::Csv(reader) => reader.finish_as(name, source)?,
            Reader::Ndjson(reader) => reader.finish_as(name, source)?,
        };
        for column in self.folders.finish(self.rows) {
            if found.table.column(&column.name).is_none() {
                found.table.columns.push(column);
            }
        }
        Ok(found)
    }
}

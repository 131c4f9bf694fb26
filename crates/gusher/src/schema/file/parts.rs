//! The tables of a schema file, parsed, before any name in it is resolved.

use std::ops::Range;

use crate::links::Degrees;
use crate::schema::ColumnSource;

/// The keys allowed at the top, and in a table.
pub(super) const TOP: [&str; 4] = ["seed", "now", "locale", "table"];
pub(super) const TABLE: [&str; 6] = ["rows", "columns", "key", "unique", "link", "fixed"];

/// Which rows a table has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowExtent {
    /// These.
    Range(Range<u64>),
    /// A stream without end.
    Stream,
}

/// A table of a schema file. What it names may not exist.
#[derive(Debug)]
pub struct FileTable {
    /// Its name.
    pub name: SpannedText,
    /// The number of rows, where the table gives one.
    pub rows: Option<FileRows>,
    /// Whether a scale leaves its number of rows alone.
    pub fixed: bool,
    /// The columns of its key, in order.
    pub key: Option<Vec<SpannedText>>,
    /// Columns that are unique together.
    pub unique: Vec<Vec<SpannedText>>,
    /// How its links choose.
    pub links: Vec<FileLink>,
    /// The columns in order.
    pub columns: Vec<ColumnSource>,
}

/// A text of a file, and its span.
#[derive(Debug, Clone)]
pub struct SpannedText {
    /// The text.
    pub text: String,
    /// Its bytes in the file, without quotes where it is the same in there.
    pub at: Range<usize>,
}

/// How many rows a table has.
#[derive(Debug)]
pub enum FileRows {
    /// These.
    Given(RowExtent),
    /// A number of rows for each row of another table.
    Per {
        /// The other table.
        per: SpannedText,
        /// How many for each.
        each: Degrees,
        /// Where that is.
        at: Range<usize>,
    },
}

/// How a link chooses its parents, as far as the file declares it.
#[derive(Debug, Clone)]
pub struct FileLink {
    /// The link's label.
    pub label: SpannedText,
    /// By which distribution.
    pub dist: Option<SpannedText>,
    /// The share of rows without a parent.
    pub null: Option<(f64, Range<usize>)>,
    /// Whether no parent is chosen twice; where that is.
    pub unique: Option<Range<usize>>,
    /// Whether the children of one parent choose different ones; where that is.
    pub distinct: Option<Range<usize>>,
    /// Whether the children of a counted link are in any order; where that is.
    pub shuffled: Option<Range<usize>>,
}

impl SpannedText {
    /// Where in the file some bytes of the text are; all of it where escapes have moved them.
    pub fn part(&self, at: &Range<usize>) -> Range<usize> {
        match self.at.len() == self.text.len() {
            true => self.at.start + at.start..self.at.start + at.end,
            false => self.at.clone(),
        }
    }
}

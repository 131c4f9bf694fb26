//! The tables of a schema file, parsed, before any name in it is resolved.

use std::ops::Range;

use crate::links::{Degrees, PairOrder, Sparse};
use crate::schema::ColumnSource;

/// The keys allowed at the top, and in a table.
pub(super) const TOP: [&str; 4] = ["seed", "now", "locale", "table"];
pub(super) const TABLE: [&str; 7] = ["rows", "columns", "key", "unique", "link", "check", "fixed"];

/// The rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowExtent {
    /// These.
    Range(Range<u64>),
    /// An endless stream.
    Stream,
}

/// A table of a schema file. The names in it are not resolved: what they name may not exist.
#[derive(Debug, Clone)]
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
    pub unique: Vec<FileUnique>,
    /// How its links choose.
    pub links: Vec<FileLink>,
    /// What its rows are to meet.
    pub checks: Vec<FileCheck>,
    /// The columns in order.
    pub columns: Vec<ColumnSource>,
}

/// What the rows of a table are to meet.
#[derive(Debug, Clone)]
pub struct FileCheck {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What its columns mean.
    pub kind: FileCheckKind,
    /// The hidden columns that its expressions are.
    pub columns: Vec<ColumnSource>,
}

/// What the expressions of a check mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileCheckKind {
    /// The only one is true or null in every row.
    Condition,
    /// They differ together.
    Unique {
        /// Whether the last of them is not one of these, but is true of the rows that count.
        has_condition: bool,
    },
}

/// Columns that are unique together.
#[derive(Debug, Clone)]
pub struct FileUnique {
    /// The columns.
    pub columns: Vec<SpannedText>,
    /// How the two rows that they refer to compare.
    pub order: PairOrder,
}

/// A text of a file, and its span.
#[derive(Debug, Clone)]
pub struct SpannedText {
    /// The text.
    pub text: String,
    /// Its span in the file, without the quotes where nothing is escaped.
    pub at: Range<usize>,
}

/// How many rows a table has.
#[derive(Debug, Clone)]
pub enum FileRows {
    /// These.
    Given(RowExtent),
    /// A number of rows for each row of another table.
    Per {
        /// The other table.
        per: SpannedText,
        /// How many for each.
        each: FileEach,
        /// The span of that.
        at: Range<usize>,
    },
}

/// How many rows there are for each of another table.
#[derive(Debug, Clone)]
pub enum FileEach {
    /// The same distribution for all.
    All(Degrees),
    /// One for each word of a column of the other table.
    By {
        /// The column.
        by: SpannedText,
        /// The words, each with its distribution; none for those of all other words.
        given: Vec<(Option<SpannedText>, Degrees)>,
    },
    /// Why it is not known was reported already.
    Broken,
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
    /// The span of `unique`, where no parent is chosen twice.
    pub unique: Option<Range<usize>>,
    /// The span of `distinct`, where the children of one parent choose different ones.
    pub distinct: Option<Range<usize>>,
    /// The span of `order`, where the children of a counted link are shuffled.
    pub shuffled: Option<Range<usize>>,
    /// Whose parents are no candidates.
    pub other: Option<FileOther>,
    /// The table whose row the parent shares, or the label of a link to it.
    pub within: Option<SpannedText>,
    /// The column that has the index of the parent's row.
    pub row: Option<SpannedText>,
    /// In which rows there is a parent.
    pub when: Option<FileWhen>,
    /// Which parents are candidates, and where that is said.
    pub sparse: Option<(Sparse, Range<usize>)>,
    /// The shape of a tree.
    pub tree: FileTree,
}

/// The shape of a tree: numbers with their spans.
#[derive(Debug, Clone, Default)]
pub struct FileTree {
    /// How many roots.
    pub roots: Option<(u64, Range<usize>)>,
    /// How many levels.
    pub levels: Option<(u64, Range<usize>)>,
    /// How many rows are above a row at most.
    pub depth: Option<(u64, Range<usize>)>,
}

/// The rows that have a parent: those where a column has one of these words.
#[derive(Debug, Clone)]
pub struct FileWhen {
    /// The column.
    pub column: SpannedText,
    /// The words.
    pub words: Vec<SpannedText>,
}

/// What a link leaves out.
#[derive(Debug, Clone)]
pub enum FileOther {
    /// What the row is counted by, or the own row.
    Own(Range<usize>),
    /// The parents by the links of these labels.
    Labels(Vec<SpannedText>),
}

impl FileOther {
    /// Its span in the file.
    pub fn at(&self) -> Range<usize> {
        match self {
            FileOther::Own(at) => at.clone(),
            FileOther::Labels(labels) => {
                let ends = labels.first().zip(labels.last());
                ends.map_or(0..0, |(first, last)| first.at.start..last.at.end)
            }
        }
    }
}

impl SpannedText {
    /// The span in the file of a span of the text; that of the complete text where it has escapes.
    pub fn part(&self, at: &Range<usize>) -> Range<usize> {
        match self.at.len() == self.text.len() {
            true => self.at.start + at.start..self.at.start + at.end,
            false => self.at.clone(),
        }
    }
}

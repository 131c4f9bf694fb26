//! What is chosen for a source: the content of a schema file, with reasons and doubts.

use super::promise::CheckChoice;
pub use super::spec::ColumnChoice;
use crate::model::{Origin, TableName};

/// The content of a schema file.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The tables, parents before children.
    pub tables: Vec<TableChoice>,
    /// Whether values of the source are among them.
    pub has_values: bool,
}

impl Choices {
    /// How many columns of the source there are, and how many things are not sure.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let columns = self.tables.iter().flat_map(|table| &table.columns);
        let is_written = |column: &&ColumnChoice| column.spec.as_ref().is_none_or(|spec| !spec.is_hidden);
        let doubts = self.tables.iter().map(|table| table.doubts.len()).sum::<usize>()
            + columns.clone().map(ColumnChoice::count_doubts).sum::<usize>();
        (columns.filter(is_written).count(), doubts)
    }
}

/// One table.
#[derive(Clone, Debug)]
pub struct TableChoice {
    /// What the file calls it.
    pub name: String,
    /// What the source calls it.
    pub source: TableName,
    /// Where the source has it.
    pub origin: Origin,
    /// What the source says of it.
    pub comment: Option<String>,
    /// How many rows it has.
    pub rows: Rows,
    /// Why.
    pub rows_reason: String,
    /// The columns of its primary key, where the file has to name them.
    pub key: Vec<String>,
    /// Pairs of links that come at most once, each two columns, or `one < other` in one text.
    pub pairs: Vec<Vec<String>>,
    /// How its links choose.
    pub links: Vec<LinkChoice>,
    /// Its columns in their order, with those that they read.
    pub columns: Vec<ColumnChoice>,
    /// What rows are to meet, as `gush check --rows-of` counts it.
    pub checks: Vec<CheckChoice>,
    /// What it does not count.
    pub uncounted: Vec<String>,
    /// What the file cannot keep, each in one sentence.
    pub doubts: Vec<String>,
    /// How many rows there are about.
    pub estimate: u64,
}

/// How many rows a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rows {
    /// A fixed number.
    Number(u64),
    /// A number for each row of another table.
    Per {
        /// The other table, as the file calls it.
        table: String,
        /// How many, as `each` has it; a number or a distribution.
        each: String,
    },
}

/// How a link chooses its parent.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkChoice {
    /// Its label.
    pub label: String,
    /// Its settings, each with its value as TOML.
    pub settings: Vec<(&'static str, String)>,
    /// Why.
    pub reason: String,
}

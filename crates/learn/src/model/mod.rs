//! What is known of a source: tables, columns, constraints, statistics.

mod column;
mod constraint;
mod note;
mod statistics;

pub use column::{Column, Generated, Identity, IntSize, Kind, RangeOf};
pub use constraint::{Action, Check, ForeignKey, Unique, UniquePart};
pub use note::{Note, Origin};
pub use statistics::{Common, Distinct, Statistics};

/// Everything that a source has, in its own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// The tables.
    pub tables: Vec<Table>,
    /// The functions that the source defines: a CHECK that calls one cannot be kept.
    pub functions: Vec<String>,
    /// What was not understood, each with its place.
    pub notes: Vec<Note>,
}

/// The name of a table as the source spells it, without quotes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableName {
    /// The schema of a database that has several, where the source names one.
    pub schema: Option<String>,
    /// Its name in that schema.
    pub name: String,
}

/// One table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: TableName,
    /// Where the source has it.
    pub origin: Origin,
    /// What the source says of it.
    pub comment: Option<String>,
    /// The columns in their order.
    pub columns: Vec<Column>,
    /// The columns of the primary key in its order; none if there is no key.
    pub primary_key: Vec<String>,
    /// What differs between its rows, beside the primary key.
    pub uniques: Vec<Unique>,
    /// What it refers to.
    pub foreign_keys: Vec<ForeignKey>,
    /// What each row meets.
    pub checks: Vec<Check>,
    /// The table that it is a partition of, or that it inherits from.
    pub parent: Option<TableName>,
    /// How many rows the source has, where it says so.
    pub rows: Option<u64>,
}

impl Table {
    /// A table without columns.
    #[must_use]
    pub fn new(name: TableName, origin: Origin) -> Self {
        Self {
            name,
            origin,
            comment: None,
            columns: Vec::new(),
            primary_key: Vec::new(),
            uniques: Vec::new(),
            foreign_keys: Vec::new(),
            checks: Vec::new(),
            parent: None,
            rows: None,
        }
    }

    /// The column of this name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

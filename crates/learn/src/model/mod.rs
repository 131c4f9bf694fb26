//! What is known of a source: tables, columns, constraints, statistics.

mod column;
mod constraint;
mod dialect;
mod note;
mod partition;
mod relation;
mod rules;
mod statistics;

pub use column::{Column, Generated, Identity, IntSize, Kind, RangeOf};
pub use constraint::{Action, Check, Exclusion, ForeignKey, Unique, UniquePart};
pub use dialect::SqlDialect;
pub use note::{Note, Origin};
pub use partition::Partition;
pub use relation::Relation;
pub use rules::Rules;
pub use statistics::{Common, Distinct, MAX_KEY_HASHES, NumberForm, Statistics, TextForm, truth_words};

/// Everything that a source has, in its own order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// In which SQL the conditions and defaults are written, where the source has some.
    pub dialect: Option<SqlDialect>,
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
    /// Which rows may not stand beside each other.
    pub exclusions: Vec<Exclusion>,
    /// The triggers that run before a row is inserted, which may change it.
    pub triggers: Vec<String>,
    /// The tables that the database itself inserts rows into, by triggers, when a row is inserted here.
    pub fills: Vec<TableName>,
    /// The table that it is a partition of, or that it inherits from.
    pub parent: Option<TableName>,
    /// Which rows of its parent it holds, if it is a partition: they are inserted through the parent.
    pub partition: Option<Partition>,
    /// How its rows are spread over partitions, as SQL (`RANGE (created_at)`): it holds none itself.
    pub partitioned_by: Option<String>,
    /// How many rows the source has, where it says so.
    pub rows: Option<u64>,
    /// What its columns have to do with each other, where rows were looked at.
    pub relations: Vec<Relation>,
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
            exclusions: Vec::new(),
            triggers: Vec::new(),
            fills: Vec::new(),
            parent: None,
            partition: None,
            partitioned_by: None,
            rows: None,
            relations: Vec::new(),
        }
    }

    /// The column of this name.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }
}

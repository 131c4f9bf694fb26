//! The schema whose promises are checked.

use std::ops::Range;

use gusher::plan::Plan;
use gusher::schema::DatasetSpec;
use gusher::text::TableStatements;

/// A schema, as it promises something of a database.
#[derive(Debug)]
pub struct Promised<'a> {
    /// All tables with their links.
    pub dataset: &'a DatasetSpec,
    /// The same tables, in the same order, as the database has them.
    pub tables: Vec<PromisedTable<'a>>,
    /// Whether the present of the load is known, from which ranges may follow.
    pub is_now_known: bool,
}

/// A table that promises something.
#[derive(Debug)]
pub struct PromisedTable<'a> {
    /// What its columns are.
    pub plan: &'a Plan,
    /// Its names.
    pub statements: &'a TableStatements,
    /// The rows that it has.
    pub rows: Range<u64>,
    /// Whether its promises are asked for; other tables are only read for those that are.
    pub is_asked: bool,
}

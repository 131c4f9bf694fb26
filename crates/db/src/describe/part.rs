//! What is reported of a database, and how a server is asked for it.

use crate::check::{Ask, Row};
use crate::error::Error;

/// What is reported of a database, in this order.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Statements that define what it has.
    Definitions(String),
    /// Rows of a table.
    Sample(Sample),
    /// How often the values of a column that refers to another table come.
    Repeats(Repeats),
    /// What may not be read, in a sentence without its full stop.
    Unreadable(String),
}

/// Who hears what a database has.
pub trait Listener {
    /// Hears of a part of it. Definitions come first.
    fn hear(&mut self, part: Part);

    /// The columns that refer to other tables, once the definitions were heard: it is counted how often their values come.
    fn references(&mut self) -> Vec<Reference>;
}

/// A column that refers to another table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The schema of its table, where the database has several.
    pub schema: Option<String>,
    /// Its table.
    pub table: String,
    /// Its name.
    pub column: String,
}

/// How often the values of a column come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeats {
    /// The column.
    pub of: Reference,
    /// Numbers of rows, each with how many values are in as many of them, from the smallest on.
    pub counts: Vec<(u64, u64)>,
}

/// A table that may be read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Readable {
    pub schema: Option<String>,
    pub name: String,
    pub columns: Vec<String>,
    /// About how many rows it has, where the server knows it without a look at them.
    pub estimate: Option<u64>,
}

/// Rows of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The schema of the table, where the database has several.
    pub schema: Option<String>,
    /// The table.
    pub table: String,
    /// The names of its columns.
    pub columns: Vec<String>,
    /// How many rows the table has.
    pub rows: u64,
    /// The texts of some of them, or of all.
    pub values: Vec<Vec<Option<String>>>,
}

/// The first column of each row of an answer.
pub(super) fn texts(server: &mut dyn Ask, query: &str) -> Result<Vec<String>, Error> {
    Ok(answer(server, query)?.into_iter().filter_map(|row| row.into_iter().next().flatten()).collect())
}

/// The rows of an answer that has to be there.
pub(super) fn answer(server: &mut dyn Ask, query: &str) -> Result<Vec<Row>, Error> {
    let name = server.server();
    server.rows(query)?.map_err(|reason| Error::Connect { server: name, reason })
}

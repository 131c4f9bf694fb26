//! Why rows are not in a database.

use std::ops::Range;

use crate::postgres::ServerError;

/// Why rows are not in a database. Messages have no password.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No connection, and why.
    #[error("{server}: {reason}")]
    Connect {
        /// The database.
        server: String,
        /// Why, in the words of the server or the system, and what to do.
        reason: String,
    },
    /// What is in the database does not fit; nothing was changed.
    #[error("{server}: nothing was changed\n  {}", .found.join("\n  "))]
    Refused {
        /// The database.
        server: String,
        /// All that does not fit.
        found: Vec<String>,
    },
    /// A statement failed.
    #[error("{server}: {doing}: {error}{}", after(.loaded))]
    Statement {
        /// The database.
        server: String,
        /// What was being done.
        doing: String,
        /// The words of the server.
        error: Box<ServerError>,
        /// The tables that are complete.
        loaded: Vec<String>,
    },
    /// Rows were refused; none of their table's are there.
    #[error("{server}: {table}: {}: {error}{}{}", of_rows(.rows, *.row), to_see(*.row), after(.loaded))]
    Rows {
        /// The database.
        server: String,
        /// The table.
        table: String,
        /// The rows that were being loaded.
        rows: Range<u64>,
        /// The row that the server names.
        row: Option<u64>,
        /// The words of the server.
        error: Box<ServerError>,
        /// The tables that are complete.
        loaded: Vec<String>,
    },
    /// The server counted other rows than were sent.
    #[error("{server}: {table}: the server has {found} of {sent} rows; a trigger or a rule may leave some out{}", after(.loaded))]
    Count {
        /// The database.
        server: String,
        /// The table.
        table: String,
        /// How many rows were sent.
        sent: u64,
        /// How many the server counted.
        found: u64,
        /// The tables that are complete.
        loaded: Vec<String>,
    },
    /// The connection was lost.
    #[error("{server}: {doing}: {reason}{}", after(.loaded))]
    Lost {
        /// The database.
        server: String,
        /// What was being done.
        doing: String,
        /// Why.
        reason: String,
        /// The tables that are complete.
        loaded: Vec<String>,
    },
}

fn of_rows(rows: &Range<u64>, row: Option<u64>) -> String {
    match row {
        Some(row) => format!("row {row}"),
        None => format!("rows {}..{}", rows.start, rows.end),
    }
}

/// How to look at a row.
fn to_see(row: Option<u64>) -> String {
    row.map(|row| format!("\n  the row: the same command with --rows {row}..{} in place of --into", row + 1))
        .unwrap_or_default()
}

/// What is there after an error.
fn after(loaded: &[String]) -> String {
    match loaded {
        [] => "\n  no table was loaded".into(),
        [one] => format!("\n  {one} is complete; the rest was rolled back"),
        several => format!("\n  {} are complete; the rest was rolled back", several.join(", ")),
    }
}

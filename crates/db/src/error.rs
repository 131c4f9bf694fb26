//! Why rows are not in a database.

use std::fmt;
use std::ops::Range;

#[cfg(any(feature = "postgres", feature = "mysql"))]
use crate::server_error::ServerError;

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
    /// What a schema has is not in the database.
    #[error("{server}: what the schema has is not all there\n  {}", .found.join("\n  "))]
    Missing {
        /// The database.
        server: String,
        /// All tables and columns that are missing.
        found: Vec<String>,
    },
    /// A file could not be filled; it is as it was.
    #[error("{file}: {doing}: {reason}\n  nothing was changed")]
    File {
        /// The database.
        file: String,
        /// What was being done.
        doing: String,
        /// Why.
        reason: String,
    },
    /// Someone asked for the end. A file is as it was; a server has the tables that were complete before.
    #[error("stopped; what was not complete was rolled back")]
    Stopped,
    /// A statement failed.
    #[cfg(any(feature = "postgres", feature = "mysql"))]
    #[error("{server}: {doing}: {error}{kept}")]
    Statement {
        /// The database.
        server: String,
        /// What was being done.
        doing: String,
        /// The words of the server.
        error: Box<ServerError>,
        /// What is there.
        kept: Kept,
    },
    /// Rows were refused; none of their table's are there.
    #[cfg(any(feature = "postgres", feature = "mysql"))]
    #[error("{server}: {table}: {}: {error}{}{kept}", of_rows(.rows, *.row), .see)]
    Rows {
        /// The database.
        server: String,
        /// The table.
        table: String,
        /// The rows that were being loaded.
        rows: Range<u64>,
        /// The row that the server names.
        row: Option<u64>,
        /// How to look at that row.
        see: String,
        /// The words of the server.
        error: Box<ServerError>,
        /// What is there.
        kept: Kept,
    },
    /// The server counted other rows than were sent.
    #[error(
        "{server}: {table}: the server has {found} of {sent} rows; a trigger or a rule may leave some out{kept}"
    )]
    Count {
        /// The database.
        server: String,
        /// The table.
        table: String,
        /// How many rows were sent.
        sent: u64,
        /// How many the server counted.
        found: u64,
        /// What is there.
        kept: Kept,
    },
    /// The connection was lost.
    #[error("{server}: {doing}: {reason}{kept}")]
    Lost {
        /// The database.
        server: String,
        /// What was being done.
        doing: String,
        /// Why.
        reason: String,
        /// What is there.
        kept: Kept,
    },
}

#[cfg(any(feature = "postgres", feature = "mysql"))]
fn of_rows(rows: &Range<u64>, row: Option<u64>) -> String {
    match row {
        Some(row) => format!("row {row}"),
        None => format!("rows {}..{}", rows.start, rows.end),
    }
}

/// The words of the system, without its number.
pub(crate) fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_owned(),
        None => text,
    }
}

/// How to look at a row of a table, if one is known.
pub(crate) fn to_see(seed: u64, table: &str, row: Option<u64>) -> String {
    let Some(row) = row else { return String::new() };
    let is_plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '.');
    let table = match table.chars().all(is_plain) {
        true => table.to_owned(),
        false => format!("'{}'", table.replace('\'', "'\\''")),
    };
    format!(
        "\n  the row: the same command with --seed {seed} -t {table} --rows {row}..{} in place of --into, its options and -l",
        row + 1
    )
}

/// What is in the database after an error.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Kept {
    /// The tables that are complete.
    pub tables: Vec<String>,
    /// Whether parts of others are there too, which are noted.
    pub is_noted: bool,
    /// What no transaction takes back.
    pub losses: Box<Losses>,
}

/// What no transaction takes back, in sentences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Losses {
    /// Rows that stay, although their table is not complete, and why.
    pub lasting: Vec<String>,
    /// What was there before, and is gone.
    pub gone: Vec<String>,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let complete = match &self.tables[..] {
            [] => "no table is complete".into(),
            [one] => format!("{one} is complete"),
            several => format!("{} are complete", several.join(", ")),
        };
        match (self.is_noted, &self.losses.lasting[..]) {
            (true, _) => write!(
                f,
                "\n  {complete}; what was committed is noted, and the same command with --resume continues"
            ),
            (false, []) => write!(f, "\n  {complete}; the rest was rolled back"),
            (false, lasting) => write!(f, "\n  {complete}; {}", lasting.join("; ")),
        }?;
        self.losses.gone.iter().try_for_each(|gone| write!(f, "\n  {gone}"))
    }
}

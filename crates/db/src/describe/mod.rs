//! What a database has: its definitions as statements of SQL, and samples of its rows. It is only read, in one transaction.
//!
//! ```text
//! Ask ─→ postgres.rs, mysql.rs, sqlite.rs ─→ definitions, and the tables that may be read ─→ sample.rs ─→ rows
//! ```

mod mysql;
mod part;
mod postgres;
mod sample;
mod sqlite;

use gusher::text::Dialect;

use crate::check::Ask;
use crate::error::Error;

pub use part::{Part, Sample};

/// Reports to `sink` what a database has; rows are read where `has_samples`.
///
/// # Errors
/// The connection is lost, or the server gives no definitions.
pub(crate) fn describe(
    server: &mut dyn Ask,
    dialect: Dialect,
    has_samples: bool,
    sink: &mut dyn FnMut(Part),
) -> Result<(), Error> {
    let tables = match dialect {
        Dialect::MySql => mysql::definitions(server, sink)?,
        Dialect::Sqlite => sqlite::definitions(server, sink)?,
        _ => postgres::definitions(server, sink)?,
    };
    for table in tables.iter().filter(|_| has_samples) {
        match sample::read(server, dialect, table)? {
            Ok(sample) => sink(Part::Sample(sample)),
            Err(words) => sink(Part::Unreadable(format!("rows of {}: {words}", table.name))),
        }
    }
    Ok(())
}

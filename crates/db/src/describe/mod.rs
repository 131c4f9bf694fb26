//! What a database has: its definitions as statements of SQL, and samples of its rows. It is only read, in one transaction.
//!
//! ```text
//! Ask ─→ postgres.rs, mysql.rs, sqlite.rs ─→ definitions, and the tables that may be read ─→ sample.rs ─→ rows
//! ```

mod mysql;
mod part;
mod postgres;
mod repeats;
mod sample;
mod sqlite;

use gusher::text::Dialect;

use crate::check::Ask;
use crate::error::Error;

pub use part::{Listener, Part, Reference, Repeats, Sample};

/// Reports what a database has; rows are read where `has_samples`.
///
/// # Errors
/// The connection is lost, or the server gives no definitions.
pub(crate) fn describe(
    server: &mut dyn Ask,
    dialect: Dialect,
    has_samples: bool,
    listener: &mut dyn Listener,
) -> Result<(), Error> {
    let mut sink = |part: Part| listener.hear(part);
    let tables = match dialect {
        Dialect::MySql => mysql::definitions(server, &mut sink)?,
        Dialect::Sqlite => sqlite::definitions(server, &mut sink)?,
        _ => postgres::definitions(server, &mut sink)?,
    };
    if !has_samples {
        return Ok(());
    }
    let mut sizes = Vec::new();
    for table in &tables {
        match sample::read(server, dialect, table)? {
            Ok(sample) => {
                sizes.push((table, sample.rows));
                listener.hear(Part::Sample(sample));
            }
            Err(words) => listener.hear(Part::Unreadable(format!("rows of {}: {words}", table.name))),
        }
    }
    for reference in listener.references() {
        if let Some(counts) = repeats::of(server, dialect, &sizes, &reference)? {
            listener.hear(Part::Repeats(Repeats { of: reference, counts }));
        }
    }
    Ok(())
}

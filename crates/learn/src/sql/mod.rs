//! SQL definitions of PostgreSQL, MySQL, MariaDB and SQLite: dumps, migrations, files written by hand.
//!
//! ```text
//! text ─→ statements ─→ tokens ─→ columns, constraints ─→ definitions ─→ Model
//!          cut/          tokens    read/, types/           statements/    draft/
//! ```
//! Nothing that is strange costs more than itself: a clause, a column, a statement. It becomes a note with its line.

mod cursor;
pub mod cut;
mod dialect;
mod draft;
mod read;
mod reader;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;
mod types;

pub use dialect::guess_dialect;
pub use reader::Reader;

use crate::model::{Model, SqlDialect};

/// How much is read at once of a text that is there as a whole.
const PIECE: usize = 1 << 20;

/// Reads the definitions in a text into a model; which dialect it is, is detected from its content where it is not given.
///
/// Texts that define tables together are read by one [`Reader`].
pub fn from_sql(source_name: &str, text: &str, dialect: Option<SqlDialect>, model: &mut Model) {
    let mut reader = Reader::new(dialect);
    reader.begin(source_name);
    for piece in text.as_bytes().chunks(PIECE) {
        reader.feed(piece);
    }
    reader.end();
    reader.finish(model);
}

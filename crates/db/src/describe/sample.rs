//! Rows of a table: all of a small one, some of a large one.

use gusher::text::Dialect;

use super::part::{Readable, Sample};
use crate::check::{Ask, Row};
use crate::error::Error;

/// The most rows that are read of a table.
const MAX_ROWS: u64 = 20_000;
/// Up to as many rows are counted; for more, what the server estimates is good enough.
const MAX_COUNTED: u64 = 5_000_000;
/// As many characters of a value are read: longer ones tell no more.
const MAX_CHARS: usize = 300;

/// Rows of a table, or why the server does not give them.
pub(super) fn read(
    server: &mut dyn Ask,
    dialect: Dialect,
    table: &Readable,
) -> Result<Result<Sample, String>, Error> {
    let name = named(dialect, table);
    let rows = match table.estimate.filter(|&rows| rows > MAX_COUNTED) {
        Some(estimate) => estimate,
        None => match server.rows(&format!("SELECT count(*) FROM {name}"))? {
            Ok(rows) => count(&rows),
            Err(words) => return Ok(Err(words)),
        },
    };
    let columns: Vec<String> = table.columns.iter().map(|column| shortened(dialect, column)).collect();
    let from = format!("SELECT {} FROM {name}", columns.join(", "));
    let query = match dialect {
        Dialect::Postgres if rows > MAX_ROWS => {
            // Pages are drawn at random, so that some more are asked for.
            let share = (150.0 * MAX_ROWS as f64 / rows as f64).min(100.0);
            format!("{from} TABLESAMPLE SYSTEM ({share:.6}) REPEATABLE (1) LIMIT {MAX_ROWS}")
        }
        Dialect::Sqlite if rows > MAX_ROWS => {
            // Rows of all parts of the table, by its own numbers where it has them.
            format!("{from} WHERE abs(random()) % {rows} < {} LIMIT {MAX_ROWS}", MAX_ROWS + MAX_ROWS / 20)
        }
        Dialect::MySql if rows > MAX_ROWS => {
            let share = 1.05 * MAX_ROWS as f64 / rows as f64;
            // The numbers are the same each time.
            format!("{from} WHERE RAND(1) < {share:.9} LIMIT {MAX_ROWS}")
        }
        _ => format!("{from} LIMIT {MAX_ROWS}"),
    };
    let values = server.rows(&query)?;
    Ok(values.map(|values| Sample {
        schema: table.schema.clone(),
        table: table.name.clone(),
        columns: table.columns.clone(),
        rows,
        values,
    }))
}

fn count(rows: &[Row]) -> u64 {
    let figure = rows.first().and_then(|row| row.first()).and_then(Option::as_deref);
    figure.and_then(|figure| figure.parse().ok()).unwrap_or(0)
}

/// The name of a table as SQL writes it.
pub(super) fn named(dialect: Dialect, table: &Readable) -> String {
    let quoted = |name: &str| quoted(dialect, name);
    match &table.schema {
        Some(schema) => format!("{}.{}", quoted(schema), quoted(&table.name)),
        None => quoted(&table.name),
    }
}

/// A name in its quotes.
pub(super) fn quoted(dialect: Dialect, name: &str) -> String {
    match dialect {
        Dialect::MySql => format!("`{}`", name.replace('`', "``")),
        _ => format!("\"{}\"", name.replace('"', "\"\"")),
    }
}

/// The text of a column, of which a long one is cut.
fn shortened(dialect: Dialect, column: &str) -> String {
    let column = quoted(dialect, column);
    match dialect {
        Dialect::MySql => format!("LEFT(CAST({column} AS CHAR), {MAX_CHARS})"),
        Dialect::Sqlite => format!("substr({column}, 1, {MAX_CHARS})"),
        _ => format!("left(CAST({column} AS text), {MAX_CHARS})"),
    }
}

//! How often the values of a column come, which says how many children a parent has.

use gusher::text::Dialect;

use super::part::{Readable, Reference};
use super::sample::{named, quoted};
use crate::check::Ask;
use crate::error::Error;

/// Rows of larger tables are not counted.
const MAX_ROWS: u64 = 5_000_000;
/// The most different numbers that are read.
const MAX_COUNTS: usize = 10_000;

/// Numbers of rows with how many values are in as many of them; none for a table that is not there, not to be read or too large.
pub(super) fn of(
    server: &mut dyn Ask,
    dialect: Dialect,
    tables: &[(&Readable, u64)],
    reference: &Reference,
) -> Result<Option<Vec<(u64, u64)>>, Error> {
    let is_same = |table: &Readable| {
        let is_schema = match (&table.schema, &reference.schema) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        table.name == reference.table && is_schema && table.columns.contains(&reference.column)
    };
    let found = tables.iter().find(|(table, rows)| is_same(table) && (1..=MAX_ROWS).contains(rows));
    let Some((table, _)) = found else { return Ok(None) };
    let column = quoted(dialect, &reference.column);
    let rows = format!(
        "SELECT {column} AS k FROM {} WHERE {column} IS NOT NULL LIMIT {MAX_ROWS}",
        named(dialect, table)
    );
    let query = format!(
        "SELECT n, count(*) FROM (SELECT count(*) AS n FROM ({rows}) AS r GROUP BY k) AS c GROUP BY n ORDER BY n LIMIT {MAX_COUNTS}"
    );
    let Ok(rows) = server.rows(&query)? else { return Ok(None) };
    let number = |text: &Option<String>| text.as_deref()?.parse::<u64>().ok();
    let count = |row: &Vec<Option<String>>| Some((number(row.first()?)?, number(row.get(1)?)?));
    Ok(rows.iter().map(count).collect())
}

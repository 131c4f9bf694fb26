//! The rows of a table by the library: one prepared statement.

use gusher::types::Batch;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql};

use super::fault::{Fault, is_of_row};
use super::value::{Affinity, Texts, Value, columns, value};
use crate::options::TableToLoad;
use crate::progress::Progress;

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Value::Null => ValueRef::Null,
            Value::Int(int) => ValueRef::Integer(int),
            Value::Real(real) => ValueRef::Real(real),
            Value::Text(text) => ValueRef::Text(text),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

/// The statement that inserts a row into these columns of a table.
pub(super) fn statement(table: &str, columns: &[impl AsRef<str>]) -> String {
    let parameters: Vec<String> = (1..=columns.len()).map(|number| format!("?{number}")).collect();
    let names: Vec<&str> = columns.iter().map(AsRef::as_ref).collect();
    format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), parameters.join(", "))
}

/// Inserts all rows of a table, whose columns have these affinities.
///
/// # Errors
/// Why, and which row is at fault, if one is.
pub(super) fn rows(
    connection: &Connection,
    table: &TableToLoad<'_>,
    sql: &str,
    affinities: &[Affinity],
    progress: &Progress,
) -> Result<(), (Option<u64>, Fault)> {
    let columns = columns(table.plan, affinities);
    let mut statement = connection.prepare(sql).map_err(|error| (None, error.into()))?;
    let (mut texts, mut batch) = (Texts::of(&columns), Batch::default());
    let (mut at, mut taken) = (table.rows.start, 0);
    while at < table.rows.end {
        if progress.is_stopped() {
            return Err((None, Fault::Stopped));
        }
        let next = table.rows.end.min(at + table.plan.batch_rows() as u64);
        table.plan.fill(&(at..next), &mut batch);
        texts.write(&batch);
        for row in 0..batch.len() {
            let failed =
                |error: rusqlite::Error| (is_of_row(&error).then_some(at + row as u64), error.into());
            // What a batch has beyond these is not written.
            for (index, data) in batch.columns().iter().enumerate().take(columns.len()) {
                let value = value(&columns, index, data, row, &texts);
                statement.raw_bind_parameter(index + 1, value).map_err(failed)?;
            }
            taken += statement.raw_execute().map_err(failed)? as u64;
        }
        progress.sent(next - at, 0);
        at = next;
    }
    let rows = table.rows.end - table.rows.start;
    if taken != rows {
        let text = format!("the table took {taken} of {rows} rows; a trigger may leave some out");
        return Err((None, Fault::Text(text)));
    }
    Ok(())
}

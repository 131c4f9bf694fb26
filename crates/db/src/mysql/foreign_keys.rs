//! The foreign keys of tables, as the server has them.

use super::catalogue::{is_of, text};
use super::connection::{Connection, Row};
use super::fault::Fault;
use super::table::quoted;
use crate::load::ForeignKey;

/// A column of a foreign key, and the one that it refers to.
#[derive(Debug)]
struct KeyColumn {
    /// The name of its key.
    key: String,
    column: String,
    /// The table that it refers to: its database, which may be the current one, and its name.
    parent: (String, String),
    parent_column: String,
    is_current: bool,
}

/// The columns of the foreign keys of a table, each key's in their order.
fn columns(connection: &mut Connection, name: &str) -> Result<Vec<KeyColumn>, Fault> {
    let sql = format!(
        "SELECT t.CONSTRAINT_NAME, t.COLUMN_NAME, t.REFERENCED_TABLE_SCHEMA, t.REFERENCED_TABLE_NAME, t.REFERENCED_COLUMN_NAME, \
         t.REFERENCED_TABLE_SCHEMA = DATABASE() FROM information_schema.KEY_COLUMN_USAGE AS t \
         WHERE {} AND t.REFERENCED_TABLE_NAME IS NOT NULL ORDER BY t.CONSTRAINT_NAME, t.ORDINAL_POSITION",
        is_of(name)
    );
    let column = |row: &Row| KeyColumn {
        key: text(row, 0),
        column: text(row, 1),
        parent: (text(row, 2), text(row, 3)),
        parent_column: text(row, 4),
        is_current: text(row, 5) == "1",
    };
    Ok(connection.query(&sql)?.iter().map(column).collect())
}

/// The foreign keys among those tables that are there.
pub(super) fn among(connection: &mut Connection, names: &[Option<&str>]) -> Result<Vec<ForeignKey>, Fault> {
    let mut keys: Vec<ForeignKey> = Vec::new();
    for (child, name) in names.iter().enumerate() {
        let Some(name) = name else { continue };
        for column in columns(connection, name)? {
            let (database, table) = &column.parent;
            let is_parent = |name: &str| {
                name == format!("{database}.{table}") || column.is_current && name.eq_ignore_ascii_case(table)
            };
            let parent = names.iter().position(|name| name.is_some_and(is_parent));
            if let Some(parent) = parent.filter(|parent| *parent != child) {
                keys.push(ForeignKey { child, parent, name: column.key, is_deferrable: false });
            }
        }
    }
    keys.dedup();
    Ok(keys)
}

/// What is wrong where a row of a table refers to one that is not there: by its name, and as SQL writes it.
pub(super) fn orphan(
    connection: &mut Connection,
    name: &str,
    sql_name: &str,
) -> Result<Option<String>, Fault> {
    for key in columns(connection, name)?.chunk_by(|a, b| a.key == b.key) {
        let (database, table) = &key[0].parent;
        let parent = format!("{}.{}", quoted(database), quoted(table));
        let joined = key
            .iter()
            .map(|column| format!("p.{} = c.{}", quoted(&column.parent_column), quoted(&column.column)));
        let given = key.iter().map(|column| format!("c.{} IS NOT NULL", quoted(&column.column)));
        let sql = format!(
            "SELECT {} FROM {sql_name} AS c LEFT JOIN {parent} AS p ON {} WHERE {} AND p.{} IS NULL LIMIT 1",
            key.iter().map(|column| format!("c.{}", quoted(&column.column))).collect::<Vec<_>>().join(", "),
            joined.collect::<Vec<_>>().join(" AND "),
            given.collect::<Vec<_>>().join(" AND "),
            quoted(&key[0].parent_column)
        );
        if let Some(row) = connection.query(&sql)?.first() {
            let values: Vec<String> = (0..key.len()).map(|index| text(row, index)).collect();
            let columns: Vec<&str> = key.iter().map(|column| &column.column[..]).collect();
            return Ok(Some(format!(
                "{} ({}) refers to a row of {table} that is not there",
                columns.join(", "),
                values.join(", ")
            )));
        }
    }
    Ok(None)
}

//! What the server says of its tables.

use super::connection::{Connection, Row, literal};
use super::fault::Fault;
use super::table::{MyColumn, MyTable, parts};

/// Which rows of the catalogue are about a table.
/// The condition for rows about a table `t` in the server's own tables.
pub(super) fn is_of(name: &str) -> String {
    let (database, table) = parts(name);
    let database = database.map_or_else(|| "DATABASE()".into(), literal);
    format!("t.TABLE_SCHEMA = {database} AND t.TABLE_NAME = {}", literal(table))
}

/// The text of a value, empty for null.
pub(super) fn text(row: &Row, index: usize) -> String {
    row.get(index).cloned().flatten().unwrap_or_default()
}

/// The table of this name, if there is one that the user may see.
pub(super) fn table(connection: &mut Connection, name: &str) -> Result<Option<MyTable>, Fault> {
    let sql = format!(
        "SELECT t.TABLE_TYPE, t.ENGINE, e.TRANSACTIONS, t.TABLE_COMMENT FROM information_schema.TABLES AS t \
         LEFT JOIN information_schema.ENGINES AS e ON e.ENGINE = t.ENGINE WHERE {}",
        is_of(name)
    );
    let rows = connection.query(&sql)?;
    let Some(row) = rows.first() else { return Ok(None) };
    let kind = text(row, 0);
    let engine = (text(row, 2) != "YES").then(|| text(row, 1));
    Ok(Some(MyTable {
        is_loadable: kind == "BASE TABLE" || kind == "SYSTEM VERSIONED",
        engine_without_transactions: engine,
        comment: text(row, 3),
        columns: columns(connection, name)?,
        unique_indexes: unique_indexes(connection, name)?,
        foreign_keys: foreign_keys(connection, name)?,
    }))
}

fn columns(connection: &mut Connection, name: &str) -> Result<Vec<MyColumn>, Fault> {
    let sql = format!(
        "SELECT t.COLUMN_NAME, t.DATA_TYPE, t.COLUMN_TYPE, t.IS_NULLABLE, t.COLUMN_DEFAULT IS NULL, t.EXTRA, t.PRIVILEGES \
         FROM information_schema.COLUMNS AS t WHERE {} ORDER BY t.ORDINAL_POSITION",
        is_of(name)
    );
    let column = |row: &Row| {
        let extra = text(row, 5).to_uppercase();
        // DEFAULT_GENERATED is an ordinary column, whose default is an expression.
        let is_generated = ["VIRTUAL", "STORED", "PERSISTENT", "INVISIBLE GENERATED"]
            .iter()
            .any(|kind| extra.contains(kind))
            || extra.contains("GENERATED ALWAYS AS ROW");
        let has_default =
            text(row, 4) == "0" || extra.contains("AUTO_INCREMENT") || extra.contains("DEFAULT_GENERATED");
        MyColumn {
            name: text(row, 0),
            of: text(row, 1).to_lowercase(),
            type_text: text(row, 2),
            is_needed: text(row, 3) == "NO" && !has_default && !is_generated,
            is_nullable: text(row, 3) == "YES",
            is_counter: extra.contains("AUTO_INCREMENT"),
            is_generated,
            may_insert: text(row, 6).contains("insert"),
            may_select: text(row, 6).contains("select"),
        }
    };
    Ok(connection.query(&sql)?.iter().map(column).collect())
}

fn number(connection: &mut Connection, sql: &str) -> Result<u64, Fault> {
    let rows = connection.query(sql)?;
    Ok(rows.first().and_then(|row| text(row, 0).parse().ok()).unwrap_or(0))
}

/// How many unique indexes a table has beside its primary key.
pub(super) fn unique_indexes(connection: &mut Connection, name: &str) -> Result<u64, Fault> {
    let sql = format!(
        "SELECT count(DISTINCT t.INDEX_NAME) FROM information_schema.STATISTICS AS t \
         WHERE {} AND t.NON_UNIQUE = 0 AND t.INDEX_NAME <> 'PRIMARY'",
        is_of(name)
    );
    number(connection, &sql)
}

/// How many foreign keys a table has.
pub(super) fn foreign_keys(connection: &mut Connection, name: &str) -> Result<u64, Fault> {
    let sql = format!(
        "SELECT count(DISTINCT t.CONSTRAINT_NAME) FROM information_schema.KEY_COLUMN_USAGE AS t \
         WHERE {} AND t.REFERENCED_TABLE_NAME IS NOT NULL",
        is_of(name)
    );
    number(connection, &sql)
}

/// The other tables that refer to this one: the names of their databases, none for the current one, and theirs.
pub(super) fn referring(
    connection: &mut Connection,
    name: &str,
) -> Result<Vec<(Option<String>, String)>, Fault> {
    let (database, table) = parts(name);
    let database = database.map_or_else(|| "DATABASE()".into(), literal);
    let table = literal(table);
    let sql = format!(
        "SELECT DISTINCT nullif(TABLE_SCHEMA, DATABASE()), TABLE_NAME FROM information_schema.KEY_COLUMN_USAGE \
         WHERE REFERENCED_TABLE_SCHEMA = {database} AND REFERENCED_TABLE_NAME = {table} \
         AND NOT (TABLE_SCHEMA = {database} AND TABLE_NAME = {table})"
    );
    let rows = connection.query(&sql)?;
    Ok(rows.iter().map(|row| (row.first().cloned().flatten(), text(row, 1))).collect())
}

/// Whether a table of this name, as SQL writes it, has a row.
pub(super) fn has_rows(connection: &mut Connection, name: &str) -> Result<bool, Fault> {
    Ok(!connection.query(&format!("SELECT 1 FROM {name} LIMIT 1"))?.is_empty())
}

/// Whether the server takes rows by LOAD DATA LOCAL.
pub(super) fn takes_local(connection: &mut Connection) -> Result<bool, Fault> {
    Ok(number(connection, "SELECT @@GLOBAL.local_infile")? == 1)
}

/// The most bytes that a statement may have.
pub(super) fn max_statement(connection: &mut Connection) -> Result<u64, Fault> {
    number(connection, "SELECT @@max_allowed_packet")
}

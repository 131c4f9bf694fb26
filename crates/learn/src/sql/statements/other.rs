//! Comments, what is dropped or renamed, rows of data, functions, settings.

use super::source::{Outcome, Source};
use crate::model::{SqlDialect, TableName};
use crate::sql::cursor::Cursor;
use crate::sql::draft::Draft;

/// Reads behind `CREATE`, where no table, type or index follows.
pub(super) fn create(draft: &mut Draft, cursor: &mut Cursor<'_>) -> Outcome {
    // `DEFINER = root@localhost`, `ALGORITHM = MERGE`, `SQL SECURITY DEFINER`.
    while !cursor.is_done()
        && !cursor.is_any(&["FUNCTION", "PROCEDURE", "AGGREGATE", "TRIGGER", "VIEW", "EVENT"])
    {
        cursor.advance();
        if cursor.position() > 16 {
            return Outcome::Read;
        }
    }
    if cursor.eat_any(&["FUNCTION", "PROCEDURE", "AGGREGATE"]) {
        cursor.eat("IF NOT EXISTS");
        if let Some(name) = cursor.table_name().filter(|name| !draft.functions.contains(&name.name)) {
            draft.functions.push(name.name);
        }
    } else if cursor.eat("TRIGGER") {
        return trigger(draft, cursor);
    } else if cursor.eat("VIEW") {
        cursor.eat("IF NOT EXISTS");
        if let Some(name) = cursor.table_name() {
            draft.left_out.insert(name.name);
        }
    }
    Outcome::Read
}

/// Keeps the name of a trigger that may change a row that is inserted, and the tables that it inserts rows into.
fn trigger(draft: &mut Draft, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("IF NOT EXISTS");
    let Some(name) = cursor.names().and_then(|mut names| names.pop()) else { return Outcome::Read };
    let is_before = cursor.eat_any(&["BEFORE", "INSTEAD OF"]);
    let mut is_insert = false;
    while !cursor.is_done() && !cursor.eat("ON") {
        is_insert |= cursor.is("INSERT");
        cursor.advance();
    }
    let Some(table) = cursor.table_name().filter(|_| is_insert) else { return Outcome::Read };
    let filled: Vec<TableName> = inserted_into(cursor).into_iter().map(|name| draft.qualify(name)).collect();
    if let Some(index) = draft.find(&draft.qualify(table)) {
        let table = &mut draft.tables[index].table;
        table.fills.extend(filled.into_iter().filter(|name| *name != table.name));
        if is_before {
            table.triggers.push(name);
        }
    }
    Outcome::Read
}

/// How statements that insert rows begin.
const INSERTS: [&str; 5] =
    ["INSERT INTO", "INSERT IGNORE INTO", "INSERT OR IGNORE INTO", "INSERT OR REPLACE INTO", "REPLACE INTO"];

/// The tables that the body of a trigger inserts rows into.
fn inserted_into(cursor: &mut Cursor<'_>) -> Vec<TableName> {
    let mut found = Vec::new();
    while !cursor.is_done() {
        if INSERTS.iter().any(|words| cursor.eat(words)) {
            found.extend(cursor.table_name());
        } else {
            cursor.advance();
        }
    }
    found
}

/// Reads behind `COMMENT ON`.
pub(super) fn comment(draft: &mut Draft, cursor: &mut Cursor<'_>) -> Outcome {
    let is_column = cursor.eat("COLUMN");
    if !is_column && !cursor.eat("TABLE") {
        return Outcome::Read;
    }
    let Some(mut names) = cursor.names() else { return Outcome::Read };
    let column = if is_column { names.pop() } else { None };
    let Some(name) = names.pop() else { return Outcome::Read };
    let table = draft.qualify(TableName { schema: names.pop(), name });
    if draft.left_out.contains(&table.name) {
        return Outcome::Read;
    }
    let Some(index) = draft.find(&table) else { return Outcome::Waits(table) };
    cursor.eat("IS");
    let text = cursor.string();
    let dialect = draft.dialect;
    let found = &mut draft.tables[index];
    match column {
        None => found.table.comment = text,
        Some(column) => {
            if let Some(column) = found.column(&column, dialect) {
                column.comment = text;
            }
        }
    }
    Outcome::Read
}

/// Reads behind `DROP`.
pub(super) fn drop(draft: &mut Draft, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("TEMPORARY");
    if cursor.eat_any(&["TABLE", "FOREIGN TABLE"]) {
        cursor.eat("IF EXISTS");
        for name in cursor.split().into_iter().filter_map(|mut part| part.table_name()) {
            if let Some(index) = draft.find(&draft.qualify(name)) {
                draft.drop_table(index);
            }
        }
    } else if cursor.eat("INDEX") {
        cursor.eat("CONCURRENTLY");
        cursor.eat("IF EXISTS");
        let dialect = draft.dialect;
        for name in cursor.split().into_iter().filter_map(|mut part| part.table_name()) {
            for table in &mut draft.tables {
                table.table.uniques.retain(|unique| {
                    unique.name.as_ref() != Some(&name.name) || dialect == SqlDialect::MySql
                });
            }
        }
    } else if cursor.eat_any(&["TYPE", "DOMAIN"]) {
        cursor.eat("IF EXISTS");
        if let Some(name) = cursor.table_name() {
            draft.types.remove(&name.name);
        }
    } else if cursor.eat_any(&["SCHEMA", "DATABASE"]) {
        cursor.eat("IF EXISTS");
        let Some(schema) = cursor.name() else { return Outcome::Read };
        let indices: Vec<usize> = (0..draft.tables.len())
            .filter(|&index| draft.tables[index].table.name.schema.as_ref() == Some(&schema))
            .collect();
        for index in indices {
            draft.drop_table(index);
        }
    } else if cursor.eat_any(&["FUNCTION", "PROCEDURE", "AGGREGATE"]) {
        cursor.eat("IF EXISTS");
        if let Some(name) = cursor.table_name() {
            draft.functions.retain(|other| *other != name.name);
        }
    }
    Outcome::Read
}

/// Reads behind `RENAME TABLE`.
pub(super) fn rename_tables(draft: &mut Draft, cursor: &mut Cursor<'_>) -> Outcome {
    for mut part in cursor.split() {
        let (Some(old), true, Some(new)) = (part.table_name(), part.eat("TO"), part.table_name()) else {
            continue;
        };
        if let Some(index) = draft.find(&draft.qualify(old)) {
            let new = draft.qualify(new);
            draft.rename(index, &new);
        }
    }
    Outcome::Read
}

/// Counts the rows of an `INSERT` or a `COPY`.
pub(super) fn rows(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    let Some(rows) = source.rows else { return Outcome::Read };
    while !cursor.is_done()
        && !cursor.eat("INTO")
        && cursor.is_any(&["IGNORE", "INTO", "LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "OR", "REPLACE"])
    {
        cursor.advance();
    }
    cursor.eat("ONLY");
    let Some(name) = cursor.table_name() else { return Outcome::Read };
    let name = draft.qualify(name);
    if let Some(index) = draft.find(&name) {
        *draft.tables[index].table.rows.get_or_insert(0) += rows;
    }
    Outcome::Read
}

/// Reads what sets the schema of names without one.
pub(super) fn settings(draft: &mut Draft, cursor: &mut Cursor<'_>) {
    if cursor.eat("USE") {
        draft.schema = cursor.name();
        return;
    }
    cursor.eat("SET");
    cursor.eat_any(&["SESSION", "LOCAL"]);
    if !cursor.eat("SEARCH_PATH") {
        return;
    }
    cursor.eat_sign("=");
    cursor.eat("TO");
    let mut schema = None;
    for mut part in cursor.split() {
        let named = part.string().or_else(|| part.name());
        // `'a, b'` is one string with several names.
        schema = named
            .as_deref()
            .and_then(|named| {
                named.split(',').map(str::trim).find(|name| !name.is_empty() && *name != "$user")
            })
            .map(str::to_owned);
        if schema.is_some() {
            break;
        }
    }
    draft.schema = schema.filter(|schema| schema != "default" && schema != "pg_catalog");
}

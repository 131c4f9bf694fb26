//! What the server says of its tables and types.

use std::collections::HashMap;

use super::connection::{Connection, Fault, Row, literal};
use super::table::{PgColumn, PgTable, PgType};
use crate::load::ForeignKey;

/// The table of this name, as SQL writes it, if there is one.
pub(super) fn table(connection: &mut Connection, name: &str) -> Result<Option<PgTable>, Fault> {
    let name = literal(name);
    let sql = format!(
        "SELECT c.oid, c.relkind, has_table_privilege(c.oid, 'INSERT'), has_table_privilege(c.oid, 'SELECT'), \
         has_any_column_privilege(c.oid, 'SELECT'), \
         EXISTS (SELECT 1 FROM pg_catalog.pg_constraint AS k WHERE c.oid IN (k.confrelid, k.conrelid) \
         AND k.confrelid <> k.conrelid AND k.contype = 'f') \
         FROM pg_catalog.pg_class AS c \
         WHERE c.oid = pg_catalog.to_regclass({name})"
    );
    let rows = connection.query(&sql)?;
    let Some([Some(oid), Some(kind), may_insert, may_select, may_select_some, is_linked]) =
        rows.first().map(Vec::as_slice)
    else {
        return Ok(None);
    };
    let columns = columns(connection, oid)?;
    Ok(Some(PgTable {
        oid: oid.clone(),
        kind: kind.chars().next().unwrap_or('?'),
        columns,
        foreign_keys: Vec::new(),
        is_linked: is_linked.as_deref() == Some("t"),
        may_insert: may_insert.as_deref() == Some("t"),
        may_select: may_select.as_deref() == Some("t"),
        may_select_some: may_select_some.as_deref() == Some("t"),
    }))
}

/// The foreign keys among tables, those by their `oids`.
pub(super) fn foreign_keys(
    connection: &mut Connection,
    oids: &[Option<&str>],
) -> Result<Vec<ForeignKey>, Fault> {
    let there: Vec<&str> = oids.iter().copied().flatten().collect();
    if there.len() < 2 {
        return Ok(Vec::new());
    }
    let list = there.join(", ");
    let sql = format!(
        "SELECT conrelid, confrelid, pg_catalog.quote_ident(conname), condeferrable FROM pg_catalog.pg_constraint \
         WHERE contype = 'f' AND conrelid <> confrelid AND conrelid IN ({list}) AND confrelid IN ({list}) ORDER BY conrelid, conname"
    );
    let index = |oid: &Option<String>| oids.iter().position(|found| *found == oid.as_deref());
    let key = |row: &Row| {
        let [child, parent, name, is_deferrable] = &row[..] else { return None };
        Some(ForeignKey {
            child: index(child)?,
            parent: index(parent)?,
            name: name.clone()?,
            is_deferrable: is_deferrable.as_deref() == Some("t"),
        })
    };
    Ok(connection.query(&sql)?.iter().filter_map(key).collect())
}

fn columns(connection: &mut Connection, table: &str) -> Result<Vec<PgColumn>, Fault> {
    // Servers before version 12 have no generated columns, and no column that says so.
    let sql = format!(
        "SELECT a.attname, a.atttypid, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull, a.atthasdef, \
         a.attidentity, coalesce(pg_catalog.to_jsonb(a)->>'attgenerated', '') FROM pg_catalog.pg_attribute AS a \
         WHERE a.attrelid = {table} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum"
    );
    let rows = connection.query(&sql)?;
    let types = types(connection, rows.iter().filter_map(|row| row.get(1)?.clone()).collect())?;
    let column = |row: &Row| {
        let text = |index: usize| row.get(index).cloned().flatten().unwrap_or_default();
        let is = |index: usize| text(index) == "t";
        let is_generated = !text(6).is_empty();
        PgColumn {
            name: text(0),
            of: types.get(&text(1)).cloned().unwrap_or(PgType::Other),
            type_text: text(2),
            is_needed: is(3) && !is(4) && text(5).is_empty() && !is_generated,
            is_generated,
        }
    };
    Ok(rows.iter().map(column).collect())
}

/// A type as the catalogue has it.
struct Entry {
    receives: String,
    kind: String,
    item: String,
    base: String,
}

/// The types of these numbers: domains are what they are of.
fn types(connection: &mut Connection, numbers: Vec<String>) -> Result<HashMap<String, PgType>, Fault> {
    let mut known: HashMap<String, Entry> = HashMap::new();
    let mut wanted = numbers.clone();
    while !wanted.is_empty() {
        let sql = format!(
            "SELECT oid, coalesce((SELECT proname FROM pg_catalog.pg_proc AS p WHERE p.oid = t.typreceive), ''), typtype, \
             typelem, typbasetype FROM pg_catalog.pg_type AS t WHERE oid IN ({})",
            wanted.join(", ")
        );
        wanted.clear();
        for row in connection.query(&sql)? {
            let mut texts = row.into_iter().map(Option::unwrap_or_default);
            let mut next = || texts.next().unwrap_or_default();
            let number = next();
            let entry = Entry { receives: next(), kind: next(), item: next(), base: next() };
            wanted.extend([&entry.item, &entry.base].into_iter().filter(|number| **number != "0").cloned());
            known.insert(number, entry);
        }
        wanted.retain(|number| !known.contains_key(number));
        wanted.sort_unstable();
        wanted.dedup();
    }
    Ok(numbers.into_iter().map(|number| (number.clone(), type_of(&known, &number))).collect())
}

fn type_of(known: &HashMap<String, Entry>, number: &str) -> PgType {
    let Some(entry) = known.get(number) else { return PgType::Other };
    match (&entry.kind[..], &entry.receives[..]) {
        ("d", _) => type_of(known, &entry.base),
        (_, "array_recv") => match entry.item.parse() {
            Ok(item_type) => PgType::Array { item: Box::new(type_of(known, &entry.item)), item_type },
            Err(_) => PgType::Other,
        },
        (_, receives) => PgType::received_by(receives),
    }
}

/// Whether a table of this name, as SQL writes it, has a row.
pub(super) fn has_rows(connection: &mut Connection, name: &str) -> Result<bool, Fault> {
    Ok(!connection.query(&format!("SELECT 1 FROM {name} LIMIT 1"))?.is_empty())
}

/// The words of the type of this name, as SQL writes it: none where there is no such type, and none within where it is no enumeration.
pub(super) fn enum_words(
    connection: &mut Connection,
    name: &str,
) -> Result<Option<Option<Vec<String>>>, Fault> {
    let sql = format!(
        "SELECT t.typtype, e.enumlabel FROM pg_catalog.pg_type AS t LEFT JOIN pg_catalog.pg_enum AS e ON e.enumtypid = t.oid \
         WHERE t.oid = pg_catalog.to_regtype({}) ORDER BY e.enumsortorder",
        literal(name)
    );
    let rows = connection.query(&sql)?;
    let Some(kind) = rows.first().and_then(|row| row.first().cloned().flatten()) else { return Ok(None) };
    let words = rows.into_iter().filter_map(|row| row.into_iter().nth(1).flatten());
    Ok(Some((kind == "e").then(|| words.collect())))
}

/// Whether the schema of a table, which SQL writes as `table`, has something else of this name that shares its names with indexes.
pub(super) fn has_relation(connection: &mut Connection, table: &str, name: &str) -> Result<bool, Fault> {
    let sql = format!(
        "SELECT 1 FROM pg_catalog.pg_class AS c WHERE c.relname = {} AND c.relnamespace = \
         (SELECT relnamespace FROM pg_catalog.pg_class WHERE oid = pg_catalog.to_regclass({}))",
        literal(name),
        literal(table)
    );
    Ok(!connection.query(&sql)?.is_empty())
}

/// The statements that let the sequences of a table's columns go on after the greatest value that the table has.
pub(super) fn sequences(connection: &mut Connection, name: &str) -> Result<Vec<String>, Fault> {
    let sql = format!(
        "SELECT pg_catalog.quote_ident(a.attname), s.sequence FROM pg_catalog.pg_attribute AS a, \
         LATERAL (SELECT pg_catalog.pg_get_serial_sequence({name}, a.attname) AS sequence) AS s \
         WHERE a.attrelid = {name}::pg_catalog.regclass AND a.attnum > 0 AND NOT a.attisdropped AND s.sequence IS NOT NULL",
        name = literal(name)
    );
    let rows = connection.query(&sql)?;
    let statement = |row: &Row| {
        let [Some(column), Some(sequence)] = row.as_slice() else { return None };
        // A sequence that is further already stays.
        Some(format!(
            "SELECT pg_catalog.setval({}, m) FROM (SELECT max({column}) AS m FROM {name}) AS t \
             WHERE m >= (SELECT last_value FROM {sequence})",
            literal(sequence)
        ))
    };
    Ok(rows.iter().filter_map(statement).collect())
}

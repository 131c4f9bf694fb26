//! Constraints of tables, and what follows them.

use super::column::column;
use super::index::{exclusion_parts, index_parts};
use super::reference::{characteristics, enforcement, reference};
use super::{Context, Element, LikeParts, excerpt, name_list};
use crate::model::{Check, Exclusion, Origin, SqlDialect, Unique, UniquePart};
use crate::sql::cursor::Cursor;

/// Reads what is between two commas of a table's definition: a constraint, or else a column.
pub(in crate::sql) fn table_element(
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
    into: &mut Vec<Element>,
) {
    let line = cursor.line();
    let mut name = None;
    if cursor.is("CONSTRAINT") && begins_constraint(cursor) {
        cursor.advance();
        // The name may be left out in MySQL.
        if !cursor.is_any(&["PRIMARY", "UNIQUE", "FOREIGN", "CHECK"]) || cursor.is_at(1, "CHECK") {
            name = cursor.name();
        }
    }
    let has_constraint = table_constraint(cursor, context, name.as_ref(), into);
    if !has_constraint && name.is_some() {
        context.note(line, format!("constraint `{}` is not understood", excerpt(&cursor.all_text())));
    } else if !has_constraint {
        column(cursor, context, into);
    } else if !cursor.is_done() {
        context
            .note(line, format!("`{}` after a constraint is not understood", excerpt(&cursor.rest_text())));
    }
}

/// Whether CONSTRAINT is no column of this name.
fn begins_constraint(cursor: &Cursor<'_>) -> bool {
    const KINDS: [&str; 6] = ["PRIMARY", "UNIQUE", "FOREIGN", "CHECK", "EXCLUDE", "NOT"];
    (1..=4).any(|ahead| KINDS.iter().any(|kind| cursor.is_at(ahead, kind)))
}

fn table_constraint(
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
    name: Option<&String>,
    into: &mut Vec<Element>,
) -> bool {
    let origin = context.origin(cursor.line());
    let name = name.cloned();
    let is_mysql = context.dialect == SqlDialect::MySql;
    if cursor.eat("PRIMARY KEY") {
        primary_key(cursor, context, name, into);
    } else if cursor.is("UNIQUE") && !cursor.is_at(1, "TEXT") {
        cursor.advance();
        unique(cursor, name, origin, into);
    } else if cursor.eat("FOREIGN KEY") {
        cursor.eat("IF NOT EXISTS");
        let index = if cursor.is_sign("(") { None } else { cursor.name() };
        let columns = name_list(cursor);
        match reference(cursor, context, name.or(index), columns, origin.clone()) {
            Some(key) => into.push(Element::ForeignKey(key)),
            None => context.note(origin.line, "a FOREIGN KEY without the table that it refers to"),
        }
    } else if cursor.is("CHECK") && cursor.is_sign_at(1, "(") {
        cursor.advance();
        let condition = cursor.group().map(|group| group.all_text()).unwrap_or_default();
        let is_enforced = enforcement(cursor);
        into.push(Element::Check(Check { name, condition, is_enforced, origin }));
    } else if cursor.is("EXCLUDE") && (cursor.is_at(1, "USING") || cursor.is_sign_at(1, "(")) {
        exclusion(cursor, name, origin, into);
    } else if cursor.is("NOT") && cursor.is_at(1, "NULL") {
        // PostgreSQL 18 writes the named ones of tables so: `CONSTRAINT x NOT NULL column`.
        cursor.eat("NOT NULL");
        cursor.name();
        characteristics(cursor);
    } else if cursor.is("LIKE") && context.dialect == SqlDialect::Postgres {
        return like(cursor, into);
    } else if (is_mysql && is_index(cursor)) || (cursor.is("PERIOD") && cursor.is_at(1, "FOR")) {
        while cursor.advance().is_some() {}
    } else {
        return false;
    }
    true
}

/// Whether an index of MySQL begins here, which forbids nothing.
fn is_index(cursor: &Cursor<'_>) -> bool {
    cursor.is_any(&["KEY", "INDEX", "FULLTEXT", "SPATIAL"])
}

fn primary_key(
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
    name: Option<String>,
    into: &mut Vec<Element>,
) {
    let line = cursor.line();
    if cursor.eat("USING INDEX") {
        if let Some(index) = cursor.name() {
            into.push(Element::UsingIndex { name, index, is_primary: true });
        }
        characteristics(cursor);
        return;
    }
    skip_index_type(cursor);
    if !cursor.is_sign("(") {
        cursor.name();
        skip_index_type(cursor);
    }
    let mut columns = Vec::new();
    for part in cursor.group().map(index_parts).unwrap_or_default() {
        match part {
            UniquePart::Column(column) => columns.push(column),
            UniquePart::Expression(sql) => {
                context.note(line, format!("a primary key of `{sql}` is not understood"));
            }
        }
    }
    // `id INTEGER, PRIMARY KEY (id AUTOINCREMENT)`
    into.push(Element::PrimaryKey { name, columns });
    characteristics(cursor);
}

fn unique(cursor: &mut Cursor<'_>, name: Option<String>, origin: Origin, into: &mut Vec<Element>) {
    if cursor.eat("USING INDEX") {
        if let Some(index) = cursor.name() {
            into.push(Element::UsingIndex { name, index, is_primary: false });
        }
        characteristics(cursor);
        return;
    }
    cursor.eat_any(&["KEY", "INDEX"]);
    cursor.eat("IF NOT EXISTS");
    let nulls_are_equal = cursor.eat("NULLS NOT DISTINCT");
    cursor.eat("NULLS DISTINCT");
    skip_index_type(cursor);
    let index = if cursor.is_sign("(") { None } else { cursor.name() };
    skip_index_type(cursor);
    let parts = cursor.group().map(index_parts).unwrap_or_default();
    into.push(Element::Unique(Unique {
        name: name.or(index),
        parts,
        condition: None,
        nulls_are_equal,
        origin,
    }));
    characteristics(cursor);
}

fn skip_index_type(cursor: &mut Cursor<'_>) {
    if cursor.eat("USING") {
        cursor.advance();
    }
    cursor.eat_any(&["CLUSTERED", "NONCLUSTERED"]);
}

fn exclusion(cursor: &mut Cursor<'_>, name: Option<String>, origin: Origin, into: &mut Vec<Element>) {
    cursor.eat("EXCLUDE");
    skip_index_type(cursor);
    let parts = cursor.group().map(exclusion_parts).unwrap_or_default();
    let mut condition = None;
    while !cursor.is_done() {
        if cursor.eat("WHERE") {
            condition = Some(cursor.group().map_or_else(|| cursor.rest_text(), |group| group.all_text()));
        } else {
            cursor.skip_one();
        }
    }
    into.push(Element::Exclusion(Exclusion { name, parts, condition, origin }));
}

fn like(cursor: &mut Cursor<'_>, into: &mut Vec<Element>) -> bool {
    cursor.eat("LIKE");
    let Some(table) = cursor.table_name() else { return false };
    let mut what = LikeParts::default();
    while !cursor.is_done() {
        let takes = cursor.is("INCLUDING");
        cursor.advance();
        match cursor.advance().map(|token| token.value.to_ascii_lowercase()).as_deref() {
            Some("all") => what = if takes { LikeParts::ALL } else { LikeParts::default() },
            Some("defaults") => what.defaults = takes,
            Some("identity") => what.identity = takes,
            Some("generated") => what.generated = takes,
            Some("constraints") => what.constraints = takes,
            Some("indexes") => what.indexes = takes,
            _ => {}
        }
    }
    into.push(Element::Like { table, what });
    true
}

/// Reads a constraint of a domain: its condition, or whether it forbids null.
pub(in crate::sql) fn domain_constraint(
    cursor: &mut Cursor<'_>,
    context: &Context<'_>,
) -> Option<Result<Check, bool>> {
    let origin = context.origin(cursor.line());
    let name = if cursor.eat("CONSTRAINT") { cursor.name() } else { None };
    if cursor.eat("NOT NULL") {
        Some(Err(false))
    } else if cursor.eat("NULL") {
        Some(Err(true))
    } else if cursor.eat("CHECK") {
        let condition = cursor.group()?.all_text();
        let is_enforced = enforcement(cursor);
        Some(Ok(Check { name, condition, is_enforced, origin }))
    } else {
        None
    }
}

//! `CREATE UNIQUE INDEX`, which forbids like a constraint.

use super::source::{Outcome, Source};
use crate::model::{Origin, Unique};
use crate::sql::cursor::Cursor;
use crate::sql::draft::Draft;
use crate::sql::read::index_parts;

/// Reads behind `CREATE UNIQUE INDEX`.
pub(super) fn unique_index(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("CONCURRENTLY");
    cursor.eat("IF NOT EXISTS");
    let mut name = None;
    if !cursor.is("ON") || cursor.is_at(1, "ON") {
        name = cursor.names().and_then(|mut names| names.pop());
    }
    if cursor.eat("USING") {
        cursor.advance();
    }
    let origin = Origin { source: source.name.to_owned(), line: source.line };
    if !cursor.eat("ON") {
        draft.notes.push(source.note("", "CREATE UNIQUE INDEX without its table"));
        return Outcome::Read;
    }
    cursor.eat("ONLY");
    let Some(table) = cursor.table_name() else {
        draft.notes.push(source.note("", "CREATE UNIQUE INDEX without its table"));
        return Outcome::Read;
    };
    let table = draft.qualify(table);
    if draft.left_out.contains(&table.name) {
        return Outcome::Read;
    }
    let Some(index) = draft.find(&table) else { return Outcome::Waits(table) };
    if cursor.eat("USING") {
        cursor.advance();
    }
    let parts = cursor.group().map(index_parts).unwrap_or_default();
    let mut unique = Unique { name, parts, condition: None, nulls_are_equal: false, origin };
    while !cursor.is_done() {
        if cursor.eat("NULLS NOT DISTINCT") {
            unique.nulls_are_equal = true;
        } else if cursor.eat("WHERE") {
            unique.condition = Some(condition(cursor));
        } else {
            cursor.skip_one();
        }
    }
    draft.tables[index].table.uniques.push(unique);
    Outcome::Read
}

/// The rest of the statement, without parentheses around all of it.
fn condition(cursor: &mut Cursor<'_>) -> String {
    let text = cursor.rest_text();
    let inner = cursor.group();
    let is_all = cursor.is_done();
    while cursor.advance().is_some() {}
    inner.filter(|_| is_all).map_or(text, |inner| inner.all_text())
}

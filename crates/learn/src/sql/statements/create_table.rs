//! `CREATE TABLE` in its forms.

use super::source::{Outcome, Source, context};
use crate::model::{Origin, Partition, SqlDialect, TableName, UniquePart};
use crate::sql::cursor::Cursor;
use crate::sql::draft::{Draft, DraftTable, shown};
use crate::sql::read::{Context, Element, LikeParts, column, table_element};
use crate::sql::types::TypeRef;

/// Reads behind `CREATE TABLE`.
pub(super) fn create_table(
    draft: &mut Draft,
    source: &Source<'_>,
    cursor: &mut Cursor<'_>,
    is_temporary: bool,
) -> Outcome {
    let if_not_exists = cursor.eat("IF NOT EXISTS");
    let Some(name) = cursor.table_name() else {
        draft.notes.push(source.note("", "CREATE TABLE without a name"));
        return Outcome::Read;
    };
    if is_temporary || name.schema.as_deref().is_some_and(|schema| schema.eq_ignore_ascii_case("temp")) {
        draft.left_out.insert(name.name);
        return Outcome::Read;
    }
    let name = draft.qualify(name);
    if let Some(index) = draft.find(&name) {
        if if_not_exists {
            return Outcome::Read;
        }
        draft.notes.push(
            source.note(format!("table {}", shown(&name)), "it is defined twice; the last definition counts"),
        );
        draft.drop_table(index);
    }
    let mut table =
        DraftTable::new(name.clone(), Origin { source: source.name.to_owned(), line: source.line });
    let mut notes = Vec::new();
    let waits = read_table(draft, &mut table, cursor, &mut context(&mut notes, source, draft.dialect, &name));
    if let Some(other) = waits {
        return Outcome::Waits(other);
    }
    draft.notes.append(&mut notes);
    draft.push(table);
    Outcome::Read
}

/// Reads a table; the one that it waits for, if that is not defined yet.
fn read_table(
    draft: &Draft,
    table: &mut DraftTable,
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
) -> Option<TableName> {
    if cursor.eat("PARTITION OF") {
        let parent = draft.qualify(cursor.table_name()?);
        if draft.find(&parent).is_none() {
            return Some(parent);
        }
        table.inherits.push(parent);
        draft.take_columns(table);
        elements(draft, table, cursor, context);
        table.table.partition = Some(Partition { bound: partition_bound(cursor) });
    } else if cursor.eat("LIKE") {
        let other = draft.qualify(cursor.table_name()?);
        if !draft.copy_like(table, &other, LikeParts::ALL) {
            return Some(other);
        }
    } else if cursor.eat("OF") {
        let of = TypeRef::read(cursor);
        let line = cursor.line();
        match draft.types.get(&of.spelled) {
            Some(crate::sql::draft::UserType::Composite(fields)) => {
                table.columns.extend(fields.iter().cloned());
            }
            _ => context.note(line, format!("its type `{}` is not defined", of.text)),
        }
        elements(draft, table, cursor, context);
    } else if cursor.is_sign("(")
        && let Some(other) = elements(draft, table, cursor, context)
    {
        return Some(other);
    }
    options(draft, table, cursor, context)
}

/// Reads what is in the parentheses; the table that it is like, if that is not defined yet.
fn elements(
    draft: &Draft,
    table: &mut DraftTable,
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
) -> Option<TableName> {
    let parts = cursor.group()?.split();
    // A list of names alone is what `CREATE TABLE … (a, b) AS SELECT` has; a column of SQLite without type looks the same.
    let mut found = Vec::new();
    for mut part in parts {
        let is_like_only = part.is("LIKE");
        if table.table.partition.is_none() && !table.inherits.is_empty() {
            inherited_column(table, &mut part);
        }
        if part.is_done() {
            continue;
        }
        table_element(&mut part, context, &mut found);
        if is_like_only && let Some(Element::Like { table: other, what }) = found.pop() {
            let other = draft.qualify(other);
            if !draft.copy_like(table, &other, what) {
                return Some(other);
            }
        }
    }
    // Columns first, as a key may stand before them.
    let (columns, others): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|element| matches!(element, Element::Column(_)));
    for element in columns.into_iter().chain(others) {
        table.add(element, context);
    }
    if draft.dialect != SqlDialect::MySql {
        // A unique constraint over the key beside it is that key.
        let key: Vec<UniquePart> = table.table.primary_key.iter().cloned().map(UniquePart::Column).collect();
        table.table.uniques.retain(|unique| unique.parts != key);
    }
    None
}

/// A partition may say more of a column without its type: `(id DEFAULT 1, a WITH OPTIONS NOT NULL)`.
fn inherited_column(table: &mut DraftTable, part: &mut Cursor<'_>) {
    let from = part.position();
    let dialect = part.dialect();
    let Some(name) = part.name() else { return };
    let has_options = part.eat("WITH OPTIONS")
        || part.is_any(&["NOT", "DEFAULT", "PRIMARY", "UNIQUE", "NULL", "GENERATED"]);
    let Some(column) = table.column(&name, dialect).filter(|_| has_options) else {
        part.go_to(from);
        return;
    };
    if part.eat("NOT NULL") {
        column.is_nullable = false;
    }
    if part.eat("DEFAULT") {
        column.default = Some(part.rest_text());
    }
    while part.advance().is_some() {}
}

fn partition_bound(cursor: &mut Cursor<'_>) -> String {
    let from = cursor.position();
    if !cursor.eat("DEFAULT") {
        while !cursor.is_done() && !cursor.is_any(&["PARTITION", "USING", "TABLESPACE", "SERVER"]) {
            // `WITH` begins storage parameters, but also the bound of a hash partition.
            if cursor.is("WITH") && cursor.position() > from + 2 {
                break;
            }
            cursor.skip_one();
        }
    }
    cursor.text_since(from)
}

/// Reads what follows the parentheses.
fn options(
    draft: &Draft,
    table: &mut DraftTable,
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
) -> Option<TableName> {
    while !cursor.is_done() {
        let line = cursor.line();
        if cursor.eat("INHERITS") {
            let parents = cursor.group().map(|mut group| group.split()).unwrap_or_default();
            for parent in parents.into_iter().filter_map(|mut part| part.table_name()) {
                let parent = draft.qualify(parent);
                if draft.find(&parent).is_none() {
                    return Some(parent);
                }
                table.inherits.push(parent);
            }
            if table.inherits.len() > 1 {
                context.note(line, "it inherits from several tables; the first is kept as its parent, the columns are of all");
            }
            draft.take_columns(table);
        } else if cursor.eat("PARTITION BY") {
            partitioned_by(table, cursor);
        } else if cursor.eat("WITHOUT ROWID") {
            table.has_rowid = false;
        } else if cursor.eat("COMMENT") {
            cursor.eat_sign("=");
            table.table.comment = cursor.string();
        } else if cursor.eat("COLLATE") {
            cursor.eat_sign("=");
            table.collation = cursor.names().and_then(|mut names| names.pop());
        } else if cursor.is("AS")
            || (cursor.is("SELECT") && !table.columns.is_empty())
            || cursor.is("WITH") && cursor.is_at(1, "RECURSIVE")
        {
            context.note(
                line,
                "it is made by a query (AS SELECT): columns that only the query names are not known",
            );
            return None;
        } else {
            cursor.skip_one();
        }
    }
    None
}

fn partitioned_by(table: &mut DraftTable, cursor: &mut Cursor<'_>) {
    let from = cursor.position();
    cursor.eat("LINEAR");
    let is_postgres = cursor.dialect() == SqlDialect::Postgres;
    cursor.advance();
    cursor.skip_one();
    // The partitions of MySQL are no tables, and hold every row.
    if is_postgres {
        table.table.partitioned_by = Some(cursor.text_since(from));
    } else {
        while cursor.advance().is_some() {}
    }
}

/// Reads behind `CREATE VIRTUAL TABLE`, whose columns only its module knows.
pub(super) fn virtual_table(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("IF NOT EXISTS");
    if let Some(name) = cursor.table_name() {
        let module = if cursor.eat("USING") { cursor.name() } else { None };
        let text = format!("a virtual table of the module {} is left out", module.unwrap_or_default());
        draft.notes.push(source.note(format!("table {}", shown(&name)), text));
        draft.left_out.insert(name.name);
    }
    Outcome::Read
}

/// The columns of a composite type.
pub(super) fn fields(
    group: &mut Cursor<'_>,
    context: &mut Context<'_>,
) -> Vec<crate::sql::read::DraftColumn> {
    let mut elements = Vec::new();
    for mut part in group.split() {
        column(&mut part, context, &mut elements);
    }
    let column = |element| match element {
        Element::Column(column) => Some(column),
        _ => None,
    };
    elements.into_iter().filter_map(column).collect()
}

/// Reads `ATTACH PARTITION child FOR VALUES …` behind its first words.
pub(super) fn attach(draft: &mut Draft, parent: &TableName, cursor: &mut Cursor<'_>) -> Option<TableName> {
    let child = draft.qualify(cursor.table_name()?);
    let Some(index) = draft.find(&child) else { return Some(child) };
    let bound = partition_bound(cursor);
    let table = &mut draft.tables[index];
    table.inherits = vec![parent.clone()];
    table.table.partition = Some(Partition { bound });
    None
}

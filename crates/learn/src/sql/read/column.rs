//! A column: its name, its type, its options.

use super::expression::unenclosed;
use super::reference::{characteristics, enforcement, reference};
use super::{Context, DraftColumn, Element, excerpt};
use crate::model::{Check, Generated, Identity, SqlDialect, Unique, UniquePart};
use crate::sql::cursor::Cursor;
use crate::sql::types::TypeRef;

/// Reads a column, and puts it and the constraints that its options are into `into`.
pub(in crate::sql) fn column(cursor: &mut Cursor<'_>, context: &mut Context<'_>, into: &mut Vec<Element>) {
    let line = cursor.line();
    let Some(name) = cursor.name() else {
        context.note(line, format!("`{}` is no column or constraint", excerpt(&cursor.rest_text())));
        return;
    };
    let of = TypeRef::read(cursor);
    let mut column = DraftColumn::new(name, of, line);
    set_serial(&mut column, context.dialect);
    let mut constraints = Vec::new();
    column_options(cursor, context, &mut column, &mut constraints);
    into.push(Element::Column(column));
    into.append(&mut constraints);
}

/// Types that number their rows.
fn set_serial(column: &mut DraftColumn, dialect: SqlDialect) {
    let is_serial = matches!(
        column.of.name.as_str(),
        "serial" | "bigserial" | "smallserial" | "serial2" | "serial4" | "serial8"
    );
    if is_serial && dialect != SqlDialect::Sqlite {
        column.is_nullable = false;
        column.identity = Some(Identity { is_always: false, start: 1, step: 1 });
    }
}

/// Reads the options after the type of a column.
pub(in crate::sql) fn column_options(
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
    column: &mut DraftColumn,
    into: &mut Vec<Element>,
) {
    let mut name = None;
    while !cursor.is_done() {
        let line = cursor.line();
        if cursor.eat("CONSTRAINT") {
            name = cursor.name();
            continue;
        }
        let name = name.take();
        let is_read = constraint_option(cursor, context, column, name, into)
            || value_option(cursor, column)
            || storage_option(cursor, column);
        if !is_read {
            let about = format!("{}, column {}", context.about, column.name);
            context.note_about(
                line,
                about,
                format!("`{}` is not understood", excerpt(&unknown_clause(cursor))),
            );
        }
    }
}

/// Goes on behind what is not understood, up to the next word that may begin an option.
fn unknown_clause(cursor: &mut Cursor<'_>) -> String {
    const STARTS: [&str; 13] = [
        "NOT",
        "NULL",
        "DEFAULT",
        "PRIMARY",
        "UNIQUE",
        "CHECK",
        "REFERENCES",
        "CONSTRAINT",
        "COLLATE",
        "GENERATED",
        "AUTO_INCREMENT",
        "COMMENT",
        "AUTOINCREMENT",
    ];
    let from = cursor.position();
    cursor.skip_one();
    while !cursor.is_done() && !cursor.is_any(&STARTS) {
        cursor.skip_one();
    }
    cursor.text_since(from)
}

/// Options that are constraints. Whether there was one.
fn constraint_option(
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
    column: &mut DraftColumn,
    name: Option<String>,
    into: &mut Vec<Element>,
) -> bool {
    let line = cursor.line();
    let origin = context.origin(line);
    if cursor.eat("NOT NULL") {
        column.is_nullable = false;
        cursor.eat("NOT VALID");
        cursor.eat("NO INHERIT");
        cursor.eat("ENABLE");
    } else if cursor.eat_any(&["PRIMARY KEY", "PRIMARY"]) {
        column.is_nullable = false;
        cursor.eat_any(&["ASC", "DESC"]);
        into.push(Element::PrimaryKey { name, columns: vec![column.name.clone()] });
        characteristics(cursor);
    } else if cursor.eat("UNIQUE") {
        cursor.eat_any(&["KEY", "INDEX"]);
        let nulls_are_equal = cursor.eat("NULLS NOT DISTINCT");
        cursor.eat("NULLS DISTINCT");
        characteristics(cursor);
        let parts = vec![UniquePart::Column(column.name.clone())];
        into.push(Element::Unique(Unique { name, parts, condition: None, nulls_are_equal, origin }));
    } else if cursor.is("KEY") && context.dialect == SqlDialect::MySql {
        cursor.advance();
        column.is_nullable = false;
        into.push(Element::PrimaryKey { name, columns: vec![column.name.clone()] });
    } else if cursor.is("CHECK") && cursor.is_sign_at(1, "(") {
        cursor.advance();
        let condition = cursor.group().map(|group| group.all_text()).unwrap_or_default();
        let is_enforced = enforcement(cursor);
        into.push(Element::Check(Check { name, condition, is_enforced, origin }));
    } else if cursor.is("REFERENCES") {
        match reference(cursor, context, name, vec![column.name.clone()], origin) {
            Some(key) => into.push(Element::ForeignKey(key)),
            None => context.note(line, format!("the table that column {} refers to is missing", column.name)),
        }
    } else {
        return false;
    }
    true
}

/// Options that say what value a row has. Whether there was one.
fn value_option(cursor: &mut Cursor<'_>, column: &mut DraftColumn) -> bool {
    if cursor.eat("NULL") {
        column.is_nullable = true;
    } else if cursor.eat("DEFAULT") {
        column.default = Some(unenclosed(cursor));
    } else if cursor.eat("GENERATED ALWAYS AS IDENTITY") {
        column.is_nullable = false;
        column.identity = Some(identity(cursor, true));
    } else if cursor
        .eat_any(&["GENERATED BY DEFAULT AS IDENTITY", "GENERATED BY DEFAULT ON NULL AS IDENTITY"])
    {
        column.is_nullable = false;
        column.identity = Some(identity(cursor, false));
    } else if cursor.is("IDENTITY") {
        cursor.advance();
        column.identity = Some(identity_arguments(cursor));
    } else if cursor.eat_any(&["GENERATED ALWAYS AS ROW", "AS ROW"]) {
        // A column of MariaDB's versioned tables.
        cursor.eat_any(&["START", "END"]);
        column.generated = Some(Generated { expression: String::new(), is_stored: true });
    } else if cursor.eat_any(&["GENERATED ALWAYS AS", "AS"]) {
        let expression = match cursor.group() {
            Some(group) => group.all_text(),
            None => unenclosed(cursor),
        };
        let is_stored = cursor.eat_any(&["STORED", "PERSISTENT", "PERSISTED"]);
        cursor.eat("VIRTUAL");
        column.generated = Some(Generated { expression, is_stored });
    } else if cursor.eat_any(&["AUTO_INCREMENT", "AUTOINCREMENT"]) {
        column.identity = Some(Identity { is_always: false, start: 1, step: 1 });
    } else {
        return false;
    }
    true
}

/// `IDENTITY(1,1)` of SQL Server.
fn identity_arguments(cursor: &mut Cursor<'_>) -> Identity {
    let numbers = cursor.group().map(|mut group| group.split()).unwrap_or_default();
    let number = |index: usize| numbers.get(index).and_then(|part| part.all_text().parse().ok()).unwrap_or(1);
    Identity { is_always: true, start: number(0), step: number(1) }
}

/// The options of a sequence, in parentheses or not.
pub(in crate::sql) fn identity(cursor: &mut Cursor<'_>, is_always: bool) -> Identity {
    let mut found = Identity { is_always, start: 1, step: 1 };
    let Some(mut options) = cursor.group() else { return found };
    sequence_options(&mut options, &mut found);
    found
}

/// Reads the options of a sequence to the end.
pub(in crate::sql) fn sequence_options(cursor: &mut Cursor<'_>, into: &mut Identity) {
    let mut has_start = false;
    let mut min = None;
    while !cursor.is_done() {
        if cursor.eat_any(&["START WITH", "START", "RESTART WITH"]) {
            if let Some(start) = signed_number(cursor) {
                into.start = start;
                has_start = true;
            }
        } else if cursor.eat_any(&["INCREMENT BY", "INCREMENT"]) {
            into.step = signed_number(cursor).unwrap_or(1);
        } else if cursor.eat("NO MINVALUE") {
        } else if cursor.eat("MINVALUE") {
            min = signed_number(cursor);
        } else {
            cursor.advance();
        }
    }
    if !has_start {
        into.start = min.unwrap_or(into.start);
    }
}

fn signed_number(cursor: &mut Cursor<'_>) -> Option<i64> {
    let is_negative = cursor.eat_sign("-");
    cursor.eat_sign("=");
    let number: i64 = cursor.peek()?.value.parse().ok()?;
    cursor.advance();
    Some(if is_negative { -number } else { number })
}

/// Options of how it is stored, compared or shown. Whether there was one.
fn storage_option(cursor: &mut Cursor<'_>, column: &mut DraftColumn) -> bool {
    const ALONE: [&str; 17] = [
        "ASC",
        "DESC",
        "VISIBLE",
        "INVISIBLE",
        "FIRST",
        "STORED",
        "VIRTUAL",
        "DEFERRABLE",
        "NOT DEFERRABLE",
        "INITIALLY DEFERRED",
        "INITIALLY IMMEDIATE",
        "WITH SYSTEM VERSIONING",
        "WITHOUT SYSTEM VERSIONING",
        "NO INHERIT",
        "ENABLE",
        "SPARSE",
        "ROWGUIDCOL",
    ];
    const WITH_ONE: [&str; 12] = [
        "CHARACTER SET",
        "CHARSET",
        "STORAGE",
        "COMPRESSION",
        "COLUMN_FORMAT",
        "SRID",
        "REF_SYSTEM_ID",
        "AFTER",
        "ON CONFLICT",
        "ENGINE_ATTRIBUTE",
        "SECONDARY_ENGINE_ATTRIBUTE",
        "COMPRESSED",
    ];
    if cursor.eat("COLLATE") {
        cursor.eat_sign("=");
        column.collation = cursor.names().and_then(|mut names| names.pop());
    } else if cursor.eat("COMMENT") {
        column.comment = cursor.string();
    } else if cursor.eat("ON UPDATE") {
        unenclosed(cursor);
    } else if cursor.eat("OPTIONS") || cursor.eat("USING INDEX TABLESPACE") {
        cursor.skip_one();
    } else if cursor.eat_any(&WITH_ONE) {
        cursor.eat_sign("=");
        cursor.skip_one();
    } else {
        return cursor.eat_any(&ALONE);
    }
    true
}

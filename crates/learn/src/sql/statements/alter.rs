//! `ALTER TABLE`.

use super::alter_column;
use super::create_table::attach;
use super::source::{Applied, Outcome, Source, Target, context};
use crate::model::{Note, SqlDialect, TableName};
use crate::sql::cursor::Cursor;
use crate::sql::draft::Draft;
use crate::sql::read::{Element, excerpt, table_element};

/// Words that begin what says nothing about rows.
const IGNORED: [&str; 50] = [
    "OWNER",
    "ENABLE",
    "DISABLE",
    "CLUSTER",
    "REPLICA",
    "VALIDATE",
    "AUTO_INCREMENT",
    "ENGINE",
    "DEFAULT",
    "CHARACTER",
    "CHARSET",
    "CONVERT",
    "COLLATE",
    "ROW_FORMAT",
    "ORDER",
    "FORCE",
    "ALGORITHM",
    "LOCK",
    "COMMENT",
    "CHECK",
    "DISCARD",
    "IMPORT",
    "PARTITION",
    "REMOVE",
    "KEY_BLOCK_SIZE",
    "STATS_PERSISTENT",
    "TABLESPACE",
    "NO",
    "DETACH",
    "NOT",
    "OF",
    "WITH",
    "WITHOUT",
    "CHECKSUM",
    "MAX_ROWS",
    "MIN_ROWS",
    "AVG_ROW_LENGTH",
    "PACK_KEYS",
    "TRUNCATE",
    "COALESCE",
    "REORGANIZE",
    "EXCHANGE",
    "ANALYZE",
    "OPTIMIZE",
    "REBUILD",
    "REPAIR",
    "UPGRADE",
    "UNION",
    "INSERT_METHOD",
    "DELAY_KEY_WRITE",
];

/// Reads behind `ALTER TABLE`.
pub(super) fn alter_table(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    let if_exists = cursor.eat("IF EXISTS");
    let is_only = cursor.eat("ONLY");
    let Some(name) = cursor.table_name() else {
        draft.notes.push(source.note("", format!("`{}` is not understood", excerpt(source.text))));
        return Outcome::Read;
    };
    cursor.eat_sign("*");
    let name = draft.qualify(name);
    let changes: Vec<_> = cursor.split().into_iter().filter(|change| !is_ignored(change)).collect();
    if changes.is_empty() || draft.left_out.contains(&name.name) {
        return Outcome::Read;
    }
    let Some(index) = draft.find(&name) else {
        // What a dump drops at its beginning is not there.
        let only_drops = |change: &Cursor<'_>| {
            change.is("DROP") || (change.is("ALTER") && (change.is_at(2, "DROP") || change.is_at(3, "DROP")))
        };
        return if if_exists || changes.iter().all(only_drops) {
            Outcome::Read
        } else {
            Outcome::Waits(name)
        };
    };
    let mut notes = Vec::new();
    let mut outcome = Outcome::Read;
    for mut change in changes {
        let from = change.position();
        let target = Target { index, name: &name, is_only };
        match apply(draft, source, &target, &mut change, &mut notes) {
            Applied::Done => {}
            Applied::Waits(other) => outcome = Outcome::Waits(other),
            Applied::NotUnderstood => {
                change.go_to(from);
                let mut context = context(&mut notes, source, draft.dialect, &name);
                context.note(change.line(), format!("`{}` is not understood", excerpt(&change.rest_text())));
            }
        }
    }
    draft.notes.append(&mut notes);
    outcome
}

fn is_ignored(change: &Cursor<'_>) -> bool {
    change.is_done()
        || IGNORED.iter().any(|word| change.is(word))
        || (change.is("SET") && !change.is_at(1, "SCHEMA"))
        || change.is("RESET")
}

fn apply(
    draft: &mut Draft,
    source: &Source<'_>,
    target: &Target<'_>,
    change: &mut Cursor<'_>,
    notes: &mut Vec<Note>,
) -> Applied {
    if change.eat("ADD") {
        add(draft, source, target, change, notes)
    } else if change.eat("DROP") {
        drop(draft, target, change)
    } else if change.eat("RENAME") {
        rename(draft, target, change)
    } else if change.eat("ALTER") {
        alter_column::alter(draft, source, target, change, notes)
    } else if change.is_any(&["MODIFY", "CHANGE"]) {
        alter_column::redefine(draft, source, target, change, notes)
    } else if change.eat("ATTACH PARTITION") {
        attach(draft, target.name, change).map_or(Applied::Done, Applied::Waits)
    } else if change.eat("INHERIT") {
        let Some(parent) = change.table_name() else { return Applied::NotUnderstood };
        let parent = draft.qualify(parent);
        draft.tables[target.index].inherits.push(parent);
        Applied::Done
    } else if change.eat("SET SCHEMA") {
        let Some(schema) = change.name() else { return Applied::NotUnderstood };
        let name =
            TableName { schema: Some(schema), name: draft.tables[target.index].table.name.name.clone() };
        draft.rename(target.index, &name);
        Applied::Done
    } else if draft.dialect == SqlDialect::MySql && change.peek().is_some() && is_continued_option(change) {
        Applied::Done
    } else {
        Applied::NotUnderstood
    }
}

/// Options of MySQL that are apart by blanks, each with its `=`.
fn is_continued_option(change: &Cursor<'_>) -> bool {
    change.is_sign_at(1, "=")
}

fn add(
    draft: &mut Draft,
    source: &Source<'_>,
    target: &Target<'_>,
    change: &mut Cursor<'_>,
    notes: &mut Vec<Note>,
) -> Applied {
    let is_column = change.eat("COLUMN");
    let if_not_exists = change.eat("IF NOT EXISTS");
    if change.is_any(&["PARTITION", "PERIOD", "SYSTEM"]) && !is_column {
        return Applied::Done;
    }
    let mut elements = Vec::new();
    let mut position = None;
    let mut context = context(notes, source, draft.dialect, target.name);
    if change.is_sign("(") {
        for mut part in change.group().map(|mut group| group.split()).unwrap_or_default() {
            table_element(&mut part, &mut context, &mut elements);
        }
    } else {
        position = alter_column::position(change);
        table_element(change, &mut context, &mut elements);
    }
    let dialect = draft.dialect;
    for element in elements {
        let is_new = |table: &mut crate::sql::draft::DraftTable| match &element {
            Element::Column(column) => !if_not_exists || table.column(&column.name, dialect).is_none(),
            _ => true,
        };
        if !is_new(&mut draft.tables[target.index]) {
            continue;
        }
        draft.tables[target.index].add(element, &mut context);
        if let Some(position) = &position {
            alter_column::move_last(&mut draft.tables[target.index], position, dialect);
        }
    }
    Applied::Done
}

fn drop(draft: &mut Draft, target: &Target<'_>, change: &mut Cursor<'_>) -> Applied {
    let dialect = draft.dialect;
    let table = &mut draft.tables[target.index];
    if change.eat("PRIMARY KEY") {
        table.table.primary_key.clear();
        return Applied::Done;
    }
    if change.eat("PARTITION") {
        return Applied::Done;
    }
    if change.eat_any(&["CONSTRAINT", "FOREIGN KEY", "INDEX", "KEY", "CHECK"]) {
        change.eat("IF EXISTS");
        let Some(name) = change.name() else { return Applied::NotUnderstood };
        table.drop_constraint(&name, dialect);
        return Applied::Done;
    }
    change.eat("COLUMN");
    change.eat("IF EXISTS");
    let Some(name) = change.name() else { return Applied::NotUnderstood };
    table.drop_column(&name, dialect);
    Applied::Done
}

fn rename(draft: &mut Draft, target: &Target<'_>, change: &mut Cursor<'_>) -> Applied {
    let is_constraint = change.eat_any(&["CONSTRAINT", "INDEX", "KEY"]);
    if change.eat_any(&["TO", "AS"]) || change.remaining() == 1 {
        let Some(mut name) = change.table_name() else { return Applied::NotUnderstood };
        if name.schema.is_none() {
            name.schema.clone_from(&draft.tables[target.index].table.name.schema);
        }
        draft.rename(target.index, &name);
        return Applied::Done;
    }
    change.eat("COLUMN");
    let (Some(old), true, Some(new)) = (change.name(), change.eat("TO"), change.name()) else {
        return Applied::NotUnderstood;
    };
    if is_constraint {
        draft.rename_constraint(target.index, &old, &new);
    } else {
        draft.rename_column(target.index, &old, &new);
    }
    Applied::Done
}

//! References to other tables, and what may follow any constraint.

use super::{Context, name_list};
use crate::model::{Action, ForeignKey, Origin};
use crate::sql::cursor::Cursor;

/// Reads `REFERENCES table (columns) …`.
pub(super) fn reference(
    cursor: &mut Cursor<'_>,
    context: &mut Context<'_>,
    name: Option<String>,
    columns: Vec<String>,
    origin: Origin,
) -> Option<ForeignKey> {
    cursor.eat("REFERENCES").then_some(())?;
    cursor.eat("ONLY");
    let parent = cursor.table_name()?;
    let parent_columns = name_list(cursor);
    let mut key = ForeignKey {
        name,
        columns,
        parent,
        parent_columns,
        is_deferrable: false,
        on_delete: Action::None,
        is_declared: true,
        origin,
    };
    loop {
        if cursor.eat("MATCH") {
            cursor.advance();
        } else if cursor.eat("ON DELETE") {
            key.on_delete = action(cursor);
        } else if cursor.eat("ON UPDATE") {
            action(cursor);
        } else if cursor.eat("NOT ENFORCED") {
            context.note(key.origin.line, "a foreign key is NOT ENFORCED; it is kept all the same");
        } else if !characteristic(cursor, &mut key.is_deferrable) {
            return Some(key);
        }
    }
}

fn action(cursor: &mut Cursor<'_>) -> Action {
    let action = if cursor.eat("CASCADE") {
        Action::Cascade
    } else if cursor.eat("SET NULL") {
        Action::SetNull
    } else if cursor.eat("SET DEFAULT") {
        Action::SetDefault
    } else {
        cursor.eat_any(&["NO ACTION", "RESTRICT"]);
        Action::None
    };
    if action != Action::None && action != Action::Cascade {
        cursor.group();
    }
    action
}

/// Reads one word of how a constraint is checked. Whether there was one.
fn characteristic(cursor: &mut Cursor<'_>, is_deferrable: &mut bool) -> bool {
    if cursor.eat("DEFERRABLE") || cursor.eat("INITIALLY DEFERRED") {
        *is_deferrable = true;
        return true;
    }
    cursor.eat_any(&["NOT DEFERRABLE", "INITIALLY IMMEDIATE", "NOT VALID", "ENFORCED"])
}

/// Goes on behind what may follow a key.
pub(super) fn characteristics(cursor: &mut Cursor<'_>) {
    const WITH_ONE: [&str; 7] =
        ["INCLUDE", "WITH", "USING INDEX TABLESPACE", "USING", "ON CONFLICT", "COMMENT", "KEY_BLOCK_SIZE"];
    loop {
        if cursor.eat_any(&WITH_ONE) {
            cursor.eat_sign("=");
            cursor.skip_one();
        } else if !(characteristic(cursor, &mut false)
            || cursor.eat_any(&["VISIBLE", "INVISIBLE", "NO INHERIT", "NULLS NOT DISTINCT"]))
        {
            return;
        }
    }
}

/// Whether a check is enforced, by what follows it.
pub(super) fn enforcement(cursor: &mut Cursor<'_>) -> bool {
    let mut is_enforced = true;
    loop {
        if cursor.eat("NOT ENFORCED") {
            is_enforced = false;
        } else if !cursor.eat_any(&[
            "ENFORCED",
            "NOT VALID",
            "NO INHERIT",
            "NOT DEFERRABLE",
            "INITIALLY IMMEDIATE",
        ]) {
            return is_enforced;
        }
    }
}

//! How far an expression goes that no parentheses enclose.

use crate::sql::cursor::Cursor;

/// Words that may follow the expression of a default, and are no part of it.
const ENDS: [&str; 24] = [
    "NULL",
    "PRIMARY",
    "UNIQUE",
    "CHECK",
    "REFERENCES",
    "CONSTRAINT",
    "GENERATED",
    "COMMENT",
    "AUTO_INCREMENT",
    "ON",
    "COLLATE",
    "KEY",
    "STORAGE",
    "COLUMN_FORMAT",
    "INVISIBLE",
    "VISIBLE",
    "FIRST",
    "AFTER",
    "DEFERRABLE",
    "INITIALLY",
    "ENABLE",
    "AS",
    "IDENTITY",
    "AUTOINCREMENT",
];

/// Reads an expression up to the next option of the column.
pub(super) fn unenclosed(cursor: &mut Cursor<'_>) -> String {
    let from = cursor.position();
    // Its first word belongs to it, whatever it is: `DEFAULT NULL`.
    cursor.skip_one();
    while !cursor.is_done() && !cursor.is_sign(",") {
        let ends = cursor.is_any(&ENDS)
            || (cursor.is("NOT") && (cursor.is_at(1, "NULL") || cursor.is_at(1, "DEFERRABLE")));
        let is_charset = cursor.is("CHARACTER") && cursor.is_at(1, "SET");
        if ends || is_charset {
            break;
        }
        cursor.skip_one();
    }
    cursor.text_since(from)
}

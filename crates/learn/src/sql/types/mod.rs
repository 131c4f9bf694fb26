//! The type of a column, as a statement writes it.

mod builtin;
mod kinds;

pub(super) use kinds::kind;

use super::cursor::Cursor;
use super::tokens::TokenKind;
use crate::model::SqlDialect;

/// A type before it is known what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TypeRef {
    /// The schema that it is in, if one is named.
    pub schema: Option<String>,
    /// Its words in lower case without arguments: `character varying`, `timestamp with time zone`. A quoted name is left as it is.
    pub name: String,
    /// The name as it is written, where it is one word.
    pub spelled: String,
    /// What is in parentheses; strings without quotes.
    pub arguments: Vec<String>,
    /// How many `[]` follow it.
    pub dimensions: usize,
    /// MySQL's `unsigned`, or `zerofill`, which implies it.
    pub is_unsigned: bool,
    /// As it is written.
    pub text: String,
}

/// Words that go on with a type after its first one.
const MORE: [&str; 26] = [
    "precision",
    "varying",
    "large",
    "object",
    "national",
    "character",
    "char",
    "varchar",
    "varbinary",
    "text",
    "int",
    "integer",
    "unicode",
    "ascii",
    "byte",
    "year",
    "month",
    "day",
    "hour",
    "minute",
    "second",
    "to",
    "long",
    "double",
    "raw",
    "real",
];

/// Words that end the type of a column in SQLite, where any others belong to it.
const OPTIONS: [&str; 16] = [
    "not",
    "null",
    "default",
    "primary",
    "unique",
    "check",
    "references",
    "constraint",
    "collate",
    "generated",
    "as",
    "autoincrement",
    "on",
    "comment",
    "deferrable",
    "initially",
];

impl TypeRef {
    /// Reads a type; one without a name where there is none.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Self {
        let from = cursor.position();
        let mut found = Self::default();
        if cursor.is_done()
            || (cursor.dialect() == SqlDialect::Sqlite && OPTIONS.iter().any(|word| cursor.is(word)))
        {
            return found;
        }
        cursor.eat("SETOF");
        let is_quoted = cursor.peek().is_some_and(|token| token.kind == TokenKind::QuotedName);
        let Some(mut names) = cursor.names() else { return found };
        found.spelled = names.pop().unwrap_or_default();
        found.schema = names.pop();
        found.name = if is_quoted { found.spelled.clone() } else { found.spelled.to_lowercase() };
        found.go_on(cursor);
        found.text = cursor.text_since(from);
        found
    }

    fn go_on(&mut self, cursor: &mut Cursor<'_>) {
        while let Some(token) = cursor.peek() {
            if cursor.is_sign("(") && self.arguments.is_empty() {
                if let Some(group) = cursor.group() {
                    self.arguments = arguments(group);
                }
            } else if cursor.is_sign("[") {
                while cursor.advance().is_some_and(|token| token.value != "]") {}
                self.dimensions += 1;
            } else if token.kind == TokenKind::Word && self.takes(cursor) {
                cursor.advance();
            } else if cursor.eat("ARRAY") {
                self.dimensions += usize::from(!cursor.is_sign("["));
            } else {
                break;
            }
        }
    }

    /// Whether the next word belongs to the type, and what it says.
    fn takes(&mut self, cursor: &Cursor<'_>) -> bool {
        if cursor.is_any(&["unsigned", "zerofill"]) {
            self.is_unsigned = true;
            return true;
        }
        if cursor.is("signed") || (cursor.is("binary") && cursor.dialect() == SqlDialect::MySql) {
            return true;
        }
        let is_time = ["time", "timestamp", "datetime"].iter().any(|name| self.name.starts_with(name));
        let begins_zone = is_time
            && cursor.is_any(&["with", "without"])
            && (cursor.is_at(1, "time") || cursor.is_at(1, "local"));
        let is_zone = cursor.is_any(&["time", "local", "zone"]) && self.name.contains(" with");
        let goes_on =
            MORE.iter().any(|word| cursor.is(word)) && !(cursor.is("character") && cursor.is_at(1, "set"));
        let is_any = cursor.dialect() == SqlDialect::Sqlite && !OPTIONS.iter().any(|word| cursor.is(word));
        if begins_zone || is_zone || goes_on || is_any {
            if let Some(token) = cursor.peek() {
                self.name.push(' ');
                self.name.push_str(&token.value.to_lowercase());
            }
            return true;
        }
        false
    }

    /// An argument that is a number.
    pub(super) fn number(&self, index: usize) -> Option<u32> {
        self.arguments.get(index)?.split(' ').next()?.parse().ok()
    }
}

fn arguments(mut group: Cursor<'_>) -> Vec<String> {
    let read = |part: Cursor<'_>| match part.peek() {
        Some(token) if token.kind == TokenKind::String => token.value.clone(),
        _ => part.all_text(),
    };
    group.split().into_iter().map(read).collect()
}

//! What each kind of statement does to the definitions so far.

mod alter;
mod alter_column;
mod block;
mod create_index;
mod create_table;
mod kinds;
mod other;
mod source;
mod types;

pub(super) use source::{Outcome, Source};

use super::cursor::Cursor;
use super::draft::Draft;
use super::read::excerpt;
use super::tokens::{Token, tokens};
use kinds::Known;

/// Reads one statement into the definitions.
pub(super) fn read(draft: &mut Draft, source: &Source<'_>) -> Outcome {
    let known = kinds::first_words(source.text);
    match known {
        Known::Ignored => return Outcome::Read,
        Known::Nothing => return Outcome::Unknown,
        Known::Read => {}
    }
    let tokens = match tokens(source.text, draft.dialect) {
        Ok(tokens) => tokens,
        Err(why) => {
            draft.notes.push(source.note("", format!("`{}` cannot be read: {why}", excerpt(source.text))));
            return Outcome::Read;
        }
    };
    let mut cursor = Cursor::new(source.text, &tokens, source.line, draft.dialect);
    if cursor.eat("CREATE") {
        create(draft, source, &mut cursor)
    } else if cursor.eat_any(&["ALTER TABLE", "ALTER FOREIGN TABLE"]) {
        alter::alter_table(draft, source, &mut cursor)
    } else if cursor.eat("ALTER") {
        types::alter(draft, source, &mut cursor)
    } else if cursor.eat("COMMENT ON") {
        other::comment(draft, &mut cursor)
    } else if cursor.eat("DROP") {
        other::drop(draft, &mut cursor)
    } else if cursor.eat("RENAME TABLE") {
        other::rename_tables(draft, &mut cursor)
    } else if cursor.eat_any(&["INSERT", "REPLACE", "COPY"]) {
        other::rows(draft, source, &mut cursor)
    } else if cursor.eat("DO") {
        block(draft, source, &tokens)
    } else {
        other::settings(draft, &mut cursor);
        Outcome::Read
    }
}

fn create(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("OR REPLACE");
    cursor.eat_any(&["GLOBAL", "LOCAL"]);
    let is_temporary = cursor.eat_any(&["TEMPORARY", "TEMP"]);
    cursor.eat_any(&["UNLOGGED", "FOREIGN"]);
    if cursor.eat("TABLE") {
        create_table::create_table(draft, source, cursor, is_temporary)
    } else if cursor.eat("VIRTUAL TABLE") {
        create_table::virtual_table(draft, source, cursor)
    } else if cursor.eat_any(&["UNIQUE INDEX", "UNIQUE CLUSTERED INDEX", "UNIQUE NONCLUSTERED INDEX"]) {
        create_index::unique_index(draft, source, cursor)
    } else if cursor.eat("TYPE") {
        types::create_type(draft, source, cursor)
    } else if cursor.eat("DOMAIN") {
        types::create_domain(draft, source, cursor)
    } else if cursor.eat("SCHEMA") {
        create_schema(draft, source, cursor)
    } else if cursor.eat("SEQUENCE") {
        types::create_sequence(draft, cursor)
    } else {
        other::create(draft, cursor)
    }
}

/// Reads behind `CREATE SCHEMA`, which other definitions may follow without a delimiter.
fn create_schema(draft: &mut Draft, source: &Source<'_>, cursor: &mut Cursor<'_>) -> Outcome {
    cursor.eat("IF NOT EXISTS");
    let name = if cursor.eat("AUTHORIZATION") { None } else { cursor.name() };
    let mut starts = Vec::new();
    while let Some(token) = cursor.peek() {
        if cursor.is_any(&["CREATE", "GRANT"]) {
            starts.push((token.start, cursor.line()));
        }
        cursor.skip_one();
    }
    let before = std::mem::replace(&mut draft.schema, name);
    for (at, &(start, line)) in starts.iter().enumerate() {
        let end = starts.get(at + 1).map_or(source.text.len(), |next| next.0);
        let element =
            Source { name: source.name, text: source.text[start..end].trim_end(), line, rows: None };
        read(draft, &element);
    }
    draft.schema = before;
    Outcome::Read
}

/// Reads the definitions of an anonymous block; the first that waits for a table lets all of it wait.
fn block(draft: &mut Draft, source: &Source<'_>, tokens: &[Token]) -> Outcome {
    for (text, line) in block::definitions(tokens) {
        let definition = Source { name: source.name, text: &text, line: source.line + line, rows: None };
        if let Outcome::Waits(table) = read(draft, &definition) {
            return Outcome::Waits(table);
        }
    }
    Outcome::Read
}

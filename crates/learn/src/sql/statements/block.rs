//! Definitions in anonymous blocks: `DO $$ BEGIN CREATE TYPE …; EXCEPTION … END $$`, as tools for migrations write them.

use crate::model::SqlDialect;
use crate::sql::cut::{Cutter, Statement};
use crate::sql::tokens::{Token, TokenKind};

/// The definitions in the body of a block, each with its line from 0.
pub(super) fn definitions(tokens: &[Token]) -> Vec<(String, usize)> {
    let Some(body) = tokens.iter().find(|token| token.kind == TokenKind::String) else { return Vec::new() };
    let mut found = Vec::new();
    let mut each = |statement: Statement<'_>| {
        if let Some(at) = start(&statement.text) {
            let before = statement.text[..at].matches('\n').count();
            found.push((statement.text[at..].to_owned(), body.line + statement.line - 1 + before));
        }
    };
    let mut cutter = Cutter::new(SqlDialect::Postgres);
    cutter.feed(body.value.as_bytes(), &mut each);
    cutter.finish(&mut each);
    found
}

/// Where a definition begins, of which a block or a condition may stand before.
fn start(text: &str) -> Option<usize> {
    const STARTS: [&str; 4] = ["create type ", "create domain ", "create table ", "alter table "];
    let lower = text.to_ascii_lowercase();
    let at = STARTS.iter().filter_map(|word| lower.find(word)).min()?;
    let before = lower[..at].trim_end();
    (before.is_empty() || before.ends_with("begin") || before.ends_with("then")).then_some(at)
}

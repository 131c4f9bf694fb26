//! The parts of an index or a key.

use crate::model::{SqlDialect, UniquePart};
use crate::sql::cursor::Cursor;
use crate::sql::tokens::TokenKind;

/// The parts between the commas of an index.
pub(in crate::sql) fn index_parts(mut group: Cursor<'_>) -> Vec<UniquePart> {
    group.split().into_iter().map(|mut part| index_part(&mut part)).collect()
}

/// The parts of an exclusion with their operators.
pub(super) fn exclusion_parts(mut group: Cursor<'_>) -> Vec<(UniquePart, String)> {
    let mut parts = Vec::new();
    for mut part in group.split() {
        let written = index_part(&mut part);
        let operator = if part.eat("WITH") { part.rest_text() } else { String::new() };
        parts.push((written, operator));
    }
    parts
}

/// Reads a column or an expression, and goes on behind how it is ordered.
fn index_part(part: &mut Cursor<'_>) -> UniquePart {
    let from = part.position();
    let is_name =
        part.peek().is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::QuotedName));
    if is_name && !part.is_sign_at(1, "(") {
        let name = part.name();
        order(part);
        if let (true, Some(name)) = (part.is_done() || part.is("WITH"), name) {
            return UniquePart::Column(name);
        }
        part.go_to(from);
    }
    if let Some(prefix) = prefix(part) {
        return prefix;
    }
    // An expression in parentheses, a call, or what `btree` makes of both.
    let mut end = part.position();
    while !part.is_done() && !is_order(part) {
        part.skip_one();
        end = part.position();
    }
    part.go_to(end);
    let sql = part.text_since(from);
    order(part);
    UniquePart::Expression(unwrapped(&sql))
}

/// The first characters of a text, as MySQL's indexes may have: `name(10)`.
fn prefix(part: &mut Cursor<'_>) -> Option<UniquePart> {
    let is_prefix = part.dialect() == SqlDialect::MySql
        && part.is_sign_at(1, "(")
        && part.peek_at(2).is_some_and(|token| token.kind == TokenKind::Number)
        && part.is_sign_at(3, ")");
    if !is_prefix {
        return None;
    }
    let from = part.position();
    part.name();
    let name = part.text_since(from);
    let length = part.group()?.all_text();
    order(part);
    Some(UniquePart::Expression(format!("left({name}, {length})")))
}

fn is_order(part: &Cursor<'_>) -> bool {
    part.is_any(&["ASC", "DESC", "NULLS", "COLLATE", "WITH"]) || is_operator_class(part)
}

/// Whether the name of an operator class is next, such as `varchar_pattern_ops`.
fn is_operator_class(part: &Cursor<'_>) -> bool {
    let ends_ops = |ahead: usize| {
        part.peek_at(ahead)
            .is_some_and(|token| token.kind != TokenKind::Sign && token.value.ends_with("_ops"))
    };
    ends_ops(0) || (part.is_sign_at(1, ".") && ends_ops(2))
}

/// Goes on behind how a part is ordered and compared.
fn order(part: &mut Cursor<'_>) {
    loop {
        if part.eat("COLLATE") || is_operator_class(part) {
            part.names();
            part.group();
        } else if !part.eat_any(&[
            "ASC",
            "DESC",
            "NULLS FIRST",
            "NULLS LAST",
            "AUTOINCREMENT",
            "WITHOUT OVERLAPS",
        ]) {
            return;
        }
    }
}

/// Without parentheses around all of it.
fn unwrapped(sql: &str) -> String {
    let Some(inner) = sql.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return sql.to_owned();
    };
    let mut depth = 0_i32;
    for byte in inner.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return sql.to_owned();
        }
    }
    inner.trim().to_owned()
}

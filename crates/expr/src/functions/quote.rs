//! Texts as SQL writes them: identifiers and literals.

use super::Function;
use super::rows::{to_texts, to_texts_of_any};
use super::text::text;
use crate::convert;
use crate::types::TextBounds;
use crate::unify::text_of;

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("quote_ident", (1, 1), "quote_ident(TEXT)", |args| {
        let a = text(args.one())?;
        let ty = quoted(text_of(&a.ty));
        Ok(to_texts(vec![a], ty, |row, out| identifier(row.text(0), out)))
    }),
    Function::new("quote_literal", (1, 1), "quote_literal(VALUE)", |args| {
        let a = convert::to_text(args.one())?;
        let ty = quoted(text_of(&a.ty));
        Ok(to_texts(vec![a], ty, |row, out| literal(row.text(0), out)))
    }),
    Function::new("quote_nullable", (1, 1), "quote_nullable(VALUE)", |args| {
        let a = convert::to_text(args.one())?;
        let ty = quoted(text_of(&a.ty));
        Ok(to_texts_of_any(vec![a], ty, None, |row, out| match row.is_null(0) {
            true => out.push_str("NULL"),
            false => literal(row.text(0), out),
        }))
    }),
];

/// PostgreSQL's keywords that are identifiers only in quotes.
static KEYWORDS: &str = include_str!("keywords.txt");

/// A text of this type in quotes. All its letters may be doubled.
pub(super) fn quoted(ty: TextBounds) -> TextBounds {
    TextBounds {
        longest: ty.longest.saturating_mul(2).saturating_add(4),
        mean: ty.mean.saturating_add(2),
        plain: false,
        ..ty
    }
}

/// The text as an identifier, in double quotes where it needs them.
pub(super) fn identifier(text: &str, out: &mut String) {
    let is_safe = |(at, byte): (usize, u8)| {
        byte.is_ascii_lowercase() || byte == b'_' || (at > 0 && byte.is_ascii_digit())
    };
    let is_plain = !text.is_empty() && text.bytes().enumerate().all(is_safe);
    if is_plain && !KEYWORDS.split_ascii_whitespace().any(|keyword| keyword == text) {
        return out.push_str(text);
    }
    doubled(text, '"', out);
}

/// The text as a literal in single quotes.
pub(super) fn literal(text: &str, out: &mut String) {
    if !text.contains('\\') {
        return doubled(text, '\'', out);
    }
    out.push('E');
    doubled(&text.replace('\\', "\\\\"), '\'', out);
}

/// The text in quotes, which are doubled in it.
fn doubled(text: &str, quote: char, out: &mut String) {
    out.push(quote);
    for c in text.chars() {
        out.push(c);
        if c == quote {
            out.push(c);
        }
    }
    out.push(quote);
}

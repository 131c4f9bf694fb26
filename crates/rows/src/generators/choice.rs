//! `enum`: one of the words given on the command line, by their weights.

use std::sync::Arc;

use super::constraint::{unescape, unescaped};
use super::phrase::Word;
use super::{Constraint, ConstraintError, Entry, Made};
use crate::schema::{grouped, parse_int};
use crate::words::Words;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[Entry::new("enum", "one of the words given", choice).optional(
    "A,B*WEIGHT,…",
    r"the words, each with its weight where not 1; foo,bar,baz by default; \, and \* and \@ stand for themselves",
    "enum:free*8,pro*2",
)];

/// The weights of one column may not add up to more: each unit is an entry of a table.
const MOST_SHARES: u64 = 1 << 20;

/// `enum[:a,b*3,…]`: a word with `*N` comes N times as often as one without.
pub(crate) fn choice(constraint: Constraint<'_>) -> Made {
    let Some(text) = constraint.text else {
        return Ok(Arc::new(Word::new(Words::of(["foo", "bar", "baz"]))));
    };
    let mut choices = Vec::new();
    let mut total = 0;
    for field in constraint.fields(usize::MAX, "enum:A,B*WEIGHT,…")? {
        let raw = &text[field.at.clone()];
        let (word, weight) = match unescaped(raw, '*').last() {
            None => (field.text, 1),
            Some(&star) => {
                let weight = parse_int(&raw[star + 1..]).and_then(|weight| u64::try_from(weight).ok());
                let weight = weight.filter(|&weight| weight > 0).ok_or_else(|| ConstraintError {
                    at: field.at.start + star + 1..field.at.end,
                    in_word: false,
                    text: r"expected a weight of 1 or more; a star in a word is written \*".into(),
                })?;
                (unescape(&raw[..star]), weight)
            }
        };
        total += weight.min(MOST_SHARES + 1);
        choices.push((word, weight as u32));
    }
    if total > MOST_SHARES {
        return Err(constraint.error(format!("the weights add up to more than {}", grouped(MOST_SHARES))));
    }
    let words = Words::weighted(choices.iter().map(|(word, weight)| (word.as_str(), *weight)));
    Ok(Arc::new(Word::new(words)))
}

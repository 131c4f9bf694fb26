//! `enum`: one of the words given on the command line, by their weights.

use std::sync::Arc;

use super::constraint::{ConstraintField, unescape, unescaped};
use super::phrase::Word;
use super::{BuildResult, Constraint, ConstraintError, GeneratorSpec};
use crate::types::Dictionary;
use gush_diagnostics::{grouped, parse_count_saturating};

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new("enum", "one of the words given", choice)
    .optional(
        "A,B*WEIGHT,…",
        r"the words, each with its weight where not 1; foo,bar,baz by default; \, and \* and \@ are literal",
        "enum:free*8,pro*2",
    )
    .modifiers(&["weights"])];

/// The weights of one column may not add up to more: each unit is an entry of a table.
const MOST_SHARES: u64 = 1 << 20;

/// One of the words with its weight, where one is written after it.
struct Choice {
    word: String,
    weight: Option<u64>,
    /// Where its weight is in the constraint.
    at: std::ops::Range<usize>,
}

/// `enum[:a,b*3,…]`: a word with `*N` comes N times as often as one without; `@weights=` gives all weights at once.
pub(crate) fn choice(constraint: Constraint<'_>) -> BuildResult {
    let choices = match constraint.text {
        None => ["foo", "bar", "baz"].map(|word| Choice { word: word.into(), weight: None, at: 0..0 }).into(),
        Some(text) => {
            let fields = constraint.fields(usize::MAX, "enum:A,B*WEIGHT,…")?;
            fields.into_iter().map(|field| one(text, field)).collect::<Result<Vec<_>, _>>()?
        }
    };
    let weights = match &constraint.settings.weights {
        None => choices.iter().map(|choice| choice.weight.unwrap_or(1)).collect(),
        Some(field) => listed(field, &choices)?,
    };
    // Each is bounded first, so that the sum is too.
    if weights.iter().map(|weight| weight.min(&(MOST_SHARES + 1))).sum::<u64>() > MOST_SHARES {
        let text = format!("the weights add up to more than {}", grouped(MOST_SHARES));
        let by_modifier = constraint.settings.weights.as_ref().map(|field| field.error(&*text));
        return Err(by_modifier.unwrap_or_else(|| constraint.error(text)));
    }
    let weighted = choices.iter().zip(weights).map(|(choice, weight)| (choice.word.as_str(), weight as u32));
    Ok(Arc::new(Word::new(Dictionary::weighted(weighted))))
}

/// The word in this field of the constraint `text`, and its weight.
fn one(text: &str, field: ConstraintField) -> Result<Choice, ConstraintError> {
    let raw = &text[field.at.clone()];
    let Some(&star) = unescaped(raw, '*').last() else {
        return Ok(Choice { word: field.text, weight: None, at: field.at });
    };
    let at = field.at.start + star + 1..field.at.end;
    match weight(&raw[star + 1..]) {
        Some(weight) => Ok(Choice { word: unescape(&raw[..star]), weight: Some(weight), at }),
        None => {
            let text = r"expected a weight of 1 or more; a star in a word is written \*".into();
            Err(ConstraintError { at, in_word: false, text })
        }
    }
}

/// The weights of `@weights=A:B:…`, one for each word.
fn listed(field: &ConstraintField, choices: &[Choice]) -> Result<Vec<u64>, ConstraintError> {
    if let Some(choice) = choices.iter().find(|choice| choice.weight.is_some()) {
        let text = "weights are after the words or in @weights, not in both".into();
        return Err(ConstraintError { at: choice.at.clone(), in_word: false, text });
    }
    let mut start = field.at.start;
    let mut weights = Vec::new();
    for text in field.text.split(':') {
        let at = start..start + text.len();
        start = at.end + 1;
        weights.push(weight(text).ok_or_else(|| ConstraintError {
            at,
            in_word: field.in_word,
            text: "expected a weight of 1 or more".into(),
        })?);
    }
    if weights.len() != choices.len() {
        let count = |n: usize, thing| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
        let (weights, words) = (count(weights.len(), "weight"), count(choices.len(), "word"));
        return Err(field.error(format!("there must be as many weights as words: {weights}, {words}")));
    }
    Ok(weights)
}

fn weight(text: &str) -> Option<u64> {
    // One that is too large for any sum stays that.
    parse_count_saturating(text).filter(|&weight| weight > 0)
}

//! `enum`: one of the given values, by their weights.

use std::sync::Arc;

use super::dealt;
use crate::generators::constraint::{ConstraintField, split, unescape, unescaped};
use crate::generators::distribution::weight;
use crate::generators::phrase::{DictionaryEntry, part};
use crate::generators::{BuildResult, Constraint, ConstraintError, Generate, GeneratorSpec, Properties};
use crate::rng::Draws;
use crate::types::{Array, Dictionary, Field};
use gush_diagnostics::grouped;

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[GeneratorSpec::new(
    "enum",
    "one of the words given",
    choice,
)
.optional(
    "A,B*WEIGHT,…",
    r"the words, each with its weight where not 1; foo,bar,baz by default; \, and \* and \@ are literal",
    "enum:free*8,pro*2",
)
.modifiers(&["cycle", "exact", "weights"])];

/// The weights of one column may not add up to more: each unit is an entry of a table.
const MAX_SHARES: u64 = 1 << 20;

/// One of the values with its weight, where one is written after it.
struct Choice {
    value: String,
    weight: Option<f64>,
    /// Where its weight is in the constraint.
    at: std::ops::Range<usize>,
}

/// `enum[:a,b*3,…]`: a value with `*N` comes N times as often as one without; `@weights=` gives all weights at once.
pub(crate) fn choice(constraint: Constraint<'_>) -> BuildResult {
    let choices = match constraint.text {
        None => {
            ["foo", "bar", "baz"].map(|value| Choice { value: value.into(), weight: None, at: 0..0 }).into()
        }
        Some(text) => {
            let fields = constraint.fields(usize::MAX, "enum:A,B*WEIGHT,…")?;
            // As many weights as values say how many values there are.
            if constraint.settings.weights.is_none() {
                refuse_slip(&constraint, text, &fields)?;
            }
            fields.into_iter().map(|field| one(text, field)).collect::<Result<Vec<_>, _>>()?
        }
    };
    let settings = constraint.settings;
    let weights = match &settings.weights {
        None => choices.iter().map(|choice| choice.weight.unwrap_or(1.0)).collect(),
        Some(field) => listed(field, &choices)?,
    };
    let wrong = |text: &str| {
        let by_modifier = settings.weights.as_ref().map(|field| field.error(text));
        by_modifier.unwrap_or_else(|| constraint.error(text))
    };
    let is_weighted = weights.iter().any(|weight| *weight != weights[0]);
    if let Some(field) = settings.dist.as_ref().or(settings.clamp.as_ref()).filter(|_| is_weighted) {
        return Err(field.error("the words have weights already; leave those or this"));
    }
    let shares = shares(&weights).map_err(|text| wrong(&text))?;
    let mut weighted: Vec<(&str, u32)> = choices.iter().map(|choice| &choice.value[..]).zip(shares).collect();
    weighted.retain(|(_, share)| *share > 0);
    if settings.exact.is_some() {
        // The rows of a word are one interval of those that are dealt out.
        let first = |word: &str| choices.iter().position(|choice| choice.value == word);
        weighted.sort_by_key(|(word, _)| first(word));
    }
    let values = Dictionary::weighted(weighted);
    if let Some(field) = &settings.exact {
        return dealt::dealt(&constraint, field, values);
    }
    match &settings.cycle {
        None => Ok(Arc::new(DictionaryEntry::new(values))),
        Some(field) if settings.dist.is_some() => {
            Err(field.error("the words come one after the other or by a distribution, not both"))
        }
        Some(_) => Ok(Arc::new(Cycle::new(values))),
    }
}

/// Values that are valid, but are hardly those that were meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slip {
    /// Nothing at all.
    Missing,
    /// `a,b,` before a space, as if commas were between columns.
    EmptyEnd,
    /// `a|b` or `a;b`, as alternatives are written elsewhere.
    Separator(char),
    /// `a,b;`, as if a command ended.
    Semicolon,
    /// `a, b`, as lists are written in a text: the index of the value with the blank.
    Blank(usize),
}

/// The slip that the values of this constraint look like, if they do. A last value with its weight is meant.
fn slip(text: &str, values: &[ConstraintField]) -> Option<Slip> {
    let raw = |value: &ConstraintField| &text[value.at.clone()];
    let last = raw(values.last()?);
    if unescaped(last, '*').last().is_some_and(|&star| &last[star + 1..] == "1") {
        return None;
    }
    let is_weighted = |value: &&ConstraintField| !unescaped(raw(value), '*').is_empty();
    let separated = |by: char| {
        last.contains(by) && !last.split(by).any(|value| value.is_empty() || value.starts_with(' '))
    };
    match values {
        [only] if only.text.is_empty() => Some(Slip::Missing),
        [only] if !is_weighted(&only) && separated('|') => Some(Slip::Separator('|')),
        [only] if !is_weighted(&only) && separated(';') => Some(Slip::Separator(';')),
        [_, .., last] if last.text.is_empty() => Some(Slip::EmptyEnd),
        _ if last.len() > 1 && last.ends_with(';') => Some(Slip::Semicolon),
        _ => values.iter().position(|value| raw(value).starts_with(' ')).map(Slip::Blank),
    }
}

/// A value without its escapes, which a blank at its beginning may have too.
fn value(raw: &str) -> String {
    unescape(raw.strip_prefix('\\').filter(|rest| rest.starts_with(' ')).unwrap_or(raw))
}

/// What follows the values of an `enum` that a program has put together, so that none of them is taken for a slip: the
/// weight that the last one has anyway.
pub fn end_of_words(constraint: &str) -> &'static str {
    if slip(constraint, &split(constraint)).is_some() { "*1" } else { "" }
}

/// Refuses values that look like a slip.
fn refuse_slip(
    constraint: &Constraint<'_>,
    text: &str,
    values: &[ConstraintField],
) -> Result<(), ConstraintError> {
    let wrong = |at: std::ops::Range<usize>, text: String| Err(ConstraintError { at, in_spec: false, text });
    match slip(text, values) {
        None => Ok(()),
        Some(Slip::Missing) => Err(constraint.error(
            "the values are missing; the form is enum:A,B*WEIGHT,…, and an empty text in every row is enum:*1",
        )),
        Some(Slip::Separator(separator)) => Err(constraint.error(format!(
            "values are separated by commas, as in enum:{}; for this text in every row write const:{text}",
            text.replace(separator, ",")
        ))),
        Some(Slip::EmptyEnd) => wrong(
            text.len() - 1..text.len(),
            "the last value is empty; to have an empty value, write it first, as in enum:,a,b".into(),
        ),
        Some(Slip::Semicolon) => wrong(
            text.len() - 1..text.len(),
            format!("nothing ends a list of values: write enum:{}, or a weight where `;` is meant, as in enum:{text}*1", &text[..text.len() - 1]),
        ),
        Some(Slip::Blank(index)) => {
            let raw = || values.iter().map(|value| &text[value.at.clone()]);
            let bare: Vec<&str> = raw().map(|value| value.trim_start_matches(' ')).collect();
            let kept: Vec<String> =
                raw().map(|value| if value.starts_with(' ') { format!("\\{value}") } else { value.into() }).collect();
            let start = values[index].at.start;
            let blanks = text[start..].len() - text[start..].trim_start_matches(' ').len();
            wrong(
                start..start + blanks,
                format!(
                    "leave out the space after the comma: write enum:{}, or `\\ ` where it belongs to the value, as in enum:{}",
                    bare.join(","),
                    kept.join(",")
                ),
            )
        }
    }
}

/// Integer shares in the proportions of the weights.
fn shares(weights: &[f64]) -> Result<Vec<u32>, String> {
    if weights.iter().all(|weight| *weight == 0.0) {
        return Err("all weights are 0; at least one must be more".into());
    }
    let total: f64 = weights.iter().sum();
    // The smallest power of ten that makes all of them integers.
    let is_integral = |scale: &f64| {
        weights.iter().all(|weight| {
            let scaled = weight * scale;
            (scaled - libm::round(scaled)).abs() <= 1e-9 * scaled
        })
    };
    let scale = [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6].into_iter().find(is_integral);
    let integers =
        scale.map(|scale| weights.iter().map(|weight| libm::round(weight * scale)).collect::<Vec<f64>>());
    let integers = integers.filter(|_| total.is_finite());
    let too_many = || format!("the weights add up to more than {}", grouped(MAX_SHARES));
    match integers {
        Some(integers) if scale == Some(1.0) && integers.iter().sum::<f64>() > MAX_SHARES as f64 => {
            Err(too_many())
        }
        Some(integers) => {
            let divisor = integers.iter().fold(0, |divisor, share| gcd(divisor, *share as u64)).max(1);
            // Integers keep their shares.
            let divisor = if scale == Some(1.0) { 1 } else { divisor };
            let shares: Vec<u64> = integers.iter().map(|share| *share as u64 / divisor).collect();
            let sum = shares.iter().try_fold(0u64, |sum, share| sum.checked_add(*share));
            match sum.is_some_and(|sum| sum <= MAX_SHARES) {
                true => Ok(shares.into_iter().map(|share| share as u32).collect()),
                false => Ok(rounded(weights, total)),
            }
        }
        None if total.is_finite() => Ok(rounded(weights, total)),
        None => Err(too_many()),
    }
}

/// Shares of all of the table, each at least one where there is a weight.
fn rounded(weights: &[f64], total: f64) -> Vec<u32> {
    let share = |weight: &f64| libm::round(weight / total * MAX_SHARES as f64) as u32;
    weights.iter().map(|weight| if *weight > 0.0 { share(weight).max(1) } else { 0 }).collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The value in this field of the constraint `text`, and its weight.
fn one(text: &str, field: ConstraintField) -> Result<Choice, ConstraintError> {
    let raw = &text[field.at.clone()];
    let Some(&star) = unescaped(raw, '*').last() else {
        return Ok(Choice { value: value(raw), weight: None, at: field.at });
    };
    let at = field.at.start + star + 1..field.at.end;
    let part = ConstraintField { text: raw[star + 1..].into(), at: at.clone(), in_spec: false };
    let weight = weight(&part).map_err(|error| ConstraintError {
        text: format!(r"{}; a star in a word is written \*", error.text),
        ..error
    })?;
    Ok(Choice { value: value(&raw[..star]), weight: Some(weight), at })
}

/// The weights of `@weights=A:B:…`, one for each value.
fn listed(field: &ConstraintField, choices: &[Choice]) -> Result<Vec<f64>, ConstraintError> {
    if let Some(choice) = choices.iter().find(|choice| choice.weight.is_some()) {
        let text = "weights are after the words or in @weights, not in both".into();
        return Err(ConstraintError { at: choice.at.clone(), in_spec: false, text });
    }
    let mut start = 0;
    let mut weights = Vec::new();
    for text in field.text.split(':') {
        weights.push(weight(&field.part(start, text))?);
        start += text.len() + 1;
    }
    if weights.len() != choices.len() {
        let count = |n: usize, thing| format!("{n} {thing}{}", if n == 1 { "" } else { "s" });
        let (weights, values) = (count(weights.len(), "weight"), count(choices.len(), "word"));
        return Err(field.error(format!("there must be as many weights as words: {weights}, {values}")));
    }
    Ok(weights)
}

/// Values one after the other: row n has the share n of the table, and those after the last begin again.
#[derive(Debug)]
struct Cycle {
    values: Arc<Dictionary>,
    /// The value of each row of a cycle.
    order: Box<[u32]>,
}

impl Cycle {
    fn new(values: Dictionary) -> Cycle {
        let order = values.shares().map_or_else(|| (0..values.len() as u32).collect(), Box::from);
        Cycle { values: Arc::new(values), order }
    }
}

impl Generate for Cycle {
    fn field(&self) -> Field {
        Field::composed([part(&self.values, "")])
    }

    fn cardinality(&self) -> u64 {
        self.values.len() as u64
    }

    fn properties(&self) -> Properties<'_> {
        Properties {
            is_by_row: true,
            ..Properties::not_unique("a word that comes again with the next cycle")
        }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let len = self.order.len() as u64;
        let column = &mut values.indices(1, draws.len())[0];
        draws.rows().zip(column.iter_mut(), |index, row| *index = self.order[(row % len) as usize]);
    }
}

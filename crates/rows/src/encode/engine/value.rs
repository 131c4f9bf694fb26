//! The steps that write one value, by its shape and the style of the format.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::calendar;
use super::digit::Digit;
use super::draft::{Draft, Entries, Source};
use super::lists::{Lists, Numbers};
use super::op::{Escape, Op, Place};
use super::style::Style;
use crate::calendar::{Pattern, Unit};
use crate::types::{BytesForm, Part, Shape};

/// Numbers and dates of no more different values than this are written once, into a table.
const SMALL: u64 = 2048;

/// The steps that write a whole value of this shape.
pub(in crate::encode) fn whole(
    place: Place,
    shape: &Shape,
    style: &Arc<dyn Style>,
    lists: &mut Lists,
) -> Vec<Draft> {
    match shape {
        Shape::Composed(parts) if matches!(&parts[..], [only] if only.after.is_empty()) => {
            let words = &parts[0].words;
            let texts = lists.of_words(words, true, |word, out| style.push_text(word, out));
            vec![Draft::Table(Entries::of(texts), Source::Word { place, part: 0, words: Arc::clone(words) })]
        }
        Shape::Free { longest, mean, plain: false } => {
            vec![free(place, *longest, *mean, Escape::Whole(Arc::clone(style)))]
        }
        Shape::Int { .. } | Shape::Decimal { .. } => inside(place, shape, style, lists),
        Shape::Bool => vec![bools(place, style.bools(), lists)],
        Shape::Bytes { len, binary: true, .. } if style.bytes().is_some() => {
            let (open, close) = style.bytes().unwrap_or_default();
            let form = BytesForm::Hex { digits: 2 * len, upper: false };
            let bytes = Draft::Other(Op::Bytes { place, len: *len, form }, 2 * len);
            vec![Draft::Text(open.into()), bytes, Draft::Text(close.into())]
        }
        _ => {
            // One text of several parts is quoted always or never: a part does not know of the others.
            let quotes = if needs_quotes(shape, style.as_ref(), lists) { "\"" } else { style.quotes() };
            let mut drafts = vec![Draft::Text(quotes.into())];
            drafts.extend(inside(place, shape, style, lists));
            drafts.push(Draft::Text(quotes.into()));
            drafts
        }
    }
}

/// The steps that write a value between quotes that are there already.
fn inside(place: Place, shape: &Shape, style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    match *shape {
        Shape::Composed(ref parts) => words(&place, parts, style, lists),
        Shape::Free { longest, mean, plain } => {
            let escape = if plain { Escape::None } else { Escape::Inside(Arc::clone(style)) };
            vec![free(place, longest, mean, escape)]
        }
        Shape::Joined(ref parts) => {
            let one = |(i, part): (usize, &(Shape, Cow<'_, str>))| {
                let mut drafts = inside(place.part(i), &part.0, style, lists);
                drafts.push(escaped(&part.1, style));
                drafts
            };
            parts.iter().enumerate().flat_map(one).collect()
        }
        Shape::Affixed { ref before, ref shape, ref after } => {
            let mut drafts = vec![escaped(before, style)];
            drafts.extend(inside(place, shape, style, lists));
            drafts.push(escaped(after, style));
            drafts
        }
        Shape::Int { min, max } if max.abs_diff(min) < SMALL => {
            let texts = lists.of_numbers(Numbers::Plain, min, max);
            vec![Draft::Table(Entries::of(texts), Source::Small { place, base: min })]
        }
        Shape::Int { min, max } => vec![Draft::Other(Op::Int { place }, most_digits(min, max))],
        Shape::Decimal { scale, min, max } => {
            if let Some(drafts) = decimals(&place, scale, min..max, lists) {
                return drafts;
            }
            vec![Draft::Other(Op::Decimal { place, scale }, most_digits(min, max) + 1)]
        }
        Shape::Date { min, max } if u64::from(max.abs_diff(min)) < SMALL => {
            let texts = lists.of_numbers(Numbers::Dates, i64::from(min), i64::from(max));
            vec![Draft::Table(Entries::of(texts), Source::Small { place, base: i64::from(min) })]
        }
        Shape::Date { .. } => vec![Draft::Other(Op::Date { place }, 10)],
        // Fields of a few years are quickly found in tables; of many, quickly computed.
        Shape::DateTime { min, max } if max.abs_diff(min) > calendar::MANY_SECONDS => {
            let (between, zone) = style.date_time();
            vec![Draft::Other(Op::DateTime { place, between }, 19), Draft::Text(zone.into())]
        }
        Shape::DateTime { min, max } => date_times(&place, Unit::Seconds, min..max, style, lists),
        Shape::DateTimeMillis { min, max } => date_times(&place, Unit::Millis, min..max, style, lists),
        Shape::Time { min, max } => {
            calendar::drafts(&place, &Pattern::time(), Unit::Seconds, min..max, style.as_ref(), lists)
        }
        Shape::Duration { .. } => vec![Draft::Other(Op::Duration { place }, 11)],
        Shape::Calendar { ref pattern, unit, min, max } => {
            calendar::drafts(&place, pattern, unit, min..max, style.as_ref(), lists)
        }
        Shape::Bool => vec![bools(place, ["false", "true"], lists)],
        Shape::Uuid { upper } => vec![Draft::Other(Op::Uuid { place, upper }, 36)],
        Shape::Ipv4 => vec![Draft::Other(Op::Ipv4 { place }, 13)],
        Shape::Ipv6 => vec![Draft::Other(Op::Ipv6 { place }, 38)],
        Shape::Bytes { len, form, .. } => {
            vec![Draft::Other(Op::Bytes { place, len, form }, super::bytes::text_len(len, form))]
        }
    }
}

/// Whether a text of this shape has to be quoted, or may have to be, although the style does not quote all texts.
fn needs_quotes(shape: &Shape, style: &dyn Style, lists: &mut Lists) -> bool {
    match shape {
        Shape::Composed(parts) => parts.iter().any(|part| {
            style.needs_quotes(part.after) || lists.needs_quotes(&part.words, |word| style.needs_quotes(word))
        }),
        Shape::Free { plain, .. } => !plain && style.quotes_some(),
        Shape::Joined(parts) => {
            parts.iter().any(|(shape, after)| needs_quotes(shape, style, lists) || style.needs_quotes(after))
        }
        Shape::Affixed { before, shape, after } => {
            needs_quotes(shape, style, lists) || style.needs_quotes(before) || style.needs_quotes(after)
        }
        Shape::DateTime { .. } | Shape::DateTimeMillis { .. } | Shape::Time { .. } | Shape::Ipv6 => {
            style.needs_quotes(":")
        }
        Shape::Calendar { pattern, .. } => {
            pattern.texts().any(|text| style.needs_quotes(text))
                || (pattern.has_spaces() && style.needs_quotes(" "))
        }
        Shape::Bytes { form: BytesForm::Base64, .. } => {
            ["+", "/", "="].iter().any(|digit| style.needs_quotes(digit))
        }
        // Digits, letters, minus signs and dots.
        Shape::Int { .. }
        | Shape::Decimal { .. }
        | Shape::Date { .. }
        | Shape::Duration { .. }
        | Shape::Bool
        | Shape::Uuid { .. }
        | Shape::Ipv4
        | Shape::Bytes { form: BytesForm::Hex { .. }, .. } => false,
    }
}

fn escaped(text: &str, style: &Arc<dyn Style>) -> Draft {
    let mut out = Vec::new();
    style.escape(text, &mut out);
    Draft::Text(out)
}

fn free(place: Place, longest: usize, mean: usize, escape: Escape) -> Draft {
    Draft::Other(Op::Free { place, longest, escape }, mean)
}

/// Times as RFC 3339 has them, or the style.
fn date_times(
    place: &Place,
    unit: Unit,
    range: Range<i64>,
    style: &Arc<dyn Style>,
    lists: &mut Lists,
) -> Vec<Draft> {
    let (between, zone) = style.date_time();
    let between = char::from(between).to_string();
    calendar::drafts(place, &Pattern::date_time(&between, unit, zone), unit, range, style.as_ref(), lists)
}

/// Decimals that are not negative: what stands before the point and what stands behind it, each by a table.
fn decimals(place: &Place, scale: u32, range: Range<i64>, lists: &mut Lists) -> Option<Vec<Draft>> {
    let units = 10i64.pow(scale);
    let (first, last) = (range.start / units, range.end / units);
    let few = units as u64 <= SMALL && last.abs_diff(first) < SMALL;
    if scale == 0 || range.start < 0 || !few {
        return None;
    }
    let whole = lists.of_numbers(Numbers::Whole, first, last);
    let behind = lists.of_numbers(Numbers::Digits(scale), 0, units - 1);
    let source = |digit| Source::Digit { place: place.clone(), digit };
    Some(vec![
        Draft::Table(Entries::of(whole), source(Digit::new(first * units, units as u32, 0))),
        Draft::Table(Entries::of(behind), source(Digit::new(first * units, 1, units as u32))),
    ])
}

fn bools(place: Place, texts: [&str; 2], lists: &mut Lists) -> Draft {
    Draft::Table(Entries::of(lists.of(texts.into_iter().collect())), Source::Small { place, base: 0 })
}

fn most_digits(min: i64, max: i64) -> usize {
    min.to_string().len().max(max.to_string().len())
}

fn words(place: &Place, parts: &[Part], style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    let one = |(part, Part { words, after }): (usize, &Part)| {
        let mut behind = Vec::new();
        style.escape(after, &mut behind);
        let texts = lists.of_words(words, false, |word, out| style.escape(word, out));
        let source = Source::Word { place: place.clone(), part, words: Arc::clone(words) };
        Draft::Table(Entries::of(texts).followed(behind), source)
    };
    parts.iter().enumerate().map(one).collect()
}

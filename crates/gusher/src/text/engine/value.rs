//! The steps that write one value, by its type, its display and the style of the format.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::calendar;
use super::digit::Digit;
use super::draft::{Draft, Entries, Source};
use super::escape::Escape;
use super::floats::FloatTexts;
use super::lists::{EntryForm, Lists, Numbers};
use super::op::Op;
use super::style::{Plain, Style};
use super::value_path::ValuePath;
use crate::calendar::{Pattern, Unit};
use crate::types::{
    Affixes, BytesForm, DataType, Display, Field, FloatWidth, SpanForm, StorageType, TextForm, TextPart,
    TimeUnit, Utf8,
};

/// Numbers and dates of no more different values than this are written once, into a table.
const SMALL: u64 = 2048;

/// The steps that write a complete value of this field.
pub(in crate::text) fn complete(
    path: ValuePath,
    field: &Field,
    style: &Arc<dyn Style>,
    lists: &mut Lists,
) -> Vec<Draft> {
    let point = style.decimal_point();
    if let DataType::Decimal { scale, min, max } = field.data_type
        && point != b'.'
    {
        let number = Draft::Other(Op::Decimal { path, scale, point }, most_digits(min, max) + 1);
        return localized(number, field, style, lists);
    }
    if let DataType::Wide { scale, .. } = field.data_type
        && point != b'.'
    {
        let digits = field.data_type.precision().unwrap_or(0) as usize + 2;
        return localized(Draft::Other(Op::Wide { path, scale, point }, digits), field, style, lists);
    }
    if let DataType::Float { width, .. } = field.data_type
        && point != b'.'
    {
        return localized(float(path, width, style.floats()), field, style, lists);
    }
    if style.takes_json() && field.is_json_text() {
        let plain: Arc<dyn Style> = Arc::new(Plain);
        return inside(path, field, &plain, lists);
    }
    if field.display.is_text() {
        return quoted(path, field, style, lists);
    }
    match field.data_type {
        DataType::Utf8(Utf8::Composed(ref parts)) if matches!(&parts[..], [only] if only.after.is_empty()) => {
            let dictionary = &parts[0].dictionary;
            let form = EntryForm::Complete;
            let texts = lists.of_entries(dictionary, form, |entry, out| style.push_text(entry, out));
            vec![Draft::Table(
                Entries::of(texts),
                Source::Entry { path, part: 0, dictionary: Arc::clone(dictionary) },
            )]
        }
        DataType::Utf8(Utf8::Free { longest, mean, plain: false }) => {
            // What is written as it is needs no look at each text.
            let escape = if style.is_plain() { Escape::None } else { Escape::Complete(Arc::clone(style)) };
            vec![free(path, longest, mean, escape)]
        }
        DataType::Int64 { .. } | DataType::Decimal { .. } | DataType::Wide { .. } => {
            value(path, field, style, lists)
        }
        DataType::Float { width, .. } => vec![float(path, width, style.floats())],
        DataType::Bool => vec![bools(path, style.bools(), lists)],
        DataType::FixedBinary { len } if style.bytes().is_some() => {
            let (open, close) = style.bytes().unwrap_or_default();
            let bytes = Draft::Other(Op::Bytes { path, len, form: BytesForm::HEX }, 2 * len);
            vec![Draft::Text(open.into()), bytes, Draft::Text(close.into())]
        }
        DataType::Binary { max, .. } if style.takes_bytes() => {
            vec![free(path, max, mean_bytes(field), Escape::None)]
        }
        DataType::Binary { max, .. } if style.bytes().is_some() => {
            let (open, close) = style.bytes().unwrap_or_default();
            let bytes = free(path, max, 2 * mean_bytes(field), Escape::Bytes(BytesForm::HEX));
            vec![Draft::Text(open.into()), bytes, Draft::Text(close.into())]
        }
        DataType::Binary { min: 0, .. } if style.quotes_empty() => {
            // Without quotes no bytes at all would be taken for null.
            let mark = || Draft::Text("\"".into());
            let bytes = quoted(path, field, style, lists);
            std::iter::once(mark()).chain(bytes).chain([mark()]).collect()
        }
        DataType::Utf8(_)
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. } => quoted(path, field, style, lists),
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => nested(),
    }
}

/// A number with another sign than a point, and the texts around it.
fn localized(number: Draft, field: &Field, style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    let Some(Affixes { prefix, suffix }) = &field.display.affixes else { return vec![number] };
    let quotes = if needs_quotes(field, style.as_ref(), lists) { "\"" } else { style.quotes() };
    let around = [Draft::Text(quotes.into()), escaped(prefix, style)];
    let after = [escaped(suffix, style), Draft::Text(quotes.into())];
    around.into_iter().chain([number]).chain(after).collect()
}

/// Lists and structs have programs of their own, which represent entire columns, items and fields.
fn nested() -> ! {
    panic!("a list or a struct cannot be a part of a text")
}

/// Values with other texts between them are written by steps of their own, which represent entire columns.
fn patched() -> ! {
    panic!("values with other texts between them cannot be a part of a text")
}

/// The steps that write a text of several parts: it is quoted always or never, as a part does not know of the others.
fn quoted(path: ValuePath, field: &Field, style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    let quotes = if needs_quotes(field, style.as_ref(), lists) { "\"" } else { style.quotes() };
    let mut drafts = vec![Draft::Text(quotes.into())];
    drafts.extend(inside(path, field, style, lists));
    drafts.push(Draft::Text(quotes.into()));
    drafts
}

/// The steps that write a value and what surrounds it between quotes that are there already.
fn inside(path: ValuePath, field: &Field, style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    let Some(Affixes { prefix, suffix }) = &field.display.affixes else {
        return value(path, field, style, lists);
    };
    let mut drafts = vec![escaped(prefix, style)];
    drafts.extend(value(path, field, style, lists));
    drafts.push(escaped(suffix, style));
    drafts
}

/// The steps that write the value itself.
fn value(path: ValuePath, field: &Field, style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    if let (Some(pattern), Some((unit, range))) = (field.display.pattern(), field.data_type.times()) {
        return calendar::drafts(&path, pattern, unit, range, style.as_ref(), lists);
    }
    match field.data_type {
        DataType::Utf8(ref utf8) => text(path, utf8, &field.display, style, lists),
        DataType::Int64 { min, max } if max.abs_diff(min) < SMALL => {
            let texts = lists.of_numbers(Numbers::Plain, min, max);
            vec![Draft::Table(Entries::of(texts), Source::Small { path, base: min })]
        }
        DataType::Int64 { min, max } => vec![Draft::Other(Op::Int { path }, most_digits(min, max))],
        DataType::Decimal { scale, min, max } => {
            if let Some(drafts) = decimals(&path, scale, min..max, lists) {
                return drafts;
            }
            vec![Draft::Other(Op::Decimal { path, scale, point: b'.' }, most_digits(min, max) + 1)]
        }
        DataType::Wide { scale, .. } => {
            let digits = field.data_type.precision().unwrap_or(0) as usize + 2;
            vec![Draft::Other(Op::Wide { path, scale, point: b'.' }, digits)]
        }
        DataType::Float { width, .. } => vec![float(path, width, FloatTexts::USUAL)],
        DataType::Date32 { min, max } if u64::from(max.abs_diff(min)) < SMALL => {
            let texts = lists.of_numbers(Numbers::Dates, i64::from(min), i64::from(max));
            vec![Draft::Table(Entries::of(texts), Source::Small { path, base: i64::from(min) })]
        }
        DataType::Date32 { .. } => vec![Draft::Other(Op::Date { path }, 10)],
        // Fields of a few years are quickly found in tables; of many, quickly computed.
        DataType::Timestamp { unit: TimeUnit::Second, min, max }
            if max.abs_diff(min) > calendar::MANY_SECONDS =>
        {
            let (between, zone) = date_time(&path, field, style.as_ref());
            vec![Draft::Other(Op::DateTime { path, between }, 19), Draft::Text(zone.into())]
        }
        DataType::Timestamp { unit, min, max } => {
            let date_time = date_time(&path, field, style.as_ref());
            date_times(&path, unit.into(), min..max, date_time, style, lists)
        }
        DataType::Time { min, max } => {
            calendar::drafts(&path, &Pattern::time(), Unit::Seconds, min..max, style.as_ref(), lists)
        }
        DataType::Duration { .. } => vec![Draft::Other(Op::Duration { path }, 11)],
        DataType::Bool => vec![bools(path, ["false", "true"], lists)],
        DataType::Interval { .. } => {
            let form = match field.display.form {
                TextForm::IsoSpan => SpanForm::Iso,
                _ if style.has_plus_signs() => SpanForm::Postgres,
                _ => SpanForm::WithoutPlus,
            };
            vec![Draft::Other(Op::Interval { path, form }, if form == SpanForm::Iso { 14 } else { 30 })]
        }
        DataType::Uuid => {
            let upper = matches!(field.display.form, TextForm::Capitals);
            vec![Draft::Other(Op::Uuid { path, upper }, 36)]
        }
        DataType::Ipv4 => vec![Draft::Other(Op::Ipv4 { path }, 13)],
        DataType::Ipv6 => vec![Draft::Other(Op::Ipv6 { path }, 38)],
        DataType::FixedBinary { len } => vec![bytes(path, len, &field.display)],
        DataType::Binary { max, .. } => {
            let form = field.display.of_bytes();
            let mean = super::bytes::text_len(mean_bytes(field), form);
            vec![free(path, max, mean, Escape::Bytes(form))]
        }
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => nested(),
    }
}

/// The steps that write a text.
fn text(
    path: ValuePath,
    utf8: &Utf8,
    display: &Display,
    style: &Arc<dyn Style>,
    lists: &mut Lists,
) -> Vec<Draft> {
    match *utf8 {
        Utf8::Composed(ref parts) => dictionary(&path, parts, style, lists),
        Utf8::Free { longest, mean, plain } => {
            let is_plain = plain || style.is_plain();
            let escape = if is_plain { Escape::None } else { Escape::Inside(Arc::clone(style)) };
            vec![free(path, longest, mean, escape)]
        }
        Utf8::Joined(ref parts) => {
            let one = |(i, part): (usize, &(Field, Cow<'_, str>))| {
                let mut drafts = inside(path.part(i), &part.0, style, lists);
                drafts.push(escaped(&part.1, style));
                drafts
            };
            parts.iter().enumerate().flat_map(one).collect()
        }
        Utf8::Encoded { len } => vec![bytes(path, len, display)],
        Utf8::Patched { .. } => patched(),
    }
}

/// Whether a text of this field has to be quoted, or may have to be, although the style does not quote all texts.
fn needs_quotes(field: &Field, style: &dyn Style, lists: &mut Lists) -> bool {
    let Display { form, affixes } = &field.display;
    let around = affixes.iter().flat_map(|affixes| [&affixes.prefix, &affixes.suffix]);
    if around.into_iter().any(|text| style.needs_quotes(text)) {
        return true;
    }
    if let (TextForm::Pattern(pattern), Some(_)) = (form, field.data_type.times()) {
        return pattern.texts().any(|text| style.needs_quotes(text))
            || (pattern.has_spaces() && style.needs_quotes(" "));
    }
    match field.data_type {
        DataType::Utf8(Utf8::Composed(ref parts)) => parts.iter().any(|part| {
            style.needs_quotes(part.after)
                || lists.needs_quotes(&part.dictionary, |entry| style.needs_quotes(entry))
        }),
        DataType::Utf8(Utf8::Free { plain, .. }) => !plain && style.quotes_some(),
        DataType::Utf8(Utf8::Joined(ref parts)) => {
            parts.iter().any(|(field, after)| needs_quotes(field, style, lists) || style.needs_quotes(after))
        }
        DataType::Utf8(Utf8::Patched { .. }) => patched(),
        DataType::Timestamp { .. } | DataType::Time { .. } | DataType::Ipv6 => style.needs_quotes(":"),
        DataType::Interval { .. } => style.needs_quotes(":") || style.needs_quotes(" "),
        DataType::FixedBinary { .. } | DataType::Binary { .. } | DataType::Utf8(Utf8::Encoded { .. }) => {
            match field.display.of_bytes() {
                BytesForm::Base64 => ["+", "/", "="].iter().any(|digit| style.needs_quotes(digit)),
                BytesForm::Hex { .. } => false,
            }
        }
        // Digits, letters, signs and dots.
        DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4 => false,
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => nested(),
    }
}

fn escaped(text: &str, style: &Arc<dyn Style>) -> Draft {
    let mut out = Vec::new();
    style.escape(text, &mut out);
    Draft::Text(out)
}

fn free(path: ValuePath, longest: usize, mean: usize, escape: Escape) -> Draft {
    Draft::Other(Op::Free { path, longest, escape }, mean)
}

/// This many bytes as text.
fn bytes(path: ValuePath, len: usize, display: &Display) -> Draft {
    let form = display.of_bytes();
    Draft::Other(Op::Bytes { path, len, form }, super::bytes::text_len(len, form))
}

/// About how many bytes a value of a field of bytes has.
fn mean_bytes(field: &Field) -> usize {
    match field.data_type {
        DataType::Binary { min, max } => min.midpoint(max),
        _ => 0,
    }
}

/// What is between the day and the hour of a time, and what follows its seconds: nothing where it is declared to have no zone.
/// As a part of a text it is the same in all formats.
fn date_time(path: &ValuePath, field: &Field, style: &dyn Style) -> (u8, &'static str) {
    let usual = if path.is_part() { Plain.date_time() } else { style.date_time() };
    match (&field.declared, usual) {
        (Some(StorageType::Timestamp { has_zone: false, .. }), (between, _)) => (between, ""),
        (Some(StorageType::Timestamp { has_zone: true, .. }), (between, _)) if !path.is_part() => {
            (between, style.zone())
        }
        (_, usual) => usual,
    }
}

/// Times as RFC 3339 has them, or the style.
fn date_times(
    path: &ValuePath,
    unit: Unit,
    range: Range<i64>,
    (between, zone): (u8, &str),
    style: &Arc<dyn Style>,
    lists: &mut Lists,
) -> Vec<Draft> {
    let [between, point] = [between, style.decimal_point()].map(|sign| char::from(sign).to_string());
    let pattern = Pattern::date_time(&between, unit, &point, zone);
    calendar::drafts(path, &pattern, unit, range, style.as_ref(), lists)
}

/// Decimals that are not negative: what precedes the point and what follows it, each by a table.
fn decimals(path: &ValuePath, scale: u32, range: Range<i64>, lists: &mut Lists) -> Option<Vec<Draft>> {
    let units = 10i64.pow(scale);
    let (first, last) = (range.start / units, range.end / units);
    let few = units as u64 <= SMALL && last.abs_diff(first) < SMALL;
    if scale == 0 || range.start < 0 || !few {
        return None;
    }
    let integers = lists.of_numbers(Numbers::IntegerPart, first, last);
    let behind = lists.of_numbers(Numbers::Digits(scale), 0, units - 1);
    let source = |digit| Source::Digit { path: path.clone(), digit };
    Some(vec![
        Draft::Table(Entries::of(integers), source(Digit::new(first * units, units as u32, 0))),
        Draft::Table(Entries::of(behind), source(Digit::new(first * units, 1, units as u32))),
    ])
}

fn bools(path: ValuePath, texts: [&str; 2], lists: &mut Lists) -> Draft {
    Draft::Table(Entries::of(lists.of(texts.into_iter().collect())), Source::Small { path, base: 0 })
}

fn float(path: ValuePath, width: FloatWidth, texts: FloatTexts) -> Draft {
    let mean = if width == FloatWidth::Double { 18 } else { 10 };
    Draft::Other(Op::Float { path, texts: FloatTexts { width, ..texts } }, mean)
}

fn most_digits(min: i64, max: i64) -> usize {
    min.to_string().len().max(max.to_string().len())
}

fn dictionary(path: &ValuePath, parts: &[TextPart], style: &Arc<dyn Style>, lists: &mut Lists) -> Vec<Draft> {
    let one = |(part, TextPart { dictionary, after }): (usize, &TextPart)| {
        let mut behind = Vec::new();
        style.escape(after, &mut behind);
        let form = if style.is_plain() { EntryForm::AsIs } else { EntryForm::Inside };
        let texts = lists.of_entries(dictionary, form, |entry, out| style.escape(entry, out));
        let source = Source::Entry { path: path.clone(), part, dictionary: Arc::clone(dictionary) };
        Draft::Table(Entries::of(texts).followed(behind), source)
    };
    parts.iter().enumerate().map(one).collect()
}

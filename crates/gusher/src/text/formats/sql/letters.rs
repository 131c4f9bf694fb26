//! How many letters the values of a column have as texts.

use crate::text::engine::bytes;
use crate::types::{
    Affixes, DataType, Field, FloatWidth, Span, StorageUnit, TextPart, TimeUnit, Utf8, write_postgres_span,
};

/// The most letters that a value has as a text, or some more.
pub(super) fn letters(field: &Field) -> usize {
    let around = match &field.display.affixes {
        Some(Affixes { prefix, suffix }) => prefix.chars().count() + suffix.chars().count(),
        None => 0,
    };
    let value = match (field.display.pattern(), field.data_type.times()) {
        (Some(pattern), Some(_)) => pattern.longest(),
        (None, _) | (_, None) => usual_letters(field),
    };
    around + value
}

/// The same of values as they are usually written.
fn usual_letters(field: &Field) -> usize {
    let number = |n: i64| n.to_string().len();
    match field.data_type {
        DataType::Utf8(Utf8::Composed(ref parts)) => parts.iter().map(part_letters).sum(),
        DataType::Utf8(Utf8::Free { longest, .. } | Utf8::Patched { longest, .. }) => longest,
        DataType::Utf8(Utf8::Joined(ref parts)) => {
            parts.iter().map(|(field, after)| letters(field) + after.chars().count()).sum()
        }
        DataType::Int64 { min, max } => number(min).max(number(max)),
        DataType::Decimal { min, max, scale } => number(min).max(number(max)).max(scale as usize + 2) + 1,
        // A sign, a point and a zero before it.
        DataType::Wide { .. } => field.data_type.precision().unwrap_or(0) as usize + 3,
        DataType::Float { width: FloatWidth::Double, .. } => "-1.7976931348623157e+308".len(),
        DataType::Float { width: FloatWidth::Single, .. } => "-3.4028235e+38".len(),
        DataType::Float { width: FloatWidth::Half, .. } => "-0.00012345".len(),
        DataType::Date32 { .. } => "9999-12-31".len(),
        DataType::Timestamp { unit: TimeUnit::Second, .. } => "9999-12-31T23:59:59Z".len(),
        DataType::Timestamp { unit: TimeUnit::Millisecond, .. } => "9999-12-31T23:59:59.999Z".len(),
        DataType::Time { .. } => "23:59:59".len(),
        DataType::Duration { max, .. } => number(max) + "PTH59M59S".len(),
        DataType::Bool => "false".len(),
        DataType::Interval { min, max, unit } => interval_letters(min, max, unit),
        DataType::Uuid => 36,
        DataType::Ipv4 => "255.255.255.255".len(),
        DataType::Ipv6 => 39,
        // Longer than any text that is counted.
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => usize::from(u16::MAX),
        DataType::FixedBinary { len }
        | DataType::Binary { max: len, .. }
        | DataType::Utf8(Utf8::Encoded { len }) => bytes::text_len(len, field.display.of_bytes()),
    }
}

/// How many letters the texts of spans have at most.
fn interval_letters(min: Span, max: Span, unit: StorageUnit) -> usize {
    let most = |min: i64, max: i64| min.saturating_abs().max(max.saturating_abs());
    let months = most(min.months.into(), max.months.into()) / 12 * 12 + 11;
    let mut text = String::new();
    write_postgres_span(
        months,
        most(min.days.into(), max.days.into()),
        most(min.micros, max.micros),
        &mut text,
    );
    // Each of four numbers may have a sign.
    let signs = if min.is_positive() { 0 } else { 4 };
    let places = if unit == StorageUnit::Second { 0 } else { ".123456".len() };
    text.len() + 6 + signs + places
}

fn part_letters(part: &TextPart) -> usize {
    let longest = part.dictionary.iter().map(|entry| entry.chars().count()).max().unwrap_or(0);
    longest + part.after.chars().count()
}

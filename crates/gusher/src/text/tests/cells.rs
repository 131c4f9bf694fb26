//! What each value of a batch should be read back as: naive, by the types alone.

use std::ops::Range;

use crate::plan::Plan;
use crate::types::{
    Affixes, Array, Batch, BytesForm, DataType, Field, FloatWidth, Span, TextForm, Utf8, half_bits,
};

/// A value as anybody would write it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Cell {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    /// The hexadecimal digits of bytes that are meant as such.
    Bytes(String),
    /// A text that is JSON.
    Json(String),
}

impl Cell {
    pub fn plain(&self) -> String {
        match self {
            Cell::Null => String::new(),
            Cell::Bool(value) => value.to_string(),
            Cell::Number(text) | Cell::Text(text) | Cell::Bytes(text) | Cell::Json(text) => text.clone(),
        }
    }
}

pub(super) fn decimal(value: i64, scale: u32) -> String {
    let digits = format!("{:0width$}", value.unsigned_abs(), width = scale as usize + 1);
    let (integer, fraction) = digits.split_at(digits.len() - scale as usize);
    format!("{}{integer}{}{fraction}", if value < 0 { "-" } else { "" }, if scale == 0 { "" } else { "." })
}

/// A floating-point number from its shortest digits, `1.5e3`: with an exponent where PostgreSQL has one.
pub(super) fn short(scientific: &str, digits: i32) -> String {
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific.to_owned() };
    let exponent: i32 = exponent.parse().unwrap();
    if (-4..digits).contains(&exponent) {
        let places = mantissa.split_once('.').map_or(0, |(_, places)| places.len() as i32);
        let value: f64 = scientific.parse().unwrap();
        return format!("{value:.*}", (places - exponent).max(0) as usize);
    }
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

pub(super) fn cell(field: &Field, values: &Array, row: usize) -> Cell {
    let cell = value(field, values, row);
    let cell = match &field.display.affixes {
        Some(Affixes { prefix, suffix }) => Cell::Text(format!("{prefix}{}{suffix}", cell.plain())),
        None => cell,
    };
    match cell {
        Cell::Text(text) if field.is_json_text() => Cell::Json(text),
        cell => cell,
    }
}

pub(super) fn value(field: &Field, values: &Array, row: usize) -> Cell {
    match (&field.data_type, values) {
        (DataType::Utf8(Utf8::Composed(parts)), Array::Indices(indices)) => {
            let entries = parts.iter().zip(indices);
            Cell::Text(
                entries
                    .map(|(part, i)| format!("{}{}", part.dictionary.get(i[row] as usize), part.after))
                    .collect(),
            )
        }
        (DataType::Int64 { .. }, Array::Ints(ints)) => Cell::Number(ints[row].to_string()),
        (DataType::Decimal { scale, .. }, Array::Ints(ints)) => Cell::Number(decimal(ints[row], *scale)),
        (DataType::Wide { scale, .. }, Array::Wides(wides)) => {
            let scale = *scale as usize;
            let digits = format!("{:0width$}", wides[row].unsigned_abs(), width = scale + 1);
            let (integer, places) = digits.split_at(digits.len() - scale);
            let point = if scale > 0 { "." } else { "" };
            Cell::Number(format!("{}{integer}{point}{places}", if wides[row] < 0 { "-" } else { "" }))
        }
        (DataType::Float { width: FloatWidth::Double, .. }, Array::Floats(floats)) => {
            Cell::Number(short(&format!("{:e}", floats[row]), 15))
        }
        (DataType::Float { width: FloatWidth::Single, .. }, Array::Floats(floats)) => {
            Cell::Number(short(&format!("{:e}", floats[row] as f32), 6))
        }
        (DataType::Float { width: FloatWidth::Half, .. }, Array::Floats(floats)) => {
            // The naive twin: of all texts with this many digits.
            let is_same = |text: &String| half_bits(text.parse().unwrap()) == half_bits(floats[row]);
            let shortest = (0..5).map(|digits| format!("{:.digits$e}", floats[row])).find(is_same);
            Cell::Number(short(&shortest.unwrap_or_else(|| format!("{:e}", floats[row])), 5))
        }
        (DataType::Date32 { .. }, Array::Dates(days)) => {
            let date = jiff::civil::date(1970, 1, 1).saturating_add(jiff::Span::new().days(days[row]));
            Cell::Text(date.to_string())
        }
        (DataType::Time { .. }, Array::Ints(seconds)) => {
            let time = jiff::civil::Time::midnight().wrapping_add(jiff::Span::new().seconds(seconds[row]));
            Cell::Text(time.to_string())
        }
        (DataType::Duration { .. }, Array::Ints(seconds)) => {
            Cell::Text(jiff::SignedDuration::from_secs(seconds[row]).to_string())
        }
        (DataType::Bool, Array::Bools(bools)) => Cell::Bool(bools[row]),
        (DataType::Uuid, Array::Ids(ids)) => {
            let hex = format!("{:032x}", ids[row]);
            Cell::Text([&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"))
        }
        (DataType::Interval { .. }, Array::Ids(spans)) => {
            let span = Span::unpacked(spans[row]);
            let is_iso = matches!(field.display.form, TextForm::IsoSpan);
            Cell::Text(if is_iso { span.iso() } else { span.postgres() })
        }
        (DataType::Ipv4, Array::Ipv4s(addresses)) => {
            Cell::Text(std::net::Ipv4Addr::from(addresses[row]).to_string())
        }
        (DataType::Ipv6, Array::Ids(addresses)) => {
            Cell::Text(std::net::Ipv6Addr::from(addresses[row]).to_string())
        }
        (DataType::FixedBinary { .. }, Array::FixedBytes(bytes)) => Cell::Bytes(hex(bytes.get(row))),
        (DataType::Binary { .. }, Array::Strings(bytes)) => Cell::Bytes(hex(bytes.get(row))),
        (DataType::Utf8(Utf8::Encoded { len }), Array::FixedBytes(bytes)) => {
            let BytesForm::Hex { is_odd, .. } = field.display.of_bytes() else { panic!("{field:?}") };
            Cell::Text(hex(bytes.get(row))[..2 * len - usize::from(is_odd)].to_owned())
        }
        (DataType::Utf8(Utf8::Free { .. }), Array::Strings(texts)) => {
            Cell::Text(String::from_utf8(texts.get(row).to_vec()).unwrap())
        }
        (DataType::Utf8(Utf8::Joined(parts)), Array::Joined(values)) => {
            let parts = parts.iter().zip(values);
            Cell::Text(
                parts.map(|((field, after), values)| cell(field, values, row).plain() + after).collect(),
            )
        }
        (data_type, values) => panic!("{data_type:?} with {values:?}"),
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The naive rows of a plan.
pub(super) fn cells(plan: &Plan, rows: Range<u64>) -> Vec<Vec<Cell>> {
    let mut batch = Batch::default();
    rows.map(|row| {
        plan.fill(&(row..row + 1), &mut batch);
        let columns = plan.fields().zip(batch.columns());
        columns
            .map(|(field, filled)| match filled.validity.is_null(0) {
                true => Cell::Null,
                false => cell(field, &filled.values, 0),
            })
            .collect()
    })
    .collect()
}

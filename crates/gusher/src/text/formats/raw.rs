//! The format `raw`: records of one length, each value in little-endian binary of a fixed width.
//!
//! | type | width | value | null |
//! |---|---|---|---|
//! | integer | 8 | `i64` | `i64::MIN` |
//! | decimal | 8 | `f64`, the nearest | NaN |
//! | floating-point number | 8 or 4 | `f64` or `f32` | NaN |
//! | date | 4 | `i32`, days since 1970-01-01 | `i32::MIN` |
//! | time | 8 | `i64`, Unix seconds, or milliseconds where it has those | `i64::MIN` |
//! | time of day, duration | 8 | `i64`, seconds | `i64::MIN` |
//! | truth | 1 | `u8`, 0 or 1 | 255 |
//! | IPv4 | 4 | `u32` | 0 |
//! | UUID, IPv6 | 16 | the bytes as they are written, most significant first | all 0 |
//! | bytes | as many as there are | the bytes | none |

use crate::text::engine::buffer::Buffer;
use crate::text::engine::value_path::mismatch;
use crate::text::format::{Body, Choices, FormatEntry, FormatSpec, Records, RowFormat, TableHead};
use crate::types::{
    Array, Batch, ColumnData, DataType, Field, FloatWidth, Specials, Utf8, Validity, float_of_decimal,
    half_bits,
};

pub(super) static SPEC: FormatEntry = FormatEntry {
    rows: &Raw,
    spec: FormatSpec {
        name: "raw",
        about: "fixed-width little-endian binary records; no text columns",
        extensions: &["raw"],
        ..FormatSpec::NONE
    },
};

#[derive(Debug)]
struct Raw;

impl RowFormat for Raw {
    /// # Panics
    /// If one of the columns has a [`refusal`].
    fn body(&self, head: &TableHead<'_>) -> Body {
        let fields: Vec<RecordField> =
            head.columns.iter().map(|column| RecordField::of(&column.field)).collect();
        let width = fields.iter().map(|field| field.width()).sum();
        Body::Records(Box::new(Record { fields, width }))
    }

    fn refusal(&self, _choices: &Choices, field: &Field) -> Option<&'static str> {
        refusal(field)
    }
}

/// How the values of a column are written.
#[derive(Debug, Clone, Copy)]
enum RecordField {
    Int,
    Decimal { scale: u32 },
    Double,
    Single,
    Half,
    Date,
    Bool,
    Ipv4,
    Uuid,
    Bytes { len: usize },
}

/// The layout of a record.
#[derive(Debug)]
struct Record {
    fields: Vec<RecordField>,
    width: usize,
}

/// The refusal of raw for texts.
const TEXTS: &str =
    "raw has no texts, only values of fixed width: numbers, dates, times, bool, ids, addresses, bytes";

/// The refusal of raw for lists and structs.
const NESTED: &str =
    "raw has no lists and structs, only values of fixed width; ndjson, json and yaml nest them";

/// Why a column cannot be written as `raw`, if it cannot: it has texts, lists or structs, or a value that means null.
fn refusal(field: &Field) -> Option<&'static str> {
    if field.display.is_text() {
        return Some(TEXTS);
    }
    let nullable = field.nullable;
    match field.data_type {
        DataType::Utf8(
            Utf8::Composed(_) | Utf8::Free { .. } | Utf8::Joined(_) | Utf8::Patched { .. },
        ) => Some(TEXTS),
        DataType::Binary { .. } => Some(
            "raw has as many bytes in each row, and these values have different lengths; bytes:16 has one",
        ),
        DataType::Wide { .. } => Some("raw has numbers of 64 bits; limit the range to 18 digits"),
        DataType::Interval { .. } => Some("raw has no spans of months and days; duration has seconds"),
        DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_) => Some(NESTED),
        DataType::Int64 { min: i64::MIN, .. } | DataType::Timestamp { min: i64::MIN, .. } if nullable => {
            Some("raw writes null as -9223372036854775808, which this column may have as a number")
        }
        DataType::Float { specials: Specials { nan: true, .. }, .. } if nullable => {
            Some("raw writes null as NaN, which this column may have as a number; leave @null or @nan")
        }
        DataType::Ipv4 if nullable => {
            Some("raw writes null as 0.0.0.0, which this column may have as an address")
        }
        DataType::Ipv6 if nullable => Some("raw writes null as ::, which this column may have as an address"),
        DataType::FixedBinary { .. } | DataType::Utf8(Utf8::Encoded { .. }) if nullable => {
            Some("raw has no null for bytes, as any bytes may be a value")
        }
        DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Float { .. }
        // Far from the first day that there is.
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Utf8(Utf8::Encoded { .. }) => None,
    }
}

impl RecordField {
    fn of(field: &Field) -> RecordField {
        match field.data_type {
            DataType::Int64 { .. }
            | DataType::Timestamp { .. }
            | DataType::Time { .. }
            | DataType::Duration { .. } => RecordField::Int,
            DataType::Decimal { scale, .. } => RecordField::Decimal { scale },
            DataType::Float { width: FloatWidth::Double, .. } => RecordField::Double,
            DataType::Float { width: FloatWidth::Single, .. } => RecordField::Single,
            DataType::Float { width: FloatWidth::Half, .. } => RecordField::Half,
            DataType::Date32 { .. } => RecordField::Date,
            DataType::Bool => RecordField::Bool,
            DataType::Uuid | DataType::Ipv6 => RecordField::Uuid,
            DataType::Ipv4 => RecordField::Ipv4,
            DataType::FixedBinary { len } | DataType::Utf8(Utf8::Encoded { len }) => {
                RecordField::Bytes { len }
            }
            DataType::Utf8(
                Utf8::Composed(_) | Utf8::Free { .. } | Utf8::Joined(_) | Utf8::Patched { .. },
            )
            | DataType::Binary { .. }
            | DataType::Wide { .. }
            | DataType::Interval { .. }
            | DataType::List { .. }
            | DataType::Map { .. }
            | DataType::Struct(_) => {
                panic!("a column that raw refuses got as far as its encoder")
            }
        }
    }

    fn width(self) -> usize {
        match self {
            RecordField::Int | RecordField::Decimal { .. } | RecordField::Double => 8,
            RecordField::Date | RecordField::Ipv4 | RecordField::Single => 4,
            RecordField::Half => 2,
            RecordField::Bool => 1,
            RecordField::Uuid => 16,
            RecordField::Bytes { len } => len,
        }
    }

    /// Writes the column into records of `width` bytes, to `at` in each.
    fn put(self, column: &ColumnData, records: &mut [u8], width: usize, at: usize) {
        let ColumnData { values, validity } = column;
        match (self, values) {
            (RecordField::Int, Array::Ints(ints)) => {
                fill(ints, validity, i64::MIN, records, width, at, i64::to_le_bytes);
            }
            (RecordField::Decimal { scale }, Array::Ints(ints)) => {
                let one = |&n: &i64| float_of_decimal(n, scale).to_le_bytes();
                put(ints.iter().map(one), records, width, at);
                blank(validity, f64::NAN.to_le_bytes(), records, width, at);
            }
            (RecordField::Double, Array::Floats(floats)) => {
                fill(floats, validity, f64::NAN, records, width, at, f64::to_le_bytes);
            }
            (RecordField::Single, Array::Floats(floats)) => {
                fill(floats, validity, f64::NAN, records, width, at, |n| (n as f32).to_le_bytes());
            }
            (RecordField::Half, Array::Floats(floats)) => {
                fill(floats, validity, f64::NAN, records, width, at, |n| half_bits(n).to_le_bytes());
            }
            (RecordField::Date, Array::Dates(days)) => {
                fill(days, validity, i32::MIN, records, width, at, i32::to_le_bytes);
            }
            (RecordField::Bool, Array::Bools(bools)) => {
                put(bools.iter().map(|&b| [u8::from(b)]), records, width, at);
                blank(validity, [255], records, width, at);
            }
            (RecordField::Ipv4, Array::Ipv4s(addresses)) => {
                fill(addresses, validity, 0, records, width, at, u32::to_le_bytes);
            }
            (RecordField::Uuid, Array::Ids(ids)) => {
                fill(ids, validity, 0, records, width, at, u128::to_be_bytes);
            }
            (RecordField::Bytes { len }, Array::FixedBytes(blobs)) => {
                for (record, bytes) in records.chunks_exact_mut(width).zip(blobs.raw().chunks_exact(len)) {
                    record[at..at + len].copy_from_slice(bytes);
                }
            }
            (_, other) => mismatch("values of fixed width", other),
        }
    }
}

/// Writes values, and `null` where they are null.
fn fill<T: Copy, const N: usize>(
    values: &[T],
    validity: &Validity,
    null: T,
    records: &mut [u8],
    width: usize,
    at: usize,
    bytes: impl Fn(T) -> [u8; N],
) {
    put(values.iter().map(|&value| bytes(value)), records, width, at);
    blank(validity, bytes(null), records, width, at);
}

fn put<const N: usize>(values: impl Iterator<Item = [u8; N]>, records: &mut [u8], width: usize, at: usize) {
    for (record, value) in records.chunks_exact_mut(width).zip(values) {
        record[at..at + N].copy_from_slice(&value);
    }
}

fn blank<const N: usize>(validity: &Validity, null: [u8; N], records: &mut [u8], width: usize, at: usize) {
    if validity.is_empty() {
        return;
    }
    for (row, record) in records.chunks_exact_mut(width).enumerate() {
        if validity.is_null(row) {
            record[at..at + N].copy_from_slice(&null);
        }
    }
}

impl Records for Record {
    fn width(&self) -> usize {
        self.width
    }

    fn write(&self, batch: &Batch, out: &mut Buffer) {
        let len = batch.len() * self.width;
        let records = &mut out.space(len)[..len];
        let mut at = 0;
        for (field, column) in self.fields.iter().zip(batch.columns()) {
            field.put(column, records, self.width, at);
            at += field.width();
        }
        out.advance(len);
    }
}

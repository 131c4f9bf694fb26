//! Values that are no arrays: what writes which, and the values themselves.

use gusher::text::ColumnText;
use gusher::types::{
    Array, DataType, Field, FloatWidth, Span, StorageType, TimeUnit, float_of_decimal, shortest_half,
};

use super::address::{put_ipv4, put_ipv6};
use super::bytes::{mismatch, put_after_length, put_bytes, put_sized};
use super::number::put_numeric;
use super::scratch::Scratch;
use super::text::TextForm;
use crate::postgres::table::PgType;

/// How values are written.
#[derive(Debug)]
pub(super) enum Leaf {
    /// A value outside of its range is noted.
    Int2,
    Int4,
    Int8,
    /// Of integers, these are multiples of 10^-scale.
    Float4 {
        scale: u32,
    },
    Float8 {
        scale: u32,
    },
    /// Of numbers of 16 bits, as a server reads their texts, which have fewer digits.
    HalfAsFloat4,
    HalfAsFloat8,
    Numeric {
        scale: u32,
    },
    Bool,
    Uuid,
    Date,
    /// A number of the batch is `micros` microseconds.
    Timestamp {
        micros: i64,
    },
    Time,
    Interval,
    Inet {
        is_network: bool,
    },
    Bytes,
    /// Of numbers that are multiples of 10^-scale where they are integers.
    Vector {
        scale: u32,
    },
    Text {
        form: TextForm,
        text: ColumnText,
    },
}

/// Days from 1970-01-01 to 2000-01-01, where PostgreSQL's times begin.
const EPOCH_DAYS: i32 = 10_957;
const EPOCH_SECONDS: i64 = EPOCH_DAYS as i64 * 86_400;
/// The days that a date has there, from 4713-11-24 BC on; the last ones are of the year 5,874,897.
const FIRST_DAY: i32 = -2_440_588;
const LAST_DAY: i32 = 2_145_031_948 - 10_957;
/// The seconds of the last day of the year 294,276, where its timestamps end.
const LAST_SECOND: i64 = 9_224_318_015_999;

impl Leaf {
    /// What writes values of a field as a type; `None` where nothing does, or where some values are none of the type.
    pub fn of(field: &Field, of: &PgType) -> Option<Leaf> {
        let storage = field.storage();
        if field.is_text() || field.data_type.is_nested() && !matches!(storage, StorageType::Vector { .. }) {
            return Leaf::of_text(field, &storage, of);
        }
        let fits = |least: i64, most: i64, min: i64, max: i64| min >= least && max <= most;
        Some(match (of, &field.data_type) {
            // Keys are counted far below the bounds that they announce.
            (PgType::Int2, DataType::Int64 { .. } | DataType::Decimal { scale: 0, .. }) => Leaf::Int2,
            (PgType::Int4, DataType::Int64 { .. } | DataType::Decimal { scale: 0, .. }) => Leaf::Int4,
            (PgType::Int8, DataType::Int64 { .. } | DataType::Decimal { scale: 0, .. }) => Leaf::Int8,
            (PgType::Float4, DataType::Float { width: FloatWidth::Half, .. }) => Leaf::HalfAsFloat4,
            (PgType::Float8, DataType::Float { width: FloatWidth::Half, .. }) => Leaf::HalfAsFloat8,
            (PgType::Float4, data_type) => {
                Leaf::Float4 { scale: float_scale(data_type, FloatWidth::Single)? }
            }
            (PgType::Float8, data_type) => {
                Leaf::Float8 { scale: float_scale(data_type, FloatWidth::Double)? }
            }
            (PgType::Numeric, DataType::Int64 { .. }) => Leaf::Numeric { scale: 0 },
            (PgType::Numeric, &(DataType::Decimal { scale, .. } | DataType::Wide { scale, .. })) => {
                Leaf::Numeric { scale }
            }
            (PgType::Bool, DataType::Bool) => Leaf::Bool,
            (PgType::Uuid, DataType::Uuid) => Leaf::Uuid,
            (PgType::Date, &DataType::Date32 { min, max }) if min >= FIRST_DAY && max <= LAST_DAY => {
                Leaf::Date
            }
            (PgType::Timestamp, &DataType::Timestamp { unit, min, max }) => {
                let per_second = match unit {
                    TimeUnit::Second => 1,
                    TimeUnit::Millisecond => 1000,
                };
                let first = i64::from(FIRST_DAY) * 86_400 * per_second;
                if !fits(first, LAST_SECOND * per_second, min, max) {
                    return None;
                }
                Leaf::Timestamp { micros: 1_000_000 / per_second }
            }
            (PgType::Time, DataType::Time { .. }) => Leaf::Time,
            (PgType::Interval, DataType::Interval { .. }) => Leaf::Interval,
            (PgType::Interval, &DataType::Duration { max, .. }) if max <= i64::MAX / 1_000_000 => {
                Leaf::Interval
            }
            (PgType::Inet, DataType::Ipv4 | DataType::Ipv6) => Leaf::Inet { is_network: false },
            (PgType::Cidr, DataType::Ipv4 | DataType::Ipv6) => Leaf::Inet { is_network: true },
            (PgType::Bytea, DataType::FixedBinary { .. } | DataType::Binary { .. }) => Leaf::Bytes,
            (PgType::Vector, DataType::List { item, .. }) if !item.nullable => {
                Leaf::Vector { scale: float_scale(&item.data_type, FloatWidth::Single)? }
            }
            _ => return None,
        })
    }

    /// What writes texts, and lists and structs as JSON.
    fn of_text(field: &Field, storage: &StorageType, of: &PgType) -> Option<Leaf> {
        let is_nested = field.data_type.is_nested() && !field.is_text();
        let is_json = matches!(storage, StorageType::Json { .. } | StorageType::Nested);
        let form = match of {
            _ if is_nested && !is_json => return None,
            PgType::Text | PgType::Json => TextForm::Plain,
            PgType::Enum if !is_nested => TextForm::Plain,
            PgType::Xml if *storage == StorageType::Xml => TextForm::Plain,
            PgType::Jsonb if is_json => TextForm::Jsonb,
            PgType::Inet if *storage == StorageType::Inet => TextForm::Inet,
            PgType::Cidr if *storage == StorageType::Cidr => TextForm::Cidr,
            PgType::MacAddr if *storage == StorageType::MacAddr => TextForm::MacAddr,
            PgType::Bits if matches!(storage, StorageType::Bits { .. }) => TextForm::Bits,
            _ => return None,
        };
        Some(Leaf::Text { form, text: ColumnText::stored(field) })
    }

    /// What writes the texts that it needs.
    pub fn text(&self) -> Option<&ColumnText> {
        match self {
            Leaf::Text { text, .. } => Some(text),
            _ => None,
        }
    }

    /// Appends the value at this index, which is not null, after its length.
    #[inline]
    pub fn put(&self, values: &Array, at: usize, scratch: &Scratch<'_>, out: &mut Vec<u8>) {
        match (self, values) {
            (Leaf::Text { form, .. }, _) => form.put(scratch.text(at), out),
            (Leaf::Int8, Array::Ints(ints)) => put_sized(ints[at].to_be_bytes(), out),
            (Leaf::Int4, Array::Ints(ints)) => {
                let value = i32::try_from(ints[at]).unwrap_or_else(|_| scratch.outside(ints[at]));
                put_sized(value.to_be_bytes(), out);
            }
            (Leaf::Int2, Array::Ints(ints)) => {
                let value = i16::try_from(ints[at]).unwrap_or_else(|_| scratch.outside(ints[at]));
                put_sized(value.to_be_bytes(), out);
            }
            (Leaf::Numeric { scale }, Array::Ints(ints)) => put_numeric(ints[at].into(), *scale, out),
            (Leaf::Numeric { scale }, Array::Wides(wides)) => put_numeric(wides[at], *scale, out),
            (Leaf::Float8 { .. }, Array::Floats(floats)) => put_sized(floats[at].to_be_bytes(), out),
            (Leaf::Float8 { scale }, Array::Ints(ints)) => {
                put_sized(float_of_decimal(ints[at], *scale).to_be_bytes(), out);
            }
            (Leaf::Float4 { scale }, floats) => put_sized(single(floats, at, *scale).to_be_bytes(), out),
            (Leaf::HalfAsFloat4, Array::Floats(floats)) => {
                put_sized((shortest_half(floats[at]) as f32).to_be_bytes(), out);
            }
            (Leaf::HalfAsFloat8, Array::Floats(floats)) => {
                put_sized(shortest_half(floats[at]).to_be_bytes(), out);
            }
            (Leaf::Bool, Array::Bools(bools)) => put_sized([u8::from(bools[at])], out),
            (Leaf::Uuid, Array::Ids(ids)) => put_sized(ids[at].to_be_bytes(), out),
            (Leaf::Date, Array::Dates(days)) => put_sized((days[at] - EPOCH_DAYS).to_be_bytes(), out),
            (Leaf::Timestamp { micros }, Array::Ints(times)) => {
                // Nothing overflows here: the bounds were looked at.
                let epoch = EPOCH_SECONDS * (1_000_000 / micros);
                put_sized(((times[at] - epoch) * micros).to_be_bytes(), out);
            }
            (Leaf::Time, Array::Ints(seconds)) => put_sized((seconds[at] * 1_000_000).to_be_bytes(), out),
            (Leaf::Interval, Array::Ids(spans)) => put_interval(Span::unpacked(spans[at]), out),
            (Leaf::Interval, Array::Ints(seconds)) => {
                put_interval(Span { months: 0, days: 0, micros: seconds[at] * 1_000_000 }, out);
            }
            (Leaf::Inet { is_network }, Array::Ipv4s(addresses)) => put_ipv4(addresses[at], *is_network, out),
            (Leaf::Inet { is_network }, Array::Ids(addresses)) => put_ipv6(addresses[at], *is_network, out),
            (Leaf::Bytes, Array::FixedBytes(bytes)) => put_bytes(bytes.get(at), out),
            (Leaf::Bytes, Array::Strings(bytes)) => put_bytes(bytes.get(at), out),
            (Leaf::Vector { scale }, Array::List(of)) => {
                let [start, end] = [at, at + 1].map(|at| of.offsets()[at] as usize);
                put_vector(of.items().values(), start..end, *scale, out);
            }
            (_, other) => mismatch(other),
        }
    }
}

/// The scale of numbers that can be written as floating-point numbers of this width.
fn float_scale(data_type: &DataType, target: FloatWidth) -> Option<u32> {
    match *data_type {
        // Items of vectors are read from their texts, which have fewer digits than they have as numbers of 32 bits.
        DataType::Float { width: FloatWidth::Half, .. } => None,
        DataType::Float { width, min, max, .. } => {
            let is_within = |end: f64| end.abs() <= f64::from(f32::MAX);
            let fits = width == target || target == FloatWidth::Double || is_within(min) && is_within(max);
            fits.then_some(0)
        }
        DataType::Int64 { .. } => Some(0),
        DataType::Decimal { scale, .. } => Some(scale),
        _ => None,
    }
}

/// Up to here integers, and powers of ten, are exact as numbers of 32 bits.
const EXACT_SINGLE: u64 = 1 << 24;
const EXACT_SCALE: u32 = 10;

/// A number of 32 bits: of decimals the nearest to the decimal itself, as a server finds it from its text.
#[inline]
fn single(values: &Array, at: usize, scale: u32) -> f32 {
    match values {
        Array::Floats(floats) => floats[at] as f32,
        Array::Ints(ints) if ints[at].unsigned_abs() <= EXACT_SINGLE && scale <= EXACT_SCALE => {
            ints[at] as f32 / 10f32.powi(scale as i32)
        }
        Array::Ints(ints) => parsed_single(ints[at], scale),
        other => mismatch(other),
    }
}

#[cold]
fn parsed_single(n: i64, scale: u32) -> f32 {
    // A number and an exponent are always read.
    format!("{n}e-{scale}").parse().unwrap_or(f32::NAN)
}

/// Appends a span: microseconds, days, months.
fn put_interval(Span { months, days, micros }: Span, out: &mut Vec<u8>) {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&micros.to_be_bytes());
    bytes[8..12].copy_from_slice(&days.to_be_bytes());
    bytes[12..].copy_from_slice(&months.to_be_bytes());
    put_sized(bytes, out);
}

/// Appends a vector of pgvector: how many numbers, what is not used yet, and the numbers.
fn put_vector(items: &Array, range: std::ops::Range<usize>, scale: u32, out: &mut Vec<u8>) {
    put_after_length(out, |out| {
        out.extend_from_slice(&(range.len() as u16).to_be_bytes());
        out.extend_from_slice(&[0; 2]);
        for at in range {
            out.extend_from_slice(&single(items, at, scale).to_be_bytes());
        }
    });
}

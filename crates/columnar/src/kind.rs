//! The kinds of values of a column in a columnar file, by its field.

use gusher::types::{Array, DataType, Field, TimeUnit};

/// The kinds of values of a column in a columnar file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 64-bit integers.
    Int,
    /// Numbers of `precision` digits, as integral multiples of 10^-scale.
    Decimal { precision: u32, scale: u32 },
    /// Days since 1970-01-01.
    Date,
    /// Microseconds since 1970-01-01T00:00:00Z; each unit of the batch has `micros`.
    Timestamp { micros: i64 },
    /// Microseconds since midnight; the batch has seconds.
    Time,
    /// Full seconds.
    Duration,
    /// Truth values.
    Bool,
    /// 128-bit ids.
    Uuid,
    /// Bytes, as many in each row.
    Bytes { len: usize },
    /// Text.
    Text,
}

/// Arrow's name for the items of lists.
pub(crate) const ITEM: &str = "item";

/// The microseconds of a second.
pub(crate) const MICROS: i64 = 1_000_000;

impl Kind {
    /// The kind of a column with this field. A value that has no type of its own everywhere, such as an address, is text, as is what
    /// a modifier makes a text of.
    pub fn of(field: &Field) -> Kind {
        if field.is_text() {
            return Kind::Text;
        }
        match field.data_type {
            // Lists and structs are taken apart before.
            DataType::Utf8(_)
            | DataType::Ipv4
            | DataType::Ipv6
            | DataType::List { .. }
            | DataType::Struct(_) => Kind::Text,
            DataType::Int64 { .. } => Kind::Int,
            DataType::Decimal { scale, .. } => {
                Kind::Decimal { precision: field.data_type.precision().unwrap_or(1), scale }
            }
            DataType::Date32 { .. } => Kind::Date,
            DataType::Timestamp { unit, .. } => Kind::Timestamp {
                micros: match unit {
                    TimeUnit::Second => MICROS,
                    TimeUnit::Millisecond => 1000,
                },
            },
            DataType::Time { .. } => Kind::Time,
            DataType::Duration { .. } => Kind::Duration,
            DataType::Bool => Kind::Bool,
            DataType::Uuid => Kind::Uuid,
            DataType::FixedBinary { len } => Kind::Bytes { len },
        }
    }

    /// About how many bytes a value has in memory.
    pub fn width(self) -> u64 {
        match self {
            Kind::Date => 4,
            Kind::Decimal { .. } | Kind::Uuid => 16,
            Kind::Bytes { len } => len as u64,
            Kind::Bool => 1,
            Kind::Int | Kind::Timestamp { .. } | Kind::Time | Kind::Duration | Kind::Text => 8,
        }
    }

    /// The factor of the batch's numbers.
    pub fn factor(self) -> i64 {
        match self {
            Kind::Timestamp { micros } => micros,
            Kind::Time => MICROS,
            Kind::Int
            | Kind::Decimal { .. }
            | Kind::Date
            | Kind::Duration
            | Kind::Bool
            | Kind::Uuid
            | Kind::Bytes { .. }
            | Kind::Text => 1,
        }
    }
}

/// A generator filled other values than its field announces: a bug in it, not an invalid request.
pub(crate) fn mismatch(found: &Array) -> ! {
    panic!("a generator made values that its field does not announce: {found:?}")
}

/// The smallest and the largest number that a column of numbers may have, before the [factor](Kind::factor).
pub(crate) fn bounds(data_type: &DataType) -> Option<(i64, i64)> {
    match *data_type {
        DataType::Int64 { min, max }
        | DataType::Decimal { min, max, .. }
        | DataType::Timestamp { min, max, .. }
        | DataType::Time { min, max }
        | DataType::Duration { min, max } => Some((min, max)),
        DataType::Date32 { min, max } => Some((i64::from(min), i64::from(max))),
        DataType::Utf8(_)
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::List { .. }
        | DataType::Struct(_) => None,
    }
}

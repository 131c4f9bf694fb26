//! Fields and their data types: all that is known of a column before its first row. They are in one file as texts may be
//! built from other fields.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

#[cfg(doc)]
use super::Array;
use super::{Dictionary, Display, FloatWidth, Span, StorageType, StorageUnit, Syntax};
use crate::calendar::Unit;

/// A column: its name, its data type, whether it may be null, and how its values are written as text. A generator
/// states the type and the display; the plan adds the rest.
#[derive(Debug, Clone)]
pub struct Field {
    /// The column's name; empty within a generator.
    pub name: String,
    /// The data type of the values.
    pub data_type: DataType,
    /// Whether some rows may be null.
    pub nullable: bool,
    /// How values are written as text.
    pub display: Display,
    /// The type that values are stored as, where another one than the usual is declared: [`Field::storage`].
    pub declared: Option<StorageType>,
    /// The syntax that all values have where they are texts, if they have one.
    pub syntax: Option<Syntax>,
}

/// The data type of the values of a column, with the bounds that all of them lie within, and the variant of [`Array`] that holds
/// them. How they are written as text is the field's [`Display`].
#[derive(Debug, Clone)]
pub enum DataType {
    /// Text.
    Utf8(Utf8),
    /// Integers between the two, both included: [`Array::Ints`].
    Int64 {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// Numbers with `scale` decimal places, as integral multiples of 10^-scale between the two, both included:
    /// [`Array::Ints`]. [`DataType::precision`] says how many digits they have.
    Decimal {
        /// Decimal places, at most 18.
        scale: u32,
        /// The smallest multiple.
        min: i64,
        /// The largest multiple.
        max: i64,
    },
    /// Numbers with `scale` decimal places beyond 64 bits, as integral multiples of 10^-scale between the two, both included:
    /// [`Array::Wides`]. None has more than 38 digits.
    Wide {
        /// Decimal places, at most 38.
        scale: u32,
        /// The smallest multiple.
        min: i128,
        /// The largest multiple.
        max: i128,
    },
    /// Floating-point numbers (IEEE 754), finite ones between the two, both included: [`Array::Floats`].
    Float {
        /// How many bits one has.
        width: FloatWidth,
        /// The smallest.
        min: f64,
        /// The largest.
        max: f64,
        /// Which values there may be besides.
        specials: Specials,
    },
    /// Days since 1970-01-01 between the two, both included: [`Array::Dates`].
    Date32 {
        /// The first day.
        min: i32,
        /// The last day.
        max: i32,
    },
    /// Times in UTC as the number of units since 1970-01-01T00:00:00Z between the two, both included: [`Array::Ints`].
    Timestamp {
        /// The unit that is counted.
        unit: TimeUnit,
        /// The first time.
        min: i64,
        /// The last time.
        max: i64,
    },
    /// Times of day as seconds after midnight between the two, both included: [`Array::Ints`].
    Time {
        /// The first second.
        min: i64,
        /// The last second.
        max: i64,
    },
    /// Lengths of time in seconds between the two, both included, none of them negative: [`Array::Ints`].
    Duration {
        /// The fewest seconds.
        min: i64,
        /// The most seconds.
        max: i64,
    },
    /// Spans of months, days and microseconds, each part between those of the two, both included: [`Array::Ids`], packed as
    /// [`Span::packed`] does.
    Interval {
        /// The least of each part.
        min: Span,
        /// The most of each part.
        max: Span,
        /// What all numbers of microseconds are multiples of.
        unit: StorageUnit,
    },
    /// True or false: [`Array::Bools`].
    Bool,
    /// 128-bit ids (RFC 9562): [`Array::Ids`].
    Uuid,
    /// IPv4 addresses: [`Array::Ipv4s`].
    Ipv4,
    /// IPv6 addresses: [`Array::Ids`].
    Ipv6,
    /// Bytes, as many in each row: [`Array::FixedBytes`].
    FixedBinary {
        /// How many.
        len: usize,
    },
    /// Bytes, `min` to `max` of them, both included: [`Array::Strings`].
    Binary {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// Lists of `min` to `max` items, both included: [`Array::List`].
    List {
        /// The field of the items. It has no name, and says whether an item may be null.
        item: Box<Field>,
        /// The fewest items.
        min: u32,
        /// The most items.
        max: u32,
    },
    /// Maps of `min` to `max` entries, both included, no two of which have the same key: [`Array::List`] of [`Array::Struct`].
    Map {
        /// The field of the entries: never null, and a struct of the key, which is never null either, and the value.
        entry: Box<Field>,
        /// The fewest entries.
        min: u32,
        /// The most entries.
        max: u32,
    },
    /// Several values, each with a name of its own: [`Array::Struct`]. There is at least one.
    Struct(Vec<Field>),
}

/// The parts of texts, and how long they are.
#[derive(Debug, Clone)]
pub enum Utf8 {
    /// Entries of dictionaries, one after the other: [`Array::Indices`]. A single part with nothing after it is what Arrow
    /// calls a dictionary array.
    Composed(Vec<TextPart>),
    /// Texts of any kind: [`Array::Strings`].
    Free {
        /// The most bytes that one has.
        longest: usize,
        /// About how many bytes they have in the mean.
        mean: usize,
        /// Whether all consist of ASCII letters, digits, `-`, `.` and `_` only, and are not empty: no format has to
        /// quote or to escape any of that.
        plain: bool,
    },
    /// Several values as their fields display them, each with the text that always follows it: [`Array::Joined`].
    Joined(Vec<(Field, Cow<'static, str>)>),
    /// Bytes, as many in each row, of which the field's display makes the text: [`Array::FixedBytes`].
    Encoded {
        /// How many bytes.
        len: usize,
    },
    /// The values of a field as texts, but for some rows that have other ones: [`Array::Patched`]. It is a column of its own
    /// and no part of another.
    Patched {
        /// What the values of most rows are.
        field: Box<Field>,
        /// The most bytes that one of the others has.
        longest: usize,
    },
}

/// One part of a composed text: an entry of a dictionary and what always follows it.
#[derive(Debug, Clone)]
pub struct TextPart {
    /// The dictionary.
    pub dictionary: Arc<Dictionary>,
    /// The text that follows the entry.
    pub after: &'static str,
}

/// Which floating-point numbers may come that databases and readers treat specially.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Specials {
    /// Whether some are no number (NaN).
    pub nan: bool,
    /// Whether some are infinite.
    pub infinite: bool,
    /// Whether some are zero with a minus sign.
    pub negative_zero: bool,
}

/// The unit that a timestamp counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// Seconds.
    Second,
    /// Thousandths of a second.
    Millisecond,
}

impl From<TimeUnit> for Unit {
    fn from(unit: TimeUnit) -> Unit {
        match unit {
            TimeUnit::Second => Unit::Seconds,
            TimeUnit::Millisecond => Unit::Millis,
        }
    }
}

impl DataType {
    /// How many decimal digits the values of a decimal have at most, those after the point included; `None` for other
    /// types.
    pub fn precision(&self) -> Option<u32> {
        let digits = |n: i128| n.unsigned_abs().to_string().len() as u32;
        match *self {
            DataType::Decimal { scale, min, max } => {
                Some(digits(min.into()).max(digits(max.into())).max(scale))
            }
            DataType::Wide { scale, min, max } => Some(digits(min).max(digits(max)).max(scale)),
            DataType::Utf8(_)
            | DataType::Int64 { .. }
            | DataType::Float { .. }
            | DataType::Date32 { .. }
            | DataType::Timestamp { .. }
            | DataType::Time { .. }
            | DataType::Duration { .. }
            | DataType::Bool
            | DataType::Uuid
            | DataType::Interval { .. }
            | DataType::Ipv4
            | DataType::Ipv6
            | DataType::FixedBinary { .. }
            | DataType::Binary { .. }
            | DataType::List { .. }
            | DataType::Map { .. }
            | DataType::Struct(_) => None,
        }
    }

    /// The type of its numbers or times where each is this much greater; itself, if it has neither.
    pub(crate) fn shifted(&self, by: i64) -> DataType {
        let mut shifted = self.clone();
        match &mut shifted {
            DataType::Int64 { min, max }
            | DataType::Decimal { min, max, .. }
            | DataType::Timestamp { min, max, .. } => (*min, *max) = (*min + by, *max + by),
            DataType::Date32 { min, max } => (*min, *max) = (*min + by as i32, *max + by as i32),
            // As multiples of the range.
            DataType::Float { min, max, .. } => {
                let shift = by as f64 * float_span(*min, *max);
                (*min, *max) = (*min + shift, *max + shift);
            }
            DataType::Utf8(_)
            | DataType::Time { .. }
            | DataType::Duration { .. }
            | DataType::Wide { .. }
            | DataType::Bool
            | DataType::Uuid
            | DataType::Interval { .. }
            | DataType::Ipv4
            | DataType::Ipv6
            | DataType::FixedBinary { .. }
            | DataType::Binary { .. }
            | DataType::List { .. }
            | DataType::Map { .. }
            | DataType::Struct(_) => {}
        }
        shifted
    }

    /// Whether its bounds are numbers of its width.
    pub(crate) fn is_finite(&self) -> bool {
        let DataType::Float { width, min, max, .. } = *self else { return true };
        width.round(min).is_finite() && width.round(max).is_finite()
    }

    /// Whether it holds values of other fields: it is a list, a map or a struct.
    pub fn is_nested(&self) -> bool {
        matches!(self, DataType::List { .. } | DataType::Map { .. } | DataType::Struct(_))
    }

    /// For points in time and times of day: what they count, and the first and the last of them.
    pub(crate) fn times(&self) -> Option<(Unit, Range<i64>)> {
        match *self {
            DataType::Date32 { min, max } => Some((Unit::Days, i64::from(min)..i64::from(max))),
            DataType::Timestamp { unit, min, max } => Some((unit.into(), min..max)),
            DataType::Time { min, max } => Some((Unit::Seconds, min..max)),
            DataType::Utf8(_)
            | DataType::Int64 { .. }
            | DataType::Decimal { .. }
            | DataType::Wide { .. }
            | DataType::Float { .. }
            | DataType::Duration { .. }
            | DataType::Bool
            | DataType::Uuid
            | DataType::Interval { .. }
            | DataType::Ipv4
            | DataType::Ipv6
            | DataType::FixedBinary { .. }
            | DataType::Binary { .. }
            | DataType::List { .. }
            | DataType::Map { .. }
            | DataType::Struct(_) => None,
        }
    }

    /// About how many bytes a row of it takes while its batch is filled and written.
    pub(crate) fn batch_bytes(&self) -> usize {
        match self {
            DataType::Utf8(Utf8::Composed(parts)) => 4 * parts.len(),
            // As it is, and escaped.
            DataType::Utf8(Utf8::Free { longest, mean, .. }) => 8 + 2 * mean.max(&(longest / 4)),
            DataType::Utf8(Utf8::Joined(parts)) => {
                parts.iter().map(|(field, _)| field.data_type.batch_bytes()).fold(0, usize::saturating_add)
            }
            // Few rows have others.
            DataType::Utf8(Utf8::Patched { field, .. }) => 8 + field.data_type.batch_bytes(),
            DataType::Bool => 1,
            DataType::Ipv4 | DataType::Date32 { .. } => 4,
            DataType::Uuid | DataType::Ipv6 | DataType::Interval { .. } | DataType::Wide { .. } => 16,
            DataType::FixedBinary { len } | DataType::Utf8(Utf8::Encoded { len }) => *len,
            // As they are, and as text.
            DataType::Binary { min, max } => 8 + 3 * min.midpoint(*max),
            // As values, and as the text that they are written as.
            DataType::List { item, max, .. } | DataType::Map { entry: item, max, .. } => {
                let item = item.data_type.batch_bytes().max(4);
                item.saturating_mul(4 * *max as usize).saturating_add(4)
            }
            DataType::Struct(fields) => {
                let field = |field: &Field| field.data_type.batch_bytes().max(4).saturating_mul(4);
                fields.iter().map(field).fold(0, usize::saturating_add)
            }
            DataType::Int64 { .. }
            | DataType::Decimal { .. }
            | DataType::Float { .. }
            | DataType::Timestamp { .. }
            | DataType::Time { .. }
            | DataType::Duration { .. } => 8,
        }
    }
}
/// How wide a range of floating-point numbers is; of a single number some width.
pub(crate) fn float_span(min: f64, max: f64) -> f64 {
    match max - min {
        span if span > 0.0 => span,
        _ => max.abs().max(1.0),
    }
}

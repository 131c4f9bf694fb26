//! The kinds of values of a column in a columnar file, by its field: its storage type, and how the numbers of a batch become values of it.

use gusher::text::ColumnText;
use gusher::types::{Array, DataType, Field, FloatWidth, IntType, Span, StorageType, StorageUnit, TimeUnit};

/// The kinds of values of a column in a columnar file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Integers.
    Int(IntType),
    /// Floating-point numbers; where the batch has integers, these are multiples of 10^-scale.
    Float { width: FloatWidth, scale: u32 },
    /// Numbers of `precision` digits, as integral multiples of 10^-scale; those of the batch have `shift` digits fewer after the point.
    Decimal { precision: u32, scale: u32, shift: u32 },
    /// Days since 1970-01-01.
    Date,
    /// Units since 1970-01-01T00:00:00, in UTC or in no zone; a number of the batch is `factor` of them.
    Timestamp { unit: StorageUnit, has_zone: bool, factor: i64 },
    /// Units since midnight; the batch has seconds.
    Time(StorageUnit),
    /// Full seconds.
    Duration,
    /// Spans of months, days and what is shorter; where the batch has integers, these are seconds.
    Interval,
    /// Truth values.
    Bool,
    /// 128-bit ids.
    Uuid,
    /// Bytes, as many in each row.
    Bytes { len: usize },
    /// Text, or bytes of any number.
    Text(TextKind),
}

/// What is known of texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextKind {
    /// They are UTF-8.
    Utf8,
    /// They are the words of an enumeration.
    Enum,
    /// They are JSON.
    Json,
    /// They are points, as well-known binary.
    Geometry,
    /// They are bytes.
    Bytes,
}

/// What a field is in a columnar file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Branch<'f> {
    /// Values of its own.
    Leaf,
    /// Lists of `min` to `max` items.
    List { item: &'f Field, min: u32, max: u32, kind: ListKind },
    /// Structs of these fields.
    Struct(&'f [Field]),
}

/// What lists are stored as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// Lists of any lengths.
    Plain,
    /// Lists of one length.
    Vector,
    /// Maps: the items are structs of a key and a value, neither of which is called anything else.
    Map,
}

impl Branch<'_> {
    /// What a field is. Lists, maps and structs that are stored as JSON are values.
    pub fn of(field: &Field) -> Branch<'_> {
        let is_vector = matches!(field.storage(), StorageType::Vector { .. });
        if !is_vector && !matches!(field.storage(), StorageType::Nested | StorageType::Array(_)) {
            return Branch::Leaf;
        }
        match &field.data_type {
            DataType::List { item, min, max } => {
                let kind = if is_vector { ListKind::Vector } else { ListKind::Plain };
                Branch::List { item, min: *min, max: *max, kind }
            }
            DataType::Map { entry, min, max } => {
                Branch::List { item: entry, min: *min, max: *max, kind: ListKind::Map }
            }
            DataType::Struct(fields) => Branch::Struct(fields),
            DataType::Utf8(_)
            | DataType::Int64 { .. }
            | DataType::Decimal { .. }
            | DataType::Wide { .. }
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
            | DataType::Binary { .. } => Branch::Leaf,
        }
    }
}

/// Arrow's name for the items of lists.
pub(crate) const ITEM: &str = "item";
/// Arrow's name for the entries of maps.
pub(crate) const ENTRIES: &str = "entries";

/// Numbers of more digits do not fit 64 bits.
const NARROW: u32 = 18;

impl Kind {
    /// The kind of a column with this field. A value that has no type of its own everywhere, such as an address, is text, as is what
    /// a modifier makes a text of.
    pub fn of(field: &Field) -> Kind {
        match field.storage() {
            // Lists and structs are taken apart before.
            StorageType::Text
            | StorageType::Xml
            | StorageType::Inet
            | StorageType::Cidr
            | StorageType::MacAddr
            | StorageType::Bits { .. }
            | StorageType::Vector { .. }
            | StorageType::Array(_)
            | StorageType::Nested => Kind::Text(TextKind::Utf8),
            StorageType::Json { .. } => Kind::Text(TextKind::Json),
            StorageType::Geometry => Kind::Text(TextKind::Geometry),
            StorageType::Enum { .. } => Kind::Text(TextKind::Enum),
            StorageType::Interval => Kind::Interval,
            StorageType::Binary => match field.data_type {
                DataType::FixedBinary { len } => Kind::Bytes { len },
                _ => Kind::Text(TextKind::Bytes),
            },
            StorageType::Int(int) => Kind::Int(int),
            StorageType::Float(width) => Kind::Float { width, scale: places(&field.data_type) },
            StorageType::Decimal { precision, scale } => {
                Kind::Decimal { precision, scale, shift: scale - places(&field.data_type) }
            }
            StorageType::Date => Kind::Date,
            StorageType::Timestamp { unit, has_zone } => {
                let per_second = match field.data_type {
                    DataType::Timestamp { unit: TimeUnit::Millisecond, .. } => 1000,
                    _ => 1,
                };
                Kind::Timestamp { unit, has_zone, factor: unit.per_second() / per_second }
            }
            StorageType::Time(unit) => Kind::Time(unit),
            StorageType::Duration => Kind::Duration,
            StorageType::Bool => Kind::Bool,
            StorageType::Uuid => Kind::Uuid,
            StorageType::FixedBinary { len } => Kind::Bytes { len },
        }
    }

    /// About how many bytes a value has in memory.
    pub fn width(self) -> u64 {
        match self {
            Kind::Uuid | Kind::Interval => 16,
            Kind::Bytes { len } => len as u64,
            Kind::Bool => 1,
            other => other.arrow_bytes().unwrap_or(8) as u64,
        }
    }

    /// The kind in Parquet and Avro: their times count no seconds, but thousandths and what is finer, and their spans have no signs and
    /// thousandths at most, so that other ones are texts.
    pub fn in_files(field: &Field) -> Kind {
        match Kind::of(field) {
            Kind::Interval if !has_plain_spans(&field.data_type) => Kind::Text(TextKind::Utf8),
            Kind::Timestamp { unit: StorageUnit::Second, has_zone, factor } => {
                Kind::Timestamp { unit: StorageUnit::Millisecond, has_zone, factor: 1000 * factor }
            }
            Kind::Time(StorageUnit::Second) => Kind::Time(StorageUnit::Millisecond),
            other => other,
        }
    }

    /// The factor of the batch's numbers, but for decimals of more than 18 digits: [`Kind::wide_factor`].
    pub fn factor(self) -> i64 {
        match self {
            Kind::Timestamp { factor, .. } => factor,
            Kind::Time(unit) => unit.per_second(),
            Kind::Decimal { precision: 0..=NARROW, shift, .. } => 10i64.pow(shift),
            Kind::Int(_)
            | Kind::Float { .. }
            | Kind::Decimal { .. }
            | Kind::Date
            | Kind::Duration
            | Kind::Interval
            | Kind::Bool
            | Kind::Uuid
            | Kind::Bytes { .. }
            | Kind::Text(_) => 1,
        }
    }

    /// The factor of the batch's numbers in decimals of any number of digits.
    pub fn wide_factor(self) -> i128 {
        match self {
            Kind::Decimal { shift, .. } => 10i128.pow(shift),
            _ => 1,
        }
    }

    /// The decimal places of the integers that floating-point numbers are made of.
    pub fn places(self) -> u32 {
        if let Kind::Float { scale, .. } = self { scale } else { 0 }
    }

    /// How many bytes a number or a time has in Arrow's buffers; none for what is neither.
    pub fn arrow_bytes(self) -> Option<usize> {
        match self {
            Kind::Int(IntType { bits, .. }) => Some(bits as usize / 8),
            Kind::Float { width: FloatWidth::Half, .. } => Some(2),
            Kind::Float { width: FloatWidth::Single, .. }
            | Kind::Date
            | Kind::Time(StorageUnit::Second | StorageUnit::Millisecond) => Some(4),
            Kind::Float { width: FloatWidth::Double, .. }
            | Kind::Timestamp { .. }
            | Kind::Time(StorageUnit::Microsecond | StorageUnit::Nanosecond)
            | Kind::Duration => Some(8),
            Kind::Decimal { .. } => Some(16),
            Kind::Interval | Kind::Bool | Kind::Uuid | Kind::Bytes { .. } | Kind::Text(_) => None,
        }
    }
}

/// The values of a field as files store them, with `after` behind each: bytes and points as bytes, all else as texts.
pub(crate) fn stored_text(field: &Field, after: &str) -> ColumnText {
    match field.storage() {
        StorageType::Geometry => ColumnText::points_before(field, after),
        _ => ColumnText::stored_before(field, after),
    }
}

/// Seconds as a span of time.
pub(crate) fn span_of_seconds(seconds: i64) -> Span {
    Span::of_micros(seconds.wrapping_mul(1_000_000))
}

/// Whether all spans can be stored as numbers of months, days and thousandths of a second without signs, of 32 bits each.
fn has_plain_spans(data_type: &DataType) -> bool {
    let &DataType::Interval { min, max, unit } = data_type else { return true };
    min.is_positive() && max.micros / 1000 <= i64::from(u32::MAX) && unit.per_second() <= 1000
}

/// The decimal places of a batch's integers.
fn places(data_type: &DataType) -> u32 {
    match *data_type {
        DataType::Decimal { scale, .. } | DataType::Wide { scale, .. } => scale,
        _ => 0,
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
        | DataType::Wide { .. }
        | DataType::Float { .. }
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

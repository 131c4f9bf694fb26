//! The types of values: how they are stored and annotated, and in which order they are.

use super::thrift::{Fields, union};

/// A physical type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Physical {
    Boolean,
    Int32,
    Int64,
    Int96,
    Float,
    Double,
    ByteArray,
    Fixed(usize),
}

impl Physical {
    /// Parquet's number.
    pub fn number(self) -> i64 {
        match self {
            Physical::Boolean => 0,
            Physical::Int32 => 1,
            Physical::Int64 => 2,
            Physical::Int96 => 3,
            Physical::Float => 4,
            Physical::Double => 5,
            Physical::ByteArray => 6,
            Physical::Fixed(_) => 7,
        }
    }

    /// Parquet's name.
    pub fn name(self) -> &'static str {
        match self {
            Physical::Boolean => "BOOLEAN",
            Physical::Int32 => "INT32",
            Physical::Int64 => "INT64",
            Physical::Int96 => "INT96",
            Physical::Float => "FLOAT",
            Physical::Double => "DOUBLE",
            Physical::ByteArray => "BYTE_ARRAY",
            Physical::Fixed(_) => "FIXED_LEN_BYTE_ARRAY",
        }
    }
}

/// A unit of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Millis,
    Micros,
    Nanos,
}

impl Unit {
    /// How many of them a second has.
    pub fn per_second(self) -> i64 {
        match self {
            Unit::Millis => 1_000,
            Unit::Micros => 1_000_000,
            Unit::Nanos => 1_000_000_000,
        }
    }
}

/// A logical type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Logical {
    Text,
    Map,
    List,
    Enum,
    Decimal { precision: u32, scale: u32 },
    Date,
    Time { unit: Unit, utc: bool },
    Timestamp { unit: Unit, utc: bool },
    Integer { bits: u8, signed: bool },
    Null,
    Json,
    Bson,
    Uuid,
    Float16,
}

impl Logical {
    /// Appends the union.
    pub fn write(self, out: &mut Vec<u8>) {
        let unit = |unit, utc| {
            move |fields: &mut Fields<'_>| {
                let number = match unit {
                    Unit::Millis => 1,
                    Unit::Micros => 2,
                    Unit::Nanos => 3,
                };
                fields.bool(1, utc);
                fields.structure(2, |fields| fields.structure(number, |_| {}));
            }
        };
        match self {
            Logical::Text => union(out, 1, |_| {}),
            Logical::Map => union(out, 2, |_| {}),
            Logical::List => union(out, 3, |_| {}),
            Logical::Enum => union(out, 4, |_| {}),
            Logical::Decimal { precision, scale } => union(out, 5, |fields| {
                fields.i32(1, scale.into());
                fields.i32(2, precision.into());
            }),
            Logical::Date => union(out, 6, |_| {}),
            Logical::Time { unit: of, utc } => union(out, 7, unit(of, utc)),
            Logical::Timestamp { unit: of, utc } => union(out, 8, unit(of, utc)),
            Logical::Integer { bits, signed } => union(out, 10, |fields| {
                fields.i8(1, bits as i8);
                fields.bool(2, signed);
            }),
            Logical::Null => union(out, 11, |_| {}),
            Logical::Json => union(out, 12, |_| {}),
            Logical::Bson => union(out, 13, |_| {}),
            Logical::Uuid => union(out, 14, |_| {}),
            Logical::Float16 => union(out, 15, |_| {}),
        }
    }

    /// The converted type of older versions of the format, by its number.
    pub fn converted(self) -> Option<i64> {
        Some(match self {
            Logical::Text => 0,
            Logical::Map => 1,
            Logical::List => 3,
            Logical::Enum => 4,
            Logical::Decimal { .. } => 5,
            Logical::Date => 6,
            Logical::Time { unit: Unit::Millis, .. } => 7,
            Logical::Time { unit: Unit::Micros, .. } => 8,
            Logical::Timestamp { unit: Unit::Millis, .. } => 9,
            Logical::Timestamp { unit: Unit::Micros, .. } => 10,
            Logical::Integer { bits, signed } => {
                let of_bits = i64::from(bits.trailing_zeros()) - 3;
                if signed { 15 + of_bits } else { 11 + of_bits }
            }
            Logical::Json => 19,
            Logical::Bson => 20,
            Logical::Time { unit: Unit::Nanos, .. }
            | Logical::Timestamp { unit: Unit::Nanos, .. }
            | Logical::Null
            | Logical::Uuid
            | Logical::Float16 => return None,
        })
    }

    /// Whether the converted type says the same: it has no times without a zone.
    pub fn is_converted(self) -> bool {
        let is_local =
            matches!(self, Logical::Time { utc: false, .. } | Logical::Timestamp { utc: false, .. });
        self.converted().is_some() && !is_local
    }
}

/// The order of values, by which the smallest and the largest are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// None is defined.
    None,
    Bool,
    Signed,
    Unsigned,
    Float,
    /// Bytes without a sign, one by one.
    Bytes,
    /// Numbers with the most significant byte first.
    BigEndian,
}

/// What values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    Bool,
    Int { bits: u8, signed: bool },
    Float16,
    Float,
    Double,
    Decimal { precision: u32, scale: u32 },
    Date,
    Time(Unit),
    Timestamp(Unit, bool),
    Int96,
    Text,
    Enum,
    Json,
    Bson,
    Uuid,
    Interval,
    Fixed,
    Binary,
    Null,
}

/// A type of values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub name: &'static str,
    pub physical: Physical,
    pub logical: Option<Logical>,
    pub meaning: Meaning,
    pub order: Order,
}

const fn of(
    name: &'static str,
    physical: Physical,
    logical: Option<Logical>,
    meaning: Meaning,
    order: Order,
) -> Type {
    Type { name, physical, logical, meaning, order }
}

const fn int(name: &'static str, bits: u8, signed: bool) -> Type {
    let physical = if bits == 64 { Physical::Int64 } else { Physical::Int32 };
    let order = if signed { Order::Signed } else { Order::Unsigned };
    of(name, physical, Some(Logical::Integer { bits, signed }), Meaning::Int { bits, signed }, order)
}

const fn decimal(name: &'static str, physical: Physical, precision: u32, scale: u32) -> Type {
    let order = match physical {
        Physical::Int32 | Physical::Int64 => Order::Signed,
        _ => Order::BigEndian,
    };
    let logical = Logical::Decimal { precision, scale };
    of(name, physical, Some(logical), Meaning::Decimal { precision, scale }, order)
}

const fn time(name: &'static str, unit: Unit, utc: bool) -> Type {
    let physical = if matches!(unit, Unit::Millis) { Physical::Int32 } else { Physical::Int64 };
    of(name, physical, Some(Logical::Time { unit, utc }), Meaning::Time(unit), Order::Signed)
}

const fn timestamp(name: &'static str, unit: Unit, utc: bool) -> Type {
    let logical = Logical::Timestamp { unit, utc };
    of(name, Physical::Int64, Some(logical), Meaning::Timestamp(unit, utc), Order::Signed)
}

const fn bytes(name: &'static str, logical: Option<Logical>, meaning: Meaning) -> Type {
    of(name, Physical::ByteArray, logical, meaning, Order::Bytes)
}

/// The number of bytes of the type `fixed`.
const FIXED: usize = 5;

/// All types.
pub(super) static TYPES: &[Type] = &[
    of("bool", Physical::Boolean, None, Meaning::Bool, Order::Bool),
    int("int8", 8, true),
    int("int16", 16, true),
    of("int32", Physical::Int32, None, Meaning::Int { bits: 32, signed: true }, Order::Signed),
    of("int64", Physical::Int64, None, Meaning::Int { bits: 64, signed: true }, Order::Signed),
    int("int32-annotated", 32, true),
    int("uint8", 8, false),
    int("uint16", 16, false),
    int("uint32", 32, false),
    int("uint64", 64, false),
    of("int96", Physical::Int96, None, Meaning::Int96, Order::None),
    of("float16", Physical::Fixed(2), Some(Logical::Float16), Meaning::Float16, Order::Float),
    of("float", Physical::Float, None, Meaning::Float, Order::Float),
    of("double", Physical::Double, None, Meaning::Double, Order::Float),
    decimal("decimal-int32", Physical::Int32, 9, 2),
    decimal("decimal-int64", Physical::Int64, 18, 4),
    decimal("decimal-fixed", Physical::Fixed(16), 38, 10),
    decimal("decimal-fixed-narrow", Physical::Fixed(4), 9, 9),
    decimal("decimal-binary", Physical::ByteArray, 38, 0),
    of("date", Physical::Int32, Some(Logical::Date), Meaning::Date, Order::Signed),
    time("time-ms", Unit::Millis, true),
    time("time-us", Unit::Micros, false),
    time("time-ns", Unit::Nanos, false),
    timestamp("timestamp-ms-utc", Unit::Millis, true),
    timestamp("timestamp-us-utc", Unit::Micros, true),
    timestamp("timestamp-ns-utc", Unit::Nanos, true),
    timestamp("timestamp-ms", Unit::Millis, false),
    timestamp("timestamp-us", Unit::Micros, false),
    timestamp("timestamp-ns", Unit::Nanos, false),
    bytes("string", Some(Logical::Text), Meaning::Text),
    bytes("enum", Some(Logical::Enum), Meaning::Enum),
    bytes("json", Some(Logical::Json), Meaning::Json),
    bytes("bson", Some(Logical::Bson), Meaning::Bson),
    of("uuid", Physical::Fixed(16), Some(Logical::Uuid), Meaning::Uuid, Order::Bytes),
    of("interval", Physical::Fixed(12), None, Meaning::Interval, Order::None),
    of("fixed", Physical::Fixed(FIXED), None, Meaning::Fixed, Order::Bytes),
    bytes("binary", None, Meaning::Binary),
    of("null", Physical::Int32, Some(Logical::Null), Meaning::Null, Order::None),
];

/// The type of this name.
pub(crate) fn named(name: &str) -> &'static Type {
    TYPES.iter().find(|of| of.name == name).unwrap_or(&TYPES[0])
}

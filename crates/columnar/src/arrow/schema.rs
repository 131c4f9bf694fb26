//! The schema: each column's name and type, and which of them are indices into a dictionary.

use gusher::types::{FloatWidth, IntType, StorageUnit};

use super::flat::{Builder, Offset, Value};
use crate::kind::{Kind, TextKind};
use crate::memory::{ColumnLayout, Form};

/// Numbers of the types in Arrow's union of them.
mod type_number {
    pub const INT: u8 = 2;
    pub const FLOATING_POINT: u8 = 3;
    pub const BINARY: u8 = 4;
    pub const UTF8: u8 = 5;
    pub const BOOL: u8 = 6;
    pub const DECIMAL: u8 = 7;
    pub const DATE: u8 = 8;
    pub const TIME: u8 = 9;
    pub const TIMESTAMP: u8 = 10;
    pub const INTERVAL: u8 = 11;
    pub const LIST: u8 = 12;
    pub const STRUCT: u8 = 13;
    pub const FIXED_SIZE_BINARY: u8 = 15;
    pub const FIXED_SIZE_LIST: u8 = 16;
    pub const MAP: u8 = 17;
    pub const DURATION: u8 = 18;
}

/// Arrow's numbers of units, and of precisions.
const SECOND: i16 = 0;
const DAY: i16 = 0;
const MONTH_DAY_NANO: i16 = 2;
const HALF: i16 = 0;
const SINGLE: i16 = 1;
const DOUBLE: i16 = 2;

/// Writes a schema, with entries of its metadata.
pub(super) fn write(columns: &[ColumnLayout], entries: &[(String, String)], out: &mut Builder) -> Offset {
    let mut leaves = 0;
    let fields: Vec<Offset> = columns.iter().map(|column| write_field(column, &mut leaves, out)).collect();
    let fields = out.offsets(&fields);
    // Little-endian, which is 0.
    let mut schema = vec![(0, Value::I16(0)), (1, Value::Offset(fields))];
    if !entries.is_empty() {
        let entry = |(key, text): &(String, String)| {
            let (key, text) = (out.string(key), out.string(text));
            out.table(&[(0, Value::Offset(key)), (1, Value::Offset(text))])
        };
        let entries: Vec<Offset> = entries.iter().map(entry).collect();
        schema.push((2, Value::Offset(out.offsets(&entries))));
    }
    out.table(&schema)
}

/// Writes a field, where there are `leaves` leaves before it: a dictionary has the number of its leaf.
fn write_field(column: &ColumnLayout, leaves: &mut i64, out: &mut Builder) -> Offset {
    let leaf = *leaves;
    let children: Vec<Offset> =
        column.children().iter().map(|child| write_field(child, leaves, out)).collect();
    let (number, own) = match &column.form {
        // Its keys are not sorted.
        Form::List { is_map: true, .. } => (type_number::MAP, out.table(&[(0, Value::Bool(false))])),
        Form::List { .. } => (type_number::LIST, out.table(&[])),
        Form::Vector { len, .. } => {
            (type_number::FIXED_SIZE_LIST, out.table(&[(0, Value::I32(*len as i32))]))
        }
        Form::Struct(_) => (type_number::STRUCT, out.table(&[])),
        _ => {
            *leaves += 1;
            write_type(column.kind, out)
        }
    };
    let name = out.string(column.name());
    let children = out.offsets(&children);
    let mut fields = vec![
        (0, Value::Offset(name)),
        (1, Value::Bool(column.is_nullable())),
        (2, Value::U8(number)),
        (3, Value::Offset(own)),
        (5, Value::Offset(children)),
    ];
    if let Some((_, index)) = column.dictionary() {
        let index = int(8 * index.bytes() as i32, true, out);
        let encoding = out.table(&[(0, Value::I64(leaf)), (1, Value::Offset(index))]);
        fields.push((4, Value::Offset(encoding)));
    }
    let metadata: Vec<Offset> = column
        .metadata()
        .iter()
        .map(|(key, value)| {
            let (key, value) = (out.string(key), out.string(value));
            out.table(&[(0, Value::Offset(key)), (1, Value::Offset(value))])
        })
        .collect();
    if !metadata.is_empty() {
        let metadata = out.offsets(&metadata);
        fields.push((6, Value::Offset(metadata)));
    }
    out.table(&fields)
}

fn int(bits: i32, is_signed: bool, out: &mut Builder) -> Offset {
    out.table(&[(0, Value::I32(bits)), (1, Value::Bool(is_signed))])
}

fn unit_number(unit: StorageUnit) -> i16 {
    match unit {
        StorageUnit::Second => SECOND,
        StorageUnit::Millisecond => 1,
        StorageUnit::Microsecond => 2,
        StorageUnit::Nanosecond => 3,
    }
}

/// A type: its number, and its parameters.
fn write_type(kind: Kind, out: &mut Builder) -> (u8, Offset) {
    match kind {
        Kind::Int(IntType { bits, is_signed }) => (type_number::INT, int(bits as i32, is_signed, out)),
        Kind::Float { width, .. } => {
            let precision = match width {
                FloatWidth::Half => HALF,
                FloatWidth::Single => SINGLE,
                FloatWidth::Double => DOUBLE,
            };
            (type_number::FLOATING_POINT, out.table(&[(0, Value::I16(precision))]))
        }
        Kind::Decimal { precision, scale, .. } => {
            let digits =
                [(0, Value::I32(precision as i32)), (1, Value::I32(scale as i32)), (2, Value::I32(128))];
            (type_number::DECIMAL, out.table(&digits))
        }
        Kind::Date => (type_number::DATE, out.table(&[(0, Value::I16(DAY))])),
        Kind::Timestamp { unit, has_zone: true, .. } => {
            let zone = out.string("UTC");
            let unit = unit_number(unit);
            (type_number::TIMESTAMP, out.table(&[(0, Value::I16(unit)), (1, Value::Offset(zone))]))
        }
        Kind::Timestamp { unit, has_zone: false, .. } => {
            (type_number::TIMESTAMP, out.table(&[(0, Value::I16(unit_number(unit)))]))
        }
        Kind::Time(unit) => {
            let bits = 8 * kind.arrow_bytes().unwrap_or(8) as i32;
            (type_number::TIME, out.table(&[(0, Value::I16(unit_number(unit))), (1, Value::I32(bits))]))
        }
        Kind::Duration => (type_number::DURATION, out.table(&[(0, Value::I16(SECOND))])),
        Kind::Interval => (type_number::INTERVAL, out.table(&[(0, Value::I16(MONTH_DAY_NANO))])),
        Kind::Bool => (type_number::BOOL, out.table(&[])),
        Kind::Uuid => (type_number::FIXED_SIZE_BINARY, out.table(&[(0, Value::I32(16))])),
        Kind::Bytes { len } => (type_number::FIXED_SIZE_BINARY, out.table(&[(0, Value::I32(len as i32))])),
        Kind::Text(TextKind::Utf8 | TextKind::Enum | TextKind::Json) => (type_number::UTF8, out.table(&[])),
        Kind::Text(TextKind::Bytes | TextKind::Geometry) => (type_number::BINARY, out.table(&[])),
    }
}

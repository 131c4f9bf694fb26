//! The schema: each column's name and type, and which of them are indices into a dictionary.

use gusher::types::{DataType, Field};

use super::flat::{Builder, Offset, Value};
use super::values::IndexWidth;
use crate::kind::{ITEM, Kind};

/// Numbers of the types in Arrow's union of them.
mod type_number {
    pub const INT: u8 = 2;
    pub const UTF8: u8 = 5;
    pub const BOOL: u8 = 6;
    pub const DECIMAL: u8 = 7;
    pub const DATE: u8 = 8;
    pub const TIME: u8 = 9;
    pub const TIMESTAMP: u8 = 10;
    pub const LIST: u8 = 12;
    pub const STRUCT: u8 = 13;
    pub const FIXED_SIZE_BINARY: u8 = 15;
    pub const DURATION: u8 = 18;
}

/// Arrow's numbers of units.
const SECOND: i16 = 0;
const MICROSECOND: i16 = 2;
const DAY: i16 = 0;

/// The number of each leaf's dictionary and the width of its indices, if it has one, in the order of the schema.
type Dictionaries<'d> = dyn Iterator<Item = Option<Indexed>> + 'd;
type Indexed = (i64, IndexWidth);

/// Writes a schema.
pub(super) fn write<'f>(
    fields: impl Iterator<Item = &'f Field>,
    dictionaries: &mut Dictionaries<'_>,
    out: &mut Builder,
) -> Offset {
    let fields: Vec<Offset> =
        fields.map(|field| write_field(field, &field.name, dictionaries, out)).collect();
    let fields = out.offsets(&fields);
    // Little-endian, which is 0.
    out.table(&[(0, Value::I16(0)), (1, Value::Offset(fields))])
}

fn write_field(field: &Field, name: &str, dictionaries: &mut Dictionaries<'_>, out: &mut Builder) -> Offset {
    let (number, children) = match &field.data_type {
        DataType::List { item, .. } => (type_number::LIST, vec![write_field(item, ITEM, dictionaries, out)]),
        DataType::Struct(fields) => {
            let fields = fields.iter().map(|field| write_field(field, &field.name, dictionaries, out));
            (type_number::STRUCT, fields.collect())
        }
        DataType::Utf8(_)
        | DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. } => {
            return write_leaf(field, name, dictionaries.next().flatten(), out);
        }
    };
    let own = out.table(&[]);
    let name = out.string(name);
    let children = out.offsets(&children);
    out.table(&[
        (0, Value::Offset(name)),
        (1, Value::Bool(field.nullable)),
        (2, Value::U8(number)),
        (3, Value::Offset(own)),
        (5, Value::Offset(children)),
    ])
}

fn write_leaf(field: &Field, name: &str, dictionary: Option<Indexed>, out: &mut Builder) -> Offset {
    let kind = Kind::of(field);
    let (number, own) = write_type(kind, out);
    let name = out.string(name);
    let children = out.offsets(&[]);
    let mut fields = vec![
        (0, Value::Offset(name)),
        (1, Value::Bool(field.nullable)),
        (2, Value::U8(number)),
        (3, Value::Offset(own)),
        (5, Value::Offset(children)),
    ];
    if let Some((id, width)) = dictionary {
        let index = int(width.bits(), out);
        let encoding = out.table(&[(0, Value::I64(id)), (1, Value::Offset(index))]);
        fields.push((4, Value::Offset(encoding)));
    }
    if kind == Kind::Uuid {
        let metadata = [("ARROW:extension:name", "arrow.uuid"), ("ARROW:extension:metadata", "")];
        let metadata = metadata.map(|(key, value)| {
            let (key, value) = (out.string(key), out.string(value));
            out.table(&[(0, Value::Offset(key)), (1, Value::Offset(value))])
        });
        let metadata = out.offsets(&metadata);
        fields.push((6, Value::Offset(metadata)));
    }
    out.table(&fields)
}

/// Integers with a sign.
fn int(bits: i32, out: &mut Builder) -> Offset {
    out.table(&[(0, Value::I32(bits)), (1, Value::Bool(true))])
}

/// A type: its number, and its parameters.
fn write_type(kind: Kind, out: &mut Builder) -> (u8, Offset) {
    match kind {
        Kind::Int => (type_number::INT, int(64, out)),
        Kind::Decimal { precision, scale } => {
            let digits =
                [(0, Value::I32(precision as i32)), (1, Value::I32(scale as i32)), (2, Value::I32(128))];
            (type_number::DECIMAL, out.table(&digits))
        }
        Kind::Date => (type_number::DATE, out.table(&[(0, Value::I16(DAY))])),
        Kind::Timestamp { .. } => {
            let zone = out.string("UTC");
            (type_number::TIMESTAMP, out.table(&[(0, Value::I16(MICROSECOND)), (1, Value::Offset(zone))]))
        }
        Kind::Time => (type_number::TIME, out.table(&[(0, Value::I16(MICROSECOND)), (1, Value::I32(64))])),
        Kind::Duration => (type_number::DURATION, out.table(&[(0, Value::I16(SECOND))])),
        Kind::Bool => (type_number::BOOL, out.table(&[])),
        Kind::Uuid => (type_number::FIXED_SIZE_BINARY, out.table(&[(0, Value::I32(16))])),
        Kind::Bytes { len } => (type_number::FIXED_SIZE_BINARY, out.table(&[(0, Value::I32(len as i32))])),
        Kind::Text => (type_number::UTF8, out.table(&[])),
    }
}

//! What is said of the type of a column, and what follows from it.

use gusher::types::{DataType, Field, FloatWidth};

use super::cell::{self, Align};
use super::screen::{Key, Pen, TableOptions};

/// The type of a column, and its part in keys.
pub(super) fn text(field: &Field, index: usize, options: &TableOptions, pen: Pen) -> String {
    let mut text = name(field);
    for (_, key) in options.keys.iter().filter(|(column, _)| *column == index) {
        match key {
            Key::Primary => text += " PK",
            Key::Foreign(table) => text += &format!(" {} {}", pen.arrow, cell::escaped(table)),
        }
    }
    text
}

/// The name of a type: short, as columns are narrow.
fn name(field: &Field) -> String {
    if field.is_text() {
        return "text".into();
    }
    if let Some(declared) = &field.declared {
        return declared.to_string();
    }
    let name = match &field.data_type {
        DataType::Float { width: FloatWidth::Double, .. } => "float",
        DataType::Float { width: FloatWidth::Half, .. } => "half",
        DataType::Float { width: FloatWidth::Single, .. } => "real",
        DataType::Utf8(_) => "text",
        DataType::Int64 { .. } | DataType::Wide { scale: 0, .. } => "int",
        DataType::Decimal { .. } | DataType::Wide { .. } => "decimal",
        DataType::Date32 { .. } => "date",
        DataType::Timestamp { .. } => "timestamp",
        DataType::Time { .. } => "time",
        DataType::Duration { .. } => "duration",
        DataType::Bool => "bool",
        DataType::Interval { .. } => "interval",
        DataType::Uuid => "uuid",
        DataType::Ipv4 => "ipv4",
        DataType::Ipv6 => "ipv6",
        DataType::FixedBinary { .. } | DataType::Binary { .. } => "bytes",
        DataType::List { item, .. } => return format!("{}[]", self::name(item)),
        DataType::Map { .. } => "map",
        DataType::Struct(_) => "struct",
    };
    name.into()
}

/// Numbers are aligned by their last digits.
pub(super) fn align(field: &Field) -> Align {
    let is_number = matches!(
        field.data_type,
        DataType::Int64 { .. } | DataType::Decimal { .. } | DataType::Wide { .. } | DataType::Float { .. }
    );
    if is_number && !field.is_text() { Align::Right } else { Align::Left }
}

/// Whether a part of a value would be taken for another value, or for none.
pub(super) fn is_rigid(field: &Field) -> bool {
    match &field.data_type {
        DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Wide { .. }
        | DataType::Float { .. }
        | DataType::Date32 { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Ipv4 => !field.is_text(),
        DataType::Utf8(_)
        | DataType::Uuid
        | DataType::Interval { .. }
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::Binary { .. }
        | DataType::List { .. }
        | DataType::Map { .. }
        | DataType::Struct(_) => false,
    }
}

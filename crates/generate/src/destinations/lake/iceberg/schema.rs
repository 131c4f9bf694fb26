//! Schemas as Iceberg writes them: in JSON, and in Avro for the values of partitions.

use gush_columnar::lake::{LakeField, LakeType};
use serde_json::{Value, json};

use super::values::decimal_bytes;
use crate::partition::Transform;

/// The schema of a table.
pub(super) fn schema(fields: &[LakeField]) -> Value {
    json!({"type": "struct", "schema-id": 0, "fields": fields.iter().map(field).collect::<Vec<_>>()})
}

fn field(LakeField { id, name, nullable, kind }: &LakeField) -> Value {
    json!({"id": id, "name": name, "required": !nullable, "type": type_name(kind)})
}

fn type_name(kind: &LakeType) -> Value {
    match kind {
        LakeType::Bool => json!("boolean"),
        LakeType::Int(64) => json!("long"),
        LakeType::Int(_) => json!("int"),
        LakeType::Float => json!("float"),
        LakeType::Double => json!("double"),
        LakeType::Decimal { precision, scale } => json!(format!("decimal({precision}, {scale})")),
        LakeType::Date => json!("date"),
        LakeType::Time => json!("time"),
        LakeType::Timestamp { has_zone: true } => json!("timestamptz"),
        LakeType::Timestamp { has_zone: false } => json!("timestamp"),
        LakeType::Binary => json!("binary"),
        LakeType::Fixed(len) => json!(format!("fixed[{len}]")),
        LakeType::Uuid => json!("uuid"),
        LakeType::List(item) => json!({
            "type": "list",
            "element-id": item.id,
            "element": type_name(&item.kind),
            "element-required": !item.nullable,
        }),
        LakeType::Map(key, value) => json!({
            "type": "map",
            "key-id": key.id,
            "key": type_name(&key.kind),
            "value-id": value.id,
            "value": type_name(&value.kind),
            "value-required": !value.nullable,
        }),
        LakeType::Struct(fields) => {
            json!({"type": "struct", "fields": fields.iter().map(field).collect::<Vec<_>>()})
        }
        // The request refuses others.
        LakeType::Text | LakeType::Other(_) => json!("string"),
    }
}

/// A transform as the partition spec names it.
pub(super) fn transform(transform: Transform) -> String {
    match transform {
        Transform::Bucket(count) => format!("bucket[{count}]"),
        Transform::Truncate(width) => format!("truncate[{width}]"),
        other => other.name().to_owned(),
    }
}

/// The type of what a transform computes of values of a type.
pub(super) fn result_type(transform: Transform, source: &LakeType) -> LakeType {
    match transform {
        Transform::Identity | Transform::Truncate(_) => source.clone(),
        Transform::Day => LakeType::Date,
        Transform::Year | Transform::Month | Transform::Hour | Transform::Bucket(_) => LakeType::Int(32),
    }
}

/// The Avro schema of the values of a partition's field with this name.
pub(super) fn avro_type(kind: &LakeType, name: &str) -> Value {
    match kind {
        LakeType::Bool => json!("boolean"),
        LakeType::Int(64) => json!("long"),
        LakeType::Int(_) => json!("int"),
        LakeType::Date => json!({"type": "int", "logicalType": "date"}),
        LakeType::Timestamp { has_zone } => {
            json!({"type": "long", "logicalType": "timestamp-micros", "adjust-to-utc": has_zone})
        }
        LakeType::Decimal { precision, scale } => json!({
            "type": "fixed",
            "name": name,
            "size": decimal_bytes(*precision),
            "logicalType": "decimal",
            "precision": precision,
            "scale": scale,
        }),
        _ => json!("string"),
    }
}

/// A name as Avro takes it: what is neither a letter nor a digit is `_x` and its number, as Iceberg's own library writes it.
pub(super) fn avro_name(name: &str) -> String {
    let mut out = String::new();
    for (at, c) in name.chars().enumerate() {
        match c {
            'a'..='z' | 'A'..='Z' | '_' => out.push(c),
            '0'..='9' if at > 0 => out.push(c),
            '0'..='9' => out.extend(['_', c]),
            _ => out.push_str(&format!("_x{:X}", c as u32)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::avro_name;

    #[test]
    fn names_are_those_that_avro_takes() {
        assert_eq!(avro_name("at_year"), "at_year");
        assert_eq!(avro_name("a.b"), "a_x2Eb");
        assert_eq!(avro_name("9x"), "_9x");
    }
}

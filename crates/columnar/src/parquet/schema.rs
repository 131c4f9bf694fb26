//! The schema of a file: each column's physical and logical type.

use std::io;
use std::sync::Arc;

use ::parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use ::parquet::errors::Result;
use ::parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use gusher::plan::Plan;
use gusher::types::{Field, FloatWidth, IntType, StorageUnit};

use super::column::Physical;
use crate::kind::{Branch, Kind, ListKind, TextKind};

/// The schema of a plan's columns.
pub(super) fn of(plan: &Plan) -> io::Result<SchemaDescPtr> {
    let columns = all(plan.fields());
    let root = |columns| Type::group_type_builder("schema").with_fields(columns).build();
    let root = columns.and_then(root).map_err(io::Error::other)?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

fn all<'f>(fields: impl IntoIterator<Item = &'f Field>) -> Result<Vec<Arc<Type>>> {
    fields.into_iter().map(|field| column(field, &field.name).map(Arc::new)).collect()
}

fn column(field: &Field, name: &str) -> Result<Type> {
    let repetition = if field.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    match Branch::of(field) {
        Branch::List { item, kind: ListKind::Map, .. } => {
            let Branch::Struct(fields) = Branch::of(item) else { unreachable!("an entry is a struct") };
            let entries = Type::group_type_builder("key_value")
                .with_repetition(Repetition::REPEATED)
                .with_fields(all(fields)?)
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_converted_type(ConvertedType::MAP)
                .with_logical_type(Some(LogicalType::Map))
                .with_fields(vec![Arc::new(entries)])
                .build()
        }
        Branch::List { item, .. } => {
            let items = Type::group_type_builder("list")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![Arc::new(column(item, "element")?)])
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_converted_type(ConvertedType::LIST)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(items)])
                .build()
        }
        Branch::Struct(fields) => {
            Type::group_type_builder(name).with_repetition(repetition).with_fields(all(fields)?).build()
        }
        Branch::Leaf => leaf(field, name, repetition),
    }
}

fn leaf(field: &Field, name: &str, repetition: Repetition) -> Result<Type> {
    let kind = Kind::in_files(field);
    let builder = Type::primitive_type_builder(name, physical(kind))
        .with_repetition(repetition)
        .with_logical_type(logical(kind))
        .with_length(length(kind));
    match kind {
        Kind::Decimal { precision, scale, .. } => {
            builder.with_precision(precision as i32).with_scale(scale as i32).build()
        }
        // It is no logical type of the newer kind.
        Kind::Interval => builder.with_converted_type(ConvertedType::INTERVAL).build(),
        Kind::Int(_)
        | Kind::Float { .. }
        | Kind::Date
        | Kind::Timestamp { .. }
        | Kind::Time(_)
        | Kind::Duration
        | Kind::Bool
        | Kind::Uuid
        | Kind::Bytes { .. }
        | Kind::Text(_) => builder.build(),
    }
}

/// Parquet's type of the values.
pub(super) fn physical(kind: Kind) -> PhysicalType {
    match (Physical::of(kind), kind) {
        (Some(Physical::Int32), _) => PhysicalType::INT32,
        (Some(Physical::Int64), _) => PhysicalType::INT64,
        (None, Kind::Bool) => PhysicalType::BOOLEAN,
        (Some(Physical::Float { width: FloatWidth::Single, .. }), _) => PhysicalType::FLOAT,
        (Some(Physical::Float { width: FloatWidth::Double, .. }), _) => PhysicalType::DOUBLE,
        (Some(Physical::Fixed { .. }), _) | (None, Kind::Uuid | Kind::Interval | Kind::Bytes { .. }) => {
            PhysicalType::FIXED_LEN_BYTE_ARRAY
        }
        (None, _) => PhysicalType::BYTE_ARRAY,
    }
}

/// How many bytes the values of a fixed length have.
fn length(kind: Kind) -> i32 {
    match (Physical::of(kind), kind) {
        (Some(Physical::Fixed { len, .. }), _) | (None, Kind::Bytes { len }) => len as i32,
        (None, Kind::Uuid) => 16,
        (None, Kind::Interval) => 12,
        (Some(Physical::Int32 | Physical::Int64 | Physical::Float { .. }) | None, _) => -1,
    }
}

/// The logical type of the values.
fn logical(kind: Kind) -> Option<LogicalType> {
    match kind {
        Kind::Decimal { precision, scale, .. } => Some(LogicalType::decimal(scale as i32, precision as i32)),
        // What a number without a logical type is.
        Kind::Int(IntType { bits, is_signed }) if bits < 64 || !is_signed => {
            Some(LogicalType::integer(bits as i8, is_signed))
        }
        Kind::Date => Some(LogicalType::Date),
        Kind::Timestamp { unit, has_zone, .. } => Some(LogicalType::timestamp(has_zone, self::unit(unit))),
        Kind::Time(unit) => Some(LogicalType::time(false, self::unit(unit))),
        Kind::Uuid => Some(LogicalType::Uuid),
        Kind::Text(TextKind::Utf8) => Some(LogicalType::String),
        Kind::Text(TextKind::Json) => Some(LogicalType::Json),
        Kind::Text(TextKind::Enum) => Some(LogicalType::Enum),
        Kind::Int(_)
        | Kind::Float { .. }
        | Kind::Duration
        | Kind::Interval
        | Kind::Bool
        | Kind::Bytes { .. }
        | Kind::Text(TextKind::Bytes) => None,
    }
}

/// The unit of times, none of which are seconds.
fn unit(unit: StorageUnit) -> TimeUnit {
    match unit {
        StorageUnit::Second | StorageUnit::Millisecond => TimeUnit::MILLIS,
        StorageUnit::Microsecond => TimeUnit::MICROS,
        StorageUnit::Nanosecond => TimeUnit::NANOS,
    }
}

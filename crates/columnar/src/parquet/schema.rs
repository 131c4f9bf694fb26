//! The schema of a file: each column's physical and logical type.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;

use ::parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use ::parquet::errors::Result;
use ::parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};
use gusher::plan::Plan;
use gusher::types::{Field, FloatWidth, IntType, StorageUnit};

use super::physical::Physical;
use super::stored::Stored;
use crate::identifier::{distinct, identifier};
use crate::kind::{Branch, Kind, ListKind, TextKind};
use crate::options::{NameForm, ParquetOptions, TimeForm, TimestampForm, UuidForm};

/// The schema of a plan's columns.
pub(super) fn of(plan: &Plan, options: ParquetOptions) -> io::Result<SchemaDescPtr> {
    let columns = all(plan.fields(), options);
    let root = |columns| Type::group_type_builder("schema").with_fields(columns).build();
    let root = columns.and_then(root).map_err(io::Error::other)?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

/// The columns of these fields, or the fields of a struct, under names that the readers have.
fn all<'f>(fields: impl IntoIterator<Item = &'f Field>, options: ParquetOptions) -> Result<Vec<Arc<Type>>> {
    let mut taken = HashSet::new();
    let mut name = |own: &str| match options.names {
        NameForm::AsIs => own.to_owned(),
        NameForm::Plain => distinct(identifier(own), &mut taken),
    };
    fields.into_iter().map(|field| column(field, &name(&field.name), options).map(Arc::new)).collect()
}

fn column(field: &Field, name: &str, options: ParquetOptions) -> Result<Type> {
    let repetition = if field.nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    match Branch::of(field) {
        Branch::List { item, kind: ListKind::Map, .. } => {
            let Branch::Struct(fields) = Branch::of(item) else { unreachable!("an entry is a struct") };
            let entries = Type::group_type_builder("key_value")
                .with_repetition(Repetition::REPEATED)
                .with_fields(all(fields, options)?)
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
                .with_fields(vec![Arc::new(column(item, "element", options)?)])
                .build()?;
            Type::group_type_builder(name)
                .with_repetition(repetition)
                .with_converted_type(ConvertedType::LIST)
                .with_logical_type(Some(LogicalType::List))
                .with_fields(vec![Arc::new(items)])
                .build()
        }
        Branch::Struct(fields) => {
            let fields = all(fields, options)?;
            Type::group_type_builder(name).with_repetition(repetition).with_fields(fields).build()
        }
        Branch::Leaf => leaf(field, name, repetition, options),
    }
}

fn leaf(field: &Field, name: &str, repetition: Repetition, options: ParquetOptions) -> Result<Type> {
    let Stored { kind, physical } = Stored::of(field, options);
    let builder = Type::primitive_type_builder(name, self::physical(kind, physical))
        .with_repetition(repetition)
        .with_logical_type(logical(kind, options))
        .with_length(length(kind, physical));
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
pub(super) fn physical(kind: Kind, physical: Option<Physical>) -> PhysicalType {
    match (physical, kind) {
        (Some(Physical::Int32), _) => PhysicalType::INT32,
        (Some(Physical::Int64), _) => PhysicalType::INT64,
        (Some(Physical::Int96), _) => PhysicalType::INT96,
        (None, Kind::Bool) => PhysicalType::BOOLEAN,
        (Some(Physical::Float { width: FloatWidth::Single, .. }), _) => PhysicalType::FLOAT,
        (Some(Physical::Float { width: FloatWidth::Double, .. }), _) => PhysicalType::DOUBLE,
        (Some(Physical::Fixed { .. } | Physical::Float { width: FloatWidth::Half, .. }), _)
        | (None, Kind::Uuid | Kind::Interval | Kind::Bytes { .. }) => PhysicalType::FIXED_LEN_BYTE_ARRAY,
        (None, _) => PhysicalType::BYTE_ARRAY,
    }
}

/// How many bytes the values of a fixed length have.
fn length(kind: Kind, physical: Option<Physical>) -> i32 {
    match (physical, kind) {
        (Some(Physical::Fixed { len, .. }), _) | (None, Kind::Bytes { len }) => len as i32,
        (Some(Physical::Float { width: FloatWidth::Half, .. }), _) => 2,
        (None, Kind::Uuid) => 16,
        (None, Kind::Interval) => 12,
        (Some(Physical::Int32 | Physical::Int64 | Physical::Int96 | Physical::Float { .. }) | None, _) => -1,
    }
}

/// The logical type of the values.
fn logical(kind: Kind, options: ParquetOptions) -> Option<LogicalType> {
    match kind {
        Kind::Uuid if options.uuid == UuidForm::Bytes => None,
        Kind::Time(_) if options.time == TimeForm::Int => None,
        // It says all of it.
        Kind::Timestamp { .. } if options.timestamps == TimestampForm::Int96 => None,
        Kind::Decimal { precision, scale, .. } => Some(LogicalType::decimal(scale as i32, precision as i32)),
        // What a number without a logical type is.
        Kind::Int(IntType { bits, is_signed }) if bits < 64 || !is_signed => {
            Some(LogicalType::integer(bits as i8, is_signed))
        }
        Kind::Date => Some(LogicalType::Date),
        Kind::Timestamp { unit, has_zone, .. } => Some(LogicalType::timestamp(has_zone, self::unit(unit))),
        Kind::Time(unit) => Some(LogicalType::time(false, self::unit(unit))),
        Kind::Uuid => Some(LogicalType::Uuid),
        Kind::Float { width: FloatWidth::Half, .. } => Some(LogicalType::Float16),
        Kind::Text(TextKind::Utf8) => Some(LogicalType::String),
        Kind::Text(TextKind::Json) => Some(LogicalType::Json),
        Kind::Text(TextKind::Enum) => Some(LogicalType::Enum),
        Kind::Int(_)
        | Kind::Float { .. }
        | Kind::Duration
        | Kind::Interval
        | Kind::Bool
        | Kind::Bytes { .. }
        // What they are is in the metadata of the file.
        | Kind::Text(TextKind::Bytes | TextKind::Geometry) => None,
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

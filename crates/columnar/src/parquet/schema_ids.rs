//! The numbers of fields in the schema of a file, by which Iceberg finds columns.

use std::sync::Arc;

use ::parquet::basic::Type as PhysicalType;
use ::parquet::errors::Result;
use ::parquet::schema::types::{SchemaDescPtr, SchemaDescriptor, Type};

/// The same schema with each field numbered, from 1, before those within it. The groups that only repeat what is within them have no number.
pub(super) fn numbered(schema: &SchemaDescPtr) -> Result<SchemaDescPtr> {
    let mut last = 0;
    let fields = schema.root_schema().get_fields().iter();
    let fields = fields.map(|field| with_id(field, true, &mut last)).collect::<Result<Vec<_>>>()?;
    let root = Type::group_type_builder(schema.root_schema().name()).with_fields(fields).build()?;
    Ok(Arc::new(SchemaDescriptor::new(Arc::new(root))))
}

/// A field with numbers; without one of its own where it only repeats.
fn with_id(field: &Type, is_field: bool, last: &mut i32) -> Result<Arc<Type>> {
    if is_field {
        *last += 1;
    }
    let (id, info) = (is_field.then_some(*last), field.get_basic_info());
    if field.is_primitive() {
        let (scale, precision) = match field {
            Type::PrimitiveType { scale, precision, .. } => (*scale, *precision),
            Type::GroupType { .. } => (-1, -1),
        };
        let length = match field {
            Type::PrimitiveType {
                type_length, physical_type: PhysicalType::FIXED_LEN_BYTE_ARRAY, ..
            } => *type_length,
            _ => -1,
        };
        let builder = Type::primitive_type_builder(field.name(), field.get_physical_type())
            .with_repetition(info.repetition())
            .with_converted_type(info.converted_type())
            .with_logical_type(info.logical_type_ref().cloned())
            .with_length(length)
            .with_precision(precision)
            .with_scale(scale)
            .with_id(id);
        return builder.build().map(Arc::new);
    }
    // Lists and maps have one group in them that is repeated.
    let is_repeating = |inner: &Type| inner.is_list_group(field);
    let fields = field.get_fields().iter().map(|inner| with_id(inner, !is_repeating(inner), last));
    let fields = fields.collect::<Result<Vec<_>>>()?;
    Type::group_type_builder(field.name())
        .with_repetition(info.repetition())
        .with_converted_type(info.converted_type())
        .with_logical_type(info.logical_type_ref().cloned())
        .with_fields(fields)
        .with_id(id)
        .build()
        .map(Arc::new)
}

/// Whether a group repeats what a list or a map holds.
trait ListGroup {
    fn is_list_group(&self, of: &Type) -> bool;
}

impl ListGroup for Type {
    fn is_list_group(&self, of: &Type) -> bool {
        use ::parquet::basic::ConvertedType;
        matches!(of.get_basic_info().converted_type(), ConvertedType::LIST | ConvertedType::MAP)
            && self.is_group()
    }
}

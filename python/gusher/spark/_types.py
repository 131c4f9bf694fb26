"""The types of columns in Spark, and in the Arrow batches that Spark takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyarrow as pa
from pyspark.sql import types as spark


def spark_types(schema: pa.Schema) -> spark.StructType:
    """The types of our columns in Spark."""
    return spark.StructType([spark.StructField(field.name, _spark(field.type), field.nullable) for field in schema])


def _spark(known: pa.DataType) -> spark.DataType:
    if isinstance(known, pa.BaseExtensionType):
        return _spark(known.storage_type)
    if isinstance(known, (pa.ListType, pa.FixedSizeListType)):
        return spark.ArrayType(_spark(known.value_type), known.value_field.nullable)
    if isinstance(known, pa.MapType):
        return spark.MapType(_spark(known.key_type), _spark(known.item_type), known.item_field.nullable)
    if isinstance(known, pa.StructType):
        return spark_types(pa.schema([known.field(at) for at in range(known.num_fields)]))
    if isinstance(known, pa.Decimal128Type):
        return spark.DecimalType(known.precision, known.scale)
    kinds = pa.types
    plain: list[tuple[Callable[[Any], bool], spark.DataType]] = [
        (kinds.is_string, spark.StringType()),
        (kinds.is_int64, spark.LongType()),
        (kinds.is_int32, spark.IntegerType()),
        (kinds.is_int16, spark.ShortType()),
        (kinds.is_int8, spark.ByteType()),
        # Spark has no numbers without a sign: the next wider type has them.
        (kinds.is_uint64, spark.DecimalType(20, 0)),
        (kinds.is_uint32, spark.LongType()),
        (kinds.is_uint16, spark.IntegerType()),
        (kinds.is_uint8, spark.ShortType()),
        (kinds.is_float64, spark.DoubleType()),
        (kinds.is_float32, spark.FloatType()),
        (kinds.is_float16, spark.FloatType()),
        (kinds.is_boolean, spark.BooleanType()),
        (kinds.is_date32, spark.DateType()),
        (_is_local, spark.TimestampNTZType()),
        (kinds.is_timestamp, spark.TimestampType()),
        (kinds.is_fixed_size_binary, spark.BinaryType()),
        (kinds.is_binary, spark.BinaryType()),
        # Whole seconds, as they are in Parquet files.
        (kinds.is_duration, spark.LongType()),
    ]
    for is_kind, found in plain:
        if is_kind(known):
            return found
    raise TypeError(f"Spark has no type for {known}")


def _is_local(known: pa.DataType) -> bool:
    """Whether these are times in no zone."""
    return pa.types.is_timestamp(known) and getattr(known, "tz", None) is None


# What Spark has in Arrow for its types; decimals, arrays, maps and structs have parts of their own.
_PLAIN: dict[type[spark.DataType], pa.DataType] = {
    spark.StringType: pa.string(),
    spark.LongType: pa.int64(),
    spark.IntegerType: pa.int32(),
    spark.ShortType: pa.int16(),
    spark.ByteType: pa.int8(),
    spark.DoubleType: pa.float64(),
    spark.FloatType: pa.float32(),
    spark.TimestampNTZType: pa.timestamp("us"),
    spark.BooleanType: pa.bool_(),
    spark.DateType: pa.date32(),
    spark.TimestampType: pa.timestamp("us", tz="UTC"),
    spark.BinaryType: pa.binary(),
}


def arrow_types(schema: spark.StructType) -> pa.Schema:
    """What Spark wants in Arrow for columns of these types."""
    return pa.schema([pa.field(field.name, _arrow(field.dataType), field.nullable) for field in schema])


def _arrow(known: spark.DataType) -> pa.DataType:
    if isinstance(known, spark.ArrayType):
        return pa.list_(pa.field("element", _arrow(known.elementType), known.containsNull))
    if isinstance(known, spark.MapType):
        item: Any = pa.field("value", _arrow(known.valueType), known.valueContainsNull)
        return pa.map_(_arrow(known.keyType), item)
    if isinstance(known, spark.StructType):
        return pa.struct(list(arrow_types(known)))
    if isinstance(known, spark.DecimalType):
        return pa.decimal128(known.precision, known.scale)
    return _PLAIN[type(known)]


def _storage(column: pa.Array[Any]) -> pa.Array[Any]:
    """The values of an extension type as those that they are stored as."""
    return column.storage if isinstance(column, pa.ExtensionArray) else column


def fitted(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The same values as Spark wants them."""
    arrays = [
        column if column.type.equals(field.type) else column.cast(field.type)
        for column, field in zip(map(_storage, batch.columns), schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)

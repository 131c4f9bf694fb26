"""Writes the same table by several writers, with several codecs and encodings, into files of a folder.

    typed_files.py FOLDER

Prints the name of each file that was written, one a line. Those of one stem, before the first dot, have the same rows."""

import datetime
import decimal
import os
import pathlib
import sys
import uuid

import duckdb
import fastavro
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

FOLDER = pathlib.Path(sys.argv[1])
ROWS = 3000
UTC = datetime.timezone.utc
START = datetime.datetime(2024, 1, 1, tzinfo=UTC)


def rare(row, value, every=5):
    return None if row % every == 0 else value


def rows():
    for row in range(ROWS):
        yield {
            "id": row + 1,
            "small": rare(row, row % 100 - 50),
            "price": decimal.Decimal(row * 7 % 10000) / 100,
            "ratio": row / 7.0,
            "half": (row % 64) / 4,
            "flag": rare(row, row % 4 == 0, 10),
            "plan": ["free", "paid", "team"][row % 3],
            "code": f"AB-{row:05}",
            "note": rare(row, f"Zoë says {row}" + "x" * (row % 50)),
            "day": datetime.date(2024, 1, 1) + datetime.timedelta(days=row % 300),
            "at": START + datetime.timedelta(seconds=row * 1000, milliseconds=row % 1000),
            "clock": datetime.time(row % 24, row % 60, row % 60),
            "raw": bytes([row % 256]) * (row % 9),
            "tags": rare(row, [f"t{n}" for n in range(row % 4)], 7),
            "point": rare(row, {"x": row % 10, "y": rare(row, row / 2.0, 3)}, 6),
            "deep": [{"n": n, "l": [n] * (n % 3)} for n in range(row % 3)],
            "counts": [(f"k{n}", n) for n in range(row % 3)],
        }


SCHEMA = pa.schema(
    [
        pa.field("id", pa.int64(), nullable=False),
        ("small", pa.int16()),
        ("price", pa.decimal128(9, 2)),
        ("ratio", pa.float64()),
        ("half", pa.float32()),
        ("flag", pa.bool_()),
        ("plan", pa.string()),
        ("code", pa.string()),
        ("note", pa.string()),
        ("day", pa.date32()),
        ("at", pa.timestamp("ms", "UTC")),
        ("clock", pa.time64("us")),
        ("raw", pa.binary()),
        ("tags", pa.list_(pa.string())),
        ("point", pa.struct([("x", pa.int32()), ("y", pa.float64())])),
        ("deep", pa.list_(pa.struct([("n", pa.int64()), ("l", pa.list_(pa.int32()))]))),
        ("counts", pa.map_(pa.string(), pa.int64())),
    ]
)
TABLE = pa.Table.from_pylist(list(rows()), SCHEMA)


def written(name, write):
    write(str(FOLDER / name))
    print(name)


def parquet(name, table=TABLE, **options):
    written(f"table.{name}.parquet", lambda path: pq.write_table(table, path, **options))


def arrow():
    for codec in ["snappy", "gzip", "zstd", "lz4", "none"]:
        for version in ["1.0", "2.0"]:
            parquet(f"{codec}-v{version[0]}", compression=codec, data_page_version=version)
    parquet("plain", use_dictionary=False, compression="none")
    parquet("pages", data_page_size=512, write_batch_size=64, row_group_size=1000)
    parquet("pages-v2", data_page_size=512, write_batch_size=64, data_page_version="2.0", use_dictionary=False)
    parquet("crc", write_page_checksum=True, write_page_index=True)
    parquet("none", write_statistics=False)
    delta = {"id": "DELTA_BINARY_PACKED", "note": "DELTA_BYTE_ARRAY", "code": "DELTA_LENGTH_BYTE_ARRAY", "raw": "DELTA_BYTE_ARRAY"}
    parquet("delta", use_dictionary=False, column_encoding=delta)
    split = {"ratio": "BYTE_STREAM_SPLIT", "half": "BYTE_STREAM_SPLIT", "id": "BYTE_STREAM_SPLIT", "price": "BYTE_STREAM_SPLIT"}
    parquet("split", use_dictionary=False, column_encoding=split, store_decimal_as_integer=False)
    parquet("integers", store_decimal_as_integer=True)
    parquet("flags", use_dictionary=False, column_encoding={"flag": "RLE"}, data_page_version="2.0")
    # Columns of these types are the same, whatever holds them.
    large = TABLE.cast(
        SCHEMA.set(6, pa.field("plan", pa.large_string())).set(8, pa.field("note", pa.large_string())).set(12, pa.field("raw", pa.large_binary()))
    )
    views = TABLE.cast(SCHEMA.set(8, pa.field("note", pa.string_view())).set(7, pa.field("code", pa.string_view())))
    words = TABLE.set_column(6, "plan", TABLE["plan"].dictionary_encode())
    runs = TABLE.set_column(1, "small", pa.compute.run_end_encode(TABLE["small"].combine_chunks()))
    for name, table in {"plain": TABLE, "large": large, "views": views, "words": words, "runs": runs}.items():
        for codec in [None, "lz4", "zstd"]:
            options = ipc.IpcWriteOptions(compression=codec)

            def file(path, table=table, options=options):
                with ipc.new_file(path, table.schema, options=options) as writer:
                    writer.write_table(table, max_chunksize=700)

            def stream(path, table=table, options=options):
                with ipc.new_stream(path, table.schema, options=options) as writer:
                    writer.write_table(table, max_chunksize=700)

            written(f"table.{name}-{codec}.arrow", file)
            written(f"table.{name}-{codec}.arrows", stream)
    written("table.feather", lambda path: feather.write_feather(TABLE, path))


def others():
    # Polars and DuckDB have types of their own for some of the columns.
    plain = TABLE.drop_columns(["counts", "clock", "half", "point", "deep"])
    frame = pl.from_arrow(plain)
    for codec in ["snappy", "gzip", "zstd", "lz4_raw", "uncompressed"]:
        codec = "lz4" if codec == "lz4_raw" else codec
        written(f"polars.{codec}.parquet", lambda path, codec=codec: frame.write_parquet(path, compression=codec, row_group_size=900))
    written("polars.arrow", lambda path: frame.write_ipc(path, compat_level=pl.CompatLevel.oldest()))
    written("polars.new.arrow", lambda path: frame.write_ipc(path, compression="zstd"))
    connection = duckdb.connect()
    connection.register("t", TABLE.drop_columns(["counts"]))
    for codec in ["snappy", "gzip", "zstd", "lz4_raw", "uncompressed"]:
        for version in ["v1", "v2"]:
            name = f"duckdb.{codec}-{version}.parquet"
            options = f"FORMAT parquet, CODEC '{codec}', PARQUET_VERSION '{version}', ROW_GROUP_SIZE 2048"
            written(name, lambda path, options=options: connection.execute(f"COPY t TO '{path}' ({options})"))


AVRO = {
    "type": "record",
    "name": "row",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "small", "type": ["null", "int"]},
        {"name": "ratio", "type": "double"},
        {"name": "flag", "type": ["null", "boolean"]},
        {"name": "plan", "type": {"type": "enum", "name": "plan", "symbols": ["free", "paid", "team"]}},
        {"name": "code", "type": "string"},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
        {"name": "key", "type": {"type": "string", "logicalType": "uuid"}},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "counts", "type": {"type": "map", "values": "long"}},
        {"name": "point", "type": ["null", {"type": "record", "name": "point", "fields": [{"name": "x", "type": "int"}, {"name": "y", "type": ["null", "double"]}]}]},
        {"name": "before", "type": ["null", "point", "long"]},
    ],
}


def avro():
    records = []
    for number, row in enumerate(rows()):
        record = {name: row[name] for name in ["id", "small", "ratio", "flag", "plan", "code", "day", "at", "price", "point"]}
        record |= {"key": uuid.UUID(int=number), "tags": row["tags"] or [], "counts": dict(row["counts"])}
        record["before"] = record["point"] if number % 2 else number
        records.append(record)
    for codec in ["null", "deflate", "snappy", "zstandard"]:
        def write(path, codec=codec):
            with open(path, "wb") as file:
                fastavro.writer(file, fastavro.parse_schema(AVRO), records, codec=codec, sync_interval=3000)

        written(f"avro.{codec}.avro", write)
    written("unread.avro", lambda path: fastavro.writer(open(path, "wb"), fastavro.parse_schema(AVRO), records[:9], codec="bzip2"))


arrow()
others()
avro()
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

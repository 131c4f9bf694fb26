"""Compares columns of declared types, and floating-point numbers, with the ndjson of the same name beside the typed files.

    stored_types.py FOLDER

Columns of JSON have names that begin with j, those of enumerations names that begin with e.

Each file is read by pyarrow, DuckDB and Polars, or by fastavro. A line a column of Parquet says its type."""

import datetime
import decimal
import json
import os
import struct
import sys
from pathlib import Path

import duckdb
import fastavro
import polars
import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

EPOCH = datetime.datetime(1970, 1, 1)


def bits(value, is_single):
    """A floating-point number by its bits; all NaN are one."""
    if value != value:
        return "NaN"
    return struct.pack("<f" if is_single else "<d", value)


def form(value, is_single):
    """A value of any reader in one form."""
    if isinstance(value, float):
        return bits(value, is_single)
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None) if value.tzinfo else value
    if isinstance(value, decimal.Decimal):
        return value.normalize()
    if isinstance(value, list):
        return [form(item, is_single) for item in value]
    if isinstance(value, bytes):
        return value.hex()
    return value


def as_json(text):
    """A value of JSON with numbers as they are written."""
    return json.loads(text, parse_float=str, parse_int=str)


def wanted(text, like):
    """A value of ndjson in the type of what a reader found."""
    if text is None or isinstance(text, bool):
        return text
    if isinstance(text, list):
        return [wanted(*pair) for pair in zip(text, like)]
    if isinstance(like, float):
        return float(text)
    if isinstance(like, datetime.datetime):
        return form(datetime.datetime.fromisoformat(text), False)
    if isinstance(like, datetime.time):
        return datetime.time.fromisoformat(text)
    if isinstance(like, decimal.Decimal):
        return decimal.Decimal(text)
    return int(text) if isinstance(like, int) else text


def without_nanoseconds(table):
    """The table with times that Python has."""
    for at, field in enumerate(table.schema):
        if pa.types.is_timestamp(field.type):
            table = table.set_column(at, field.name, table.column(at).cast(pa.timestamp("us", field.type.tz)))
        elif pa.types.is_time64(field.type):
            table = table.set_column(at, field.name, table.column(at).cast(pa.time64("us")))
    return table


def parsed(value):
    """A value of JSON, or a list of such values, as a reader has it: as text."""
    return [parsed(item) for item in value] if isinstance(value, list) else as_json(value)


def tables(path):
    if path.suffix == ".parquet":
        yield "pyarrow", pq.ParquetFile(path).read()
        yield "polars", polars.read_parquet(path).to_arrow()
        connection = duckdb.connect()
        connection.execute("set timezone = 'UTC'")
        yield "duckdb", connection.sql(f"select * from read_parquet('{path}')").to_arrow_table()
    elif path.suffix == ".arrow":
        yield "pyarrow", ipc.open_file(path).read_all()
        yield "polars", polars.read_ipc(path).to_arrow()
    elif path.suffix == ".arrows":
        with open(path, "rb") as stream:
            yield "pyarrow", ipc.open_stream(stream).read_all()


def from_avro(value, logical):
    # Nanoseconds are known to few readers yet.
    if isinstance(value, int) and logical.endswith("timestamp-nanos"):
        return EPOCH + datetime.timedelta(microseconds=value // 1000)
    return value


def avro(path):
    with open(path, "rb") as file:
        reader = fastavro.reader(file)
        records = list(reader)
        fields = reader.writer_schema["fields"]
    logical = {}
    for field in fields:
        kind = [kind for kind in field["type"] if kind != "null"][0] if isinstance(field["type"], list) else field["type"]
        kind = kind.get("items", kind) if isinstance(kind, dict) else kind
        logical[field["name"]] = kind.get("logicalType", "") if isinstance(kind, dict) else kind
    return [{name: from_avro(value, logical[name]) for name, value in record.items()} for record in records], logical


def is_single(kind):
    """Whether these are 32-bit floating-point numbers, or lists of them."""
    return is_single(kind.value_type) if hasattr(kind, "value_type") else pa.types.is_float32(kind)


def columns(path):
    """The columns of a file by each reader, and which of them have 32-bit floating-point numbers."""
    if path.suffix == ".avro":
        records, logical = avro(path)
        single = {name for name, kind in logical.items() if kind == "float"}
        yield "fastavro", {name: [record[name] for record in records] for name in logical}, single
        return
    for reader, table in tables(path):
        single = {field.name for field in table.schema if is_single(field.type)}
        table = without_nanoseconds(table)
        yield reader, {name: table[name].to_pylist() for name in table.column_names}, single


def main():
    files = sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix != ".ndjson")
    values, wrong = 0, []
    for path in files:
        with open(path.with_suffix(".ndjson")) as lines:
            rows = [as_json(line) for line in lines]
        for reader, found, single in columns(path):
            for name, own in found.items():
                is_single = name in single
                own = [form(value, is_single) for value in own] if len(own) == len(rows) else own
                values += len(own)
                for row, line in enumerate(rows):
                    value, text = found[name][row], line[name]
                    if name.startswith("e") and isinstance(value, bytes):
                        # pyarrow has no type for them.
                        is_same = value.decode() == text
                    elif name.startswith("j"):
                        is_same = value == text if value is None else parsed(value) == text
                    else:
                        is_same = (value is None) == (text is None) and own[row] == form(wanted(text, value), is_single)
                    if not is_same:
                        wrong.append(f"{path.name}: {reader}: {name}, row {row}: {value!r}, not {text!r}")
                        break
    print("\n".join(wrong[:20]) if wrong else f"{len(files)} files agree in {values} values")


main()
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

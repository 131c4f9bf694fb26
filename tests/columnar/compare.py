"""Compares typed files with the ndjson and the csv of the same name beside them: reads each by pyarrow, DuckDB and Polars, or by fastavro.

    compare.py FOLDER

All must have equal columns, and these the values of the ndjson, written as it writes them; the csv must have its values too."""

import datetime
import json
import os
import re
import struct
import sys
import uuid
from pathlib import Path

import duckdb
import fastavro
import polars
import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq


def seconds(text):
    """An ISO 8601 duration, as gush writes it, in seconds."""
    units, total, number = {"D": 86400, "H": 3600, "M": 60, "S": 1}, 0, ""
    for letter in text[1:]:
        if letter.isdigit():
            number += letter
        elif letter in units:
            total, number = total + int(number) * units[letter], ""
    return total


def written(value, kind):
    """A value of a column as ndjson has it."""
    if value is None:
        return None
    if isinstance(kind, pa.BaseExtensionType):
        return value.hex if isinstance(value, uuid.UUID) else written(value, kind.storage_type)
    if pa.types.is_dictionary(kind):
        return written(value, kind.value_type)
    if is_list(kind):
        return [written(item, kind.value_type) for item in value]
    if pa.types.is_map(kind):
        return {key_text(written(key, kind.key_type)): written(item, kind.item_type) for key, item in value}
    if pa.types.is_struct(kind):
        return {field.name: written(value[field.name], field.type) for field in kind}
    if pa.types.is_timestamp(kind):
        text = value.strftime("%Y-%m-%dT%H:%M:%S")
        return text + (f".{value.microsecond // 1000:03}" if value.microsecond else "") + "Z"
    if pa.types.is_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return value.hex()
    if pa.types.is_boolean(kind) or isinstance(value, str):
        return value
    if pa.types.is_duration(kind):
        return int(value.total_seconds())
    return str(value)


def expected(value, kind):
    """What the ndjson has, in the form that is compared."""
    if value is None:
        return None
    if isinstance(kind, pa.BaseExtensionType):
        return expected(value, kind.storage_type)
    if is_list(kind):
        return [expected(item, kind.value_type) for item in value]
    if pa.types.is_map(kind):
        return {expected(key, kind.key_type): expected(item, kind.item_type) for key, item in value.items()}
    if pa.types.is_struct(kind):
        return {field.name: expected(value[field.name], field.type) for field in kind}
    if pa.types.is_fixed_size_binary(kind) and kind.byte_width == 16:
        return value.replace("-", "").lower()
    if isinstance(value, str) and value.startswith("P") and (pa.types.is_integer(kind) or pa.types.is_duration(kind)):
        return str(seconds(value)) if pa.types.is_integer(kind) else seconds(value)
    if isinstance(value, str) and pa.types.is_timestamp(kind):
        return value.replace(".000Z", "Z")
    if pa.types.is_floating(kind):
        return str(as_float(value, kind))
    return value


def key_text(key):
    """A key of a map as JSON has it."""
    return {True: "true", False: "false"}.get(key, key)


def as_float(text, kind):
    """The nearest number of the type: texts of `double` have decimal places that the number has not."""
    letter = {pa.float16(): "e", pa.float32(): "f"}.get(kind, "d")
    return struct.unpack(letter, struct.pack(letter, float(text)))[0]


def is_list(kind):
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def is_nested(kind):
    return is_list(kind) or pa.types.is_struct(kind) or pa.types.is_map(kind)


UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")


def same(value):
    """A value of any reader in a form that all of them have."""
    if isinstance(value, list):
        return [same(item) for item in value]
    if isinstance(value, tuple):
        # An entry of a map, which is a list of structs to some readers.
        return {"key": same(value[0]), "value": same(value[1])}
    if isinstance(value, dict):
        return {name: same(item) for name, item in value.items()}
    if isinstance(value, (bytes, uuid.UUID)):
        return value.hex() if isinstance(value, bytes) else value.hex
    if isinstance(value, str) and UUID.match(value):
        return value.replace("-", "")
    if isinstance(value, datetime.datetime) and value.tzinfo:
        return value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return value


def bare(column):
    """A column without an extension type around it, and without a dictionary."""
    if isinstance(column.type, pa.BaseExtensionType):
        column = pa.chunked_array([chunk.storage for chunk in column.chunks], column.type.storage_type)
    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def plain(column, like):
    """A column in another type for the same."""
    column = bare(column)
    is_text = pa.types.is_string(column.type) or pa.types.is_large_string(column.type)
    if pa.types.is_fixed_size_binary(like) and is_text:
        bytes_of = lambda text: None if text is None else bytes.fromhex(text.replace("-", ""))
        return pa.chunked_array([[bytes_of(text) for text in column.to_pylist()]], like)
    return column.cast(like) if column.type != like else column


def readers(path):
    """The file by each reader, as a table of pyarrow."""
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
        yield "polars", polars.read_ipc_stream(path).to_arrow()


def rows(path):
    number = lambda text: text
    with open(path) as lines:
        return [json.loads(line, parse_float=number, parse_int=number) for line in lines]


CELL = re.compile(r'("(?:[^"]|"")*"|[^,\n"]*)([,\n])')


def csv_rows(path):
    """The cells of each row; None where one is empty and not quoted."""
    with open(path, newline="") as file:
        found, row, text, at = [], [], file.read(), 0
    while at < len(text):
        cell = CELL.match(text, at)
        if not cell:
            raise SystemExit(f"{path.name}: no cell at byte {at}")
        own = cell[1]
        row.append(own[1:-1].replace('""', '"') if own.startswith('"') else own or None)
        if cell[2] == "\n":
            found.append(row)
            row = []
        at = cell.end()
    return found


def as_json(text, value):
    """A text of JSON as the value that it is compared with has it: parsed, where that is an object or a list."""
    if isinstance(text, str) and isinstance(value, (list, dict)):
        return json.loads(text, parse_float=str, parse_int=str)
    return text


def as_cell(value, cell):
    """A value of ndjson as csv has it: lists and structs are compared as JSON, not by its spaces."""
    if isinstance(value, (list, dict)):
        return cell if json.loads(cell or "null", parse_float=str, parse_int=str) == value else json.dumps(value)
    return {True: "true", False: "false"}.get(value, value)


def compare_csv(path):
    """What is wrong with the csv of the same name, if there is one: each of its cells is the value that ndjson has."""
    if not path.with_suffix(".csv").exists():
        return []
    lines, cells = rows(path.with_suffix(".ndjson")), csv_rows(path.with_suffix(".csv"))
    if len(lines) != len(cells):
        return [f"{path.stem}.csv: {len(cells)} rows, not {len(lines)}"]
    wrong = []
    for row, (line, found) in enumerate(zip(lines, cells)):
        wanted = [as_cell(*pair) for pair in zip(line.values(), found)]
        if found != wanted:
            wrong.append(f"{path.stem}.csv: row {row}: {[pair for pair in zip(found, wanted) if pair[0] != pair[1]][:1]}")
    return wrong


def from_avro(value):
    """A value as fastavro has it, as ndjson has it; records without their names, which are others there."""
    if isinstance(value, dict):
        return [from_avro(item) for item in value.values()]
    if isinstance(value, list):
        return [from_avro(item) for item in value]
    if isinstance(value, datetime.datetime):
        return written(value, pa.timestamp("us"))
    if isinstance(value, bytes):
        return value.hex()
    return value if value is None or isinstance(value, (bool, str)) else str(value)


def for_avro(value, found):
    """A value of ndjson in the form of the one that it is compared with."""
    if isinstance(found, str) and as_json(found, value) == value:
        return found
    if isinstance(value, dict) and isinstance(found, list) and [pair[:1] for pair in found if isinstance(pair, list)] == [[key] for key in value]:
        # A map whose keys are no texts.
        return [[key, for_avro(item, pair[1])] for (key, item), pair in zip(value.items(), found)]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [for_avro(*pair) for pair in zip(value, found)] if len(value) == len(found or []) else value
    if isinstance(value, str) and value.startswith("P") and (found or "").isdigit():
        return str(seconds(value))
    return value.replace(".000Z", "Z") if isinstance(value, str) else value


def compare_avro(path):
    wrong, lines = [], rows(path.with_suffix(".ndjson"))
    with open(path, "rb") as file:
        records = [from_avro(record) for record in fastavro.reader(file)]
    if len(records) != len(lines):
        wrong.append(f"{path.name}: {len(records)} rows, not {len(lines)}")
    for row, (found, line) in enumerate(zip(records, lines)):
        wanted = for_avro(line, found)
        if found != wanted:
            pairs = [pair for pair in zip(found, wanted) if pair[0] != pair[1]]
            wrong.append(f"{path.name}: row {row}: {pairs[:1]}")
    return sum(map(len, records)), wrong


def compare(path):
    """How many values were compared, and what is wrong."""
    if path.suffix == ".avro":
        return compare_avro(path)
    wrong, tables = [], dict(readers(path))
    first, base = next(iter(tables.items()))
    lines = rows(path.with_suffix(".ndjson"))
    for name in base.column_names:
        column = bare(base[name])
        for reader, table in tables.items():
            if reader == first:
                continue
            if is_nested(column.type):
                equal = same(table[name].to_pylist()) == same(column.to_pylist())
            else:
                equal = plain(table[name], column.type).equals(column)
            if not equal:
                wrong.append(f"{path.name}: {name}: {reader} and {first} differ")
        found = [written(value, column.type) for value in column.to_pylist()]
        wanted = [expected(line[name], column.type) for line in lines]
        found = [as_json(*pair) for pair in zip(found, wanted)] if len(found) == len(wanted) else found
        if found != wanted:
            at = next((row for row, pair in enumerate(zip(found, wanted)) if pair[0] != pair[1]), min(len(found), len(wanted)))
            wrong.append(f"{path.name}: {name}, row {at} of {len(found)}/{len(wanted)}: {found[at:at + 1]}, not {wanted[at:at + 1]}")
    if base.num_rows != len(lines):
        wrong.append(f"{path.name}: {base.num_rows} rows, not {len(lines)}")
    return base.num_rows * base.num_columns, wrong


def main():
    files = sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix not in (".ndjson", ".csv"))
    values, wrong = 0, []
    for path in files:
        count, found = compare(path)
        values, wrong = values + count, wrong + found + compare_csv(path)
    print("\n".join(wrong[:20]) if wrong else f"{len(files)} files agree in {values} values")


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

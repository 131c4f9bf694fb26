"""Compares spans of time with the ndjson of the same name beside the typed files: Parquet by DuckDB and pyarrow, Arrow by pyarrow, Avro by fastavro.

    spans.py FOLDER

Each span is its months, days and microseconds. Where a file has texts, these are read; how many columns have some is printed."""

import json
import os
import re
import struct
import sys
from pathlib import Path

import duckdb
import fastavro
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

UNITS = {"year": (12, 0), "mon": (1, 0), "month": (1, 0), "day": (0, 1)}
ISO = re.compile(r"PT?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$")


def span(text):
    """What PostgreSQL and DuckDB write, and a duration of ISO 8601."""
    if text is None:
        return None
    if text.startswith("P"):
        hours, minutes, seconds = (int(part or 0) for part in ISO.match(text).groups())
        total = 3600 * hours + 60 * minutes + seconds
        return 0, total // 86400, total % 86400 * 10**6
    months = days = micros = 0
    for count, unit in re.findall(r"([+-]?\d+) (year|month|mon|day)s?", text):
        months, days = months + int(count) * UNITS[unit][0], days + int(count) * UNITS[unit][1]
    if time := re.search(r"([+-]?)(\d+):(\d+):(\d+)(\.\d+)?$", text):
        seconds = 3600 * int(time[2]) + 60 * int(time[3]) + int(time[4])
        micros = seconds * 10**6 + int((time[5] or ".")[1:].ljust(6, "0"))
        micros = -micros if time[1] == "-" else micros
    return months, days, micros


def packed(value):
    """Months, days and thousandths of a second, as Parquet and Avro have them."""
    if value is None:
        return None
    if isinstance(value, str):
        return span(value)
    months, days, thousandths = struct.unpack("<III", value)
    return months, days, thousandths * 1000


def texts(columns):
    """How many columns of values are texts."""
    return sum(any(isinstance(value, str) for value in values) for values in columns)


def note(path, count):
    if count:
        print(f"{path.name.removeprefix(path.stem + '.')}: {count} texts")


def columns(path, names):
    if path.suffix == ".parquet":
        table = pq.read_table(path)
        note(path, texts(table[name].to_pylist() for name in names))
        yield {name: [packed(value) for value in table[name].to_pylist()] for name in names}
        query = ", ".join(f"{name}::varchar" for name in names)
        found = duckdb.sql(f"select {query} from '{path}'").fetchall()
        yield {name: [span(row[at]) for row in found] for at, name in enumerate(names)}
    elif path.suffix == ".avro":
        with open(path, "rb") as file:
            records = list(fastavro.reader(file))
        note(path, texts([record[name] for record in records] for name in names))
        yield {name: [packed(record[name]) for record in records] for name in names}
    else:
        table = ipc.open_file(path).read_all()
        whole = lambda value: value if value is None else (value.months, value.days, value.nanoseconds // 1000)
        yield {name: [whole(value) for value in table[name].to_pylist()] for name in names}


def main():
    compared = 0
    for path in sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix != ".ndjson"):
        rows = [json.loads(line) for line in open(path.with_suffix(".ndjson"))]
        for found in columns(path, list(rows[0])):
            for name, values in found.items():
                wanted = [span(row[name]) for row in rows]
                wrong = [pair for pair in zip(values, wanted) if pair[0] != pair[1]]
                if wrong or len(values) != len(wanted):
                    raise SystemExit(f"{path.name}: {name}: {len(values)} values, {wrong[:1]}")
                compared += len(values)
    print(compared)


main()
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

"""The types of columns in Python: as objects, in Arrow, and in Spark."""

from __future__ import annotations

import datetime
import decimal
import json
import math
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from cluster import need_spark, two_executors

import gusher as g

# A column, the class of its objects, and its type in Arrow.
COLUMNS: dict[str, tuple[str, type, str]] = {
    "float": ("float:-5,5", float, "double"),
    "real": ("real:-5,5", float, "float"),
    "half": ("half:-5,5", float, "halffloat"),
    "special": ("float@nan=0.2@inf=0.2@negzero=0.2", float, "double"),
    "double": ("double:1,9,2", float, "double"),
    "int8": ("int:-128,127@type=int8", int, "int8"),
    "int16": ("int:0,999@type=int16", int, "int16"),
    "int32": ("int:0,9@type=int32", int, "int32"),
    "uint8": ("int:0,255@type=uint8", int, "uint8"),
    "uint16": ("int:0,9@type=uint16", int, "uint16"),
    "uint32": ("int:0,4294967295@type=uint32", int, "uint32"),
    "uint64": ("int:0,18446744073709551615", int, "uint64"),
    "long": ("int:-18446744073709551615,9", int, "decimal128(20, 0)"),
    "wide": ("decimal:-5,12345678901234567890.123456,9", decimal.Decimal, "decimal128(29, 9)"),
    "fine": ("decimal:0,1,37", decimal.Decimal, "decimal128(38, 37)"),
    "numeric": ("decimal:0,500,2@type=numeric(38,10)", decimal.Decimal, "decimal128(38, 10)"),
    "float4": ("decimal:0,500,2@type=float4", float, "float"),
    "local": ("datetime@type=timestamp", datetime.datetime, "timestamp[us]"),
    "seconds": ("datetime@type=timestamp_s", datetime.datetime, "timestamp[s]"),
    "zoned": ("datetime@type=timestamptz_ms", datetime.datetime, "timestamp[ms, tz=UTC]"),
    "nanos": ("datetime:2020-01-01,2025-12-31@type=timestamp_ns", datetime.datetime, "timestamp[ns]"),
    "time_ms": ("time@type=time_ms", datetime.time, "time32[ms]"),
    "bytes": ("bytes:1,64", bytes, "binary"),
    "fixed": ("bytes:4", bytes, "fixed_size_binary[4]"),
    "json": ("json", str, "extension<arrow.json>"),
    "jsonb": ("noun@list=0,3@type=jsonb", list, "extension<arrow.json>"),
    "xml": ("xml", str, "string"),
    "bits": ("bits:8", str, "string"),
    "inet": ("ipv4@type=inet", str, "string"),
    "cidr": ("cidr@type=cidr", str, "string"),
    "mood": ("enum:sad,ok@type=enum(mood)", str, "dictionary<values=string, indices=int32, ordered=0>"),
    "vector": ("vector:8", list, "fixed_size_list<item: float not null>[8]"),
    "map": (
        "map{key=noun value=int:1,9@null=0.2}@list=0,3",
        dict,
        "map<dictionary<values=string, indices=int32, ordered=0>, int64>",
    ),
    "interval": ("interval", str, "month_day_nano_interval"),
    "ago": ("expr:timestamp '2024-05-06' - local", str, "month_day_nano_interval"),
    "part": ("expr:json -> 'id'", str, "extension<arrow.json>"),
}
# Spans of time.
SPANS = {"interval", "ago"}


def table(rows: int = 300) -> g.Table:
    """A table of all of them."""
    return g.table("types", rows, seed=7, columns={name: spec for name, (spec, _, _) in COLUMNS.items()})


def test_objects_are_of_the_classes_of_their_types() -> None:
    rows = list(table())
    for name, (spec, kind, _) in COLUMNS.items():
        values = [row[name] for row in rows if row[name] is not None]
        assert values, name
        assert {type(value) for value in values} == {kind}, f"{name}: {spec}"
    assert max(row["uint64"] for row in rows) > 2**63
    assert min(row["long"] for row in rows) < -(2**63)
    assert all(len(row["fine"].as_tuple().digits) > 30 for row in rows)
    assert all(row["local"].tzinfo is None and row["zoned"].tzinfo is not None for row in rows)
    assert any(math.isnan(row["special"]) for row in rows)


def test_arrow_has_the_values_and_the_types() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    made = pa.table(table())
    made.validate(full=True)
    found = {field.name: str(field.type) for field in made.schema}
    assert found == {name: kind for name, (_, _, kind) in COLUMNS.items()}
    rows = list(table())
    for name in COLUMNS:
        theirs, own = made[name].to_pylist(), [row[name] for row in rows]
        if name == "special":
            theirs, own = [repr(value) for value in theirs], [repr(value) for value in own]
        elif name == "float4":
            own = [single(value) for value in own]
        elif name in SPANS:
            theirs, own = [tuple(value) for value in theirs], [span(value) for value in own]
        elif name == "jsonb":
            theirs = [json.loads(value) for value in theirs]
        elif name == "map":
            theirs = [dict(value) for value in theirs]
        elif name == "nanos":
            theirs = [value.to_pydatetime() if hasattr(value, "to_pydatetime") else value for value in theirs]
        assert theirs == own, name


def single(value: float) -> float:
    """The number of 32 bits that is nearest."""
    made: tuple[float] = struct.unpack("f", struct.pack("f", value))
    return made[0]


def span(text: str) -> tuple[int, int, int]:
    """Months, days and nanoseconds of a text as PostgreSQL writes spans."""
    parts, months, days, nanos = text.split(), 0, 0, 0
    for count, unit in zip(parts[::2], parts[1::2], strict=False):
        months += int(count) * {"year": 12, "mon": 1}.get(unit.rstrip("s"), 0)
        days += int(count) if unit.startswith("day") else 0
    if ":" in parts[-1]:
        hours, minutes, seconds = parts[-1].lstrip("+-").split(":")
        nanos = (3600 * int(hours) + 60 * int(minutes)) * 10**9 + int(decimal.Decimal(seconds) * 10**9)
    return months, days, -nanos if parts[-1].startswith("-") else nanos


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    need_spark()
    with two_executors() as made:
        yield made


def test_spark_has_the_types_and_the_values(spark: Any) -> None:
    import gusher.spark

    frame = gusher.spark.table(spark, table(), partitions=3)
    kinds = {
        "float": "double",
        "real": "float",
        "half": "float",
        "int8": "tinyint",
        "int16": "smallint",
        "uint8": "smallint",
        "uint32": "bigint",
        "uint64": "decimal(20,0)",
        "long": "decimal(20,0)",
        "wide": "decimal(29,9)",
        "fine": "decimal(38,37)",
        "numeric": "decimal(38,10)",
        "local": "timestamp_ntz",
        "zoned": "timestamp",
        "bytes": "binary",
        "json": "string",
        "vector": "array<float>",
        "map": "map<string,bigint>",
        "interval": "string",
        "ago": "string",
        "part": "string",
    }
    found = dict(frame.dtypes)
    assert {name: found[name] for name in kinds} == kinds
    rows, theirs = list(table()), frame.toArrow().to_pylist()
    for name in COLUMNS:
        own = [row[name] for row in rows]
        values = [row[name] for row in theirs]
        if name == "special":
            own, values = [repr(value) for value in own], [repr(value) for value in values]
        elif name == "float4":
            own = [single(value) for value in own]
        elif name == "jsonb":
            values = [json.loads(value) for value in values]
        elif name == "map":
            values = [dict(value) for value in values]
        elif name == "time_ms":
            own = [str(value) for value in own]
        assert values == own, name

"""Columns of declared types in pandas, Polars and files: what they are there, and that their values are those of the rows."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest

import gusher as g

pytest.importorskip("pyarrow")
pytest.importorskip("pandas")
pl: Any = pytest.importorskip("polars")
parquet: Any = pytest.importorskip("pyarrow.parquet")

ROWS = 500

# A column, and its type in pandas and Polars.
TYPES: dict[str, tuple[str, str, str]] = {
    "f64": ("float:-5,5", "float64", "Float64"),
    "nan": ("float:0,1@nan=0.1@inf=0.1@negzero=0.1", "float64", "Float64"),
    "f32": ("real:0,1@nan=0.1", "float32", "Float32"),
    "f16": ("half:0,1@nan=0.1", "float16", "Float16"),
    "normal": ("float@dist=normal:0,1", "float64", "Float64"),
    "money": ("decimal:0,9,2@type=float8", "float64", "Float64"),
    "i8": ("int:-128,127@type=int8", "int8", "Int8"),
    "i16": ("int:-9,9@type=smallint", "int16", "Int16"),
    "i32": ("int:0,100000@type=int4", "int32", "Int32"),
    "u8": ("int:0,255@type=uint8", "uint8", "UInt8"),
    "u16": ("int:0,65535@type=uint16", "uint16", "UInt16"),
    "u32": ("int:0,4294967295@type=uint32", "uint32", "UInt32"),
    "u64": ("int:0,18446744073709551615", "uint64", "UInt64"),
    "i32null": ("int:0,9@type=int32@null=0.5", "float64", "Int32"),
    "wide": ("decimal:0,9,2@type=numeric(38,10)", "object", "Decimal(precision=38, scale=10)"),
    "long": ("int:-18446744073709551615,9", "object", "Decimal(precision=20, scale=0)"),
    "fine": ("decimal:0,1,37", "object", "Decimal(precision=38, scale=37)"),
    "ms": ("datetime@type=timestamp_ms", "datetime64[ms]", "Datetime(time_unit='ms', time_zone=None)"),
    "s": ("datetime@type=timestamp_s", "datetime64[s]", "Datetime(time_unit='ms', time_zone=None)"),
    "us": ("datetime@type=timestamp", "datetime64[us]", "Datetime(time_unit='us', time_zone=None)"),
    "ns": ("datetime@type=timestamptz_ns", "datetime64[ns, UTC]", "Datetime(time_unit='ns', time_zone='UTC')"),
    "span": ("interval", "object", "String"),
    "spell": ("duration@type=interval", "object", "String"),
    "json": ("json", "object", "Extension('arrow.json', String, '')"),
    "jsonb": ("int:0,9@list=1,3@type=jsonb", "object", "Extension('arrow.json', String, '')"),
    "xml": ("xml", "str", "String"),
    "bits": ("bits:8", "str", "String"),
    "varbit": ("bits:1,8@type=varbit(8)", "str", "String"),
    "inet": ("ipv4@type=inet", "str", "String"),
    "mac": ("mac@type=macaddr", "str", "String"),
    "mood": ("enum:sad,happy@type=enum(mood)", "str", "String"),
    "vector": ("vector:3", "object", "Array(Float32, shape=(3,))"),
    "bytes": ("bytes:2,5", "object", "Binary"),
    "fixed": ("bytes:4", "object", "Binary"),
}
COLUMNS = {name: spec for name, (spec, *_) in TYPES.items()}


def table(*names: str) -> g.Table:
    return g.table("t", ROWS, seed=7, columns={name: COLUMNS[name] for name in names} if names else COLUMNS)


def is_same(left: Any, right: Any) -> bool:
    """Whether two values are equal; NaN is itself, and zeros have their sign."""
    return repr(left) == repr(right) if isinstance(left, float) else bool(left == right)


@pytest.mark.parametrize("name", TYPES)
def test_each_library_has_the_type(name: str) -> None:
    _, in_pandas, in_polars = TYPES[name]
    one = table(name)
    assert str(one.to_pandas().dtypes[name]) == in_pandas
    assert str(one.to_polars().schema[name]) == in_polars


@pytest.mark.parametrize("name", TYPES)
def test_values_are_those_of_the_rows(name: str) -> None:
    rows = [row[name] for row in table(name)]
    assert len({repr(value) for value in rows}) > 1
    values = table(name).to_polars()[name].to_list()
    pairs = [(row, as_row(value, row)) for row, value in zip(rows, values, strict=True)]
    different = [pair for pair in pairs if not is_same(*pair)]
    assert different == [], different[:3]


def as_row(value: Any, row: Any) -> Any:
    """A value of Polars as the rows have it."""
    if isinstance(value, str) and isinstance(row, datetime.timedelta):
        parts = {unit: int(count) for count, unit in re.findall(r"(\d+)([HMS])", value.removeprefix("PT"))}
        return datetime.timedelta(hours=parts.get("H", 0), minutes=parts.get("M", 0), seconds=parts.get("S", 0))
    if isinstance(value, str) and isinstance(row, list):
        return json.loads(value)
    return value


def test_files_have_the_types_of_memory(tmp_path: Path) -> None:
    one = table(*(name for name in TYPES if name not in ("span", "spell")))
    one.write(str(tmp_path / "t.parquet"))
    read = parquet.read_table(tmp_path / "t.parquet")
    memory = one.to_arrow()
    for name in one.columns:
        theirs: list[Any] = read[name].to_pylist()
        ours: list[Any] = memory[name].to_pylist()
        # pyarrow reads Parquet's ENUM as bytes.
        theirs = [value.decode() for value in theirs] if name == "mood" else theirs
        assert all(map(is_same, theirs, ours)), name
    # Polars knows neither Parquet's JSON nor how long its lists are.
    frame = pl.read_parquet(tmp_path / "t.parquet")
    other = {"json": "Binary", "jsonb": "Binary", "vector": "List(Float32)"}
    assert {name: str(kind) for name, kind in frame.schema.items()} == {
        name: other.get(name, TYPES[name][2]) for name in one.columns
    }


def test_intervals_of_expressions_keep_their_signs() -> None:
    columns = {"a": "datetime", "b": "datetime", "d": "expr:a - b"}
    one = g.table("t", ROWS, seed=7, columns=columns)
    spans: list[Any] = one.to_arrow()["d"].to_pylist()
    for row, span in zip(one, spans, strict=True):
        wanted = row["a"] - row["b"]
        assert datetime.timedelta(days=span.days, microseconds=span.nanoseconds // 1000) == wanted
    assert any(span.days < 0 for span in spans) and any(span.days > 0 for span in spans)
    assert str(one.to_polars().schema["d"]) == "String"

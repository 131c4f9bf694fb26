"""Lists and structs: the same values as objects, in Arrow and in every library."""

from __future__ import annotations

import datetime
import uuid
from pathlib import Path
from typing import Any, Literal

import pytest
from arrow_types import in_memory

import gusher as g

COLUMNS = {
    "id": "seq",
    "tags": "noun@null=0.1@list=0,5",
    "days": "date@list=1,3",
    "marks": "bool@null=0.3@list=0,9",
    "prices": "price@list=2",
}

STRUCTS = """
seed = 4
[table.people]
rows = 500
[table.people.columns]
id = "seq"
home = { struct = { city = "city", street = "street" }, null = 0.1 }
items = { list = [0, 3], struct = { sku = "ean", buyer = { struct = { name = "person.name", age = "int:1,99" } } } }
"""


@pytest.fixture
def nested() -> g.Table:
    """Lists of some kinds."""
    return g.table("nested", 3000, seed=3, columns=COLUMNS)


def test_lists_are_lists(nested: g.Table) -> None:
    rows = nested.to_dicts()
    assert nested.types["tags"] == "list"
    assert all(type(row["tags"]) is list for row in rows)
    assert max(len(row["tags"]) for row in rows) == 5
    assert all(len(row["prices"]) == 2 for row in rows)
    assert any(None in row["tags"] for row in rows)
    assert nested[2999] == rows[2999]
    assert nested[1000:1003].to_dicts() == rows[1000:1003]


@pytest.mark.parametrize("texts", ["dictionary", "utf8", "large_utf8", "utf8_view"])
def test_arrow_has_the_lists(nested: g.Table, texts: Any) -> None:
    pytest.importorskip("pyarrow")
    made: Any = nested.to_arrow(texts=texts, threads=1)
    made.validate(full=True)
    assert made.to_pylist() == nested.to_dicts()


def test_types_are_those_of_the_files(nested: g.Table, tmp_path: Path) -> None:
    ipc, parquet = (pytest.importorskip(f"pyarrow.{name}") for name in ("ipc", "parquet"))
    nested.write(tmp_path / "t.arrow", compression="none")
    file = ipc.open_file(tmp_path / "t.arrow").read_all()
    made = nested.to_arrow()
    assert (in_memory(file.schema), file.to_pylist()) == (made.schema, made.to_pylist())
    nested.write(tmp_path / "t.parquet")
    assert parquet.read_table(tmp_path / "t.parquet").to_pylist() == nested.to_dicts()


def test_other_libraries_take_lists(nested: g.Table) -> None:
    few = nested.select("id", "tags", "marks")
    pytest.importorskip("polars")
    assert few.to_polars().to_dicts() == few.to_dicts()
    assert few.lazy().filter(_polars().col("id") == 77).collect().to_dicts() == [few[76]]
    pytest.importorskip("pandas")
    frame = few.to_pandas()
    assert [None if tags is None else list(tags) for tags in frame["tags"]] == [row["tags"] for row in few]
    duckdb: Any = pytest.importorskip("duckdb")
    items = sum(len(row["tags"]) for row in few)
    assert duckdb.sql("select sum(len(tags)) from few").fetchall() == [(items,)]


def _polars() -> Any:
    return pytest.importorskip("polars")


def test_structs_are_dicts(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    file = tmp_path / "s.toml"
    file.write_text(STRUCTS)
    people = g.tables(file)["people"]
    assert people.types["home"] == "dict"
    row = next(row for row in people if row["home"] is not None and row["items"])
    assert list(row["home"]) == ["city", "street"]
    assert list(row["items"][0]["buyer"]) == ["name", "age"]
    made = people.to_arrow()
    made.validate(full=True)
    assert made.to_pylist() == people.to_dicts()
    pytest.importorskip("polars")
    assert people.to_polars().to_dicts() == people.to_dicts()


MAPS = {
    "id": "seq",
    "stock": "map{key=noun value=int:1,9@null=0.2}@list=0,4@null=0.1",
    "days": "map{key=date value={who=name tags=noun@list=0,2}}@list=1,3",
    "ids": "map{key=uuidv4 value=map{key=int:1,9 value=bool}@list=2}@list=0,2",
}


def test_maps_are_dicts(tmp_path: Path) -> None:
    pq: Any = pytest.importorskip("pyarrow.parquet")
    table = g.table("maps", 1000, seed=3, columns=MAPS)
    rows = table.to_dicts()
    assert table.types["stock"] == "dict"
    assert all(row["stock"] is None or type(row["stock"]) is dict for row in rows)
    assert {len(row["days"]) for row in rows} == {1, 2, 3}
    assert all(type(key) is datetime.date for row in rows for key in row["days"])
    assert all(type(key) is uuid.UUID for row in rows for key in row["ids"])
    layouts: list[Literal["dictionary", "utf8", "large_utf8", "utf8_view"]] = ["dictionary", "utf8", "large_utf8", "utf8_view"]
    expected = [{k: row[k] for k in ("id", "stock", "days")} for row in rows]
    for texts in layouts:
        made: Any = table.select("id", "stock", "days").to_arrow(texts=texts)
        made.validate(full=True)
        assert made.to_pylist(maps_as_pydicts="strict") == expected
    table.write(tmp_path / "t.parquet")
    file = pq.read_table(tmp_path / "t.parquet").select(["id", "stock", "days"])
    assert file.to_pylist(maps_as_pydicts="strict") == expected


def test_other_libraries_take_maps() -> None:
    few = g.table("maps", 1000, seed=3, columns=MAPS).select("id", "stock")
    rows = few.to_dicts()
    pytest.importorskip("polars")
    assert [row["stock"] for row in few.to_polars().to_dicts()] == [row["stock"] for row in rows]
    pytest.importorskip("pandas")
    found = [None if stock is None else dict(stock) for stock in few.to_pandas(dtype_backend="pyarrow")["stock"].array.__arrow_array__().to_pylist()]
    assert found == [row["stock"] for row in rows]
    duckdb: Any = pytest.importorskip("duckdb")
    assert duckdb.sql("select stock, typeof(stock) from few order by id").fetchall() == [(row["stock"], "MAP(VARCHAR, BIGINT)") for row in rows]


def test_functions_read_lists(nested: g.Table) -> None:
    pytest.importorskip("pyarrow")
    pc: Any = pytest.importorskip("pyarrow.compute")
    made = g.table("nested", 50, seed=3, columns={**COLUMNS, "count": g.column(lambda tags: pc.list_value_length(tags), "tags")})
    assert all(row["count"] == len(row["tags"]) for row in made)

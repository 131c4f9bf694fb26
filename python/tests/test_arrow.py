"""Arrow's streams: the same values for every reader, fresh each time, in the types that are asked for."""

from __future__ import annotations

import decimal
import threading
from typing import Any

import pytest
from arrow_types import in_memory

import gusher as g
from gusher._gusher import table as table_of_columns

pa = pytest.importorskip("pyarrow")


def test_every_reader_has_the_values_of_the_rows(people: g.Table) -> None:
    rows = people.to_dicts()
    assert people.to_arrow().to_pylist() == rows
    assert people.to_arrow(texts="utf8").to_pylist() == rows
    assert people.to_arrow(texts="large_utf8", threads=2).to_pylist() == rows
    assert people.to_arrow(texts="utf8_view", threads=1).to_pylist() == rows
    assert pa.table(people[5_000:5_100]).to_pylist() == rows[5_000:5_100]
    assert people.reader(batch_rows=100).read_next_batch().to_pylist() == rows[:100]


def test_a_table_is_read_as_often_as_one_likes(people: g.Table) -> None:
    stream = pa.RecordBatchReader.from_stream(people)
    other = pa.RecordBatchReader.from_stream(people)
    assert stream.read_next_batch() == other.read_next_batch()
    assert pa.table(people) == pa.table(people)


def test_texts_are_what_the_reader_asks_for(people: g.Table) -> None:
    few = people.select("id", "name", "email", "country")
    wanted = pa.schema(
        [("id", pa.int64()), ("name", pa.large_string()), ("email", pa.string_view()), ("country", pa.string())]
    )
    asked = pa.RecordBatchReader.from_stream(few, schema=wanted)
    assert asked.schema.types == wanted.types
    assert asked.read_all().to_pylist() == few.to_dicts()
    schema: Any = few.to_arrow().schema
    assert pa.types.is_dictionary(schema.field("country").type)


def test_types_are_those_of_the_columnar_files(people: g.Table, tmp_path: Any) -> None:
    import pyarrow.ipc

    people.write(tmp_path / "people.arrow", compression="none")
    file = pyarrow.ipc.open_file(tmp_path / "people.arrow").read_all()
    made = people.to_arrow()
    assert in_memory(file.schema) == made.schema
    assert file.to_pylist() == made.to_pylist()


def test_polars_pandas_and_duckdb(people: g.Table) -> None:
    rows = people.to_dicts()
    polars = pytest.importorskip("polars")
    assert people.to_polars(["id", "name", "spent"]).to_dicts() == people.select("id", "name", "spent").to_dicts()
    assert polars.DataFrame(people.select("id", "country"))["country"].cast(str).to_list() == [
        row["country"] for row in rows
    ]
    pytest.importorskip("pandas")
    frame: Any = people.to_pandas(["id", "country", "email"])
    assert frame["email"].tolist() == [row["email"] for row in rows]
    assert frame["country"].astype(str).tolist() == [row["country"] for row in rows]
    assert [str(frame[name].dtype) for name in ("id", "country", "email")] == ["int64", "str", "str"]
    # Arrays that share the memory of Arrow could not be written to.
    frame.loc[0, ["id", "email"]] = [77, "x"]
    assert frame.loc[0].tolist() == [77, rows[0]["country"], "x"]
    assert str(people.to_pandas(["country"], texts="dictionary")["country"].dtype) == "category"
    duckdb = pytest.importorskip("duckdb")
    total = sum(row["spent"] for row in rows if row["spent"] is not None)
    assert duckdb.sql("select count(*), sum(spent) from people").fetchall() == [(10_000, total)]
    assert people.to_duckdb().aggregate("max(id)").fetchall() == [(10_000,)]


def test_batches_without_rows_have_a_schema() -> None:
    none = g.table("t", 0, columns={"id": "seq", "name": "name"}, seed=1)
    assert pa.table(none).schema.names == ["id", "name"]
    assert len(none.to_arrow()) == 0
    assert none.to_dicts() == []


def test_a_stream_may_be_dropped_at_any_time(people: g.Table) -> None:
    people.__arrow_c_stream__()
    people.__arrow_c_schema__()
    reader = people.reader(batch_rows=10)
    batch = reader.read_next_batch()
    reader.close()
    del reader
    assert batch.to_pylist() == people[:10].to_dicts()
    taken = people.stream()
    pa.RecordBatchReader.from_stream(taken).read_all()
    with pytest.raises(g.Error, match="read once"):
        pa.RecordBatchReader.from_stream(taken)


def test_threads_read_at_once(people: g.Table) -> None:
    whole = people.to_arrow()
    found: list[bool] = []
    readers = [threading.Thread(target=lambda: found.append(pa.table(people) == whole)) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
    assert found == [True] * 4


def test_python_functions_make_columns() -> None:
    pc = pytest.importorskip("pyarrow.compute")

    made = g.table(
        "t",
        3000,
        seed=1,
        columns={
            "id": "seq",
            "name": "name.first@null=0.2",
            "loud": g.column(pc.utf8_upper, "name"),
            "half": g.column(lambda id: [value.as_py() / 2 for value in id], "id", type=pa.decimal128(10, 1)),
            "small": g.column(lambda id: pc.less(id, 10), "id"),
            "both": g.column(lambda name, loud: pc.binary_join_element_wise(name, loud, "/"), "name", "loud"),
        },
    )
    row = made[2999]
    assert float(row["half"]) == 1500.0
    assert row["small"] is False
    for row in made[:100]:
        assert row["loud"] == (None if row["name"] is None else row["name"].upper())
        assert row["both"] == (None if row["name"] is None else f"{row['name']}/{row['loud']}")
    assert made.to_arrow(threads=2).to_pylist() == made.to_dicts()


def _boom(values: Any) -> Any:
    if len(values) > 0:
        raise RuntimeError("boom")
    return values


def test_what_a_function_raises_is_raised(tmp_path: Any) -> None:
    made = g.table("t", 5000, seed=1, columns={"id": "seq", "x": g.column(_boom, "id")})
    for read in (lambda: made[0], made.to_arrow, made.to_dicts, lambda: made.write(tmp_path / "x.csv")):
        with pytest.raises(RuntimeError, match="boom"):
            read()
    with pytest.raises(OSError, match="boom"):
        pa.table(made)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(g.Error, match="`it`|it"):
        g.table("t", 1, columns={"id": "seq", "x": g.column(_boom, "it")})


@pytest.mark.parametrize("kind", ["float64", "float32"])
def test_a_function_may_give_floating_point_numbers(kind: str) -> None:
    values = [0.5, float("inf"), -0.0, None, 1e-7]

    def given(ids: Any) -> Any:
        return pa.array([values[(i - 1) % 5] for i in ids.to_pylist()], kind)

    made = g.table("t", 5, columns={"id": "seq", "x": g.column(given, "id")})
    column = made.to_arrow()["x"]
    assert column.type == pa.float64()
    expected = pa.array(values, kind).cast("float64").to_pylist()
    assert [repr(value) for value in column.to_pylist()] == [repr(value) for value in expected]


def test_large_whole_numbers_with_nulls_keep_their_digits_in_pandas() -> None:
    pandas: Any = pytest.importorskip("pandas")
    made = g.table("t", 50, seed=1, columns={"a": "int:0,18446744073709551615@null=0.4"})
    frame = made.to_pandas()
    assert str(frame["a"].dtype) == "UInt64"
    assert [None if value is pandas.NA else int(value) for value in frame["a"]] == made.to_dict()["a"]


@pytest.mark.parametrize("bits", [32, 64, 128, 256])
def test_decimals_of_every_width_are_read_as_what_they_are(bits: int) -> None:
    kind = getattr(pa, f"decimal{bits}")(9, 2)
    values = [decimal.Decimal(number) for number in ("-1.25", "0.01", "9999999.99")]

    def made(ids: Any) -> Any:
        return pa.array([values[id.as_py() - 1] for id in ids], kind)

    table = g.table("t", 3, seed=1, columns={"id": "seq", "d": g.column(made, "id")})
    assert table.to_dict()["d"] == values

    # The engine itself takes those of 128 bits alone, whatever a function hands it.
    def raw(_: list[Any]) -> tuple[object, object, int]:
        schema, array = pa.array([], kind).__arrow_c_array__()
        return schema, array, 2

    columns: list[tuple[str | None, str | int]] = [("id", "seq"), ("d", 0)]
    if bits == 128:
        assert table_of_columns("t", 0, 3, columns, [("raw", raw, ["id"])], 1, None, None).name == "t"
    else:
        with pytest.raises(g.Error, match=f"an array of the format `d:9,2,{bits}` is no column"):
            table_of_columns("t", 0, 3, columns, [("raw", raw, ["id"])], 1, None, None)

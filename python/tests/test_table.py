"""Rows alone, ranges of rows, and what a table says of itself."""

from __future__ import annotations

import datetime
import decimal
import pickle
import uuid
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import gusher as g

SHOP = """
seed = 7
[table.customers]
rows = 100
columns.id = "seq"
columns.name = "name"
[table.orders]
rows = { per = "customers", each = "poisson:3" }
columns.id = "seq"
columns.customer = "ref:customers.id"
"""


def test_dirty_values_are_the_share_that_was_asked_for() -> None:
    columns = {"id": "seq", "name": "name", "age": "int:18,90"}
    dirty_columns = columns | {"name": "name@dirty=0.05", "age": "int:18,90@dirty=outlier:0.05"}
    clean = g.table("people", 2_000, seed=1, columns=columns).to_dicts()
    table = g.table("people", 2_000, seed=1, columns=dirty_columns)
    dirty = table.to_dicts()
    assert sum(a["name"] != b["name"] for a, b in zip(clean, dirty, strict=True)) == 100
    assert sum(a["age"] != b["age"] for a, b in zip(clean, dirty, strict=True)) == 100
    assert [row["id"] for row in dirty] == [row["id"] for row in clean]
    assert all(isinstance(row["age"], int) for row in dirty)
    assert [table[row] for row in (0, 999, 1_999)] == [dirty[row] for row in (0, 999, 1_999)]


def test_a_row_alone_is_the_row_of_the_whole(people: g.Table) -> None:
    rows = people.to_dicts()
    assert len(rows) == len(people) == 10_000
    for row in (0, 1, 63, 64, 1024, 9_999):
        assert people[row] == rows[row]
    assert people[-1] == rows[-1]
    assert people[10:20].to_dicts() == rows[10:20]
    assert people[100:200][5:7].to_dicts() == rows[105:107]
    assert people.head(3).to_dicts() == rows[:3]
    assert [len(people[20:10]), len(people[9_990:20_000])] == [0, 10]


def test_values_have_pythons_types(people: g.Table) -> None:
    row = next(row for row in people if row["seen"] is not None and row["spent"] is not None)
    kinds: dict[str, object] = {name: type(value) for name, value in row.items()}
    assert kinds == {
        "id": int,
        "name": str,
        "email": str,
        "country": str,
        "born": datetime.date,
        "seen": datetime.datetime,
        "spent": decimal.Decimal,
        "active": bool,
        "key": uuid.UUID,
        "raw": bytes,
        "ip": str,
    }
    assert row["seen"].tzinfo == datetime.timezone.utc
    assert people.types["spent"] == "decimal.Decimal"
    nulls = [row["seen"] for row in people[:1000]].count(None)
    assert 100 < nulls < 300


def test_shards_are_parts_of_the_whole(people: g.Table) -> None:
    parts = [people.shard(number, 7) for number in range(1, 8)]
    assert [row for part in parts for row in part] == people.to_dicts()
    with pytest.raises(g.Error, match="from 1 to the number of parts"):
        people.shard(8, 7)


def test_columns_do_not_depend_on_each_other(people: g.Table) -> None:
    few = g.table("people", range(5, 8), seed=7, columns={"email": "email@unique", "id": "seq"})
    assert few.to_dict()["email"] == people[5:8].to_dict()["email"]
    assert people.select("email", "id")[7] == few[2]


def test_the_seed_and_now_are_fixed_when_the_table_is_made() -> None:
    one = g.table("t", 5, columns=["datetime", "int"])
    assert one.to_dicts() == one.to_dicts()
    assert g.table("t", 5, columns=["datetime", "int"], seed=one.seed, now=one.now) .to_dicts() == one.to_dicts()
    assert g.table("t", 5, columns=["int"]).seed != one.seed
    seeded = g.table("t", 1, columns=["int"], seed=1)
    assert seeded.now == datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)


def test_a_pickle_is_a_sentence_and_no_data_set(people: g.Table, tmp_path: Path) -> None:
    big = g.table("big", 10**9, seed=3, columns={"id": "seq", "name": "name"})[10**8 : 10**8 + 5]
    sent = pickle.dumps(big)
    assert len(sent) < 500
    assert pickle.loads(sent).to_dicts() == big.to_dicts()
    assert pickle.loads(pickle.dumps(people.select("id", "key"))) == people.select("id", "key")
    # Without a seed, it is the one by chance that is sent.
    chance = g.table("t", 3, columns=["int", "datetime"])
    assert pickle.loads(pickle.dumps(chance)).to_dicts() == chance.to_dicts()
    file = tmp_path / "shop.toml"
    file.write_text(SHOP)
    orders = g.tables(file)["orders"]
    file.unlink()
    assert pickle.loads(pickle.dumps(orders)).to_dicts() == orders.to_dicts()


def test_tables_of_a_file_refer_to_each_other(tmp_path: Path) -> None:
    file = tmp_path / "shop.toml"
    file.write_text(SHOP)
    shop = g.tables(file)
    assert list(shop) == ["customers", "orders"]
    assert shop["orders"].foreign_keys == [(["customer"], "customers", ["id"])]
    ids = set(shop["customers"].to_dict()["id"])
    assert {row["customer"] for row in shop["orders"]} <= ids
    assert len(g.tables(file, scale=2)["customers"]) == 200
    assert g.tables(file, seed=8)["customers"][0] != shop["customers"][0]
    with pytest.raises(KeyError, match="did you mean `orders`"):
        shop["order"]
    assert "orders: " in repr(shop)


def shown(table: Any) -> str:
    """The table as a notebook shows it."""
    return str(table._repr_html_())


def test_a_table_shows_its_first_rows(people: g.Table) -> None:
    few = people.select("id", "country")
    lines = repr(few).splitlines()
    assert lines[0] == "people: 10,000 rows, seed 7"
    assert lines[1].split() == ["id", "country"]
    assert len(lines) == 8
    # The head, five rows, and the sign that there are more.
    assert shown(few).count("<tr>") == 7


def read_html(table: Any) -> tuple[str, list[str], list[list[str]]]:
    """The caption, the head and the rows of the HTML, as a parser of XML reads it."""
    tree = ElementTree.fromstring(shown(table))
    texts = [["".join(cell.itertext()) for cell in row] for row in tree.iter("tr")]
    return str(tree.findtext("caption")), texts[0], texts[1:]


def test_notebooks_show_any_text_as_it_is() -> None:
    text = '<script>alert("a & b")</script>'
    table = g.table("<t> & 'u'", 2, columns={"<b>\"&'": "int:7,7", "text": "const:" + text, "null": "name@null=1", "word": "const:null"}, seed=1)
    assert "<script" not in shown(table)
    caption, head, rows = read_html(table)
    assert (caption, head) == ("<t> & 'u': 2 rows, seed 1", ["<b>\"&'", "text", "null", "word"])
    assert rows == [["7", text, "null", "null"]] * 2
    # What is not there differs from a text that says so.
    assert shown(table).count("<i>null</i>") == 2 and shown(table).count("<td>null</td>") == 2
    assert read_html(g.table("t", 0, columns=["seq"], seed=1))[2] == []
    assert read_html(g.table("t", 1, columns=["const:" + "x" * 500], seed=1))[2] == [["x" * 39 + "…"]]


def test_wide_tables_are_shown_in_part() -> None:
    for count in (20, 21, 400):
        table = g.table("wide", 6, columns={f"c{at}": f"int:{at},{at}" for at in range(count)}, seed=1)
        _, head, rows = read_html(table)
        wanted = [str(at) for at in range(20)] if count == 20 else [*map(str, range(10)), "…", *map(str, range(count - 10, count))]
        assert head == [name if name == "…" else f"c{name}" for name in wanted]
        assert rows == [wanted] * 5 + [["…"]]
        assert repr(table).splitlines()[1].split() == head
    chosen = table.select("c399", "c5")
    assert read_html(chosen)[1:] == (["c399", "c5"], [["399", "5"]] * 5 + [["…"]])


def test_names_may_have_any_character() -> None:
    names = ["a=b", "x:y", "mail@home", 'a"b', "é", "with space"]
    made = g.table("t", 3, seed=1, columns=dict.fromkeys(names, "int:1,5"))
    assert made.columns == names
    assert list(made[0]) == names


def test_columns_of_one_name_are_no_keys_of_a_dict() -> None:
    table = g.table("t", 3, seed=1, columns=["a=seq", "a=name"])
    for call in (table.to_dicts, table.to_dict, lambda: table[0], lambda: next(iter(table)), lambda: table.types):
        with pytest.raises(g.Error, match="2 columns are called `a`"):
            call()


def test_columns_of_one_name_are_shown_and_not_selected() -> None:
    table = g.table("t", 3, seed=1, columns=["a=seq", "a=const:x", "b=const:y"])
    assert repr(table).splitlines()[1:3] == ["a  a  b", "1  x  y"]
    assert "<th>a</th><th>a</th><th>b</th>" in shown(table)
    assert "<td>1</td><td>x</td><td>y</td>" in shown(table)
    with pytest.raises(g.Error, match="2 columns of the table `t` are called `a`"):
        table.select("a")
    assert repr(table.select("b")).splitlines()[1:3] == ["b", "y"]


def test_whole_numbers_with_nulls_are_the_same_in_pandas() -> None:
    pd: Any = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    columns = {"a": "int:9007199254740993,9007199254740999@null=0.3", "n": "name", "b": "int:1,9@null=0.3", "c": "seq"}
    table = g.table("t", 200, seed=1, columns=columns)
    frame = table.to_pandas()
    assert frame["a"].dtype == pd.Int64Dtype()
    assert [None if value is pd.NA else int(value) for value in frame["a"]] == table.to_dict()["a"]
    assert [str(frame[name].dtype) for name in ("b", "c")] == ["float64", "int64"]
    assert list(frame.columns) == list(columns)
    assert list(table.to_pandas(["b", "a"]).columns) == ["b", "a"]
    assert len(table.to_pandas(["a"])) == 200
    assert str(table.to_pandas(dtype_backend="numpy_nullable")["b"].dtype) == "Int64"
    assert "pyarrow" in str(table.to_pandas(dtype_backend="pyarrow")["b"].dtype)
    with pytest.raises(g.Error, match="dtype_backend="):
        table.to_pandas(dtype_backend="numpy")  # type: ignore[arg-type]


def test_uuids_are_texts_in_polars() -> None:
    pl: Any = pytest.importorskip("polars")
    table = g.table("t", 20, seed=1, columns={"id": "uuidv4", "at": "time", "all": "uuidv7@list=2"})
    wanted = [str(value) for value in table.to_dict()["id"]]
    for frame in (table.to_polars(), table.lazy().collect(), table.lazy().filter(pl.col("id") != "").collect()):
        assert frame["id"].to_list() == wanted
        assert frame["at"].dtype == pl.Time
        assert frame["all"].dtype == pl.List(pl.String)

"""DataFrames, files and streams by a Spark of two workers: the rows of one machine."""

from __future__ import annotations

import datetime
import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cluster import disturbed, kill_worker, need_spark, two_executors, was_called

import gusher as g

# A column of each type.
TYPES = {
    "id": "seq",
    "n": "int:-5,100_000@null=0.1",
    "name": "name",
    "email": "email@unique",
    "country": "country.code:any@null=0.3",
    "born": "date@null=0.1",
    "seen": "datetime@null=0.2",
    "often": "series:2024-01-01T00:00:00Z,250ms",
    "spent": "decimal:0,500,2@null=0.1",
    "exact": "decimal:0,9_000_000_000,9",
    "active": "bool@null=0.1",
    "key": "uuidv4@null=0.1",
    "other": "uuidv7",
    "raw": "bytes:4@null=0.1",
    "ip": "ipv4",
    "six": "ipv6",
    "at": "time@null=0.1",
    "took": "duration@null=0.1",
    "tags": "noun@list=0,3",
    "text": "paragraph",
}
SHOP = """
seed = 7
[table.customers]
rows = 500
columns.id = "seq"
columns.name = "name"
[table.orders]
rows = { per = "customers", each = "poisson:4" }
columns.id = "seq"
columns.customer = "ref:customers.id"
columns.status = "enum:new*2,paid*3,shipped*5"
columns.total = "decimal:1,500,2"
"""


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    need_spark()
    with two_executors() as made:
        import gusher.spark

        made.dataSource.register(gusher.spark.DataSource)
        yield made


@pytest.fixture
def shop(tmp_path: Path) -> str:
    path = tmp_path / "shop.toml"
    path.write_text(SHOP)
    return str(path)


def types(rows: int | range = 1000, **more: str | g.Column) -> g.Table:
    return g.table("t", rows, seed=7, columns={**TYPES, **more})


def plain(value: Any) -> Any:
    """A value of ours as it comes from Spark."""
    if isinstance(value, uuid.UUID | datetime.time):
        return str(value)
    if isinstance(value, datetime.timedelta):
        return int(value.total_seconds())
    return value


def ours(table: g.Table) -> list[dict[str, Any]]:
    return [{name: plain(value) for name, value in row.items()} for row in table]


def in_files(table: g.Table) -> list[dict[str, Any]]:
    """The rows of a table as they come from Parquet files, in which lists are lists."""
    rows = ours(table)
    for row in rows:
        row["tags"] = json.loads(row["tags"]) if isinstance(row["tags"], str) else row["tags"]
    return rows


def rows_of(frame: Any) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = frame.toArrow().to_pylist()
    return made


def files(folder: Path) -> list[str]:
    """The names of all files and folders below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_without_pyspark_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyspark", None)
    for name in [name for name in sys.modules if name.startswith("gusher.spark")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ImportError, match="gusher.spark needs PySpark 4: pip install"):
        import gusher.spark  # noqa: F401


def test_a_path_is_one_of_a_file_system_or_of_a_store() -> None:
    pytest.importorskip("pyspark", reason="pyspark is missing")
    from gusher.spark._place import Local, Remote, place

    def told(path: str, default: str | None = None) -> tuple[type[Any], str]:
        made = place(path, default, None)
        assert isinstance(made, Local | Remote)
        return type(made), made._root

    assert told("/data/out") == told("file:/data/out") == told("file:///data/out", "hdfs://n:1") == (Local, "/data/out")
    assert told("/data/out", "file:///") == (Local, "/data/out")
    assert told("/data/out", "hdfs://n:1") == (Remote, "hdfs://n:1/data/out")
    assert told("s3a://bucket/out/") == told("s3://bucket/out") == (Remote, "s3://bucket/out")
    with pytest.raises(g.Error, match="write the whole path"):
        place("out", "hdfs://n:1", None)


@pytest.mark.parametrize("partitions", [1, 7])
def test_a_frame_has_the_rows_of_one_machine(spark: Any, partitions: int) -> None:
    import gusher.spark
    from pyspark.sql import types as kinds

    table = types(range(1000, 2000))
    frame = gusher.spark.table(spark, table, partitions=partitions)
    assert frame.rdd.getNumPartitions() == partitions
    assert rows_of(frame) == ours(table)
    found = {field.name: (field.dataType, field.nullable) for field in frame.schema}
    assert found["id"] == (kinds.LongType(), False)
    assert found["n"] == (kinds.LongType(), True)
    assert found["born"] == (kinds.DateType(), True)
    assert found["seen"] == (kinds.TimestampType(), True)
    assert found["spent"] == (kinds.DecimalType(5, 2), True)
    assert found["exact"] == (kinds.DecimalType(19, 9), False)
    assert found["active"] == (kinds.BooleanType(), True)
    assert found["raw"] == (kinds.BinaryType(), True)
    for name in ("name", "country", "key", "ip", "at"):
        assert found[name][0] == kinds.StringType()


def test_a_frame_of_some_columns_has_only_these(spark: Any) -> None:
    import gusher.spark

    frame = gusher.spark.table(spark, types(), columns=["name", "id"], partitions=2)
    assert frame.columns == ["name", "id"]
    assert rows_of(frame) == ours(types().select("name", "id"))
    with pytest.raises(g.Error, match="did you mean `name`"):
        gusher.spark.table(spark, types(), columns=["nmae"])


def test_every_action_sees_the_same_rows(spark: Any) -> None:
    import gusher.spark

    # A seed by chance, which is fixed when the frame is made.
    frame = gusher.spark.table(spark, g.table("t", 100, columns=["id=seq", "email"]), partitions=3)
    assert rows_of(frame) == rows_of(frame)


def test_foreign_keys_meet_their_parents(spark: Any, shop: str) -> None:
    import gusher.spark

    customers = gusher.spark.table(spark, shop, "customers", partitions=2)
    orders = gusher.spark.table(spark, shop, "orders", partitions=3)
    assert orders.join(customers, orders.customer == customers.id, "left_anti").count() == 0
    assert orders.count() == len(g.tables(shop)["orders"])
    with pytest.raises(g.Error, match="several tables; say which"):
        gusher.spark.table(spark, shop)
    with pytest.raises(g.Error, match="did you mean `orders`"):
        gusher.spark.table(spark, shop, "order")


def test_a_worker_that_is_killed_changes_nothing_in_the_files(spark: Any, tmp_path: Path) -> None:
    import gusher.spark

    marks, target = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    table = types(3000, again=disturbed(marks, 1700, 1, kill_worker))
    gusher.spark.write(spark, table, target, partitions=3)
    assert was_called(marks, 1)
    names = [f"part-{number:05}-of-00003.parquet" for number in range(3)]
    assert files(target) == ["_SUCCESS", *names]
    written = spark.read.parquet(str(target)).orderBy("id")
    expected = [{**row, "again": row["id"]} for row in in_files(types(3000))]
    assert rows_of(written) == expected


def test_a_frame_whose_worker_is_killed_has_the_same_rows(spark: Any, tmp_path: Path) -> None:
    import gusher.spark

    table = g.table("t", 3000, seed=7, columns={"id": "seq", "name": "name", "again": disturbed(tmp_path, 1700, 1, kill_worker)})
    made = rows_of(gusher.spark.table(spark, table, partitions=3))
    assert was_called(tmp_path, 1)
    assert made == [{**row, "again": row["id"]} for row in types(3000).select("id", "name")]


def test_tables_of_a_schema_file_are_folders(spark: Any, shop: str, tmp_path: Path) -> None:
    import gusher.spark

    target = tmp_path / "shop"
    gusher.spark.write(spark, shop, f"file://{target}", partitions=3)
    assert files(target) == [
        "customers",
        "customers/_SUCCESS",
        "customers/part-00000-of-00001.parquet",
        "orders",
        "orders/_SUCCESS",
        *(f"orders/part-{number:05}-of-00003.parquet" for number in range(3)),
    ]
    found = spark.read.parquet(str(target / "orders")).orderBy("id")
    assert rows_of(found) == ours(g.tables(shop)["orders"])


def test_modes_are_those_of_spark(spark: Any, tmp_path: Path) -> None:
    import gusher.spark

    target, table = tmp_path / "out", g.table("t", 10, seed=7, columns=["id=seq"])

    def ids() -> list[int]:
        return [row["id"] for row in rows_of(spark.read.parquet(str(target)).orderBy("id"))]

    gusher.spark.write(spark, table, target, partitions=2)
    before = files(target)
    with pytest.raises(FileExistsError, match='mode="overwrite"'):
        gusher.spark.write(spark, table, target)
    gusher.spark.write(spark, table[:1], target, mode="ignore")
    assert files(target) == before and ids() == list(range(1, 11))
    gusher.spark.write(spark, table[:3], target, mode="append")
    assert ids() == sorted([*range(1, 11), 1, 2, 3]) and len(files(target)) == len(before) + 1
    gusher.spark.write(spark, table[5:], target, mode="overwrite")
    assert ids() == list(range(6, 11))
    assert files(target) == ["_SUCCESS", "part-00000-of-00001.parquet"]
    with pytest.raises(g.Error, match="expected \"error\""):
        gusher.spark.write(spark, table, target, mode="replace")  # type: ignore[arg-type]
    with pytest.raises(g.Error, match="compression"):
        gusher.spark.write(spark, table, target, mode="overwrite", compression="brotli")
    assert ids() == list(range(6, 11))


def test_what_fails_leaves_nothing(spark: Any, tmp_path: Path) -> None:
    import gusher.spark
    from cluster import fail

    marks, target = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    table = g.table("t", 3000, seed=7, columns={"id": "seq", "again": disturbed(marks, 1700, 4, fail)})
    with pytest.raises(Exception, match="disturbed"):
        gusher.spark.write(spark, table, target, partitions=3)
    assert was_called(marks, 4)
    assert not target.exists()


def test_the_data_source_reads_with_sql(spark: Any, shop: str) -> None:
    frame = spark.read.format("gusher").options(schema=shop, table="orders", partitions=3).load()
    expected = g.tables(shop)["orders"]
    assert frame.rdd.getNumPartitions() == 3
    assert rows_of(frame) == ours(expected)
    # Only the columns of the schema are made.
    some = spark.read.format("gusher").schema("status string, id bigint").option("table", "orders").load(shop)
    assert rows_of(some) == ours(expected.select("status", "id"))
    some = spark.read.format("gusher").options(table="orders", columns="id, total").load(shop)
    assert rows_of(some) == ours(expected.select("id", "total"))
    spark.sql(f"create temporary view orders using gusher options (schema '{shop}', table 'orders')")
    assert spark.sql("select count(*) as n from orders where status is not null").first().n == len(expected)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tabel": "orders"}, "there is no option `tabel`; did you mean `table`?"),
        ({}, "several tables; say which"),
        ({"table": "orders", "seed": "x"}, "seed='x': expected a whole number"),
        ({"table": "orders", "columns": "idd"}, "did you mean `id`"),
        ({"table": "orders", "partitions": "0"}, "partitions=0"),
    ],
)
def test_the_data_source_names_errors(spark: Any, shop: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(Exception, match=".*") as raised:
        spark.read.format("gusher").options(**options).load(shop).count()
    assert message in str(raised.value)


PAGES = [Path(__file__).parents[2] / "docs" / "guide" / name for name in ("spark.md", "dbldatagen.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_code_of_a_guide_page_runs(spark: Any, page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    assert len(blocks) > 5
    monkeypatch.chdir(tmp_path)
    # The session's own processes have another current folder.
    names: dict[str, Any] = {}
    for block in blocks:
        for file in ("shop.toml", "lake/", "out"):
            block = block.replace(f'"{file}', f'"{tmp_path}/{file}').replace(f"'{file}", f"'{tmp_path}/{file}")
        exec(compile(block, str(page), "exec"), names)  # noqa: S102


def test_a_stream_goes_on_where_it_was_stopped(spark: Any, tmp_path: Path) -> None:
    # Without a seed: the checkpoint keeps the one that the stream began with.
    schema = tmp_path / "s.toml"
    schema.write_text('[table.t]\nrows = 2500\ncolumns.id = "seq"\ncolumns.email = "email@unique"\n')
    stream = spark.readStream.format("gusher").options(maxRowsPerBatch=500, partitions=2).load(str(schema))
    target, checkpoint = tmp_path / "out", tmp_path / "checkpoint"
    written = stream.writeStream.format("parquet").option("checkpointLocation", str(checkpoint))

    stopped = written.trigger(processingTime="0 seconds").start(str(target))
    while not stopped.recentProgress and stopped.exception() is None:
        stopped.awaitTermination(0.05)
    stopped.stop()
    assert stopped.exception() is None
    query = written.trigger(availableNow=True).start(str(target))
    assert query.awaitTermination(120) and query.exception() is None
    rows = rows_of(spark.read.parquet(str(target)).orderBy("id"))
    assert [row["id"] for row in rows] == list(range(1, 2501))
    # One seed made all of them: no address comes twice.
    assert len({row["email"] for row in rows}) == 2500

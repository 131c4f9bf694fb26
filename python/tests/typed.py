"""What type checkers see of the package: checked by mypy and pyright in strict mode, and never run."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from typing_extensions import assert_type

import gusher as g
import gusher.spark


def tables() -> None:
    """The README's code, and the types of what it gives."""
    people = g.table(
        "people",
        1_000_000,
        seed=7,
        columns={"id": "seq", "name": "name", "email": "email@unique", "spent": "decimal:0,500,2@null=0.1"},
    )
    assert_type(people, g.Table)
    assert_type(people[5], dict[str, Any])
    assert_type(people[10:20], g.Table)
    assert_type(people.head(), g.Table)
    assert_type(people.shard(2, 8), g.Table)
    assert_type(people.select("id", "name"), g.Table)
    assert_type(iter(people), Iterator[dict[str, Any]])
    assert_type(people.to_dicts(), list[dict[str, Any]])
    assert_type(people.rows, range)
    assert_type(people.now, datetime.datetime)
    assert_type(people.to_arrow(), pa.Table)
    assert_type(people.reader(["id"], texts="utf8"), pa.RecordBatchReader)
    people.write("people.parquet", compression="zstd")
    people.write("people/", format="csv", header=True, files=8)
    g.table("t", range(5, 10), columns=["id=seq"], now=datetime.datetime.now(datetime.timezone.utc), locale="de_DE")


def functions() -> None:
    """Columns of functions."""

    def double(id: Any) -> Any:
        return id

    column = g.column(double, "id", type="int64")
    assert_type(column, g.Column)
    g.table("t", 5, columns={"id": "seq", "double": column})


def files() -> None:
    """Tables of a schema file."""
    shop = g.tables("shop.toml", seed=1, scale=0.5)
    assert_type(shop, g.Tables)
    assert_type(shop["orders"], g.Table)
    shop.write("shop/", format="parquet")


def values() -> None:
    """Faker's shape."""
    fake = g.Faker("de_DE", seed=1)
    assert_type(fake, g.Faker)
    assert_type(fake.name(), str)
    assert_type(fake.pyint(min_value=1, max_value=6), int)
    assert_type(fake.date_between("-1y", datetime.date(2030, 1, 1)), datetime.date)
    assert_type(fake.words(3, unique=True), list[str])
    assert_type(fake.unique.email(), str)
    assert_type(fake.seed_instance(5), g.Faker)
    assert_type(fake["de_DE"], g.Faker)
    assert_type(fake.table(3, ["name"]), g.Table)
    assert_type(g.generators(), dict[str, str])
    assert_type(g.locales(), list[str])


def on_spark(spark: SparkSession) -> None:
    """Tables on Spark."""
    assert_type(gusher.spark.table(spark, "shop.toml", table="orders", partitions=200), DataFrame)
    gusher.spark.table(spark, g.tables("shop.toml")["orders"], columns=["id"])
    gusher.spark.write(spark, g.tables("shop.toml"), "s3a://bucket/shop", format="parquet", mode="append", compression="zstd")
    spark.dataSource.register(gusher.spark.DataSource)

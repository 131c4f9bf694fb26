"""Lazy queries of Polars: the values of the whole, and only what is needed is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gusher as g

pl = pytest.importorskip("polars")


def test_queries_have_the_values_of_the_whole(people: g.Table) -> None:
    few = people.select("id", "name", "country", "active", "born")
    whole, lazy = few.to_polars(), few.lazy()
    queries: list[Callable[[Any], Any]] = [
        lambda frame: frame,
        lambda frame: frame.select("name", "id"),
        lambda frame: frame.head(10),
        lambda frame: frame.slice(5_000, 7),
        lambda frame: frame.filter(pl.col("id") > 9_990),
        lambda frame: frame.filter((pl.col("id") >= 5) & (pl.col("id") < 9)).select("name"),
        lambda frame: frame.filter(pl.lit(77) == pl.col("id")),
        lambda frame: frame.filter(pl.col("active") & (pl.col("country") == "DE")),
        lambda frame: frame.filter(pl.col("active")).select("country").head(3),
        lambda frame: frame.group_by("country").len().sort("country"),
        lambda frame: frame.select(pl.len()),
        *(lambda frame, closed=closed: frame.filter(pl.col("id").is_between(5, 9, closed)) for closed in ("both", "left", "right", "none")),
        lambda frame: frame.filter(pl.col("id").is_between(9_990, pl.col("id"))),
        lambda frame: frame.tail(3),
        lambda frame: frame.tail(0),
        lambda frame: frame.tail(100_000).select(pl.len()),
        lambda frame: frame.last() if isinstance(frame, pl.LazyFrame) else frame.tail(1),
        lambda frame: frame.slice(-7, 3),
        lambda frame: frame.slice(-100_000, 5),
        lambda frame: frame.slice(-100_000, 100_000 - 9_999),
        lambda frame: frame.slice(9_999),
        lambda frame: frame.slice(50_000, 3),
        lambda frame: frame.select(["name", "id"]).tail(2),
        lambda frame: frame.select("id", pl.col("name").str.to_uppercase()).tail(2),
        lambda frame: frame.filter(pl.col("active")).tail(2),
        lambda frame: frame.with_columns(twice=2 * pl.col("id")).slice(-3, 2),
        lambda frame: frame.select(pl.len().alias("n")),
    ]
    for query in queries:
        assert query(lazy).collect().equals(query(whole))


def test_only_the_rows_that_are_needed_are_made() -> None:
    columns = {f"c{at}": "int" for at in range(18)}
    huge = g.table("huge", 10**12, seed=1, columns={"id": "seq:10,5", "name": "name", **columns})
    assert huge.lazy().select("id", "name").head(1000).collect().shape == (1000, 2)
    found = huge.lazy().filter(pl.col("id") >= 10 + 5 * (10**12 - 3)).select("name").collect()
    assert found["name"].to_list() == huge[-3:].select("name").to_dict()["name"]
    assert huge.lazy().tail(2).select("name").collect()["name"].to_list() == found["name"].to_list()[-2:]
    assert huge.lazy().select("id").slice(10**11, 2).collect()["id"].to_list() == [10 + 5 * 10**11, 15 + 5 * 10**11]
    assert huge.lazy().select(pl.len()).collect().item() == 10**12
    middle = huge.lazy().filter(pl.col("id").is_between(10**11, 10**11 + 10, closed="right"))
    assert middle.select("id").collect()["id"].to_list() == [10**11 + 5, 10**11 + 10]
    assert huge.lazy().filter(pl.col("id") == 12).collect().shape == (0, 20)
    assert huge.lazy().filter((pl.col("id") > 100) & (pl.col("id") <= 110)).collect()["id"].to_list() == [105, 110]

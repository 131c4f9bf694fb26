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
    ]
    for query in queries:
        assert query(lazy).collect().equals(query(whole))


def test_only_the_rows_that_are_needed_are_made() -> None:
    columns = {f"c{at}": "int" for at in range(18)}
    huge = g.table("huge", 10**12, seed=1, columns={"id": "seq:10,5", "name": "name", **columns})
    assert huge.lazy().select("id", "name").head(1000).collect().shape == (1000, 2)
    found = huge.lazy().filter(pl.col("id") >= 10 + 5 * (10**12 - 3)).select("name").collect()
    assert found["name"].to_list() == huge[-3:].select("name").to_dict()["name"]
    assert huge.lazy().filter(pl.col("id") == 12).collect().shape == (0, 20)
    assert huge.lazy().filter((pl.col("id") > 100) & (pl.col("id") <= 110)).collect()["id"].to_list() == [105, 110]

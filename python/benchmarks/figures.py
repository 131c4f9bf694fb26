"""Measures the package against its targets, on one core: prints a table of Markdown.

    taskset -c 0 python python/benchmarks/figures.py

It needs a wheel of the release profile (script/python release), pyarrow, Polars, pandas, Faker and mimesis. Each figure is the best of
several runs; both sides of a ratio run in alternation.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gusher as g

COLUMNS = {"id": "seq", "first": "name.first", "country": "country.code"}
WIDE = {"id": "seq", "name": "name", **{f"c{at}": "int" for at in range(18)}}
ROWS = 10_000_000


def best(run: Callable[[], Any], times: int = 5) -> float:
    """The shortest time of a run, in seconds."""
    found: list[float] = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        found.append(time.perf_counter() - start)
    return min(found)


def duel(ours: Callable[[], Any], theirs: Callable[[], Any], times: int = 5) -> tuple[float, float]:
    """The shortest time of each of two, which run in alternation."""
    pairs = [(best(ours, 1), best(theirs, 1)) for _ in range(times)]
    return min(one for one, _ in pairs), min(other for _, other in pairs)


def line(what: str, target: str, measured: str) -> None:
    """Prints a row of the table."""
    print(f"| {what} | {target} | {measured} |", flush=True)


def readers() -> None:
    """Three columns to each library."""
    table = g.table("t", ROWS, seed=1, columns=COLUMNS)
    for name, target, run in [
        ("pyarrow", 150, lambda: table.to_arrow(threads=1)),
        ("Polars", 80, lambda: table.to_polars(threads=1)),
        ("pandas", 40, lambda: table.to_pandas(threads=1)),
    ]:
        line(f"three columns to {name}", f"≥ {target} M rows/s", f"{ROWS / best(run) / 1e6:.0f} M rows/s")


def others() -> None:
    """Name, email, country code to pandas, a row, against mimesis and Faker."""
    import pandas as pd
    from faker import Faker

    ours_rows, their_rows = 1_000_000, 2_000
    people = g.table("t", ours_rows, seed=1, columns={"name": "name", "email": "email", "code": "country.code"})
    fake = Faker("en_US")

    def ours() -> Any:
        return people.to_pandas(threads=1)

    def by_faker() -> Any:
        rows = range(their_rows)
        return pd.DataFrame([(fake.name(), fake.email(), fake.country_code()) for _ in rows])

    rivals: list[tuple[str, int, Callable[[], Any]]] = [("Faker", 4000, by_faker)]
    try:
        from mimesis import Address, Person

        person, address = Person(), Address()

        def by_mimesis() -> Any:
            rows = range(their_rows)
            return pd.DataFrame([(person.full_name(), person.email(), address.country_code()) for _ in rows])

        rivals.append(("mimesis", 250, by_mimesis))
    except ImportError:
        pass
    for name, target, theirs in rivals:
        mine, other = duel(ours, theirs)
        ratio = (other / their_rows) / (mine / ours_rows)
        line(f"name, email, country code to pandas against {name}", f"≥ {target:,} ×", f"{ratio:,.0f} ×")


def calls() -> None:
    """One value against Faker's."""
    from faker import Faker

    fake, theirs, count = g.Faker(seed=1), Faker("en_US"), 20_000

    def ours() -> None:
        for _ in range(count):
            fake.name()

    def other() -> None:
        for _ in range(count // 20):
            theirs.name()

    mine, their = duel(ours, other)
    nanos = mine / count * 1e9
    line("`fake.name()` against Faker's", "≥ 100 ×", f"{their / (count // 20) / (mine / count):.0f} × ({nanos:.0f} ns a call)")


def lazy() -> None:
    """The first rows of two columns of a large table."""
    huge = g.table("huge", 10**9, seed=1, columns=WIDE)
    took = best(lambda: huge.lazy().select("id", "name").head(1000).collect())
    line("lazy: 2 of 20 columns, first 1,000 of 10^9 rows", "≤ 10 ms", f"{1000 * took:.1f} ms")


def importing() -> None:
    """What `import gusher` adds to starting Python."""

    def start(code: str) -> Callable[[], Any]:
        return lambda: subprocess.run([sys.executable, "-c", code], check=True)

    mine, plain = duel(start("import gusher"), start("pass"), 15)
    line("`import gusher`", "≤ 15 ms", f"{1000 * (mine - plain):.1f} ms")


if __name__ == "__main__":
    print("| one core | target | measured |\n|---|---|---|")
    readers()
    others()
    calls()
    lazy()
    importing()

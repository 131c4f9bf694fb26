"""Measures the package against its targets, on one core: prints a table of Markdown.

    python python/benchmarks/figures.py

It needs a wheel of the release profile (script/python release), pyarrow, Polars, pandas, Faker and mimesis. Figures are of the time that the
process needs of a processor, which a busy machine changes less than the time that passes: the median of several rounds, and
the best. What is compared runs in alternation.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import gusher as g

COLUMNS = {"id": "seq", "first": "name.first", "country": "country.code:any"}
WIDE = {"id": "seq", "name": "name", **{f"c{at}": "int" for at in range(18)}}
ROWS = 10_000_000
ROUNDS = 7


def seconds(run: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """How long a run takes."""
    start = clock()
    run()
    return clock() - start


def rounds(*runs: Callable[[], object]) -> list[list[float]]:
    """The times of each run, which take turns, without a first round."""
    times = [[seconds(run) for run in runs] for _ in range(ROUNDS + 1)]
    return [list(column) for column in zip(*times[1:], strict=True)]


def line(what: str, target: str, median: str, best: str) -> None:
    """Prints a row of the table."""
    print(f"| {what} | {target} | {median} | {best} |", flush=True)


def readers() -> None:
    """Three columns to each library."""
    table = g.table("t", ROWS, seed=1, columns=COLUMNS)
    names = [("pyarrow", 150), ("Polars", 80), ("pandas", 40)]
    found = rounds(
        lambda: table.to_arrow(threads=1), lambda: table.to_polars(threads=1), lambda: table.to_pandas(threads=1)
    )
    for (name, target), times in zip(names, found, strict=True):
        rates = [f"{ROWS / time / 1e6:.0f} M rows/s" for time in (statistics.median(times), min(times))]
        line(f"three columns to {name}", f"≥ {target} M rows/s", *rates)


def others() -> None:
    """Name, email, country code to pandas, a row, against mimesis and Faker."""
    import pandas as pd
    from faker import Faker
    from mimesis import Address, Person

    ours_rows, their_rows = 1_000_000, 2_000
    people = g.table("t", ours_rows, seed=1, columns={"name": "name", "email": "email", "code": "country.code:any"})
    fake: Any = Faker("en_US")
    person, address = Person(), Address()

    def by_mimesis() -> object:
        return pd.DataFrame(
            [(person.full_name(), person.email(), address.country_code()) for _ in range(their_rows)]
        )

    def by_faker() -> object:
        return pd.DataFrame([(fake.name(), fake.email(), fake.country_code()) for _ in range(their_rows)])

    ours, *rivals = rounds(lambda: people.to_pandas(threads=1), by_mimesis, by_faker)
    for name, target, theirs in zip(["mimesis", "Faker"], [250, 4000], rivals, strict=True):
        rows = their_rows / ours_rows
        ratios = [of(theirs) / of(ours) / rows for of in (statistics.median, min)]
        what = f"name, email, country code to pandas against {name}"
        line(what, f"≥ {target:,} ×", *[f"{ratio:,.0f} ×" for ratio in ratios])


def calls() -> None:
    """One value against Faker's."""
    from faker import Faker

    theirs: Any = Faker("en_US")
    fake, count = g.Faker(seed=1), 20_000

    def ours() -> None:
        for _ in range(count):
            fake.name()

    def other() -> None:
        for _ in range(count // 20):
            theirs.name()

    mine, their = rounds(ours, other)
    ratios = [20 * of(their) / of(mine) for of in (statistics.median, min)]
    line("`fake.name()` against Faker's", "≥ 100 ×", *[f"{ratio:.0f} ×" for ratio in ratios])


def lazy() -> None:
    """The first rows of two columns of a large table: the time that passes."""
    huge = g.table("huge", 10**9, seed=1, columns=WIDE)
    query = huge.lazy().select("id", "name").head(1000)
    times = [1000 * seconds(query.collect, time.perf_counter) for _ in range(3 * ROUNDS)]
    shown = [f"{of(times):.1f} ms" for of in (statistics.median, min)]
    line("lazy: 2 of 20 columns, first 1,000 of 10^9 rows", "≤ 10 ms", *shown)


def importing() -> None:
    """What `import gusher` adds to starting Python."""

    def processors() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def start(code: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), processors)

    pairs = [(start("import gusher"), start("pass")) for _ in range(3 * ROUNDS)]
    with_it, without = zip(*pairs, strict=True)
    shown = [f"{1000 * (of(with_it) - of(without)):.1f} ms" for of in (statistics.median, min)]
    line("`import gusher`", "≤ 15 ms", *shown)


if __name__ == "__main__":
    print("| one core | target | median | best |\n|---|---|---|---|")
    readers()
    others()
    calls()
    lazy()
    importing()

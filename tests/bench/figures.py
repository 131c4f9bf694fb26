"""Holds what `gush bench compare --json` says of two runs to Python's statistics over the same samples.

Run by tests/bench/report.rs: figures.py DATABASE FIRST SECOND, with the JSON as standard input. Says how many rungs were
compared, or fails at the first figure that differs.
"""

import json
import math
import random
import sqlite3
import statistics
import sys

DATABASE, *RUNS = sys.argv[1:]
DRAWS = 20_000
# How far a share of 2.5 % of so many draws may be off, and the program's own of 9,999.
ROOM = 0.01


def samples(run):
    """The rates of each rung, as the database says them."""
    rates = {}
    query = "select name, rate from samples where run = ? order by rung, number"
    for name, rate in sqlite3.connect(f"file:{DATABASE}?mode=ro", uri=True).execute(query, [run]):
        rates.setdefault(name, []).append(rate)
    return rates


def medians(rates, draws):
    return [statistics.median(draws.choices(rates, k=len(rates))) for _ in range(DRAWS)]


def is_interval(drawn, interval, what):
    """Whether so few of the medians that were drawn lie outside, and would not if it were narrower."""
    low, high = interval
    for outside, at_most in (
        (sum(value < low * (1 - 1e-9) for value in drawn), sum(value <= low * (1 + 1e-9) for value in drawn)),
        (sum(value > high * (1 + 1e-9) for value in drawn), sum(value >= high * (1 - 1e-9) for value in drawn)),
    ):
        assert outside / DRAWS <= 0.025 + ROOM and at_most / DRAWS >= 0.025 - ROOM, (what, interval, outside, at_most)


def is_side(side, rates, draws, what):
    """The medians that were drawn for the interval."""
    middle = statistics.median(rates)
    deviation = statistics.median(abs(rate - middle) for rate in rates)
    normal = statistics.NormalDist().inv_cdf(0.75)
    assert side["rounds"] == len(rates), what
    assert math.isclose(side["median"], middle, rel_tol=1e-9), (what, side["median"], middle)
    assert math.isclose(side["mad"], deviation / normal, rel_tol=1e-4, abs_tol=1e-9), (what, side["mad"], deviation / normal)
    drawn = medians(rates, draws)
    if side["interval"] is not None:
        is_interval(drawn, side["interval"], what)
    elif side["range"] is not None:
        assert side["range"] == [min(rates), max(rates)], what
    return drawn


draws = random.Random(7)
first, second = (samples(run) for run in RUNS)
compared = json.load(sys.stdin)
intervals = 0
for rung in compared["rungs"]:
    name = rung["rung"]
    sides = (rung["first"], rung["second"])
    # Those of programs that write in bursts are wider by a burst.
    if any(side["too_short"] or side["enough_seconds"] for side in sides):
        continue
    drawn = [is_side(side, rates[name], draws, name) for side, rates in zip(sides, (first, second), strict=True)]
    ratio = statistics.median(second[name]) / statistics.median(first[name])
    assert math.isclose(rung["ratio"], ratio, rel_tol=1e-9), (name, rung["ratio"], ratio)
    if rung["interval"] is not None:
        is_interval([to / of for of, to in zip(*drawn, strict=True)], rung["interval"], name)
        intervals += 1
assert intervals > 10, intervals
print(f"compared {len(compared['rungs'])} rungs")

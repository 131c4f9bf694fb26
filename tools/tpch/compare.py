#!/usr/bin/env python3
"""Compares the tables of examples/tpch.toml with those of DuckDB's generator, an independent one of TPC-H's own, in DuckDB.

    pip install duckdb duckdb-extension-tpch
    tools/tpch/compare.py GUSH [SCALE] [SEEDS] [--record]

GUSH is the program. SCALE is 0.01 unless it is given; SEEDS is how many seeds the answers are means of, 10 by default. The tables that it
prints are Markdown. --record writes the figures that tests/tables/tpch/check.py reads, at this scale.
"""

import importlib.util
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/tpch.toml"
TESTS = ROOT / "tests/tables/tpch"
sys.path.insert(0, str(TESTS))
import check  # noqa: E402


def official(scale):
    """The tables of DuckDB's generator."""
    db = duckdb.connect()
    # The package holds the extension; DuckDB would ask its own server for it.
    package = Path(importlib.util.find_spec("duckdb_extension_tpch").origin).parent
    db.execute(f"load '{next(package.rglob('tpch.duckdb_extension'))}'")
    db.execute(f"call dbgen(sf = {scale})")
    return db


def ours(gush, scale, seed):
    """The tables of the example under a seed."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["rows", "--schema", EXAMPLE, "--scale", str(scale), "--seed", str(seed)]
        subprocess.run([gush, *arguments, "-f", "parquet", "-o", folder + "/"], check=True)
        return check.load(folder)


def percent(value, of):
    return f"{100 * (value - of) / of:+.2f} %" if of else "–"


def print_shares(found, of):
    print("| predicate | rows | official | ours | difference | allowed | |\n|---|--:|--:|--:|--:|--:|---|")
    for name, rows, _ in check.predicates():
        (count, selected), (official_count, official_selected) = found[name], of[name]
        share, expected = selected / count, official_selected / official_count
        bound = check.share_bound(rows, found[name], of[name])
        verdict = "" if abs(share - expected) <= bound else "**no**"
        allowed = percent(expected + bound, expected).lstrip("+")
        print(f"| {name} | {count:,} | {expected:.5f} | {share:.5f} | {percent(share, expected)} | {allowed} | {verdict} |")


def print_answers(runs, of, scale):
    print("\n| query | what | official | ours | difference | deviation of one run | |\n|--:|---|--:|--:|--:|--:|---|")
    for number, total, texts, _ in check.queries(scale):
        for which, what in enumerate(["rows", total]):
            values = [run[number][which] for run in runs]
            mean, spread, expected = statistics.mean(values), statistics.stdev(values), of[number][which]
            difference = abs(mean - expected)
            verdict = "" if difference <= check.ANSWER * abs(expected) else "by chance"
            if difference > check.answer_bound(expected, spread, len(runs)):
                verdict = "**no**"
            deviation = f"{100 * spread / mean if mean else 0:.2f} %"
            what = what + (f" ({texts})" if texts else "")
            print(f"| {number} | {what} | {expected:,.6g} | {mean:,.6g} | {percent(mean, expected)} | {deviation} | {verdict} |")


def record(scale, db, runs):
    lines = (f"{name}\t{count}\t{selected}\n" for name, (count, selected) in check.shares(db).items())
    (TESTS / f"shares-{scale:g}.tsv").write_text("".join(lines))
    of = check.answers(db, scale)
    with open(TESTS / f"answers-{scale:g}.tsv", "w") as file:
        for number, values in of.items():
            spreads = [statistics.stdev(run[number][which] for run in runs) for which in range(2)]
            print(number, *(f"{figure:.10g}" for pair in zip(values, spreads) for figure in pair), sep="\t", file=file)
    (TESTS / "types.tsv").write_text("".join(f"{name}\t{kind}\n" for name, kind in sorted(check.types(db).items())))


def main():
    words = [word for word in sys.argv[1:] if word != "--record"]
    gush, scale = str(Path(words[0]).resolve()), float(words[1]) if len(words) > 1 else 0.01
    seeds = int(words[2]) if len(words) > 2 else 10
    db, runs = official(scale), []
    first = int(re.search(r"^seed = (\d+)$", EXAMPLE.read_text(), re.M)[1])
    for seed in range(first, first + seeds):
        tables = ours(gush, scale, seed)
        if not runs:
            print_shares(check.shares(tables), check.shares(db))
        runs.append(check.answers(tables, scale))
        tables.close()
    print_answers(runs, check.answers(db, scale), scale)
    if "--record" in sys.argv:
        record(scale, db, runs)


if __name__ == "__main__":
    main()

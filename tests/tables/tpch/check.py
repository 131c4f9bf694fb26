"""Holds the eight tables of a folder of Parquet files against recorded figures of an official generator.

    check.py FOLDER SCALE

It prints a line for each predicate that selects another share, for each query with another answer, and for each column of another type; and
last what it has compared. tools/tpch/compare.py writes the figures and uses the functions.
"""

import re
import sys
from pathlib import Path

import duckdb

HERE = Path(__file__).parent
TABLES = "region nation supplier customer part partsupp orders lineitem".split()
# The largest difference of two shares or answers, and how many standard errors it may have where those are more.
SHARE, ANSWER, ERRORS = 0.02, 0.03, 3


def load(folder):
    """The tables of a folder, in memory."""
    db = duckdb.connect()
    for table in TABLES:
        db.execute(f"create table {table} as from read_parquet('{folder}/{table}.parquet')")
    return db


def types(db):
    """The types of all columns of decimals and days."""
    query = "select table_name, column_name, data_type from duckdb_columns() where data_type like 'DECIMAL%' or data_type = 'DATE'"
    return {f"{table}.{column}": kind for table, column, kind in db.execute(query).fetchall()}


def predicates():
    """What is selected: a name, the rows that are looked at, the predicate."""
    lines = (HERE / "predicates.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines]


def shares(db):
    """How many rows there are for each predicate, and how many it selects."""
    found = {}
    for name, rows, predicate in predicates():
        found[name] = db.execute(f"select count(*), count(*) filter (where {predicate}) from {rows}").fetchone()
    return found


def queries(scale):
    """The queries: a number, the total that is compared, the drawn texts that it asks for, and the query."""
    text = (HERE / "queries.sql").read_text().replace("$scale", f"{scale:f}")
    for part in re.split(r"^-- (?=\d+: )", text, flags=re.M)[1:]:
        head, query = part.split("\n", 1)
        number, total = head.split(": ", 1)
        total, _, texts = total.partition(" [")
        yield number, total, texts.rstrip("]"), query.strip().rstrip(";")


def answers(db, scale):
    """How many rows each answer has, without a limit, and its total."""
    found = {}
    for number, total, _, query in queries(scale):
        query = re.sub(r" limit \d+$", "", query)
        rows, total = db.execute(f"select count(*), coalesce({total}, 0) from ({query})").fetchone()
        found[number] = (float(rows), float(total))
    return found


def share_bound(rows, counts, official):
    """How far two shares, each of a number of rows, may be apart."""
    share = official[1] / official[0]
    # The standard error is that of all rows of both, as one of them may select none.
    both = (counts[1] + official[1]) / (counts[0] + official[0])
    # The items of an order, one to seven, have its date in common.
    independent = [n / 4 if "lineitem" in rows else n for n in (counts[0], official[0])]
    error = sum(both * (1 - both) / n for n in independent) ** 0.5
    return max(SHARE * share, ERRORS * error)


def answer_bound(value, spread, runs=1):
    """How far an answer, a mean of several runs, may be from one official answer; the spread is the standard deviation of one run."""
    return max(ANSWER * abs(value), ERRORS * spread * (1 + 1 / runs) ** 0.5)


def recorded(name, scale):
    """The recorded figures of a scale: lines of a key and of numbers."""
    lines = (HERE / f"{name}-{scale:g}.tsv").read_text().splitlines()
    return {key: [float(number) for number in numbers] for key, *numbers in (line.split("\t") for line in lines)}


def main():
    folder, scale = sys.argv[1], float(sys.argv[2])
    db = load(folder)
    expected = dict(line.split("\t") for line in (HERE / "types.tsv").read_text().splitlines())
    found = types(db)
    for column in sorted(expected.keys() | found.keys()):
        if expected.get(column) != found.get(column):
            print(f"{column}: {found.get(column)}, not {expected.get(column)}")
    official, found = recorded("shares", scale), shares(db)
    for name, rows, _ in predicates():
        (count, selected), (of, expected) = found[name], official[name]
        if abs(count - of) > SHARE * of:
            print(f"{name}: {count} rows, not {of:.0f}")
        elif abs(selected / count - expected / of) > share_bound(rows, found[name], official[name]):
            print(f"{name}: {selected / count:.5f} of {count}, not {expected / of:.5f}")
    official, found = recorded("answers", scale), answers(db, scale)
    for number, (rows, total) in found.items():
        rows_of, rows_spread, total_of, total_spread = official[number]
        for what, value, expected, spread in [("rows", rows, rows_of, rows_spread), ("total", total, total_of, total_spread)]:
            if abs(value - expected) > answer_bound(expected, spread):
                print(f"query {number}: {what} {value:.6g}, not {expected:.6g} (standard deviation {spread:.3g})")
    print(len(predicates()), "predicates,", len(found), "answers")


if __name__ == "__main__":
    main()

"""Loads the tables of a folder into DuckDB and prints each predicate that selects another share of the rows than the figures say."""

import sys

import duckdb

folder, figures = sys.argv[1:]
db = duckdb.connect()
for table in "region nation supplier customer part partsupp orders lineitem".split():
    # All rows decide on types, so that codes of digits stay texts where they must.
    db.execute(f"create table {table} as from read_csv('{folder}/{table}.csv', header = true, sample_size = -1)")
with open(figures) as file:
    lines = [line.rstrip("\n").split("\t") for line in file]
for name, rows, predicate, count, selected in lines:
    expected = int(selected) / int(count)
    n, found = db.execute(f"select count(*), count(*) filter (where {predicate}) from {rows}").fetchone()
    # The lines of an order, one to seven, have its date in common.
    independent = n / 4 if "lineitem" in rows else n
    error = (expected * (1 - expected) / independent) ** 0.5
    if abs(found / n - expected) > max(0.02 * expected, 3 * error):
        print(f"{name}: {found / n:.5f} of {n}, not {expected:.5f}")
print(len(lines), "predicates")

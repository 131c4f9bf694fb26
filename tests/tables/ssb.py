"""Loads the tables of a folder into DuckDB and prints each predicate of the benchmark's queries that selects another share than the one given."""

import sys

import duckdb

folder, shares = sys.argv[1:]
db = duckdb.connect()
for table in "date customer supplier part lineorder".split():
    db.execute(f"create table {table} as from read_parquet('{folder}/{table}.parquet')")
with open(shares) as file:
    lines = [line.rstrip("\n").split("\t") for line in file]
# What a customer, a supplier or a part has, all of its lines have in common.
different = {table: db.execute(f"select count(*) from {table}").fetchone()[0] for table in ("customer", "supplier", "part")}
for name, rows, predicate, share in lines:
    expected = float(share)
    n, found = db.execute(f"select count(*), count(*) filter (where {predicate}) from {rows}").fetchone()
    of = [count for table, count in different.items() if f"join {table}" in rows]
    error = sum(expected * (1 - expected) / count for count in [n / 4, *of]) ** 0.5
    if abs(found / n - expected) > max(0.02 * expected, 3 * error):
        print(f"{name}: {found / n:.7f} of {n}, not {expected:.7f}")
print(len(lines), "predicates")

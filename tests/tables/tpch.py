"""Loads the tables of a folder into DuckDB and prints the numbers of the queries that have no answer."""

import sys

import duckdb

folder, queries = sys.argv[1:]
db = duckdb.connect()
for table in "region nation supplier customer part partsupp orders lineitem".split():
    db.execute(f"create table {table} as from read_csv('{folder}/{table}.csv', header = true)")
with open(queries) as file:
    text = "".join(line for line in file if not line.startswith("--"))
asked = [query for query in text.split(";") if query.strip()]
for number, query in enumerate(asked, 1):
    if not db.execute(query).fetchall():
        print(number)
print(len(asked), "queries")

"""Reads a table of several partitions as DuckDB, Polars and pyarrow do, and compares its rows with those of ndjson.

    lake.py FOLDER    which has `lake/` (files of parquet, csv or ndjson in folders) and `all.ndjson` with the columns id, country and at
"""

import collections
import json
import os
import pathlib
import sys

import duckdb
import polars
import pyarrow.dataset

folder = pathlib.Path(sys.argv[1])
lake = folder / "lake"
rows = [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]
files = sorted(path for path in lake.rglob("*") if path.is_file())
ending = files[0].suffix[1:]

# No empty text: Hive has none.
wanted = collections.Counter((row["id"], row["country"] or None, int(row["at"][:4])) for row in rows)

read = {"parquet": "read_parquet", "csv": "read_csv", "ndjson": "read_json"}[ending]
options = ", header=true" if ending == "csv" else ""
query = f"select id, country, year from {read}('{lake}/**/*.{ending}', hive_partitioning=true{options})"
assert collections.Counter(duckdb.sql(query).fetchall()) == wanted, "DuckDB"
engines = ["DuckDB"]

if ending == "parquet":
    table = pyarrow.dataset.dataset(lake, partitioning="hive").to_table(columns=["id", "country", "year"])
    values = zip(*(table[name].to_pylist() for name in ["id", "country", "year"]))
    assert collections.Counter(values) == wanted, "pyarrow"
    frame = polars.scan_parquet(lake, hive_partitioning=True).select("id", "country", "year").collect()
    assert collections.Counter(frame.rows()) == wanted, "Polars"
    engines += ["pyarrow", "Polars"]
    # Spark leaves columns of folders out of the files.
    names = pyarrow.dataset.dataset(files[0]).schema.names
    assert "country" not in names and "at" in names, names

print(f"{len(rows)} rows in {len(files)} files are read by {', '.join(engines)}")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

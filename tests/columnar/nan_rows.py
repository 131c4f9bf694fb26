"""How many rows of the columns n and r of a Parquet file are NaN, by each reader's own filters, which skip what the statistics rule out.

    nan_rows.py FILE

The first line of each column counts without any filter."""

import os
import sys

import duckdb
import polars
import pyarrow.compute as pc
import pyarrow.parquet as pq


def main():
    path = sys.argv[1]
    connection = duckdb.connect()
    for name in ["n", "r"]:
        print(f"all: {pc.sum(pc.is_nan(pq.read_table(path)[name])).as_py()}")
        for condition in [f"isnan({name})", f"{name} > 5"]:
            print(f"duckdb, {condition}:", connection.execute(f"select count(*) from '{path}' where {condition}").fetchone()[0])
        print("polars:", polars.scan_parquet(path).filter(polars.col(name) > 5).collect().height)


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

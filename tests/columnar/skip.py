"""What DuckDB and pyarrow make of the statistics of a file whose column `id` rises and whose `x` is a number.

    skip.py FILE

Prints how many groups DuckDB read for ten rows in the middle, whether it takes the smallest and the largest from the metadata,
and whether pyarrow leaves out groups."""

import json
import os
import sys
import tempfile

import duckdb
import pyarrow.dataset as dataset
import pyarrow.parquet as pq

FILE = sys.argv[1]


def scans(node):
    if node.get("type") == "TABLE_SCAN":
        yield node
    for child in node.get("children", node.get("operator", [])):
        yield from scans(child)


def main():
    connection = duckdb.connect()
    with tempfile.NamedTemporaryFile("r", suffix=".json") as profile:
        connection.execute("pragma enable_profiling='json'")
        connection.execute(f"pragma profiling_output='{profile.name}'")
        count = pq.ParquetFile(FILE).metadata.num_rows // 2
        connection.execute(f"select sum(x) from '{FILE}' where id between {count + 1} and {count + 10}").fetchall()
        scan = next(scans(json.load(profile)))
        connection.execute("pragma disable_profiling")
    print(f"duckdb: {scan['row_groups_scanned']} of {scan['total_row_groups_to_scan']} groups")
    bounds = f"select min(id), max(id), min(x), max(x) from '{FILE}'"
    plan = connection.execute(f"explain {bounds}").fetchall()[0][1]
    print("duckdb: bounds from", "rows" if "PARQUET" in plan.upper() else "metadata")
    exact = connection.execute(f"select min(id + 0), max(id + 0), min(x + 0), max(x + 0) from '{FILE}'").fetchall()
    print("duckdb: bounds are", "right" if connection.execute(bounds).fetchall() == exact else "wrong")
    fragment = next(dataset.dataset(FILE).get_fragments())
    kept = fragment.subset(dataset.field("id") == count + 1).row_groups
    print(f"pyarrow: {len(kept)} of {fragment.num_row_groups} groups")


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

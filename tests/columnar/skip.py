"""What DuckDB and pyarrow make of the statistics of a file whose column `id` rises.

    skip.py FILE

Prints how many groups DuckDB read for ten rows in the middle, whether it takes the smallest and the largest from the metadata, whether
these are those of the rows, and whether pyarrow leaves out groups."""

import json
import os
import sys
import tempfile

import duckdb
import pyarrow.compute as pc
import pyarrow.dataset as dataset
import pyarrow.parquet as pq

FILE = sys.argv[1]


def scans(node):
    if node.get("type") == "TABLE_SCAN":
        yield node
    for child in node.get("children", node.get("operator", [])):
        yield from scans(child)


def bounds(column):
    """The smallest and the largest value, by looking at all of them."""
    found = pc.min_max(column)
    return found["min"].as_py(), found["max"].as_py()


def wrong_statistics():
    """The columns whose statistics are not those of the values of a group."""
    file = pq.ParquetFile(FILE)
    for group in range(file.num_row_groups):
        table, metadata = file.read_row_group(group), file.metadata.row_group(group)
        for index, name in enumerate(table.column_names):
            statistics = metadata.column(index).statistics
            (low, high), said = bounds(table[name]), (statistics.min, statistics.max)
            if said != (low, high):
                yield f"{name}: {said}, not {(low, high)}"
            if statistics.null_count != table[name].null_count:
                yield f"{name}: {statistics.null_count} nulls"


def main():
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    with tempfile.NamedTemporaryFile("r", suffix=".json") as profile:
        connection.execute("pragma enable_profiling='json'")
        connection.execute(f"pragma profiling_output='{profile.name}'")
        count = pq.ParquetFile(FILE).metadata.num_rows // 2
        connection.execute(f"select sum(x) from '{FILE}' where id between {count + 1} and {count + 10}").fetchall()
        scan = next(scans(json.load(profile)))
        connection.execute("pragma disable_profiling")
    print(f"duckdb: {scan['row_groups_scanned']} of {scan['total_row_groups_to_scan']} groups")
    plan = connection.execute(f"explain select min(id), max(id), min(x), max(x) from '{FILE}'").fetchall()[0][1]
    print("duckdb: bounds from", "rows" if "PARQUET" in plan.upper() else "metadata")
    table, wrong = pq.read_table(FILE), []
    for name in table.column_names:
        found = connection.sql(f"""select min("{name}"), max("{name}") from '{FILE}'""").to_arrow_table()
        low, high = (column[0].as_py() for column in found.columns)
        if tuple(map(str, bounds(table[name]))) != (str(low), str(high)):
            wrong.append(f"{name}: {low} and {high}, not {bounds(table[name])}")
    print("duckdb: bounds are", "; ".join(wrong) or "right")
    fragment = next(dataset.dataset(FILE).get_fragments())
    kept = fragment.subset(dataset.field("id") == count + 1).row_groups
    print(f"pyarrow: {len(kept)} of {fragment.num_row_groups} groups")
    print("pyarrow: statistics are", "; ".join(wrong_statistics()) or "right")


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

"""Reads files whose row groups are sorted, and compares them with the same rows unsorted.

    sorted.py FOLDER KEYS    which has `sorted.parquet`, or folders of files in `sorted/`, and `all.parquet`; KEYS as in `country,at:desc`
"""

import collections
import os
import pathlib
import sys

import duckdb
import polars
import pyarrow
import pyarrow.parquet

folder = pathlib.Path(sys.argv[1])
keys = [(key.removesuffix(":desc"), key.endswith(":desc")) for key in sys.argv[2].split(",")]
one = folder / "sorted.parquet"
files = [one] if one.exists() else sorted((folder / "sorted").rglob("*.parquet"))


def order(one, other):
    """Whether the row `one` may come before `other`: nulls last, texts by their bytes."""
    for (_, descending), a, b in zip(keys, one, other):
        if a == b:
            continue
        if a is None or b is None:
            return b is None
        a, b = (value.encode() if isinstance(value, str) else value for value in (a, b))
        return a > b if descending else a < b
    return True


groups = 0
for file in files:
    parquet = pyarrow.parquet.ParquetFile(file)
    paths_of = [parquet.metadata.schema.column(index).path for index in range(parquet.metadata.num_columns)]
    for group in range(parquet.metadata.num_row_groups):
        groups += 1
        row_group = parquet.metadata.row_group(group)
        stated = [(paths_of[column.column_index], column.descending, column.nulls_first) for column in row_group.sorting_columns]
        assert stated == [(name, descending, False) for name, descending in keys], stated
        table = parquet.read_row_group(group)
        rows = list(zip(*(table.flatten().column(name).to_pylist() for name, _ in keys)))
        assert all(order(a, b) for a, b in zip(rows, rows[1:])), f"{file}: group {group} is not sorted"

# The rows are those of the table, each once.
paths = [str(file) for file in files]
source = f"read_parquet({paths!r})"


def columns_of(table):
    return [name for name, *_ in duckdb.sql(f"describe from {table}").fetchall()]


# Names of folders are columns, too.
every = f"read_parquet('{folder / 'all.parquet'}')"
shared = [name for name in columns_of(every) if name in columns_of(source)]
assert len(shared) == len(columns_of(every)), shared
columns = ", ".join(f'"{name}"' for name in shared)
wanted, found = f"select {columns} from {every}", f"select {columns} from {source}"
for difference in (f"({wanted}) except all ({found})", f"({found}) except all ({wanted})"):
    assert duckdb.sql(difference).fetchall() == [], "DuckDB"
count = polars.scan_parquet(paths).select(polars.len()).collect().item()
assert count == duckdb.sql(f"select count(*) from ({wanted})").fetchall()[0][0]
key = keys[0][0]
if "." not in key:
    values = polars.read_parquet(paths)[key].to_list()
    all_values = polars.read_parquet(folder / "all.parquet")[key].to_list()
    assert collections.Counter(values) == collections.Counter(all_values), "Polars"
print(f"{count} rows in {groups} groups")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

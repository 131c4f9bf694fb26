"""Reads files whose row groups are sorted, and compares them with the same rows unsorted.

    sorted.py FOLDER KEYS    which has `sorted.parquet`, or folders of files in `sorted/`, and `all.parquet`; KEYS as in `country,at:desc`
"""

import collections
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
    names = [parquet.metadata.schema.column(index).path for index in range(parquet.metadata.num_columns)]
    for group in range(parquet.metadata.num_row_groups):
        groups += 1
        stated = parquet.metadata.row_group(group).sorting_columns
        found = [(names[column.column_index], column.descending, column.nulls_first) for column in stated]
        assert found == [(name, descending, False) for name, descending in keys], found
        table = parquet.read_row_group(group)
        rows = list(zip(*(table.flatten().column(name).to_pylist() for name, _ in keys)))
        assert all(order(a, b) for a, b in zip(rows, rows[1:])), f"{file}: group {group} is not sorted"

# The rows are those of the table, each once.
paths = [str(file) for file in files]
source = f"read_parquet({paths!r})"
columns = ", ".join(f'"{name}"' for (name,) in duckdb.sql(f"select column_name from (describe from {source})").project("column_name").fetchall())
wanted = f"select {columns} from '{folder / 'all.parquet'}'"
for difference in (f"({wanted}) except all from {source}", f"from {source} except all ({wanted})"):
    assert duckdb.sql(difference).fetchall() == [], "DuckDB"
count = polars.scan_parquet(paths).select(polars.len()).collect().item()
assert count == duckdb.sql(f"select count(*) from ({wanted})").fetchone()[0]
key = keys[0][0]
if "." not in key:
    values = polars.read_parquet(paths)[key].to_list()
    all_values = polars.read_parquet(folder / "all.parquet")[key].to_list()
    assert collections.Counter(values) == collections.Counter(all_values), "Polars"
print(f"{count} rows in {groups} groups")

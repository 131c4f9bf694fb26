"""What DuckDB, the parquet reader of pyarrow and Polars make of the bloom filters of a file.

    bloom.py FILE COLUMN…

For each column: no value of a group is excluded from it by DuckDB, and at most 2 % of others are not; rows are found by each value in a
query. Other columns have no filter."""

import os
import sys

import duckdb
import polars
import pyarrow.parquet as pq

path, wanted = sys.argv[1], sys.argv[2:]
parquet = pq.ParquetFile(path)
connection = duckdb.connect()
connection.execute("set timezone = 'UTC'")
filters = connection.sql(f"select path_in_schema, bool_and(bloom_filter_offset is not null) from parquet_metadata('{path}') group by 1").fetchall()
assert sorted(name for name, has in filters if has) == sorted(wanted), filters


def excluded(column, value, kind):
    query = f"select row_group_id, bloom_filter_excludes from parquet_bloom_probe('{path}', '{column}', cast(? as {kind}))"
    return dict(connection.execute(query, [value]).fetchall())


# Values that no row has, of the type of the column.
OTHERS = {
    "BIGINT": lambda n: n * 7_919 + 5_000_000_000,
    "INTEGER": lambda n: n * 7_919 + 5_000_000,
    "VARCHAR": lambda n: f"none {n}",
    "DOUBLE": lambda n: n + 1000.25,
}
probed = seeming = 0
for column in wanted:
    kind = connection.sql(f"select typeof(\"{column}\") from '{path}' where \"{column}\" is not null limit 1").fetchall()[0][0]
    for group in range(parquet.metadata.num_row_groups):
        loaded = parquet.read_row_group(group, columns=[column])
        values = connection.sql(f"select distinct \"{column}\"::varchar from loaded where \"{column}\" is not null order by 1 limit 12").fetchall()
        for (value,) in values:
            assert excluded(column, value, kind)[group] is False, (column, value, group)
    rows = connection.sql(f"select \"{column}\"::varchar, count(*) from '{path}' where \"{column}\" is not null group by 1 order by 1 limit 5").fetchall()
    for value, count in rows:
        found = connection.execute(f"select count(*) from '{path}' where \"{column}\" = cast(? as {kind})", [value]).fetchall()[0][0]
        assert found == count, (column, value, found, count)
    if kind == "VARCHAR":
        found = polars.scan_parquet(path).filter(polars.col(column) == rows[0][0]).select(polars.len()).collect().item()
        assert found == rows[0][1], (column, found)
    for n in range(100) if kind in OTHERS else ():
        answers = excluded(column, OTHERS[kind](n), kind)
        probed += len(answers)
        seeming += sum(1 for excludes in answers.values() if not excludes)
assert probed >= 1000 and seeming <= probed / 50, (probed, seeming)
print(f"{len(wanted)} filters hold")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

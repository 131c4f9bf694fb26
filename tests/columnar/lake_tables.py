"""Reads a table of Delta Lake and one of Iceberg by libraries that others wrote, and compares their rows with those of ndjson.

    lake_tables.py FOLDER    which has `delta/`, `iceberg/` and `all.ndjson`
"""

import collections
import datetime
import decimal
import json
import os
import pathlib
import sys
import uuid

import pyarrow.compute as compute
from deltalake import DeltaTable
from pyiceberg.expressions import And, EqualTo, GreaterThanOrEqual, IsNull, LessThan
from pyiceberg.table import StaticTable

folder = pathlib.Path(sys.argv[1])
rows = [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]


def plain(value):
    """A value as ndjson has it."""
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def compare(name, table):
    names = list(rows[0])
    found = {row["id"]: {key: plain(row[key]) for key in names} for row in table.to_pylist()}
    assert len(found) == table.num_rows == len(rows), (name, table.num_rows)
    for row in rows:
        assert found[row["id"]] == row, (name, found[row["id"]], row)


# Delta.
delta = DeltaTable(str(folder / "delta"))
assert delta.version() == 0
assert delta.metadata().partition_columns == ["country", "year"], delta.metadata()
compare("delta", delta.to_pyarrow_table())
by_year = collections.Counter(row["at"][:4] for row in rows)
for year, count in by_year.items():
    assert delta.to_pyarrow_table(filters=[("year", "=", int(year))]).num_rows == count
actions = delta.get_add_actions(flatten=True)
actions = actions.to_pylist() if hasattr(actions, "to_pylist") else [
    dict(zip(actions.schema.names, values)) for values in zip(*(column.to_pylist() for column in actions.columns))
]
assert sum(action["num_records"] for action in actions) == len(rows)
ids = [row["id"] for row in rows]
assert min(action["min.id"] for action in actions) == min(ids)
assert max(action["max.id"] for action in actions) == max(ids)
assert sum(action["null_count.price"] for action in actions) == sum(row["price"] is None for row in rows)
# What is skipped by statistics has none of the rows.
few = delta.to_pyarrow_dataset().to_table(filter=compute.field("id") <= 100)
assert few.num_rows == 100

# Iceberg.
iceberg = StaticTable.from_metadata(str(folder / "iceberg" / "metadata" / "v1.metadata.json"))
compare("iceberg", iceberg.scan().to_arrow())
transforms = [str(field.transform) for field in iceberg.spec().fields]
assert transforms == ["identity", "year", "bucket[4]", "truncate[2]"], transforms
in_france = [row for row in rows if row["country"] == "FR"]
assert iceberg.scan(EqualTo("country", "FR")).to_arrow().num_rows == len(in_france)
nowhere = [row for row in rows if row["country"] is None]
assert iceberg.scan(IsNull("country")).to_arrow().num_rows == len(nowhere)
for key in [1, 17, len(rows)]:
    # By the bucket that pyiceberg computes, all other files are left out.
    scan = iceberg.scan(EqualTo("id", key))
    assert scan.to_arrow().num_rows == 1
    planned = list(scan.plan_files())
    assert len(planned) < len(list(iceberg.scan().plan_files())), "nothing was left out"
year = And(GreaterThanOrEqual("at", "2023-01-01T00:00:00+00:00"), LessThan("at", "2024-01-01T00:00:00+00:00"))
scan = iceberg.scan(year)
assert scan.to_arrow().num_rows == by_year["2023"]
assert all(task.file.partition[1] == 53 for task in scan.plan_files())
for task in iceberg.scan().plan_files():
    assert task.file.file_size_in_bytes == pathlib.Path(task.file.file_path.removeprefix("file://")).stat().st_size
    least, most = (int.from_bytes(bounds[1], "little") for bounds in (task.file.lower_bounds, task.file.upper_bounds))
    assert 1 <= least <= most <= len(rows) and most - least + 1 >= task.file.record_count
snapshot = iceberg.current_snapshot()
assert snapshot.summary["total-records"] == str(len(rows)), snapshot.summary

print(f"{len(rows)} rows are read by deltalake and pyiceberg")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

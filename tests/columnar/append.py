"""Reads all versions of tables that rows were appended to, and compares them with the same rows written at once.

    append.py FOLDER    which has `delta/`, `iceberg/` and `all.ndjson`; the tables have 1,000, 1,500 and 4,000 rows in their versions
"""

import collections
import json
import os
import pathlib
import sys

import pyarrow
from deltalake import DeltaTable
from pyiceberg.expressions import EqualTo
from pyiceberg.table import StaticTable

folder = pathlib.Path(sys.argv[1])
rows = [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]
counts = [1000, 1500, 4000]


def compare(name, table, count):
    found = collections.Counter(zip(table["id"].to_pylist(), table["name"].to_pylist(), table["country"].to_pylist()))
    wanted = collections.Counter((row["id"], row["name"], row["country"]) for row in rows[:count])
    assert found == wanted, f"{name} has other rows than the first {count}"


# Delta Lake: each version, by its number and by its time.
assert DeltaTable(folder / "delta").version() == 2
for version, count in enumerate(counts):
    compare("delta", pyarrow.table(DeltaTable(folder / "delta", version=version).to_pyarrow_table()), count)
history = {commit["version"]: commit for commit in DeltaTable(folder / "delta").history()}
times = [history[version]["timestamp"] for version in range(3)]
assert times == sorted(set(times)), times
assert [history[version]["userMetadata"] for version in range(3)] == ["rows 0..1000", "rows 1000..1500", "rows 1500..4000"]
assert [history[version]["operationParameters"]["mode"] for version in range(3)] == ["ErrorIfExists", "Append", "Append"]

# Iceberg: each snapshot, and the metadata of each version.
latest = (folder / "iceberg/metadata/version-hint.text").read_text()
assert latest == "3", latest
table = StaticTable.from_metadata(str(folder / f"iceberg/metadata/v{latest}.metadata.json"))
snapshots = table.metadata.snapshots
assert [snapshot.summary["total-records"] for snapshot in snapshots] == [str(count) for count in counts]
assert [snapshot.sequence_number for snapshot in snapshots] == [1, 2, 3]
assert [snapshot.parent_snapshot_id for snapshot in snapshots] == [None, *(one.snapshot_id for one in snapshots[:2])]
assert len({snapshot.snapshot_id for snapshot in snapshots}) == 3
for snapshot, count in zip(snapshots, counts):
    compare("iceberg", table.scan(snapshot_id=snapshot.snapshot_id).to_arrow(), count)
    assert len(snapshot.manifests(table.io)) == snapshot.sequence_number
compare("iceberg", table.scan().to_arrow(), counts[-1])
assert table.metadata.current_snapshot_id == snapshots[-1].snapshot_id
assert [entry.metadata_file.rsplit("/", 1)[1] for entry in table.metadata.metadata_log] == ["v1.metadata.json", "v2.metadata.json"]
in_france = sum(row["country"] == "FR" for row in rows)
assert table.scan(EqualTo("country", "FR")).to_arrow().num_rows == in_france
for version, count in enumerate(counts, 1):
    older = StaticTable.from_metadata(str(folder / f"iceberg/metadata/v{version}.metadata.json"))
    compare("iceberg", older.scan().to_arrow(), count)

print("each version has its rows")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

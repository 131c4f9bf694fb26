"""Reads a Delta table by its checkpoints alone, and compares its rows with those of ndjson.

    checkpoints.py FOLDER    which has `t/`, of 21 versions with 50 rows each, and `all.ndjson`

Removes the entries of the log before version 20.
"""

import collections
import json
import os
import pathlib
import sys

import polars
import pyarrow.parquet as parquet
from deltalake import DeltaTable

folder = pathlib.Path(sys.argv[1])
log = folder / "t/_delta_log"
rows = [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]


def compare(name, table, count):
    found = sorted(zip(*(table[column].to_pylist() for column in ["id", "name", "country", "year"])))
    wanted = sorted((row["id"], row["name"], row["country"], int(row["at"][:4])) for row in rows[:count])
    assert list(map(str, found)) == list(map(str, wanted)), (name, len(found), len(wanted))
    structs = {row["id"]: (row["local"], row["s"]) for row in rows}
    for row in table.to_pylist():
        assert (row["local"].isoformat(), row["s"]) == structs[row["id"]], row


def entry(version):
    return log / f"{version:020}.json"


# A checkpoint has what all entries of the log up to it have.
for version in [10, 20]:
    actions = collections.defaultdict(list)
    for number in range(version + 1):
        for line in entry(number).read_text().splitlines():
            for kind, action in json.loads(line).items():
                actions[kind].append(action)
    found = parquet.read_table(log / f"{version:020}.checkpoint.parquet").to_pylist()
    assert all(sum(value is not None for value in row.values()) == 1 for row in found)
    adds = [row["add"] for row in found if row["add"]]
    assert len(adds) == len(actions["add"]) and len(found) == len(adds) + 2
    for own, added in zip(adds, actions["add"]):
        assert dict(own.pop("partitionValues")) == added.pop("partitionValues")
        assert own.pop("tags") is None and not own.pop("dataChange") and added.pop("dataChange")
        assert own == added, (own, added)
    (metadata,) = [row["metaData"] for row in found if row["metaData"]]
    (wanted,) = actions["metaData"]
    for name in ["id", "name", "schemaString", "partitionColumns", "createdTime"]:
        assert metadata[name] == wanted[name], name
    assert dict(metadata["configuration"]) == wanted["configuration"]
    (protocol,) = [row["protocol"] for row in found if row["protocol"]]
    assert protocol == actions["protocol"][0], (protocol, actions["protocol"])
pointer = json.loads((log / "_last_checkpoint").read_text())
assert (pointer["version"], pointer["size"], pointer["numOfAddFiles"]) == (20, len(found), len(adds))
assert pointer["sizeInBytes"] == (log / f"{20:020}.checkpoint.parquet").stat().st_size

# Readers without the entries before them; a version between two of them is read by the checkpoint before it.
for version in range(10):
    entry(version).unlink()
compare("deltalake, version 13", DeltaTable(folder / "t", version=13).to_pyarrow_table(), 700)
for version in range(10, 20):
    entry(version).unlink()
table = DeltaTable(folder / "t")
assert table.version() == 20 and table.metadata().name, table.metadata()
compare("deltalake", table.to_pyarrow_table(), 1050)
compare("Polars", polars.read_delta(str(folder / "t")).to_arrow(), 1050)

print("the log before a checkpoint is not needed")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

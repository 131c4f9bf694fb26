"""Compares points in typed files with the well-known text of the ndjson.

    points.py FOLDER    which has *.parquet, all.arrow, all.avro and all.ndjson, of the columns p, größe/1 and null"""

import json
import os
import struct
import sys
from pathlib import Path

import duckdb
import fastavro
import polars
import pyarrow.ipc as ipc
import pyarrow.parquet as pq

folder = Path(sys.argv[1])
NAMES = ["p", "größe/1", "null"]
rows = [json.loads(line) for line in (folder / "all.ndjson").read_text().splitlines()]


def of_text(text):
    return text and tuple(map(float, text.removeprefix("POINT (").removesuffix(")").split(" ")))


def of_binary(value):
    """x and y of a point, by the description of WKB."""
    if value is None:
        return None
    order, kind, x, y = struct.unpack("<BIdd", value)
    assert (order, kind) == (1, 1)
    return x, y


wanted = {name: [of_text(row[name]) for row in rows] for name in NAMES}


def compare(name, found, count=len(rows)):
    for column in NAMES:
        assert list(map(of_binary, found[column])) == wanted[column][:count], (name, column)


for path in sorted(folder.glob("*.parquet")):
    table = pq.read_table(path)
    count = table.num_rows
    assert count == (0 if path.stem == "empty" else len(rows))
    compare(path.name, table.to_pydict(), count)
    compare(path.name, polars.read_parquet(path).to_dict(as_series=False), count)
    # DuckDB knows them by the metadata.
    own = duckdb.sql(f"""select p::varchar, "größe/1"::varchar, "null"::varchar, any_value(typeof(p)) over () from read_parquet('{path}') order by id""").fetchall()
    assert [[of_text(value) for value in row[:3]] for row in own] == [list(row) for row in zip(*(wanted[name][:count] for name in NAMES))]
    assert all(row[3].startswith("GEOMETRY") for row in own), own[:1]
    file = pq.ParquetFile(path)
    geo = json.loads(file.metadata.metadata[b"geo"])
    assert geo["version"] == "1.1.0" and geo["primary_column"] == "p" and list(geo["columns"]) == NAMES, geo
    for name, column in geo["columns"].items():
        assert column["encoding"] == "WKB" and column["geometry_types"] == ["Point"], column
        points = [point for point in wanted[name][:count] if point]
        xs, ys = zip(*points) if points else ((), ())
        assert column.get("bbox") == ([min(xs), min(ys), max(xs), max(ys)] if points else None), (name, column)
    for group in range(file.metadata.num_row_groups):
        for at in range(file.metadata.num_columns):
            column = file.metadata.row_group(group).column(at)
            assert column.path_in_schema not in NAMES or not column.statistics.has_min_max
    assert (b"gusher.request" in file.metadata.metadata) == (path.stem == "metadata")

table = ipc.open_file(folder / "all.arrow").read_all()
compare("arrow", table.to_pydict())
metadata = table.schema.field("p").metadata
assert metadata[b"ARROW:extension:name"] == b"geoarrow.wkb", metadata
assert json.loads(metadata[b"ARROW:extension:metadata"])["crs"] == "OGC:CRS84"
with open(folder / "all.avro", "rb") as file:
    records = list(fastavro.reader(file))
names = dict(zip(["id", *NAMES], records[0]))
compare("avro", {name: [record[names[name]] for record in records] for name in NAMES})

print("the points are those of the texts")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

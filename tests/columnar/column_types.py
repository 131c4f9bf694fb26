"""The types of a Parquet or Arrow file, one line a column: its name, Parquet's type where there is one, and pyarrow's, separated by tabs.

    column_types.py FILE"""

import json
import os
import sys

import pyarrow.ipc as ipc
import pyarrow.parquet as pq


def parquet_type(column):
    physical, logical = column.physical_type, column.logical_type.type
    if physical == "FIXED_LEN_BYTE_ARRAY":
        physical += f"({column.length})"
    if logical == "UNKNOWN":
        logical = column.converted_type
    if logical == "INT":
        own = json.loads(column.logical_type.to_json())
        logical += f"({own['bitWidth']}, {'signed' if own['isSigned'] else 'unsigned'})"
    if logical == "DECIMAL":
        logical += f"({column.precision}, {column.scale})"
    return physical if logical == "NONE" else f"{physical}, {logical}"


def own_name(field):
    name = str(field.type)
    return name.removeprefix("extension<").removesuffix(">") if name.startswith("extension<") else name


if sys.argv[1].endswith(".arrow"):
    for field in ipc.open_file(sys.argv[1]).schema:
        print(field.name, own_name(field), sep="\t")
    raise SystemExit

file = pq.ParquetFile(sys.argv[1])
for i, field in enumerate(file.schema_arrow):
    print(field.name, parquet_type(file.schema.column(i)), own_name(field), sep="\t")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

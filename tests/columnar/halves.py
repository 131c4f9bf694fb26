"""Compares floating-point numbers of 16 bits in typed files with the ndjson beside them, bit by bit, as NumPy reads its texts.

    halves.py FOLDER    which has NAME.parquet, NAME.arrow, NAME.arrows and NAME.avro files with a NAME.ndjson each

All columns but `id` have numbers of 16 bits, or lists of them; `nan` has NaN."""

import json
import os
import struct
import sys
from pathlib import Path

import duckdb
import fastavro
import numpy as np
import polars
import pyarrow as pa
import pyarrow.ipc as ipc
import pyarrow.parquet as pq


def bits(value):
    """The bits of the nearest number of 16 bits; all NaN are one."""
    if value is None or isinstance(value, list):
        return value and [bits(item) for item in value]
    half = np.float16(float(value))
    return "NaN" if half != half else struct.pack("<e", float(half))


def tables(path):
    if path.suffix == ".parquet":
        yield "pyarrow", pq.ParquetFile(path).read().to_pydict()
        yield "polars", polars.read_parquet(path).to_dict(as_series=False)
        yield "duckdb", duckdb.sql(f"select * from read_parquet('{path}')").to_arrow_table().to_pydict()
    elif path.suffix == ".arrow":
        yield "pyarrow", ipc.open_file(path).read_all().to_pydict()
        yield "polars", polars.read_ipc(path).to_dict(as_series=False)
    elif path.suffix == ".arrows":
        yield "pyarrow", ipc.open_stream(path).read_all().to_pydict()
    else:
        with open(path, "rb") as file:
            rows = list(fastavro.reader(file))
        yield "fastavro", {name: [row[name] for row in rows] for name in rows[0]}


def check_statistics(path, wanted):
    """The bounds of chunks are those of their values, zeros with the sign of the bound; where there is NaN there are none."""
    query = f"""select row_group_id, row_group_num_rows, path_in_schema, stats_min_value, stats_max_value
        from parquet_metadata('{path}') where type = 'FIXED_LEN_BYTE_ARRAY'"""
    count = 0
    for group, rows, name, least, most in duckdb.sql(query).fetchall():
        if name not in wanted:
            continue
        texts = wanted[name][300 * group : 300 * group + rows]
        values = [np.float16(float(text)) for text in texts if text is not None]
        if any(value != value for value in values):
            assert least is most is None, name
            continue
        least, most = np.float16(float(least)), np.float16(float(most))
        assert least == min(values) and most == max(values), (name, least, most)
        assert least != 0 or np.signbit(least), name
        assert most != 0 or not np.signbit(most), name
        count += 1
    return count


values, bounds = 0, 0
for path in sorted(Path(sys.argv[1]).iterdir()):
    if path.suffix == ".ndjson":
        continue
    with open(path.with_suffix(".ndjson"), encoding="utf-8") as lines:
        rows = [json.loads(line, parse_float=str) for line in lines]
    wanted = {name: [row[name] for row in rows] for name in rows[0]}
    ids = wanted.pop("id")
    for reader, found in tables(path):
        assert found["id"] == ids, (path.name, reader)
        for name, texts in wanted.items():
            own = [bits(value) for value in found[name]]
            assert own == [bits(text) for text in texts], (path.name, reader, name)
            values += len(texts)
    if path.suffix == ".parquet":
        bounds += check_statistics(path, wanted)
        not_a_number = sum(value == "NaN" for value in wanted["nan"])
        infinite = sum(value == "Infinity" for value in wanted["nan"])
        # To DuckDB, NaN is larger than all numbers.
        for condition, count in [("isnan(nan)", not_a_number), ("nan > 5", not_a_number + infinite)]:
            ((found,),) = duckdb.sql(f"select count(*) from read_parquet('{path}') where {condition}").fetchall()
            assert found == count > 0, (path.name, condition, found)
        assert polars.scan_parquet(path).filter(polars.col("nan").is_nan()).collect().height == not_a_number

assert bounds > 0
print(f"{values} values are equal")
# Without what the readers' threads do at an end.
sys.stdout.flush()
os._exit(0)

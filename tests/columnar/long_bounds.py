"""Who wrote a file, and whether the bounds of its texts are short and hold, as pyarrow, DuckDB and Polars see them.

    long_bounds.py FILE"""

import os
import sys

import duckdb
import polars
import pyarrow.compute as pc
import pyarrow.parquet as pq


def main():
    path = sys.argv[1]
    file = pq.ParquetFile(path)
    print(file.metadata.created_by)
    wrong = []
    for index in range(file.num_row_groups):
        statistics = file.metadata.row_group(index).column(0).statistics
        values = file.read_row_group(index)["w"]
        least, most = pc.min(values).as_py(), pc.max(values).as_py()
        # As bytes, as the format orders them.
        if not (statistics.min.encode() <= least.encode() and most.encode() <= statistics.max.encode()):
            wrong.append(f"group {index}: not between its bounds")
        if max(len(statistics.min), len(statistics.max)) > 64:
            wrong.append(f"group {index}: bounds of {len(statistics.min)} and {len(statistics.max)} letters")
    texts = file.read()["w"]
    for word in pc.unique(texts).to_pylist():
        count = pc.sum(pc.equal(texts, word)).as_py()
        found = {
            "pyarrow": pq.read_table(path, filters=[("w", "=", word)]).num_rows,
            "polars": polars.scan_parquet(path).filter(polars.col("w") == word).collect().height,
            "duckdb": duckdb.connect().execute(f"select count(*) from '{path}' where w = ?", [word]).fetchone()[0],
        }
        wrong += [f"{reader}: {rows} of {count} rows" for reader, rows in found.items() if rows != count]
    print("; ".join(wrong) or "bounds are short and hold")


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

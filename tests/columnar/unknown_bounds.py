"""Which rows of `hi.parquet` have the text of `word.txt`, by each reader's own filter, which skips what the statistics rule out.

    unknown_bounds.py FOLDER

The first line counts without any filter."""

import os
import sys
from pathlib import Path

import duckdb
import polars
import pyarrow.compute as pc
import pyarrow.parquet as pq


def main():
    folder = Path(sys.argv[1])
    path, word = folder / "hi.parquet", (folder / "word.txt").read_text()
    column = pq.read_table(path, columns=["w"])["w"]
    print(f"all: {pc.sum(pc.equal(column, word)).as_py()} rows")
    print(f"pyarrow: {pq.read_table(path, filters=[('w', '=', word)]).num_rows} rows")
    print(f"polars: {polars.scan_parquet(path).filter(polars.col('w') == word).collect().height} rows")
    connection = duckdb.connect()
    count = connection.execute(f"select count(*) from '{path}' where w = ?", [word]).fetchone()[0]
    print(f"duckdb: {count} rows")
    statistics = pq.ParquetFile(path).metadata.row_group(0).column(0).statistics
    known = "some" if statistics.has_min_max else "none"
    largest = connection.execute(f"select max(w) from '{path}'").fetchone()[0]
    print("bounds:", known + ", and the largest is", "the text" if largest == word else ascii(largest))


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

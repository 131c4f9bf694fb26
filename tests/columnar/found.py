"""Compares files of Parquet with the Arrow files of the same names, by pyarrow, DuckDB, Polars and fastparquet.

    found.py FOLDER

Prints of each file how the values of each column are encoded in its first group. Statistics must be those of the values, and what is said of
the encodings of pages must be so."""

import os
import sys
from pathlib import Path

import duckdb
import fastparquet
import polars
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.ipc as ipc
import pyarrow.parquet as pq


def by_fastparquet(path, types):
    """A table without lists, as pandas has it."""
    names = [field.name for field in types if not pa.types.is_list(field.type)]
    frame = fastparquet.ParquetFile(str(path)).to_pandas(columns=names)
    return pa.Table.from_pandas(frame, preserve_index=False)


def forms(path):
    """How the columns of the first group are encoded."""
    group = pq.ParquetFile(path).metadata.row_group(0)
    for index in range(group.num_columns):
        column = group.column(index)
        others = sorted(set(column.encodings) - {"RLE", "RLE_DICTIONARY"} - ({"PLAIN"} if column.has_dictionary_page else set()))
        stored = (column.total_uncompressed_size, column.num_values)
        if column.has_dictionary_page and is_left(column, stored):
            others.append("PLAIN")
        yield " and ".join((["dictionary"] if column.has_dictionary_page else []) + others)


def is_left(column, stored):
    """Whether pages after those of the dictionary are plain: then they take more than a dictionary and indices can."""
    size, values = stored
    return size > (1 << 20) + 3 * values


def wrong_statistics(path):
    file = pq.ParquetFile(path)
    for group in range(file.num_row_groups):
        table, metadata = file.read_row_group(group), file.metadata.row_group(group)
        for index in range(metadata.num_columns):
            column = metadata.column(index)
            values = table[column.path_in_schema.split(".")[0]].combine_chunks()
            # pyarrow takes no bounds of floating-point numbers.
            if pa.types.is_list(values.type) or pa.types.is_floating(values.type):
                continue
            bounds, statistics = pc.min_max(values), column.statistics
            if (statistics.min, statistics.max) != (bounds["min"].as_py(), bounds["max"].as_py()):
                yield f"{column.path_in_schema}: {statistics.min} to {statistics.max}, not {bounds}"
            if statistics.null_count != values.null_count:
                yield f"{column.path_in_schema}: {statistics.null_count} nulls"
            if statistics.has_distinct_count and statistics.distinct_count != pc.count_distinct(values).as_py():
                yield f"{column.path_in_schema}: {statistics.distinct_count} different values"


def main():
    for path in sorted(Path(sys.argv[1]).glob("*.parquet")):
        expected = ipc.open_file(path.with_suffix(".arrow")).read_all()
        own = pq.ParquetFile(path, page_checksum_verification=True).read()
        expected = expected.cast(own.schema)
        readers = {"pyarrow": own, "duckdb": duckdb.sql(f"from '{path}'").to_arrow_table(), "polars": polars.read_parquet(path).to_arrow()}
        if not path.stem.startswith("newest"):
            readers["fastparquet"] = by_fastparquet(path, own.schema)
        for name, table in readers.items():
            for column in table.column_names:
                if not table[column].cast(expected[column].type).equals(expected[column]):
                    print(f"{path.name}: {column} of {name} differs")
        for wrong in wrong_statistics(path):
            print(f"{path.name}: {wrong}")
        print(f"{path.stem}: {'; '.join(forms(path))}")


if __name__ == "__main__":
    main()
    # Without what the readers' threads do at an end.
    sys.stdout.flush()
    os._exit(0)

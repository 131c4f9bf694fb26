"""A table as a DataFrame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ._rows import Rows, numbers_of, one_of, partitions_of, tables_of

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

    from .._arguments import Now
    from ._rows import Schema


def table(
    spark: SparkSession,
    schema: Schema,
    /,
    table: str | None = None,
    partitions: int | None = None,
    *,
    columns: Sequence[str] | None = None,
    seed: int | None = None,
    now: Now = None,
    locale: str | None = None,
    scale: float | None = None,
) -> DataFrame:
    """A table as a DataFrame whose rows are made when Spark asks for them, each partition a range of rows.

    Args:
        spark: the session.
        schema: the path of a schema file, or what :func:`gusher.table` or :func:`gusher.tables` gave. The driver reads the file.
        table: the name of the table, where there are several.
        partitions: how many partitions it has; by default one for each million rows.
        columns: the names of the columns, all by default. The others are not made.
        seed: the seed, instead of that of the file. It is fixed here, so every action sees the same rows.
        now: the present, instead of that of the file.
        locale: the locale of columns that name none, instead of that of the file.
        scale: by how much the numbers of rows are multiplied.

    Raises:
        Error: all errors in the file; a table or a column that is not there.
        OSError: if the file cannot be read.
    """
    found = one_of(tables_of(schema, seed=seed, now=now, locale=locale, scale=scale), table)
    rows = Rows.of(found, columns)
    count, types = partitions_of(len(rows), partitions), rows.types()

    def make(tasks: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for number in numbers_of(tasks):
            yield from rows.batches(*rows.part(number, count), types)

    # A row for each partition, which says its number.
    return spark.range(0, count, 1, count).mapInArrow(make, types)

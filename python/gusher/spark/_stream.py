"""A table as a stream: its offsets are the numbers of rows, so what is read again is the same."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql import datasource
from pyspark.sql.streaming.datasource import ReadAllAvailable, ReadLimit, ReadMaxRows, SupportsTriggerAvailableNow
from pyspark.sql.types import StructType

from .._gusher import Error, RawTable
from ._rows import Rows, partitions_of

if TYPE_CHECKING:
    from typing import Protocol

    import pyarrow as pa

    from .._table import Table

    class Source(Protocol):
        """What is asked of the source, which knows this file and not the other way round."""

        def opened(self, seed: int | None = ..., now: str | None = ...) -> Table: ...
        def rows(self, schema: StructType, table: Table | None = ...) -> Rows: ...
        def found(self) -> Table: ...
        def number(self, name: str) -> int | None: ...


class StreamPart(datasource.InputPartition):
    """A range of rows of one table."""

    def __init__(self, rows: Rows, start: int, stop: int) -> None:
        self.rows = rows
        self.start = start
        self.stop = stop


class StreamReader(datasource.DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Reads a table from its first row to its last.

    An offset is the number of the row that is next, with the seed and the present of the run that began the stream. So a
    stream that begins again at a checkpoint goes on with the same table, even where the schema file has no seed.
    """

    def __init__(self, source: Source, schema: StructType) -> None:
        self._source = source
        self._schema = schema
        self._partitions = source.number("partitions")
        self._rate = source.number("rowsPerSecond")
        self._most = source.number("maxRowsPerBatch")
        partitions_of(0, self._partitions)
        for name, value in (("rowsPerSecond", self._rate), ("maxRowsPerBatch", self._most)):
            if value is not None and value < 1:
                raise Error(f"{name}={value}: expected 1 or more")
        self._rows: dict[tuple[str, str], Rows] = {}
        # When the first rows were asked for, and the row that was next then.
        self._begun: tuple[float, int] | None = None

    def initialOffset(self) -> dict[str, Any]:
        """The first row."""
        table = self._source.found()
        seed, now = str(table.seed), str(int(table.now.timestamp()))
        self._rows[seed, now] = self._source.rows(self._schema)
        return {"row": table.rows.start, "seed": seed, "now": now}

    def _of(self, offset: dict[str, Any]) -> Rows:
        """The table that an offset is of."""
        key = offset["seed"], offset["now"]
        if key not in self._rows:
            table = self._source.opened(int(offset["seed"]), offset["now"])
            self._rows[key] = self._source.rows(self._schema, table)
        return self._rows[key]

    def getDefaultReadLimit(self) -> ReadLimit:
        """How many rows a batch has at most."""
        return ReadAllAvailable() if self._most is None else ReadMaxRows(self._most)

    def prepareForTriggerAvailableNow(self) -> None:
        """All rows of the table are there, whatever the rate."""
        self._rate = None

    def latestOffset(self, start: dict[str, Any], limit: ReadLimit) -> dict[str, Any]:
        """The row after the last one that has come. A stream that begins again goes on where it was, at its rate."""
        first, row = int(start["row"]), self._of(start).stop
        if self._rate is not None:
            now = time.monotonic()
            if self._begun is None:
                self._begun = now, first
            since, base = self._begun
            row = min(row, base + int((now - since) * self._rate))
        if isinstance(limit, ReadMaxRows):
            row = min(row, first + limit.max_rows)
        return {**start, "row": max(row, first)}

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[datasource.InputPartition]:
        """The ranges of rows, one a task."""
        rows, first, last = self._of(start), int(start["row"]), int(end["row"])
        if first >= last:
            return []
        count = min(partitions_of(last - first, self._partitions), last - first)
        return [StreamPart(rows, *RawTable.shard(first, last, number + 1, count)) for number in range(count)]

    def read(self, partition: datasource.InputPartition) -> Iterator[pa.RecordBatch]:
        """Makes the rows of one range."""
        assert isinstance(partition, StreamPart)
        return partition.rows.batches(partition.start, partition.stop, self._schema)

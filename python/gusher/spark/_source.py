"""The format ``gusher`` of ``spark.read`` and ``spark.readStream``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyspark.sql import datasource
from pyspark.sql.types import StructType

from .._gusher import Error
from ._rows import Rows, one_of, partitions_of, tables_of

if TYPE_CHECKING:
    import pyarrow as pa

    from .._table import Table

# What can be said of a source; `path` is what load() is given.
_OPTIONS = (
    "schema",
    "path",
    "table",
    "columns",
    "partitions",
    "seed",
    "now",
    "locale",
    "scale",
    "rowsPerSecond",
    "maxRowsPerBatch",
)


class DataSource(datasource.DataSource):
    """The format ``gusher``. ``spark.dataSource.register(gusher.spark.DataSource)`` makes it known to a session.

    Options, none of which cares for capitals:
        ``schema``: the path of a schema file; ``load(path)`` is the same.
        ``table``: the name of the table, where the file has several.
        ``columns``: names with commas between them, all by default. The others are not made.
        ``partitions``: how many partitions there are; by default one for each million rows.
        ``seed``, ``now``, ``locale``, ``scale``: instead of those of the file.
        ``rowsPerSecond``: of a stream, how many rows come in a second; by default all are there at once.
        ``maxRowsPerBatch``: of a stream, how many rows a batch has at most.
    """

    _table: Table | None = None

    @classmethod
    def name(cls) -> str:
        """``gusher``."""
        return "gusher"

    def found(self) -> Table:
        """The table."""
        # It is constructed once, and pickled with this source, so the seed and the present stay what they are.
        if self._table is None:
            self._table = self.opened()
        return self._table

    def opened(self, seed: int | None = None, now: str | None = None) -> Table:
        """The table, read anew: with this seed and this present, if they are given."""
        self._check_names()
        paths = [self.options[name] for name in ("schema", "path") if name in self.options]
        if len(paths) != 1:
            raise Error('say once which schema file: .option("schema", "shop.toml") or .load("shop.toml")')
        found = tables_of(
            paths[0],
            seed=self.number("seed") if seed is None else seed,
            now=self.options.get("now") if now is None else now,
            locale=self.options.get("locale"),
            scale=self._scale(),
        )
        return one_of(found, self.options.get("table"))

    def _check_names(self) -> None:
        import difflib

        known = {name.lower(): name for name in _OPTIONS}
        for name in self.options:
            if name.lower() not in known:
                near = difflib.get_close_matches(name.lower(), known, 1)
                hint = f"did you mean `{known[near[0]]}`?" if near else f"there are {', '.join(_OPTIONS)}"
                raise Error(f"there is no option `{name}`; {hint}")

    def number(self, name: str) -> int | None:
        """The whole number that an option is."""
        text = self.options.get(name)
        try:
            return None if text is None else int(text.replace("_", ""))
        except ValueError:
            raise Error(f"{name}={text!r}: expected a whole number") from None

    def _scale(self) -> float | None:
        text = self.options.get("scale")
        try:
            return None if text is None else float(text)
        except ValueError:
            raise Error(f"scale={text!r}: expected a number above 0, such as 0.1 or 10") from None

    def _columns(self) -> list[str] | None:
        text = self.options.get("columns")
        return None if text is None else [name.strip() for name in text.split(",")]

    def schema(self) -> StructType:
        """The types of the columns."""
        return Rows.of(self.found(), self._columns()).types()

    def rows(self, schema: StructType, table: Table | None = None) -> Rows:
        """The columns of a schema that the reader gave, or of all."""
        rows = Rows.of(self.found() if table is None else table, schema.fieldNames())
        for asked, made in zip(schema, rows.types(), strict=True):
            ours, theirs = made.dataType.simpleString(), asked.dataType.simpleString()
            if ours != theirs:
                raise Error(f"{asked.name}: the schema says {theirs}, and it is {ours}")
            if made.nullable and not asked.nullable:
                raise Error(f"{asked.name}: the schema says that it is never null, and some rows are")
        return rows

    def reader(self, schema: StructType) -> Reader:
        """Reads the table."""
        rows = self.rows(schema)
        return Reader(rows, partitions_of(len(rows), self.number("partitions")), schema)

    def streamReader(self, schema: StructType) -> datasource.DataSourceStreamReader:
        """Reads the table as a stream."""
        try:
            from ._stream import StreamReader
        except ImportError:
            raise Error("a stream of gusher needs Spark 4.2 or newer") from None
        return StreamReader(self, schema)


class Part(datasource.InputPartition):
    """A range of rows."""

    def __init__(self, start: int, stop: int) -> None:
        self.start = start
        self.stop = stop


class Reader(datasource.DataSourceReader):
    """Reads a table by ranges of its rows."""

    def __init__(self, rows: Rows, count: int, schema: StructType) -> None:
        self._rows = rows
        self._count = count
        self._schema = schema

    def partitions(self) -> list[datasource.InputPartition]:
        """The ranges, one a task."""
        return [Part(*self._rows.part(number, self._count)) for number in range(self._count)]

    def read(self, partition: datasource.InputPartition) -> Iterator[pa.RecordBatch]:
        """Makes the rows of one range."""
        assert isinstance(partition, Part)
        return self._rows.batches(partition.start, partition.stop, self._schema)

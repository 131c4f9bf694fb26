"""What tasks are given: which table, which columns, which rows. It is words and a seed, never data."""

from __future__ import annotations

import functools
import os
import pickle
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark import cloudpickle
from pyspark.sql.types import StructType

from .._gusher import Error, RawTable
from .._table import Table
from .._tables import Tables, tables
from ._types import arrow_types, fitted, spark_types

if TYPE_CHECKING:
    from .._arguments import Now

    Schema = str | os.PathLike[str] | Table | Mapping[str, Table]

# How many rows a batch has: Spark holds a few of them at a time.
_BATCH_ROWS = 8192
# The rows of a task by default, and the most tasks.
_TASK_ROWS, _TASKS = 1_000_000, 10_000


def tables_of(
    schema: Schema,
    *,
    seed: int | None = None,
    now: Now = None,
    locale: str | None = None,
    scale: float | None = None,
) -> dict[str, Table]:
    """The tables that are asked for, with the seed and the present that they keep."""
    if isinstance(schema, str | os.PathLike):
        return dict(tables(schema, seed=seed, now=now, locale=locale, scale=scale))
    given = {"seed": seed, "now": now, "locale": locale, "scale": scale}
    for name, value in given.items():
        if value is not None:
            raise Error(f"{name}={value!r}: a table has it already; say it where the table is made")
    if isinstance(schema, Table):
        return {schema.name: schema}
    if isinstance(schema, Mapping):
        return dict(schema)
    raise TypeError(f"schema={schema!r}: expected the path of a schema file, or a table")


def one_of(found: dict[str, Table], name: str | None) -> Table:
    """The table of this name, or the only one."""
    if name is not None:
        try:
            return Tables(found)[name]
        except KeyError as error:
            raise Error(error.args[0]) from None
    if len(found) > 1:
        raise Error(f"the schema has several tables; say which: table=\"{next(iter(found))}\"; there are {', '.join(found)}")
    return next(iter(found.values()))


def partitions_of(rows: int, asked: int | None) -> int:
    """How many tasks make a number of rows."""
    if asked is None:
        return max(1, min(_TASKS, -(-rows // _TASK_ROWS)))
    if isinstance(asked, bool) or not isinstance(asked, int):
        raise TypeError(f"partitions={asked!r}: expected a whole number")
    if not 1 <= asked <= 1_000_000:
        raise Error(f"partitions={asked}: expected a number from 1 to 1,000,000")
    return asked


@dataclass(frozen=True)
class Rows:
    """The rows of a table, some of its columns."""

    words: bytes
    columns: tuple[str, ...]
    start: int
    stop: int

    @staticmethod
    def of(table: Table, columns: Sequence[str] | None = None) -> Rows:
        """All rows of a table."""
        if columns is not None:
            table = table.select(*columns)
        for name in table.columns:
            if table.columns.count(name) > 1:
                raise Error(f"the table `{table.name}` has the column `{name}` twice, which Spark does not take")
        words: bytes = cloudpickle.dumps(table)  # type: ignore[no-untyped-call]
        return Rows(words, tuple(table.columns), table.rows.start, table.rows.stop)

    def __len__(self) -> int:
        return self.stop - self.start

    def part(self, number: int, count: int) -> tuple[int, int]:
        """The rows of part `number`, from 0, of `count`."""
        return RawTable.shard(self.start, self.stop, number + 1, count)

    def table(self, start: int, stop: int) -> Table:
        """A table of these rows, with the types that Spark knows."""
        made = _made(self.words)
        first = made.rows.start
        return made[start - first : stop - first]

    def types(self) -> StructType:
        """The types of the columns in Spark."""
        none = self.table(self.start, self.start)
        return spark_types(none.reader(list(self.columns), texts="utf8").schema)

    def batches(self, start: int, stop: int, types: StructType) -> Iterator[pa.RecordBatch]:
        """These rows, in batches for Spark; each is made when it is asked for."""
        schema = arrow_types(types)
        for batch in self.table(start, stop).reader(list(self.columns), texts="utf8", batch_rows=_BATCH_ROWS):
            yield fitted(batch, schema)


def numbers_of(batches: Iterator[pa.RecordBatch]) -> Iterator[int]:
    """The numbers of the tasks that a worker is given."""
    for batch in batches:
        numbers: Any = batch.column(0).to_pylist()
        yield from numbers


# A worker runs many tasks of one table, and reads its words once.
@functools.lru_cache(maxsize=16)
def _made(words: bytes) -> Table:
    table: Table = pickle.loads(words)
    return table._with_texts()  # pyright: ignore[reportPrivateUsage]

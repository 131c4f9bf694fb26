"""A table as a source of Polars' lazy queries: only the columns and the rows that are needed are made. Polars asks a source for columns,
for rows that a predicate lets through and for the first n; what it does not ask for, the last rows and how many there are, is
answered here, as long as nothing else has been done with the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

import polars as pl
from polars.io.plugins import register_io_source

from ._stream import Stream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._gusher import RawTable
    from ._stream import Texts

    class Table(Protocol):
        """What is read of a table, which knows this file and not the other way round."""

        _raw: RawTable

        @property
        def columns(self) -> list[str]: ...
        @property
        def rows(self) -> range: ...
        def __len__(self) -> int: ...
        def __getitem__(self, rows: slice, /) -> Table: ...
        def select(self, *names: str) -> Table: ...
        def _found(self, names: Sequence[str]) -> list[int]: ...
        def stream(
            self, columns: Sequence[str] | None = None, *, texts: Texts = ..., batch_rows: int = ...
        ) -> Stream: ...

# The first batch is small, as many queries need no more.
_FIRST, _MOST = 1024, 65536
# If fewer than a quarter of the rows are wanted, they are made one by one.
_FEW = 4


class Rows(pl.LazyFrame):
    """A lazy frame that knows its table, until something else than columns or a range of rows is chosen of it."""

    # What Polars makes of one is of this class, too, but has no table.
    _table: Table | None = None

    def slice(self, offset: int, length: int | None = None) -> pl.LazyFrame:
        """Rows from `offset` on, which counts from the end where it is below 0."""
        if self._table is None:
            return super().slice(offset, length)
        count = len(self._table)
        start = offset if offset >= 0 else count + offset
        stop = count if length is None else min(count, start + length)
        return scan(self._table[min(max(start, 0), count) : max(stop, 0)])

    def tail(self, n: int = 5) -> pl.LazyFrame:
        """The last rows."""
        return super().tail(n) if self._table is None else self.slice(-n if n > 0 else len(self._table))

    def last(self) -> pl.LazyFrame:
        """The last row."""
        return self.tail(1)

    def select(self, *exprs: Any, **named_exprs: Any) -> pl.LazyFrame:
        """Columns, or what is computed of them. The number of rows is known without them."""
        if self._table is None or named_exprs:
            return super().select(*exprs, **named_exprs)
        if len(exprs) == 1 and isinstance(exprs[0], pl.Expr) and exprs[0].meta.eq(pl.len()):
            # More rows than Polars' own index type has are counted by a wider one.
            count = len(self._table)
            kind = pl.get_index_type() if count < 2**32 else pl.UInt64
            return pl.LazyFrame({"len": [count]}, schema={"len": kind})
        names = exprs[0] if len(exprs) == 1 and isinstance(exprs[0], list | tuple) else exprs
        are_names = names and all(isinstance(name, str) and name in self._table.columns for name in names)
        return scan(self._table.select(*names)) if are_names and len(set(names)) == len(names) else super().select(*exprs)


def scan(table: Table) -> pl.LazyFrame:
    """The table as a lazy frame."""
    frame = _source(table)
    if not hasattr(frame, "_ldf"):
        # Of a Polars that keeps its plans elsewhere.
        return frame
    made = Rows.__new__(Rows)
    made._ldf = frame._ldf
    made._table = table
    return made


def _source(table: Table) -> pl.LazyFrame:
    # The types are those of a table without rows.
    schema = pl.DataFrame(table[:0].stream(texts="utf8_view")).schema

    def source(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        names = table.columns if with_columns is None else [name for name in table.columns if name in with_columns]
        if predicate is None:
            yield from _plain(table, names, n_rows, batch_size or _MOST)
        else:
            yield from _filtered(table, names, predicate, n_rows)

    return register_io_source(source, schema=schema)


def _frame(table: Table, names: list[str]) -> pl.DataFrame:
    return pl.DataFrame(table.stream(names, texts="utf8_view", batch_rows=_MOST))


def _plain(table: Table, names: list[str], n_rows: int | None, batch_size: int) -> Iterator[pl.DataFrame]:
    end = len(table) if n_rows is None else min(n_rows, len(table))
    for start in range(0, end, batch_size):
        yield _frame(table[start : min(end, start + batch_size)], names)
    if end == 0:
        yield _frame(table[:0], names)


def _filtered(
    table: Table, names: list[str], predicate: pl.Expr, n_rows: int | None
) -> Iterator[pl.DataFrame]:
    """First the columns that the predicate reads, then the others of the rows that it lets through."""
    read = [name for name in table.columns if name in predicate.meta.root_names()]
    others = [name for name in names if name not in read]
    table = table[slice(*_bounds(table, read, predicate))]
    left = len(table) if n_rows is None else n_rows
    at, size = 0, _FIRST
    while at < len(table) and left > 0:
        part = table[at : at + size]
        tested = _frame(part, read)
        kept = tested.with_row_index("\0row").filter(predicate)
        numbers = kept["\0row"].head(left)
        left -= len(numbers)
        if len(numbers) > 0:
            frame = tested[numbers]
            if others and len(numbers) * _FEW < len(part):
                frame = frame.hstack(_gathered(table, others, [part.rows[row] for row in numbers]))
            elif others:
                frame = frame.hstack(_frame(part, others)[numbers])
            yield frame.select(names)
        at, size = at + size, _MOST


def _gathered(table: Table, names: list[str], numbers: list[int]) -> pl.DataFrame:
    raw, places = table._raw, table._found(names)  # pyright: ignore[reportPrivateUsage]
    return pl.DataFrame(Stream(raw.gather(numbers, places, "utf8_view")))


# --- which rows a comparison with a column that counts them leaves ---------------------------------------

_TURNED = {"Lt": "Gt", "LtEq": "GtEq", "Gt": "Lt", "GtEq": "LtEq", "Eq": "Eq"}


def _bounds(table: Table, names: list[str], predicate: pl.Expr) -> tuple[int, int]:
    """The places of the rows that can pass. A predicate that is not understood leaves all of them."""
    start, stop = 0, len(table)
    try:
        tree = json.loads(predicate.meta.serialize(format="json"))
    except Exception:  # Polars says nothing about what may be serialised.
        return start, stop
    serial = {name: line for name in names if (line := _line(table, name)) is not None}
    for name, operator, value in _comparisons(tree):
        if name not in serial:
            continue
        first, step = serial[name]
        # The row at place p has first + p * step.
        place, rest = divmod(value - first, step)
        if operator in ("Gt", "GtEq", "Eq"):
            start = max(start, place + (1 if operator == "Gt" or rest else 0))
        if operator in ("Lt", "LtEq", "Eq"):
            stop = min(stop, place + (1 if operator != "Lt" or rest else 0))
    return min(start, len(table)), max(min(start, len(table)), stop)


def _line(table: Table, name: str) -> tuple[int, int] | None:
    """The first value and the step of a column that counts the rows upwards."""
    raw, place = table._raw, table._found([name])[0]  # pyright: ignore[reportPrivateUsage]
    if len(table) < 2 or place not in raw.serial():
        return None
    (values,) = raw.objects(table.rows.start, table.rows.start + 2, [place])
    ((last,),) = raw.objects(table.rows.stop - 1, table.rows.stop, [place])
    if not all(isinstance(value, int) for value in (*values, last)):
        return None
    step: int = values[1] - values[0]
    is_line = step > 0 and last == values[0] + (len(table) - 1) * step
    return (values[0], step) if is_line else None


def _comparisons(tree: Any) -> Iterator[tuple[str, str, int]]:
    """Comparisons of a column with a whole number, all of which must hold."""
    if not isinstance(tree, dict):
        return
    if isinstance(tree.get("Function"), dict):
        yield from _between(tree["Function"])
    node: Any = tree.get("BinaryExpr")
    if not isinstance(node, dict):
        return
    operator, left, right = node.get("op"), node.get("left"), node.get("right")
    if operator in ("And", "LogicalAnd"):
        yield from _comparisons(left)
        yield from _comparisons(right)
    elif operator in _TURNED:
        for one, other, way in ((left, right, operator), (right, left, _TURNED[operator])):
            value = _number(other)
            if isinstance(one, dict) and isinstance(one.get("Column"), str) and value is not None:
                yield one["Column"], way, value


def _between(function: Any) -> Iterator[tuple[str, str, int]]:
    """The two comparisons of ``is_between``."""
    boolean = function.get("function", {}).get("Boolean")
    between = boolean.get("IsBetween") if isinstance(boolean, dict) else None
    if not isinstance(between, dict) or len(function["input"]) != 3:
        return
    column, *bounds = function["input"]
    closed = between.get("closed")
    operators = "GtEq" if closed in ("Both", "Left") else "Gt", "LtEq" if closed in ("Both", "Right") else "Lt"
    for operator, bound in zip(operators, bounds):
        value = _number(bound)
        if isinstance(column, dict) and isinstance(column.get("Column"), str) and value is not None:
            yield column["Column"], operator, value


def _number(tree: Any) -> int | None:
    """The whole number that a literal is."""
    while isinstance(tree, dict) and len(tree) == 1:
        ((key, tree),) = tree.items()
        if key not in ("Literal", "Scalar", "Dyn", "Int", "value") and not key.startswith(("Int", "UInt")):
            return None
    return tree if isinstance(tree, int) and not isinstance(tree, bool) else None

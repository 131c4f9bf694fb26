"""A table: rows that are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ._arguments import whole
from ._gusher import Error, RawTable
from ._stream import Stream
from ._write import Written

# What is not needed at once is imported where it is used, so that `import gusher` takes no time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable
    from typing import Any, overload

    import duckdb
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from ._pandas import DtypeBackend
    from ._shown import Shown
    from ._stream import Texts

# How many rows a stream has in a batch.
_BATCH_ROWS = 65536
# How many rows are shown of a table.
_SHOWN = 5


class Table(Written):
    """Rows of columns, each of which is made when it is asked for. :func:`gusher.table` makes one.

    It takes no memory, whatever its number of rows. Whatever reads it (pyarrow, Polars, pandas, DuckDB, any library that
    takes Arrow's streams) may read it several times.

    >>> import gusher as g
    >>> t = g.table("t", 100, seed=1, columns={"id": "seq", "n": "int:1,6"})
    >>> t[99]["id"], len(t[10:20]), t.columns
    (100, 10, ['id', 'n'])
    """

    __slots__ = ("_names", "_indices", "_raw", "_recipe", "_start", "_stop")

    def __init__(
        self,
        raw: RawTable,
        recipe: tuple[Callable[..., RawTable], tuple[Any, ...]],
        rows: tuple[int, int] | None = None,
        indices: list[int] | None = None,
    ) -> None:
        self._raw = raw
        self._recipe = recipe
        self._start, self._stop = rows if rows is not None else raw.rows
        self._indices = indices
        names = [name for name, *_ in raw.columns()]
        self._names = names if indices is None else [names[index] for index in indices]

    # --- what it is ---

    @property
    def name(self) -> str:
        """The table's name, which is part of every value's key."""
        return self._raw.name

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self._names)

    @property
    def types(self) -> dict[str, str]:
        """For each column the name of the class that its values have in Python.

        >>> import gusher as g
        >>> g.table("t", 1, columns={"id": "seq", "day": "date", "price": "price"}).types
        {'id': 'int', 'day': 'datetime.date', 'price': 'decimal.Decimal'}
        """
        self._keys()
        known = self._raw.columns()
        indices = range(len(known)) if self._indices is None else self._indices
        return {known[index][0]: known[index][2] for index in indices}

    @property
    def rows(self) -> range:
        """The numbers of the rows."""
        return range(self._start, self._stop)

    @property
    def seed(self) -> int:
        """The seed; one by chance where none was given."""
        return self._raw.seed

    @property
    def now(self) -> datetime.datetime:
        """What the columns take for the present."""
        import datetime

        return datetime.datetime.fromtimestamp(self._raw.now, datetime.timezone.utc)

    @property
    def locale(self) -> str:
        """The locale of columns that name none."""
        return self._raw.locale

    @property
    def foreign_keys(self) -> list[tuple[list[str], str, list[str]]]:
        """For each foreign key its columns, the table that it refers to, and the columns there."""
        return self._raw.foreign_keys()

    def __len__(self) -> int:
        return self._stop - self._start

    def _view(self, start: int, stop: int) -> Table:
        return Table(self._raw, self._recipe, (start, stop), self._indices)

    def _with_texts(self, *, times: bool = True) -> Table:
        """The same with UUIDs as texts, and times of day, if they are meant, too."""
        return Table(self._raw.with_texts(times), self._recipe, (self._start, self._stop), self._indices)

    def _for_polars(self) -> Table:
        """The same with UUIDs as texts, of which Polars would show 16 bytes, and intervals, which it does not have."""
        columns = self._raw.columns()
        is_meant = any(format == "tin" or kind in ("uuid.UUID", "list", "dict") for _, format, kind, _ in columns)
        return self._with_texts(times=False) if is_meant else self

    def _keys(self) -> list[str]:
        """The names of the columns as the keys of a `dict`."""
        if len(set(self._names)) < len(self._names):
            twice = next(name for name in self._names if self._names.count(name) > 1)
            raise Error(f"a dict needs names that differ, and {self._names.count(twice)} columns are called `{twice}`")
        return self._names

    def _found(self, names: Sequence[str]) -> list[int]:
        if isinstance(names, str):
            raise TypeError(f"columns={names!r}: expected a list of names")
        indices: list[int] = []
        for name in names:
            if name not in self._names:
                import difflib

                near = difflib.get_close_matches(str(name), self._names, 1)
                hint = f"; did you mean `{near[0]}`?" if near else f"; there are {', '.join(self._names)}"
                raise Error(f"the table `{self.name}` has no column `{name}`{hint}")
            if self._names.count(name) > 1:
                raise Error(f"{self._names.count(name)} columns of the table `{self.name}` are called `{name}`")
            at = self._names.index(name)
            indices.append(at if self._indices is None else self._indices[at])
        return indices

    def _chosen(self, columns: Sequence[str] | None) -> list[int] | None:
        return self._indices if columns is None else self._found(columns)

    # --- rows ---

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, row: int) -> dict[str, Any]: ...
        @overload
        def __getitem__(self, row: slice) -> Table: ...

    def __getitem__(self, row: int | slice) -> dict[str, Any] | Table:
        """One row as a ``dict``, or a table of some of the rows.

        Raises:
            IndexError: if there is no such row.
        """
        if isinstance(row, slice):
            start, stop, step = row.indices(len(self))
            if step != 1:
                raise Error(f"a table has rows that follow each other; leave the step {step} out")
            return self._view(self._start + start, self._start + max(start, stop))
        if isinstance(row, str):
            raise TypeError(f"a row has a number; t.to_polars()[{row!r}] is a column")
        at = row + len(self) if row < 0 else row
        if not 0 <= at < len(self):
            raise IndexError(f"there is no row {row} of {len(self)}")
        at += self._start
        names = self._keys()
        lists = self._raw.objects(at, at + 1, self._indices)
        return {name: values[0] for name, values in zip(names, lists, strict=True)}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """All rows, one after the other."""
        names = self._keys()
        at, size = self._start, 64
        while at < self._stop:
            end = min(self._stop, at + size)
            lists = self._raw.objects(at, end, self._indices)
            for values in zip(*lists, strict=True):
                yield dict(zip(names, values, strict=True))
            at, size = end, 1024

    def to_dicts(self) -> list[dict[str, Any]]:
        """All rows as a list of ``dict``."""
        return list(self)

    def to_dict(self) -> dict[str, list[Any]]:
        """All values as one list a column."""
        names = self._keys()
        lists = self._raw.objects(self._start, self._stop, self._indices)
        return dict(zip(names, lists, strict=True))

    def head(self, n: int = _SHOWN) -> Table:
        """The first rows.

        >>> import gusher as g
        >>> g.table("t", 10, columns={"id": "seq"}).head(2).to_dicts()
        [{'id': 1}, {'id': 2}]
        """
        return self[: max(0, n)]

    def shard(self, number: int, count: int) -> Table:
        """Part `number`, from 1, of `count` equal parts of the rows.

        >>> import gusher as g
        >>> g.table("t", 10, columns={"id": "seq"}).shard(2, 3).rows
        range(3, 6)
        """
        start, stop = RawTable.shard(self._start, self._stop, whole("number", number), whole("count", count))
        return self._view(start, stop)

    def select(self, *names: str) -> Table:
        """The same rows with some of the columns, in this order. Only these are made.

        >>> import gusher as g
        >>> g.table("t", 3, columns={"id": "seq", "name": "name"}).select("id")[2]
        {'id': 3}
        """
        return Table(self._raw, self._recipe, (self._start, self._stop), self._found(names))

    # --- Arrow ---

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A fresh stream of all rows. Texts are dictionaries, utf8, large_utf8 or utf8_view, as the schema asks."""
        return self._raw.stream(self._start, self._stop, self._indices, requested=requested_schema)

    def __arrow_c_schema__(self) -> object:
        """The types of the columns."""
        return self._raw.schema(self._indices)

    def stream(
        self, columns: Sequence[str] | None = None, *, texts: Texts = "dictionary", batch_rows: int = _BATCH_ROWS
    ) -> Stream:
        """An object with ``__arrow_c_stream__`` that can be read once; its batches are made as they are read.

        Args:
            columns: the names of the columns; all by default.
            texts: what texts are in Arrow. ``"dictionary"`` is for columns of few different texts; others are utf8.
            batch_rows: how many rows a batch has at most.
        """
        chosen = self._chosen(columns)
        return Stream(self._raw.stream(self._start, self._stop, chosen, texts, None, batch_rows))

    def _collected(self, columns: Sequence[str] | None, texts: Texts, threads: int | None) -> Stream:
        chosen = self._chosen(columns)
        return Stream(self._raw.collect(self._start, self._stop, chosen, texts, threads))

    def reader(
        self, columns: Sequence[str] | None = None, *, texts: Texts = "dictionary", batch_rows: int = _BATCH_ROWS
    ) -> pa.RecordBatchReader:
        """A ``pyarrow.RecordBatchReader``, whose batches are made as they are read."""
        import pyarrow as pa

        return pa.RecordBatchReader.from_stream(self.stream(columns, texts=texts, batch_rows=batch_rows))

    def to_arrow(
        self, columns: Sequence[str] | None = None, *, texts: Texts = "dictionary", threads: int | None = None
    ) -> pa.Table:
        """A ``pyarrow.Table`` of all rows, whose buffers are those that the rows were made in."""
        import pyarrow as pa

        return pa.RecordBatchReader.from_stream(self._collected(columns, texts, threads)).read_all()

    def to_polars(
        self, columns: Sequence[str] | None = None, *, texts: Texts = "utf8_view", threads: int | None = None
    ) -> pl.DataFrame:
        """A ``polars.DataFrame`` of all rows. Texts are ``String``; with ``texts="dictionary"`` those of columns of few
        different ones are ``Categorical``. UUIDs and intervals are texts."""
        import polars as pl

        return pl.DataFrame(self._for_polars()._collected(columns, texts, threads))

    def to_pandas(
        self,
        columns: Sequence[str] | None = None,
        *,
        texts: Texts = "large_utf8",
        threads: int | None = None,
        dtype_backend: DtypeBackend | None = None,
    ) -> pd.DataFrame:
        """A ``pandas.DataFrame`` of all rows. Texts are ``str``, which takes their memory over as it is; with
        ``texts="dictionary"`` columns of few different texts are ``category``.

        Whole numbers with nulls are ``float64``, as pandas has it, or ``Int64`` or ``UInt64`` where the column's range has numbers that
        float64 does not.

        Args:
            columns: the names of the columns; all by default.
            texts: what texts are in Arrow.
            threads: how many threads make rows; one a core by default.
            dtype_backend: ``"numpy_nullable"`` or ``"pyarrow"`` for dtypes that have nulls of their own, as in pandas.
        """
        from ._pandas import frame

        chosen = self if columns is None else self.select(*columns)
        return frame(chosen, texts, threads, dtype_backend)

    def _wide(self) -> list[int]:
        """The indices, among the columns of this table, of whole numbers with nulls that float64 does not hold."""
        wide = self._raw.wide()
        indices = range(len(self._names)) if self._indices is None else self._indices
        return [at for at, index in enumerate(indices) if index in wide]

    def to_duckdb(
        self, columns: Sequence[str] | None = None, *, connection: duckdb.DuckDBPyConnection | None = None
    ) -> duckdb.DuckDBPyRelation:
        """A relation of DuckDB over all rows. ``duckdb.sql("select … from people")`` reads a table by its variable, too."""
        import duckdb

        chosen = self if columns is None else self.select(*columns)
        target = duckdb if connection is None else connection
        return target.from_arrow(chosen.to_arrow())

    def lazy(self) -> pl.LazyFrame:
        """A ``polars.LazyFrame`` that makes only the columns and the rows that a query needs.

        >>> import gusher as g
        >>> people = g.table("people", 10**9, seed=1, columns={"id": "seq", "name": "name", "age": "int:0,99"})
        >>> people.lazy().select("id").slice(10**8, 2).collect()["id"].to_list()
        [100000001, 100000002]
        """
        from ._lazy import scan

        return scan(self._for_polars())

    # --- files ---

    def _write(self, path: str | None, options: dict[str, Any]) -> None:
        if self._indices is not None:
            text = "a file or a database has all columns of its table; make a table without the others: its values are the same"
            raise Error(text)
        self._raw.write(path, self._start, self._stop, options)

    # --- pickling, showing, comparing ---

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[Any, ...]]:
        return _again, (self._recipe, (self._start, self._stop), self._indices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.__reduce__() == other.__reduce__()

    __hash__ = None  # type: ignore[assignment]

    def _shown(self) -> Shown:
        """The first rows. Columns may have the same name, which a `dict` would not take."""
        from ._shown import Shown, indices_of

        stop = min(self._stop, self._start + _SHOWN)
        known = range(len(self._names)) if self._indices is None else self._indices
        columns = self._raw.objects(self._start, stop, [known[at] for at in indices_of(len(self._names))])
        title = f"{self.name}: {len(self):,} rows, seed {self.seed}"
        return Shown(title, self._names, columns, stop == self._stop)

    def __repr__(self) -> str:
        return self._shown().text()

    def _repr_html_(self) -> str:
        return self._shown().html()


def _again(
    recipe: tuple[Callable[..., RawTable], tuple[Any, ...]], rows: tuple[int, int], indices: list[int] | None
) -> Table:
    make, arguments = recipe
    return Table(make(*arguments), recipe, rows, indices)

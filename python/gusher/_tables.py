"""Tables are made here: of words, and of schema files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from . import _gusher
from ._arguments import now_text, range_of, whole
from ._columns import Column
from ._gusher import RawTable
from ._table import Table
from ._write import Written

# What is not needed at once is imported where it is used, so that `import gusher` takes no time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._arguments import Now


def _of_words(
    name: str,
    start: int,
    stop: int,
    columns: list[tuple[str | None, str | Column]],
    seed: int | None,
    now: str | None,
    locale: str | None,
) -> RawTable:
    # A function is named by its number.
    words: list[tuple[str | None, str | int]] = []
    functions: list[tuple[str, Callable[..., Any], list[str]]] = []
    for column_name, word in columns:
        if isinstance(word, Column):
            words.append((column_name, len(functions)))
            functions.append((word.name, word.call, list(word.reads)))
        else:
            words.append((column_name, word))
    return _gusher.table(name, start, stop, words, functions, seed, now, locale)


def table(
    name: str,
    rows: int | range,
    /,
    *,
    columns: Mapping[str, str | Column] | Sequence[str],
    seed: int | None = None,
    now: Now = None,
    locale: str | None = None,
) -> Table:
    """A table of columns in the words of the command.

    Args:
        name: the table's name, which is part of every value's key.
        rows: how many rows, or which: ``range(1000, 2000)``.
        columns: for each column its name and ``GENERATOR[:CONSTRAINT][@MODIFIER…]``, or a :func:`gusher.column`; or a list
            of such words, with names as in ``"id=seq"``.
        seed: the same seed gives the same values; one by chance without it.
        now: the present, for columns that depend on it: RFC 3339, seconds since 1970, or a ``datetime`` with a time zone. With
            a seed it is 2026-01-01T00:00:00Z unless it is given, otherwise the moment of the call.
        locale: the locale of columns that name none, such as ``"de_DE"``.

    Raises:
        Error: all errors in the columns, each with its position and what would be right.

    >>> import gusher as g
    >>> g.table("people", 3, seed=7, columns={"id": "seq", "email": "emial"})
    Traceback (most recent call last):
        ...
    gusher.Error: error in the columns of `people`
      email=emial
            ^^^^^ no generator has this name; did you mean `email`?
    """
    start, stop = range_of(rows)
    if isinstance(columns, Mapping):
        words: list[tuple[str | None, str | Column]] = [(str(key), word) for key, word in columns.items()]
    elif isinstance(columns, str):
        raise TypeError(f"columns={columns!r}: expected a dict of names and words, or a list of words")
    else:
        words = [(None, word) for word in columns]
    for key, word in words:
        if not isinstance(word, str | Column):
            named = f"columns[{key!r}]" if key is not None else "columns"
            raise TypeError(f"{named}: expected a word such as \"int:1,6\", not {word!r}")
    seed = None if seed is None else whole("seed", seed)
    raw = _of_words(name, start, stop, words, seed, now_text(now), locale)
    recipe = (name, start, stop, words, raw.seed, str(raw.now), raw.locale)
    return Table(raw, (_of_words, recipe))


class Tables(Written, Mapping[str, Table]):
    """The tables of a schema file, by their names. :func:`gusher.tables` reads one."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self._tables = tables

    def __getitem__(self, name: str) -> Table:
        found = self._tables.get(name)
        if found is None:
            import difflib

            near = difflib.get_close_matches(str(name), self._tables, 1)
            hint = f"; did you mean `{near[0]}`?" if near else f"; there are {', '.join(self._tables)}"
            raise KeyError(f"the schema has no table `{name}`{hint}")
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __repr__(self) -> str:
        lines = [f"  {table.name}: {len(table):,} rows: {', '.join(table.columns)}" for table in self.values()]
        return "\n".join([f"{len(self)} tables", *lines])

    def _write(self, path: str | None, options: dict[str, Any]) -> None:
        raws = [table._raw for table in self._tables.values()]  # pyright: ignore[reportPrivateUsage]
        _gusher.write_tables(path, raws, options)


def _of_file(
    path: str,
    text: str,
    folder: str,
    seed: int | None,
    now: str | None,
    locale: str | None,
    scale: float | None,
    name: str,
) -> RawTable:
    raws = _gusher.tables(path, text, folder, seed, now, locale, scale)
    return next(raw for raw in raws if raw.name == name)


def tables(
    path: str | os.PathLike[str] | Mapping[str, Mapping[str, object]],
    *,
    seed: int | None = None,
    now: Now = None,
    locale: str | None = None,
    scale: float | None = None,
) -> Tables:
    """The tables of a schema file, with their keys and links.

    Args:
        path: the file, in TOML; or the tables by their names, each a dict of what the file has of it.
        seed: the seed, instead of that of the file.
        now: the present, instead of that of the file.
        locale: the locale of columns that name none, instead of that of the file.
        scale: by how much the numbers of rows are multiplied.

    Raises:
        Error: all errors in the file, each with its place and what would be right.
        OSError: if it cannot be read.
        TypeError: for what a schema file has no form of.

    >>> import gusher as g
    >>> shop = g.tables(
    ...     {
    ...         "orders": {"rows": 2, "columns": {"id": "seq", "items": {"list": "items", "columns": ["line"]}}},
    ...         "items": {
    ...             "rows": {"per": "orders", "each": 2},
    ...             "columns": {"order": "ref:orders.id", "line": "nth"},
    ...         },
    ...     },
    ...     seed=7,
    ... )
    >>> shop["orders"][0]
    {'id': 1, 'items': [{'line': 1}, {'line': 2}]}
    """
    if isinstance(path, Mapping):
        from ._toml import schema

        text = schema(path)
        return tables_of_text("the schema", text, seed=seed, now=now, locale=locale, scale=scale)
    file = os.fspath(path)
    folder = os.path.abspath(os.path.dirname(file))
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    return tables_of_text(file, text, folder=folder, seed=seed, now=now, locale=locale, scale=scale)


def tables_of_text(
    file: str,
    text: str,
    *,
    folder: str = "",
    seed: int | None = None,
    now: Now = None,
    locale: str | None = None,
    scale: float | None = None,
) -> Tables:
    """The tables of the text of a schema file, which messages call `file`."""
    seed = None if seed is None else whole("seed", seed)
    scale = None if scale is None else float(scale)
    raws = _gusher.tables(file, text, folder, seed, now_text(now), locale, scale)
    made: dict[str, Table] = {}
    for raw in raws:
        # The locale of the file stays its own.
        recipe = (file, text, folder, raw.seed, str(raw.now), locale, scale, raw.name)
        made[raw.name] = Table(raw, (_of_file, recipe))
    return Tables(made)

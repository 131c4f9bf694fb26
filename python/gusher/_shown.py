"""How a table is shown: its first rows as text, or as HTML in notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["MAX_COLUMNS", "Shown", "indices_of"]

# Of more columns the first and the last ones are shown.
MAX_COLUMNS = 20
_MAX_CHARACTERS = 40
_MORE = "…"


class Shown:
    """The first rows of a table, as they are shown.

    Args:
        title: what is above them.
        names: the names of all columns.
        columns: the values of the columns that ``indices_of`` gives.
        is_all: whether these are all rows.
    """

    def __init__(self, title: str, names: Sequence[str], columns: Sequence[Sequence[object]], is_all: bool) -> None:
        shown = indices_of(len(names))
        lists = [list(column) for column in columns]
        self._title = title
        self._names = [names[at] for at in shown]
        self._is_all = is_all
        if len(shown) < len(names):
            middle = MAX_COLUMNS // 2
            self._names.insert(middle, _MORE)
            rows = max(map(len, lists), default=0)
            lists.insert(middle, [_More() for _ in range(rows)])
        self._rows = list(zip(*lists, strict=True))

    def text(self) -> str:
        """Aligned lines."""
        rows = [[_text(value) for value in row] for row in self._rows]
        widths = [max(map(len, texts)) for texts in zip(self._names, *rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
            for row in [self._names, *rows]
        ]
        return "\n".join([self._title, *lines, *([] if self._is_all else [_MORE])])

    def html(self) -> str:
        """A table of HTML, in which null differs from a text that says so."""
        head = "".join(f"<th>{escape(name)}</th>" for name in self._names)
        rows = ["".join(f"<td>{_html(value)}</td>" for value in row) for row in self._rows]
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        more = "" if self._is_all else f'<tr><td colspan="{len(self._names)}">{_MORE}</td></tr>'
        return f"<table><caption>{escape(self._title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}{more}</tbody></table>"


def indices_of(count: int) -> list[int]:
    """The indices of the columns that are shown of a table with `count` columns."""
    half = MAX_COLUMNS // 2
    return list(range(count)) if count <= MAX_COLUMNS else [*range(half), *range(count - half, count)]


class _More:
    def __str__(self) -> str:
        return _MORE


def _text(value: object) -> str:
    text = "null" if value is None else str(value)
    return text if len(text) <= _MAX_CHARACTERS else text[: _MAX_CHARACTERS - 1] + _MORE


def _html(value: object) -> str:
    return "<i>null</i>" if value is None else escape(_text(value))

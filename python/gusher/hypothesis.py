"""For Hypothesis: strategies over the rows of a table. What fails shrinks to a small row number.

>>> import gusher as g
>>> from gusher.hypothesis import rows, values
>>> from hypothesis import given
>>> people = g.table("people", 1000, seed=1, columns={"id": "seq", "email": "email@unique"})
>>> @given(rows(people))
... def test_addresses(person):
...     assert "@" in person["email"]
>>> test_addresses()
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from ._table import Table
from ._value import sampler

__all__ = ["lists", "rows", "values"]

# Beyond this, row numbers say no more.
_MOST = 2**20


def rows(table: Table) -> st.SearchStrategy[dict[str, Any]]:
    """Rows of a table as ``dict``. Shrinks to the first row."""
    if len(table) == 0:
        return st.nothing()
    return st.integers(0, len(table) - 1).map(lambda row: table[row])


def lists(table: Table, *, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy[list[dict[str, Any]]]:
    """Lists of different rows of a table. Shrinks to few of the first rows."""
    most = len(table) if max_size is None else min(max_size, len(table))
    numbers = st.lists(st.integers(0, max(0, len(table) - 1)), min_size=min_size, max_size=most, unique=True)
    return numbers.map(lambda chosen: [table[row] for row in chosen])


def values(word: str, *, seed: int = 0, locale: str = "en_US") -> st.SearchStrategy[Any]:
    """Values of a column in the words of the command. Shrinks to that of the first row.

    Raises:
        gusher.Error: what is wrong with the word.
    """
    made = sampler(word, seed=seed, locale=locale)

    def value(row: int) -> Any:
        made.seek(row)
        return made.next()

    return st.integers(0, made.count(_MOST) - 1).map(value)

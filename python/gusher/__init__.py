"""Realistic fake data at pipe speed.

>>> import gusher as g
>>> people = g.table("people", 1_000_000, seed=7, columns={"id": "seq", "name": "name", "spent": "decimal:0,500,2"})
>>> len(people)
1000000
>>> people[0]["id"]
1

A value follows from the seed, the table, the column and the row, and from nothing else: any row can be made alone, and the
same seed gives the same values on every machine, and in the command ``gush``.
"""

from __future__ import annotations

from ._columns import Column, column
from ._gusher import Error, __version__, is_main_interpreter
from ._lists import generators, locales
from ._table import Table
from ._tables import Tables, table, tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._faker.faker import Faker as Faker
    from ._models import rows_for as rows_for

__all__ = [
    "Column",
    "Error",
    "Faker",
    "Table",
    "Tables",
    "__version__",
    "column",
    "generators",
    "locales",
    "rows_for",
    "table",
    "tables",
]


if not is_main_interpreter():
    raise ImportError("gusher cannot be used in a subinterpreter; use threads or processes, which share tables as they are")


# What not everybody needs is imported when it is asked for.
def __getattr__(name: str) -> object:
    if name == "Faker":
        from ._faker.faker import Faker

        return Faker
    if name == "rows_for":
        from ._models import rows_for

        return rows_for
    raise AttributeError(f"module 'gusher' has no attribute {name!r}")

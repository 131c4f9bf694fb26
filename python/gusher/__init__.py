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

from ._gusher import Error, __version__
from ._table import Column, Table, Tables, column, generators, locales, table, tables

__all__ = [
    "Column",
    "Error",
    "Table",
    "Tables",
    "__version__",
    "column",
    "generators",
    "locales",
    "table",
    "tables",
]


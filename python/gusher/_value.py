"""One value after the other of a column: what the adapters of other packages are made of."""

from __future__ import annotations

from typing import Any

from . import _gusher
from ._gusher import Sampler


def sampler(word: str, *, name: str | None = None, seed: int | None = None, locale: str = "en_US") -> Sampler:
    """What gives the values of a column in the words of the command."""
    seed = _gusher.random_seed() if seed is None else seed
    # Columns differ by their names, or by their specs where they have none.
    return Sampler(name or word, word, seed, None, locale)


def at(word: str, row: int, *, name: str | None = None, seed: int = 0, locale: str = "en_US") -> Any:
    """The value of one row."""
    made = sampler(word, name=name, seed=seed, locale=locale)
    made.seek(row)
    return made.next()

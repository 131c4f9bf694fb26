"""For polyfactory: fields whose values are those of columns.

>>> from dataclasses import dataclass
>>> from polyfactory.factories import DataclassFactory
>>> import gusher.polyfactory
>>> @dataclass
... class User:
...     id: int
...     email: str
>>> class UserFactory(DataclassFactory[User]):
...     __model__ = User
...     id = gusher.polyfactory.value("seq")
...     email = gusher.polyfactory.value("email@unique", seed=1)
>>> [user.id for user in UserFactory.batch(3)]
[1, 2, 3]
"""

from __future__ import annotations

from typing import Any

from polyfactory import Use

from ._value import sampler

__all__ = ["value"]


def value(word: str, *, seed: int | None = None, name: str | None = None, locale: str = "en_US") -> Any:
    """A field of a factory in the words of the command: object n has the value of row n.

    Args:
        word: ``GENERATOR[:CONSTRAINT][@MODIFIER…]``.
        seed: the same seed gives the same values; one by chance without it.
        name: the name of the column, by which fields with the same words have different values.
        locale: the locale.

    Raises:
        gusher.Error: what is wrong with the word.
    """
    return Use(sampler(word, name=name, seed=seed, locale=locale).next)

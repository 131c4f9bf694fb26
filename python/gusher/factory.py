"""For factory_boy: fields whose values are those of columns.

>>> import factory, gusher.factory
>>> class UserFactory(factory.Factory):
...     class Meta:
...         model = dict
...     id = gusher.factory.Value("seq")
...     email = gusher.factory.Value("email@unique", seed=1)
>>> [UserFactory()["id"] for _ in range(3)]
[1, 2, 3]
"""

from __future__ import annotations

from typing import Any

from factory.declarations import BaseDeclaration

from ._value import sampler

__all__ = ["Value"]


class Value(BaseDeclaration):
    """A field of a factory in the words of the command: object n has the value of row n.

    Args:
        word: ``GENERATOR[:CONSTRAINT][@MODIFIER…]``.
        seed: the same seed gives the same values; one by chance without it.
        name: the name of the column, by which fields with the same words have different values.
        locale: the locale.

    Raises:
        gusher.Error: what is wrong with the word.
    """

    def __init__(
        self, word: str, *, seed: int | None = None, name: str | None = None, locale: str = "en_US"
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._sampler = sampler(word, name=name, seed=seed, locale=locale)

    def evaluate(self, instance: Any, step: Any, extra: Any) -> Any:
        """The value for the next object."""
        return self._sampler.next()

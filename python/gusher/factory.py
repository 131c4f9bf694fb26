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

import contextlib
from collections.abc import Iterator
from typing import Any

from factory.declarations import BaseDeclaration

from ._faker import Faker as _Faker
from ._value import sampler

__all__ = ["Faker", "Value"]


class Faker(BaseDeclaration):
    """A field of a factory that a method of :class:`gusher.Faker` makes, as ``factory.Faker`` makes it.

    Args:
        provider: the name of the method.
        locale: the locale; ``en_US`` without one.
        kwargs: the arguments of the method, which may be declarations, too.

    >>> import factory, gusher.factory
    >>> class UserFactory(factory.Factory):
    ...     class Meta:
    ...         model = dict
    ...     name = gusher.factory.Faker("name")
    ...     age = gusher.factory.Faker("pyint", min_value=18, max_value=18)
    >>> UserFactory()["age"]
    18
    """

    # One of each locale; gusher.Faker.seed reaches them.
    _fakers: dict[str | None, _Faker] = {}
    _default_locale: str | None = None

    def __init__(self, provider: str, locale: str | None = None, **kwargs: Any) -> None:
        super().__init__(locale=locale, **kwargs)  # type: ignore[no-untyped-call]
        self.provider = provider

    def evaluate(self, instance: Any, step: Any, extra: dict[str, Any]) -> Any:
        """The value for the next object."""
        arguments = dict(extra)
        fake = self._faker(arguments.pop("locale"))
        return fake.format(self.provider, **arguments)

    @classmethod
    def _faker(cls, locale: str | None) -> _Faker:
        name = locale or cls._default_locale
        if name not in cls._fakers:
            cls._fakers[name] = _Faker(name)
        return cls._fakers[name]

    @classmethod
    @contextlib.contextmanager
    def override_default_locale(cls, locale: str) -> Iterator[None]:
        """Another locale for the fields that name none."""
        before, cls._default_locale = cls._default_locale, locale
        try:
            yield
        finally:
            cls._default_locale = before

    @classmethod
    def add_provider(cls, provider: Any, locale: str | None = None) -> None:
        """Adds the methods of a provider to the fields of a locale."""
        cls._faker(locale).add_provider(provider)


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

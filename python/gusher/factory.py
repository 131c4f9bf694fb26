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
import functools
from collections.abc import Iterator
from typing import Any

import factory.random
from factory.declarations import BaseDeclaration

from . import _gusher
from ._faker.faker import Faker as _Faker
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

    # One of each locale; gusher.Faker.seed reaches them, and by it factory.random.
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


def _begin(state: Any) -> None:
    """Begins all Fakers without a seed of their own again, with what a state of randomness stands for."""
    _Faker.seed(_gusher.seed_of(0, repr(state)))


def _follow_factory_boy() -> None:
    """Lets ``factory.random`` begin our fields again as it does its own, and as it tells Faker to."""
    get, set_ = factory.random.get_random_state, factory.random.set_random_state

    @functools.wraps(get)
    def get_random_state() -> Any:
        state = get()  # type: ignore[no-untyped-call]
        _begin(state)
        return state

    @functools.wraps(set_)
    def set_random_state(state: Any) -> None:
        set_(state)  # type: ignore[no-untyped-call]
        _begin(state)

    factory.random.get_random_state = get_random_state
    factory.random.set_random_state = set_random_state


_follow_factory_boy()

"""Faker's ``unique``: values none of which comes twice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from .._gusher import Error
from .errors import NOT_A_METHOD, UniquenessException
from .values import ValuesOf

if TYPE_CHECKING:
    from .method import Method

__all__ = ["Unique", "UniqueOfSeveral"]


class Unseen:
    """Values of a method that cannot have different ones by itself: those that came before are left out."""

    # As many as Faker tries.
    _TRIES = 1000

    def __init__(self, draw: Callable[..., Any], name: str, seen: set[Any] | None = None) -> None:
        self._draw = draw
        self._name = name
        self._seen: set[Any] = set() if seen is None else seen
        self._lock = threading.Lock()

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        for _ in range(self._TRIES):
            value = self._draw(*args, **kwargs)
            known = value if isinstance(value, Hashable) else repr(value)
            with self._lock:
                is_new = known not in self._seen
                self._seen.add(known)
            if is_new:
                return value
        # Faker's message begins so, and programs look at it.
        text = f"Got duplicated values after {self._TRIES:,} iterations. `{self._name}` gave no new value"
        raise UniquenessException(f"{text}; fake.unique.clear() begins again")


class Unique(ValuesOf):
    """Values of one locale none of which comes twice, until :meth:`clear`."""

    def __init__(self, fake: Any) -> None:
        super().__init__(fake._place, fake._seed, fake._present, "@unique")
        self._fake = fake
        # The counters of values that are left out when they were seen.
        self._plain = ValuesOf(fake._place, fake._seed, fake._present)
        self._unseen: dict[Any, Unseen] = {}
        # What was seen before a copy was made.
        self._before: dict[Any, set[Any]] = {}

    def _sampler(
        self,
        name: str,
        column: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
        column_name: str | None = None,
    ) -> Callable[..., Any]:
        try:
            return super()._sampler(name, column, convert, other, column_name)
        except Error as error:
            if "`@unique` is not supported" not in str(error):
                raise
        made = self._left_out(f"column {name}", self._plain._sampler(name, column, convert, other), name)
        return self._samplers.setdefault(name, made)

    def _left_out(self, key: str, draw: Callable[..., Any], name: str) -> Unseen:
        known = self._unseen.get(key)
        if known is None:
            known = self._unseen.setdefault(key, Unseen(draw, name, self._before.pop(key, None)))
        return known

    def _given(self, method: Method, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if method.columns is not None:
            column, convert = method.columns(*args, **kwargs)
            # None of these counters is given up: the values of a new one could have come before.
            value = self._sampler(f"{method.name}({column})", column, None)()
            return value if convert is None else convert(value)
        # Values of the same arguments differ from each other.
        key = f"{method.name} {args!r} {kwargs!r}"
        draw = partial(self._plain._given, method)
        return self._left_out(key, lambda *args, **kwargs: draw(args, kwargs), method.name)(*args, **kwargs)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Any]:
            if name.startswith("_"):
                raise AttributeError(name)
            fake = self._fake
            if name not in fake._added:
                try:
                    return super().__getattr__(name)
                except AttributeError:
                    pass
            method = getattr(fake, name)
            if not callable(method):
                raise TypeError(NOT_A_METHOD.format("unique", name))
            # Each of its arguments has values of its own.
            made = self.__dict__[name] = lambda *args, **kwargs: self._left_out(
                f"{name} {args!r} {kwargs!r}", method, name
            )(*args, **kwargs)
            return made

    def __getitem__(self, locale: str) -> Any:
        return self._fake[locale].unique

    def exclude_types(self, types: Iterable[type]) -> Excluding:
        """The same, but for values of these types, which may come again."""
        return Excluding(self, self._fake, tuple(types))

    def clear(self) -> None:
        """Begins again."""
        self._clear()
        self._plain._clear()
        self._unseen = {}
        self._before = {}

    def _begin(self, seed: int) -> None:
        super()._begin(seed)
        self._plain._begin(seed)

    def _state(self) -> dict[str, Any]:
        seen = {key: set(one._seen) for key, one in self._unseen.items()}
        return {"rows": self._rows(), "plain": self._plain._rows(), "seen": {**self._before, **seen}}

    def _go_on_from(self, state: dict[str, Any]) -> None:
        self._go_on(state["rows"])
        self._plain._go_on(state["plain"])
        self._before = {key: set(seen) for key, seen in state["seen"].items()}


class UniqueOfSeveral:
    """Values of several locales none of which comes twice in any of them.

    Args:
        fake: the Faker of the locales, whose counters these are.
        seen: what was given, by method and arguments.
    """

    def __init__(self, fake: Any, seen: dict[str, set[Any]] | None = None) -> None:
        self._fake = fake
        self._seen: dict[str, set[Any]] = {} if seen is None else seen

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        method = getattr(self._fake, name)
        if not callable(method):
            raise TypeError(NOT_A_METHOD.format("unique", name))

        def call(*args: Any, **kwargs: Any) -> Any:
            seen = self._seen.setdefault(f"{name} {args!r} {kwargs!r}", set())
            return Unseen(method, name, seen)(*args, **kwargs)

        return call

    def __getitem__(self, locale: str) -> UniqueOfSeveral:
        return UniqueOfSeveral(self._fake[locale], self._seen)

    def exclude_types(self, types: Iterable[type]) -> Excluding:
        """The same, but for values of these types, which may come again."""
        return Excluding(self, self._fake, tuple(types))

    def clear(self) -> None:
        """Begins again."""
        self._seen.clear()

    def _begin(self, seed: int) -> None:
        """Its counters are those of the locales."""

    def _state(self) -> dict[str, Any]:
        return {"seen": self._seen}

    def _go_on_from(self, state: dict[str, Any]) -> None:
        self._seen = {key: set(seen) for key, seen in state["seen"].items()}


class Excluding:
    """Unique values, but for those of some types, which may come again."""

    def __init__(self, unique: Any, fake: Any, types: tuple[type, ...]) -> None:
        self._unique = unique
        self._fake = fake
        self._excluded_types = types

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        plain, unique = getattr(self._fake, name), getattr(self._unique, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            value = plain(*args, **kwargs)
            return value if isinstance(value, self._excluded_types) else unique(*args, **kwargs)

        return call

    def __getitem__(self, locale: str) -> Excluding:
        return Excluding(self._unique[locale], self._fake[locale], self._excluded_types)

    def exclude_types(self, types: Iterable[type]) -> Excluding:
        """The same, but for values of these types alone."""
        return Excluding(self._unique, self._fake, tuple(types))

    def clear(self) -> None:
        """Begins again."""
        self._unique.clear()

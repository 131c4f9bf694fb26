"""The methods of a Faker, each with a counter of its own: what :class:`gusher.Faker` and its ``unique`` are made of."""

from __future__ import annotations

import datetime
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from . import _gusher
from ._faker_draw import BITS, Draw
from ._faker_methods import METHODS, Method
from ._gusher import Error, Sampler

__all__ = ["Present", "Unseen", "ValuesOf"]

_UTC = datetime.timezone.utc
# So many counters of methods with arguments are kept; the oldest ones go first.
_MAX_COUNTERS = 1024


class Present:
    """What a Faker takes for the present: that of the clock, or a fixed one.

    Args:
        fixed: in seconds since 1970-01-01T00:00:00Z; none for the clock.
    """

    __slots__ = ("fixed",)

    def __init__(self, fixed: int | None) -> None:
        self.fixed = fixed

    def now(self, tzinfo: datetime.tzinfo | None = None) -> datetime.datetime:
        """The present. Without a zone it is that of the machine's clock, or UTC if it is fixed."""
        if self.fixed is None:
            return datetime.datetime.now(tzinfo)
        now = datetime.datetime(1970, 1, 1, tzinfo=_UTC) + datetime.timedelta(seconds=self.fixed)
        return now.replace(tzinfo=None) if tzinfo is None else now.astimezone(tzinfo)

    @property
    def text(self) -> str:
        """The present as columns take it."""
        return str(int(time.time()) if self.fixed is None else self.fixed)


class ValuesOf:
    """The methods of Faker under a seed, each with a counter of its own."""

    def __init__(self, locale: str, seed: int, present: Present, modifiers: str = "") -> None:
        self._locale = locale
        self._seed = seed
        self._present = present
        self._modifiers = modifiers
        self._samplers: dict[str, Callable[..., Any]] = {}
        # The row from which counters go on whose predecessors were given up.
        self._floor = 0
        # What one method uses of the others, with counters of its own.
        self._parts: dict[str, _Part] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        method = METHODS.get(name)
        if method is None:
            raise AttributeError(name)
        try:
            made = self._callable(method)
        except Error as error:
            # The locale has no data for it.
            raise AttributeError(f"{name}: {error}") from error
        # The next time the attribute is found without this function.
        self.__dict__[name] = made
        return made

    def _callable(self, method: Method) -> Callable[..., Any]:
        if method.column is None:
            return self._drawn(method)
        column, convert = method.column

        def with_arguments(*args: Any, **kwargs: Any) -> Any:
            args, kwargs = method.bound(args, kwargs)
            return self._given(method, args, kwargs) if args or kwargs else plain()

        plain = self._sampler(method.name, column, convert, with_arguments if method.takes_arguments else None)
        return plain

    def _drawn(self, method: Method) -> Callable[..., Any]:
        """A method whose values are drawn, with or without arguments."""

        def call(*args: Any, **kwargs: Any) -> Any:
            if args or kwargs:
                args, kwargs = method.bound(args, kwargs)
            return self._given(method, args, kwargs)

        call.__name__ = call.__qualname__ = method.name
        return call

    def _given(self, method: Method, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """A value for these arguments."""
        if method.draw is not None:
            bits = self._sampler(f"{method.name}()", f"int:0,{2**BITS - 1}", None)
            return method.draw(self._part(method.name), Draw(bits()), *args, **kwargs)
        assert method.columns is not None
        column, convert = method.columns(*args, **kwargs)
        # What it converts to may differ from call to call.
        value = self._counter(method.name, column)()
        return value if convert is None else convert(value)

    def _counter(self, name: str, column: str) -> Callable[..., Any]:
        """A counter for each method and each column that its arguments make."""
        key = f"{name}({column})"
        known = self._samplers.get(key)
        if known is not None:
            return known
        if len(self._samplers) >= _MAX_COUNTERS:
            self._give_up()
        made = self._sampler(key, column, None)
        if self._floor > 0 and isinstance(made, Sampler):
            made.seek(self._floor)
        return made

    def _give_up(self) -> None:
        """Gives the oldest counters up. Those that come after begin behind them, so that nothing is said twice."""
        counters = [key for key in list(self._samplers) if key.endswith(")") and not key.endswith("()")]
        for key in counters[: _MAX_COUNTERS // 2]:
            sampler = self._samplers.pop(key, None)
            if isinstance(sampler, Sampler):
                self._floor = max(self._floor, sampler.row)

    def _sampler(
        self,
        name: str,
        column: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
    ) -> Callable[..., Any]:
        sampler = self._samplers.get(name)
        if sampler is None:
            now = self._present.text
            column += self._modifiers
            made = Sampler(name, column, self._seed, now, self._locale, convert, other)
            # Of two threads that make it at once, one has made it in vain.
            sampler = self._samplers.setdefault(name, made)
        return sampler

    def _part(self, name: str) -> _Part:
        part = self._parts.get(name)
        if part is None:
            part = self._parts.setdefault(name, _Part(self, name))
        return part

    def _clear(self) -> None:
        for name in [name for name in list(self.__dict__) if not name.startswith("_")]:
            self.__dict__.pop(name, None)
        self._samplers = {}
        self._parts = {}
        self._floor = 0


class _Part:
    """What a method that draws its values uses of the Faker that it belongs to."""

    __slots__ = ("_locale", "_others", "_present", "_seed")

    def __init__(self, values: ValuesOf, name: str) -> None:
        self._locale = values._locale
        self._present = values._present
        self._seed = _gusher.seed_of(values._seed, f"in {name}")
        self._others: ValuesOf | None = None

    def now(self, tzinfo: datetime.tzinfo | None = None) -> datetime.datetime:
        return self._present.now(tzinfo)

    def of(self, method: str) -> Callable[..., Any]:
        if self._others is None:
            self._others = ValuesOf(self._locale, self._seed, self._present)
        made: Callable[..., Any] = getattr(self._others, method)
        return made

    def vocabulary(self, generator: str) -> Sequence[str]:
        return _vocabulary(self._locale, generator)


# The values of generators of words, by locale and generator: some thousand at most.
_VOCABULARIES: dict[tuple[str, str], Sequence[str]] = {}


def _vocabulary(locale: str, generator: str) -> Sequence[str]:
    known = _VOCABULARIES.get((locale, generator))
    if known is None:
        column = f"{generator}@unique"
        # Any seed gives the same ones in another order.
        count = Sampler("all", column, 0, None, locale).count(1 << 20)
        (values,) = _gusher.table("all", 0, count, [("all", column)], [], 0, None, locale).objects(0, count)
        known = _VOCABULARIES.setdefault((locale, generator), tuple(sorted(values)))
    return known


class Unseen:
    """Values of a method that cannot have different ones by itself: those that came before are left out."""

    # As many as Faker tries.
    _TRIES = 1000

    def __init__(self, draw: Callable[..., Any], name: str) -> None:
        self._draw = draw
        self._name = name
        self._seen: set[Any] = set()
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
        text = f"`{self._name}` gave no new value in {self._TRIES:,} calls"
        raise Error(f"{text}; fake.unique.clear() begins again")

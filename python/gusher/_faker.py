"""Faker's own shape: ``fake.name()``. Call n of a method gives row n of its column."""

from __future__ import annotations

import bisect
import difflib
import itertools
import random
import threading
import types
import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from . import _gusher
from ._arguments import now_text
from ._faker_method import Method
from ._faker_methods import METHODS, NEAREST
from ._faker_values import Present, Unseen, ValuesOf
from ._gusher import Error

if TYPE_CHECKING:
    from ._arguments import Now

__all__ = ["Faker"]

Locales = str | Sequence[str] | Mapping[str, float]


class _Unique(ValuesOf):
    """Values none of which comes twice, until :meth:`clear`."""

    def __init__(self, fake: Faker, seed: int) -> None:
        super().__init__(fake._locale, seed, fake._present, "@unique")
        self._fake = fake
        # The counters of values that are left out when they were seen.
        self._plain = ValuesOf(fake._locale, seed, fake._present)
        self._unseen: dict[Any, Unseen] = {}

    def _sampler(
        self,
        name: str,
        column: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
    ) -> Callable[..., Any]:
        try:
            return super()._sampler(name, column, convert, other)
        except Error as error:
            if "`@unique` is not supported" not in str(error):
                raise
        made = Unseen(self._plain._sampler(name, column, convert, other), name)
        return self._samplers.setdefault(name, made)

    def _given(self, method: Method, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if method.columns is not None:
            column, convert = method.columns(*args, **kwargs)
            # None of these counters is given up: the values of a new one could have come before.
            value = self._sampler(f"{method.name}({column})", column, None)()
            return value if convert is None else convert(value)
        # Values of the same arguments differ from each other.
        key = f"{method.name} {args!r} {kwargs!r}"
        unseen = self._unseen.get(key)
        if unseen is None:
            draw = partial(self._plain._given, method)
            unseen = self._unseen.setdefault(key, Unseen(lambda *args, **kwargs: draw(args, kwargs), method.name))
        return unseen(*args, **kwargs)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        fake = self.__dict__.get("_fake")
        if fake is not None and name in fake._added:
            made = self.__dict__[name] = Unseen(fake._added[name], name)
            return made
        try:
            return super().__getattr__(name)
        except AttributeError as error:
            raise _explained(name, error) from error.__cause__

    def clear(self) -> None:
        """Begins again."""
        self._clear()
        self._plain._clear()
        self._unseen = {}


class Faker(ValuesOf):
    """Fake values by the names of Faker's methods.

    Args:
        locale: the locale, such as ``"de_DE"``; several, or a dict of several with their shares.
        seed: the same seed gives the same values; one by chance without it.
        now: the present, which dates are relative to: RFC 3339, seconds since 1970, or a ``datetime`` with a time zone. With
            a seed it is 2026-01-01T00:00:00Z unless it is given, otherwise that of the clock at each call.

    Raises:
        Error: if there is no such locale.

    >>> import gusher as g
    >>> fake = g.Faker(seed=1)
    >>> fake.name() == g.Faker(seed=1).name()
    True
    >>> fake.pyint(min_value=1, max_value=6) in range(1, 7)
    True
    >>> len({fake.unique.pyint(1, 6) for _ in range(6)})
    6
    """

    _alive: weakref.WeakSet[Faker] = weakref.WeakSet()
    _seed_of_all: int | None = None
    # Guards both.
    _all = threading.Lock()

    def __init__(
        self, locale: Locales = "en_US", *, seed: int | str | None = None, now: Now = None
    ) -> None:
        shares: dict[str, float] = _shares(locale)
        names = list(shares)
        is_seeded = seed is not None
        fixed = None if now is None else _seconds(now)
        with Faker._all:
            inherited = Faker._seed_of_all if seed is None else None
        if inherited is not None:
            seed, is_seeded = inherited, True
        number = _gusher.random_seed() if seed is None else _seed(seed)
        super().__init__(names[0], number, Present(_present(fixed, is_seeded)))
        # What providers add.
        self._added: dict[str, Any] = {}
        self._now = fixed
        self._unique = _Unique(self, number)
        # With several locales, each has a Faker of its own.
        self._shares = shares
        self._members = {name: self._member(name) for name in names} if len(names) > 1 else {}
        self._random: random.Random | None = None
        self._providers: list[Any] = []
        if seed is None or inherited is not None:
            with Faker._all:
                Faker._alive.add(self)
                current = Faker._seed_of_all
            if current != inherited:
                # Another thread has called `seed` meanwhile.
                self.seed_instance(current)

    def _member(self, locale: str) -> Faker:
        made = Faker(locale, seed=self._seed, now=self._now)
        made._present.fixed = self._present.fixed
        return made

    def __getattr__(self, name: str) -> Callable[..., Any]:
        own = self.__dict__
        if name in own.get("_added", ()):
            added: Callable[..., Any] = own["_added"][name]
            return added
        if not own.get("_members") or name.startswith("_"):
            try:
                return super().__getattr__(name)
            except AttributeError as error:
                raise _explained(name, error) from error.__cause__
        made = own[name] = self._by_locale(name)
        return made

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *METHODS, *self._added})

    def _by_locale(self, name: str) -> Callable[..., Any]:
        """Calls the method of the locale that the number of the call says."""
        callables = [getattr(member, name) for member in self._members.values()]
        ends = list(itertools.accumulate(self._shares.values()))
        numbers = itertools.count()

        def call(*args: Any, **kwargs: Any) -> Any:
            share = _gusher.seed_of(self._seed, f"{name} {next(numbers)}") / 2**64 * ends[-1]
            return callables[min(bisect.bisect(ends, share), len(ends) - 1)](*args, **kwargs)

        return call

    def __getitem__(self, locale: str) -> Faker:
        """The ``Faker`` of one of several locales."""
        name = locale.replace("-", "_")
        if name == self._locale and not self._members:
            return self
        return self._members[name]

    @property
    def unique(self) -> Any:
        """The same methods, whose values all differ.

        Raises:
            Error: with several locales; ``fake["de_DE"].unique`` has the unique values of one.
        """
        if self._members:
            raise Error(f"values of several locales are not unique; say which: fake[{self._locale!r}].unique")
        return self._unique

    @property
    def locales(self) -> list[str]:
        """The locales."""
        return list(self._shares)

    @property
    def random(self) -> random.Random:
        """What Faker's own providers draw from. The values here do not depend on it."""
        if self._random is None:
            self._random = random.Random(self._seed)
        return self._random

    @classmethod
    def seed(cls, seed: int | str | None = None) -> None:
        """Begins again with this seed in all that were made without one, and in those that will be.

        >>> import gusher as g
        >>> fake = g.Faker()
        >>> g.Faker.seed(4321)
        >>> first = fake.name()
        >>> g.Faker.seed(4321)
        >>> fake.name() == first
        True
        """
        with Faker._all:
            Faker._seed_of_all = None if seed is None else _seed(seed)
            alive = list(Faker._alive)
        for fake in alive:
            fake.seed_instance(seed)

    def seed_instance(self, seed: int | str | None = None) -> Faker:
        """Begins again with another seed."""
        number = _gusher.random_seed() if seed is None else _seed(seed)
        self._seed = self._unique._seed = self._unique._plain._seed = number
        self._present.fixed = _present(self._now, seed is not None)
        self._clear()
        self._unique.clear()
        self._random = None
        for member in self._members.values():
            member.seed_instance(number)
            member._present.fixed = self._present.fixed
        return self

    def add_provider(self, provider: Any) -> None:
        """Adds the methods of a provider: of an object, or of a class or a module of ``faker.providers``, of which one is made
        with this ``Faker``. Of what Faker itself brings only what is not here is taken."""
        for member in self._members.values():
            member.add_provider(provider)
        if isinstance(provider, types.ModuleType):
            provider = provider.Provider
        made = provider(self) if isinstance(provider, type) else provider
        self._providers.append(made)
        for name in dir(made):
            owner = next((kind for kind in type(made).__mro__ if name in vars(kind)), None)
            is_fakers = owner is not None and owner.__module__.partition(".")[0] == "faker"
            if not name.startswith("_") and not (is_fakers and (name in METHODS or hasattr(type(self), name))):
                self._added[name] = getattr(made, name)
                # What was looked up before gives way to the provider's.
                self.__dict__.pop(name, None)

    def __getstate__(self) -> dict[str, Any]:
        fixed = self._present.fixed
        return {"locale": self._shares, "seed": self._seed, "now": self._now, "fixed": fixed, "providers": self._providers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Faker.__init__(self, state["locale"], seed=state["seed"], now=state["now"])
        for fake in (self, *self._members.values()):
            fake._present.fixed = state["fixed"]
        for provider in state["providers"]:
            self.add_provider(provider)

    def __repr__(self) -> str:
        return f"<gusher.Faker {', '.join(self._shares)}, seed {self._seed}>"


def _shares(locale: Locales) -> dict[str, float]:
    """The locales with their shares. Faker takes ``en-US``, too."""
    if isinstance(locale, str):
        locale = [locale]
    shares = dict(locale) if isinstance(locale, Mapping) else dict.fromkeys(locale, 1.0)
    if not shares or any(share <= 0 for share in shares.values()):
        raise Error(f"locale={locale!r}: expected a locale, several, or several with their shares")
    shares = {name.replace("-", "_"): share for name, share in shares.items()}
    for name in shares:
        # A table without rows says what is wrong with a locale.
        _gusher.table("fake", 0, 0, [("id", "seq")], [], 0, None, name)
    return shares


# What a seed takes for the present: 2026-01-01T00:00:00Z, as the command does.
_WITH_SEED = 1_767_225_600


def _present(given: int | None, is_seeded: bool) -> int | None:
    return given if given is not None or not is_seeded else _WITH_SEED


def _seconds(now: Now) -> int:
    """Seconds since 1970 of what says the present."""
    return _gusher.table("fake", 0, 0, [("id", "seq")], [], 0, now_text(now), None).now


def _seed(seed: object) -> int:
    if isinstance(seed, int) and 0 <= seed < 2**64:
        return int(seed)
    # Faker takes texts and other things as seeds, too.
    return _gusher.seed_of(0, str(seed))


def _explained(name: str, error: AttributeError) -> AttributeError:
    """What is wrong with the name of a method that there is not."""
    return error if name in METHODS or name.startswith("_") else AttributeError(_unknown(name))


def _unknown(name: str) -> str:
    nearest = NEAREST.get(name)
    if nearest:
        return f"gusher has no `{name}` of Faker's; the generator `{nearest}` is nearest to it"
    near = difflib.get_close_matches(name, METHODS, 1)
    hint = f"; did you mean `{near[0]}`?" if near else "; gusher.generators() lists what tables can have"
    return f"gusher.Faker has no method `{name}`{hint}"



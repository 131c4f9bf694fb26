"""Faker's own shape: ``fake.name()``. Call n of a method gives row n of its column."""

from __future__ import annotations

import bisect
import difflib
import itertools
import random
import threading
import types
import weakref
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from . import _gusher
from ._faker_methods import METHODS, NEAREST, Method
from ._gusher import Error, Sampler

__all__ = ["Faker"]

Locales = str | Sequence[str] | Mapping[str, float]


class _Values:
    """The methods of Faker, each with a counter of its own."""

    def __init__(self, locale: str, seed: int, modifiers: str) -> None:
        self._locale = locale
        self._seed = seed
        self._modifiers = modifiers
        self._samplers: dict[str, Callable[..., Any]] = {}
        # What providers add.
        self._added: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._added:
            return self._added[name]  # type: ignore[no-any-return]
        method = METHODS.get(name)
        if method is None:
            raise AttributeError(_unknown(name))
        made = self._callable(name, method)
        # The next time the attribute is found without this function.
        self.__dict__[name] = made
        return made

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *METHODS, *self._added})

    def _callable(self, name: str, method: Method) -> Callable[..., Any]:
        def with_arguments(*args: Any, **kwargs: Any) -> Any:
            word, convert = method.of(*args, **kwargs)
            # A counter for each method and its arguments; what it converts to may differ from call to call.
            value = self._sampler(f"{name}({word})", word, None)()
            return value if convert is None else convert(value)

        word, convert = method.of()
        other = with_arguments if method.takes else None
        return self._sampler(name, word, convert, other)

    def _sampler(
        self,
        name: str,
        word: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
    ) -> Callable[..., Any]:
        sampler = self._samplers.get(name)
        if sampler is None:
            word += self._modifiers
            sampler = Sampler(name, word, self._seed, None, self._locale, convert, other)
            self._samplers[name] = sampler
        return sampler

    def _clear(self) -> None:
        for name in [name for name in self.__dict__ if not name.startswith("_")]:
            del self.__dict__[name]
        self._samplers.clear()


class _Unseen:
    """Values of a column that cannot have different ones by itself: those that came before are left out."""

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


class _Unique(_Values):
    """Values none of which comes twice, until :meth:`clear`."""

    def __init__(self, fake: Faker, seed: int) -> None:
        super().__init__(fake._locale, seed, "@unique")
        self._fake = fake
        # The counters of values that are left out when they were seen.
        self._plain = _Values(fake._locale, seed, "")

    def _sampler(
        self,
        name: str,
        word: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
    ) -> Callable[..., Any]:
        try:
            return super()._sampler(name, word, convert, other)
        except Error as error:
            if "cannot all differ" not in str(error):
                raise
        made = self._samplers[name] = _Unseen(self._plain._sampler(name, word, convert, other), name)
        return made

    def __getattr__(self, name: str) -> Callable[..., Any]:
        fake = self.__dict__.get("_fake")
        if fake is not None and name in fake._added:
            made = self.__dict__[name] = _Unseen(fake._added[name], name)
            return made
        return super().__getattr__(name)

    def clear(self) -> None:
        """Begins again."""
        self._clear()
        self._plain._clear()


class Faker(_Values):
    """Fake values by the names of Faker's methods.

    Args:
        locale: the locale, such as ``"de_DE"``; several, or a dict of several with their shares.
        seed: the same seed gives the same values; one by chance without it.

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

    def __init__(self, locale: Locales = "en_US", *, seed: int | None = None) -> None:
        if seed is None:
            seed = _gusher.random_seed() if Faker._seed_of_all is None else Faker._seed_of_all
            Faker._alive.add(self)
        shares: dict[str, float] = _shares(locale)
        names = list(shares)
        super().__init__(names[0], seed, "")
        self._unique = _Unique(self, seed)
        # With several locales, each has a Faker of its own.
        self._shares = shares
        self._members = {name: Faker(name, seed=seed) for name in names} if len(names) > 1 else {}
        self._random: random.Random | None = None
        self._providers: list[Any] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        members = self.__dict__.get("_members")
        if not members or name.startswith("_"):
            return super().__getattr__(name)
        made = self.__dict__[name] = self._by_locale(name)
        return made

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
        Faker._seed_of_all = None if seed is None else _seed(seed)
        for fake in Faker._alive:
            fake.seed_instance(seed)

    def seed_instance(self, seed: int | str | None = None) -> Faker:
        """Begins again with another seed."""
        self._clear()
        self._unique.clear()
        self._seed = self._unique._seed = _gusher.random_seed() if seed is None else _seed(seed)
        self._unique._plain._seed = self._seed
        self._random = None
        for member in self._members.values():
            member.seed_instance(self._seed)
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
        return {"locale": self._shares, "seed": self._seed, "providers": self._providers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Faker.__init__(self, state["locale"], seed=state["seed"])
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
    return {name.replace("-", "_"): share for name, share in shares.items()}


def _seed(seed: object) -> int:
    if isinstance(seed, int) and 0 <= seed < 2**64:
        return int(seed)
    # Faker takes texts and other things as seeds, too.
    return _gusher.seed_of(0, str(seed))


def _unknown(name: str) -> str:
    nearest = NEAREST.get(name)
    if nearest:
        return f"gusher has no `{name}` of Faker's; `{nearest}` is nearest to it"
    near = difflib.get_close_matches(name, METHODS, 1)
    told = f"; did you mean `{near[0]}`?" if near else "; gusher.generators() lists what tables can have"
    return f"gusher.Faker has no method `{name}`{told}"



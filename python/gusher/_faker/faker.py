"""Faker's own shape: ``fake.name()``. Call n of a method gives row n of its column."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import _gusher
from .._gusher import Error
from .errors import LocaleError
from .generator import Generator
from .locales import DEFAULT, found
from .providers import including, provider_class
from .unique import UniqueOfSeveral

if TYPE_CHECKING:
    import inspect

    from typing_extensions import Self

    from .._arguments import Now
    from .generator import Seed

__all__ = ["Factory", "Faker"]

Locales = str | Sequence[str] | Mapping[str, float] | None


class _OfTheClass:
    """A method of the class alone: Faker's instances have no ``seed``."""

    def __get__(self, instance: object, owner: type) -> Callable[..., None]:
        return Generator.seed if instance is None else _refuse_seed


def _refuse_seed(seed: Any = None) -> None:
    raise TypeError("fake.seed(): it is Faker.seed(seed) for all, or fake.seed_instance(seed) for this one")


class _OfLocales:
    # The method of several locales: that of the one which is chosen for a call. `help` says of it what it says of the first one.

    def __init__(self, name: str, first: Callable[..., Any], choose: Callable[[], Callable[..., Any]]) -> None:
        self.__name__ = self.__qualname__ = name
        self._first = first
        self._choose = choose

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._choose()(*args, **kwargs)

    def __get__(self, instance: object, owner: type | None = None) -> _OfLocales:
        return self

    __doc__ = property(lambda self: self._first.__doc__)  # type: ignore[assignment]

    @property
    def __signature__(self) -> inspect.Signature:
        import inspect

        return inspect.signature(self._first)

    def __repr__(self) -> str:
        return f"<fake.{self.__name__}>"


class Faker(Generator):
    """Fake values by the names of Faker's methods.

    Args:
        locale: the locale, such as ``"de_DE"``; several, or a dict of several with their shares.
        providers: modules of providers, as Faker takes them. Faker's own are here already.
        generator: as Faker takes it; not used here.
        includes: modules of more providers, each with a class ``Provider``.
        use_weighting: whether ``random_element`` and ``random_elements`` look at the weights of a mapping.
        seed: the same seed gives the same values; one by chance without it.
        now: the present, which dates are relative to: RFC 3339, seconds since 1970, or a ``datetime`` with a time zone. With
            a seed it is 2026-01-01T00:00:00Z unless it is given, otherwise that of the clock at each call; ``"clock"`` is that
            of the clock with a seed, too.
        fallback: whether Faker, which has to be installed then, makes what is not here, seeded from this seed.

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
    >>> g.Faker.seed(4321)
    >>> first = g.Faker().name()
    >>> g.Faker.seed(4321)
    >>> g.Faker().name() == first
    True
    """

    seed: Any = _OfTheClass()

    def __init__(
        self,
        locale: Locales = None,
        providers: Sequence[str] | None = None,
        generator: Any = None,
        includes: Sequence[str] | None = None,
        use_weighting: bool = True,
        *,
        seed: Seed = None,
        now: Now = None,
        fallback: bool = False,
    ) -> None:
        shares, self._is_weighted = _shares(locale)
        names = list(shares)
        super().__init__(names[0], seed=seed, now=now, use_weighting=use_weighting, fallback=fallback)
        # With several locales, each has a Faker of its own.
        self._shares = shares
        self._members = {name: self._member(name) for name in names} if len(names) > 1 else {}
        self._numbers: dict[str, itertools.count[int]] = {}
        if self._members:
            self._unique = UniqueOfSeveral(self)
        for module in (*including(providers), *including(includes)):
            for one in self._members.values() or (self,):
                one.add_provider(provider_class(module, one._theirs))

    def _member(self, locale: str) -> Faker:
        fallback = self._fallback is not None
        made = type(self)(locale, use_weighting=self._use_weighting, seed=self._seed, now=self._given_now(), fallback=fallback)
        made._present.fixed = self._present.fixed
        return made

    def _given_now(self) -> Now:
        return "clock" if self._has_clock else self._now

    def __getattr__(self, name: str) -> Callable[..., Any]:
        own = self.__dict__
        if not own.get("_members") or name.startswith("_"):
            return super().__getattr__(name)
        made = own[name] = self._by_locale(name)
        return made

    def _by_locale(self, name: str) -> Callable[..., Any]:
        """Calls the method of a locale that has it, by the number of the call."""
        having = [(member, share) for member, share in zip(self._members.values(), self._shares.values()) if hasattr(member, name)]
        if not having:
            getattr(next(iter(self._members.values())), name)
        ends = list(itertools.accumulate(share for _, share in having))
        callables = [getattr(member, name) for member, _ in having]
        numbers = self._numbers.setdefault(name, itertools.count())

        def choose() -> Callable[..., Any]:
            share = _gusher.seed_of(self._seed, f"{name} {next(numbers)}") / 2**64 * ends[-1]
            return callables[min(bisect.bisect(ends, share), len(ends) - 1)]

        return _OfLocales(name, callables[0], choose)

    def __getitem__(self, locale: str) -> Faker:
        """The ``Faker`` of one of several locales."""
        name = locale.replace("-", "_")
        if name in self._shares and not self._members:
            return self
        return self._members[name]

    @property
    def locales(self) -> list[str]:
        """The locales."""
        return list(self._shares)

    @property
    def weights(self) -> list[float] | None:
        """The shares of the locales, if some were given."""
        return list(self._shares.values()) if self._is_weighted else None

    @property
    def factories(self) -> list[Generator]:
        """What makes the values of each locale."""
        return list(self._members.values()) or [self]

    def items(self) -> list[tuple[str, Generator]]:
        """The locales with what makes their values."""
        return list(zip(self._shares, self.factories))

    @property
    def default_locale(self) -> str:
        """The first of the locales."""
        return next(iter(self._shares))

    def seed_instance(self, seed: Seed = None) -> Self:
        """Begins again with another seed."""
        super().seed_instance(seed)
        self._numbers = {}
        for member in self.__dict__.get("_members", {}).values():
            member.seed_instance(self._seed)
            member._present.fixed = self._present.fixed
        return self

    def seed_locale(self, locale: str, seed: Seed = None) -> None:
        """Begins one of the locales again with another seed."""
        self[locale].seed_instance(seed)

    def add_provider(self, provider: Any) -> None:
        """Adds the methods of a provider: of an object, or of a class or a module with a class ``Provider``, of which one is made
        with this ``Faker``. Of what Faker itself brings only what is not here is taken."""
        for member in self._members.values():
            member.add_provider(provider)
            for name in member._added:
                self.__dict__.pop(name, None)
        if not self._members:
            super().add_provider(provider)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *itertools.chain.from_iterable(map(dir, self._members.values()))})

    def __getstate__(self) -> dict[str, Any]:
        return {
            **super().__getstate__(),
            "shares": self._shares if self._is_weighted else list(self._shares),
            "members": {name: member.__getstate__() for name, member in self._members.items()},
            # The number of the next call: a count tells it by its text alone.
            "numbers": {name: int(repr(numbers)[6:-1]) for name, numbers in self._numbers.items()},
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        options = {name: state[name] for name in ("use_weighting", "seed", "now")}
        Faker.__init__(self, state["shares"], fallback=state["fallback"] is not None, **options)
        self._restore(state)
        self._numbers = {name: itertools.count(number) for name, number in state["numbers"].items()}
        for name, member in self._members.items():
            member._restore(state["members"][name])

    def __repr__(self) -> str:
        return f"<gusher.Faker {', '.join(self._shares)}, seed {self._seed}>"


class Factory:
    """Makes a ``Generator``, as Faker's ``Factory`` does."""

    @classmethod
    def create(
        cls,
        locale: str | None = None,
        providers: Sequence[str] | None = None,
        generator: Any = None,
        includes: Sequence[str] | None = None,
        use_weighting: bool = True,
        **config: Any,
    ) -> Generator:
        """A generator of one locale; see :class:`gusher.Faker`.

        >>> import gusher.faker
        >>> isinstance(gusher.faker.Factory.create("de_DE").city(), str)
        True
        """
        return Faker(locale or None, providers, generator, includes, use_weighting, **config)


def _shares(locale: Locales) -> tuple[dict[str, float], bool]:
    """The locales with their shares, and whether these were given. Faker takes ``en-US``, too."""
    if locale is None:
        return {DEFAULT: 1.0}, False
    if isinstance(locale, str):
        locale = [locale]
    shares: dict[str, float] = dict(locale) if isinstance(locale, Mapping) else dict.fromkeys(locale, 1.0)
    for name in shares:
        if not isinstance(name, str):
            raise TypeError(f"locale={locale!r}: expected the names of locales, and {name!r} is no text")
    if not shares or any(share < 0 for share in shares.values()) or not sum(shares.values()) > 0:
        raise Error(f"locale={locale!r}: expected a locale, several, or several with their shares")
    given = {name.replace("-", "_"): share for name, share in shares.items()}
    wrong: list[str] = []
    for name in given:
        try:
            found(name)
        except LocaleError as error:
            wrong.append(str(error))
    if wrong:
        raise LocaleError("\n".join(wrong))
    return given, isinstance(locale, Mapping)

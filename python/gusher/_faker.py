"""Faker's own shape: ``fake.name()``. Call n of a method gives row n of its column."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any

from . import _gusher
from ._faker_methods import METHODS, NEAREST, Method
from ._gusher import Sampler

__all__ = ["Faker"]


class _Values:
    """The methods of Faker, each with a counter of its own."""

    def __init__(self, locale: str, seed: int, modifiers: str) -> None:
        self._locale = locale
        self._seed = seed
        self._modifiers = modifiers
        self._samplers: dict[str, Sampler] = {}
        self._providers: list[Any] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        for provider in reversed(self._providers):
            if hasattr(provider, name):
                return getattr(provider, name)  # type: ignore[no-any-return]
        method = METHODS.get(name)
        if method is None:
            raise AttributeError(_unknown(name))
        made = self._callable(name, method)
        # The next time the attribute is found without this function.
        self.__dict__[name] = made
        return made

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *METHODS})

    def _callable(self, name: str, method: Method) -> Callable[..., Any]:
        def with_arguments(*args: Any, **kwargs: Any) -> Any:
            word, convert = method.of(*args, **kwargs)
            # A counter for each method and its arguments.
            return self._sampler(f"{name}({word})", word, convert)()

        word, convert = method.of()
        other = with_arguments if method.takes else None
        return self._sampler(name, word, convert, other)

    def _sampler(
        self,
        name: str,
        word: str,
        convert: Callable[[Any], Any] | None,
        other: Callable[..., Any] | None = None,
    ) -> Sampler:
        sampler = self._samplers.get(name)
        if sampler is None:
            word += self._modifiers
            sampler = Sampler(name, word, self._seed, None, self._locale, convert, other)
            self._samplers[name] = sampler
        return sampler

    def _clear(self) -> None:
        for name in self._samplers:
            self.__dict__.pop(name, None)
        self._samplers.clear()


class _Unique(_Values):
    """Values none of which comes twice, until :meth:`clear`."""

    def clear(self) -> None:
        """Begins again."""
        self._clear()


class Faker(_Values):
    """Fake values by the names of Faker's methods.

    Args:
        locale: the locale, such as ``"de_DE"``.
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

    def __init__(self, locale: str = "en_US", *, seed: int | None = None) -> None:
        if seed is None:
            seed = _gusher.random_seed()
        super().__init__(str(locale), seed, "")
        self._unique = _Unique(self._locale, seed, "@unique")

    @property
    def unique(self) -> Any:
        """The same methods, whose values all differ."""
        return self._unique

    @property
    def locales(self) -> list[str]:
        """The locale, in a list."""
        return [self._locale]

    def seed_instance(self, seed: int | str | None = None) -> Faker:
        """Begins again with another seed."""
        self._clear()
        self._unique._clear()
        self._seed = self._unique._seed = _gusher.random_seed() if seed is None else _seed(seed)
        return self

    def add_provider(self, provider: Any) -> None:
        """Adds the methods of a provider: of an object, or of a class that is made with this ``Faker``."""
        made = provider(self) if isinstance(provider, type) else provider
        self._providers.append(made)
        for name in dir(made):
            # What was looked up before gives way to the provider's.
            if not name.startswith("_"):
                self.__dict__.pop(name, None)

    def __getstate__(self) -> dict[str, Any]:
        return {"locale": self._locale, "seed": self._seed, "providers": self._providers}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Faker.__init__(self, state["locale"], seed=state["seed"])
        self._providers = state["providers"]

    def __repr__(self) -> str:
        return f"<gusher.Faker {self._locale}, seed {self._seed}>"


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



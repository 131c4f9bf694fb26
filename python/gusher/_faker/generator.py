"""The fake values of one locale, and what a ``Generator`` of Faker has besides: providers, formats, a seed."""

from __future__ import annotations

import threading
import types
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _gusher
from .._arguments import now_text
from .._gusher import Present
from .fallback import Fallback
from .locales import DEFAULT, found
from .methods import METHODS, NEAREST
from .providers import ProviderOf, methods_of, provider_class
from .proxies import Optional
from .records import Records
from .table import of_faker
from .tokens import Tokens
from .unique import Unique
from .values import ValuesOf

if TYPE_CHECKING:
    import random

    from typing_extensions import Self

    from .._arguments import Now

__all__ = ["Generator"]

Seed = int | str | float | bytes | None


class Generator(Records, ValuesOf, Tokens):
    """The fake values of one locale, by the names of Faker's methods. :class:`gusher.Faker` is one, or has several.

    Args:
        locale: the locale.
        seed: the same seed gives the same values; one by chance without it.
        now: the present; see :class:`gusher.Faker`.
        use_weighting: whether ``random_element`` and ``random_elements`` look at the weights of a mapping.
        fallback: whether what is not here is taken from Faker, which has to be installed then.
    """

    _alive: weakref.WeakSet[Generator] = weakref.WeakSet()
    _seed_of_all: Seed = None
    # Guards both.
    _all = threading.Lock()

    def __init__(
        self,
        locale: str | None = None,
        *,
        seed: Seed = None,
        now: Now = None,
        use_weighting: bool = True,
        fallback: bool = False,
    ) -> None:
        Tokens.__init__(self)
        self._named_locale = locale
        place = found(locale or DEFAULT)
        # The clock's present stays, whatever the seed.
        self._has_clock = now == "clock"
        self._now = None if now is None or self._has_clock else _seconds(now)
        with Generator._all:
            inherited = Generator._seed_of_all if seed is None else None
        given = inherited if seed is None else seed
        number = _gusher.random_seed() if given is None else _seed(given)
        super().__init__(place, number, Present(self._fixed(given is not None)))
        self._use_weighting = use_weighting
        # What providers add, and the providers, the newest first.
        self._added: dict[str, Any] = {}
        self._providers: list[Any] = []
        self._random: random.Random | None = None
        self._fallback = Fallback(place.theirs, number, use_weighting) if fallback else None
        self._unique: Any = Unique(self)
        self._optional = Optional(self)
        if seed is None:
            with Generator._all:
                Generator._alive.add(self)
                current = Generator._seed_of_all
            if current != inherited:
                # Another thread has called `seed` meanwhile.
                self.seed_instance(current)

    if not TYPE_CHECKING:
        # Type checkers see the methods of the stub alone, and so the names that are none.
        def __getattr__(self, name: str) -> Callable[..., Any]:
            own = self.__dict__
            added = own.get("_added", {}).get(name)
            if added is not None:
                return added  # type: ignore[no-any-return]
            try:
                return super().__getattr__(name)
            except AttributeError as error:
                fallback = own.get("_fallback")
                if fallback is not None and not name.startswith("_") and fallback.has(name):
                    made = own[name] = fallback.method(name)
                    return made  # type: ignore[no-any-return]
                raise self._explained(name, error) from error.__cause__

    def __dir__(self) -> list[str]:
        from .local import names

        # All that is listed is there: programs ask for each of them.
        here = METHODS if self._fallback is not None else [name for name in METHODS if self._is_here(name)]
        return sorted({*super().__dir__(), *here, *names(self._theirs), *self._added})

    def _explained(self, name: str, error: AttributeError) -> AttributeError:
        """What is wrong with the name of a method that there is not."""
        if name.startswith("_") or (name in METHODS and self._has_data(name)):
            return error
        # As Python and Faker begin to say it; programs look at that.
        return AttributeError(f"'Generator' object has no attribute {name!r}: {_unknown(name, self._theirs)}", name=name, obj=self)

    # --- what Faker's generators have ------------------------------------------------------------------------

    @property
    def unique(self) -> Any:
        """The same methods, whose values all differ.

        >>> import gusher as g
        >>> fake = g.Faker(seed=1)
        >>> sorted(fake.unique.pyint(1, 3) for _ in range(3))
        [1, 2, 3]
        """
        return self._unique

    @property
    def optional(self) -> Any:
        """The same methods, whose values are ``None`` at times: as often as not, or by ``prob=``, the probability of a value.

        >>> import gusher as g
        >>> g.Faker(seed=1).optional.name(prob=1) is None
        False
        """
        return self._optional

    @property
    def random(self) -> random.Random:
        """What providers draw from that use it. The values here do not depend on it."""
        if self._random is None:
            from random import Random

            self._random = Random(self._seed)
        return self._random

    @random.setter
    def random(self, value: random.Random) -> None:
        self._random = value

    def format(self, formatter: str, *args: Any, **kwargs: Any) -> Any:
        """Calls a method by its name.

        >>> import gusher as g
        >>> g.Faker(seed=1).format("pyint", 5, max_value=5)
        5
        """
        return self.get_formatter(formatter)(*args, **kwargs)

    def get_formatter(self, formatter: str) -> Callable[..., Any]:
        """A method by its name."""
        try:
            return getattr(self, formatter)  # type: ignore[no-any-return]
        except AttributeError as error:
            named = f" with locale {self._named_locale!r}" if self._named_locale else ""
            raise AttributeError(f"Unknown formatter {formatter!r}{named}") from error

    def set_formatter(self, name: str, formatter: Callable[..., Any]) -> None:
        """Adds a method, or puts another one in its place."""
        self._added[name] = formatter
        # What was looked up before gives way to it.
        self.__dict__.pop(name, None)

    def parse(self, text: str) -> str:
        """A text in which the names of methods in double braces are replaced by values.

        >>> import gusher as g
        >>> g.Faker(seed=1).parse("{{ random_int }}, {{ boolean }}").count(", ")
        1
        """
        return self._parsed(text, self.format)

    def add_provider(self, provider: Any) -> None:
        """Adds the methods of a provider: of an object, or of a class or a module with a class ``Provider``, of which one is made
        with this ``Generator``. Of what Faker itself brings only what is not here is taken."""
        if isinstance(provider, types.ModuleType):
            provider = provider_class(provider, self._theirs)
        made = provider(self) if isinstance(provider, type) else provider
        self._providers.insert(0, made)
        for name, method in methods_of(made, lambda name: name in METHODS or hasattr(type(self), name)):
            self.set_formatter(name, method)

    def get_providers(self) -> list[Any]:
        """The providers: those that were added, the newest first, and one for each of Faker's that is here."""
        return [*self._providers, *(ProviderOf(self, name, methods) for name, methods in of_faker().providers(METHODS))]

    def provider(self, name: str) -> Any:
        """A provider by its name, such as ``"internet"``; ``None`` if there is none."""
        wanted = name.lower().removeprefix("faker.providers.")
        named = ((str(getattr(one, "__provider__", "")).removeprefix("faker.providers."), one) for one in self.get_providers())
        return next((one for found, one in named if found == wanted), None)

    def _fixed(self, is_seeded: bool) -> int | None:
        """The present, in seconds since 1970; none for that of the clock."""
        return self._now if self._now is not None or self._has_clock or not is_seeded else _WITH_SEED

    # --- the seed --------------------------------------------------------------------------------------------

    @classmethod
    def seed(cls, seed: Seed = None) -> None:
        """Begins again with this seed in all that were made without one, and in those that will be."""
        with Generator._all:
            Generator._seed_of_all = seed
            alive = list(Generator._alive)
        for one in alive:
            one.seed_instance(seed)

    def seed_instance(self, seed: Seed = None) -> Self:
        """Begins again with another seed."""
        number = _gusher.random_seed() if seed is None else _seed(seed)
        self._begin(number)
        self._present.fixed = self._fixed(seed is not None)
        self._random = None
        if self._fallback is not None:
            self._fallback.begin(number)
        self._unique.clear()
        self._unique._begin(number)
        return self

    # --- copies, which go on ---------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        return {
            "locale": self._named_locale,
            "seed": self._seed,
            "now": "clock" if self._has_clock else self._now,
            "fixed": self._present.fixed,
            "use_weighting": self._use_weighting,
            "fallback": None if self._fallback is None else self._fallback.counts,
            "groups": self._groups,
            "providers": self._providers,
            "added": self._added,
            "random": self._random,
            "rows": self._rows(),
            "unique": self._unique._state(),
            "optional": self._optional._counts,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        options = {"seed": state["seed"], "now": state["now"], "use_weighting": state["use_weighting"]}
        Generator.__init__(self, state["locale"], fallback=state["fallback"] is not None, **options)
        self._restore(state)

    def _restore(self, state: dict[str, Any]) -> None:
        self._present.fixed = state["fixed"]
        self._groups = dict(state["groups"])
        self._random = state["random"]
        self._providers = list(state["providers"])
        self._added = dict(state["added"])
        self._go_on(state["rows"])
        self._unique._go_on_from(state["unique"])
        self._optional._counts = dict(state["optional"])
        if self._fallback is not None:
            self._fallback.counts = dict(state["fallback"])

    def __repr__(self) -> str:
        return f"<gusher.Generator {self._theirs}, seed {self._seed}>"


# What a seed takes for the present: 2026-01-01T00:00:00Z, as the command does.
_WITH_SEED = 1_767_225_600


def _seconds(now: Now) -> int:
    """Seconds since 1970 of what says the present."""
    return _gusher.table("fake", 0, 0, [("id", "seq")], [], 0, now_text(now), None).now


def _seed(seed: object) -> int:
    if isinstance(seed, int) and 0 <= seed < 2**64:
        return int(seed)
    # Faker takes texts and other things as seeds, too.
    return _gusher.seed_of(0, str(seed))


def _unknown(name: str, locale: str) -> str:
    fakers = of_faker()
    if name in fakers.of_locale(locale):
        nearest = NEAREST.get(name)
        hint = f"; the generator `{nearest}` is nearest to it" if nearest else ""
        return f"gusher has no `{name}` of Faker's for {locale}; Faker(fallback=True) takes it from Faker{hint}"
    if fakers.is_known(name):
        return f"Faker's `{name}` is one of other locales, not of {locale}"
    import difflib

    near = difflib.get_close_matches(name, METHODS, 1)
    hint = f"; did you mean `{near[0]}`?" if near else "; gusher.generators() lists what tables can have"
    return f"gusher.Faker has no method `{name}`{hint}"

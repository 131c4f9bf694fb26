"""What is taken from Faker where it is installed and asked for: its methods, seeded from ours."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from .. import _gusher
from .._gusher import Error

__all__ = ["Fallback"]


class Fallback:
    """The methods of Faker's providers. Call n of one is a function of the seed, its name and n, and of nothing else.

    Args:
        locale: Faker's name of the locale.
        seed: the seed of the calls.
        use_weighting: what Faker is told.

    Raises:
        Error: if Faker is not installed.
    """

    def __init__(self, locale: str, seed: int, use_weighting: bool) -> None:
        from random import Random

        try:
            from faker.factory import Factory
        except ImportError as error:
            raise Error("fallback=True: the package faker is not installed, which what is missing is taken from") from error
        self._generator: Any = Factory.create(locale, use_weighting=use_weighting)
        self._generator.random = Random(seed)
        self._generator._is_seeded = True
        self._seed = seed
        self._lock = threading.Lock()
        # How many calls each method has had.
        self.counts: dict[str, int] = {}

    def begin(self, seed: int) -> None:
        """Begins again with another seed."""
        self._seed = seed
        self.counts = {}

    def has(self, name: str) -> bool:
        """Whether Faker has the method."""
        return callable(getattr(self._generator, name, None))

    def method(self, name: str) -> Callable[..., Any]:
        """Faker's method."""
        theirs = getattr(self._generator, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            with self._lock:
                count = self.counts.get(name, 0)
                self.counts[name] = count + 1
                self._generator.random.seed(_gusher.seed_of(self._seed, f"faker {name} {count}"))
                return theirs(*args, **kwargs)

        call.__name__ = call.__qualname__ = name
        call.__doc__ = theirs.__doc__
        return call

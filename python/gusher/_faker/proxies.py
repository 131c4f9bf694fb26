"""Faker's ``optional``: values that are left out at times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _gusher
from .._gusher import Error
from .errors import NOT_A_METHOD

__all__ = ["Optional"]


class Optional:
    """The methods of a Faker, whose values are ``None`` at times.

    Args:
        fake: whose methods they are.
    """

    def __init__(self, fake: Any) -> None:
        self._fake = fake
        # How many calls each method has had.
        self._counts: dict[str, int] = {}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        method = getattr(self._fake, name)
        if not callable(method):
            raise TypeError(NOT_A_METHOD.format("optional", name))

        def call(*args: Any, prob: float = 0.5, **kwargs: Any) -> Any:
            if not 0 < prob <= 1:
                raise Error(f"prob={prob}: expected a number above 0, up to 1")
            count = self._counts[name] = self._counts.get(name, -1) + 1
            share = _gusher.seed_of(self._fake._seed, f"optional {name} {count}") / 2**64
            return method(*args, **kwargs) if share < prob else None

        call.__name__ = call.__qualname__ = name
        return call

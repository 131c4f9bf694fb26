"""What a method of Faker is made of here: the word of a column, and what makes Faker's type of its values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Convert", "Made", "Method"]

Convert = Callable[[Any], Any]
Made = tuple[str, Convert | None]


class Method:
    """A method of Faker: what its arguments make of it."""

    __slots__ = ("_make", "takes")

    def __init__(self, make: Callable[..., Made], takes: bool) -> None:
        self._make = make
        self.takes = takes

    def of(self, *args: Any, **kwargs: Any) -> Made:
        """The word of the column, and what makes Faker's type of its values."""
        return self._make(*args, **kwargs)

"""Choices from what the caller gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._faker_method import Made
from ._gusher import Error


def choice(elements: Any = ("a", "b", "c")) -> Made:
    values = list(elements)
    if not values:
        raise Error("elements: there is nothing to choose from")
    if isinstance(elements, Mapping):
        # Shares are drawn by whole thousandths.
        shares: list[float] = [float(share) for share in elements.values()]
        total = sum(shares)
        ends = [round(1000 * sum(shares[: at + 1]) / total) for at in range(len(shares))]
        return "int:0,999", lambda value: values[next(at for at, end in enumerate(ends) if value < end)]
    return f"int:0,{len(values) - 1}", lambda value: values[value]


def enumeration(enum_cls: Any = None) -> Made:
    if enum_cls is None:
        return "int:0,0", _no_enumeration
    return choice(list(enum_cls))


def _no_enumeration(value: Any) -> Any:
    raise TypeError("enum() needs a class of enum.Enum")


def some(unique: bool) -> Callable[..., Made]:
    """As many elements as there are, or as are asked for; each of them once, if `unique`."""

    def make(elements: Any = ("a", "b", "c"), length: int | None = None) -> Made:
        values = list(elements)
        count = len(values) if length is None else length
        if not values and count > 0:
            raise Error("elements: there is nothing to choose from")
        if unique and count > len(values):
            raise Error(f"length={count}: there are only {len(values)} elements")

        def drawn(number: int) -> list[Any]:
            made: list[Any] = []
            left = list(values)
            for _ in range(count):
                # Knuth's linear congruential generator, whose upper half is good enough for test data.
                number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
                at = (number >> 32) % len(left)
                made.append(left.pop(at) if unique else left[at])
            return made

        return f"int:0,{2**62}", drawn

    return make

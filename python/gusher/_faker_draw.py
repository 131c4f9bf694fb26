"""Random numbers that follow from one: values whose arguments the caller gives are drawn by them."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Sequence
from typing import Any, TypeVar

__all__ = ["BITS", "Draw"]

T = TypeVar("T")

# How many random bits a draw begins with: a column of integers has that many.
BITS = 62
_MASK = 2**64 - 1


class Draw:
    """What one value is drawn from. The same bits give the same numbers in the same order."""

    __slots__ = ("_state",)

    def __init__(self, bits: int) -> None:
        self._state = bits

    def word(self) -> int:
        """The next 64 bits, by SplitMix64 (Steele, Lea and Flood, OOPSLA 2014)."""
        self._state = state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        state = (state ^ state >> 27) * 0x94D049BB133111EB & _MASK
        return state ^ state >> 31

    def below(self, count: int) -> int:
        """A whole number from 0 up to, but not including, `count`."""
        bits, width = self.word(), 64
        # 64 bits more than the count has, so that no number is likelier than another by what anybody could see.
        while width < count.bit_length() + 32:
            bits, width = bits << 64 | self.word(), width + 64
        return bits * count >> width

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def fraction(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.word() >> 11) / 2**53

    def choice(self, values: Sequence[T]) -> T:
        """One of them."""
        return values[self.below(len(values))]

    def weighted(self, weights: Sequence[float]) -> int:
        """The index of one of these weights, each as likely as its share of their sum."""
        ends = list(itertools.accumulate(weights))
        return min(bisect.bisect_right(ends, self.fraction() * ends[-1]), len(ends) - 1)

    def shuffled(self, values: Sequence[Any], count: int) -> list[Any]:
        """So many of them in a random order, none twice: the first steps of Fisher and Yates."""
        left = list(values)
        for at in range(count):
            other = self.between(at, len(left) - 1)
            left[at], left[other] = left[other], left[at]
        return left[:count]

    def around(self, number: int) -> int:
        """A number within 40 per cent of this one, and at least 1, as Faker varies the lengths of its texts and lists."""
        return max(1, number * self.between(60, 140) // 100)

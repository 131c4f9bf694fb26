"""Random numbers that follow from one: values whose arguments the caller gives are drawn by them."""

from __future__ import annotations

import bisect
import hashlib
import itertools
import struct
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

__all__ = ["BITS", "SLOW", "SMALL", "Draw"]

T = TypeVar("T")

# How many random bits a draw begins with: a column of integers has that many.
BITS = 62
# Up to this count one word is enough.
SMALL = 1 << 31
# What a function that makes a value at once, without a draw, gives where it cannot.
SLOW: Any = object()
# Up to this size half a word is.
_MANY = 1 << 16
_SIXTEEN = struct.Struct("<16I").unpack
_EIGHT = struct.Struct("<8Q").unpack


class Draw:
    """What one value is drawn from. The same bits give the same numbers in the same order."""

    __slots__ = ("_bits", "_blocks", "_first", "_words")

    def __init__(self, bits: int) -> None:
        self._bits = bits
        # The bits that there are at the beginning are the first word; the rest is made where more is needed.
        self._first = True
        self._words: list[int] = []
        self._blocks = 0

    def word(self) -> int:
        """The next 64 bits."""
        if self._first:
            self._first = False
            return self._bits << 2 | self._bits & 3
        if not self._words:
            # A hash of the bits and a number gives eight words at once, faster than arithmetic in Python gives one.
            self._blocks += 1
            block = hashlib.blake2b(b"%d %d" % (self._bits, self._blocks)).digest()
            self._words = list(_EIGHT(block))
        return self._words.pop()

    def below(self, count: int) -> int:
        """A whole number from 0 up to, but not including, `count`."""
        if count <= SMALL:
            return self.word() * count >> 64
        bits, width = self.word(), 64
        # 32 bits more than the count has, so that no number is likelier than another by what anybody could see.
        while width < count.bit_length() + 32:
            bits, width = bits << 64 | self.word(), width + 64
        return bits * count >> width

    def indices(self, count: int, size: int) -> list[int]:
        """A number of integers from 0 up to, but not including, `size`, faster than one by one."""
        if count < 3 or size > _MANY:
            return [self.below(size) for _ in range(count)]
        return [word * size >> 32 for word in self._halves(count)]

    def _halves(self, count: int) -> list[int]:
        """A number of words of 32 bits."""
        made: list[int] = []
        while len(made) < count:
            self._blocks += 1
            made += _SIXTEEN(hashlib.blake2b(b"%d %d" % (self._bits, self._blocks)).digest())
        return made[:count]

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def fraction(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return (self.word() >> 11) / 2**53

    def choice(self, values: Sequence[T]) -> T:
        """One of them."""
        return values[self.below(len(values))]

    def weighing(self, weights: Sequence[float]) -> Callable[[], int]:
        """Gives indices of these weights, each as likely as its share of their sum."""
        ends = list(itertools.accumulate(weights))
        return lambda: self.within(ends)

    def within(self, ends: Sequence[float]) -> int:
        """The index of one of the weights with these running sums."""
        return min(bisect.bisect_right(ends, self.fraction() * ends[-1]), len(ends) - 1)

    def weighted(self, weights: Sequence[float]) -> int:
        """The index of one of these weights, each as likely as its share of their sum."""
        return self.weighing(weights)()

    def shuffled(self, values: Sequence[Any], count: int) -> list[Any]:
        """So many of them in a random order, none twice: the first steps of Fisher and Yates."""
        left = list(values)
        size = len(left)
        if count < 3 or size > _MANY:
            steps = [self.below(size - at) for at in range(count)]
        else:
            steps = [word * (size - at) >> 32 for at, word in enumerate(self._halves(count))]
        for at, step in enumerate(steps):
            left[at], left[at + step] = left[at + step], left[at]
        return left[:count]

    def around(self, number: int) -> int:
        """A number within 40 per cent of this one, and at least 1, as Faker varies the lengths of its texts and lists."""
        return max(1, number * self.between(60, 140) // 100)

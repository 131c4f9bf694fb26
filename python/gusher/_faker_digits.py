"""Digits, and the digits and letters that check them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ._faker_draw import Draw

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def digits(draw: Draw, count: int) -> str:
    """So many digits."""
    return f"{draw.below(10**count):0{count}d}"


def letters(draw: Draw, count: int, of: Sequence[str] = CAPITALS) -> str:
    """So many letters."""
    return "".join(draw.choice(of) for _ in range(count))


def weighed(text: str, weights: Iterable[int]) -> int:
    """The sum of the digits, each times its weight."""
    return sum(int(digit) * weight for digit, weight in zip(text, weights))


def luhn(text: str) -> str:
    """The check digit by Luhn (ISO/IEC 7812-1)."""
    total = 0
    for at, digit in enumerate(reversed(text)):
        doubled = int(digit) * 2 if at % 2 == 0 else int(digit)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def mod11_10(text: str) -> str:
    """The check digit by ISO 7064, MOD 11,10."""
    product = 10
    for digit in text:
        product = 2 * ((int(digit) + product) % 10 or 10) % 11
    return str((11 - product) % 10)


def is_luhn(text: str) -> bool:
    """Whether the last digit is right by Luhn."""
    return luhn(text[:-1]) == text[-1]

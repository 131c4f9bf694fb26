"""Digits, the digits and letters that check them, and what numbers of people tell: a birthday, a gender."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from .._gusher import Draw, Error
from .dates import birth
from .method import Values

CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def digits(draw: Draw, count: int) -> str:
    """A number of digits."""
    return f"{draw.below(10**count):0{count}d}"


def letters(draw: Draw, count: int, of: Sequence[str] = CAPITALS) -> str:
    """A number of letters."""
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


def gender_of(draw: Draw, gender: str | None, known: str = "FM") -> str:
    """The gender that is asked for, or one of those that there are."""
    if gender is not None and gender not in known:
        raise Error(f"gender={gender!r}: Gender must be {' or '.join(known)}")
    return draw.choice(known) if gender is None else gender


def day_of(text: str, pattern: str) -> datetime.date:
    """The day of a text."""
    try:
        return datetime.datetime.strptime(text, pattern).date()
    except ValueError as error:
        raise Error(f"{text!r}: expected a date as {pattern}") from error


def born(values: Values, draw: Draw, min_age: int, max_age: int) -> datetime.date:
    """A birthday of somebody of this age."""
    return birth(values, draw, None, min_age, max_age)

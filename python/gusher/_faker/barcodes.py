"""Numbers with check digits that are the same everywhere: of books, articles and American banks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._gusher import Draw, Error
from .errors import AssertedError
from .method import Made, Values

def aba(number: int) -> str:
    # A routing number's digits by 3, 7 and 1 are a multiple of 10.
    digits = f"{number:08d}"
    total = sum(int(digit) * (3, 7, 1)[at % 3] for at, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def _nine(number: int) -> str:
    """Nine digits of a book's number, and the check digit of ten (ISO 2108 of 1970)."""
    digits = f"{number:09d}"
    check = sum((at + 1) * int(digit) for at, digit in enumerate(digits)) % 11
    return digits + ("X" if check == 10 else str(check))


def _grouped(digits: str, separator: str) -> str:
    return separator.join([digits[0], digits[1:4], digits[4:9], digits[9:]])


def isbn10(separator: str = "-") -> Made:
    return "int:0,999999999", lambda number: _grouped(_nine(number), separator)


def isbn13(separator: str = "-") -> Made:
    def made(number: int) -> str:
        digits = f"978{number:09d}"
        return f"978{separator}{_grouped(digits[3:] + _weighed(digits), separator)}"

    return "int:0,999999999", made


def sbn9(separator: str = "-") -> Made:
    # A standard book number is the ISBN without its leading 0.
    return "int:0,99999999", lambda number: separator.join(
        [(digits := _nine(number))[1:3], digits[3:9], digits[9]]
    )


def _weighed(digits: str) -> str:
    """GS1's check digit."""
    total = sum(int(digit) * (3 if at % 2 == 0 else 1) for at, digit in enumerate(reversed(digits)))
    return str(-total % 10)


def _article(draw: Draw, length: int, prefixes: Any) -> str:
    begin = draw.choice(list(prefixes)) if prefixes else ""
    begin = "".join(map(str, begin)) if isinstance(begin, tuple | list) else str(begin)
    if not begin.isdigit() and begin or len(begin) > length - 1:
        raise Error(f"prefixes={prefixes!r}: expected digits, at most {length - 1} of them")
    width = length - 1 - len(begin)
    digits = begin + (f"{draw.below(10**width):0{width}d}" if width > 0 else "")
    return digits + _weighed(digits)


def ean(values: Values, draw: Draw, length: int = 13, prefixes: Any = ()) -> str:
    if length not in (8, 13):
        raise AssertedError(f"length={length}: expected 8 or 13")
    return _article(draw, length, prefixes)


def ean_of(length: int) -> Callable[..., str]:
    def make(values: Values, draw: Draw, prefixes: Any = ()) -> str:
        return _article(draw, length, prefixes)

    return make


def ean13(values: Values, draw: Draw, prefixes: Any = (), leading_zero: bool | None = None) -> str:
    if not prefixes and leading_zero is not None:
        prefixes = "0" if leading_zero else "123456789"
    return _article(draw, 13, prefixes)


# The prefixes of GS1 by country: where the company is registered, of which an article's number begins.
_PREFIXES = {
    "US": [f"{number:02d}" for number in range(14)],
    "CA": ["75"],
    "ES": ["84"],
    "FR": [*"30 31 32 33 34 35 36 37".split()],
    "DE": [*"40 41 42 43".split(), "440"],
    "JP": ["45", "49"],
    "GB": ["50"],
    "IT": [f"{number}" for number in range(80, 84)],
    "NL": ["87"],
    "BR": ["789", "790"],
    "PL": ["590"],
    "RU": [f"{number}" for number in range(460, 470)],
    "CN": [f"{number}" for number in range(690, 700)],
}


def _local(values: Values) -> Any:
    return _PREFIXES.get(values.locale.partition("_")[2], ())


def localized_ean(values: Values, draw: Draw, length: int = 13) -> str:
    return ean(values, draw, length, _local(values))


def localized_ean_of(length: int) -> Callable[..., str]:
    def make(values: Values, draw: Draw) -> str:
        return ean(values, draw, length, _local(values))

    return make


# --- American articles ------------------------------------------------------------------------------------


def _short(draw: Draw, base: str | None, system: int | None) -> tuple[str, str]:
    """The six digits of a short number with the system's before them, and the long number that they stand for."""
    six = base if base is not None and len(base) == 6 and base.isdigit() else f"{draw.below(10**6):06d}"
    first = system if system in (0, 1) else draw.below(2)
    last = int(six[5])
    if last <= 2:
        digits = f"{six[:2]}{last}0000{six[2:5]}"
    elif last <= 4:
        digits = f"{six[:last]}00000{six[last:5]}"
    else:
        digits = f"{six[:5]}0000{last}"
    return f"{first}{six}", f"{first}{digits}"


def upc_a(
    values: Values,
    draw: Draw,
    upc_ae_mode: bool = False,
    base: str | None = None,
    number_system_digit: int | None = None,
) -> str:
    if upc_ae_mode:
        digits = _short(draw, base, number_system_digit)[1]
    else:
        digits = f"{draw.below(10**11):011d}"
    return digits + _weighed(digits)


def upc_e(
    values: Values,
    draw: Draw,
    base: str | None = None,
    number_system_digit: int | None = None,
    safe_mode: bool = True,
) -> str:
    short, long = _short(draw, base, number_system_digit)
    if safe_mode:
        # Of the short numbers that stand for one long number, that which has it made is the last one.
        short = short[0] + _six(long)
    return short + _weighed(long)


def _six(long: str) -> str:
    """The six digits that stand for a long number without its check digit."""
    digits = long[1:]
    if digits[3:7] == "0000" and digits[2] in "012":
        return digits[:2] + digits[7:] + digits[2]
    if digits[3:8] == "00000":
        return digits[:3] + digits[8:] + "3"
    if digits[4:9] == "00000":
        return digits[:4] + digits[9:] + "4"
    return digits[:5] + digits[9]

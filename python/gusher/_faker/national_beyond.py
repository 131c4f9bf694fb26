"""The numbers that states of Asia, Africa and the Americas give to people."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._gusher import Draw, Error
from .digits import CAPITALS, born, digits, gender_of, letters, luhn, weighed
from .method import Values

Rule = Callable[..., Any]

# --- Asia and Africa --------------------------------------------------------------------------------------


def algerian(values: Values, draw: Draw) -> str:
    day = born(values, draw, 18, 75)
    number = f"{draw.between(1, 2)}{draw.below(2)}{day.year % 1000:03d}{draw.between(1, 58):02d}{draw.between(1, 20):02d}"
    number += f"{draw.between(1, 99999):05d}{draw.between(1, 99):02d}"
    return f"{number}0{_alternated(number)}"


def _alternated(number: str) -> str:
    total = 0
    for at, digit in enumerate(reversed(number)):
        doubled = int(digit) * (1 + at % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def azerbaijani(values: Values, draw: Draw) -> str:
    return letters(draw, 7, "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789")


def aadhaar(values: Values, draw: Draw) -> str:
    number = str(draw.between(1, 9)) + digits(draw, 10)
    return number + luhn(number)


def pan(values: Values, draw: Draw) -> str:
    return f"{letters(draw, 3)}{draw.choice('CPHFATBLJG')}{draw.choice(CAPITALS)}{digits(draw, 4)}{draw.choice(CAPITALS)}"


def gstin(values: Values, draw: Draw) -> str:
    signs = f"0123456789{CAPITALS}"
    number = f"{draw.between(1, 38):02d}{pan(values, draw)}{draw.choice(signs[1:])}Z"
    total = 0
    for at, sign in enumerate(reversed(number)):
        product = signs.index(sign) * (2 - at % 2)
        total += product // 36 + product % 36
    return number + signs[-total % 36]


def chinese(
    values: Values, draw: Draw, min_age: int = 18, max_age: int = 90, gender: str | None = None, area_code: Any = ""
) -> str:
    area = area_code if isinstance(area_code, str) and area_code else f"{draw.choice(('11', '31', '44'))}0{draw.between(101, 120)}"
    day = born(values, draw, min_age, max_age)
    serial = f"{digits(draw, 2)}{2 * draw.below(5) + (gender_of(draw, gender) == 'M')}"
    number = f"{area}{day:%Y%m%d}{serial}"
    return number + "10X98765432"[weighed(number, (2 ** (17 - at) for at in range(17))) % 11]


# The numbers that letters stand for in Taiwan.
_TAIWAN = "ABCDEFGHJKLMNPQRSTUVXYWZIO"


def taiwanese(values: Values, draw: Draw) -> str:
    letter = draw.choice(CAPITALS)
    number = f"{_TAIWAN.index(letter) + 10}{draw.between(1, 2)}{digits(draw, 7)}"
    return f"{letter}{number[2:]}{-weighed(number, (1, 9, 8, 7, 6, 5, 4, 3, 2, 1)) % 10}"


def thai(values: Values, draw: Draw) -> str:
    number = f"{draw.between(1, 8)}{draw.between(10, 96)}{draw.between(1, 20):02d}{digits(draw, 5)}{draw.between(1, 99):02d}"
    check = (11 - weighed(number, range(13, 1, -1)) % 11) % 10
    return f"{number[0]}-{number[1:5]}-{number[5:10]}-{number[10:]}-{check}"


# --- the Americas -----------------------------------------------------------------------------------------


def _rut(number: int) -> str:
    check = -weighed(str(number)[::-1], (2, 3, 4, 5, 6, 7, 2, 3)) % 11
    return f"{number:,}".replace(",", ".") + f"-{'0123456789K'[check]}"


def rut(values: Values, draw: Draw, min: int = 10, max: int = 99_999_999) -> str:
    if not 1 <= min <= max <= 99_999_999:
        raise Error(f"min={min}, max={max}: expected 1 <= min <= max <= 99999999")
    return _rut(draw.between(min, max))


def person_rut(values: Values, draw: Draw) -> str:
    return _rut(draw.between(1_000_000, 31_999_999))


def company_rut(values: Values, draw: Draw) -> str:
    return _rut(draw.between(60_000_000, 99_999_999))


def nuip(values: Values, draw: Draw) -> str:
    if draw.below(2):
        return f"{draw.between(10, 12)}{digits(draw, 8)}"
    return f"{draw.between(1, 9)}{digits(draw, 6 + draw.below(2))}"


def legal_nit(values: Values, draw: Draw) -> str:
    return f"{draw.between(8, 9)}{digits(draw, 8)}"


def with_check(nit: Rule) -> Rule:
    """The same number of Colombia with its check digit."""

    def make(values: Values, draw: Draw) -> str:
        number = nit(values, draw)
        check = weighed(number[::-1], (3, 7, 13, 17, 19, 23, 29, 37, 41, 43)) % 11
        return f"{number}-{check if check < 2 else 11 - check}"

    return make


def mexican(values: Values, draw: Draw) -> str:
    number = f"{draw.between(1, 99):02d}{digits(draw, 4)}{draw.between(1, 9999):04d}"
    return number + luhn(number)


_STATES = (
    "AS BC BS CC CS CH DF CL CM DG GT GR HG JC MC MN MS NT NL OC PL QT QR SP SL SR TC TS TL VZ YN ZS NE".split()
)
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXYZ"


def _initials(draw: Draw) -> str:
    return draw.choice(CAPITALS) + draw.choice("AEIOU") + letters(draw, 2)


def curp(values: Values, draw: Draw) -> str:
    day = born(values, draw, 0, 100)
    code = f"{_initials(draw)}{day:%y%m%d}{draw.choice('HM')}{draw.choice(_STATES)}{letters(draw, 3, _CONSONANTS)}"
    code += "0" if day.year < 2000 else "A"
    signs = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
    return f"{code}{-sum(signs.index(sign) * (18 - at) for at, sign in enumerate(code)) % 10}"


def rfc(values: Values, draw: Draw, natural: bool = True) -> str:
    day = born(values, draw, 18, 100)
    return f"{_initials(draw) if natural else letters(draw, 3)}{day:%y%m%d}{letters(draw, 3, CAPITALS + '123456789')}"


def elector(values: Values, draw: Draw, gender: str | None = None) -> str:
    day, sex = born(values, draw, 18, 100), gender_of(draw, gender, "HM")
    return f"{letters(draw, 6, _CONSONANTS)}{day:%y%m%d}{draw.between(1, 32):02d}{sex}{digits(draw, 3)}"


def rg(values: Values, draw: Draw) -> str:
    number = digits(draw, 8)
    return number + "0123456789X0"[-weighed(number, range(2, 10)) % 11]


def canadian(values: Values, draw: Draw) -> str:
    number = f"{draw.between(1, 7)}{digits(draw, 7)}"
    number += luhn(number)
    return f"{number[:3]} {number[3:6]} {number[6:]}"

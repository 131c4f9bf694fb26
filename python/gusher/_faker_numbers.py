"""Numbers, and what is counted: colours, check digits."""

from __future__ import annotations

from ._faker_method import Made


def _int(low: int, high: int, step: int = 1) -> Made:
    if step == 1:
        return f"int:{low},{high}", None
    count = (high - low) // step
    return f"int:0,{count}", lambda value: low + step * value


def pyint(min_value: int = 0, max_value: int = 9999, step: int = 1) -> Made:
    return _int(min_value, max_value, step)


def random_int(min: int = 0, max: int = 9999, step: int = 1) -> Made:
    return _int(min, max, step)


def random_number(digits: int | None = None, fix_len: bool = False) -> Made:
    wide = 9 if digits is None else digits
    return _int(10 ** (wide - 1) if fix_len else 0, 10**wide - 1)


def _share(percent: int) -> Made:
    return f"bool:{percent / 100}", None


def boolean(chance_of_getting_true: int = 50) -> Made:
    return _share(chance_of_getting_true)


def pybool(truth_probability: int = 50) -> Made:
    return _share(truth_probability)


def pydecimal(
    left_digits: int | None = None,
    right_digits: int | None = None,
    positive: bool = False,
    min_value: float | None = None,
    max_value: float | None = None,
) -> Made:
    places = 2 if right_digits is None else right_digits
    most = 10 ** (6 if left_digits is None else left_digits) - 1
    low = (0 if positive else -most) if min_value is None else min_value
    high = most if max_value is None else max_value
    return f"decimal:{low},{high},{places}", None


def pyfloat(
    left_digits: int | None = None,
    right_digits: int | None = None,
    positive: bool = False,
    min_value: float | None = None,
    max_value: float | None = None,
) -> Made:
    word, _ = pydecimal(left_digits, 6 if right_digits is None else right_digits, positive, min_value, max_value)
    return word, float


def rgb(number: int) -> tuple[int, int, int]:
    return number >> 16, number >> 8 & 255, number & 255


def rgb_float(number: int) -> tuple[float, float, float]:
    red, green, blue = rgb(number)
    return red / 255, green / 255, blue / 255


def hue(number: int) -> tuple[int, int, int]:
    return number // 10_201, number // 101 % 101, number % 101


def aba(number: int) -> str:
    # A routing number's digits by 3, 7 and 1 are a multiple of 10.
    digits = f"{number:08d}"
    total = sum(int(digit) * (3, 7, 1)[at % 3] for at, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def isbn10(separator: str = "-") -> Made:
    def made(number: int) -> str:
        digits = f"{number:09d}"
        check = sum((at + 1) * int(digit) for at, digit in enumerate(digits)) % 11
        return separator.join([digits[0], digits[1:4], digits[4:], "X" if check == 10 else str(check)])

    return "int:0,999999999", made


def upc_a(number: int) -> str:
    digits = f"{number:011d}"
    total = sum(int(digit) * (3 if at % 2 == 0 else 1) for at, digit in enumerate(digits))
    return f"{digits}{-total % 10}"

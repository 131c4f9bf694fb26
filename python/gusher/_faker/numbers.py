"""Numbers, and colours as numbers."""

from __future__ import annotations

import decimal
import functools
import sys
from typing import Any

from .._gusher import Draw, Error
from .method import Made, Values

# --- whole numbers ----------------------------------------------------------------------------------------


def _column(low: int, high: int, step: int) -> Made:
    """Whole numbers as a column, which can have different ones."""
    if step == 1:
        return f"int:{low},{high}", None
    return f"int:0,{(high - low) // step}", lambda value: low + step * value


def _whole(draw: Draw, low: int, high: int, step: int) -> int:
    if not (type(low) is type(high) is type(step) is int):
        _check_whole(low, high, step)
    if step < 1 or low > high:
        raise Error(f"empty range: there is no whole number from {low} to {high} by steps of {step}")
    return low + step * draw.below((high - low) // step + 1)


def _check_whole(low: object, high: object, step: object) -> None:
    for name, number in (("the least", low), ("the largest", high), ("the step", step)):
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"{name} is {number!r}: expected a whole number")


def pyint(values: Values, draw: Draw, min_value: int = 0, max_value: int = 9999, step: int = 1) -> int:
    return _whole(draw, min_value, max_value, step)


def pyint_column(min_value: int = 0, max_value: int = 9999, step: int = 1) -> Made:
    return _column(min_value, max_value, step)


def random_int(values: Values, draw: Draw, min: int = 0, max: int = 9999, step: int = 1) -> int:
    return _whole(draw, min, max, step)


def random_int_column(min: int = 0, max: int = 9999, step: int = 1) -> Made:
    return _column(min, max, step)


def random_number(values: Values, draw: Draw, digits: int | None = None, fix_len: bool = False) -> int:
    width = draw.between(1, 9) if digits is None else digits
    if width < 0 or fix_len and width == 0:
        raise Error(f"digits={digits}, fix_len={fix_len}: expected a number from {int(fix_len)} on")
    return draw.between(10 ** (width - 1) if fix_len and width > 0 else 0, 10**width - 1)


def random_number_column(digits: int | None = None, fix_len: bool = False) -> Made:
    width = 9 if digits is None else digits
    return _column(10 ** (width - 1) if fix_len and width > 0 else 0, 10**width - 1, 1)


def randomize_nb_elements(
    values: Values,
    draw: Draw,
    number: int = 10,
    le: bool = False,
    ge: bool = False,
    min: int | None = None,
    max: int | None = None,
) -> int:
    if le and ge:
        return number
    made = number * draw.between(100 if ge else 60, 100 if le else 140) // 100
    made = made if min is None or made >= min else min
    return made if max is None or made <= max else max


def _share(percent: float) -> Made:
    if not 0 <= percent <= 100:
        raise Error(f"{percent}: expected a probability from 0 to 100")
    return f"bool:{percent / 100}", None


def boolean(chance_of_getting_true: int = 50) -> Made:
    return _share(chance_of_getting_true)


def pybool(truth_probability: int = 50) -> Made:
    return _share(truth_probability)


# --- numbers with decimal places --------------------------------------------------------------------------

# How many digits there are before and after the point where no number of them is given.
_LEFT, _DECIMAL_PLACES, _FLOAT_PLACES = 6, 2, 6
# The most digits of a decimal without arguments, on each side of the point.
_MAX_DIGITS = 100


def _units(value: float | decimal.Decimal, places: int, rounding: str) -> int:
    """A number in units of its last decimal place."""
    exact = value if isinstance(value, decimal.Decimal) else decimal.Decimal(str(value))
    return int(exact.scaleb(places).to_integral_value(rounding))


def _fitting(left_digits: int | None, **bounds: float | decimal.Decimal | None) -> None:
    """Refuses a bound that has more digits before the point than are asked for, as Faker does."""
    for name, bound in bounds.items():
        if left_digits is not None and bound is not None and abs(bound) > 10**left_digits:
            raise Error(f"left_digits={left_digits}, {name}={bound}: the bound has more digits before the point")


def _different(low: float | decimal.Decimal | None, high: float | decimal.Decimal | None) -> None:
    """Refuses bounds that leave one number or none, as Faker does."""
    if low is not None and high is not None and low >= high:
        raise Error(f"min_value={low}, max_value={high}: expected min_value < max_value")


@functools.lru_cache(maxsize=1024)
def _bounds(
    left_digits: int | None,
    places: int,
    positive: bool | None,
    min_value: float | decimal.Decimal | None,
    max_value: float | decimal.Decimal | None,
) -> tuple[int, int]:
    """The least and the largest number with this number of decimal places, in units of the last one."""
    with decimal.localcontext(prec=_precision(left_digits, places, min_value, max_value)):
        return _exact_bounds(left_digits, places, positive, min_value, max_value)


def _exact_bounds(
    left_digits: int | None,
    places: int,
    positive: bool | None,
    min_value: float | decimal.Decimal | None,
    max_value: float | decimal.Decimal | None,
) -> tuple[int, int]:
    for name, digits in (("left_digits", left_digits), ("right_digits", places)):
        if digits is not None and digits < 0:
            raise Error(f"{name}={digits}: expected a number from 0 on")
    if left_digits == 0 and places == 0:
        raise Error("left_digits=0, right_digits=0: no digits are left")
    _fitting(left_digits, min_value=min_value, max_value=max_value)
    _different(min_value, max_value)
    if positive and max_value is not None and max_value <= 0 or positive and min_value is not None and min_value <= 0:
        raise Error("positive=True: the bounds have to be above 0")
    most = 10 ** ((_LEFT if left_digits is None else left_digits) + places) - 1
    low = -most if min_value is None else _units(min_value, places, decimal.ROUND_CEILING)
    high = most if max_value is None else _units(max_value, places, decimal.ROUND_FLOOR)
    # A single bound leads as far as the digits go, and beyond where it lies outside of them.
    if left_digits is None and min_value is not None and max_value is None:
        high = max(high, low + most)
    if left_digits is None and max_value is not None and min_value is None:
        low = min(low, high - most)
    if positive:
        low = max(low, 1)
    elif positive is False and min_value is None and max_value is None:
        high = 0
    if low > high:
        text = f"left_digits={left_digits}, right_digits={places}, min_value={min_value}, max_value={max_value}"
        raise Error(f"{text}: there is no such number")
    return low, high


def _of_length(draw: Draw, left_digits: int, places: int, positive: bool | None) -> int:
    """A number with exactly `left_digits` digits before the point, as Faker's are where no bound is given."""
    least: int = 10 ** (left_digits - 1 + places)
    made = draw.between(0, 9 * least * (2 if positive is None else 1) - 1)
    is_negative = made >= 9 * least if positive is None else not positive
    units = least + made % (9 * least)
    return -units if is_negative else units


def _decimal(units: int, places: int) -> decimal.Decimal:
    if -_EXACT < units < _EXACT:
        return decimal.Decimal(units).scaleb(-places)
    with decimal.localcontext(prec=len(str(units)) + 1):
        return decimal.Decimal(units).scaleb(-places)


# Up to so much no precision is lost whatever the context is that programs usually have.
_EXACT = 10**27


def _precision(left_digits: int | None, right_digits: int | None, *bounds: float | decimal.Decimal | None) -> int:
    """Enough digits for all that is asked for."""
    lengths = [decimal.Decimal(str(bound)).adjusted() for bound in bounds if bound is not None]
    return 400 + (left_digits or 0) + (right_digits or 0) + max(map(abs, lengths), default=0)


def pydecimal(
    values: Values,
    draw: Draw,
    left_digits: int | None = None,
    right_digits: int | None = None,
    positive: bool | None = None,
    min_value: float | decimal.Decimal | None = None,
    max_value: float | decimal.Decimal | None = None,
) -> decimal.Decimal:
    if left_digits is right_digits is min_value is max_value is None:
        # Faker's have any number of digits then.
        left_digits = draw.between(0, _MAX_DIGITS)
        right_digits = draw.between(int(left_digits == 0), _MAX_DIGITS)
    places = _DECIMAL_PLACES if right_digits is None else right_digits
    if left_digits is not None and left_digits > 0 and places >= 0 and min_value is None and max_value is None:
        return _decimal(_of_length(draw, left_digits, places, positive), places)
    return _decimal(draw.between(*_bounds(left_digits, places, positive, min_value, max_value)), places)


def pyfloat(
    values: Values,
    draw: Draw,
    left_digits: int | None = None,
    right_digits: int | None = None,
    positive: bool | None = None,
    min_value: float | None = None,
    max_value: float | None = None,
) -> float:
    if right_digits is None and left_digits is None and min_value is not None and max_value is not None:
        _different(min_value, max_value)
        if positive and min_value <= 0:
            raise Error(f"min_value={min_value}, max_value={max_value}, positive={positive}: there is no such number")
        # Their own digits may be finer than those that are usual.
        return min(max_value, min_value + draw.fraction() * (max_value - min_value))
    if (left_digits or 0) + (right_digits or 0) > sys.float_info.dig:
        text = f"left_digits={left_digits}, right_digits={right_digits}"
        raise Error(f"{text}: a float has {sys.float_info.dig} digits; pydecimal() has more")
    _different(min_value, max_value)
    places = _FLOAT_PLACES if right_digits is None else right_digits
    # The quotient of whole numbers is the nearest float.
    made: float = draw.between(*_bounds(left_digits, places, positive, min_value, max_value)) / 10**places
    return made


# --- colours ----------------------------------------------------------------------------------------------


def rgb_text(number: int) -> str:
    return f"{number >> 16},{number >> 8 & 255},{number & 255}"


def safe_hex(number: int) -> str:
    # Each part is one of the sixteen that have a digit twice.
    return f"#{number >> 8:x}{number >> 8:x}{number >> 4 & 15:x}{number >> 4 & 15:x}{number & 15:x}{number & 15:x}"

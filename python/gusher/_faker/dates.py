"""Dates and times as Faker's methods take and give them. Ranges are exact to the microsecond, and have both of their ends."""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any

from .._gusher import Draw, Error
from .method import Values

Zone = datetime.tzinfo | None

_EPOCH = datetime.datetime(1970, 1, 1)
_DAY = datetime.timedelta(days=1)
_SECOND = datetime.timedelta(seconds=1)
_MICROSECOND = datetime.timedelta(microseconds=1)


# --- what callers give ------------------------------------------------------------------------------------

# Faker's units; a year has the days that Faker gives it, and so has a month.
_UNITS = {"y": 365.24 * 86400, "M": 30.42 * 86400, "w": 604800, "d": 86400, "h": 3600, "m": 60, "s": 1}
_STEP = re.compile(r"([+-]?)(\d+)([yMwdhms])")


@functools.lru_cache(maxsize=1024)
def _offset(text: str) -> datetime.timedelta:
    """The length of time of a text such as ``-30y``, ``+2h`` or ``-1y2M3d``, whose sign holds until another one comes."""
    seconds, sign, at = 0.0, "", 0
    for step in _STEP.finditer(text):
        sign = step[1] or sign
        if step.start() != at or not sign:
            break
        seconds += int(sign + step[2]) * _UNITS[step[3]]
        at = step.end()
    if at != len(text) or not text:
        raise Error(f"{text!r}: expected a time, \"now\", \"today\" or a distance from now such as \"-30y\", \"+2h\" or \"-1y2M3d\"")
    return datetime.timedelta(seconds=seconds)


def _moment(values: Values, value: Any, tzinfo: Zone = None) -> datetime.datetime:
    """A point in time without a zone: of the clock of naive times, or in UTC if a zone is asked for."""
    if isinstance(value, datetime.datetime):
        return _plain(value)
    if isinstance(value, datetime.date):
        return datetime.datetime(value.year, value.month, value.day)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _EPOCH + datetime.timedelta(seconds=value)
    now = _plain(values.now(tzinfo))
    if isinstance(value, datetime.timedelta):
        return now + value
    if isinstance(value, str):
        if value == "today":
            return now.replace(hour=0, minute=0, second=0, microsecond=0)
        return now if value == "now" else now + _offset(value)
    raise Error(f"{value!r}: expected a date, a time, a number of seconds, a timedelta or a text such as \"-30y\"")


def _plain(value: datetime.datetime) -> datetime.datetime:
    return value if value.tzinfo is None else value.astimezone(datetime.timezone.utc).replace(tzinfo=None)


def _day(values: Values, value: Any) -> datetime.date:
    return _day_of(values.today(), value)


def _day_of(today: datetime.date, value: Any) -> datetime.date:
    if isinstance(value, datetime.datetime):
        return value.date()
    if isinstance(value, datetime.date):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return today + datetime.timedelta(days=value)
    if isinstance(value, datetime.timedelta):
        return today + value
    if isinstance(value, str):
        return today if value in ("now", "today") else today + _offset(value)
    raise Error(f"{value!r}: expected a date, a number of days, a timedelta or a text such as \"-30y\"")


# --- what they get ----------------------------------------------------------------------------------------


def _moment_between(draw: Draw, first: datetime.datetime, last: datetime.datetime) -> datetime.datetime:
    if first > last:
        raise Error(f"empty range: the start {first} is after the end {last}")
    low, high = (first - _EPOCH) // _MICROSECOND, (last - _EPOCH) // _MICROSECOND
    return _EPOCH + datetime.timedelta(microseconds=draw.between(low, high))


def _date(draw: Draw, first: datetime.date, last: datetime.date) -> datetime.date:
    if first > last:
        raise Error(f"empty range: the start {first} is after the end {last}")
    return datetime.date.fromordinal(draw.between(first.toordinal(), last.toordinal()))


def _zoned(value: datetime.datetime, tzinfo: Zone) -> datetime.datetime:
    return value if tzinfo is None else value.replace(tzinfo=datetime.timezone.utc).astimezone(tzinfo)


def _between(values: Values, draw: Draw, first: Any, last: Any, tzinfo: Zone) -> datetime.datetime:
    return _zoned(_moment_between(draw, _moment(values, first, tzinfo), _moment(values, last, tzinfo)), tzinfo)


def datetime_between(
    values: Values, draw: Draw, start_date: Any = "-30y", end_date: Any = "now", tzinfo: Zone = None
) -> datetime.datetime:
    return _between(values, draw, start_date, end_date, tzinfo)


def datetime_between_dates(
    values: Values, draw: Draw, datetime_start: Any = None, datetime_end: Any = None, tzinfo: Zone = None
) -> datetime.datetime:
    first = "now" if datetime_start is None else datetime_start
    last = "now" if datetime_end is None else datetime_end
    return _between(values, draw, first, last, tzinfo)


def future_datetime(values: Values, draw: Draw, end_date: Any = "+30d", tzinfo: Zone = None) -> datetime.datetime:
    return _between(values, draw, "+1s", end_date, tzinfo)


def past_datetime(values: Values, draw: Draw, start_date: Any = "-30d", tzinfo: Zone = None) -> datetime.datetime:
    last = _moment(values, "-1s", tzinfo)
    return _between(values, draw, min(_moment(values, start_date, tzinfo), last), last, tzinfo)


def date_between(values: Values, draw: Draw, start_date: Any = "-30y", end_date: Any = "today") -> datetime.date:
    return _date(draw, _day(values, start_date), _day(values, end_date))


def date_between_dates(values: Values, draw: Draw, date_start: Any = None, date_end: Any = None) -> datetime.date:
    first = _moment(values, "now" if date_start is None else date_start)
    last = _moment(values, "now" if date_end is None else date_end)
    return _date(draw, first.date(), last.date())


def future_date(values: Values, draw: Draw, end_date: Any = "+30d") -> datetime.date:
    return date_between(values, draw, "+1d", end_date)


def past_date(values: Values, draw: Draw, start_date: Any = "-30d", tzinfo: Zone = None) -> datetime.date:
    return date_between(values, draw, start_date, "-1d")


# --- of this year, and the like ---------------------------------------------------------------------------

# How many years a period has; a month has none.
_YEARS = {"century": 100, "decade": 10, "year": 1, "month": 0}


def _period(period: str, day: datetime.date) -> tuple[datetime.date, datetime.date]:
    """The first and the last day of the period that a day lies in."""
    years = _YEARS[period]
    if years == 0:
        first = day.replace(day=1)
        return first, (first + 31 * _DAY).replace(day=1) - _DAY
    year = day.year - day.year % years
    return datetime.date(max(year, 1), 1, 1), datetime.date(min(year + years - 1, 9999), 12, 31)


def date_this(period: str) -> Callable[..., datetime.date]:
    """A day of the present century, decade, year or month: of what is over, what is to come, or all of it."""

    def make(values: Values, draw: Draw, before_today: bool = True, after_today: bool = False) -> datetime.date:
        today = values.now().date()
        first, last = _period(period, today)
        return _date(draw, first if before_today else today, last if after_today else today)

    return make


def datetime_this(period: str) -> Callable[..., datetime.datetime]:
    """The same for points in time."""

    def make(
        values: Values, draw: Draw, before_now: bool = True, after_now: bool = False, tzinfo: Zone = None
    ) -> datetime.datetime:
        now = values.now(tzinfo)
        first, last = _period(period, now.date())
        start = datetime.datetime.combine(first, datetime.time(), tzinfo)
        end = datetime.datetime.combine(last, datetime.time.max, tzinfo)
        ends = start if before_now else now, end if after_now else now
        return _zoned(_moment_between(draw, _plain(ends[0]), _plain(ends[1])), tzinfo)

    return make


# --- from 1970 on -----------------------------------------------------------------------------------------


def _since(values: Values, draw: Draw, first: Any, last: Any) -> datetime.datetime:
    start = _EPOCH if first is None else _moment(values, first)
    return _moment_between(draw, start, _moment(values, "now" if last is None else last))


def date_time(values: Values, draw: Draw, tzinfo: Zone = None, end_datetime: Any = None) -> datetime.datetime:
    return _since(values, draw, None, end_datetime).replace(tzinfo=tzinfo)


def date_time_ad(
    values: Values, draw: Draw, tzinfo: Zone = None, end_datetime: Any = None, start_datetime: Any = None
) -> datetime.datetime:
    first = datetime.datetime(1, 1, 1) if start_datetime is None else start_datetime
    return _since(values, draw, first, end_datetime).replace(tzinfo=tzinfo)


def iso8601(
    values: Values, draw: Draw, tzinfo: Zone = None, end_datetime: Any = None, sep: str = "T", timespec: str = "auto"
) -> str:
    return date_time(values, draw, tzinfo, end_datetime).isoformat(sep, timespec)


def date(values: Values, draw: Draw, pattern: str = "%Y-%m-%d", end_datetime: Any = None) -> str:
    moment = date_time(values, draw, None, end_datetime)
    # Most ask for this form, which is faster.
    return moment.date().isoformat() if pattern == "%Y-%m-%d" else moment.strftime(pattern)


def date_object(values: Values, draw: Draw, end_datetime: Any = None) -> datetime.date:
    return date_time(values, draw, None, end_datetime).date()


def time(values: Values, draw: Draw, pattern: str = "%H:%M:%S", end_datetime: Any = None) -> str:
    return time_object(values, draw, end_datetime).strftime(pattern)


def time_object(values: Values, draw: Draw, end_datetime: Any = None) -> datetime.time:
    return date_time(values, draw, None, end_datetime).time()


def unix_time(values: Values, draw: Draw, end_datetime: Any = None, start_datetime: Any = None) -> float:
    return (_since(values, draw, start_datetime, end_datetime) - _EPOCH) / _SECOND


def time_delta(values: Values, draw: Draw, end_datetime: Any = None) -> datetime.timedelta:
    """From no time at all to that of the end, before or after the present."""
    now = _moment(values, "now")
    end = now if end_datetime is None else _moment(values, end_datetime)
    length = (end - now) // _MICROSECOND
    return datetime.timedelta(microseconds=draw.between(min(0, length), max(0, length)))


def time_series(
    values: Values,
    draw: Draw,
    start_date: Any = "-30d",
    end_date: Any = "now",
    precision: Any = None,
    distrib: Callable[[datetime.datetime], Any] | None = None,
    tzinfo: Zone = None,
) -> Iterator[tuple[datetime.datetime, Any]]:
    """Points in time at equal distances, each with a number, or with what a function makes of it."""
    at, last = _moment(values, start_date, tzinfo), _moment(values, end_date, tzinfo)
    if last < at:
        raise Error(f"empty range: the start {at} is after the end {last}")
    if distrib is not None and not callable(distrib):
        raise Error(f"distrib={distrib!r}: expected a function of a datetime")
    step = (last - at) / 30 if precision is None else _length(precision)
    if step <= datetime.timedelta(0) and at < last:
        raise Error(f"precision={precision!r}: `precision` must be greater than zero")
    while at < last:
        moment = _zoned(at, tzinfo)
        yield moment, draw.fraction() * step.total_seconds() if distrib is None else distrib(moment)
        at += step


def _length(value: Any) -> datetime.timedelta:
    if isinstance(value, datetime.timedelta):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return datetime.timedelta(seconds=value)
    if isinstance(value, str):
        return _offset(value)
    raise Error(f"precision={value!r}: expected a timedelta, a number of seconds or a text such as \"1h\"")


# --- people and cards -------------------------------------------------------------------------------------


def _years_before(day: datetime.date, years: int) -> datetime.date:
    if day.year - years < 1:
        raise Error(f"{years} years before {day} there is no date")
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return datetime.date(day.year - years, 2, 28)


def birth(
    values: Values, draw: Draw, tzinfo: Zone = None, minimum_age: int = 0, maximum_age: int = 115
) -> datetime.date:
    for name, age in (("minimum_age", minimum_age), ("maximum_age", maximum_age)):
        if isinstance(age, bool) or not isinstance(age, int):
            raise TypeError(f"{name}={age!r}: expected a whole number")
    if not 0 <= minimum_age <= maximum_age:
        raise Error(f"minimum_age={minimum_age}, maximum_age={maximum_age}: expected 0 <= minimum_age <= maximum_age")
    today = values.now(tzinfo).date()
    # Who was born a day earlier is a year older.
    first = _years_before(today, maximum_age + 1) + _DAY
    return _date(draw, first, _years_before(today, minimum_age))


def card_expire(
    values: Values, draw: Draw, start: Any = "now", end: Any = "+10y", date_format: str = "%m/%y"
) -> str:
    return date_between(values, draw, start, end).strftime(date_format)

"""Dates and times as Faker's methods take and give them."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from ._faker_method import Convert, Made


def iso(value: datetime.date | datetime.time) -> str:
    return value.isoformat()


def naive(value: datetime.datetime) -> datetime.datetime:
    # Faker's times have no zone unless one is asked for.
    return value.replace(tzinfo=None)


def iso_naive(value: datetime.datetime) -> str:
    return value.replace(tzinfo=None).isoformat()


def _day(value: Any, otherwise: str) -> str:
    """A date as a constraint has it, of what Faker takes for one: a date, or how far from today it is."""
    if value is None:
        return otherwise
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return _day(_gusher_today() + value, otherwise)
    text = str(value)
    if text in ("now", "today"):
        return _gusher_today().isoformat()
    if text[:1] in "+-" and text[1:-1].isdigit() and text[-1] in "dwMmy":
        count, unit = int(text[:-1]), text[-1]
        days = {"d": 1, "w": 7, "M": 30.4375, "m": 1 / 1440, "y": 365.25}[unit]
        return (_gusher_today() + datetime.timedelta(days=count * days)).isoformat()
    return text


def _gusher_today() -> datetime.date:
    # What a seed takes for the present.
    return datetime.date(2026, 1, 1)


def between(generator: str, convert: Convert | None, first: str, last: str) -> Callable[..., Made]:
    def make(start_date: Any = None, end_date: Any = None, tzinfo: datetime.tzinfo | None = None) -> Made:
        change = convert
        if tzinfo is not None and convert is not None:
            change = lambda value: value.astimezone(tzinfo)  # noqa: E731
        return f"{generator}:{_day(start_date, _day(first, ''))},{_day(end_date, _day(last, ''))}", change

    return make


def between_dates(generator: str, convert: Convert | None) -> Callable[..., Made]:
    make = between(generator, convert, "-30y", "today")

    def dates(
        date_start: Any = None, date_end: Any = None, datetime_start: Any = None, datetime_end: Any = None
    ) -> Made:
        return make(date_start or datetime_start, date_end or datetime_end)

    return dates


def birth(tzinfo: datetime.tzinfo | None = None, minimum_age: int = 0, maximum_age: int = 115) -> Made:
    today = _gusher_today()
    first, last = today.replace(year=today.year - maximum_age), today.replace(year=today.year - minimum_age)
    return f"date:{first},{last}", None


def date_of(pattern: str = "%Y-%m-%d", end_datetime: Any = None) -> Made:
    return f"date:1970-01-01,{_day(end_datetime, _day('today', ''))}", lambda value: value.strftime(pattern)


def time_of(pattern: str = "%H:%M:%S", end_datetime: Any = None) -> Made:
    return "time", lambda value: value.strftime(pattern)


def date_time(tzinfo: datetime.tzinfo | None = None, end_datetime: Any = None) -> Made:
    word = f"datetime:1970-01-01,{_day(end_datetime, _day('today', ''))}"
    return word, naive if tzinfo is None else lambda value: value.astimezone(tzinfo)

"""Which columns the methods of Faker are: their words by the table of names that the command has, too, and here what their
arguments mean and what Python's type of their values is."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from . import _faker_choices as choices
from . import _faker_dates as dates
from . import _faker_numbers as numbers
from . import _faker_texts as texts
from ._faker_method import Convert, Made, Method
from ._gusher import Error, names_of

__all__ = ["METHODS", "NEAREST", "Method"]


# --- what Python's values are ---------------------------------------------------------------------------


def _or_empty(value: Any) -> Any:
    return "" if value is None else value


def _pair(text: str) -> tuple[Any, Any]:
    from decimal import Decimal

    latitude, longitude = str(text).split(",")
    return Decimal(latitude.strip()), Decimal(longitude.strip())


def _zone(name: str) -> datetime.tzinfo:
    import zoneinfo

    return zoneinfo.ZoneInfo(name)


# The methods whose values are of another type than those of our columns.
_CONVERT: Mapping[str, Convert] = {
    **dict.fromkeys(["building_number", "day_of_month", "iana_id", "year", "random_lowercase_letter"], str),
    **dict.fromkeys(["uuid1", "uuid4", "uuid7", "port_text", "coordinate_text"], str),
    **dict.fromkeys(["date", "passport_dob_text"], dates.iso),
    "time": dates.iso,
    "iso8601": dates.iso_naive,
    **dict.fromkeys(
        [
            "date_time",
            "date_time_ad",
            "date_time_between",
            "date_time_between_dates",
            "date_time_this_century",
            "date_time_this_decade",
            "date_time_this_month",
            "date_time_this_year",
            "past_datetime",
        ],
        dates.naive,
    ),
    "unix_time": float,
    "random_digit_not_null_or_empty": _or_empty,
    "random_digit_or_empty": _or_empty,
    "latlng": _pair,
    "pytimezone": _zone,
}


# --- what arguments make of a method ---------------------------------------------------------------------


def _binary(length: int = 1024) -> Made:
    return f"bytes:{length}", None


def _country_code(representation: str = "alpha-2") -> Made:
    words = {"alpha-2": "country.code", "alpha-3": "country.code3"}
    if representation not in words:
        raise Error(f"representation={representation!r}: expected \"alpha-2\" or \"alpha-3\"")
    return words[representation], None


def _raw(word: str) -> Callable[..., Made]:
    return lambda raw_output=False: (word, bytes.fromhex if raw_output else None)


def _uuid(word: str) -> Callable[..., Made]:
    return lambda cast_to=str: (word, cast_to)


def _several(word: str, usual: int) -> Callable[..., Made]:
    return lambda nb_elements=usual, **_: (f"words:{nb_elements}", _KINDS[word])


_KINDS: Mapping[str, Convert] = {
    "list": str.split,
    "tuple": lambda text: tuple(text.split()),
    "set": lambda text: set(text.split()),
    "iterable": str.split,
}


# Methods that have no generator, and what they are made of.
_COMPOSED: Mapping[str, Made] = {
    "aba": ("int:0,99999999", numbers.aba),
    "color_hsl": ("int:0,3662158", numbers.hue),
    "color_hsv": ("int:0,3662158", numbers.hue),
    "color_rgb": ("int:0,16777215", numbers.rgb),
    "color_rgb_float": ("int:0,16777215", numbers.rgb_float),
    "coordinate": ("decimal:-180,180,6", None),
    "upc_a": ("int:0,99999999999", numbers.upc_a),
}


_ARGUMENTS: Mapping[str, Callable[..., Made]] = {
    "bothify": texts.bothify,
    "boolean": numbers.boolean,
    "binary": _binary,
    "country_code": _country_code,
    "date": dates.date_of,
    "date_between": dates.between("date", None, "-30y", "today"),
    "date_between_dates": dates.between_dates("date", None),
    "date_of_birth": dates.birth,
    "date_time": dates.date_time,
    "date_time_between": dates.between("datetime", dates.naive, "-30y", "today"),
    "date_time_between_dates": dates.between_dates("datetime", dates.naive),
    "email": texts.email,
    "enum": choices.enumeration,
    "file_name": texts.file_name,
    "file_path": texts.file_path,
    "future_date": dates.between("date", None, "+1d", "+30d"),
    "future_datetime": dates.between("datetime", dates.naive, "+1d", "+30d"),
    "hexify": texts.hexify,
    "isbn10": numbers.isbn10,
    "lexify": texts.lexify,
    "md5": _raw("hash.md5"),
    "numerify": texts.numerify,
    "paragraph": texts.paragraph,
    "paragraphs": texts.paragraphs,
    "password": texts.password_of,
    "past_date": dates.between("date", None, "-30d", "-1d"),
    "past_datetime": dates.between("datetime", dates.naive, "-30d", "-1d"),
    "pybool": numbers.pybool,
    "pydecimal": numbers.pydecimal,
    "pyfloat": numbers.pyfloat,
    "pyint": numbers.pyint,
    "pyiterable": _several("iterable", 10),
    "pylist": _several("list", 10),
    "pyset": _several("set", 10),
    "pystr": texts.pystr,
    "pytuple": _several("tuple", 10),
    "random_choices": choices.some(False),
    "random_element": choices.choice,
    "random_elements": choices.some(False),
    "random_int": numbers.random_int,
    "random_letters": texts.letters,
    "random_number": numbers.random_number,
    "random_sample": choices.some(True),
    "sentence": texts.sentence,
    "sentences": texts.sentences,
    "sha1": _raw("hash.sha1"),
    "sha256": _raw("hash.sha256"),
    "text": texts.text_of,
    "texts": texts.texts,
    "time": dates.time_of,
    "uuid1": _uuid("uuidv1"),
    "uuid4": _uuid("uuidv4"),
    "uuid7": _uuid("uuidv7"),
    "word": texts.word,
    "words": texts.words,
}


def _fixed(word: str, convert: Convert | None) -> Method:
    return Method(lambda: (word, convert), False)


# The methods whose values are tuples, lists or iterators, which our words for them do not make; Faker's zip is an archive.
_OF_ANOTHER_SHAPE = {
    "color_hsl",
    "color_hsv",
    "color_rgb",
    "coordinate",
    "cryptocurrency",
    "currency",
    "local_latlng",
    "location_on_land",
    "nic_handles",
    "passport_dates",
    "passport_owner",
    "time_series",
    "zip",
}


def _methods() -> tuple[dict[str, Method], dict[str, str]]:
    methods: dict[str, Method] = {}
    nearest: dict[str, str] = {}
    for name, word, near in names_of("Faker"):
        if not word:
            nearest[name] = near
        elif name in _OF_ANOTHER_SHAPE:
            nearest[name] = word.partition("@")[0].partition(":")[0]
        else:
            methods[name] = _fixed(word, _CONVERT.get(name))
    for name, (word, convert) in _COMPOSED.items():
        methods[name] = _fixed(word, convert)
        nearest.pop(name, None)
    for name, make in _ARGUMENTS.items():
        methods[name] = Method(make, True)
        nearest.pop(name, None)
    return methods, nearest


METHODS, NEAREST = _methods()

"""Which columns the methods of Faker are: their specs by the table of names that the command has, too, and here what their
arguments mean and what Python's type of their values is."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Mapping
from typing import Any

from . import _faker_choices as choices
from . import _faker_dates as dates
from . import _faker_numbers as numbers
from . import _faker_texts as texts
from . import _faker_web as web
from ._faker_draw import Draw
from ._faker_method import Convert, Made, Method, Values
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


# Faker's default of `text`.
_TEXT_CHARS = 200


def _cut(text: str) -> str:
    """The sentences of a paragraph that fit into a text."""
    if len(text) <= _TEXT_CHARS:
        return text
    end = text.rfind(". ", 0, _TEXT_CHARS) + 1
    return text[:end] if end > 0 else text[: _TEXT_CHARS - 1].rsplit(" ", 1)[0] + "."


# The methods whose values are of another type than those of our columns.
_CONVERT: Mapping[str, Convert] = {
    **dict.fromkeys(["building_number", "iana_id", "year", "random_lowercase_letter"], str),
    "day_of_month": "{:02}".format,
    **dict.fromkeys(["uuid1", "uuid4", "uuid7"], str),
    "random_digit_not_null_or_empty": _or_empty,
    "random_digit_or_empty": _or_empty,
    "latlng": _pair,
    "pytimezone": _zone,
    "text": _cut,
    "texts": lambda made: [_cut(text) for text in made],
}


# --- what arguments make of a method ---------------------------------------------------------------------


def _binary(values: Values, draw: Draw, length: int = 1 << 20) -> bytes:
    return random.Random(draw.word()).randbytes(length)


def _country_code(representation: str = "alpha-2") -> Made:
    words = {"alpha-2": "country.code:any", "alpha-3": "country.code3:any"}
    if representation not in words:
        raise Error(f"representation={representation!r}: expected \"alpha-2\" or \"alpha-3\"")
    return words[representation], None


def _raw(word: str) -> Callable[..., Made]:
    return lambda raw_output=False: (word, bytes.fromhex if raw_output else None)


def _uuid(word: str) -> Callable[..., Made]:
    return lambda cast_to=str: (word, cast_to)


def _taxpayer(taxpayer_identification_number_type: str = "SSN") -> Made:
    kinds = {"SSN": "ssn", "ITIN": "itin", "EIN": "ein", "INVALID_SSN": "invalid_ssn"}
    kind = taxpayer_identification_number_type
    if kind not in kinds:
        raise Error(f"taxpayer_identification_number_type={kind!r}: expected {', '.join(kinds)}")
    return next(word for name, word, _ in names_of("Faker") if name == kinds[kind]), None


def _statuses(include_unassigned: bool = True) -> Made:
    # All of ours are assigned.
    return "http.status", None


def _state_codes(include_territories: bool = True, include_freely_associated_states: bool = True) -> Made:
    # Ours are the states of the towns, none of which is a territory.
    return "state.code", None


# Methods that have no generator, or one of another shape, and what they are made of.
_COMPOSED: Mapping[str, Made] = {
    "aba": ("int:0,99999999", numbers.aba),
    "color": ("color.hex", None),
    "color_hsl": ("int:0,3682560", numbers.hue),
    "color_hsv": ("int:0,3682560", numbers.hue),
    "color_rgb": ("int:0,16777215", numbers.rgb),
    "color_rgb_float": ("int:0,16777215", numbers.rgb_float),
    "coordinate": ("decimal:-180,180,6", None),
    "month": ("int:1,12", "{:02}".format),
    "rgb_color": ("int:0,16777215", numbers.rgb_text),
    "upc_a": ("int:0,99999999999", numbers.upc_a),
    "words": ("words:3", str.split),
}

# Methods that are another column for other arguments.
_COLUMNS: Mapping[str, Callable[..., Made]] = {
    "bothify": texts.bothify,
    "boolean": numbers.boolean,
    "country_code": _country_code,
    "hexify": texts.hexify,
    "http_status_code": _statuses,
    "isbn10": numbers.isbn10,
    "isbn13": numbers.isbn13,
    "lexify": texts.lexify,
    "md5": _raw("hash.md5"),
    "numerify": texts.numerify,
    "pybool": numbers.pybool,
    "pyint": numbers.pyint_column,
    "pystr": texts.pystr,
    "random_int": numbers.random_int_column,
    "random_letters": texts.letters,
    "random_number": numbers.random_number_column,
    "sbn9": numbers.sbn9,
    "sha1": _raw("hash.sha1"),
    "sha256": _raw("hash.sha256"),
    "ssn": _taxpayer,
    "state_abbr": _state_codes,
    "uuid1": _uuid("uuidv1"),
    "uuid4": _uuid("uuidv4"),
    "uuid7": _uuid("uuidv7"),
}

# Methods whose values are drawn: always, or, where there is a column, with arguments.
_DRAWN: Mapping[str, Callable[..., Any]] = {
    "binary": _binary,
    "credit_card_expire": dates.card_expire,
    "date": dates.date,
    "date_between": dates.date_between,
    "date_between_dates": dates.date_between_dates,
    "date_object": dates.date_object,
    "date_of_birth": dates.birth,
    **{f"date_this_{period}": dates.date_this(period) for period in ("century", "decade", "month", "year")},
    "date_time": dates.date_time,
    "date_time_ad": dates.date_time_ad,
    "date_time_between": dates.datetime_between,
    "date_time_between_dates": dates.datetime_between_dates,
    **{f"date_time_this_{period}": dates.datetime_this(period) for period in ("century", "decade", "month", "year")},
    "domain_name": web.domain_name,
    "ean": numbers.ean,
    "ean13": numbers.ean_of(13),
    "ean8": numbers.ean_of(8),
    "email": web.email,
    "enum": choices.enumeration,
    "file_extension": web.file_extension,
    "file_name": web.file_name,
    "file_path": web.file_path,
    "future_date": dates.future_date,
    "future_datetime": dates.future_datetime,
    "hostname": web.hostname,
    "image_url": web.image_url,
    "ipv4": web.ipv4,
    "ipv4_private": web.ipv4_private,
    "ipv4_public": web.ipv4_public,
    "ipv6": web.ipv6,
    "iso8601": dates.iso8601,
    "localized_ean": numbers.localized_ean,
    "mac_address": web.mac_address,
    "mime_type": web.mime_type,
    "paragraph": texts.paragraph,
    "paragraphs": texts.paragraphs,
    "password": texts.password,
    "past_date": dates.past_date,
    "past_datetime": dates.past_datetime,
    "port_number": web.port_number,
    "pydecimal": numbers.pydecimal,
    "pyfloat": numbers.pyfloat,
    "pyint": numbers.pyint,
    "pyiterable": choices.any_container,
    "pylist": choices.container(list),
    "pyset": choices.container(set),
    "pytuple": choices.container(tuple),
    "random_choices": choices.several(False),
    "random_element": choices.element,
    "random_elements": choices.elements,
    "random_int": numbers.random_int,
    "random_number": numbers.random_number,
    "random_sample": choices.several(True),
    "randomize_nb_elements": numbers.randomize_nb_elements,
    "sentence": texts.sentence,
    "sentences": texts.sentences,
    "slug": web.slug,
    "text": texts.text,
    "texts": texts.texts,
    "time": dates.time,
    "time_delta": dates.time_delta,
    "time_object": dates.time_object,
    "unix_device": web.unix_device,
    "unix_partition": web.unix_partition,
    "unix_time": dates.unix_time,
    "uri": web.uri,
    "uri_path": web.uri_path,
    "url": web.url,
    "word": texts.word,
    "words": texts.words,
}

# Those of them that are drawn without arguments, too: the present may be another one at each call, or the column is of
# another kind than Faker's values.
_ALWAYS_DRAWN = {
    *(name for name, draw in _DRAWN.items() if draw.__module__ == dates.__name__),
    *(name for name, draw in _DRAWN.items() if draw.__module__ == choices.__name__),
    *("binary", "file_extension", "file_name", "file_path", "image_url", "password", "port_number", "pydecimal", "pyfloat"),
    *("randomize_nb_elements", "unix_device", "unix_partition", "uri", "uri_path"),
}

# The methods whose values are tuples, lists or iterators, which our words for them do not make; Faker's zip is an archive,
# and its documents have people of the caller's columns.
_OF_ANOTHER_SHAPE = {
    "color_hsl",
    "color_hsv",
    "color_rgb",
    "coordinate",
    "cryptocurrency",
    "currency",
    "json",
    "local_latlng",
    "location_on_land",
    "nic_handles",
    "passport_dates",
    "passport_owner",
    "time_series",
    "xml",
    "zip",
}


# Faker's are of any place of the world; ours by these names are of the row's place.
_OF_WORLD = {"country", "country_calling_code", "currency_code", "locale"}


def _methods() -> tuple[dict[str, Method], dict[str, str]]:
    columns: dict[str, Made] = {}
    nearest: dict[str, str] = {}
    for name, word, near in names_of("Faker"):
        if not word:
            nearest[name] = near
        elif name in _OF_ANOTHER_SHAPE:
            nearest[name] = word.partition("@")[0].partition(":")[0]
        else:
            columns[name] = f"{word}:any" if name in _OF_WORLD else word, _CONVERT.get(name)
    columns.update(_COMPOSED)
    methods: dict[str, Method] = {}
    for name in (*columns, *_COLUMNS, *_DRAWN):
        made, draw = _COLUMNS.get(name), _DRAWN.get(name)
        column = None if name in _ALWAYS_DRAWN else made() if made is not None else columns.get(name)
        methods[name] = Method(name, column, made, draw)
    return methods, {name: near for name, near in nearest.items() if name not in methods}


METHODS, NEAREST = _methods()

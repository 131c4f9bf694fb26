"""Which columns the methods of Faker are: their specs by the table of names that the command has, too, and here what their
arguments mean and what Python's type of their values is."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from .._gusher import Error, address_of_person, domain_of_company, names_of
from . import agents
from . import archives
from . import barcodes
from . import cards
from . import choices
from . import colors
from . import dates
from . import documents
from . import money
from . import numbers
from . import people
from . import places
from . import structs
from . import texts
from . import web
from .method import Convert, Made, Method

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

    try:
        return zoneinfo.ZoneInfo(name)
    except zoneinfo.ZoneInfoNotFoundError as error:
        # What a program has in its requirements for Faker brings the same package.
        hint = "pip install tzdata, which faker[tzdata] has, too, brings the timezone database"
        raise ImportError(f"pytimezone(): there is no time zone {name} on this machine; {hint}") from error


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
    "random_digit_not_null_or_empty": _or_empty,
    "random_digit_or_empty": _or_empty,
    "latlng": _pair,
    "pytimezone": _zone,
    "text": _cut,
    "texts": lambda made: [_cut(text) for text in made],
}


# --- what arguments make of a method ---------------------------------------------------------------------


def _country_code(representation: str = "alpha-2") -> Made:
    words = {"alpha-2": "country.code:any", "alpha-3": "country.code3:any"}
    if representation not in words:
        raise Error(f"representation={representation!r}: expected \"alpha-2\" or \"alpha-3\"")
    return words[representation], None


def _raw(word: str) -> Callable[..., Made]:
    return lambda raw_output=False: (word, bytes.fromhex if raw_output else None)


def _uuid(word: str) -> Callable[..., Made]:
    # Texts are made faster than objects that become texts.
    return lambda cast_to=str: (f"{word}@type=text", None) if cast_to is str else (word, cast_to)


def _taxpayer(taxpayer_identification_number_type: str = "SSN") -> Made:
    kinds = {"SSN": "ssn", "ITIN": "itin", "EIN": "ein", "INVALID_SSN": "invalid_ssn"}
    kind = taxpayer_identification_number_type
    if kind not in kinds:
        raise Error(f"taxpayer_identification_number_type={kind!r}: expected {', '.join(kinds)}")
    return _EIN if kind == "EIN" else next(word for name, word, _ in names_of("Faker") if name == kinds[kind]), None


# Three digits of American telephone numbers.
_NANP = "[2-9][0-9]{2}"
# Those that employers' numbers begin with.
_EIN = "regex:(0[1-6]|1[0-6]|2[0-7]|3[0-9]|4[0-8]|5[0-9]|6[0-8]|7[1-7]|8[0-8]|9[0-589])-[0-9]{7}"

# Faker's addresses are at domains that programs which check addresses take.
_EMAIL = "email", address_of_person

# Methods that have no generator, or one of another shape, and what they are made of.
_COMPOSED: Mapping[str, Made] = {
    "aba": ("int:0,99999999", barcodes.aba),
    "color": ("color.hex", None),
    "hex_color": ("color.hex", None),
    "safe_hex_color": ("int:0,4095", numbers.safe_hex),
    "bban": ("iban", lambda iban: iban[4:]),
    "basic_phone_number": (f"regex:{_NANP}{_NANP}[0-9]{{4}}|\\({_NANP}\\){_NANP}-[0-9]{{4}}|{_NANP}-{_NANP}-[0-9]{{4}}", None),
    "ein": (_EIN, None),
    "http_method": ("enum:CONNECT,DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT,TRACE", None),
    "iana_id": ("int:1,8888888", str),
    **dict.fromkeys(("ascii_email", "ascii_free_email", "ascii_safe_email", "email", "free_email", "safe_email"), _EMAIL),
    **dict.fromkeys(("ascii_company_email", "company_email"), ("company.email", domain_of_company)),
    "safe_domain_name": ("enum:example.com,example.net,example.org", None),
    "month": ("int:1,12", "{:02}".format),
    "rgb_color": ("int:0,16777215", numbers.rgb_text),
    "words": ("words:3", str.split),
}

# Methods that are another column for other arguments.
_COLUMNS: Mapping[str, Callable[..., Made]] = {
    "bothify": texts.bothify,
    "boolean": numbers.boolean,
    "country_code": _country_code,
    "hexify": texts.hexify,
    "isbn10": barcodes.isbn10,
    "isbn13": barcodes.isbn13,
    "lexify": texts.lexify,
    "md5": _raw("hash.md5"),
    "numerify": texts.numerify,
    "pybool": numbers.pybool,
    "pyint": numbers.pyint_column,
    "pystr": texts.pystr,
    "random_int": numbers.random_int_column,
    "random_letters": texts.letters,
    "random_number": numbers.random_number_column,
    "sbn9": barcodes.sbn9,
    "sha1": _raw("hash.sha1"),
    "sha256": _raw("hash.sha256"),
    "ssn": _taxpayer,
    "uuid1": _uuid("uuidv1"),
    "uuid4": _uuid("uuidv4"),
    "uuid7": _uuid("uuidv7"),
}

# Methods whose values are drawn: always, or, where there is a column, with arguments.
_DRAWN: Mapping[str, Callable[..., Any]] = {
    "binary": archives.binary,
    "chrome": agents.chrome,
    "color": colors.color,
    "color_hsl": colors.color_hsl,
    "color_hsv": colors.color_hsv,
    "color_rgb": colors.color_rgb,
    "color_rgb_float": colors.color_rgb_float,
    "coordinate": places.coordinate,
    **cards.DRAWN,
    "cryptocurrency": money.cryptocurrency,
    "csv": documents.separated(","),
    "currency": money.currency,
    "currency_symbol": money.currency_symbol,
    "current_country": places.country_of("country"),
    "current_country_code": places.country_of("country.code"),
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
    "dga": web.dga,
    "domain_name": web.domain_name,
    "dsv": documents.dsv,
    "ean": barcodes.ean,
    "ean13": barcodes.ean13,
    "ean8": barcodes.ean_of(8),
    "email": web.email,
    "enum": structs.enumeration,
    "file_extension": web.file_extension,
    "file_name": web.file_name,
    "file_path": web.file_path,
    "firefox": agents.firefox,
    "fixed_width": documents.fixed_width,
    "future_date": dates.future_date,
    "future_datetime": dates.future_datetime,
    "get_words_list": texts.words_list,
    "hostname": web.hostname,
    "http_status_code": web.http_status_code,
    "image": archives.image,
    "image_url": web.image_url,
    "internet_explorer": agents.internet_explorer,
    "ipv4": web.ipv4,
    "ipv4_private": web.ipv4_private,
    "ipv4_public": web.ipv4_public,
    "ipv6": web.ipv6,
    "iso8601": dates.iso8601,
    "json": documents.json,
    "json_bytes": documents.json_bytes,
    "local_latlng": places.local_latlng,
    "localized_ean": barcodes.localized_ean,
    "localized_ean13": barcodes.localized_ean_of(13),
    "localized_ean8": barcodes.localized_ean_of(8),
    "location_on_land": places.location_on_land,
    "mac_address": web.mac_address,
    "mime_type": web.mime_type,
    "nic_handle": web.nic_handle,
    "nic_handles": web.nic_handles,
    "opera": agents.opera,
    "paragraph": texts.paragraph,
    "paragraphs": texts.paragraphs,
    "password": texts.password,
    **{name: getattr(people, name) for name in ("passport_dates", "passport_full", "passport_gender", "passport_owner")},
    "past_date": dates.past_date,
    "past_datetime": dates.past_datetime,
    "port_number": web.port_number,
    **dict.fromkeys(("postalcode_in_state", "postcode_in_state", "zipcode_in_state"), places.postcode_in_state),
    "profile": people.profile,
    "psv": documents.separated("|"),
    "pydecimal": numbers.pydecimal,
    "pyfloat": numbers.pyfloat,
    "pyint": numbers.pyint,
    "pydict": structs.pydict,
    "pyiterable": structs.any_container,
    "pylist": structs.container(list),
    "pyobject": structs.pyobject,
    "pyset": structs.container(set),
    "pystr_format": texts.pystr_format,
    "pystruct": structs.pystruct,
    "pytuple": structs.container(tuple),
    "random_choices": choices.several(False),
    "random_element": choices.element,
    "random_elements": choices.elements,
    "random_int": numbers.random_int,
    "random_number": numbers.random_number,
    "random_sample": choices.several(True),
    "randomize_nb_elements": numbers.randomize_nb_elements,
    "safari": agents.safari,
    "sentence": texts.sentence,
    "sentences": texts.sentences,
    "simple_profile": people.simple_profile,
    "slug": web.slug,
    "state_abbr": places.state_abbr,
    "swift": money.swift,
    "swift11": money.swift11,
    "swift8": money.swift8,
    "tar": archives.tar,
    "text": texts.text,
    "texts": texts.texts,
    "time": dates.time,
    "time_delta": dates.time_delta,
    "time_object": dates.time_object,
    "time_series": dates.time_series,
    "tsv": documents.separated("\t"),
    "unix_device": web.unix_device,
    "unix_partition": web.unix_partition,
    "unix_time": dates.unix_time,
    "upc_a": barcodes.upc_a,
    "upc_e": barcodes.upc_e,
    "uri": web.uri,
    "uri_path": web.uri_path,
    "url": web.url,
    "word": texts.word,
    "words": texts.words,
    "xml": documents.xml,
    "zip": archives.zip,
}

# Those of them that are drawn without arguments, too: the present may be another one at each call, or the column is of
# another kind than Faker's values.
_DRAWN_MODULES = (agents, archives, choices, dates, documents, money, people, places, structs)
_ALWAYS_DRAWN = {
    *(name for name, draw in _DRAWN.items() if draw.__module__ in [module.__name__ for module in _DRAWN_MODULES]),
    *("color_hsl", "color_hsv", "color_rgb", "color_rgb_float", "credit_card_full", "credit_card_provider", "dga"),
    *("file_extension", "file_name", "file_path", "get_words_list", "http_status_code", "image_url", "localized_ean"),
    *("localized_ean13", "localized_ean8", "nic_handle", "nic_handles", "password", "port_number", "pydecimal", "pyfloat"),
    *("pystr_format", "randomize_nb_elements", "unix_device", "unix_partition", "upc_a", "upc_e", "uri", "uri_path"),
}

# Faker's are of any place of the world; ours by these names are of the row's place.
_OF_WORLD = {"country", "country_calling_code", "currency_code", "locale"}


def _methods() -> tuple[dict[str, Method], dict[str, str]]:
    columns: dict[str, Made] = {}
    nearest: dict[str, str] = {}
    for name, word, near in names_of("Faker"):
        if not word:
            nearest[name] = near
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

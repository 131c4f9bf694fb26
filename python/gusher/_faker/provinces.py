"""Parts of countries as some locales have them besides their states: departments, provinces, cantons, with their numbers."""

from __future__ import annotations

import datetime
import functools
from collections.abc import Callable, Sequence
from typing import Any

from .._gusher import Draw, Error
from .digits import digits, letters, weighed
from .method import Convert, Made, Method, Values
from .table import read

__all__ = ["METHODS"]

# --- France, Italy, Spain: by the first digits of the postcode --------------------------------------------


@functools.lru_cache(maxsize=None)
def _numbered(country: str) -> dict[str, str]:
    """The parts of a country by their numbers, in the order of these."""
    lines = (line.split("\t") for line in read("provinces.tsv").splitlines() if not line.startswith("#"))
    return {number: name for of, number, name in lines if of == country}


def _number_of_department(postcode: str) -> str:
    if postcode.startswith("20"):
        # Corsica has two.
        return "2A" if postcode < "20200" else "2B"
    return postcode[:3] if postcode.startswith("97") else postcode[:2]


def _department(postcode: str) -> tuple[str, str]:
    number = _number_of_department(postcode)
    return number, _numbered("FR")[number]


def province_of_italy(postcode: str) -> str:
    """The letters of the province that a postcode of Italy is of: the longest beginning that is listed has it."""
    known = _numbered("IT")
    return next(known[postcode[:length]] for length in (5, 4, 3, 2) if postcode[:length] in known)


def postcode_city_province(values: Values, draw: Draw) -> str:
    # The n-th of both are of one place.
    postcode, city = values.of("postcode")(), values.of("city")()
    return f"{postcode}, {city} ({province_of_italy(postcode)})"


# --- pairs of a code and a name ---------------------------------------------------------------------------


def state_pair(values: Values, draw: Draw) -> tuple[str, str]:
    # Columns of one row are of one place.
    return values.column("state.code"), values.column("state")


# Civil statuses of the German registers, by the standard XPersonenstand.
_CIVIL = {
    "LD": "ledig",
    "VH": "verheiratet",
    "VW": "verwitwet",
    "GS": "geschieden",
    "EA": "Ehe aufgehoben",
    "LP": "in eingetragener Lebenspartnerschaft",
    "LV": "durch Tod aufgelöste Lebenspartnerschaft",
    "LA": "aufgehobene Lebenspartnerschaft",
    "LE": "durch Todeserklärung aufgelöste Lebenspartnerschaft",
    "NB": "nicht bekannt",
}


def civil_status(values: Values, draw: Draw) -> tuple[str, str]:
    return draw.choice(list(_CIVIL.items()))


# --- places in one text -----------------------------------------------------------------------------------


def city_and_state(values: Values, draw: Draw) -> str:
    return f"{values.column('city')}, {values.column('state')}"


def street_address_with_county(values: Values, draw: Draw) -> str:
    street, state, postcode, city = (values.column(name) for name in ("street.address", "state", "postcode", "city"))
    # The capital is in no county.
    county = "" if state == "Budapest" else f"{state} megye\n"
    return f"{street}\n{county}H-{postcode} {city}"


# --- Canada ----------------------------------------------------------------------------------------------

# The first letters of the postcodes of each province.
_CANADA = {
    "AB": "T", "BC": "V", "MB": "R", "NB": "E", "NL": "A", "NS": "B", "NT": "X", "NU": "X", "ON": "KLMNP", "PE": "C", "QC": "GHJ",
    "SK": "S", "YT": "Y",
}  # fmt: skip
_LAST = "ABCEGHJKLMNPRSTVWXYZ"


def postcode_in_province(values: Values, draw: Draw, province_abbr: str | None = None) -> str:
    if province_abbr is not None and province_abbr not in _CANADA:
        raise Error(f"province_abbr={province_abbr!r}: expected one of {', '.join(_CANADA)}")
    first = draw.choice(draw.choice(list(_CANADA.values())) if province_abbr is None else _CANADA[province_abbr])
    return f"{first}{digits(draw, 1)}{letters(draw, 1, _LAST)}{digits(draw, 1)}{letters(draw, 1, _LAST)}{digits(draw, 1)}"


# --- check digits, as the caller asks for them ------------------------------------------------------------


def pesel_check_digit(values: Values, draw: Draw, pesel: str) -> int:
    return -weighed(pesel[:10], (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10


def doctor_check_digit(values: Values, draw: Draw, x: Sequence[int]) -> int:
    return sum(weight * digit for weight, digit in enumerate(x, 1)) % 11


def is_leap_year(values: Values, draw: Draw, year: int) -> bool:
    return (datetime.date(year, 3, 1) - datetime.timedelta(days=1)).day == 29


_UID: Convert = lambda number: number.removesuffix(" MWST")  # noqa: E731
_RULES: dict[str, dict[str, Callable[..., Any]]] = {
    "de_CH": {"canton": state_pair},
    "de_DE": {"civil_status": civil_status},
    **{locale: dict.fromkeys(("postalcode_in_province", "postcode_in_province"), postcode_in_province) for locale in ("en_CA", "fr_CA")},
    "es_CL": {"commune_and_region": city_and_state},
    "fr_CH": {"canton": state_pair},
    "hu_HU": {"street_address_with_county": street_address_with_county},
    "it_IT": {"is_leap_year": is_leap_year, "postcode_city_province": postcode_city_province},
    "pl_PL": {"pesel_compute_check_digit": pesel_check_digit, "pwz_doctor_compute_check_digit": doctor_check_digit},
    "pt_BR": {"estado": state_pair},
}
_COLUMNS: dict[str, dict[str, Made]] = {
    "de_DE": {
        "civil_status_code": (f"enum:{','.join(_CIVIL)}", None),
        "civil_status_name": (f"enum:{','.join(_CIVIL)}", _CIVIL.__getitem__),
    },
    "es_ES": {"state_name": ("int:1,52", lambda number: _numbered("ES")[f"{number:02d}"])},
    "fr_CH": dict.fromkeys(("ide", "idi", "uid"), ("company.vat.id:CH", _UID)),
    "fr_FR": {
        "department": ("postcode", _department),
        "department_name": ("postcode", lambda postcode: _department(postcode)[1]),
        "department_number": ("postcode", _number_of_department),
    },
    "zh_CN": {"phonenumber_prefix": ("enum:130,131,132,133,134,135,136,137,138,139,150,151,152,153,155,156,157,158,159,180,185,186,187,188,189", int)},
}
METHODS = {
    **{(locale, name): Method(name, column=column) for locale, columns in _COLUMNS.items() for name, column in columns.items()},
    **{(locale, name): Method(name, draw=draw) for locale, rules in _RULES.items() for name, draw in rules.items()},
}

"""Names in other letters: the readings of Japanese ones, Chinese ones in Latin letters, and names with a patronymic."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .._gusher import Draw
from .digits import gender_of
from .method import Made, Method, Values
from .table import read

__all__ = ["METHODS", "readings"]

Rule = Callable[..., Any]
# What follows the name of a method, and the modifier of its column.
_GENDERS = {"": "", "_female": "@gender=female", "_male": "@gender=male"}


# --- Japan ------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=1)
def readings() -> dict[str, tuple[str, str]]:
    """The names with their katakana and their Latin letters."""
    lines = (line.split("\t") for line in read("kana.tsv").splitlines() if not line.startswith("#"))
    return {name: (kana, latin) for name, kana, latin in lines}


def _kana(name: str) -> str:
    return " ".join(readings()[part][0] for part in name.split(" "))


def _pair(name: str) -> tuple[str, str, str]:
    kana, latin = readings()[name]
    return name, kana, latin.capitalize()


def _japanese() -> dict[str, Made]:
    made: dict[str, Made] = {"last_kana_name": ("name.last", _kana), "last_name_pair": ("name.last", _pair)}
    for gender, modifier in _GENDERS.items():
        made[f"kana_name{gender}"] = f"name{modifier}", _kana
        made[f"first_kana_name{gender}"] = f"name.first{modifier}", _kana
        made[f"first_name{gender}_pair"] = f"name.first{modifier}", _pair
    return made


# --- China, Taiwan ----------------------------------------------------------------------------------------


def _pinyin(name: str) -> str:
    """A given name is one word: ``Mengyao``."""
    return name.replace(" ", "").capitalize()


def _hyphened(name: str) -> str:
    """As passports of Taiwan have it: ``Meng-Yao``."""
    return name.replace(" ", "-")


def _romanized(modifier: str) -> Rule:
    def make(values: Values, draw: Draw) -> str:
        first, last = (values.column(f"name.{part}@ascii{modifier}") for part in ("first", "last"))
        return f"{_pinyin(first)} {last}" if values.locale == "zh_CN" else f"{last} {_hyphened(first)}".upper()

    return make


# --- Ukraine, Chile ---------------------------------------------------------------------------------------


def full_name(values: Values, draw: Draw, gender: str | None = None, short: bool = False) -> str:
    modifier = f"@gender={'female' if gender_of(draw, gender) == 'F' else 'male'}"
    last, first, middle = (values.column(f"name.{part}{modifier}") for part in ("last", "first", "middle"))
    return f"{last} {first[0]}.{middle[0]}." if short else f"{last} {first} {middle}"


def _given_names(modifier: str) -> Rule:
    def make(values: Values, draw: Draw) -> str:
        made = [values.column(f"name.first{modifier}")]
        # The two differ.
        while len(made) < 2 or made[1] == made[0]:
            made[1:] = [values.column(f"name.first{modifier}")]
        return " ".join(made)

    return make


def _both(make: Callable[[str], Rule]) -> Rule:
    """Two names of one gender, which is either."""

    def either(values: Values, draw: Draw) -> Any:
        return make(draw.choice(list(_GENDERS.values())[1:]))(values, draw)

    return either


_RULES: dict[str, dict[str, Rule]] = {
    "es_CL": {
        "given_name": _both(_given_names),
        **{f"given_name{gender}": _given_names(modifier) for gender, modifier in list(_GENDERS.items())[1:]},
    },
    "uk_UA": {"full_name": full_name},
    "zh_CN": {"romanized_name": _romanized("")},
    "zh_TW": {f"romanized_name{gender}": _romanized(modifier) for gender, modifier in _GENDERS.items()},
}
_COLUMNS: dict[str, dict[str, Made]] = {
    "ja_JP": _japanese(),
    "zh_CN": {"first_romanized_name": ("name.first@ascii", _pinyin), "last_romanized_name": ("name.last@ascii", None)},
    "zh_TW": {f"first_romanized_name{gender}": (f"name.first@ascii{modifier}", _hyphened) for gender, modifier in _GENDERS.items()},
}
METHODS = {
    **{(locale, name): Method(name, column=column) for locale, columns in _COLUMNS.items() for name, column in columns.items()},
    **{(locale, name): Method(name, draw=draw) for locale, rules in _RULES.items() for name, draw in rules.items()},
}

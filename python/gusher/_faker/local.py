"""Methods that a locale has of its own, or makes another way: numbers by rules, and columns that ``local.tsv`` lists."""

from __future__ import annotations

import functools

from . import companies, countries, names as names_of_people, national, provinces
from .method import Method
from .table import read

__all__ = ["local", "locales", "names"]

# Locales that are another name of one, for Faker too.
_LIKE = {"tl_PH": "fil_PH"}


@functools.lru_cache(maxsize=1)
def _all() -> dict[tuple[str, str], Method]:
    made: dict[tuple[str, str], Method] = {}
    for line in read("local.tsv").splitlines():
        if line and not line.startswith("#"):
            locales, methods, column = line.split("\t")
            made.update(
                {(locale, name): Method(name, column=(column, None)) for locale in locales.split() for name in methods.split()}
            )
    for module in (national, companies, countries, names_of_people, provinces):
        made.update(module.METHODS)
    for locale, like in _LIKE.items():
        made.update({(locale, name): one for (of, name), one in list(made.items()) if of == like})
    return made


def local(locale: str, name: str) -> Method | None:
    """The method by this name that Faker's locale has of its own."""
    return _all().get((locale, name))


def locales(name: str) -> list[str]:
    """The locales that have a method of their own by this name."""
    return [locale for locale, one in _all() if one == name]


def names(locale: str) -> list[str]:
    """The names of those that a locale has."""
    return [name for one, name in _all() if one == locale]

#!/usr/bin/env python3
"""Writes python/gusher/_faker/methods.tsv: the methods of the installed Faker with their arguments and what they return, for each
provider and each of its locales. Run by hand when Faker is renewed in python/requirements.txt; the package reads the table.

    python tools/faker/signatures.py

A line says ``locales`` and their names; or ``provider``, its name, the locale that stands for those that it does not have, and
those that it has; or ``method``, its provider, its locale (empty for what ``en_US`` has), its name, arguments and type. Of a locale
only what differs from ``en_US`` is listed.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pathlib
import warnings
from typing import Any

from faker.config import AVAILABLE_LOCALES, PROVIDERS
from faker.factory import Factory
from faker.providers import BaseProvider
from faker.utils.loading import list_module

TABLE = pathlib.Path(__file__).parent.parent.parent / "python/gusher/_faker/methods.tsv"
# What providers have for themselves.
NOT_METHODS = {"get_words_list", "add_provider", "random", "locale_month_names"}


def default(parameter: inspect.Parameter) -> str:
    """The default of an argument as it is written; one that is no constant is `computed`, or its name."""
    if parameter.default is parameter.empty:
        return "required"
    try:
        ast.literal_eval(repr(parameter.default))
    except (SyntaxError, ValueError):
        return str(getattr(parameter.default, "__name__", "computed"))
    return repr(parameter.default)


def annotation(method: Any) -> str:
    """What it returns, without the names of modules."""
    made = inspect.signature(method).return_annotation
    if made is inspect.Signature.empty:
        return "Any"
    text = made if isinstance(made, str) else inspect.formatannotation(made)
    for module in ("faker.typing.", "typing.", "faker.providers.", "python.", "collections."):
        text = text.replace(module, "")
    return text.replace("\t", " ").replace("\n", " ")


def methods(provider: type) -> dict[str, tuple[str, str]]:
    """The methods of a class of a provider."""
    made: dict[str, tuple[str, str]] = {}
    for name, method in inspect.getmembers(provider, callable):
        if name.startswith("_") or name in NOT_METHODS or inspect.isclass(method):
            continue
        given = list(inspect.signature(method).parameters.values())
        if given and given[0].name == "self":
            given = given[1:]
        plain = [one for one in given if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
        made[name] = ", ".join(f"{one.name}={default(one)}" for one in plain), annotation(method)
    return made


def table() -> str:
    """The table."""
    warnings.simplefilter("ignore")
    lines = ["locales\t" + " ".join(sorted(AVAILABLE_LOCALES))]
    common = methods(BaseProvider)
    for name in ["faker.providers", *sorted(PROVIDERS)]:
        if name == "faker.providers":
            continue
        module = importlib.import_module(name)
        short = name.removeprefix("faker.providers.")
        languages = sorted(list_module(module)) if getattr(module, "localized", False) else []
        lines.append(f"provider\t{short}\t{getattr(module, 'default_locale', '') or 'en_US'}\t{' '.join(languages)}")
        base, _, _ = Factory._find_provider_class(name, "en_US")
        known = methods(base)
        lines += [row(short, "", one, found) for one, found in known.items() if one not in common]
        for language in languages:
            own = methods(importlib.import_module(f"{name}.{language}").Provider)
            lines += [row(short, language, one, found) for one, found in own.items() if known.get(one, common.get(one)) != found]
    lines.append("provider\tbase\ten_US\t")
    lines += [row("base", "", one, found) for one, found in common.items()]
    return "\n".join(lines) + "\n"


def row(provider: str, language: str, name: str, found: tuple[str, str]) -> str:
    """A method as a line of the table."""
    return "\t".join(["method", provider, language, name, *found])


if __name__ == "__main__":
    TABLE.write_text(table(), encoding="utf-8")

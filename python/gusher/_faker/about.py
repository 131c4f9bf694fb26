"""What the methods of Faker give, for ``help`` and the tooltips of editors: by the listing of generators, and by ``about.tsv`` where a
method is none of these. The examples are run when they are asked for, so that they are right."""

from __future__ import annotations

import functools
import re
from typing import NamedTuple

from .. import _gusher
from .locales import DEFAULT
from .methods import METHODS
from .table import of_faker, read

__all__ = ["About", "about", "doc_of"]

# The most characters of an example's value that are shown.
_SHOWN = 400


class About(NamedTuple):
    """What is known of a method."""

    #: What it gives.
    text: str
    #: The arguments of the example.
    arguments: str = ""
    #: What the example imports.
    imports: str = ""


@functools.lru_cache(maxsize=1)
def _written() -> dict[str, About]:
    lines = (line.split("\t") for line in read("about.tsv").splitlines())
    return {name: About(*fields) for name, *fields in lines}


def about(name: str, locale: str = DEFAULT) -> About:
    """What a method gives in a locale."""
    from .local import local

    written = _written().get(name)
    method = local(locale, name) or METHODS.get(name)
    if written is not None:
        return written
    if method is not None and method.column is not None:
        generator = re.split("[:@]", method.column[0])[0]
        known = dict(_gusher.generators()).get(generator)
        if known is not None and generator not in ("enum", "regex", "int", "bool"):
            return About(known)
    provider = of_faker().provider_of(name)
    return About(f"what Faker's provider `{provider}` gives by this name" if provider else "values of a method that was added")


def _locale_of(name: str) -> str:
    """The default locale, or one that has the method of its own."""
    from .local import locales

    return DEFAULT if name in METHODS else next(iter(locales(name)), DEFAULT)


def doc_of(name: str) -> str:
    """What a method gives, with an example."""
    locale = _locale_of(name)
    known = about(name, locale)
    text = f"{known.text[:1].upper()}{known.text[1:]}."
    constructor = "Faker(seed=1)" if locale == DEFAULT else f"Faker({locale!r}, seed=1)"
    call = f"{constructor}.{name}({known.arguments})"
    if name in of_faker().base and "Iterator" in of_faker().base[name].returns:
        call = f"next({call})"
    shown = _value(call, known.imports)
    if shown is None:
        return text
    imports = "".join(f"    >>> {line}\n" for line in ("from gusher import Faker", known.imports) if line)
    if len(shown) > _SHOWN:
        call, shown = f"{call}  # doctest: +ELLIPSIS", f"{shown[:_SHOWN]}..."
    lines = shown.replace("\n", "\n    ")
    return f"{text}\n\n{imports}    >>> {call}\n    {lines}\n"


def _value(call: str, imports: str) -> str | None:
    """What an example shows; nothing where it needs a package that is not installed."""
    from .faker import Faker

    names: dict[str, object] = {"Faker": Faker}
    exec(imports, names)
    try:
        value = eval(call, names)
    except Exception:
        return None
    return repr(value)

#!/usr/bin/env python3
"""Writes python/gusher/_faker/faker.pyi: the types of all methods of ``gusher.Faker``, with their arguments and a line on each. Run by hand
when Faker's methods are renewed; ``python/tests/test_faker_types.py`` says when the file is old.

    python tools/faker/stubs.py

The arguments are those of Faker (``methods.tsv``); their types are those of their defaults, or those that are listed here.
"""

from __future__ import annotations

import ast
import pathlib
import re

from gusher._faker.local import names
from gusher._faker.table import of_faker

STUB = pathlib.Path(__file__).parent.parent.parent / "python/gusher/_faker/faker.pyi"

# The types of arguments whose defaults do not tell them.
TYPES = {
    "allowed_types": "Sequence[Any] | None",
    "area_code": "str",
    "base": "str | None",
    "birthdate": "datetime.date | None",
    "birthday": "datetime.date | str | None",
    "card_type": "str | None",
    "cast_to": "Callable[[uuid.UUID], Any] | None",
    "category": "str | None",
    "center": "float | None",
    "cls": "type[json_texts.JSONEncoder] | None",
    "code": "str | None",
    "compression": "str | None",
    "data_columns": "Any",
    "date_end": "When | None",
    "date_of_birth": "datetime.date | None",
    "date_start": "When | None",
    "datetime_end": "When | None",
    "datetime_start": "When | None",
    "digits": "Any",
    "distrib": "Callable[[datetime.datetime], Any] | None",
    "elements": "Any",
    "end": "When",
    "end_date": "When",
    "end_datetime": "When | None",
    "enum_cls": "type[E]",
    "ext_word_list": "Sequence[str] | None",
    "extension": "Any",
    "fields": "Sequence[str] | None",
    "header": "Sequence[str] | None",
    "hue": "Any",
    "length": "int | None",
    "luminosity": "str | None",
    "max": "int | None",
    "max_value": "Number | None",
    "min": "int | None",
    "min_value": "Number | None",
    "object_type": "Any",
    "positive": "bool | None",
    "precision": "Any",
    "prefixes": "Sequence[Any]",
    "radius": "float",
    "schemes": "Sequence[str] | None",
    "size": "tuple[int, int]",
    "start": "When",
    "start_date": "When",
    "start_datetime": "When | None",
    "tzinfo": "datetime.tzinfo | None",
    "value_types": "Any",
    "allowed_path_traversal_elements": "Sequence[str] | None",
    "use_weighting": "bool | None",
    "leading_zero": "bool | None",
    "private": "bool | None",
    **dict.fromkeys(("bank_code", "day", "deep", "height", "indent", "left_digits", "min_chars", "month"), "int | None"),
    **dict.fromkeys(("number_system_digit", "right_digits", "width", "year"), "int | None"),
}
# For one method alone.
OF_ONE = {
    ("pyint", "min_value"): "int",
    ("pyint", "max_value"): "int",
    ("random_int", "min"): "int",
    ("random_int", "max"): "int",
    ("password", "digits"): "bool",
    ("random_number", "digits"): "int | None",
    ("file_path", "extension"): "str | Sequence[str] | None",
    ("file_name", "extension"): "str | None",
}
# The same for what Faker's annotation says in names of its own, or does not say.
RETURNS = {
    "SexLiteral": "str",
    "Any": "Any",
    "TEnum": "E",
    "dtdate": "datetime.date",
    "date": "datetime.date",
    "datetime": "datetime.datetime",
    "dttime": "datetime.time",
    "time": "datetime.time",
    "timedelta": "datetime.timedelta",
    "TzInfo": "datetime.tzinfo",
    "ZoneInfo": "datetime.tzinfo",
    "Decimal": "decimal.Decimal",
    "UUID": "uuid.UUID",
    "Optional": "Optional",
    "T": "Any",
}
SEVERAL = {
    "binary": "bytes", "color_hsl": "tuple[int, int, int]", "enum": "E", "json": "str", "md5": "str", "sha1": "str", "sha256": "str",
    "pydict": "dict[str, Any]", "pylist": "list[Any]", "pyset": "set[Any]", "pytuple": "tuple[Any, ...]", "pyiterable": "Iterable[Any]",
    "pyobject": "Any", "pystruct": "tuple[list[Any], dict[str, Any], dict[str, Any]]", "profile": "dict[str, Any]", "simple_profile": "dict[str, Any]",
    "random_element": "Any", "random_elements": "list[Any]", "random_choices": "list[Any]", "random_sample": "list[Any]", "random_letters": "list[str]",
    "time_series": "Iterator[tuple[datetime.datetime, Any]]", "uuid1": "str", "uuid4": "str", "uuid7": "str", "null_boolean": "bool | None",
    "pytimezone": "datetime.tzinfo", "words": "list[str]", "sentences": "list[str]", "paragraphs": "list[str]", "texts": "list[str]",
    "get_words_list": "list[str]", "nic_handles": "list[str]", "local_latlng": "tuple[str, ...] | None", "location_on_land": "tuple[str, ...]",
    "time_object": "datetime.time", "time_delta": "datetime.timedelta", "date_object": "datetime.date", "pyfloat": "float", "pydecimal": "decimal.Decimal",
    "random_digit_or_empty": "int | str", "random_digit_not_null_or_empty": "int | str",
}  # fmt: skip

HEAD = '''"""The types of :class:`gusher.Faker`. Written by tools/faker/stubs.py."""

import datetime
import decimal
import enum as enums
import json as json_texts
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from .._arguments import Now
from .generator import Generator, Seed

Locales = str | Sequence[str] | Mapping[str, float] | None
When = datetime.date | datetime.datetime | datetime.timedelta | str | int
Number = float | decimal.Decimal
E = TypeVar("E", bound=enums.Enum)

class Factory:
    @classmethod
    def create(
        cls,
        locale: str | None = None,
        providers: Sequence[str] | None = None,
        generator: Any = None,
        includes: Sequence[str] | None = None,
        use_weighting: bool = True,
        *,
        seed: Seed = None,
        now: Now = None,
        fallback: bool = False,
    ) -> Faker: ...

class _Methods:
'''
FAKER = '''
class Unique(_Methods):
    """The same methods, whose values all differ."""

    def clear(self) -> None: ...
    def exclude_types(self, types: Iterable[type]) -> Unique: ...
    def __getitem__(self, locale: str) -> Unique: ...

class Faker(_Methods, Generator):
    def __init__(
        self,
        locale: Locales = None,
        providers: Sequence[str] | None = None,
        generator: Any = None,
        includes: Sequence[str] | None = None,
        use_weighting: bool = True,
        *,
        seed: Seed = None,
        now: Now = None,
        fallback: bool = False,
    ) -> None: ...
    @property
    def unique(self) -> Unique: ...
    @property
    def optional(self) -> Any: ...
    @classmethod
    def seed(cls, seed: Seed = None) -> None: ...
    @property
    def locales(self) -> list[str]: ...
    @property
    def weights(self) -> list[float] | None: ...
    @property
    def factories(self) -> list[Faker]: ...
    def items(self) -> list[tuple[str, Faker]]: ...
    @property
    def default_locale(self) -> str: ...
    def seed_locale(self, locale: str, seed: Seed = None) -> None: ...
    def __getitem__(self, locale: str) -> Faker: ...
'''


def returns(name: str, annotation: str) -> str:
    """The type of a method's values."""
    if name in SEVERAL:
        return SEVERAL[name]
    known = re.sub(r"\bOptional\[(.*)\]$", r"\1 | None", annotation)
    for theirs, ours in (("Tuple", "tuple"), ("List", "list"), ("Dict", "dict"), ("Set", "set")):
        known = re.sub(rf"\b{theirs}\b", ours, known)
    known = re.sub(r"Union\[(.*)\]$", lambda match: match[1].replace(", ", " | "), known)
    parts = re.split(r"(\w+(?:\.\w+)*)", known)
    plain = {"str", "int", "float", "bool", "bytes", "tuple", "list", "dict", "set", "None", "Any"}
    made = "".join(part if part in plain or not re.match(r"\w", part) else RETURNS.get(part.rpartition(".")[2], "Any") for part in parts)
    return made if "Literal" not in known else "str"


def argument(method: str, name: str, default: str) -> str:
    """An argument with its type and its default."""
    kind = OF_ONE.get((method, name)) or TYPES.get(name)
    if kind is None:
        try:
            value = ast.literal_eval(default)
            kind = "str | None" if value is None else "Any" if isinstance(value, (tuple, list, dict)) else type(value).__name__
        except (SyntaxError, ValueError):
            kind = "Any"
    return f"{name}: {kind}" if default == "required" else f"{name}: {kind} = ..."


def method(name: str, arguments: str, annotation: str) -> str:
    """A method of the stub."""
    call = ast.parse(f"call({arguments})", mode="eval").body
    assert isinstance(call, ast.Call)
    made = ["self", *(argument(name, str(one.arg), ast.unparse(one.value)) for one in call.keywords)]
    made += ["**fmtparams: Any"] if name == "dsv" else []
    return f"    def {name}({', '.join(made)}) -> {returns(name, annotation)}: ..."


def stub() -> str:
    """The file."""
    fakers = of_faker()
    lines = [method(name, *found) for name, found in sorted(fakers.base.items())]
    # What locales have besides. Where their arguments differ, they take any.
    others: dict[str, set[tuple[str, str]]] = {}
    for locale in sorted(fakers.locales):
        theirs = fakers.of_locale(locale)
        for name in {*names(locale), *theirs}:
            if name not in fakers.base:
                found = theirs.get(name)
                others.setdefault(name, set()).add(("", "Any") if found is None else (found.arguments, found.returns))
    for name, kinds in sorted(others.items()):
        if len(kinds) == 1:
            lines.append(method(name, *kinds.pop()))
        else:
            result = {returns(name, annotation) for _, annotation in kinds}
            kind = result.pop() if len(result) == 1 else "Any"
            lines.append(f"    def {name}(self, *args: Any, **kwargs: Any) -> {kind}: ...")
    # Their arguments differ by locale.
    varied = {"ssn", "postcode", "postcode_in_state", "zipcode_in_state", "date", "time", "century", "license_plate"}
    for at, line in enumerate(lines):
        if line.split("(")[0].removeprefix("    def ") in varied:
            lines[at] = f"    def {line.split('(')[0].removeprefix('    def ')}(self, *args: Any, **kwargs: Any) -> str: ..."
    return HEAD + "\n".join(lines) + "\n" + FAKER


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")

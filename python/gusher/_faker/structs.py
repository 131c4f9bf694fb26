"""Containers of values of several types."""

from __future__ import annotations

import collections.abc
import enum
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from .._gusher import Draw, Error
from .errors import EmptyEnumException
from .method import Values

# Faker's, which has texts four times as often as decimals.
_TYPES = ("str", "str", "str", "str", "float", "int", "int", "decimal", "date_time", "uri", "email")
_CONTAINERS = ("iterable", "list", "tuple", "dict", "set", "struct")
# Classes of Python that have a method of another name.
_METHODS = {"datetime": "date_time", "date": "date_object", "time": "time_object", "uuid": "uuid4"}


def _types(value_types: Any, allowed_types: Any) -> Sequence[str]:
    made: list[str] = []
    for name, given in (("value_types", value_types), ("allowed_types", allowed_types)):
        if given is not None and not isinstance(given, list | tuple):
            warnings.warn(f"{name}={given!r}: expected a list or a tuple", PendingDeprecationWarning, stacklevel=4)
            given = (given,)
        for one in given or ():
            made.append(one if isinstance(one, str) else getattr(one, "__name__", type(one).__name__).lower())
    return [name for name in made if name not in _CONTAINERS] or _TYPES


def _value(values: Values, name: str) -> Any:
    name = _METHODS.get(name, name)
    for method in (f"py{name}", name):
        try:
            made = values.of(method) if method.startswith("py") else None
        except AttributeError:
            continue
        if made is not None:
            return made()
    try:
        return values.format(name)
    except AttributeError as error:
        raise Error(f"value_types: gusher.Faker has no method `py{name}` or `{name}`") from error


def _several(values: Values, draw: Draw, count: int, value_types: Any, allowed_types: Any) -> list[Any]:
    names = _types(value_types, allowed_types)
    return [_value(values, draw.choice(names)) for _ in range(count)]


def container(kind: Callable[[list[Any]], Any]) -> Callable[..., Any]:
    """A list, a tuple or a set of values, each made by the method of one of the types: that of Faker for it, or one by this name."""

    def make(
        values: Values,
        draw: Draw,
        nb_elements: int = 10,
        variable_nb_elements: bool = True,
        value_types: Any = None,
        allowed_types: Any = None,
    ) -> Any:
        count = draw.around(nb_elements) if variable_nb_elements else nb_elements
        return kind(_several(values, draw, count, value_types, allowed_types))

    return make


def any_container(
    values: Values,
    draw: Draw,
    nb_elements: int = 10,
    variable_nb_elements: bool = True,
    value_types: Any = None,
    allowed_types: Any = None,
) -> Any:
    make = container(draw.choice([list, tuple, set]))
    return make(values, draw, nb_elements, variable_nb_elements, value_types, allowed_types)


def pydict(
    values: Values,
    draw: Draw,
    nb_elements: int = 10,
    variable_nb_elements: bool = True,
    value_types: Any = None,
    allowed_types: Any = None,
) -> dict[str, Any]:
    count = draw.around(nb_elements) if variable_nb_elements else nb_elements
    words = values.vocabulary("word")
    if count > len(words):
        # Faker's warning begins so, and programs look at it.
        text = f"Number of nb_elements is greater than the number of words in the list. {len(words)} words will be used"
        warnings.warn(f"{text}; nb_elements={count}", RuntimeWarning, stacklevel=3)
        count = len(words)
    keys = draw.shuffled(words, count)
    return dict(zip(keys, _several(values, draw, count, value_types, allowed_types)))


def pystruct(
    values: Values, draw: Draw, count: int = 10, value_types: Any = None, allowed_types: Any = None
) -> tuple[list[Any], dict[str, Any], dict[str, Any]]:
    """A list, a dict, and a dict of dicts of values."""
    names = _types(value_types, allowed_types)
    words = values.vocabulary("word")

    def one() -> Any:
        return _value(values, draw.choice(names))

    def nested(at: int) -> dict[int, Any]:
        inner = {at: one(), at + 1: one(), at + 2: [one(), one()]}
        return {at: one(), at + 1: [one(), one(), one()], at + 2: inner}

    listed = [one() for _ in range(count)]
    flat = {draw.choice(words): one() for _ in range(count)}
    return listed, flat, {draw.choice(words): nested(at) for at in range(count)}


_OBJECTS = {
    bool: "pybool",
    str: "pystr",
    float: "pyfloat",
    int: "pyint",
    tuple: "pytuple",
    set: "pyset",
    list: "pylist",
    dict: "pydict",
    collections.abc.Iterable: "pyiterable",
}


def pyobject(values: Values, draw: Draw, object_type: Any = None) -> Any:
    if object_type is None:
        return None
    name = next((name for kind, name in _OBJECTS.items() if object_type == kind or getattr(object_type, "__origin__", None) is kind), None)
    if name is None:
        known = ", ".join(kind.__name__ for kind in _OBJECTS)
        raise Error(f"Object type `{object_type}` is not supported by `pyobject` function; expected {known}")
    return values.of(name)()


def enumeration(values: Values, draw: Draw, enum_cls: Any = None) -> Any:
    if enum_cls is None:
        raise Error("enum_cls=None: expected a class of enum.Enum")
    if not (isinstance(enum_cls, type) and issubclass(enum_cls, enum.Enum)):
        raise TypeError(f"enum_cls={enum_cls!r}: expected a class of enum.Enum")
    members = list(enum_cls)
    if not members:
        # Faker's message begins so, and programs look at it.
        raise EmptyEnumException(f"The provided Enum: '{enum_cls.__name__}' has no members.")
    return draw.choice(members)

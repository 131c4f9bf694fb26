"""Choices from what the caller gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._faker_draw import Draw
from ._faker_method import Values
from ._gusher import Error

_ABC = ("a", "b", "c")


def _weights(elements: Any, count: int) -> list[float] | None:
    """The weights of the elements, where they have some."""
    if not isinstance(elements, Mapping):
        return None
    weights = [float(weight) for weight in elements.values()]
    if any(not 0 <= weight < float("inf") for weight in weights):
        raise Error("elements: a weight is a number from 0 on")
    if count > 0 and not sum(weights) > 0:
        raise Error("elements: all weights are 0")
    return weights


def element(values: Values, draw: Draw, elements: Any = _ABC) -> Any:
    one = _chosen(draw, elements, 1, is_unique=False)
    return one[0]


def enumeration(values: Values, draw: Draw, enum_cls: Any = None) -> Any:
    if enum_cls is None:
        raise TypeError("enum() needs a class of enum.Enum")
    return _chosen(draw, list(enum_cls), 1, is_unique=False)[0]


def _chosen(draw: Draw, elements: Any, count: int, is_unique: bool) -> list[Any]:
    # A text and other sequences are read as they are: making lists of long ones takes longer than the choice.
    pool = elements if isinstance(elements, list | tuple | str) else list(elements)
    if count < 0:
        raise Error(f"length={count}: expected a number from 0 on")
    if not pool and count > 0:
        raise Error("elements: there is nothing to choose from")
    if is_unique and count > len(pool):
        raise Error(f"length={count}: there are only {len(pool)} elements")
    weights = _weights(elements, count)
    if weights is None:
        return draw.shuffled(pool, count) if is_unique else [draw.choice(pool) for _ in range(count)]
    if not is_unique:
        return [pool[draw.weighted(weights)] for _ in range(count)]
    left, made = list(pool), []
    for _ in range(count):
        # What has no weight comes when nothing else is left.
        at = draw.weighted(weights) if sum(weights) > 0 else draw.below(len(left))
        made.append(left.pop(at))
        weights.pop(at)
    return made


def _length(draw: Draw, elements: Any, length: int | None) -> int:
    """As many as are asked for; some of them, as Faker does, where no number is given."""
    if length is not None:
        return length
    return draw.between(1, len(elements)) if len(elements) > 0 else 0


def elements(
    values: Values,
    draw: Draw,
    elements: Any = _ABC,
    length: int | None = None,
    unique: bool = False,
    use_weighting: bool | None = None,
) -> list[Any]:
    pool = list(elements) if use_weighting is False else elements
    return _chosen(draw, pool, _length(draw, elements, length), unique)


def several(is_unique: bool) -> Callable[..., list[Any]]:
    """So many elements; each of them at most once, if `is_unique`."""

    def some(values: Values, draw: Draw, elements: Any = _ABC, length: int | None = None) -> list[Any]:
        return _chosen(draw, elements, _length(draw, elements, length), is_unique)

    return some


# --- lists of values of several types ---------------------------------------------------------------------

# Faker's, which has texts four times as often as decimals.
_TYPES = ("str", "str", "str", "str", "float", "int", "int", "decimal", "date_time", "uri", "email")
_CONTAINERS = ("iterable", "list", "tuple", "dict", "set")


def _types(value_types: Any, allowed_types: Any) -> list[str]:
    made: list[str] = []
    for given in (value_types, allowed_types):
        listed = [] if given is None else given if isinstance(given, list | tuple) else [given]
        made += [one if isinstance(one, str) else getattr(one, "__name__", type(one).__name__).lower() for one in listed]
    return [name for name in made if name not in _CONTAINERS]


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
        names = _types(value_types, allowed_types) or _TYPES
        count = draw.around(nb_elements) if variable_nb_elements else nb_elements
        return kind([_value(values, draw.choice(names)) for _ in range(count)])

    return make


def _value(values: Values, name: str) -> Any:
    # Classes of Python that have a method of another name.
    name = {"datetime": "date_time", "date": "date_object", "time": "time_object", "uuid": "uuid4"}.get(name, name)
    for method in (f"py{name}", name):
        try:
            return values.of(method)()
        except AttributeError:
            continue
    raise Error(f"value_types: gusher.Faker has no method `py{name}` or `{name}`")


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

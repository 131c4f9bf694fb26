"""Choices from what the caller gives."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from .._gusher import Draw, Error
from .errors import NothingToChoose
from .method import Values

_ABC = ("a", "b", "c")


def _weights(elements: Any, count: int) -> list[float] | None:
    """The weights of the elements, where they have some."""
    if not isinstance(elements, Mapping):
        return None
    weights: list[float] = list(elements.values())
    if weights and not (min(weights) >= 0 and max(weights) < float("inf") and sum(weights) == sum(weights)):
        raise Error("elements: a weight is a number from 0 on")
    if count > 0 and not sum(weights) > 0:
        raise Error("elements: all weights are 0")
    return weights


# The weights of the latest mappings, and their running sums.
_SUMS: dict[int, tuple[list[float], list[float]]] = {}
_MAX_SUMS = 64


def _sums(elements: Mapping[Any, float]) -> list[float]:
    """The running sums of weights. They are added up once for each mapping, as long as it has the same ones."""
    # Those of a dict, as the views of its subclasses are slow.
    weights = list(dict.values(elements) if isinstance(elements, dict) else elements.values())
    known = _SUMS.get(id(elements))
    if known is not None and known[0] == weights:
        return known[1]
    _weights(elements, 1)
    sums = list(itertools.accumulate(weights))
    if len(_SUMS) >= _MAX_SUMS:
        _SUMS.clear()
    _SUMS[id(elements)] = weights, sums
    return sums


def element(values: Values, draw: Draw, elements: Any = _ABC) -> Any:
    if isinstance(elements, list | tuple | str) and elements:
        return draw.choice(elements)
    if isinstance(elements, dict | Mapping) and elements and values.is_weighted():
        keys = dict.keys(elements) if isinstance(elements, dict) else elements
        return next(itertools.islice(keys, draw.within(_sums(elements)), None))
    return _chosen(draw, _pool(values, elements, None), 1, is_unique=False)[0]


def _pool(values: Values, elements: Any, use_weighting: bool | None) -> Any:
    """The elements, without their weights where these are not wanted."""
    is_weighted = values.is_weighted() if use_weighting is None else use_weighting
    return elements if is_weighted or not isinstance(elements, Mapping) else list(elements)


def _chosen(draw: Draw, elements: Any, count: int, is_unique: bool) -> list[Any]:
    # A text and other sequences are read as they are: making lists of long ones takes longer than the choice.
    pool = elements if isinstance(elements, list | tuple | str) else list(elements)
    if count < 0:
        raise Error(f"length={count}: expected a number from 0 on")
    if not pool and count > 0:
        raise NothingToChoose("elements: there is nothing to choose from")
    if is_unique and count > len(pool):
        raise Error(f"length={count}: there are only {len(pool)} elements")
    weights = _weights(elements, count)
    if weights is None:
        return draw.shuffled(pool, count) if is_unique else [pool[at] for at in draw.indices(count, len(pool))]
    if not is_unique:
        ends = list(itertools.accumulate(weights))
        return [pool[draw.within(ends)] for _ in range(count)]
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
    pool = _pool(values, elements, use_weighting)
    return _chosen(draw, pool, _length(draw, elements, length), unique)


def several(is_unique: bool) -> Callable[..., list[Any]]:
    """Several elements; each of them at most once, if `is_unique`."""

    def some(values: Values, draw: Draw, elements: Any = _ABC, length: int | None = None) -> list[Any]:
        return _chosen(draw, _pool(values, elements, None), _length(draw, elements, length), is_unique)

    return some

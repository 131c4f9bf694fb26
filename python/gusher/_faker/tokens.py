"""Texts with names of methods in them, such as ``"{{ name }} of {{ city }}"``, and the arguments that are kept for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["Tokens"]

_TOKEN = re.compile(r"\{\{\s*(\w+)(?:\s*:\s*(\w+))?\s*\}\}")


class Tokens:
    """Groups of arguments by their names, and texts that use them."""

    def __init__(self) -> None:
        self._groups: dict[str, dict[str, Any]] = {}

    def set_arguments(self, group: str, argument: str | Mapping[str, Any], value: Any = None) -> None:
        """Keeps an argument, or all of a mapping, in a group that :meth:`parse` can name.

        >>> import gusher as g
        >>> fake = g.Faker(seed=1)
        >>> fake.set_arguments("die", {"min_value": 1, "max_value": 6})
        >>> fake.parse("a {{ pyint:die }}") in {f"a {number}" for number in range(1, 7)}
        True
        """
        if isinstance(argument, Mapping):
            self._groups[group] = dict(argument)
        elif isinstance(argument, str):
            self._groups.setdefault(group, {})[argument] = value
        else:
            raise ValueError(f"argument={argument!r}: expected the name of an argument, or a dict of several")

    def get_arguments(self, group: str, argument: str | None = None) -> Any:
        """An argument of a group, or all of them; ``None`` if there is none."""
        kept = self._groups.get(group)
        return kept if argument is None or kept is None else kept.get(argument)

    def del_arguments(self, group: str, argument: str | None = None) -> Any:
        """Forgets an argument of a group, or the group, and gives what it was."""
        if argument is None:
            return self._groups.pop(group, None)
        return self._groups[group].pop(argument) if group in self._groups else None

    def _parsed(self, text: str, format: Callable[..., Any]) -> str:
        def token(match: re.Match[str]) -> str:
            name, group = match.groups()
            if group is None:
                return str(format(name))
            if group not in self._groups:
                raise AttributeError(f"Unknown argument group {group!r}")
            return str(format(name, **self._groups[group]))

        return _TOKEN.sub(token, text)

"""What a method of Faker is made of here: a column, what makes Faker's type of its values, and what its arguments mean."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from .errors import UnsupportedArgument
from .signature import signature_of
from .table import of_faker

__all__ = ["Convert", "Made", "Method", "Values"]

Convert = Callable[[Any], Any]
# The spec of a column, and what makes Faker's type of its values.
Made = tuple[str, Convert | None]


class Values(Protocol):
    """What a method that draws its values needs of the Faker that it belongs to."""

    def now(self, tzinfo: datetime.tzinfo | None = None) -> datetime.datetime:
        """The present; without a zone, if none is given."""

    def today(self) -> datetime.date:
        """The day of the present."""

    def of(self, method: str) -> Callable[..., Any]:
        """Another method, with counters that belong to this one alone."""

    def format(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Another method by its name, or one that a provider has added."""

    def replaced(self, name: str) -> Callable[..., Any] | None:
        """What a program has put in the place of a method of the Faker, as tests do; none if nothing is."""

    def parse(self, text: str) -> str:
        """A text with the names of methods in double braces."""

    def column(self, spec: str) -> Any:
        """The next value of a column, with a counter that belongs to this method alone."""

    def arguments(self, group: str) -> Mapping[str, Any] | None:
        """The arguments that are kept in a group."""

    def is_weighted(self) -> bool:
        """Whether choices look at weights."""

    @property
    def locale(self) -> str:
        """Faker's name of the locale."""

    def vocabulary(self, generator: str) -> Sequence[str]:
        """All values of a generator of words."""


# A flag of a function's code: ``inspect.CO_VARKEYWORDS``.
_TAKES_KEYWORDS = 8


class Method:
    """A method of Faker.

    Args:
        name: its name.
        column: the column of its values when it is called without arguments.
        columns: gives the column for its arguments. Each different one has a counter of its own.
        draw: gives a value for its arguments, drawn from the random bits of the call. All its calls share one counter.
    """

    __slots__ = ("_names", "column", "columns", "draw", "name", "positional", "takes_any")

    def __init__(
        self,
        name: str,
        column: Made | None = None,
        columns: Callable[..., Made] | None = None,
        draw: Callable[..., Any] | None = None,
    ) -> None:
        self.name = name
        self.column = columns() if column is None and columns is not None and draw is None else column
        self.columns = columns
        self.draw = draw
        # The first two of a draw are the Faker and its random bits.
        source, skipped = (columns, 0) if draw is None else (draw, 2)
        # What is asked of a function itself, as `inspect.signature` takes longer than all else for hundreds of methods.
        code: Any = getattr(source, "__code__", None)
        made = code.co_varnames[skipped : code.co_argcount] if code is not None else ()
        self.positional = len(made)
        self._names = frozenset(made)
        # Such as what a writer of CSV takes besides.
        self.takes_any = code is not None and bool(code.co_flags & _TAKES_KEYWORDS)

    @property
    def parameters(self) -> frozenset[str]:
        """The names of the arguments that it takes."""
        return self._names

    @property
    def takes_arguments(self) -> bool:
        """Whether it can be called with any, if only with Faker's defaults."""
        return self.positional > 0 or bool(_arguments(self.name))

    def bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments that change something.

        Raises:
            Error: for an argument that Faker has, and that is not supported here.
            TypeError: for one that Faker does not have either.
        """
        if len(args) <= self.positional and (self.takes_any or kwargs.keys() <= self._names):
            return args, kwargs
        given = self._named(args, kwargs)
        defaults = _defaults(self.name)
        given = {key: value for key, value in given.items() if key in self._names or not _is(value, defaults[key])}
        refused = [f"`{key}`" for key in given if key not in self._names]
        if refused:
            known = ", ".join(f"`{key}`" for key in defaults if key in self._names)
            hint = f"; it takes {known}" if known else "; it takes none"
            raise UnsupportedArgument(f"{self.name}(): Faker's argument {' and '.join(refused)} is not supported by gusher{hint}")
        return (), given

    def _named(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        names = list(_defaults(self.name))
        if len(args) > len(names):
            raise TypeError(f"{self.name}() takes at most {len(names)} arguments, not {len(args)}")
        given = dict(zip(names, args, strict=False))
        for key, value in kwargs.items():
            if key not in names:
                raise TypeError(f"{self.name}() has no argument `{key}`; it has {', '.join(names)}")
            if key in given:
                raise TypeError(f"{self.name}() got the argument `{key}` twice")
            given[key] = value
        return given


def _is(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default)


def _arguments(name: str) -> str:
    """The arguments of Faker's method as they are written."""
    known = of_faker().base.get(name)
    return "" if known is None else known.arguments


def _defaults(name: str) -> Mapping[str, Any]:
    """The arguments of Faker's method with their defaults, in its order."""
    return {one.name: one.default for one in signature_of(name).parameters.values()}

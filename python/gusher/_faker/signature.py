"""How Faker's methods are called, for ``inspect.signature``, ``help`` and the tooltips of editors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .table import of_faker

# These are imported where they are used, as few programs ask for a signature.
if TYPE_CHECKING:
    import ast
    import inspect

__all__ = ["described", "signature_of"]


class _Written:
    """A default that is no constant, shown as it is written."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


@functools.lru_cache(maxsize=None)
def signature_of(name: str) -> inspect.Signature:
    """The arguments of a method with Faker's defaults; none, if Faker does not have it."""
    import ast
    import inspect

    known = of_faker().base.get(name)
    if known is None:
        return inspect.Signature()
    function = ast.parse(f"lambda {known.arguments}: 0", mode="eval").body
    assert isinstance(function, ast.Lambda)
    arguments = function.args
    names = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    defaults = [inspect.Parameter.empty] * (len(names) - len(arguments.defaults)) + [_default(one) for one in arguments.defaults]
    parameters = [
        inspect.Parameter(one, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default)
        for one, default in zip(names, defaults, strict=True)
    ]
    if arguments.vararg is not None:
        parameters.append(inspect.Parameter(arguments.vararg.arg, inspect.Parameter.VAR_POSITIONAL))
    for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        default = inspect.Parameter.empty if value is None else _default(value)
        parameters.append(inspect.Parameter(argument.arg, inspect.Parameter.KEYWORD_ONLY, default=default))
    if arguments.kwarg is not None:
        parameters.append(inspect.Parameter(arguments.kwarg.arg, inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters, return_annotation=_Written(known.returns) if known.returns else inspect.Signature.empty)


def _default(value: ast.expr) -> Any:
    import ast
    import inspect

    if isinstance(value, ast.Name) and value.id == "required":
        return inspect.Parameter.empty
    try:
        return ast.literal_eval(value)
    except ValueError:
        return _Written(ast.unparse(value))


def described(call: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The same function with the name and the signature of a method."""
    call.__name__ = call.__qualname__ = name
    call.__signature__ = signature_of(name)  # type: ignore[attr-defined]
    return call

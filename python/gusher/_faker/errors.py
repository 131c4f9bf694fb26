"""What is raised for calls that cannot give a value, by the names that Faker has for it."""

from __future__ import annotations

from .._gusher import Error, UniquenessException

__all__ = [
    "AssertedError",
    "EmptyEnumException",
    "LocaleError",
    "NOT_A_METHOD",
    "NothingToChoose",
    "UniquenessException",
    "UnknownCode",
    "UnsupportedArgument",
    "UnsupportedFeature",
]

# Faker's message begins so, and programs look at it.
NOT_A_METHOD = "Accessing non-functions through .{0} is not supported. `{1}` is no method"


class EmptyEnumException(Error):
    """An enumeration has no members to choose from."""


class UnsupportedFeature(Error):
    """A method needs a library that is not installed.

    Args:
        msg: what is missing.
        name: the name of the method.
    """

    def __init__(self, msg: str, name: str = "") -> None:
        super().__init__(msg)
        self.name = name


class UnsupportedArgument(Error):
    """Faker has an argument that is not supported here."""


class LocaleError(Error, AttributeError):
    """There is no such locale: an ``AttributeError``, as it is in Faker."""


class AssertedError(Error, AssertionError):
    """An argument that Faker asserts: an ``AssertionError``, as it is there."""


class NothingToChoose(Error, IndexError):
    """There are no elements to choose from: an ``IndexError``, as it is in Faker."""


class UnknownCode(Error, KeyError):
    """There is no such code: a ``KeyError``, as it is in Faker."""

    def __str__(self) -> str:
        return str(self.args[0])

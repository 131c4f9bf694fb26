"""Streams of rows in Arrow's layout, and how texts are in them."""

from __future__ import annotations

from ._gusher import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    Texts = Literal["dictionary", "utf8", "large_utf8", "utf8_view"]


class Stream:
    """A stream that is read once, for whoever takes Arrow's capsules."""

    __slots__ = ("_capsule",)

    def __init__(self, capsule: object) -> None:
        self._capsule: object | None = capsule

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream.

        Raises:
            Error: if it was asked for before.
        """
        capsule, self._capsule = self._capsule, None
        if capsule is None:
            raise Error("a stream is read once; the table itself can be read as often as one likes")
        return capsule

"""Columns that Python functions make: what is between the engine's arrays and those of pyarrow."""

from __future__ import annotations

# As typing has it, without importing that: it takes longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, overload

    import pyarrow as pa


class _Array:
    """An array in two capsules, for whoever takes them."""

    __slots__ = ("_capsules",)

    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        return self._capsules


class Column:
    """A column that a function makes. :func:`gusher.column` makes one."""

    def __init__(self, function: Callable[..., Any], reads: Sequence[str], type: Any = None) -> None:
        self.function = function
        self.reads = tuple(reads)
        self.type = type

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Column) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.function, self.reads))

    def __repr__(self) -> str:
        return f"<column {self.name}({', '.join(self.reads)})>"

    @property
    def name(self) -> str:
        """What messages call the function."""
        return str(getattr(self.function, "__name__", "function")).strip("<>")

    def call(self, handed: list[tuple[object, object]]) -> tuple[object, object, int | None]:
        """Calls the function with arrays in capsules, and gives its array in capsules, with the decimal places."""
        import pyarrow as pa

        # Its stubs name each class that it takes.
        array: Any = pa.array
        made = self.function(*[array(_Array(capsules)) for capsules in handed])
        plain, scale = _plain(made, self.type)
        schema, values = plain.__arrow_c_array__()
        return schema, values, scale


def _array(made: Any, wanted: Any) -> pa.Array[Any]:
    import pyarrow as pa

    alias: Any = pa.type_for_alias
    wanted = alias(wanted) if isinstance(wanted, str) else wanted
    if isinstance(made, pa.ChunkedArray) or (hasattr(made, "__arrow_c_stream__") and not isinstance(made, pa.Array)):
        made = pa.chunked_array(made).combine_chunks()
    if not isinstance(made, pa.Array):
        # Without the type: a list of floats becomes decimals by a cast only.
        made = pa.array(made)
    array: pa.Array[Any] = made if wanted is None else made.cast(wanted)
    return array


def _plain(made: Any, wanted: Any) -> tuple[pa.Array[Any], int | None]:
    """The array in one of the types that the engine has, and the decimal places of numbers that have some."""
    import pyarrow as pa

    array = _array(made, wanted)
    kind: Any = array.type
    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_null(kind) and len(array) > 0:
        # All rows are null, whatever the type.
        kind = pa.int64() if wanted is None else wanted
    if pa.types.is_boolean(kind):
        return array.cast(pa.bool_()), None
    if pa.types.is_integer(kind):
        return array.cast(pa.int64()), None
    if pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind):
        return array.cast(pa.string()), None
    if pa.types.is_date(kind):
        return array.cast(pa.date32()), None
    if pa.types.is_timestamp(kind):
        return array.cast(pa.timestamp("ms", "UTC"), safe=False), 3
    if pa.types.is_decimal(kind) and 0 <= kind.scale <= 18:
        return array.cast(pa.decimal128(38, kind.scale)), kind.scale
    if pa.types.is_floating(kind):
        return array.cast(pa.float64()), None
    if pa.types.is_null(kind):
        raise TypeError("nothing says the type of the values; say type=\"int64\"")
    raise TypeError(f"a column cannot be of the type {kind}; cast it to a text, a number, a date or a timestamp")


if TYPE_CHECKING:
    # So that a lambda's arguments have a type.
    @overload
    def column(function: Callable[[Any], Any], a: str, /, *, type: object | None = None) -> Column: ...
    @overload
    def column(function: Callable[[Any, Any], Any], a: str, b: str, /, *, type: object | None = None) -> Column: ...
    @overload
    def column(
        function: Callable[[Any, Any, Any], Any], a: str, b: str, c: str, /, *, type: object | None = None
    ) -> Column: ...
    @overload
    def column(function: Callable[..., Any], /, *reads: str, type: object | None = None) -> Column: ...


def column(function: Callable[..., Any], /, *reads: str, type: object | None = None) -> Column:
    """A column that a Python function makes from others of the table.

    The function is given a ``pyarrow.Array`` for each of the columns it reads, of up to 1,024 rows, and returns as many
    values: anything that pyarrow makes an array of. It must be a pure function of its arguments, row by row, as rows may be
    made in any order and twice.

    Args:
        function: what makes the values.
        reads: the names of the columns that it reads.
        type: the type of the values, as pyarrow has it (``pa.int64()`` or ``"int64"``); by default that of what the function
            returns for empty arrays.

    >>> import gusher as g, pyarrow.compute as pc
    >>> t = g.table("t", 3, seed=1, columns={"id": "seq", "double": g.column(lambda id: pc.multiply(id, 2), "id")})
    >>> t.to_dict()["double"]
    [2, 4, 6]
    """
    return Column(function, reads, type)

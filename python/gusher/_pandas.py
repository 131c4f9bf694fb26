"""Tables as frames of pandas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Protocol

import pandas as pd

from ._gusher import Error

if TYPE_CHECKING:
    import pyarrow as pa

    from ._stream import Texts

    class Table(Protocol):
        """What is read of a table, which knows this file and not the other way round."""

        @property
        def columns(self) -> list[str]: ...
        def to_arrow(self, *, texts: Texts = ..., threads: int | None = ...) -> pa.Table: ...
        def to_dict(self) -> dict[str, list[Any]]: ...
        def _wide(self) -> list[int]: ...


DtypeBackend = Literal["numpy_nullable", "pyarrow"]


def frame(table: Table, texts: Texts, threads: int | None, dtype_backend: DtypeBackend | None) -> pd.DataFrame:
    """All rows of a table."""
    if dtype_backend not in (None, "numpy_nullable", "pyarrow"):
        raise Error(f'dtype_backend={dtype_backend!r}: expected "numpy_nullable" or "pyarrow"')
    wide = table._wide()  # pyright: ignore[reportPrivateUsage]
    try:
        arrow = table.to_arrow(texts=texts, threads=threads)
    except ImportError:
        if dtype_backend == "pyarrow":
            raise
        return _of_objects(table, wide, dtype_backend)
    if dtype_backend is not None:
        return arrow.to_pandas(types_mapper=pd.ArrowDtype if dtype_backend == "pyarrow" else _nullable)
    return _with_wide(arrow, wide)


def _with_wide(arrow: pa.Table, wide: list[int]) -> pd.DataFrame:
    """The frame with the dtypes that pandas has by itself, but `Int64` or `UInt64` for the columns at these places."""
    # Blocks of several columns are copies: those of one would be the memory of Arrow, which cannot be written to.
    if not wide:
        return arrow.to_pandas()
    others = [at for at in range(arrow.num_columns) if at not in wide]
    made = arrow.select(others).to_pandas() if others else pd.DataFrame(index=pd.RangeIndex(arrow.num_rows))
    for at in wide:
        values = arrow.column(at).to_pandas(types_mapper=_nullable)
        made.insert(at, arrow.column_names[at], values, allow_duplicates=True)
    return made


def _nullable(data_type: pa.DataType) -> Any:
    """The dtype of pandas that has nulls of its own; none for types that have no such dtype."""
    import pyarrow as pa

    name = str(data_type)
    if name in ("large_string", "string", "string_view"):
        return pd.StringDtype()
    dtypes: dict[str, Any] = {"bool": pd.BooleanDtype(), "float": pd.Float32Dtype(), "double": pd.Float64Dtype()}
    if pa.types.is_integer(data_type):
        return pd.api.types.pandas_dtype(name.replace("int", "Int").replace("uI", "UI"))
    return dtypes.get(name)


def _of_objects(table: Table, wide: list[int], dtype_backend: DtypeBackend | None) -> pd.DataFrame:
    """The frame where there is no pyarrow."""
    columns: dict[str, Any] = dict(table.to_dict())
    for at in wide:
        name = table.columns[at]
        try:
            columns[name] = pd.array(columns[name], dtype="Int64")
        except OverflowError:
            columns[name] = pd.array(columns[name], dtype="UInt64")
    made = pd.DataFrame(columns)
    return made if dtype_backend is None else made.convert_dtypes(dtype_backend=dtype_backend)

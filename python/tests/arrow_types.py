"""Arrow types of files beside those of memory."""

from __future__ import annotations

from typing import Any

import pytest


def in_memory(schema: Any) -> Any:
    """A file's schema with indices of 32 bits: files have as few as hold the words, memory has those that were made."""
    pa: Any = pytest.importorskip("pyarrow")

    def widened(kind: Any) -> Any:
        if pa.types.is_dictionary(kind):
            return pa.dictionary(pa.int32(), kind.value_type, kind.ordered)
        if pa.types.is_list(kind):
            return pa.list_(kind.value_field.with_type(widened(kind.value_type)))
        if pa.types.is_map(kind):
            return pa.map_(kind.key_field.with_type(widened(kind.key_type)), kind.item_field.with_type(widened(kind.item_type)))
        if pa.types.is_struct(kind):
            return pa.struct([field.with_type(widened(field.type)) for field in kind])
        return kind

    return pa.schema([field.with_type(widened(field.type)) for field in schema], metadata=schema.metadata)

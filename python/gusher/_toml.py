"""A schema file as the text of its dicts."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping, Sequence

_BARE = re.compile(r"[A-Za-z0-9_-]+")
# Keys of a table whose entries have a line each.
_LINES = ("columns", "link", "check")


def schema(tables: Mapping[str, Mapping[str, object]]) -> str:
    """The text of a schema file with these tables.

    Raises:
        TypeError: for what a schema file has no form of, with where it is.

    >>> print(schema({"orders": {"rows": 3, "columns": {"id": "seq", "due date": "date"}}}), end="")
    [table.orders]
    rows = 3
    columns.id = "seq"
    columns."due date" = "date"
    """
    lines: list[str] = []
    for name, table in tables.items():
        lines.append(f"[table.{_key(name)}]")
        if not isinstance(table, Mapping):
            raise TypeError(f"table {name!r}: expected a dict of rows, columns and others, not {table!r}")
        for key, value in table.items():
            where = f"{name}.{key}"
            if key in _LINES and isinstance(value, Mapping):
                lines += [f"{key}.{_key(inner)} = {_value(of, f'{where}.{inner}')}" for inner, of in value.items()]
            else:
                lines.append(f"{_key(key)} = {_value(value, where)}")
    return "\n".join([*lines, ""])


def _key(name: object) -> str:
    text = str(name)
    return text if _BARE.fullmatch(text) else _text(text)


def _text(text: str) -> str:
    # TOML escapes what JSON does, and one sign more.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: object, where: str) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, range):
        if value.step != 1:
            raise TypeError(f"{where}: a range of rows has no step")
        return _text(f"{value.start}..{value.stop}")
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(of, f'{where}.{key}')}" for key, of in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return "[" + ", ".join(_value(of, f"{where}[{at}]") for at, of in enumerate(value)) + "]"
    raise TypeError(f"{where}: a schema file has no {type(value).__name__}")

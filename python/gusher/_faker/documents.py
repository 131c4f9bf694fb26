"""Documents of rows: CSV and its relatives, JSON, XML, columns of fixed widths."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .._gusher import Draw, Error
from .errors import UnsupportedFeature
from .method import Values
from .structs import pydict
from .texts import bothified

# These are imported where they are used, as few programs write documents.
if TYPE_CHECKING:
    import json as json_texts

_COLUMNS = ("{{name}}", "{{address}}")


def _formatted(values: Values, draw: Draw, text: str) -> str:
    replaced = values.replaced("pystr_format")
    if replaced is not None:
        return str(replaced(text))
    return bothified(draw, values.parse(text))


# --- rows of separated values -----------------------------------------------------------------------------


def dsv(
    values: Values,
    draw: Draw,
    dialect: str = "faker-csv",
    header: Sequence[str] | None = None,
    data_columns: Sequence[str] = _COLUMNS,
    num_rows: int = 10,
    include_row_ids: bool = False,
    **fmtparams: Any,
) -> str:
    if isinstance(num_rows, bool) or not isinstance(num_rows, int) or num_rows <= 0:
        raise Error(f"num_rows={num_rows!r}: expected a whole number above 0")
    if not isinstance(data_columns, list | tuple):
        raise TypeError(f"data_columns={data_columns!r}: expected a list or a tuple")
    if header is not None and not isinstance(header, list | tuple):
        raise TypeError(f"header={header!r}: expected a list or a tuple")
    if header is not None and len(header) != len(data_columns):
        raise Error(f"header has {len(header)} names, and data_columns {len(data_columns)}; expected as many")
    import csv as csv_files

    text = io.StringIO()
    # What Faker writes where nothing else is asked for: all fields in quotes.
    options: dict[str, Any] = {"quoting": csv_files.QUOTE_ALL} if dialect == "faker-csv" else {}
    writer = csv_files.writer(text, dialect="excel" if options else dialect, **{**options, **fmtparams})
    if header:
        writer.writerow(["ID", *header] if include_row_ids else header)
    for number in range(1, num_rows + 1):
        row = [_formatted(values, draw, column) for column in data_columns]
        writer.writerow([str(number), *row] if include_row_ids else row)
    return text.getvalue()


def separated(delimiter: str) -> Callable[..., str]:
    """The same with this character between the values."""

    def make(
        values: Values,
        draw: Draw,
        header: Sequence[str] | None = None,
        data_columns: Sequence[str] = _COLUMNS,
        num_rows: int = 10,
        include_row_ids: bool = False,
    ) -> str:
        return dsv(values, draw, "faker-csv", header, data_columns, num_rows, include_row_ids, delimiter=delimiter)

    return make


# --- what a column is -------------------------------------------------------------------------------------


def _value(values: Values, draw: Draw, definition: str, arguments: Mapping[str, Any]) -> Any:
    """A value by its definition: a text with names of methods, a fixed text after ``@``, a method, a method and a group."""
    if re.search(r"\{\{.*\}\}", definition):
        return _formatted(values, draw, definition)
    if definition.startswith("@"):
        return definition.lstrip("@")
    if re.match(r"[a-zA-Z0-9_-]*:\w", definition):
        name, group = definition.split(":", 1)
        return values.format(name.strip(), **(values.arguments(group.strip()) or {}))
    return values.format(definition, **arguments)


def _arguments(given: Sequence[Any]) -> Mapping[str, Any]:
    arguments = given[0] if given else {}
    if not isinstance(arguments, Mapping):
        raise TypeError(f"the arguments {arguments!r} of a column: expected a dict")
    return arguments


# --- JSON -------------------------------------------------------------------------------------------------


def _of_list(values: Values, draw: Draw, columns: Sequence[Any]) -> Any:
    made: dict[str, Any] = {}
    for name, definition, *given in columns:
        arguments = _arguments(given)
        if name is None:
            return _value(values, draw, definition, arguments)
        if isinstance(definition, tuple):
            made[name] = _of_list(values, draw, definition)
        elif isinstance(definition, list | set):
            made[name] = [_of_list(values, draw, [item]) for item in definition]
        else:
            made[name] = _value(values, draw, definition, arguments)
    return made


def _of_dict(values: Values, draw: Draw, data: Any) -> Any:
    if isinstance(data, str):
        return _value(values, draw, data, {})
    if isinstance(data, tuple | list | set):
        return [_of_dict(values, draw, item) for item in data]
    if isinstance(data, Mapping):
        return {name: _of_dict(values, draw, definition) for name, definition in data.items()}
    # A number, true or false is as it is.
    return data


def json(
    values: Values,
    draw: Draw,
    data_columns: Any = None,
    num_rows: int = 10,
    indent: int | None = None,
    cls: type[json_texts.JSONEncoder] | None = None,
) -> str:
    columns = data_columns or {"name": "{{name}}", "residency": "{{address}}"}
    if isinstance(columns, Mapping):
        make: Callable[[Values, Draw, Any], Any] = _of_dict
    elif isinstance(columns, list):
        make = _of_list
    else:
        raise TypeError(f"data_columns={columns!r}: expected a dict or a list")
    rows = [make(values, draw, columns) for _ in range(num_rows)]
    import json as json_texts

    return json_texts.dumps(rows[0] if num_rows == 1 else rows, indent=indent, cls=cls)


def json_bytes(
    values: Values,
    draw: Draw,
    data_columns: Any = None,
    num_rows: int = 10,
    indent: int | None = None,
    cls: type[json_texts.JSONEncoder] | None = None,
) -> bytes:
    return json(values, draw, data_columns, num_rows, indent, cls).encode()


# --- XML, and columns of fixed widths ---------------------------------------------------------------------


def xml(
    values: Values,
    draw: Draw,
    nb_elements: int = 10,
    variable_nb_elements: bool = True,
    value_types: Any = None,
    allowed_types: Any = None,
) -> str:
    try:
        import xmltodict
    except ImportError as error:
        raise UnsupportedFeature("xml() needs the package xmltodict", "xml") from error
    content = pydict(values, draw, nb_elements, variable_nb_elements, value_types, allowed_types)
    made: str = xmltodict.unparse({values.of("word")(): content})
    return made


_ALIGN = {"left": "<", "middle": "^", "right": ">"}


def fixed_width(
    values: Values, draw: Draw, data_columns: Sequence[Any] | None = None, num_rows: int = 10, align: str = "left"
) -> str:
    columns = [(20, "name"), (3, "pyint", {"max_value": 20})] if data_columns is None else data_columns
    sign = _ALIGN.get(align, "<")

    def field(width: int, definition: str, *given: Any) -> str:
        return f"{_value(values, draw, definition, _arguments(given)):{sign}{width}}"[:width]

    return "\n".join("".join(field(*column) for column in columns) for _ in range(num_rows))

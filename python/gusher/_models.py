"""Rows for the models of SQLAlchemy and Django. Foreign keys become links, so every row refers to one that there is."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from . import _gusher
from ._gusher import Error
from ._model_fields import Field, Model, read
from ._table import Table
from ._tables import Tables, tables_of_text

if TYPE_CHECKING:
    from ._arguments import Now

__all__ = ["Rows", "rows_for"]

# A text of a column without a length is cut to this.
_LONGEST = 200

# What a name means, where the column is a text.
_NAMES = {
    "name": "name",
    "full_name": "name",
    "first_name": "name.first",
    "last_name": "name.last",
    "surname": "name.last",
    "email": "email",
    "mail": "email",
    "phone": "phone",
    "phone_number": "phone",
    "username": "username",
    "user_name": "username",
    "login": "username",
    "password": "password",
    "street": "street",
    "address": "address",
    "city": "city",
    "town": "city",
    "state": "state",
    "postcode": "postcode",
    "zip": "postcode",
    "zip_code": "postcode",
    "country": "country",
    "country_code": "country.code",
    "company": "company",
    "job": "job.title",
    "title": "words:3",
    "slug": "slug",
    "url": "url",
    "currency": "currency.code",
    "color": "color",
    "colour": "color",
    "iban": "iban",
    "description": "sentence",
    "text": "sentence",
    "comment": "sentence",
    "body": "paragraph",
}

_KINDS = {
    "bool": "bool",
    "small": "int:0,32767",
    "int": "int:0,1000000",
    "float": "decimal:0,1000,3",
    "date": "date",
    "datetime": "datetime",
    "time": "time",
    "duration": "duration",
    "uuid": "uuidv4",
    "bytes": "bytes:16",
    "email": "email",
    "ipv4": "ipv4",
    "url": "url",
    "json": "words:2",
}


def _spec(model: Model, field: Field) -> str:
    """The column spec of a field, by its type and its name."""
    if field.choices:
        return f"int:0,{len(field.choices) - 1}"
    if field.primary and field.kind in ("int", "small"):
        return "seq"
    if field.kind == "decimal" and field.places is not None:
        digits, places = min(field.places[0], 18), field.places[1]
        return f"decimal:0,{10 ** min(digits - places, 6) - 1},{places}" + _uniquely(field)
    if field.kind == "text":
        length = field.length or _LONGEST
        if field.unique or field.primary:
            known = _NAMES.get(field.name)
            wide = known in ("email", "username") and length >= 60
            return f"{known}@unique" if wide else f"regex:[a-z]{{{min(8, length)},{min(16, length)}}}@unique"
        return _NAMES.get(field.name, "words:3")
    word = _KINDS.get(field.kind)
    if word is None:
        text = f"nothing is known of the type of `{field.name}`; say columns={{\"{field.name}\": …}}"
        raise Error(f"{model.cls.__name__}: {text}")
    return word + _uniquely(field)


def _uniquely(field: Field) -> str:
    return "@unique" if field.unique or field.primary else ""


class Rows:
    """Rows of a model, and of the models that it refers to. :func:`gusher.rows_for` makes them."""

    def __init__(self, models: list[Model], tables: Tables, given: frozenset[str]) -> None:
        self._models = models
        self._given = given
        self.tables = tables

    @property
    def table(self) -> Table:
        """The table of the model itself."""
        return self.tables[self._models[-1].table]

    def objects(self) -> list[Any]:
        """Objects of all models, those that others refer to first; nothing is saved."""
        return [one for model in self._models for one in self._objects(model)]

    def __iter__(self) -> Iterator[Any]:
        """Objects of the model itself."""
        return iter(self._objects(self._models[-1]))

    def __len__(self) -> int:
        return len(self.table)

    def _objects(self, model: Model) -> list[Any]:
        fields = {field.name: field for field in model.fields}
        given = self._given if model is self._models[-1] else frozenset[str]()
        rows = self.tables[model.table]
        return [
            model.cls(**{name: _value(fields[name], value, name in given) for name, value in row.items()})
            for row in rows
        ]

    def add_to(self, session: Any) -> list[Any]:
        """Adds the objects of all models to a session of SQLAlchemy, and gives those of the model itself."""
        added = {model.cls: self._objects(model) for model in self._models}
        for objects in added.values():
            session.add_all(objects)
            # Those that others refer to have to be there first.
            session.flush()
        return added[self._models[-1].cls]

    def create(self) -> list[Any]:
        """Saves the objects of all models of Django, and gives those of the model itself."""
        last: list[Any] = []
        for model in self._models:
            last = model.cls._default_manager.bulk_create(self._objects(model))
        return last


def _value(field: Field, value: Any, is_given: bool) -> Any:
    if value is None:
        return None
    if field.choices and isinstance(value, int) and not is_given:
        return field.choices[value]
    if field.kind == "float":
        return float(value)
    if field.kind == "text" and isinstance(value, str):
        return value[: field.length or None]
    if field.kind == "json":
        return {"text": value}
    if field.kind == "datetime" and isinstance(value, datetime.datetime) and _is_naive():
        return value.replace(tzinfo=None)
    return value


def _is_naive() -> bool:
    """Whether Django is there and takes times without a zone."""
    import sys

    settings: Any = sys.modules.get("django.conf")
    return settings is not None and settings.settings.configured and not settings.settings.USE_TZ


def _parents(cls: type[Any], found: dict[type[Any], Model], waiting: tuple[type[Any], ...] = ()) -> None:
    """Reads a model after all that it refers to."""
    if cls in found:
        return
    if cls in waiting:
        names = " → ".join(one.__name__ for one in (*waiting, cls))
        raise Error(f"the models refer to each other in a circle: {names}")
    model = read(cls)
    for field in model.fields:
        if field.parent is not None and field.parent[0] is not cls:
            _parents(field.parent[0], found, (*waiting, cls))
    found[cls] = model


def _text(models: Mapping[type[Any], Model], rows: Mapping[str, int], words: Mapping[str, str]) -> str:
    """The models as a schema file."""
    lines: list[str] = []
    last = list(models.values())[-1]
    for model in models.values():
        lines.append(f"[table.{json.dumps(model.table)}]\nrows = {rows[model.table]}")
        for field in model.fields:
            name = json.dumps(field.name)
            if model is last and field.name in words:
                word = words[field.name]
            elif field.parent is None:
                word = _spec(model, field)
            elif field.parent[0] is model.cls:
                if not field.nullable:
                    raise Error(f"{model.cls.__name__}: `{field.name}` refers to its own table and cannot be null")
                continue
            else:
                parent = models[field.parent[0]]
                word = f"ref:{parent.table}.{field.parent[1]}@of={field.name}"
                if field.unique:
                    lines.append(f"link.{name} = {{ unique = true }}")
            lines.append(f"columns.{name} = {json.dumps(word)}")
    return "\n".join(lines)


def rows_for(
    model: type[Any],
    rows: int = 10,
    /,
    *,
    seed: int | None = None,
    columns: Mapping[str, str] | None = None,
    parents: int | Mapping[type[Any], int] | None = None,
    now: Now = None,
    locale: str | None = None,
) -> Rows:
    """Rows for a model of SQLAlchemy or Django, and for the models that it refers to.

    What a column has follows from its type and its name: a text called ``email`` has addresses. Foreign keys are links: each
    row refers to one that there is.

    Args:
        model: the class of the model.
        rows: how many rows it has.
        seed: the same seed gives the same values; one by chance without it.
        columns: for some of its columns a word, ``GENERATOR[:CONSTRAINT][@MODIFIER…]``.
        parents: how many rows the models have that it refers to, or each of them; by default as many as the model.
        now: the present, for columns that depend on it.
        locale: the locale.

    Raises:
        Error: if nothing is known of the type of a column, or models refer to each other in a circle.
        TypeError: if it is no model.
    """
    found: dict[type[Any], Model] = {}
    _parents(model, found)
    words = dict(columns or {})
    names = [field.name for field in found[model].fields]
    for name in words:
        if name not in names:
            raise Error(f"{model.__name__} has no column `{name}`; there are {', '.join(names)}")
    each = parents if isinstance(parents, Mapping) else {}
    usual = rows if parents is None or isinstance(parents, Mapping) else parents
    counts = {one.table: rows if one.cls is model else each.get(one.cls, usual) for one in found.values()}
    chosen = _gusher.random_seed() if seed is None else seed
    text = _text(found, counts, words)
    tables = tables_of_text(f"the models of {model.__name__}", text, seed=chosen, now=now, locale=locale)
    return Rows(list(found.values()), tables, frozenset(words))

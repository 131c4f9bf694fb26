"""What the models of SQLAlchemy and Django have: their tables and columns, as far as rows can be made for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

@dataclass(frozen=True)
class Field:
    """A column of a model."""

    name: str
    kind: str
    length: int | None = None
    places: tuple[int, int] | None = None
    nullable: bool = False
    unique: bool = False
    primary: bool = False
    choices: tuple[Any, ...] = ()
    # The model that it refers to, and the name of its field there.
    parent: tuple[type[Any], str] | None = None


@dataclass(frozen=True)
class Model:
    """A model: its class, the name of its table, and its columns."""

    cls: type[Any]
    table: str
    fields: tuple[Field, ...]


def read(cls: type[Any]) -> Model:
    if hasattr(cls, "_meta") and hasattr(cls._meta, "concrete_fields"):
        return _read_django(cls)
    if hasattr(cls, "__mapper__"):
        return _read_sqlalchemy(cls)
    raise TypeError(f"{cls!r} is no model of SQLAlchemy or Django")


def _read_sqlalchemy(cls: type[Any]) -> Model:
    import sqlalchemy as sa

    mapper: Any = sa.inspect(cls)
    by_table = {other.local_table: other for other in mapper.registry.mappers}
    fields: list[Field] = []
    for attribute in mapper.column_attrs:
        column = attribute.columns[0]
        kind: Any = column.type
        parent = None
        for key in column.foreign_keys:
            there = by_table.get(key.column.table)
            if there is not None:
                parent = (there.class_, there.get_property_by_column(key.column).key)
        numeric = isinstance(kind, sa.Numeric) and not isinstance(kind, sa.Float)
        fields.append(
            Field(
                name=attribute.key,
                kind=_sqlalchemy_kind(kind),
                length=getattr(kind, "length", None),
                places=(kind.precision or 9, kind.scale or 0) if numeric else None,
                nullable=bool(column.nullable),
                unique=bool(column.unique),
                primary=bool(column.primary_key),
                choices=tuple(kind.enum_class or kind.enums) if isinstance(kind, sa.Enum) else (),
                parent=parent,
            )
        )
    return Model(cls, mapper.local_table.name, tuple(fields))


def _sqlalchemy_kind(kind: Any) -> str:
    import sqlalchemy as sa

    known: list[tuple[type[Any], str]] = [
        (sa.Boolean, "bool"),
        (sa.SmallInteger, "small"),
        (sa.Integer, "int"),
        (sa.Float, "float"),
        (sa.Numeric, "decimal"),
        (sa.DateTime, "datetime"),
        (sa.Date, "date"),
        (sa.Time, "time"),
        (sa.Interval, "duration"),
        (sa.Uuid, "uuid"),
        (sa.LargeBinary, "bytes"),
        (sa.JSON, "json"),
        (sa.String, "text"),
    ]
    return next((name for cls, name in known if isinstance(kind, cls)), "")


_DJANGO = {
    **dict.fromkeys(["AutoField", "BigAutoField", "SmallAutoField", "IntegerField", "BigIntegerField"], "int"),
    **dict.fromkeys(["PositiveIntegerField", "PositiveBigIntegerField"], "int"),
    **dict.fromkeys(["SmallIntegerField", "PositiveSmallIntegerField"], "small"),
    **dict.fromkeys(["CharField", "TextField", "SlugField", "FilePathField", "FileField"], "text"),
    "BinaryField": "bytes",
    "BooleanField": "bool",
    "DateField": "date",
    "DateTimeField": "datetime",
    "DecimalField": "decimal",
    "DurationField": "duration",
    "EmailField": "email",
    "FloatField": "float",
    "GenericIPAddressField": "ipv4",
    "JSONField": "json",
    "TimeField": "time",
    "URLField": "url",
    "UUIDField": "uuid",
}


def _read_django(cls: type[Any]) -> Model:
    fields: list[Field] = []
    meta: Any = cls._meta
    for field in meta.concrete_fields:
        parent = None
        kind = _DJANGO.get(field.get_internal_type(), "")
        if field.remote_field is not None:
            target = field.target_field
            parent = (field.remote_field.model, target.attname)
            kind = _DJANGO.get(target.get_internal_type(), "")
        is_decimal = kind == "decimal"
        fields.append(
            Field(
                name=field.attname,
                kind=kind,
                length=field.max_length,
                places=(field.max_digits, field.decimal_places) if is_decimal else None,
                nullable=bool(field.null),
                unique=bool(field.unique),
                primary=bool(field.primary_key),
                choices=tuple(value for value, _ in field.flatchoices),
                parent=parent,
            )
        )
    return Model(cls, meta.db_table, tuple(fields))

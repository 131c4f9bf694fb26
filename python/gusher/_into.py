"""Databases: the address of one, from a text, or from what SQLAlchemy has."""

from __future__ import annotations

import os

from ._gusher import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Protocol

    class Url(Protocol):
        """A URL of SQLAlchemy."""

        @property
        def drivername(self) -> str: ...
        @property
        def database(self) -> str | None: ...
        @property
        def query(self) -> Mapping[str, Any]: ...
        def render_as_string(self, hide_password: bool = ...) -> str: ...

    class Engine(Protocol):
        """An engine of SQLAlchemy."""

        @property
        def url(self) -> Url: ...

    Database = str | os.PathLike[str] | Url | Engine

# What begins an address, by the part of SQLAlchemy's before the driver.
_SCHEMES = {"postgresql": "postgresql", "postgres": "postgresql", "mysql": "mysql", "mariadb": "mariadb"}


def address(into: Database) -> str:
    """The address that the command takes for a database."""
    if isinstance(into, str):
        scheme, colon, rest = into.partition(":")
        # SQLAlchemy names the driver, too.
        return f"{scheme.partition('+')[0]}{colon}{rest}" if "+" in scheme and rest.startswith("//") else into
    if isinstance(into, os.PathLike):
        return f"sqlite:{os.fspath(into)}"
    url: Any = into if hasattr(into, "render_as_string") else getattr(into, "url", None)
    if url is None or not hasattr(url, "render_as_string"):
        text = f"into={into!r}: expected an address such as \"sqlite:shop.db\", or a URL or an engine of SQLAlchemy"
        raise TypeError(text)
    return _of_url(url)


def _of_url(url: Url) -> str:
    name = url.drivername.partition("+")[0]
    if name == "sqlite":
        if url.query:
            options = ", ".join(url.query)
            raise Error(f"into: a file of SQLite is opened without options; leave out {options}")
        return f"sqlite:{url.database or ':memory:'}"
    if name not in _SCHEMES:
        raise Error(f"into: only PostgreSQL, MySQL, MariaDB and SQLite are loaded, not {name}")
    return _SCHEMES[name] + "://" + url.render_as_string(hide_password=False).partition("://")[2]

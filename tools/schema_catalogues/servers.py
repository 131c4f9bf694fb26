"""The schemas that are asked for, each with a server of its dialect."""

import tempfile
from pathlib import Path

import mysql
import postgres
import sqlite
from sources import SCHEMAS

CATALOGUES = {"postgres": postgres, "mysql": mysql, "sqlite": sqlite}


def each(only):
    """Yields each schema, or those of these names, a running server, and a folder that goes at the end."""
    with tempfile.TemporaryDirectory(prefix="schemas-") as scratch:
        for dialect, catalogue in CATALOGUES.items():
            chosen = [schema for schema in SCHEMAS if schema.dialect == dialect and (not only or schema.name in only)]
            if chosen:
                with catalogue.server(Path(scratch)) as server:
                    for schema in chosen:
                        yield schema, server, Path(scratch)

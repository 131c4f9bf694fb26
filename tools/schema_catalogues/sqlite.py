"""What SQLite says of a file that it has loaded."""

import re
import sqlite3
from contextlib import contextmanager

from understood import checked


@contextmanager
def server(scratch):
    yield Server(scratch)


class Server:
    def __init__(self, scratch):
        self.scratch = scratch
        self.count = 0

    def load(self, _schema, files):
        """The statements that SQLite refused, and what its pragmas say."""
        connection = sqlite3.connect(":memory:", isolation_level=None)
        refused = self.execute(connection, files)
        return refused, catalogue(connection)

    def define(self, _schema, files):
        """A file of its own with the definitions, and the statements that SQLite refused."""
        self.count += 1
        file = self.scratch / f"{self.count}.db"
        connection = sqlite3.connect(file, isolation_level=None)
        refused = self.execute(connection, files)
        connection.close()
        return file, refused

    def url(self, file):
        return f"sqlite:{file}"

    def empty(self, _file):
        """Rows are left out where definitions are executed."""

    def counted(self, file):
        """How many tables have rows, and how many rows they have."""
        connection = sqlite3.connect(file)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").fetchall()
        counts = [connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for (name,) in names]
        connection.close()
        return sum(count != 0 for count in counts), sum(counts)

    def drop(self, file):
        file.unlink()

    def execute(self, connection, files):
        refused = []
        for file in files:
            text = file.read_text(errors="replace").lstrip("\ufeff")
            for statement in statements(text):
                try:
                    connection.execute(statement)
                except sqlite3.Error as error:
                    refused.append(f"{error}: {statement[:60]}")
        return refused


def statements(text):
    """The definitions in a text; data are left out, as nothing is asked of them."""
    start = 0
    for match in re.finditer(";", text):
        if sqlite3.complete_statement(text[start : match.end()]):
            statement = text[start : match.end()].strip()
            start = match.end()
            body = re.sub(r"(?s)^(\s*(--[^\n]*\n|/\*.*?\*/))*\s*", "", statement)
            if re.match(r"(?i)create|alter|drop", body):
                yield body


def catalogue(connection):
    there = {"table": set(), "column": set(), "primary": set(), "unique": set(), "foreign": set(), "check": set()}
    tables = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").fetchall()
    for name, sql in tables:
        if re.match(r"(?i)create virtual", sql):
            continue
        table = name.lower()
        there["table"].add(table)
        columns = connection.execute("SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(?)", (name,)).fetchall()
        key = [column for column in sorted(columns, key=lambda column: column[3]) if column[3]]
        for column, kind, not_null, is_key, hidden in columns:
            is_rowid = bool(is_key) and len(key) == 1 and kind.lower() == "integer"
            facts = ("not null" if not_null or is_key else "", "generated" if hidden in (2, 3) else "", "identity" if is_rowid else "")
            there["column"].add((table, column.lower(), family(kind), *facts))
        if key:
            there["primary"].add((table, ",".join(column[0].lower() for column in key)))
        for index, unique, origin, partial in connection.execute("SELECT name, \"unique\", origin, partial FROM pragma_index_list(?)", (name,)).fetchall():
            if unique and origin != "pk":
                parts = [part or "()" for (part,) in connection.execute("SELECT name FROM pragma_index_info(?)", (index,))]
                there["unique"].add((table, ",".join(parts).lower(), "where" if partial else "", ""))
        keys = {}
        for number, parent, own, theirs in connection.execute("SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?) ORDER BY id, seq", (name,)):
            keys.setdefault((number, parent), []).append((own, theirs))
        for (_, parent), pairs in keys.items():
            theirs = ",".join(column or "" for _, column in pairs) or primary(connection, parent)
            there["foreign"].add((table, ",".join(own for own, _ in pairs).lower(), parent.lower(), theirs.lower()))
        # SQLite keeps conditions in the text of the table alone: what stands in the parentheses after CHECK.
        conditions = [enclosed(sql[match.end() :]) for match in re.finditer(r"(?i)\bcheck\s*\(", sql)]
        there["check"] |= checked(table, conditions, {column[0].lower() for column in columns})
    return there


def enclosed(text):
    depth = 1
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[:at]
    return text


def primary(connection, table):
    columns = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", (table,)).fetchall()
    return ",".join(name for (name,) in columns)


def family(kind):
    """By SQLite's own rules of affinity, and the names that everybody means something by."""
    name = re.sub(r"\(.*", "", kind).strip().lower()
    known = {"date": "Date", "datetime": "DateTime", "timestamp": "DateTime", "time": "Time", "boolean": "Bool", "bool": "Bool", "json": "Json", "uuid": "Uuid"}
    if name in known:
        return known[name]
    if not name:
        return "Unknown"
    if "int" in name:
        return "Int"
    if any(part in name for part in ("char", "clob", "text")):
        return "Text"
    if "blob" in name:
        return "Bytes"
    if any(part in name for part in ("real", "floa", "doub")):
        return "Float"
    return "Decimal"

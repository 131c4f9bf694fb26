"""What MariaDB's catalogue says."""

import re
import subprocess
from contextlib import contextmanager

from database_servers import MariaDb
from understood import checked

FAMILIES = {
    "smallint": "Int", "mediumint": "Int", "int": "Int", "bigint": "Int", "tinyint": "Int", "decimal": "Decimal", "float": "Float", "double": "Float",
    "varchar": "Text", "char": "Text", "text": "Text", "tinytext": "Text", "mediumtext": "Text", "longtext": "Text", "blob": "Bytes", "tinyblob": "Bytes",
    "mediumblob": "Bytes", "longblob": "Bytes", "binary": "Bytes", "varbinary": "Bytes", "bit": "Bits", "date": "Date", "time": "Time",
    "datetime": "DateTime", "timestamp": "DateTime", "year": "Year", "enum": "Enum", "set": "Set", "json": "Json", "geometry": "Geometry", "point": "Geometry",
}

TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = '{}' AND table_type = 'BASE TABLE'"
COLUMNS = """
    SELECT table_name, column_name, data_type, REPLACE(column_type, '\n', ''), is_nullable, extra, character_maximum_length,
        CONCAT(numeric_precision, ',', numeric_scale), IFNULL(generation_expression, '') <> ''
    FROM information_schema.columns WHERE table_schema = '{}'"""
# The columns of each unique index, and the same with `()` for the beginning of one.
INDEXES = """
    SELECT table_name, index_name, GROUP_CONCAT(column_name ORDER BY seq_in_index),
        GROUP_CONCAT(IF(sub_part IS NULL, column_name, '()') ORDER BY seq_in_index)
    FROM information_schema.statistics WHERE table_schema = '{}' AND non_unique = 0 GROUP BY 1, 2"""
KEYS = """
    SELECT table_name, referenced_table_name, GROUP_CONCAT(column_name ORDER BY ordinal_position),
        GROUP_CONCAT(referenced_column_name ORDER BY ordinal_position)
    FROM information_schema.key_column_usage
    WHERE table_schema = '{}' AND referenced_table_name IS NOT NULL GROUP BY constraint_name, 1, 2"""
CHECKS = "SELECT table_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = '{}'"


@contextmanager
def server(scratch):
    folder = scratch / "mysql"
    folder.mkdir()
    running = Server(MariaDb(folder))
    try:
        yield running
    finally:
        running.server.stop()


class Server:
    def __init__(self, server):
        self.server = server
        self.count = 0

    def load(self, schema, files):
        """The statements that the server refused, and what its catalogue has."""
        database, refused = self.define(schema, files)
        return refused, self.catalogue(database)

    def url(self, database):
        return f"mysql://root@/{database}?socket={self.server.socket}"

    def tables(self, database):
        query = f"SELECT table_name FROM information_schema.tables WHERE table_schema = '{database}' AND table_type = 'BASE TABLE'"
        return [f"`{database}`.`{name}`" for (name,) in self.rows(query)]

    def empty(self, database):
        emptied = "".join(f"TRUNCATE {table};" for table in self.tables(database))
        subprocess.run([*self.server.client, "-e", f"SET foreign_key_checks=0; {emptied}"], check=True, capture_output=True)

    def counted(self, database):
        """How many tables have rows, and how many rows they have."""
        counts = [int(count) for (count,) in self.rows(" UNION ALL ".join(f"SELECT count(*) FROM {table}" for table in self.tables(database)))]
        return sum(count != 0 for count in counts), sum(counts)

    def drop(self, database):
        self.server.sql(f"DROP DATABASE {database}")

    def define(self, schema, files):
        """A database of its own with the definitions, and the statements that the server refused."""
        self.count += 1
        database = f"d{self.count}"
        self.server.sql(f"CREATE DATABASE {database} CHARACTER SET utf8mb4")
        refused = []
        for file in files:
            text = file.read_text(errors="replace").replace("utf8mb4_0900_ai_ci", "utf8mb4_general_ci")
            text = re.sub(r"(?mi)^\s*(create (database|schema)|drop (database|schema)|use )[^;]*;", "", text)
            text = "SET foreign_key_checks=0, sql_mode='';\n" + text
            run = subprocess.run([*self.server.client, "--force", database], input=text, capture_output=True, text=True, errors="replace")
            refused += [line for line in run.stderr.splitlines() if line.startswith("ERROR")]
        return database, refused

    def rows(self, query):
        command = [*self.server.client, "-N", "-r", "-e", query]
        return [line.split("\t") for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]

    def catalogue(self, database):
        there = {"table": set(), "column": set(), "primary": set(), "unique": set(), "foreign": set(), "check": set()}
        there["table"] = {name.lower() for (name,) in self.rows(TABLES.format(database))}
        for table, column, data_type, column_type, nullable, extra, length, digits, generated in self.rows(COLUMNS.format(database)):
            if table.lower() in there["table"]:
                facts = ("" if nullable == "YES" else "not null", "generated" if generated == "1" else "", "identity" if "auto_increment" in extra else "")
                there["column"].add((table.lower(), column.lower(), detailed(data_type, column_type, length, digits), *facts))
        for table, index, columns, parts in self.rows(INDEXES.format(database)):
            if index == "PRIMARY":
                there["primary"].add((table.lower(), columns.lower()))
            else:
                there["unique"].add((table.lower(), parts.lower(), "", ""))
        for table, parent, columns, parent_columns in self.rows(KEYS.format(database)):
            there["foreign"].add((table.lower(), columns.lower(), parent.lower(), parent_columns.lower()))
        # MariaDB adds `json_valid` to a column of JSON by itself.
        clauses = [(table.lower(), clause) for table, clause in self.rows(CHECKS.format(database)) if "json_valid" not in clause]
        for table in {table for table, _ in clauses}:
            columns = {column[1] for column in there["column"] if column[0] == table}
            there["check"] |= checked(table, [clause for name, clause in clauses if name == table], columns)
        return there


def detailed(data_type, column_type, length, digits):
    """The word of the model for a type, with its length, its digits or its bits."""
    unsigned = " unsigned" if "unsigned" in column_type else ""
    if column_type.startswith("tinyint(1)") and not unsigned:
        return "Bool"
    family = FAMILIES.get(data_type, data_type)
    bits = {"tinyint": 8, "smallint": 16, "mediumint": 24, "int": 32, "bigint": 64, "float": 32, "double": 64}
    if data_type in bits:
        return f"{family} {bits[data_type]}" + (unsigned if family == "Int" else "")
    if family == "Decimal":
        return f"Decimal {digits}"
    return f"Text {length}" if data_type in ("varchar", "char", "tinytext") else family

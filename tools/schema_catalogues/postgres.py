"""What PostgreSQL's catalogue says."""

import re
import subprocess
from contextlib import contextmanager

from database_servers import PostgreSQL
from understood import checked, plain

FAMILIES = {
    "bool": "Bool", "int2": "Int", "int4": "Int", "int8": "Int", "oid": "Int", "xid": "Int", "regclass": "Int", "numeric": "Decimal", "float4": "Float",
    "float8": "Float", "money": "Money", "text": "Text", "varchar": "Text", "bpchar": "Text", "citext": "Text", "name": "Text", "char": "Text",
    "bytea": "Bytes", "bit": "Bits", "varbit": "Bits", "date": "Date", "time": "Time", "timetz": "Time", "timestamp": "DateTime",
    "timestamptz": "DateTime", "interval": "Interval", "uuid": "Uuid", "json": "Json", "jsonb": "Json", "xml": "Xml", "inet": "Inet", "cidr": "Cidr",
    "macaddr": "MacAddress", "macaddr8": "MacAddress", "tsvector": "Search", "tsquery": "Search", "hstore": "Map", "ltree": "LabelPath",
    "point": "Geometry", "line": "Geometry", "lseg": "Geometry", "box": "Geometry", "path": "Geometry", "polygon": "Geometry", "circle": "Geometry",
}
NOT_OURS = "n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')"
QUERIES = {
    "table": f"SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'f') AND {NOT_OURS}",
    # The type below domains: of a domain over a domain too.
    "column": f"""
        WITH RECURSIVE base(oid, at, not_null, typmod) AS (
            SELECT oid, oid, typnotnull, -1 FROM pg_type
            UNION ALL SELECT b.oid, t.typbasetype, b.not_null OR t.typnotnull, greatest(b.typmod, t.typtypmod)
            FROM base b JOIN pg_type t ON t.oid = b.at AND t.typtype = 'd')
        SELECT n.nspname, c.relname, a.attname, t.typname, t.typtype, t.typcategory, greatest(a.atttypmod, b.typmod), a.attnotnull OR b.not_null, a.attgenerated <> '',
            a.attidentity <> '' OR coalesce(pg_get_expr(ad.adbin, ad.adrelid) LIKE 'nextval%', false)
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN base b ON b.oid = a.atttypid JOIN pg_type t ON t.oid = b.at AND t.typtype <> 'd'
        LEFT JOIN pg_attrdef ad ON ad.adrelid = c.oid AND ad.adnum = a.attnum
        WHERE c.relkind IN ('r', 'p', 'f') AND a.attnum > 0 AND NOT a.attisdropped AND {NOT_OURS}""",
    "index": f"""
        SELECT n.nspname, c.relname, i.indisprimary, i.indnullsnotdistinct, i.indpred IS NOT NULL,
            (SELECT string_agg(CASE WHEN k = 0 THEN '()' ELSE (SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum = k) END, ',' ORDER BY o)
             FROM unnest(i.indkey[0:i.indnkeyatts - 1]) WITH ORDINALITY AS u(k, o))
        FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE i.indisunique AND c.relkind IN ('r', 'p') AND {NOT_OURS}""",
    "foreign": f"""
        SELECT n.nspname, c.relname, fn.nspname, f.relname,
            (SELECT string_agg(attname, ',' ORDER BY o) FROM unnest(x.conkey) WITH ORDINALITY AS u(k, o) JOIN pg_attribute ON attrelid = c.oid AND attnum = k),
            (SELECT string_agg(attname, ',' ORDER BY o) FROM unnest(x.confkey) WITH ORDINALITY AS u(k, o) JOIN pg_attribute ON attrelid = f.oid AND attnum = k)
        FROM pg_constraint x JOIN pg_class c ON c.oid = x.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_class f ON f.oid = x.confrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
        WHERE x.contype = 'f' AND {NOT_OURS} AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = x.conparentid AND p.conrelid = x.conrelid)""",
    "check": f"""
        SELECT n.nspname, c.relname, pg_get_expr(x.conbin, x.conrelid)
        FROM pg_constraint x JOIN pg_class c ON c.oid = x.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE x.contype = 'c' AND {NOT_OURS}
        UNION ALL SELECT n.nspname, c.relname, replace(pg_get_expr(x.conbin, 0), 'VALUE', a.attname)
        FROM pg_constraint x JOIN pg_attribute a ON a.atttypid = x.contypid JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND NOT a.attisdropped AND {NOT_OURS}""",
}


@contextmanager
def server(scratch):
    folder = scratch / "postgres"
    folder.mkdir()
    scratch.chmod(0o755)
    running = Server(PostgreSQL(folder))
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
        return refused, self.catalogue([str(self.server.programs / "psql"), "-X", *self.server.address, "-d", database])

    def url(self, database):
        return self.server.url(database)

    def psql(self, database):
        return [str(self.server.programs / "psql"), "-X", "-q", "-A", "-t", *self.server.address, "-d", database]

    def tables(self, database):
        """The names of its tables that have rows of their own, quoted."""
        query = (
            "SELECT c.oid::regclass FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            f"WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND {NOT_OURS}"
        )
        return subprocess.run([*self.psql(database), "-c", query], check=True, capture_output=True, text=True).stdout.split("\n")[:-1]

    def empty(self, database):
        tables = self.tables(database)
        if tables:
            subprocess.run([*self.psql(database), "-c", f"TRUNCATE {', '.join(tables)} CASCADE"], check=True, capture_output=True)

    def counted(self, database):
        """How many tables have rows, and how many rows they have."""
        query = " UNION ALL ".join(f"SELECT count(*) FROM {table}" for table in self.tables(database))
        counts = subprocess.run([*self.psql(database), "-c", query], check=True, capture_output=True, text=True).stdout.split()
        return sum(count != "0" for count in counts), sum(map(int, counts))

    def drop(self, database):
        self.server.sql(f"DROP DATABASE {database}")

    def define(self, schema, files):
        """A database of its own with the definitions, and the statements that the server refused."""
        self.count += 1
        database = f"d{self.count}"
        self.server.sql(f"CREATE DATABASE {database}")
        psql = [str(self.server.programs / "psql"), "-X", *self.server.address, "-v", "ON_ERROR_STOP=0", "-d"]
        if schema.schemas:
            setup = "".join(f"CREATE SCHEMA {name};" for name in schema.schemas)
            setup += f"ALTER DATABASE {database} SET search_path = {schema.schemas[0]}, public"
            subprocess.run([*psql, database, "-c", setup], check=True, capture_output=True)
        refused = []
        for file in files:
            text = re.sub(r"(?mi)^\s*(\\(set ON_ERROR|c |connect|i|cd|restrict|unrestrict).*|(drop|create) database.*;)$", "", file.read_text(errors="replace"))
            for pattern, replacement in schema.instead:
                text = re.sub(pattern, replacement, text)
            run = subprocess.run([*psql, database, "-f", "-"], input=text, capture_output=True, text=True)
            errors = [line.split("ERROR:")[1].strip() for line in run.stderr.splitlines() if "ERROR:" in line]
            refused += [error for error in errors if not error.startswith("role ")]
        return database, refused

    def catalogue(self, psql):
        there = {"table": set(), "column": set(), "primary": set(), "unique": set(), "foreign": set(), "check": set()}

        def rows(kind):
            query = QUERIES[kind].replace("i.indnullsnotdistinct", "i.indnullsnotdistinct" if self.knows_equal_nulls(psql) else "false")
            text = subprocess.run([*psql, "-A", "-t", "-F", "\x1f", "-R", "\x1e", "-c", query], check=True, capture_output=True, text=True).stdout
            return [row.split("\x1f") for row in text.rstrip("\n").split("\x1e") if row]

        there["table"] = {named(*row) for row in rows("table")}
        for schema, table, column, type_name, type_type, category, modifier, not_null, generated, identity in rows("column"):
            facts = ("not null" if not_null == "t" else "", "generated" if generated == "t" else "", "identity" if identity == "t" else "")
            there["column"].add((named(schema, table), column, family(type_name, type_type, category, int(modifier)), *facts))
        for schema, table, is_primary, equal, partial, columns in rows("index"):
            if is_primary == "t":
                there["primary"].add((named(schema, table), columns))
            else:
                there["unique"].add((named(schema, table), columns, "where" if partial == "t" else "", "true" if equal == "t" else ""))
        for schema, table, parent_schema, parent, columns, parent_columns in rows("foreign"):
            there["foreign"].add((named(schema, table), columns, named(parent_schema, parent), parent_columns))
        checks = rows("check")
        for table in there["table"]:
            conditions = [condition for schema, name, condition in checks if named(schema, name) == table]
            there["check"] |= checked(table, conditions, {column[1] for column in there["column"] if column[0] == table})
        return there

    def knows_equal_nulls(self, psql):
        return int(subprocess.run([*psql, "-A", "-t", "-c", "SHOW server_version_num"], capture_output=True, text=True).stdout) >= 150000


def named(schema, table):
    return plain(f"{schema}.{table}")


def family(name, type_type, category, modifier):
    """The word of the model for a type, with its length, its digits or its bits."""
    if category == "A":
        return "Array"
    word = {"e": "Enum", "r": "Range", "m": "Range", "c": "Struct"}.get(type_type) or FAMILIES.get(name, "Unknown")
    fixed = {"int2": "16", "int4": "32", "int8": "64", "oid": "32 unsigned", "xid": "32 unsigned", "regclass": "32 unsigned", "float4": "32", "float8": "64"}
    if name in fixed:
        return f"{word} {fixed[name]}"
    if name == "numeric":
        return "Decimal -" if modifier < 0 else f"Decimal {(modifier - 4) >> 16 & 65535},{(modifier - 4) & 2047}"
    if name == "name":
        return "Text 63"
    if name == "char":
        return "Text 1"
    return f"{word} {modifier - 4}" if word == "Text" and modifier >= 0 else word

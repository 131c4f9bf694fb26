"""The schemas that are compared, and how they are fetched."""

import subprocess
from dataclasses import dataclass

PRISMA = "prisma/database-schema-examples"
MUSICBRAINZ = (
    "Extensions CreateCollations CreateTypes CreateTables caa/CreateTables eaa/CreateTables documentation/CreateTables json_dump/CreateTables "
    "report/CreateTables sitemaps/CreateTables statistics/CreateTables wikidocs/CreateTables CreatePrimaryKeys caa/CreatePrimaryKeys "
    "documentation/CreatePrimaryKeys eaa/CreatePrimaryKeys json_dump/CreatePrimaryKeys statistics/CreatePrimaryKeys wikidocs/CreatePrimaryKeys "
    "CreateSearchConfiguration CreateFunctions caa/CreateFunctions eaa/CreateFunctions CreateIndexes caa/CreateIndexes eaa/CreateIndexes "
    "json_dump/CreateIndexes sitemaps/CreateIndexes statistics/CreateIndexes CreateFKConstraints caa/CreateFKConstraints "
    "documentation/CreateFKConstraints eaa/CreateFKConstraints caa/CreateEditFKConstraints eaa/CreateEditFKConstraints "
    "sitemaps/CreateFKConstraints CreateConstraints"
).split()


@dataclass(frozen=True)
class Schema:
    """A schema of a repository: its files in the order in which they are loaded."""

    name: str
    dialect: str
    repository: str
    paths: tuple
    # Schemas that a script of its own makes before; the first is where names without one go.
    schemas: tuple = ()
    # What a server lacks that the schema needs, and what it gets instead: patterns and their replacements.
    instead: tuple = ()


def prisma(dialect, names, file="schema.sql"):
    return [Schema(f"{name}" if dialect == "postgres" else f"{dialect}/{name}", dialect, PRISMA, (f"{dialect}/{name}/{file}",)) for name in names.split()]


def chinook(name, dialect, file):
    return Schema(name, dialect, "lerocha/chinook-database", (f"ChinookDatabase/DataSources/{file}",))


SCHEMAS = [
    # Of PostgreSQL 18, with pgvector.
    Schema(
        "pagila", "postgres", "devrimgunduz/pagila", ("pagila-schema.sql",), (),
        ((r"\buuidv7\(\)", "gen_random_uuid()"), (r"\bVIRTUAL\b", "STORED"), (r"public\.vector\(\d+\)", "real[]"), (r"\bvector\(\d+\)", "real[]")),
    ),
    Schema("adventureworks", "postgres", "lorint/AdventureWorks-for-Postgres", ("install.sql",)),
    Schema("northwind_psql", "postgres", "pthom/northwind_psql", ("northwind.sql",)),
    Schema("danbooru", "postgres", "danbooru/danbooru", ("db/structure.sql",)),
    Schema("lago", "postgres", "getlago/lago-api", ("db/structure.sql",)),
    Schema("openstreetmap", "postgres", "openstreetmap/openstreetmap-website", ("db/structure.sql",), (), ((r"public\.geometry\([^)]*\)", "polygon"),)),
    Schema(
        "musicbrainz", "postgres", "metabrainz/musicbrainz-server", tuple(f"admin/sql/{name}.sql" for name in MUSICBRAINZ),
        ("musicbrainz", "cover_art_archive", "event_art_archive", "documentation", "json_dump", "report", "sitemaps", "statistics", "wikidocs", "dbmirror2"),
    ),
    chinook("chinook", "postgres", "Chinook_PostgreSql.sql"),
    chinook("chinook-serial", "postgres", "Chinook_PostgreSql_SerialPKs.sql"),
    chinook("chinook-identity", "postgres", "Chinook_PostgreSql_AutoIncrementPKs.sql"),
    Schema("jooq-sakila", "postgres", "jOOQ/sakila", ("postgres-sakila-db/postgres-sakila-schema.sql",)),
    *prisma("postgres", "gitlab discourse mastodon odoo canvas-lms jira sakila northwind sportsdb sonarqube exo noalyss-folder opendota"),
    chinook("mysql/chinook-auto", "mysql", "Chinook_MySql_AutoIncrementPKs.sql"),
    Schema("mysql/jooq-sakila", "mysql", "jOOQ/sakila", ("mysql-sakila-db/mysql-sakila-schema.sql",)),
    *prisma("mysql", "magento moodle dolibarr concrete5 shopware prestashop ghost orangehrm jira wikimedia drupal joomla phpbb wordpress nextcloud mediawiki sakila"),
    chinook("sqlite/chinook", "sqlite", "Chinook_Sqlite.sql"),
    chinook("sqlite/chinook-auto", "sqlite", "Chinook_Sqlite_AutoIncrementPKs.sql"),
    Schema("sqlite/jooq-sakila", "sqlite", "jOOQ/sakila", ("sqlite-sakila-db/sqlite-sakila-schema.sql",)),
    Schema("sqlite/chinook.db", "sqlite", PRISMA, ("sqlite/sample_schemas/chinook.db",)),
    Schema("sqlite/sql-mysteries", "sqlite", PRISMA, ("sqlite/sql-mysteries/schema.db",)),
    Schema("sqlite/northwind", "sqlite", PRISMA, ("sqlite/sample_schemas/Northwind_small.sqlite",)),
    Schema("sqlite/openfootball", "sqlite", PRISMA, ("sqlite/openfootball/schema.db",)),
]


def fetch(schema, folder):
    """The schema's files, copied out of a clone of its repository without a work tree."""
    clone = folder / f"{schema.repository.replace('/', '+')}.git"
    if not clone.exists():
        address = f"https://github.com/{schema.repository}"
        subprocess.run(["git", "clone", "-q", "--bare", "--depth", "1", address, clone], check=True)
    files = []
    for path in schema.paths:
        file = folder / schema.repository.replace("/", "+") / path
        if not file.exists():
            text = subprocess.run(["git", "--git-dir", clone, "show", f"HEAD:{path}"], check=True, capture_output=True).stdout
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text)
        if file.suffix in (".db", ".sqlite"):
            dump = file.with_suffix(".sql")
            dump.write_bytes(subprocess.run(["sqlite3", "-readonly", file, ".dump"], check=True, capture_output=True).stdout)
            file = dump
        files.append(file)
    return files

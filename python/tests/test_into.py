"""Databases: rows that go straight into PostgreSQL and SQLite."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

import gusher as g

COLUMNS = {"id": "seq", "email": "email@unique", "n": "decimal:0,9,2@null=0.1"}
SCHEMA = """
seed = 7
[table.customers]
rows = 50
columns.id = "seq"
columns.name = "name"
[table.orders]
rows = { per = "customers", each = "int:1,3" }
columns.id = "seq"
columns.customer = "ref:customers.id"
"""


def rows_of(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def test_a_table_goes_into_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "shop.db"
    made = g.table("people", 500, seed=7, columns=COLUMNS)
    made.write(into=f"sqlite:{file}")
    expected = [(row["id"], row["email"]) for row in made]
    assert rows_of(file, "select id, email from people order by id") == expected
    with pytest.raises(g.Error, match="people has rows"):
        made.write(into=file)
    made[:20].write(into=file, truncate=True)
    assert rows_of(file, "select count(*) from people") == [(20,)]
    made[100:110].write(into=file, append=True)
    assert rows_of(file, "select count(*), max(id) from people") == [(30, 110)]
    made.write(into=file, create="replace")
    assert rows_of(file, "select count(*) from people") == [(500,)]


def test_all_tables_of_a_schema_go_into_sqlite(tmp_path: Path) -> None:
    (tmp_path / "shop.toml").write_text(SCHEMA)
    tables = g.tables(tmp_path / "shop.toml")
    tables.write(into=f"sqlite:///{tmp_path}/shop.db")
    sql = "select count(*) from orders join customers on customers.id = customer"
    assert rows_of(tmp_path / "shop.db", sql) == [(len(tables["orders"]),)]


def test_sqlalchemy_names_databases(tmp_path: Path) -> None:
    made = g.table("t", 9, seed=7, columns={"id": "seq"})
    for number, driver in enumerate(["sqlite", "sqlite+pysqlite"]):
        url = sa.URL.create(driver, database=f"{tmp_path}/a b%41{number}.db")
        made.write(into=url)
        engine = sa.create_engine(url)
        made.write(into=engine, truncate=True)
        with engine.connect() as connection:
            assert connection.execute(sa.text("select count(*) from t")).scalar() == 9
    with pytest.raises(g.Error, match="in memory"):
        made.write(into=sa.create_engine("sqlite://"))
    with pytest.raises(g.Error, match="leave out mode"):
        made.write(into=sa.make_url(f"sqlite:///{tmp_path}/x.db?mode=ro"))
    with pytest.raises(g.Error, match="not oracle"):
        made.write(into=sa.URL.create("oracle", host="h"))


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    made = g.table("t", 9, seed=7, columns={"id": "seq"})
    with pytest.raises(g.Error, match="loads all rows into a database; leave this out"):
        made.write(into=tmp_path / "t.db", format="csv")
    with pytest.raises(g.Error, match="create=\"mising\": .*did you mean .missing"):
        made.write(into=tmp_path / "t.db", create="mising")
    with pytest.raises(g.Error, match="this is about a database"):
        made.write(tmp_path / "t.csv", truncate=True)
    with pytest.raises(TypeError, match="not both"):
        made.write(tmp_path / "t.csv", into=tmp_path / "t.db")
    with pytest.raises(TypeError, match="needs a path"):
        made.write()
    with pytest.raises(TypeError, match="expected an address"):
        made.write(into=7)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="no connection") as caught:
        made.write(into=f"postgresql+psycopg://me:secret@/shop?host={tmp_path}")
    assert "secret" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_python_function_fills_a_database(tmp_path: Path) -> None:
    twice = g.column(lambda ids: [2 * number for number in ids.to_pylist()], "id", type="int64")
    made = g.table("t", 10, seed=7, columns={"id": "seq", "twice": twice})
    made.write(into=tmp_path / "t.db")
    assert rows_of(tmp_path / "t.db", "select count(*) from t where twice = 2 * id") == [(10,)]


CODE = """
import sys
import gusher as g
table = g.table("t", 2_000_000_000, seed=1, columns={"id": "seq", "name": "name", "email": "email"})
print("begins", flush=True)
table.write(into=sys.argv[1], batch=int(sys.argv[2]) if sys.argv[2:] else None)
"""


def interrupted(*words: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CODE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        try:
            assert running.stdout.readline() == "begins\n"
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(1)
            running.send_signal(signal.SIGINT)
            _, errors = running.communicate(timeout=30)
        finally:
            running.kill()
    assert "KeyboardInterrupt" in errors, errors


def test_a_signal_ends_a_load_into_a_file(tmp_path: Path) -> None:
    interrupted(f"sqlite:{tmp_path}/t.db")
    assert list(tmp_path.iterdir()) == []


class Server:
    """A PostgreSQL server of the test's own, reached by a socket."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.address = f"postgresql://gush@/postgres?host={folder}"

    def query(self, sql: str) -> str:
        words = [f"{self.programs}/psql", "-XqAt", "-h", str(self.folder), "-U", "gush", "-d", "postgres", "-c", sql]
        made = subprocess.run(words, check=True, capture_output=True, text=True)
        return str(made.stdout).strip()


def server_programs() -> Path | None:
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: path.parent.parent.name)
    found = shutil.which("initdb") or (str(homes[-1]) if homes else None)
    return Path(found).resolve().parent if found else None


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    programs = server_programs()
    if programs is None:
        pytest.skip("PostgreSQL's server is not installed")
    with tempfile.TemporaryDirectory() as name:
        folder, user = Path(name), None
        if os.geteuid() == 0:
            # A server does not run as root.
            user = "nobody"
            account = pwd.getpwnam(user)
            os.chown(folder, account.pw_uid, account.pw_gid)
        data = f"{folder}/data"
        setup = [f"{programs}/initdb", "-D", data, "-U", "gush", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(setup, check=True, capture_output=True, user=user, cwd=folder)
        begin = [f"{programs}/postgres", "-D", data, "-k", name, "-c", "listen_addresses=", "-c", "fsync=off"]
        with subprocess.Popen(begin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user, cwd=folder) as running:
            ready = [f"{programs}/pg_isready", "-q", "-h", name, "-t", "1"]
            for _ in range(300):
                if subprocess.run(ready, check=False).returncode == 0:
                    break
                subprocess.run(["sleep", "0.1"], check=True)
            try:
                yield Server(programs, folder)
            finally:
                running.send_signal(signal.SIGINT)
                running.wait(20)


def test_tables_go_into_postgresql(server: Server, tmp_path: Path) -> None:
    made = g.table("people", 500, seed=7, columns=COLUMNS)
    made.write(into=server.address)
    expected = "\n".join(f"{row['id']}|{row['email']}" for row in made)
    assert server.query("select id, email from people order by id") == expected
    with pytest.raises(g.Error, match="people has rows"):
        made.write(into=server.address)
    url = sa.URL.create("postgresql+psycopg", username="gush", database="postgres", query={"host": str(server.folder)})
    made[:5].write(into=url, truncate=True)
    assert server.query("select count(*) from people") == "5"
    made.write(into=server.address, create="replace", batch=100, connections=2, resume=True)
    with pytest.warns(UserWarning, match="people had 500 rows of an earlier run"):
        made.write(into=server.address, batch=100, connections=2, resume=True)
    assert server.query("select count(*) from people") == "500"
    (tmp_path / "shop.toml").write_text(SCHEMA)
    g.tables(tmp_path / "shop.toml").write(into=server.address)
    assert server.query("select count(*) from orders where customer is null") == "0"
    with pytest.raises(OSError, match="out of range|outside"):
        server.query("create table small (id smallint)")
        g.table("small", 40_000, seed=7, columns={"id": "seq"}).write(into=server.address)
    assert server.query("select count(*) from small") == "0"


def test_the_guide_makes_a_database_for_each_test(server: Server, tmp_path: Path) -> None:
    page = Path(__file__).parents[2] / "docs" / "guide" / "postgresql.md"
    (code,) = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S)
    (tmp_path / "test_task.py").write_text(code, encoding="utf-8")
    path = f"{server.programs}{os.pathsep}{os.environ.get('PATH', '')}"
    environment = {**os.environ, "PATH": path, "PGHOST": str(server.folder), "PGUSER": "gush", "PGDATABASE": "postgres"}
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_task.py"]
    made = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert made.returncode == 0, made.stdout + made.stderr
    assert server.query("select count(*) from pg_database where datname like 'te%\\_%'") == "0"


def test_a_signal_ends_a_load_into_a_server(server: Server) -> None:
    # One transaction of all rows.
    interrupted(server.address, "2000000000")
    assert server.query("select count(*) from pg_class where relname = 't'") == "0"

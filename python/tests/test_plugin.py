"""The plugin of pytest: the same data for a test alone, in any order, and in several processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.parametrize("n", [1, 2])
def test_data(n, gush, fake):
    print("data", n, fake.name(), gush.table("t", 1, columns=["int:0,999999999"])[0], "end")

def test_fails(fake):
    assert fake.name() == "nobody"
"""


def run(folder: Path, *options: str) -> str:
    (folder / "test_it.py").write_text(TESTS)
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rP", *options]
    made = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=dict(os.environ))
    return made.stdout + made.stderr


def data(output: str) -> list[str]:
    return sorted(re.findall(r"data .* end", output))


def test_data_follows_from_the_name_of_the_test(tmp_path: Path) -> None:
    whole = run(tmp_path)
    assert len(data(whole)) == 2
    assert data(whole)[0].split()[2:] != data(whole)[1].split()[2:]
    alone = run(tmp_path, "test_it.py::test_data[2]")
    assert data(alone) == data(whole)[1:]
    assert data(run(tmp_path, "--gush-seed", "5")) != data(whole)


def test_data_is_the_same_from_another_folder(tmp_path: Path) -> None:
    inner = tmp_path / "project" / "tests"
    inner.mkdir(parents=True)
    (inner / "__init__.py").touch()
    alone = run(inner)
    assert len(data(alone)) == 2
    for folder in (tmp_path, inner.parent):
        words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rP", str(inner)]
        made = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=dict(os.environ))
        assert data(made.stdout) == data(alone), made.stdout
    # A test of the same name in another package has other data.
    other = tmp_path / "project" / "others"
    other.mkdir()
    (other / "__init__.py").touch()
    assert data(run(other)) != data(alone)


def test_a_test_that_fails_says_how_to_repeat_it(tmp_path: Path) -> None:
    output = run(tmp_path, "--gush-seed", "9")
    assert re.search(r"seed \d+; pytest --gush-seed 9 'test_it.py::test_fails' makes the same data again", output)


def test_xdist_changes_nothing(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    plain, spread = run(tmp_path), run(tmp_path, "-n", "2")
    assert data(plain) == data(spread) != []


SCOPES = """
import pytest

@pytest.fixture(scope="module")
def people(gush_module):
    return gush_module.table("people", 3, columns=["name"])

@pytest.fixture(scope="session")
def owner(fake_session):
    return fake_session.name()

@pytest.fixture
def faker_locale():
    return "de_DE"

def test_one(people, owner, faker, fake_module):
    print("data", people[0], owner, faker.locales, "end")

def test_two(people, owner, faker, fake_module):
    print("data", people[0], owner, faker.locales, "end")
"""


def test_fixtures_have_scopes_and_locales(tmp_path: Path) -> None:
    (tmp_path / "test_scopes.py").write_text(SCOPES)
    output = run(tmp_path, "-p", "no:faker", "test_scopes.py")
    assert len(data(output)) == 2 and len(set(data(output))) == 1, output
    assert "['de_DE']" in output
    # Where Faker's own plugin is active, `faker` is Faker's.
    pytest.importorskip("faker")
    assert len(data(run(tmp_path, "test_scopes.py"))) == 2


EACH_SCOPE = """
import pytest

@pytest.fixture(scope="session")
def faker_session_locale():
    return "fr_FR"

@pytest.mark.parametrize("n", [1, 2])
def test_scopes(n, gush, gush_module, gush_session, fake, fake_module, fake_session):
    seeds = [one.seed for one in (gush, gush_module, gush_session)]
    values = [one.random_int(0, 10**9) for one in (fake, fake_module, fake_session)]
    print("scopes", *seeds, *values, fake.locales, fake_module.locales, fake_session.locales, "end")
"""


def test_values_of_fixtures_follow_from_their_scope(tmp_path: Path) -> None:
    for name in ("test_a.py", "test_b.py"):
        (tmp_path / name).write_text(EACH_SCOPE)
    output = run(tmp_path, "test_a.py", "test_b.py")
    rows = [line.split(maxsplit=7)[1:] for line in output.splitlines() if line.startswith("scopes ")]
    assert len(rows) == 4, output
    function, module, session, first, second, third, locales = (list(column) for column in zip(*rows))
    # A test has values of its own; those of a file and of the session go on from test to test.
    assert len(set(function)) == 4 and len(set(first)) == 4
    assert module == [module[0]] * 2 + [module[2]] * 2 and module[0] != module[2]
    assert len(set(session)) == 1
    assert len(set(second)) == len(set(third)) == 4
    assert set(locales) == {"['en_US'] ['fr_FR'] ['fr_FR'] end"}
    # The same whatever other tests run, but for what the session has given before.
    alone = [line.split(maxsplit=7)[1:] for line in run(tmp_path, "test_b.py").splitlines() if line.startswith("scopes ")]
    assert [row[:5] for row in alone] == [row[:5] for row in rows[2:]]
    assert [row[5] for row in alone] == third[:2]


def test_the_seeder_of_pytest_randomly_reaches_all() -> None:
    from gusher import Faker
    from gusher.pytest_plugin import random_seeder

    fake = Faker()
    random_seeder(5)
    first = fake.name()
    random_seeder(5)
    assert fake.name() == first == Faker().name()
    Faker.seed()

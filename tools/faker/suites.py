#!/usr/bin/env python3
"""Runs the tests of packages that use Faker with ``gusher.Faker`` in its place: ``script/python suites`` calls it.

    python tools/faker/suites.py FOLDER [--record] [--only NAME] [--source NAME=FOLDER]

FOLDER is where their sources and an environment with what their tests need are kept. The tests run with Faker first, and what
passes then has to pass with ours, too, but for those that suites.tsv gives a reason for. With ``--record`` the score is written into docs/reference/python.md; that of suites which did not run stays. The sources are
those of the package index; ``--source`` names a folder that has them already.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
from collections.abc import Mapping, Sequence

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs/reference/python.md"
REASONS = HERE / "suites.tsv"
BEGIN, END = "<!-- score of other packages' tests -->", "<!-- end of that score -->"
# How long one suite may take, in seconds.
LIMIT = 1800


@dataclasses.dataclass(frozen=True)
class Suite:
    """The tests of a package.

    Args:
        name: its name.
        source: the package with its version, or the address of a repository and a tag, where the package has no tests.
        requirements: what its tests need besides what the tests of this package need.
        arguments: which tests run, and how.
        environment: variables.
    """

    name: str
    source: str
    requirements: Sequence[str] = ()
    arguments: Sequence[str] = ("tests",)
    environment: Mapping[str, str] = dataclasses.field(default_factory=dict)

    def options(self) -> list[str]:
        """The plugins among the arguments."""
        return [word for at, word in enumerate(self.arguments) if word == "-p" or at > 0 and self.arguments[at - 1] == "-p"]


SUITES = [
    Suite(
        "factory_boy",
        "factory_boy==3.3.3",
        ["mongomock"],
        # By the adapter our Faker follows `factory.random`.
        environment={"DJANGO_SETTINGS_MODULE": "tests.djapp.settings", "GUSHER_FAKER_ADAPTER": "gusher.factory"},
    ),
    Suite(
        "polyfactory",
        "polyfactory==3.5.0",
        ["attrs", "msgspec", "email-validator", "aiosqlite", "greenlet", "pytest-asyncio"],
        # Of databases of documents, whose packages need servers.
        ["tests", "--ignore", "tests/test_beanie_factory.py", "--ignore", "tests/test_odmantic_factory.py"],
    ),
    Suite(
        "django-seed",
        "django-seed==0.3.1",
        ["alphabet-detector", "jsonfield", "psycopg2-binary", "toposort"],
        ["django_seed/tests.py", "-p", "with_django"],
        {"GUSHER_DJANGO_APP": "django_seed"},
    ),
    Suite(
        "Snowfakery",
        "https://github.com/SFDO-Tooling/Snowfakery v4.2.1",
        [
            *["faker-nonprofit", "faker-edu", "faker-microservice", "jinja2", "pyyaml", "click", "python-dateutil", "gvgen", "pydantic"],
            *["python-baseconv", "requests", "setuptools", "jsonschema", "pytest-vcr", "responses", "six"],
        ],
    ),
]


def run(*command: str | os.PathLike[str]) -> None:
    """Runs a command, which has to succeed."""
    subprocess.run(command, check=True)


def environment(folder: pathlib.Path, suites: Sequence[Suite]) -> pathlib.Path:
    """The Python of an environment that has what the tests need, and finds what this Python has."""
    home = folder / "environment"
    python = home / "bin/python"
    wanted = sorted({one for suite in suites for one in suite.requirements})
    noted = home / "requirements.txt"
    known = set(noted.read_text(encoding="utf-8").split()) if noted.exists() else set()
    if not known.issuperset(wanted):
        run(sys.executable, "-m", "venv", "--clear", home)
        wanted = sorted({*known, *wanted})
        run(python, "-m", "pip", "install", "--disable-pip-version-check", "--quiet", *wanted)
        noted.write_text("\n".join(wanted), encoding="utf-8")
    site = pathlib.Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    # Before its own packages, so that both have the same Faker.
    ours = [path for path in sys.path if path.endswith("site-packages")]
    (site / "gusher.pth").write_text(f"import sys; sys.path[:0] = {ours!r}\n", encoding="utf-8")
    return python


def source(suite: Suite, folder: pathlib.Path) -> pathlib.Path:
    """The folder of the sources of a suite, which are fetched once."""
    if suite.source.startswith("https://"):
        address, tag = suite.source.split()
        made = folder / f"{suite.name}-{tag}"
        if not made.exists():
            run("git", "clone", "--quiet", "--depth", "1", "--branch", tag, address, made)
        return made
    name, version = suite.source.split("==")
    made = folder / f"{name}-{version}"
    if not made.exists():
        options = ["--disable-pip-version-check", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest", folder]
        run(sys.executable, "-m", "pip", "download", *options, suite.source)
        with tarfile.open(folder / f"{name}-{version}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
    return made


def outcomes(suite: Suite, folder: pathlib.Path, python: pathlib.Path, face: str) -> dict[str, str]:
    """What comes of each test with this in Faker's place."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "outcomes.json"
        variables = {**os.environ, **suite.environment, "GUSHER_FAKER": face, "GUSHER_FAKER_OUTCOMES": str(path)}
        variables["PYTHONPATH"] = os.pathsep.join([str(HERE), str(folder)])
        options = ["-q", "--tb=line", "-p", "swap", "-p", "no:cacheprovider", "-p", "no:gusher", *suite.arguments]
        ended = subprocess.run(
            [python, "-m", "pytest", *options], cwd=folder, env=variables, stdout=subprocess.DEVNULL, check=False, timeout=LIMIT
        )
        # Pytest ends with 0 or 1 where it has run the tests.
        if ended.returncode > 1 or not path.exists():
            sys.exit(f"{suite.name}: its tests do not start with {face} in Faker's place")
        made: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        return made


def failing(wanted: Sequence[str], ours: Mapping[str, str]) -> dict[str, str]:
    """Those of the tests that do not pass, with what came of them."""
    return {test: ours.get(test, "not run") for test in wanted if ours.get(test) != "passed"}


def reason(suite: Suite, test: str) -> str | None:
    """Why a test fails."""
    rows = (line.split("\t") for line in REASONS.read_text(encoding="utf-8").splitlines() if line)
    return next((why for name, pattern, why in rows if name == suite.name and re.search(pattern, test)), None)


def record(rows: Mapping[str, str]) -> None:
    """Writes the rows of the suites that ran into the page; those of the others stay."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    table, _, after = rest.partition(END)
    known = {line.split("|")[1].strip(): line for line in table.splitlines() if line}
    made = [line for suite in SUITES if (line := rows.get(suite.name) or known.get(suite.name)) is not None]
    lines = ["| tests of | pass with Faker | of these with gusher | the others |", "|---|---|---|---|", *made]
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")


def main() -> None:
    """Counts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--only", action="append", help="run the suite of this name")
    parser.add_argument("--source", action="append", default=[], help="NAME=FOLDER: where the sources of a suite are")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    folder = given.folder.resolve()
    sources = dict(one.split("=", 1) for one in given.source)
    suites = [suite for suite in SUITES if given.only is None or suite.name in given.only]
    python = environment(folder, suites)
    rows: dict[str, str] = {}
    unexplained: list[str] = []
    for suite in suites:
        place = pathlib.Path(sources[suite.name]).resolve() if suite.name in sources else source(suite, folder)
        passed = [test for test, outcome in outcomes(suite, place, python, "faker").items() if outcome == "passed"]
        ours = outcomes(suite, place, python, "ours")
        failed = failing(passed, ours)
        if failed:
            # Once more by themselves, as some look at the time that passes.
            again = dataclasses.replace(suite, arguments=[*suite.options(), *failed])
            failed = failing(list(failed), outcomes(again, place, python, "ours"))
        whys = dict.fromkeys(filter(None, (reason(suite, test) for test in failed)))
        rows[suite.name] = f"| {suite.name} | {len(passed):,} | {len(passed) - len(failed):,} | {'; '.join(whys)} |"
        print(rows[suite.name], flush=True)
        unexplained += [f"{suite.name}: {test}: {outcome}" for test, outcome in failed.items() if reason(suite, test) is None]
    if given.record:
        record(rows)
    if unexplained:
        sys.exit("\n".join([f"tests fail, and {REASONS.name} does not say why:", *unexplained]))


if __name__ == "__main__":
    main()

"""Fixtures for pytest whose data follows from the test's name: the same alone, in any order, and under xdist.

``gush`` makes tables, ``fake`` gives values by Faker's names, and so does ``faker`` where Faker's own plugin is not active.
``gush_module``, ``gush_session``, ``fake_module`` and ``fake_session`` are for fixtures of these scopes. A fixture
``faker_locale`` says which locale values have, or several; ``faker_session_locale`` does for the wider scopes. ``--gush-seed`` gives all tests other data. When a test fails, its
report says how to have the same data again.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from . import _gusher

if TYPE_CHECKING:
    from ._columns import Column
    from ._faker.faker import Faker
    from ._models import Rows
    from ._arguments import Now
    from ._table import Table
    from ._tables import Tables

__all__ = ["Gush", "fake", "fake_module", "fake_session", "gush", "gush_module", "gush_session", "random_seeder"]

# Names of fixtures that take data from here.
_OURS = {"gush", "fake", "faker"}


class Gush:
    """Makes tables under the seed of a test. It is what the fixture ``gush`` is."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def table(
        self,
        name: str,
        rows: int | range,
        /,
        *,
        columns: Mapping[str, str | Column] | Sequence[str],
        now: Now = None,
        locale: str | None = None,
    ) -> Table:
        """A table under the test's seed; see :func:`gusher.table`."""
        from ._tables import table

        return table(name, rows, columns=columns, seed=self.seed, now=now, locale=locale)

    def tables(self, path: str, *, now: Now = None, locale: str | None = None, scale: float | None = None) -> Tables:
        """The tables of a schema file under the test's seed; see :func:`gusher.tables`."""
        from ._tables import tables

        return tables(path, seed=self.seed, now=now, locale=locale, scale=scale)

    def rows_for(self, model: type[Any], rows: int = 10, **options: Any) -> Rows:
        """Rows of a model under the test's seed; see :func:`gusher.rows_for`."""
        from ._models import rows_for

        return rows_for(model, rows, seed=self.seed, **options)

    def __repr__(self) -> str:
        return f"<gush, seed {self.seed}>"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option ``--gush-seed``."""
    group = parser.getgroup("gusher")
    group.addoption(
        "--gush-seed", type=int, default=0, metavar="N", help="give all tests other data from gusher (default: 0)"
    )


def _named(node: pytest.Item | pytest.Collector) -> str:
    """The name of a test, a file or the session that is the same from wherever pytest is started: node ids begin at its root folder."""
    if isinstance(node, pytest.Session):
        return ""
    folder, names = node.path.parent, [node.path.stem]
    while (folder / "__init__.py").is_file():
        names.insert(0, folder.name)
        folder = folder.parent
    return "::".join([".".join(names), *node.nodeid.split("::")[1:]])


def _seed_of(node: pytest.Item | pytest.Collector) -> int:
    return _gusher.seed_of(int(node.config.getoption("--gush-seed")), _named(node))


def _seed(request: pytest.FixtureRequest) -> int:
    return _seed_of(request.node)


@pytest.fixture
def gush(request: pytest.FixtureRequest) -> Gush:
    """Makes tables whose values follow from the test's name."""
    return Gush(_seed(request))


@pytest.fixture(scope="module")
def gush_module(request: pytest.FixtureRequest) -> Gush:
    """Makes tables whose values follow from the name of the test's file."""
    return Gush(_seed(request))


@pytest.fixture(scope="session")
def gush_session(request: pytest.FixtureRequest) -> Gush:
    """Makes tables whose values are the same in all tests."""
    return Gush(_seed(request))


def _fake(request: pytest.FixtureRequest) -> Faker:
    from ._faker.faker import Faker

    # Fixtures by the names that Faker's own plugin has for them say the locale.
    name = "faker_locale" if request.scope == "function" else "faker_session_locale"
    try:
        locale = request.getfixturevalue(name)
    except pytest.FixtureLookupError:
        locale = None
    return Faker(locale, seed=_seed(request))


@pytest.fixture
def fake(request: pytest.FixtureRequest) -> Faker:
    """Values by Faker's names, which follow from the test's name."""
    return _fake(request)


@pytest.fixture(scope="module")
def fake_module(request: pytest.FixtureRequest) -> Faker:
    """Values by Faker's names, which follow from the name of the test's file."""
    return _fake(request)


@pytest.fixture(scope="session")
def fake_session(request: pytest.FixtureRequest) -> Faker:
    """Values by Faker's names, which are the same in all tests."""
    return _fake(request)


class _FakersName:
    """The fixture ``faker``, for where Faker's own plugin does not have it."""

    @pytest.fixture(name="faker")
    def faker(self, request: pytest.FixtureRequest) -> Faker:
        """Values by Faker's names, which follow from the test's name."""
        return _fake(request)


def pytest_configure(config: pytest.Config) -> None:
    """Adds the fixture ``faker`` unless Faker's own plugin has it."""
    if not config.pluginmanager.has_plugin("faker"):
        config.pluginmanager.register(_FakersName(), "gusher-faker")


def random_seeder(seed: int) -> None:
    """What pytest-randomly calls before each test: all that were made without a seed begin again with this one."""
    from ._faker.faker import Faker

    Faker.seed(seed)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says in the report of a test that failed how to have its data again."""
    report = yield
    names = getattr(item, "fixturenames", ())
    if report.failed and _OURS.intersection(names):
        chosen = int(item.config.getoption("--gush-seed"))
        text = f"seed {_seed_of(item)}; pytest --gush-seed {chosen} '{item.nodeid}' makes the same data again"
        report.sections.append(("gusher", text))
    return report



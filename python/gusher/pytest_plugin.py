"""Fixtures for pytest whose data follows from the test's name: the same alone, in any order, and under xdist.

``gush`` makes tables, ``fake`` gives values by Faker's names. ``--gush-seed`` gives all tests other data. When a test fails,
its report says how to have the same data again.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from . import _gusher

if TYPE_CHECKING:
    from ._columns import Column
    from ._faker import Faker
    from ._models import Rows
    from ._arguments import Now
    from ._table import Table
    from ._tables import Tables

__all__ = ["Gush", "fake", "gush"]

# Names of fixtures that take data from here.
_OURS = {"gush", "fake"}


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


def _seed(request: pytest.FixtureRequest) -> int:
    return _gusher.seed_of(int(request.config.getoption("--gush-seed")), request.node.nodeid)


@pytest.fixture
def gush(request: pytest.FixtureRequest) -> Gush:
    """Makes tables whose values follow from the test's name."""
    return Gush(_seed(request))


@pytest.fixture
def fake(request: pytest.FixtureRequest) -> Faker:
    """Values by Faker's names, which follow from the test's name."""
    from ._faker import Faker

    return Faker(seed=_seed(request))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Says in the report of a test that failed how to have its data again."""
    report = yield
    names = getattr(item, "fixturenames", ())
    if report.failed and _OURS.intersection(names):
        chosen = int(item.config.getoption("--gush-seed"))
        seed = _gusher.seed_of(chosen, item.nodeid)
        text = f"seed {seed}; pytest --gush-seed {chosen} '{item.nodeid}' makes the same data again"
        report.sections.append(("gusher", text))
    return report



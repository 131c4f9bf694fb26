"""What the tests share."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

import gusher as g


@pytest.fixture
def people() -> g.Table:
    """A table with a column of most types."""
    return g.table(
        "people",
        10_000,
        seed=7,
        columns={
            "id": "seq",
            "name": "name",
            "email": "email@unique",
            "country": "country.code:any",
            "born": "date",
            "seen": "datetime@null=0.2",
            "spent": "decimal:0,500,2@null=0.1",
            "active": "bool",
            "key": "uuidv4",
            "raw": "bytes:4",
            "ip": "ipv4",
        },
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Counts what did not run, for the last lines of script/test."""
    report = yield
    log = os.environ.get("GUSH_TESTS_NOT_RUN")
    if log and report.skipped:
        with open(log, "a", encoding="utf-8") as file:
            # The file, the line and the reason.
            told = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
            reason = str(told).removeprefix("Skipped: ")
            file.write(f"not run: python/{item.nodeid}: {reason}\n")
    return report

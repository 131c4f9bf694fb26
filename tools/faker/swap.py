"""A plugin of pytest that runs Faker's own tests against ``gusher.Faker``, and notes how each of them ends.

It is named on pytest's command line (``-p swap``), so that it is imported before Faker's own plugin, which asks for
``faker.Faker`` as well. ``GUSHER_FAKER`` says what stands for Faker: ``ours``; ``faker``, Faker itself; or ``none``, a class that
fails whatever it is asked for: a test that passes with it does not touch the face. ``GUSHER_FAKER_ADAPTER`` names a module that is imported with ours.
"""

from __future__ import annotations

import importlib
import json
import os
from typing import Any

import faker
import faker.exceptions
import faker.generator
import faker.providers.python
import pytest

from gusher import faker as face

FACE = os.environ.get("GUSHER_FAKER", "ours")


class NoFaker:
    """Takes what Faker's fixtures do before a test, and nothing else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.unique = self

    def seed_instance(self, seed: Any = None) -> None:
        """Does nothing."""

    def clear(self) -> None:
        """Does nothing."""

    @classmethod
    def seed(cls, seed: Any = None) -> None:
        """Does nothing."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"the test touches {name}")

    def __getitem__(self, name: str) -> Any:
        raise RuntimeError(f"the test touches {name}")


class NoFactory:
    """Makes nothing."""

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError(f"the test touches {name}")


def _swap() -> None:
    if FACE == "none":
        faker.Faker, faker.Factory = NoFaker, NoFactory()  # type: ignore[misc, assignment]
        return
    faker.Faker = Faker  # type: ignore[misc, assignment]
    faker.Factory = face.Factory  # type: ignore[misc, assignment]
    faker.Generator = faker.generator.Generator = face.Generator  # type: ignore[misc, assignment]
    # Tests that expect an exception of Faker's get it by Faker's name.
    faker.exceptions.UniquenessException = face.UniquenessException  # type: ignore[misc, assignment]
    faker.exceptions.UnsupportedFeature = face.UnsupportedFeature  # type: ignore[misc, assignment]
    faker.providers.python.EmptyEnumException = face.EmptyEnumException  # type: ignore[misc, assignment]


class Faker(face.Faker):
    """With the clock's present also under a seed, as many of the tests compare with today."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"now": "clock", **kwargs})


if FACE != "faker":
    _swap()
if FACE == "ours" and "GUSHER_FAKER_ADAPTER" in os.environ:
    importlib.import_module(os.environ["GUSHER_FAKER_ADAPTER"])

_outcomes: dict[str, str] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Notes what came of a test: of one that did not pass, the last line of its error."""
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        text = crash.message if crash is not None else str(report.longrepr)
        _outcomes[report.nodeid] = " ".join(text.split())[:300] or "failed"
    elif report.skipped:
        _outcomes.setdefault(report.nodeid, "skipped")
    elif report.when == "call":
        _outcomes.setdefault(report.nodeid, "passed")


def pytest_sessionfinish() -> None:
    """Writes them down."""
    path = os.environ.get("GUSHER_FAKER_OUTCOMES")
    if path:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(_outcomes, file, indent=1, sort_keys=True)

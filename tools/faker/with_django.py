"""A plugin of pytest that sets Django up with a database in memory and the app that ``GUSHER_DJANGO_APP`` names."""

from __future__ import annotations

import os

import django
import pytest
from django.conf import settings
from django.test.utils import get_runner, setup_test_environment


def pytest_configure(config: pytest.Config) -> None:
    """Sets Django up before tests are collected, as these import its models."""
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        INSTALLED_APPS=[os.environ["GUSHER_DJANGO_APP"]],
        SECRET_KEY="of tests",
        USE_TZ=False,
    )
    django.setup()
    setup_test_environment()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Makes the tables, once the models of the tests are known."""
    get_runner(settings)(verbosity=0).setup_databases()

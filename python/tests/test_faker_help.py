"""What Python says of the methods: ``help``, signatures, names for completion."""

from __future__ import annotations

import doctest
import inspect
import pydoc
import rlcompleter
from typing import Any

import pytest

import gusher as g
from gusher._faker.about import about
from gusher._faker.local import names
from gusher._faker.methods import METHODS
from gusher._faker.table import of_faker
from gusher._gusher import generators

Faker: Any = g.Faker
# Methods that only some locales have, with one of those.
LOCAL = {name: locale for locale in of_faker().locales for name in names(locale) if name not in METHODS}


def shown(method: Any) -> str:
    return pydoc.plain(pydoc.render_doc(method))


def test_help_is_about_the_method() -> None:
    fake = Faker(seed=1)
    for method, first in (
        (fake.name, "name() -> str"),
        (fake.pyint, "pyint(min_value=0, max_value=9999, step=1) -> int"),
        (fake.date_between, "date_between(start_date='-30y', end_date='today') -> "),
        (Faker(["de_DE", "en_US"]).city, "city() -> str"),
    ):
        text = shown(method)
        assert first in text and f">>> Faker(seed=1).{method.__name__}(" in text, text
        assert "Methods defined here" not in text


@pytest.mark.parametrize("name", sorted({*METHODS, *LOCAL}))
def test_examples_are_right(name: str) -> None:
    fake = Faker(LOCAL.get(name, "en_US"), seed=5)
    method = getattr(fake, name)
    text = inspect.getdoc(method)
    assert text is not None and not text[0].islower()
    made = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert made.examples, text
    runner = doctest.DocTestRunner(verbose=False)
    out: list[str] = []
    runner.run(made, out=out.append)
    assert not out, "".join(out)


def test_every_method_is_described() -> None:
    assert [name for name in METHODS if about(name).text.startswith("what Faker's provider")] == []
    assert about("name").text == dict(generators())["name"]


def test_signatures_are_those_of_the_table() -> None:
    fake = Faker(seed=1)
    for name in METHODS.keys() & of_faker().base.keys():
        method = getattr(fake, name)
        assert callable(method) and inspect.isroutine(method) and method.__name__ == name
        assert len(inspect.signature(method).parameters) >= of_faker().base[name].arguments.count("="), name


@pytest.mark.parametrize("locale", ["en_US", "de_DE", ["fr_FR", "ja_JP"]])
def test_names_can_be_completed(locale: Any) -> None:
    fake = Faker(locale, seed=1)
    found = rlcompleter.Completer({"fake": fake}).attr_matches("fake.first_n")
    assert {one.split("(")[0] for one in found} >= {"fake.first_name", "fake.first_name_female", "fake.first_name_male"}
    assert all(hasattr(fake, name) for name in dir(fake) if not name.startswith("_"))

"""Faker's shape: its names, its arguments, its counters."""

from __future__ import annotations

import datetime
import decimal
import enum
import inspect
import pickle
import re
import threading
from typing import Any

import pytest

import gusher as g

# Its methods by locale and those of providers are no business of type checkers here.
Faker: Any = g.Faker
# Attributes of Faker's providers that are no values.
NOT_METHODS = {"add_provider", "get_words_list", "locale_month_names", "random"}
# Those whose values Faker gives in several types, or that need an argument.
VARIED = {"enum", "pyiterable", "pytimezone", "random_digit_not_null_or_empty", "random_digit_or_empty"}


def test_call_n_is_row_n() -> None:
    fake, again = Faker(seed=1), Faker(seed=1)
    names = [fake.name() for _ in range(3000)]
    # Other calls in between change nothing.
    for expected in names:
        again.email()
        assert again.name() == expected
    column = g.table("fake", 3000, seed=1, columns={"name": "name"}, locale="en_US").to_dict()["name"]
    assert names == column


def test_locales_and_seeds() -> None:
    assert Faker("de_DE", seed=1).city() != Faker("en_US", seed=1).city()
    fake = Faker(seed=1)
    first = fake.name()
    fake.name()
    fake.seed_instance(1)
    assert fake.name() == first
    fake.seed_instance("any text")
    assert fake.name() != first or fake.name() != first
    assert pickle.loads(pickle.dumps(Faker("de_DE", seed=4))).name() == Faker("de_DE", seed=4).name()
    with pytest.raises(g.Error, match="locale="):
        Faker("xx_XX").name()


def test_unique_values_differ_and_end() -> None:
    fake = Faker(seed=1)
    assert len({fake.unique.email() for _ in range(2000)}) == 2000
    assert sorted(fake.unique.pyint(1, 6) for _ in range(6)) == [1, 2, 3, 4, 5, 6]
    with pytest.raises(g.Error, match="only 6 different values"):
        fake.unique.pyint(1, 6)
    fake.unique.clear()
    assert fake.unique.pyint(1, 6) in range(1, 7)


class Colour(enum.Enum):
    """Some colours."""

    RED = 1
    BLUE = 2


def test_arguments_and_types_are_fakers() -> None:
    fake = Faker(seed=3)
    assert all(10 <= fake.random_int(10, 20, 5) <= 20 and fake.random_int(10, 20, 5) % 5 == 0 for _ in range(50))
    assert fake.boolean(chance_of_getting_true=100) is True
    assert fake.random_element(["x"]) == "x"
    assert fake.random_element({"x": 1, "y": 0}) == "x"
    assert sorted(fake.random_sample([1, 2, 3], 3)) == [1, 2, 3]
    assert fake.enum(Colour) in Colour
    assert len(fake.words(5)) == 5
    assert len(fake.sentences(nb=4)) == 4
    assert len(fake.text(max_nb_chars=50)) <= 50
    assert len(fake.password(length=12)) == 12
    assert fake.bothify("##-??").replace("-", "").isalnum()
    assert fake.numerify("%%").isdigit()
    assert isinstance(fake.pydecimal(right_digits=3), decimal.Decimal)
    assert isinstance(fake.pyfloat(), float)
    assert isinstance(fake.date_of_birth(minimum_age=18, maximum_age=19), datetime.date)
    day = fake.date_between(start_date="-1y", end_date="today")
    assert datetime.date(2024, 12, 30) <= day <= datetime.date(2026, 1, 1)
    assert fake.date_time().tzinfo is None
    assert fake.date_time(tzinfo=datetime.timezone.utc).tzinfo is not None
    assert datetime.date.fromisoformat(fake.date())
    assert fake.date(pattern="%Y").isdigit()
    assert fake.email(domain="a.example").endswith("@a.example")
    assert isinstance(fake.uuid4(), str)
    assert isinstance(fake.binary(8), bytes)
    with pytest.raises(TypeError, match="takes no arguments"):
        fake.name("x")
    with pytest.raises(TypeError):
        fake.pyint(wrong=1)


class Provider:
    """A provider of one's own."""

    def __init__(self, generator: Any) -> None:
        self.generator = generator

    def shout(self) -> str:
        """A name in capitals."""
        return str(self.generator.name()).upper()


def test_providers_are_added() -> None:
    fake = Faker(seed=1)
    fake.add_provider(Provider)
    assert fake.shout().isupper()


def test_what_is_not_there_says_what_is_nearest() -> None:
    fake = Faker(seed=1)
    with pytest.raises(AttributeError, match="did you mean `name`"):
        fake.nam()
    with pytest.raises(AttributeError, match="Faker's `pesel` is one of other locales, not of en_US"):
        fake.pesel()
    assert not hasattr(fake, "no_such_thing_at_all")


def test_threads_share_the_counters() -> None:
    fake = Faker(seed=1)
    got: list[int] = []

    def draw() -> None:
        got.extend(fake.unique.random_int(1, 5000) for _ in range(1000))

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(got)) == 4000


def test_most_methods_of_faker_are_there() -> None:
    faker = pytest.importorskip("faker")
    theirs: Any = faker.Faker("en_US")
    names: set[str] = set()
    for provider in theirs.get_providers():
        methods = provider.__class__
        names |= {name for name in dir(methods) if callable(getattr(methods, name)) and name[0] != "_"} - NOT_METHODS
    fake = Faker(seed=1)
    covered = {name for name in names if hasattr(fake, name)}
    for name in sorted(covered - VARIED):
        value = getattr(fake, name)()
        wanted = getattr(theirs, name)()
        assert value is None or isinstance(value, type(wanted)) or wanted is None, (name, value, wanted)
    assert len(covered) / len(names) >= 0.85, sorted(names - covered)


def test_check_digits_are_right() -> None:
    fake = Faker(seed=1)
    for _ in range(200):
        book = fake.isbn10(separator="")
        digits = [10 if sign == "X" else int(sign) for sign in book]
        assert sum((10 - at) * digit for at, digit in enumerate(digits)) % 11 == 0
        bank = [int(digit) for digit in fake.aba()]
        assert sum(digit * (3, 7, 1)[at % 3] for at, digit in enumerate(bank)) % 10 == 0
        article = [int(digit) for digit in fake.upc_a()]
        assert sum(digit * (3 if at % 2 == 0 else 1) for at, digit in enumerate(article)) % 10 == 0


def test_the_examples_of_fakers_documentation_run() -> None:
    fake = Faker()
    for value in (fake.name(), fake.address(), fake.text()):
        assert isinstance(value, str)
    Faker.seed(4321)
    first = fake.name()
    Faker.seed(4321)
    assert fake.name() == first
    fake.seed_instance(4321)
    assert fake.name() == first
    assert Faker("it_IT").name()
    several = Faker(["it_IT", "en_US", "de_DE"])
    assert len({several.name() for _ in range(50)}) > 40
    assert several.locales == ["it_IT", "en_US", "de_DE"]
    assert several["de_DE"].city() == Faker("de_DE", seed=4321).city()
    assert Faker({"en-US": 1, "de_DE": 2})["en_US"].name()
    assert len({several.unique.name() for _ in range(100)}) == 100
    words = ["danish", "cheesecake", "sugar", "Lollipop", "wafer", "Gummies", "sesame", "Jelly", "beans", "pie", "bar"]
    assert fake.sentence()
    sentence = fake.sentence(ext_word_list=words)
    assert {word.strip(".").lower() for word in sentence.split()} <= {word.lower() for word in words}
    assert len({fake.unique.first_name() for _ in range(500)}) == 500
    fake.unique.clear()
    Faker.seed()


def test_fakers_own_providers_are_taken() -> None:
    providers: Any = pytest.importorskip("faker.providers")
    fake = Faker(seed=1)
    fake.add_provider(pytest.importorskip("faker.providers.internet"))
    assert fake.ipv4_private().count(".") == 3

    class MyProvider(providers.BaseProvider):  # type: ignore[misc]
        def foo(self) -> str:
            return "bar"

        def die(self) -> int:
            return int(self.random_int(1, 6))

    fake.add_provider(MyProvider)
    assert fake.foo() == "bar"
    assert fake.die() in range(1, 7)
    dynamic = providers.DynamicProvider(provider_name="medical_profession", elements=["dr.", "doctor", "nurse"])
    fake.add_provider(dynamic)
    assert fake.medical_profession() in ("dr.", "doctor", "nurse")
    assert {fake.unique.medical_profession() for _ in range(3)} == {"dr.", "doctor", "nurse"}
    with pytest.raises(g.Error, match="no new value"):
        fake.unique.medical_profession()


def test_values_are_of_the_kind_that_faker_has() -> None:
    fake = Faker(seed=1)
    for name, pattern in {
        "chrome": r"Mozilla/5\.0 .* Chrome/.*",
        "color": r"#[0-9a-f]{6}",
        "day_of_month": r"[0-3][0-9]",
        "firefox": r"Mozilla/5\.0 .* Firefox/.*",
        "military_apo": r"PSC \d{4}, Box \d{4}",
        "month": r"(0[1-9]|1[0-2])",
        "msisdn": r"\d{13}",
        "rgb_color": r"\d{1,3},\d{1,3},\d{1,3}",
        "sbn9": r"\d\d-\d{6}-[\dX]",
        "swift11": r"[0-9A-Z]{11}",
    }.items():
        method = getattr(fake, name)
        assert all(re.fullmatch(pattern, method()) for _ in range(100)), name


def test_elements_are_those_of_the_call() -> None:
    fake = Faker(seed=1)
    assert fake.random_element(["red", "blue"]) in ("red", "blue")
    assert fake.random_element([1, 2]) in (1, 2)
    assert set(fake.random_elements(["x", "y"], length=9)) <= {"x", "y"}
    assert set(fake.random_elements([1, 2, 3], length=60)) == {1, 2, 3}
    assert sorted(fake.random_sample(range(40), 40)) == list(range(40))


def test_signatures_are_fakers() -> None:
    """Of methods that are columns, and of those that are drawn."""
    faker = pytest.importorskip("faker")
    fake, theirs = g.Faker(seed=1), faker.Faker()
    differ: list[tuple[str, str, str]] = []
    for name in ("name", "pyint", "date_between", "password", "sentence", "random_int", "csv", "pystruct", "boolean", "email", "ipv4", "color"):
        own, expected = inspect.signature(getattr(fake, name)), inspect.signature(getattr(theirs, name))
        shown = [(one.name, repr(one.default)) for one in own.parameters.values()]
        if shown != [(one.name, repr(one.default)) for one in expected.parameters.values()]:
            differ.append((name, str(own), str(expected)))
    assert differ == []

"""What a Faker is besides its methods: optional and unique values, texts, providers, locales, copies."""

from __future__ import annotations

import collections
import copy
import datetime
import pickle
import threading
import types
from typing import Any

import pytest

import gusher as g
from gusher import faker as face
from gusher.faker import UniquenessException

# Methods of locales and providers are no business of type checkers here.
Faker: Any = face.Faker
Factory: Any = face.Factory
Generator: Any = face.Generator


def test_optional_values_are_left_out_by_their_probability() -> None:
    fake = Faker(seed=1)
    assert sum(fake.optional.name() is None for _ in range(2000)) in range(900, 1100)
    assert sum(fake.optional.pyint(1, 6, prob=0.1) is None for _ in range(2000)) in range(1740, 1860)
    assert all(fake.optional.name(prob=1) for _ in range(50))
    for wrong in (0, 1.1, -3):
        with pytest.raises(ValueError, match="prob="):
            fake.optional.name(prob=wrong)
    with pytest.raises(TypeError, match="Accessing non-functions through .optional is not supported"):
        fake.optional.locales
    assert [Faker(seed=1).optional.name() for _ in range(9)] == [Faker(seed=1).optional.name() for _ in range(9)]


def test_unique_values_of_several_locales_differ() -> None:
    fake = Faker(["en_US", "fr_FR", "ja_JP"], seed=1)
    first = {fake.unique["en_US"].random_int(1, 10) for _ in range(5)}
    second = {fake.unique["fr_FR"].random_int(1, 10) for _ in range(5)}
    assert first | second == set(range(1, 11))
    with pytest.raises(UniquenessException):
        fake.unique["ja_JP"].random_int(1, 10)
    fake.unique.clear()
    assert fake.unique["ja_JP"].random_int(1, 10) in range(1, 11)
    assert len({fake.unique.name() for _ in range(300)}) == 300


def test_types_are_left_out_of_uniqueness() -> None:
    fake = Faker(seed=1)
    some = fake.unique.exclude_types([bool])
    assert {some.pybool() for _ in range(50)} == {True, False}
    assert len({some.first_name() for _ in range(200)} | {fake.unique.first_name() for _ in range(200)}) == 400
    with pytest.raises(g.Error):
        for _ in range(3):
            fake.unique.pybool()


def test_texts_have_values_in_them() -> None:
    fake = Faker(seed=1)
    fake.set_arguments("die", {"min_value": 1, "max_value": 6})
    fake.set_arguments("large", "min_value", 9999)
    assert fake.parse("{{ pyint:large }}") == "9999"
    assert {int(fake.parse("{{pyint:die}}")) for _ in range(200)} == set(range(1, 7))
    assert fake.get_arguments("die", "max_value") == 6 and fake.get_arguments("none") is None
    assert fake.del_arguments("die", "max_value") == 6 and fake.del_arguments("large") == {"min_value": 9999}
    with pytest.raises(AttributeError, match="Unknown argument group 'large'"):
        fake.parse("{{pyint:large}}")
    with pytest.raises(AttributeError, match="Unknown formatter 'nothing'"):
        fake.parse("{{nothing}}")
    with pytest.raises(ValueError, match="argument=5"):
        fake.set_arguments("die", 5)
    assert fake.format("pyint", 3, 3) == 3
    assert Faker(seed=2).parse("{{name}}") == Faker(seed=2).name()


def test_constructors_are_fakers() -> None:
    for fake in (Faker(None), Faker(use_weighting=False), Faker("en-US", None, None, None, True), Generator(), Factory.create("de_DE")):
        assert isinstance(fake.name(), str)
    assert Faker().locales == ["en_US"] and Faker({"de-DE": 3, "en_US": 1}).weights == [3, 1]
    assert Faker(["de_DE", "en_US"]).weights is None
    with pytest.raises(AttributeError, match="locale='foo_Bar'"):
        Faker("foo_Bar")
    with pytest.raises(g.Error, match="(?s)foo_Bar.*bar_Foo"):
        Faker(["en_US", "foo_Bar", "bar_Foo"])
    with pytest.raises(TypeError, match="1 is no text"):
        Faker([1])
    with pytest.raises(ModuleNotFoundError):
        Faker(providers=["no_such_module"])
    with pytest.raises(TypeError, match="seed_instance"):
        Faker().seed(1)
    weights = collections.OrderedDict([("a", 1), ("b", 0)])
    assert {Faker(seed=1).random_element(weights) for _ in range(9)} == {"a"}
    assert set(Faker(seed=1, use_weighting=False).random_elements(weights, length=50)) == {"a", "b"}


def test_locales_are_seeded_one_by_one() -> None:
    fake = Faker(["de_DE", "en_US"], seed=1)
    assert [name for name, _ in fake.items()] == ["de_DE", "en_US"]
    assert fake.factories == [fake["de_DE"], fake["en_US"]]
    fake.seed_locale("de-DE", 4)
    assert fake["de_DE"].name() == Faker("de_DE", seed=4).name()
    assert fake["en_US"].name() == Faker("en_US", seed=1).name()
    # What only one of them has is that one's.
    assert {Faker(["en_US", "pl_PL"], seed=1).pesel()[:1].isdigit() for _ in range(5)} == {True}
    assert not hasattr(fake, "no_such_method") and hasattr(fake, "name")


def test_copies_go_on() -> None:
    for locale in ("en_US", ["de_DE", "en_US"]):
        fake = Faker(locale, seed=7)

        def values(one: Any) -> list[Any]:
            return [one.name(), one.pyint(1, 9999), one.unique.email(), one.numerify("###"), one.optional.city(), one.profile()]

        for _ in range(3):
            values(fake)
        copies = [copy.deepcopy(fake), pickle.loads(pickle.dumps(fake)), copy.copy(fake)]
        wanted = values(fake)
        assert [values(one) for one in copies] == [wanted] * 3
        values(copies[0])
        assert values(fake) == values(copies[1])


def test_copies_know_what_was_given() -> None:
    fake = Faker(seed=7)
    fake.set_arguments("die", "max_value", 6)
    given = fake.unique.pyint(1, 2)
    fake.unique.pybool()
    twin = copy.deepcopy(fake)
    assert twin.unique.pyint(1, 2) == 3 - given
    assert twin.get_arguments("die") == {"max_value": 6}
    twin.unique.pybool()
    with pytest.raises(g.Error):
        twin.unique.pybool()


def test_seeds_of_all_reach_fakers_that_other_threads_make() -> None:
    wrong: list[BaseException] = []

    def make() -> None:
        try:
            for _ in range(100):
                Faker().name()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(100):
        Faker.seed(number)
    for thread in threads:
        thread.join()
    assert wrong == []
    Faker.seed(5)
    assert Faker().name() == Faker(seed=5).name()
    Faker.seed()


class Words:
    """A provider that uses what Faker's generators have."""

    __provider__ = "words"

    def __init__(self, generator: Any) -> None:
        self.generator = generator

    def greeting(self) -> str:
        """A text with a name."""
        return str(self.generator.parse("Hello {{first_name}}!"))

    def coin(self) -> Any:
        """One of two."""
        return self.generator.random.choice(("heads", "tails"))


def test_providers_use_the_generator() -> None:
    module = types.ModuleType("words")
    module.Provider = Words  # type: ignore[attr-defined]
    fake = Faker(seed=1)
    fake.add_provider(module)
    assert fake.greeting().startswith("Hello ") and fake.coin() in ("heads", "tails")
    assert "greeting" in dir(fake) and fake.provider("words") is fake.get_providers()[0]
    assert fake.provider("internet").ipv4().count(".") == 3 and fake.provider("nothing") is None
    names = {one.__provider__ for one in fake.get_providers()}
    assert {"faker.providers.person", "faker.providers.misc", "words"} <= names
    assert len({fake.unique.coin() for _ in range(2)}) == 2
    several = Faker(["de_DE", "en_US"], seed=1)
    several.add_provider(Words)
    assert several.greeting().endswith("!")
    with pytest.raises(g.Error, match="has no class Provider"):
        fake.add_provider(types.ModuleType("empty"))


def test_what_is_missing_comes_from_faker_if_it_may() -> None:
    theirs: Any = pytest.importorskip("faker")
    plain = Faker("ru_RU", seed=1)
    assert not hasattr(plain, "large_company")
    with pytest.raises(AttributeError, match=r"fallback=True"):
        plain.large_company()
    fake, again = Faker("ru_RU", seed=1, fallback=True), Faker("ru_RU", seed=1, fallback=True)
    names = [fake.large_company() for _ in range(20)]
    assert len(set(names)) > 15 and names == [again.large_company() for _ in range(20)]
    assert fake.large_company.__doc__ == theirs.Faker("ru_RU").large_company.__doc__
    # Its counter is its own.
    fake.seed_instance(1)
    fake.passport_dob()
    assert fake.large_company() == names[0]
    assert pickle.loads(pickle.dumps(fake)).large_company() == names[1]
    assert len({fake.unique.large_company() for _ in range(50)}) == 50
    # Every method that Faker has in a locale is there.
    for locale in ("ja_JP", "fil_PH", "de_DE", "pl_PL"):
        fake, faker = Faker(locale, seed=1, fallback=True), theirs.Faker(locale)
        for provider in faker.get_providers():
            for name in dir(provider):
                if name[0] != "_" and isinstance(getattr(provider, name), types.MethodType) and name not in ("enum", "bank"):
                    getattr(fake, name)


def test_the_clock_stays_if_it_is_asked_for() -> None:
    fake = Faker(seed=1, now="clock")
    assert fake.future_datetime() > datetime.datetime.now() > fake.past_datetime()
    assert Faker(seed=1).future_datetime() < datetime.datetime(2026, 2, 1)
    twin = pickle.loads(pickle.dumps(fake))
    assert twin.future_datetime() > datetime.datetime.now()


def test_numbers_of_any_length_are_exact() -> None:
    fake = Faker(seed=1)
    assert all(fake.pydecimal(min_value=10**1000) >= 10**1000 for _ in range(20))
    assert all(10**30 <= fake.pydecimal(min_value=10**30, max_value=10**30 + 1, right_digits=3) <= 10**30 + 1 for _ in range(20))


def test_decimals_of_which_nothing_is_said_have_any_number_of_digits() -> None:
    fake = Faker(seed=1)
    values = [fake.pydecimal() for _ in range(500)]
    # By their texts, as the usual context of decimals has 28 digits.
    lengths = [tuple(map(len, f"{value:f}".lstrip("-").partition(".")[::2])) for value in values]
    assert max(left for left, _ in lengths) > 90 < max(right for _, right in lengths)
    assert {value > 0 for value in values} == {True, False}
    assert all(fake.pydecimal(positive=True) > 0 for _ in range(500))
    assert all(fake.pydecimal(positive=False) < 0 for _ in range(500))
    assert all(-int(fake.pydecimal(left_digits=3).as_tuple().exponent) == 2 for _ in range(50))


def test_addresses_are_at_domains_that_programs_take() -> None:
    # email-validator, which pydantic uses, refuses these.
    refused = (".invalid", ".test", ".local", ".localhost", "example.arpa")
    for locale in ("en_US", "de_DE", "ja_JP"):
        fake = Faker(locale, seed=1)
        people = [fake.email(), fake.unique.email(), fake.safe_email(), fake.free_email(), fake.ascii_email(), fake.person()["email"]]
        people += [fake.email() for _ in range(300)]
        assert {address.split("@")[1] for address in people} == {"example.com", "example.net", "example.org"}
        companies = [fake.company_email() for _ in range(300)] + [fake.company_record()["company_email"] for _ in range(50)]
        wild = [fake.email(safe=False) for _ in range(50)]
        assert not [address for address in (*companies, *wild) if address.endswith(refused)]
        assert all(address.endswith(".example") for address in wild)
        assert [Faker(locale, seed=1).safe_email()] == [Faker(locale, seed=1).email()]
    assert len({fake.unique.email() for _ in range(20_000)}) == 20_000


def test_what_a_program_puts_in_the_place_of_a_method_is_called() -> None:
    def upper(text: str) -> str:
        return text.upper()

    fake = Faker(seed=1)
    fake.name = lambda: "nobody"
    fake.pystr_format = upper
    assert fake.parse("{{ name }}") == "nobody"
    assert fake.csv(data_columns=("{{city}}",), num_rows=2).split() == ['"{{CITY}}"'] * 2
    assert fake.json(data_columns={"who": "name"}, num_rows=1) == '{"who": "nobody"}'
    del fake.name, fake.pystr_format
    assert fake.name() != "nobody"


def test_all_that_is_listed_can_be_called() -> None:
    for locale in ("ja_JP", "mr_IN", "en_PH", "bs_BA", "la"):
        fake = Faker(locale, seed=1)
        assert [name for name in dir(fake) if not name.startswith("_") and not hasattr(fake, name)] == []
    assert "bban" in dir(Faker("de_DE")) and "bban" not in dir(Faker("ja_JP"))


def test_errors_have_what_programs_look_for() -> None:
    fake = Faker(seed=1)
    for name, first, last in (("date_between", "today", "-1y"), ("date_time_between", "now", "-1y"), ("pyint", 6, 1)):
        with pytest.raises(ValueError, match="empty range"):
            fake.format(name, first, last)
    with pytest.raises(IndexError):
        fake.random_element([])
    with pytest.raises(AttributeError, match="'Generator' object has no attribute 'nothing'"):
        fake.nothing()


def test_records_agree() -> None:
    fake = Faker(seed=3)
    people = [fake.person() for _ in range(50)]
    assert [person["name"] for person in people] == [fake.name() for _ in range(50)]
    assert [person["email"] for person in people] == [fake.email() for _ in range(50)]
    for person in people:
        assert person["first_name"] in person["name"] and person["last_name"] in person["name"]
    places = [fake.address_record() for _ in range(50)]
    assert [place["city"] for place in places] == [fake.city() for _ in range(50)]
    assert all(place["city"] in address for place, address in zip(places, (fake.address() for _ in range(50))))
    for company in (fake.company_record() for _ in range(50)):
        assert company["company_email"].endswith("@" + company["domain"])
    assert Faker("de_DE", seed=1).person()["phone_number"].startswith("+49")


def test_tables_have_what_methods_give() -> None:
    fake = Faker("de_DE", seed=3)
    table = fake.table(20, ["name", "email", "iban", "ssn"])
    assert table.to_dict()["iban"] == [fake.iban() for _ in range(20)]
    assert table.to_dict()["ssn"] == [fake.ssn() for _ in range(20)]
    assert fake.table(range(5, 9), {"id": "seq", "name": "name"})[0]["id"] == 6
    assert table.to_dict()["email"] == [fake.email() for _ in range(20)]
    assert fake.table(9, ["company_email"]).to_dict()["company_email"] == [fake.company_email() for _ in range(9)]
    with pytest.raises(g.Error, match="`profile` is no column"):
        fake.table(3, ["profile"])
    with pytest.raises(g.Error, match="no generator has this name"):
        fake.table(3, ["nothing"])

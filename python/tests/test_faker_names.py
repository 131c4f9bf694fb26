"""Names that a Faker has and does not have, enums, and what locales have of their own: names in other letters, parts of countries."""

from __future__ import annotations

import collections
import enum
import inspect
from collections.abc import Callable
from typing import Any

import pytest

import gusher as g
from gusher._faker.table import of_faker

# Methods of locales are no business of type checkers here.
Faker: Any = g.Faker


def test_kana_are_the_readings_of_names() -> None:
    fake = Faker("ja_JP", seed=1)
    for _ in range(300):
        # The n-th of each is of one person.
        last, first = fake.name().split(" ")
        kana, letters = fake.kana_name().split(" "), fake.romanized_name().split(" ")
        known_last, known_first = fake.last_name_pair(), fake.first_name_pair()
        assert (last, kana[0], letters[0]) == known_last and (first, kana[1], letters[1]) == known_first
        assert all("ァ" <= sign <= "ー" for sign in "".join(kana))
    assert all(fake.first_name_female_pair()[1] == fake.first_kana_name_female() for _ in range(20))


def test_readings_are_those_that_faker_knows() -> None:
    """Faker's names with their readings; some names have several."""
    theirs: Any = pytest.importorskip("faker.providers.person.ja_JP").Provider
    from gusher._faker.names import readings

    pairs = [pair for pair in (*theirs.first_name_pairs, *theirs.last_name_pairs) if pair[0] in readings()]
    agree = [name for name, kana, _ in pairs if readings()[name][0] == kana]
    assert len(pairs) > 60 and len(agree) > 0.9 * len(pairs), set(pair[0] for pair in pairs) - set(agree)


def test_provinces_of_italy_are_those_of_the_postcode() -> None:
    theirs: Any = pytest.importorskip("faker.providers.address.it_IT").Provider
    from gusher._faker.provinces import province_of_italy

    known = [(code, province) for code, towns in theirs.cap_city_province.items() for _, province in towns]
    # Sardinia was divided anew in 2016.
    assert sum(province_of_italy(code) == province for code, province in known) > 0.99 * len(known)
    table = g.table("towns", 50_000, seed=2, columns={"postcode": "postcode", "city": "city"}, locale="it_IT").to_dict()
    towns = {f"{postcode}, {city}" for postcode, city in zip(table["postcode"], table["city"])}
    fake = Faker("it_IT", seed=1)
    made = [fake.postcode_city_province() for _ in range(50)]
    assert all(text[:5].isdigit() and text[-5:-3] == " (" and text[-3:-1].isupper() for text in made)
    assert sum(text[:-5] in towns for text in made) > 40


@pytest.mark.parametrize(
    ("locale", "module", "names", "method"),
    [
        ("fr_FR", "address.fr_FR", "departments", "department"),
        ("pt_BR", "address.pt_BR", "estados", "estado"),
        ("de_CH", "address.de_CH", "cantons", "canton"),
    ],
)
def test_codes_go_with_their_names(locale: str, module: str, names: str, method: str) -> None:
    theirs: Any = getattr(pytest.importorskip(f"faker.providers.{module}").Provider, names)
    fake = Faker(locale, seed=1)
    made = {getattr(fake, method)() for _ in range(400)}
    known = dict(theirs)
    assert len(made) > 5 and all(code in known for code, _ in made)
    differ = {(code, name, known[code]) for code, name in made if known[code] != name}
    assert len(differ) <= 0.1 * len(made), differ


def test_postcodes_are_of_the_province_that_is_asked_for() -> None:
    fake = Faker("en_CA", seed=1)
    assert {fake.postcode_in_province("QC")[0] for _ in range(60)} == set("GHJ")
    assert fake.postalcode_in_province(province_abbr="YT")[0] == "Y"
    with pytest.raises(g.Error, match="province_abbr='XX': expected one of AB, BC"):
        fake.postcode_in_province("XX")


@pytest.mark.parametrize(
    ("locale", "method", "module"),
    [("el_CY", "vat_id", "cy.vat"), ("lb_LU", "vat_id", "lu.tva"), ("lt_LT", "vat_id", "lt.pvm"), ("mt_MT", "vat_id", "mt.vat"), ("fr_CH", "uid", "ch.uid"), ("fi_FI", "company_vat", "fi.alv")],
)
def test_numbers_of_companies_are_right(locale: str, method: str, module: str) -> None:
    validate: Any = pytest.importorskip(f"stdnum.{module}").validate
    fake = Faker(locale, seed=1)
    for _ in range(100):
        validate(getattr(fake, method)())


def test_check_digits_are_computed() -> None:
    pesel: Any = pytest.importorskip("stdnum.pl.pesel")
    fake = Faker("pl_PL", seed=1)
    number = fake.pesel()
    assert fake.pesel_compute_check_digit(number[:10]) == int(number[10]) == int(pesel.calc_check_digit(number[:10]))
    assert fake.pwz_doctor_compute_check_digit([1, 2, 3, 4, 5, 6]) == (1 + 4 + 9 + 16 + 25 + 36) % 11
    leap = Faker("it_IT", seed=1).is_leap_year
    assert [leap(year) for year in (1900, 2000, 2023, 2024)] == [False, True, False, True]


def test_names_have_their_parts() -> None:
    fake = Faker("uk_UA", seed=1)
    for _ in range(50):
        assert fake.full_name(gender="F").endswith("на") and fake.full_name("M").endswith("ич")
        assert len(fake.full_name(short=True).split(" ")) == 2 and fake.full_name(short=True).count(".") == 2
    assert fake.middle_name_female().endswith("на") and Faker("ru_RU", seed=1).middle_name_male()[-2:] == "ич"
    assert all(len(set(Faker("es_CL", seed=n).given_name().split(" "))) >= 2 for n in range(30))
    assert Faker("zh_CN", seed=1).romanized_name().count(" ") == 1
    assert Faker("zh_TW", seed=1).romanized_name().isupper()


def test_a_language_is_the_locale_that_faker_takes_it_for() -> None:
    for short, long in (("es", "es_ES"), ("de", "de_DE"), ("th", "th_TH")):
        assert [getattr(Faker(short, seed=1), name)() for name in ("name", "city", "license_plate")] == [getattr(Faker(long, seed=1), name)() for name in ("name", "city", "license_plate")]
    assert Faker("es", seed=1).nif() == Faker("es_ES", seed=1).nif()


def test_what_other_methods_use_comes_from_faker_too() -> None:
    pytest.importorskip("faker")
    with pytest.raises(AttributeError):
        Faker("gu_IN", seed=1).simple_profile()
    fake = Faker("gu_IN", seed=1, fallback=True)
    assert fake.simple_profile()["name"]
    assert len(fake.csv(data_columns=("{{first_name}}", "{{last_name}}"), num_rows=2).splitlines()) == 2


class Plain(enum.Enum):
    ONE = 1
    TWO = "two"
    SAME = 1


class Bits(enum.IntFlag):
    A = 1
    B = 2


class Single(enum.Enum):
    ONLY = None


class Nothing(enum.Enum):
    pass


def test_members_of_an_enum_come_equally_often() -> None:
    fake = Faker(seed=3)
    counts = collections.Counter(fake.enum(Plain) for _ in range(4000))
    # An alias is no member of its own.
    assert counts.keys() == {Plain.ONE, Plain.TWO} and min(counts.values()) > 1800
    assert {fake.enum(Bits) for _ in range(50)} == {Bits.A, Bits.B}
    assert fake.enum(Single) is Single.ONLY
    assert {fake.unique.enum(Plain), fake.unique.enum(Plain)} == set(Plain)
    with pytest.raises(g.Error):
        fake.unique.enum(Plain)
    empty: Any = pytest.importorskip("faker.providers.python").EmptyEnumException
    assert type(error_of(lambda: fake.enum(Nothing))).__name__ == empty.__name__
    assert isinstance(error_of(lambda: fake.enum(7)), TypeError) and isinstance(error_of(lambda: fake.enum(None)), ValueError)


def error_of(call: Callable[[], Any]) -> BaseException:
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


@pytest.mark.parametrize("locale", ["en_US", "de_DE", "ja_JP", "gu_IN", "fr_DZ", "la"])
def test_no_name_is_an_exception_to_ask_for(locale: str) -> None:
    """`hasattr`, `getattr` with a default, `dir` and `inspect` never see anything but an AttributeError."""
    fake = Faker(locale, seed=1)
    for name in {*of_faker().base, *of_faker().of_locale(locale), "nothing", "_repr_html_", "__array__", "_ipython_canary_method_"}:
        for one in (fake, fake.unique, fake.optional):
            assert callable(getattr(one, name, None)) or not hasattr(one, name) or name == "seed"
    assert [name for name, _ in inspect.getmembers(fake)] != []

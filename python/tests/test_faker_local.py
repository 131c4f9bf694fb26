"""What locales have of their own: numbers are checked by python-stdnum, all else by the forms that it is written in."""

from __future__ import annotations

import datetime
import importlib
import re
import unicodedata
from typing import Any

import pytest

import gusher as g
from gusher._faker.local import names
from gusher._faker.table import of_faker

# Methods of locales are no business of type checkers here.
Faker: Any = g.Faker
# Locales, their methods, and what knows the numbers.
NUMBERS = [
    ("ssn", "bg_BG", "bg.egn"),
    ("ssn", "cs_CZ", "cz.rc"),
    ("ssn", "de_AT", "at.vnr"),
    ("ssn", "de_CH", "ch.ssn"),
    ("ssn", "de_DE", "de.idnr"),
    ("ssn", "el_GR", "gr.amka"),
    ("ssn", "en_CA", "ca.sin"),
    ("ssn", "es_ES", "es.dni"),
    ("ssn", "et_EE", "ee.ik"),
    ("ssn", "fi_FI", "fi.hetu"),
    ("ssn", "fr_FR", "fr.nir"),
    ("ssn", "he_IL", "il.idnr"),
    ("ssn", "hr_HR", "hr.oib"),
    ("ssn", "it_IT", "it.codicefiscale"),
    ("ssn", "nl_BE", "be.nn"),
    ("ssn", "nl_NL", "nl.bsn"),
    ("ssn", "pl_PL", "pl.pesel"),
    ("ssn", "pt_BR", "br.cpf"),
    ("ssn", "pt_PT", "pt.nif"),
    ("ssn", "sk_SK", "sk.rc"),
    ("ssn", "sv_SE", "se.personnummer"),
    ("ssn", "th_TH", "th.pin"),
    ("ssn", "tr_TR", "tr.tckimlik"),
    ("ssn", "zh_CN", "cn.ric"),
    ("vat_id", "bg_BG", "bg.vat"),
    ("vat_id", "de_DE", "de.vat"),
    ("vat_id", "el_GR", "gr.vat"),
    ("vat_id", "en_GB", "gb.vat"),
    ("vat_id", "es_ES", "es.nif"),
    ("vat_id", "et_EE", "ee.kmkr"),
    ("vat_id", "fi_FI", "fi.alv"),
    ("vat_id", "fr_FR", "fr.tva"),
    ("vat_id", "hu_HU", "hu.anum"),
    ("vat_id", "nl_NL", "nl.btw"),
    ("vat_id", "pl_PL", "pl.nip"),
    ("vat_id", "pt_PT", "pt.nif"),
    ("vat_id", "ro_RO", "ro.cui"),
    ("vat_id", "sk_SK", "sk.dph"),
    ("vat_id", "sl_SI", "si.ddv"),
    ("vat_id", "sv_SE", "se.vat"),
    ("cif", "es_ES", "es.cif"),
    ("nie", "es_ES", "es.nie"),
    ("nif", "es_ES", "es.dni"),
    ("cnpj", "pt_BR", "br.cnpj"),
    ("cpf", "pt_BR", "br.cpf"),
    ("curp", "es_MX", "mx.curp"),
    ("company_vat", "fr_FR", "fr.tva"),
    ("siren", "fr_FR", "fr.siren"),
    ("siret", "fr_FR", "fr.siret"),
    ("company_business_id", "fi_FI", "fi.ytunnus"),
    ("person_rut", "es_CL", "cl.rut"),
    ("natural_person_nit_with_check_digit", "es_CO", "co.nit"),
    ("legal_person_nit_with_check_digit", "es_CO", "co.nit"),
    ("nip", "pl_PL", "pl.nip"),
    ("pesel", "pl_PL", "pl.pesel"),
    ("regon", "pl_PL", "pl.regon"),
    ("local_regon", "pl_PL", "pl.regon"),
    ("businesses_inn", "ru_RU", "ru.inn"),
    ("individuals_inn", "ru_RU", "ru.inn"),
    ("businesses_ogrn", "ru_RU", "ru.ogrn"),
    ("org_id", "sv_SE", "se.orgnr"),
]
# What gusher gives to nobody on purpose: a month or a birthday that there is not, a block that is not given out.
NEVER_ISSUED = {"ssn cs_CZ", "ssn sk_SK", "ssn no_NO", "ssn it_IT", "ssn nl_BE", "ssn zh_CN", "ssn sv_SE", "ssn fr_FR", "ssn fi_FI"}

# What computes something from what it is given.
NEED_ARGUMENTS = {"is_leap_year", "pesel_compute_check_digit", "pwz_doctor_compute_check_digit"}


@pytest.mark.parametrize(("method", "locale", "module"), NUMBERS)
def test_numbers_are_right(method: str, locale: str, module: str) -> None:
    validate: Any = pytest.importorskip(f"stdnum.{module}").validate
    fake = Faker(locale, seed=1)
    for _ in range(200):
        number = getattr(fake, method)()
        try:
            validate(number)
        except importlib.import_module("stdnum.exceptions").InvalidComponent:
            # Its digits and its check digit are right, and a part of it is none that is given out.
            assert f"{method} {locale}" in NEVER_ISSUED, number


@pytest.mark.parametrize(
    ("locale", "module", "arguments"),
    [
        ("de_AT", "at.vnr", {"birthdate": datetime.date(1990, 5, 17)}),
        ("et_EE", "ee.ik", {"min_age": 20, "max_age": 30}),
        ("fi_FI", "fi.hetu", {"min_age": 20, "max_age": 30}),
        ("no_NO", "no.fodselsnummer", {"gender": "F"}),
        ("pl_PL", "pl.pesel", {}),
        ("sv_SE", "se.personnummer", {"long": True}),
        ("sv_SE", "se.personnummer", {"dash": False, "min_age": 30}),
        ("zh_CN", "cn.ric", {"area_code": "110101"}),
    ],
)
def test_numbers_with_arguments_are_right(locale: str, module: str, arguments: dict[str, Any]) -> None:
    validate: Any = pytest.importorskip(f"stdnum.{module}").validate
    fake = Faker(locale, seed=1)
    for _ in range(200):
        validate(fake.ssn(**arguments))


def test_numbers_tell_what_they_are_asked_for() -> None:
    assert Faker("uk_UA", seed=1).ssn("21-06-1994")[:5] == "34505"
    assert Faker("no_NO", seed=1).ssn(dob="20010203")[:6] == "030201"
    assert Faker("zh_CN", seed=1).ssn(area_code="654225")[:6] == "654225"
    assert Faker("de_DE", seed=1).rvnr(datetime.date(1991, 5, 17))[2:8] == "170591"
    assert Faker("pl_PL", seed=1).pesel(datetime.date(2007, 4, 13), "F")[:6] == "072413"
    for locale, arguments in (
        ("no_NO", {"gender": "A"}),
        ("no_NO", {"dob": "hello"}),
        ("uk_UA", {"birthday": "1994-06-01"}),
        ("es_MX", {"gender": "x"}),
    ):
        method = "elector_code" if locale == "es_MX" else "ssn"
        with pytest.raises(g.Error):
            getattr(Faker(locale, seed=1), method)(**arguments)


def test_no_locale_has_american_numbers() -> None:
    for locale in sorted(of_faker().locales - {"en", "en_US"}):
        fake = Faker(locale, seed=1)
        if hasattr(fake, "ssn"):
            assert not all(re.fullmatch(r"(000|666)-\d\d-\d{4}", fake.ssn()) for _ in range(3)), locale


def test_what_a_locale_has_of_its_own_is_there() -> None:
    for locale in sorted(of_faker().locales):
        fake = Faker(locale, seed=1)
        assert set(names(locale)) <= set(dir(fake))
        for name in set(names(locale)) - NEED_ARGUMENTS:
            assert getattr(fake, name)() is not None, (locale, name)


@pytest.mark.parametrize("locale", sorted(of_faker().locales))
def test_texts_words_and_jobs_answer_in_every_locale(locale: str) -> None:
    fake = Faker(locale, seed=1)
    for name in ("text", "word", "sentence", "paragraph", "words", "pylist", "pydict", "job", "color_name", "catch_phrase", "bs"):
        if name in ("text", "word", "sentence", "paragraph", "words", "pylist", "pydict") or hasattr(fake, name):
            assert getattr(fake, name)(), name


def test_banks_and_their_numbers_agree() -> None:
    for locale in ("de_DE", "fr_FR", "pl_PL", "tr_TR"):
        fake = Faker(locale, seed=1)
        assert all(fake.iban()[4:] == fake.bban() for _ in range(20))
        assert fake.bank_country() == locale[3:]


@pytest.mark.parametrize("locale", ["en_US", "de_DE", "es_ES", "pt_BR", "en_IN", "ar_EG"])
def test_addresses_are_broken_behind_the_street(locale: str) -> None:
    fake = Faker(locale, seed=1)
    for address in [*(fake.address() for _ in range(100)), fake.unique.address()]:
        street, rest = address.split("\n")
        assert rest.strip() and not street.endswith((",", "،"))
    fake = Faker(locale, seed=1)
    assert [fake.address().split("\n")[0] for _ in range(50)] == [fake.street_address() for _ in range(50)]


def test_addresses_that_begin_with_the_town_are_in_one_line() -> None:
    assert "\n" not in Faker("ja_JP", seed=1).address() + Faker("hu_HU", seed=1).address()


@pytest.mark.parametrize("locale", ["de_DE", "fr_FR", "ja_JP", "ru_RU", "it_IT", "zh_CN", "es_ES", "pt_BR", "nl_NL", "pl_PL"])
def test_words_of_companies_streets_and_work_are_those_of_the_locale(locale: str) -> None:
    """Faker's English words come only where its own locale has English ones, too."""
    theirs: Any = pytest.importorskip("faker").Faker(locale)
    english: Any = pytest.importorskip("faker").Faker("en_US")
    ours: Any = Faker(locale, seed=1)
    for name in ("company_suffix", "street_suffix", "job"):
        common = {getattr(english, name)() for _ in range(3000)}
        is_english = {getattr(theirs, name)() for _ in range(60)} <= common
        found = {getattr(ours, name)() for _ in range(60)}
        # A barista is one in many languages.
        assert is_english or len(found & common) <= len(found) / 5, (name, sorted(found & common))


def test_texts_are_in_the_script_of_the_language() -> None:
    scripts = {"ru_RU": "CYRILLIC", "uk_UA": "CYRILLIC", "el_GR": "GREEK", "he_IL": "HEBREW", "ar_AA": "ARABIC", "zh_CN": "CJK", "hy_AM": "ARMENIAN"}
    for locale, script in scripts.items():
        fake = Faker(locale, seed=1)
        for text in (fake.text(), fake.sentence(), fake.word(), *fake.words(5)):
            signs = [sign for sign in text if sign.isalpha()]
            assert sum(unicodedata.name(sign).startswith(script) for sign in signs) > 0.9 * len(signs) > 0, (locale, text)
    # Faker has Latin there.
    for locale in ("hi_IN", "nb_NO", "hu_HU"):
        assert Faker(locale, seed=1).text().isascii()


def test_towns_have_their_postcodes() -> None:
    for locale in ("cs_CZ", "de_AT", "de_DE", "ro_RO", "sk_SK"):
        table = g.table("towns", 20_000, seed=2, columns={"postcode": "postcode", "city": "city"}, locale=locale).to_dict()
        known = {f"{postcode} {city}" for postcode, city in zip(table["postcode"], table["city"])}
        fake = Faker(locale, seed=1)
        made = [fake.city_with_postcode() for _ in range(20)]
        assert sum(one in known for one in made) > 15
        assert Faker(locale, seed=1).city_name() == Faker(locale, seed=1).city()

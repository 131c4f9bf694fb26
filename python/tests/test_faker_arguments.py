"""Each argument of each of Faker's methods is honoured, or refused by its name: compared with Faker itself."""

from __future__ import annotations

import ast
import collections
import datetime
import importlib.resources
import runpy
from pathlib import Path
from typing import Any

import pytest
from faker_examples import BESIDE, EXAMPLES, FOR_ONE, WORDS
from kinds import differences, kind

import gusher as g
from gusher._faker.methods import METHODS
from gusher._faker.table import of_faker

faker: Any = pytest.importorskip("faker")

# Type checkers find what is refused here.
Faker: Any = g.Faker

# What is tested by itself: a seed gives another value than Faker's; of a short UPC that is not safe Faker leaves the digits out
# where it was given none; the values of a series lie in an iterator; XML has addresses of the web by
# chance.
BY_THEMSELVES = {("email", "safe"), ("enum", "enum_cls"), ("passport_gender", "seed"), ("upc_e", "safe_mode"), ("time_series", "precision"), ("xml", "nb_elements")}
# How many values are compared.
COUNT = 60
SIGNATURES = {name: found.arguments for name, found in of_faker().base.items() if found.arguments}

def test_the_table_of_arguments_is_fakers() -> None:
    # The sources lie beside this folder, the package that is tested elsewhere.
    script = Path(__file__).parent.parent.parent / "tools" / "faker" / "signatures.py"
    table = runpy.run_path(str(script))["table"]()
    ours = importlib.resources.files("gusher._faker").joinpath("methods.tsv").read_text(encoding="utf-8")
    assert table == ours, "tools/faker/signatures.py writes the table"


def keywords(method: str) -> list[tuple[str, ast.expr]]:
    """The arguments of a method with their defaults."""
    call = ast.parse(f"call({SIGNATURES[method]})", mode="eval").body
    assert isinstance(call, ast.Call)
    return [(str(keyword.arg), keyword.value) for keyword in call.keywords]


def parameters() -> list[tuple[str, str]]:
    """Each argument of each method that is here."""
    methods = [method for method in sorted(SIGNATURES) if method in METHODS]
    return [(method, name) for method in methods for name, _ in keywords(method)]


def test_every_argument_has_an_example() -> None:
    assert [one for one in parameters() if one not in FOR_ONE and one[1] not in EXAMPLES and one[1] not in ("safe", "enum_cls")] == []


@pytest.mark.parametrize(("method", "parameter"), parameters())
def test_an_argument_is_honoured_or_refused_by_its_name(method: str, parameter: str) -> None:
    if (method, parameter) in BY_THEMSELVES:
        pytest.skip("tested by itself")
    example = FOR_ONE[method, parameter] if (method, parameter) in FOR_ONE else EXAMPLES[parameter]
    kwargs = {parameter: example, **BESIDE.get((method, parameter), {})}
    ours, theirs = Faker(seed=1, now="clock"), faker.Faker("en_US")
    if parameter not in METHODS[method].parameters:
        with pytest.raises(g.Error, match=f"`{parameter}` is not supported"):
            getattr(ours, method)(**kwargs)
        return
    theirs.seed_instance(1)
    wanted = [getattr(theirs, method)(**kwargs) for _ in range(COUNT)]
    got = [getattr(ours, method)(**kwargs) for _ in range(COUNT)]
    assert [type(value) for value in got[:1]] == [type(value) for value in wanted[:1]] or method == "pyiterable"
    different = differences(kind(wanted), kind(got))
    assert different == [], (wanted[:3], got[:3])


@pytest.mark.parametrize("method", sorted(set(METHODS) & set(SIGNATURES) - {"enum"}))
def test_fakers_defaults_are_taken(method: str) -> None:
    fake = Faker(seed=1)
    for name, expression in keywords(method):
        try:
            default = ast.literal_eval(expression)
        except ValueError:
            continue
        getattr(fake, method)(**{name: default})
    # What dsv is given besides is for the writer of CSV.
    with pytest.raises(TypeError, match="no_such_argument"):
        getattr(fake, method)(no_such_argument=1)


def test_positions_are_fakers() -> None:
    fake = Faker(seed=1)
    assert fake.port_number(True) < 1024
    assert len(fake.words(4, None, "noun", True)) == 4
    assert fake.color("red", None, "rgb").startswith("rgb(")
    with pytest.raises(TypeError, match="at most 1 argument"):
        fake.md5(True, 1)
    with pytest.raises(TypeError, match="takes no arguments"):
        fake.name("x")


def test_words_are_those_of_the_call() -> None:
    fake = Faker(seed=1)
    for text in (
        *[fake.paragraph(ext_word_list=WORDS) for _ in range(50)],
        *[fake.text(90, ext_word_list=WORDS) for _ in range(50)],
        *fake.sentences(9, ext_word_list=WORDS),
        *fake.paragraphs(9, ext_word_list=WORDS),
        *fake.texts(9, ext_word_list=WORDS),
    ):
        assert set(text.lower().replace(".", "").split()) <= set(WORDS)
    nouns = set(Faker(seed=2).words(200, part_of_speech="noun"))
    assert {fake.word(part_of_speech="noun") for _ in range(30)}.isdisjoint({"quickly", "of", "with"})
    assert len(nouns) > 100
    with pytest.raises(g.Error, match="part_of_speech="):
        fake.word(part_of_speech="article")


def test_unique_words_differ() -> None:
    fake = Faker(seed=1)
    assert all(len(set(fake.words(20, unique=True))) == 20 for _ in range(500))
    assert sorted(fake.words(4, ext_word_list=WORDS, unique=True)) == sorted(WORDS)
    with pytest.raises(g.Error, match="only 4 words"):
        fake.words(5, ext_word_list=WORDS, unique=True)


def test_containers_have_values_of_the_types() -> None:
    fake = Faker(seed=1)
    assert {type(value) for _ in range(50) for value in fake.pylist(value_types=[int])} == {int}
    assert {type(value) for value in fake.pytuple(90, False, [int, "str", "date_time"])} == {int, str, datetime.datetime}
    assert {type(value) for value in fake.pyset(90, False, ["decimal"])} == {type(fake.pydecimal())}
    assert len(fake.pylist(7, variable_nb_elements=False)) == 7
    with pytest.raises(g.Error, match="no method `pynothing`"):
        fake.pylist(value_types=["nothing"])


def test_files_are_of_the_category() -> None:
    fake = Faker(seed=1)
    images = faker.providers.file.Provider.file_extensions["image"]
    assert {fake.file_name(category="image").rsplit(".")[-1] for _ in range(200)} <= set(images)
    assert "." not in fake.file_name(extension="")
    assert "." not in fake.file_path(extension=[])
    assert {fake.file_path(extension=["a", "b"])[-2:] for _ in range(50)} == {".a", ".b"}
    assert fake.file_path(depth=2, file_system_rule="windows").count("\\") == 3
    with pytest.raises(g.Error, match="category="):
        fake.file_name(category="thing")


def test_weights_are_exact() -> None:
    fake = Faker(seed=1)
    counts = collections.Counter(fake.random_element({"a": 0.9999, "b": 0.0001}) for _ in range(100_000))
    assert 1 <= counts["b"] <= 30
    many = {number: 1 for number in range(1500)}
    assert len({fake.random_element(many) for _ in range(20_000)}) == 1500
    assert {fake.random_element({"x": 1, "y": 0}) for _ in range(200)} == {"x"}
    assert fake.random_elements(collections.OrderedDict(a=1, b=0), length=5) == ["a"] * 5
    assert sorted(fake.random_elements({"a": 5, "b": 1, "c": 0}, length=3, unique=True)) == ["a", "b", "c"]
    with pytest.raises(g.Error, match="weights are 0"):
        fake.random_element({"a": 0})


def test_numbers_are_within_their_bounds() -> None:
    fake = Faker(seed=1)
    assert all(0 < fake.pyfloat(left_digits=0, positive=True) < 1 for _ in range(500))
    assert len({fake.pyfloat(left_digits=0, positive=True) for _ in range(500)}) > 400
    assert all(fake.pydecimal(left_digits=1, right_digits=0, positive=True) > 0 for _ in range(500))
    assert all(fake.pyfloat(positive=False) <= 0 for _ in range(100))
    assert all(1e-9 <= fake.pyfloat(min_value=1e-9, max_value=2e-9) <= 2e-9 for _ in range(100))
    assert all(fake.pyint(10**9, 10**9 + 1) in (10**9, 10**9 + 1) for _ in range(50))
    assert all(0 <= fake.pyint(0, 10**30) <= 10**30 for _ in range(50))
    for wrong in ({"min_value": 5, "max_value": 1}, {"left_digits": 0, "right_digits": 0}, {"positive": True, "max_value": 0}):
        with pytest.raises(g.Error):
            fake.pydecimal(**wrong)


def test_bounds_fit_the_digits_and_the_digits_are_all_there() -> None:
    ours, theirs = Faker(seed=1), faker.Faker()
    for method, wrong in (
        ("pyfloat", {"left_digits": 1, "max_value": 1000}),
        ("pyfloat", {"left_digits": 1, "min_value": -11}),
        ("pydecimal", {"left_digits": 2, "min_value": 0, "max_value": 1000}),
    ):
        for fake in (ours, theirs):
            with pytest.raises(ValueError):
                getattr(fake, method)(**wrong)
    assert 0 <= ours.pydecimal(left_digits=3, min_value=0, max_value=1000) <= 1000
    for arguments in ({}, {"positive": True}, {"positive": False}, {"right_digits": 0}):
        for fake in (ours, theirs):
            values = [fake.pydecimal(left_digits=3, **arguments) for _ in range(200)]
            assert all(100 <= abs(value) < 1000 for value in values), (fake, arguments)
            signs = {not arguments["positive"]} if "positive" in arguments else {False, True}
            assert {value < 0 for value in values} == signs, (fake, arguments)
    zone = datetime.timezone(datetime.timedelta(hours=14))
    # With a seed "now" is fixed.
    for fake, day in ((ours, datetime.date(2026, 1, 1)), (theirs, datetime.date.today())):
        assert all(day - datetime.timedelta(31) <= fake.past_date(tzinfo=zone) <= day for _ in range(50))


def test_passwords_have_all_classes_that_are_asked_for() -> None:
    fake = Faker(seed=1)
    for length in (4, 10, 12):
        for _ in range(300):
            made = fake.password(length)
            assert len(made) == length
            assert any(map(str.isdigit, made)) and any(map(str.isupper, made)) and any(map(str.islower, made))
            assert set(made) & set("!@#$%^&*()_+")


def test_arguments_that_change_from_call_to_call_take_no_memory() -> None:
    fake = Faker(seed=1)
    for number in range(5000):
        fake.pyint(0, number)
        fake.numerify(f"{number}-##")
    assert len(fake._samplers) <= 1100  # pyright: ignore[reportPrivateUsage]
    # A counter that was given up does not begin again.
    assert len({fake.numerify("0-########") for _ in range(2)} | {Faker(seed=1).numerify("0-########")}) == 3

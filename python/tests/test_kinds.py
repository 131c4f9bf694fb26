"""Every name of another program that is accepted gives the kind of values that this program gives: compared with the programs
themselves. What a kind is follows from the values alone (kinds.py)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from kinds import Kind, differences, kind

import gusher as g
from gusher._gusher import generators, names_of

# How many values are compared.
COUNT = 300

# Names that are accepted and whose values are of another kind, with the reason: nothing else may differ, and nothing that
# stands here may be of the same kind.
_LINE = "an address is one line of all its parts"
_PHONE = "numbers are as E.164 has them"
_FILE = "names of files have numbers"
_PAIR = "a pair is a text here"
_ONE = "theirs is always the same under this locale"
_NEEDS = "without arguments theirs gives nothing that means anything"
EXCEPTIONS: dict[str, dict[str, str]] = {
    "Faker": {
        "bank_country": _ONE,
        "basic_phone_number": _PHONE,
        "color_rgb": "our own name in another spelling, whose values are texts",
        "date_between_dates": _NEEDS,
        "date_time_between_dates": _NEEDS,
        "file_name": _FILE,
        "file_path": _FILE,
        "latlng": _PAIR,
        "opera": "theirs are those of 2012, ours of today",
        "phone_number": _PHONE,
        "unix_time": "whole seconds",
        "zip": "an archive there; the postcode of all others",
    },
    "faker-js": {
        "finance.creditCardCVV": "four digits where the card has four",
        "git.commitDate": "theirs are of the last day",
        "helpers.multiple": _NEEDS,
        "helpers.rangeToNumber": _NEEDS,
        "helpers.replaceSymbols": _NEEDS,
        "helpers.slugify": _NEEDS,
        "internet.ip": "half of theirs are of version 6",
        "internet.jwt": "ours say less",
        "location.postalAddress": _LINE,
        "person.gender": "small letters",
        "phone.number": _PHONE,
        "system.commonFileName": _FILE,
        "system.fileName": _FILE,
        "system.filePath": _FILE,
    },
    "mimesis": {
        "address.address": _LINE,
        "address.coordinates": _PAIR,
        "address.street_name": "ours have their suffix",
        "address.street_number": "theirs end at 1400",
        "cryptographic.jwt": "ours say less",
        "file.file_name": _FILE,
        "finance.currency_symbol": _ONE,
        "path.user": "names of users have numbers",
        "payment.bitcoin_address": "ours are of the test network",
        "payment.cvv": "four digits where the card has four",
        "person.gender": "small letters",
        "person.name": "the name in full: `person.name` is a name of ours",
        "person.sex": "small letters",
        "person.birthdate": "that of the row's person, who may be 80",
    },
}


def of_faker(names: list[str]) -> dict[str, list[Any]]:
    """Values of Faker's methods."""
    faker: Any = pytest.importorskip("faker")
    fake = faker.Faker("en_US")
    fake.seed_instance(5)
    return {name: values for name in names if (values := _called(lambda name=name: getattr(fake, name)())) is not None}


def of_mimesis(names: list[str]) -> dict[str, list[Any]]:
    """Values of mimesis' methods."""
    mimesis: Any = pytest.importorskip("mimesis")
    generic = mimesis.Generic(mimesis.Locale.EN, seed=5)

    def call(name: str) -> Any:
        provider, method = name.split(".")
        return getattr(getattr(generic, provider), method)()

    return {name: values for name in names if (values := _called(lambda name=name: call(name))) is not None}


def _called(call: Any) -> list[Any] | None:
    """Values of a method; none if it needs arguments."""
    try:
        first = call()
        # One file or a megabyte of bytes is enough.
        return [first] if isinstance(first, bytes) else [first, *(call() for _ in range(COUNT - 1))]
    except (TypeError, ValueError, NotImplementedError):
        return None


def of_faker_js(names: list[str]) -> dict[str, list[Any]]:
    """Values of the methods of @faker-js/faker."""
    here = Path(__file__).parent
    target = Path(os.environ.get("CARGO_TARGET_DIR") or here.parent.parent / "target")
    module = target / "node" / "node_modules" / "@faker-js" / "faker" / "dist" / "index.js"
    node = shutil.which("node")
    if node is None or not module.exists():
        pytest.skip("node and @faker-js/faker: script/bootstrap test installs them")
    command = [node, str(here / "fakerjs.mjs"), str(module), str(COUNT)]
    made = subprocess.run(command, capture_output=True, text=True, check=True)
    values: dict[str, list[Any]] = json.loads(made.stdout)
    return {name: values[name] for name in names if values.get(name)}


PROGRAMS = {"Faker": of_faker, "faker-js": of_faker_js, "mimesis": of_mimesis}


def _theirs(values: list[Any]) -> Kind:
    """The kind of their values; of objects that have a name, that of the names."""
    if all(isinstance(value, dict) and "name" in value for value in values):
        return kind(value["name"] for value in values)
    return kind(values)


@pytest.mark.parametrize("program", PROGRAMS)
def test_accepted_names_give_values_of_the_same_kind(program: str) -> None:
    own = {name for name, _ in generators()}
    # Generators of texts that are given with the column (`enum`, `regex`) have no values by themselves.
    accepted = {name: column for name, column, _ in names_of(program) if column and name not in own}
    names = [name for name, column in accepted.items() if column.split("@")[0] not in ("enum", "regex")]
    theirs = PROGRAMS[program](names)
    compared = [name for name in names if name in theirs]
    assert len(compared) >= 0.8 * len(names)
    columns = {name: accepted[name] for name in compared}
    # Each by itself: together, some would be the same column of one person.
    tables = {name: g.table("kinds", COUNT, seed=3, now="now", columns={"x": column}) for name, column in columns.items()}
    ours = {name: table.to_dict()["x"] for name, table in tables.items()}
    different = {name: told for name in compared if (told := differences(_theirs(theirs[name]), kind(ours[name])))}
    unexpected = {
        name: (columns[name], told, theirs[name][0], ours[name][0])
        for name, told in different.items()
        if name not in EXCEPTIONS[program]
    }
    assert unexpected == {}, "\n".join(f"{name}: {told}" for name, told in unexpected.items())
    assert [name for name in EXCEPTIONS[program] if name not in different] == [], "these are of the same kind; they can go"


def test_the_guide_lists_the_exceptions() -> None:
    page = (Path(__file__).parents[2] / "docs/guide/coming-from.md").read_text()
    section = page.split("## Names whose values differ")[1].split("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if "| `" in line]
    listed = {(row[0].removeprefix("| "), row[1].strip("`")) for row in rows}
    assert listed == {(program, name) for program, names in EXCEPTIONS.items() for name in names}

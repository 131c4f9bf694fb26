#!/usr/bin/env python3
"""Compares the types of what Faker and ``gusher.Faker`` give for the calls of calls.txt: ``script/python suites`` calls it.

    python tools/faker/same_types.py [--record]

A type is that of the value, and of what is in it where it is a list, a tuple, a set or a dict of one kind. A call that raises has to raise
here, too: an exception that whoever catches Faker's catches. With ``--record`` the score is written into docs/reference/python.md.
"""

from __future__ import annotations

import argparse
import collections
import datetime
import enum
import pathlib
import sys
from typing import Any

import faker

import gusher as g

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs/reference/python.md"
CALLS = HERE / "calls.txt"
BEGIN, END = "<!-- types of calls -->", "<!-- end of types -->"
# The share of calls that give the same type.
LEAST = 0.97


class Color(enum.Enum):
    """What ``enum`` chooses from."""

    RED = 1
    BLUE = 2


def names(face: Any) -> dict[str, Any]:
    """What the calls may name."""
    locales = {"german": "de_DE", "french": "fr_FR", "polish": "pl_PL", "brazilian": "pt_BR", "italian": "it_IT"}
    locales |= {"spanish": "es_ES", "japanese": "ja_JP"}
    made = {name: face(locale) for name, locale in locales.items()}
    given = {"Color": Color, "OrderedDict": collections.OrderedDict, "date": datetime.date, "datetime": datetime.datetime}
    given |= {"timedelta": datetime.timedelta, "timezone": datetime.timezone}
    return {"fake": face(), "several": face(["de_DE", "en_US"]), **made, **given}


def kind(value: Any) -> Any:
    """The type of a value, with those of what is in it where all of it is of one."""
    if isinstance(value, dict):
        return dict, frozenset(map(type, value))
    if isinstance(value, list | set) and value:
        inside = {type(one) for one in value}
        return type(value), inside.pop() if len(inside) == 1 else None
    if isinstance(value, tuple):
        return tuple, len(value), tuple(map(type, value))
    return type(value)


def outcome(call: str, known: dict[str, Any]) -> tuple[Any, BaseException | None]:
    """The type of what a call gives, or what it raises."""
    try:
        return kind(eval(call, known)), None
    except Exception as error:
        return None, error


def agree(call: str, theirs: dict[str, Any], ours: dict[str, Any]) -> str | None:
    """What differs between the two; nothing if they agree."""
    # Some of Faker's values are of several types by chance.
    found = [outcome(call, theirs) for _ in range(5)]
    made, raised = outcome(call, ours)
    if any(error is not None for _, error in found):
        wanted = next(error for _, error in found if error is not None)
        if raised is None:
            return f"Faker raises {type(wanted).__name__}, and gusher gives {made}"
        return None if isinstance(raised, type(wanted)) else f"Faker raises {type(wanted).__name__}, and gusher {type(raised).__name__}"
    if raised is not None:
        return f"{type(raised).__name__}: {str(raised).splitlines()[0]}"
    kinds = {repr(one) for one, _ in found}
    outer = {repr(one[0] if isinstance(one, tuple) else one) for one, _ in found}
    # Of what is of several types by chance only the outer one is compared.
    mine = repr(made[0] if isinstance(made, tuple) else made)
    return None if repr(made) in kinds or len(kinds) > 1 and mine in outer else f"{sorted(kinds)[0]} with Faker, {made!r} with gusher"


def main() -> None:
    """Compares."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true")
    given = parser.parse_args()
    calls = [line for line in CALLS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    theirs, ours = names(faker.Faker), names(g.Faker)
    differing = {call: found for call in calls if (found := agree(call, theirs, ours)) is not None}
    for call, found in differing.items():
        print(f"{call}: {found}")
    text = f"Of {len(calls)} calls as programs write them (`tools/faker/calls.txt`), {len(calls) - len(differing)} give the same type as Faker's."
    print(text)
    if given.record:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}", encoding="utf-8")
    if len(calls) - len(differing) < LEAST * len(calls):
        sys.exit(f"less than {LEAST:.0%} do")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Lists the methods that a locale of Faker has and ``gusher.Faker`` does not: ``script/python suites`` calls it.

    python tools/faker/missing.py [--record]

With ``--record`` the list is written into docs/reference/faker.md.
"""

from __future__ import annotations

import argparse
import pathlib
import warnings
from typing import Any

import faker
import gusher
from gusher._faker.table import of_faker

PAGE = pathlib.Path(__file__).parent.parent.parent / "docs/reference/faker.md"
BEGIN, END = "<!-- methods that are not here -->\n", "<!-- end of the methods -->"


def missing() -> tuple[dict[str, list[str]], int]:
    """The locales in which each method is not there, and the number of all methods of all locales."""
    fakers = of_faker()
    found: dict[str, list[str]] = {}
    count = 0
    for locale in sorted(fakers.locales):
        ours: Any = gusher.Faker(locale, seed=1)
        theirs = faker.Faker(locale)
        for name in fakers.of_locale(locale):
            if hasattr(theirs, name):
                count += 1
                if not hasattr(ours, name):
                    found.setdefault(name, []).append(locale)
    return found, count


def page(found: dict[str, list[str]], count: int) -> str:
    """The list: methods with the same locales are one row, those of most locales first."""
    rows: dict[str, list[str]] = {}
    for name in sorted(found):
        rows.setdefault(" ".join(found[name]), []).append(f"`{name}`")
    absent = sum(map(len, found.values()))
    lines = [
        f"Of {count:,} methods of {len(of_faker().locales)} locales {count - absent:,} are there ({100 - 100 * absent / count:.1f} %).",
        "",
        "| methods | locales |",
        "|---|---|",
        *(f"| {' '.join(names)} | {locales} |" for locales, names in sorted(rows.items(), key=lambda row: -row[0].count("_"))),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Prints or writes the list."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    made = page(*missing())
    if not parser.parse_args().record:
        print(made, end="")
        return
    text = PAGE.read_text(encoding="utf-8")
    first, last = text.index(BEGIN) + len(BEGIN), text.index(END)
    PAGE.write_text(text[:first] + made + text[last:], encoding="utf-8")


if __name__ == "__main__":
    main()

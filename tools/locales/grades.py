#!/usr/bin/env python3
"""Grades of the locales, as docs/reference/locales.md has them: what a native reader of their lists would say, and what is missing.

    python tools/locales/grades.py             puts the table into the page
    python tools/locales/checks.py --digests   whether the page still says so

"complete" is what readers of fifty rows found nothing in; no count can say that, so READ names them. They must be "good" by count, too.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LOCALES, PAGE = ROOT / "crates/gusher/locales", ROOT / "docs/reference/locales.md"
# Locales of which native readers have read fifty rows of people, addresses and companies without finding a mistake.
READ = {"cs_CZ", "da_DK", "it_IT"}
# A good locale has so many towns, streets, last names and first names at least.
LEAST = {"towns": 100, "streets": 45, "last names": 200, "first names": 250}


def lines(path: pathlib.Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def list_of(locale: str, name: str) -> pathlib.Path | None:
    """The file of the locale or of its language."""
    return next((path for folder in (locale, locale.split("_")[0]) if (path := LOCALES / folder / name).exists()), None)


def source(path: pathlib.Path) -> str:
    return path.read_text(encoding="utf-8").split("\n")[0]


def missing(locale: str) -> list[str]:
    """What keeps a locale from being good."""
    towns = lines(LOCALES / locale / "towns.tsv")
    counts = {"towns": len(towns), "streets": len(lines(list_of(locale, "streets.tsv"))),
              "last names": len({row[0] for row in lines(list_of(locale, "last-names.tsv"))}),
              "first names": len({row[0] for row in lines(list_of(locale, "first-names.tsv"))})}
    found = [f"{counts[kind]} {kind}" for kind, least in LEAST.items() if counts[kind] < least]
    if "shares of the commonest" not in source(list_of(locale, "last-names.tsv")):
        found.append("last names evenly")
    if "shares of the commonest" not in source(list_of(locale, "first-names.tsv")):
        found.append("first names evenly")
    jobs = list_of(locale, "jobs.tsv")
    if not locale.startswith("en"):
        if not jobs:
            found.append("no occupations")
        elif "by hand" not in source(jobs):
            found.append("occupations from packages")
    if sum(row[7] == "r" for row in towns) < len(towns) / 2:
        found.append("few real postcodes")
    return found


def grade(locale: str) -> str:
    return "thin" if missing(locale) else "complete" if locale in READ else "good"


def names() -> list[str]:
    return sorted(path.parent.name for path in LOCALES.glob("*/locale.toml") if (path.parent / "towns.tsv").exists())


def table() -> str:
    """The table of the page."""
    by_grade = {of: [locale for locale in names() if grade(locale) == of] for of in ("complete", "good", "thin")}
    text = "| grade | locales |\n|---|---|\n"
    for of in ("complete", "good"):
        text += f"| {of} ({len(by_grade[of])}) | {' '.join(f'`{locale}`' for locale in by_grade[of])} |\n"
    thin = "; ".join(f"`{locale}` {', '.join(missing(locale))}" for locale in by_grade["thin"])
    return text + f"| thin ({len(by_grade['thin'])}), and why | {thin} |\n"


def is_said() -> bool:
    """Whether the page has the table of today's lists."""
    return table() in PAGE.read_text(encoding="utf-8")


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(re.sub(r"\| grade \| locales \|\n(\|.*\n)+", lambda _: table(), page), encoding="utf-8")

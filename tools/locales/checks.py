#!/usr/bin/env python3
"""Holds the lists of towns, states, names, streets and work to what others know of them, and notes a digest of each file that passed.

    python tools/locales/checks.py             all checks, with the packages that make.py reads, pycountry, timezonefinder and pytickersymbols
    python tools/locales/checks.py names       those of names alone, as `make.py names` makes these alone; also streets, work, towns
    python tools/locales/checks.py --digests   whether every list is one that passed: what script/test runs

Authorities: ISO 3166-2 (pycountry), the postal data of GeoNames, the borders of time zones (timezonefinder), the shares of names
that statistical offices publish (common-last-names.tsv, common-first-names.tsv), grammar (gender.py) and listed firms (pytickersymbols).
"""

import datetime
import hashlib
import pathlib
import sys
import zoneinfo
from collections.abc import Iterator

import grades

HERE = pathlib.Path(__file__).resolve().parent
LOCALES = HERE.parent.parent / "crates/gusher/locales"
PASSED = HERE / "checked.tsv"
# The files that each kind of checks holds to something.
KINDS = {"towns": ("states.tsv", "towns.tsv"), "names": ("first-names.tsv", "generations.tsv", "last-names.tsv", "patronymics.tsv"), "streets": ("streets.tsv",), "work": ("jobs.tsv", "company-words.txt")}
FILES = sorted(path for names in KINDS.values() for name in names for path in LOCALES.glob(f"*/{name}"))
# Codes that ISO 3166-2 has since pycountry's edition of it, or has for a city whose parts have codes of their own.
NEWER = {"NO": {"31", "32", "33", "39", "40", "55", "56"}, "MK": {"85"}}
# A postcode is at most 20 kilometres from its town, in these countries farther; and towns of one name are farther apart than this.
REACH, APART = {"US": 80}, 15
# Of so many towns the zone may differ from that at the position: those at borders and on small islands.
ZONES = 0.02


def rows(path: pathlib.Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def digest(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def name_of(path: pathlib.Path) -> str:
    return f"{path.parent.name}/{path.name}"


def wrong_states(locale: str) -> Iterator[str]:
    """States whose code ISO 3166-2 does not have, or whose name another one has."""
    import pycountry

    country = locale.split("_")[1] if "_" in locale else "US"
    units = {unit.code.split("-")[1] for unit in pycountry.subdivisions.get(country_code=country)} | NEWER.get(country, set())
    states = rows(LOCALES / locale / "states.tsv")
    names = [name for _, name in states]
    for code, name in states:
        if code not in units:
            yield f"{locale}: ISO 3166-2 has no {country}-{code} ({name})"
        if names.count(name) > 1:
            yield f"{locale}: several states are called {name}"


def clock(zone: str | None) -> list[datetime.timedelta | None]:
    """How far from UTC the clocks of a zone are this winter and this summer."""
    times = [datetime.datetime(2026, month, 15, tzinfo=datetime.timezone.utc) for month in (1, 7)]
    return [time.astimezone(zoneinfo.ZoneInfo(zone or "UTC")).utcoffset() for time in times]


def wrong_towns(locale: str) -> Iterator[str]:
    """Towns that are there twice, whose postcodes are not theirs, or whose zone is another one."""
    import postal
    from timezonefinder import TimezoneFinder

    country = locale.split("_")[1] if "_" in locale else "US"
    known = postal.Postcodes(country)
    codes: dict[str, list[tuple[float, float]]] = {}
    for cell in known.near.values():
        for code, position, *_ in cell:
            codes.setdefault(code, []).append(position)
    main = next(line.split('"')[1] for line in (LOCALES / locale / "locale.toml").read_text(encoding="utf-8").splitlines() if line.startswith("timezone"))
    zones, seen, towns = TimezoneFinder(), [], rows(LOCALES / locale / "towns.tsv")
    other_zones, reach = 0, REACH.get(country, 20)
    for name, _, postcodes, latitude, longitude, _, zone, real in towns:
        position = (float(latitude), float(longitude))
        for other, at in seen:
            if other == name and postal.kilometres(at, position) < APART:
                yield f"{locale}: {name} is there twice"
        seen.append((name, position))
        other_zones += clock(zones.timezone_at(lat=position[0], lng=position[1])) != clock(zone or main)
        for part in postcodes.split(";") if known and real == "r" else []:
            code = part.split(",")[0]
            if not any(postal.kilometres(at, position) <= reach for at in codes.get(code, ())):
                yield f"{locale}: {code} is no postcode within {reach} km of {name}"
    if other_zones > ZONES * len(towns):
        yield f"{locale}: {other_zones} of {len(towns)} towns have another time zone than there is at their position"


def unchecked() -> Iterator[str]:
    """Files that have changed since they passed."""
    passed = dict(line.split("\t") for line in PASSED.read_text(encoding="utf-8").splitlines())
    for path in FILES:
        if passed.get(name_of(path)) != digest(path):
            yield f"{name_of(path)} has changed since it passed tools/locales/checks.py"
    if not grades.is_said():
        yield "docs/reference/locales.md does not have the grades of the lists: run tools/locales/grades.py"


def wrong(kind: str) -> Iterator[str]:
    """What the checks of a kind find."""
    if kind == "names":
        import check_names

        yield from check_names.wrong_names(LOCALES)
    if kind == "streets":
        import check_streets

        yield from check_streets.wrong_streets(LOCALES)
    if kind == "work":
        import check_work

        yield from check_work.wrong_work(LOCALES)
    if kind == "towns":
        for locale in sorted(path.parent.name for path in LOCALES.glob("*/towns.tsv")):
            yield from wrong_states(locale)
            yield from wrong_towns(locale)


def note(kinds: list[str]) -> None:
    """Notes the digests of the files of these kinds, and leaves those of the others."""
    passed = dict(line.split("\t") for line in PASSED.read_text(encoding="utf-8").splitlines())
    names = {name for kind in kinds for name in KINDS[kind]}
    passed |= {name_of(path): digest(path) for path in FILES if path.name in names}
    there = {name_of(path) for path in FILES}
    PASSED.write_text("".join(f"{name}\t{passed[name]}\n" for name in sorted(passed) if name in there), encoding="utf-8")
    print(f"{sum(path.name in names for path in FILES)} lists have passed")


def main() -> int:
    kinds = [word for word in sys.argv[1:] if word in KINDS] or list(KINDS)
    only_digests = sys.argv[1:] == ["--digests"]
    found = list(unchecked()) if only_digests else [text for kind in kinds for text in wrong(kind)]
    print("\n".join(found), end="\n" if found else "")
    if found:
        return 1
    if not only_digests:
        note(kinds)
    return 0


if __name__ == "__main__":
    sys.exit(main())

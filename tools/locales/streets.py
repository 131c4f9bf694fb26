"""Streets: their common names in each country, and the numbers of houses in it."""

from collections import defaultdict

from lists import HERE, is_harmless, tidy, toml_list, write_rows

# How much more often the first of a list of names comes than the next: names come by 1 / (rank + STEEPNESS).
STEEPNESS = 15
# What may be behind the number of a house, and how many of a hundred houses have it. A number alone is the form of other countries.
NUMBERS = {
    "DE": (["a", "b", "c"], 7), "AT": (["a", "b", "/1", "/2", "/3"], 12), "CH": (["a", "b", "c"], 6), "FR": ([" bis", " ter"], 3),
    "IT": (["/A", "/B", "/C"], 5), "NL": (["a", "b", "-1", "-2"], 7), "BE": (["A", "B"], 3), "GB": (["A", "B"], 3), "IE": (["A"], 2),
    "SE": (["A", "B", "C", "D"], 15), "NO": (["A", "B", "C"], 12), "DK": (["A", "B"], 8), "FI": ([" A", " B", " C"], 15),
    "PL": ([f"/{n}" for n in range(1, 25)], 35), "CZ": ([f"/{n}" for n in range(1, 40, 2)], 40), "SK": ([f"/{n}" for n in range(1, 30, 2)], 30),
    "HU": (["/A", "/B"], 4), "RU": (["А", "/2", "к1", "к2", "с1"], 15), "UA": (["а", "б", "/2"], 8), "KZ": (["А", "/1", "/2"], 8),
    "HR": (["a", "b", "c"], 7), "SI": (["a", "b", "c"], 8), "RS": (["a", "b"], 5), "MK": (["а", "б"], 4), "BG": (["А", "Б"], 4),
    "RO": (["A", "B"], 4), "MD": (["A", "/1", "/2"], 8), "EE": ([f"-{n}" for n in range(1, 30, 2)], 35), "LV": (["A", *(f"-{n}" for n in range(1, 30, 2))], 35),
    "TR": ([f"/{n}" for n in range(1, 17)], 45), "IN": (["A", "B", "/1", "/2", "/3", "/4"], 25), "BD": (["/A", "/B", "/1"], 15),
    "VN": (["A", "B", "/1", "/2", "/5", "/12"], 20), "TH": ([f"/{n}" for n in range(1, 40)], 55), "JP": ([f"-{n}" for n in range(1, 21)], 92),
    "KR": ([f"-{n}" for n in range(1, 16)], 18), "TW": (["之1", "之2", "之3"], 5), "CO": ([f"-{n:02}" for n in range(5, 100, 7)], 100),
    "IR": (["/1", "/2"], 3), "AU": (["A"], 2), "NZ": (["A", "B"], 4), "ZA": (["A"], 1), "AZ": (["A", "B"], 5), "UZ": (["A"], 4),
}
# The last number of a house. Where numbers are those of blocks, they are even up to thousands.
LAST_NUMBERS = {"US": 9999, "CA": 9999, "JP": 30, "CO": 99, "MX": 1500, "AR": 3999, "CL": 2999, "BR": 1999, "SE": 99, "DK": 149, "NO": 99}
LAST_NUMBER = 199


def names_in(text):
    return [tidy(name.replace("_", " ")) for name in (text.split("|") if "|" in text else text.split())]


STREETS = defaultdict(list)
for line in open(HERE / "streets.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        key, share, forms, names = line.rstrip("\n").split("\t")
        STREETS[key].append((int(share), forms.split(";"), names_in(names)))


def streets_of(locale):
    """Names of streets with weights, 100,000 in all."""
    lines = STREETS.get(locale) or STREETS[locale.split("_")[0]]
    found = defaultdict(float)
    whole = sum(share for share, *_ in lines)
    for share, forms, names in lines:
        own = {form.format(name): 1 / (rank + STEEPNESS) / (at + 1)
               for rank, name in enumerate(names, 1) for at, form in enumerate(forms)}
        for street, weight in own.items():
            found[street] += weight * share / whole / sum(own.values()) * 100_000
    return {street: round(weight) for street, weight in found.items()}


def write_streets(locale):
    streets = {street: weight for street, weight in streets_of(locale).items() if is_harmless(street)}
    rows = sorted(streets.items(), key=lambda row: (-row[1], row[0]))
    write_rows(locale, "streets.tsv", "tools/locales/streets.tsv, common names written down by hand", rows)


def numbers_of(country):
    """What locale.toml says of the numbers of houses."""
    suffixes, share = NUMBERS.get(country, ([], 0))
    text = f"last_number = {LAST_NUMBERS.get(country, LAST_NUMBER)}\n"
    return text + (f"number_suffixes = {toml_list(suffixes)}\nsuffixed = {share}\n" if suffixes else "")

"""First names by decade of birth: the shares of first-names-by-generation.tsv, and what is left for the names of a folder that have none there.

    python tools/locales/generations.py [FOLDER…]
"""

import sys
from collections import defaultdict

from lists import HERE, OUT, write_rows

# The decades: born before 1950, in the 1950s … 1990s, since 2000. And how many years of each people of 18 to 80 years were born in.
DECADES, YEARS = 7, (5, 10, 10, 10, 10, 10, 8)
# Shares are parts of this.
TOTAL = 10_000
# How much more or less often than others names without shares come in each decade, where older or younger people have them.
ERAS = {"old": (4, 3, 1.5, 0.7, 0.4, 0.3, 0.3), "young": (0.15, 0.15, 0.3, 0.6, 1, 1.8, 3), "": (1,) * DECADES}
# No name without a share has more than this in a decade.
MOST = 40


def read():
    """The list: (folder, gender) -> its source, name -> shares; and (folder, gender) -> name -> old or young."""
    sources, shares, eras = {}, {}, defaultdict(dict)
    for line in open(HERE / "first-names-by-generation.tsv", encoding="utf-8"):
        if line.startswith("#"):
            continue
        folder, gender, source, words = line.rstrip("\n").split("\t")
        words = [word.replace("_", " ") for word in words.split()]
        if source in ERAS:
            eras[folder, gender] |= dict.fromkeys(words, source)
            continue
        sources[folder] = source
        shares[folder, gender] = {name: [int(n) for n in numbers.split(",")] for name, _, numbers in (word.partition(":") for word in words)}
    return sources, shares, eras


SOURCES, SHARES, OF_ERA = read()


def listed(folder, gender):
    """The first names of a folder and their weights among all people."""
    rows = (line.rstrip("\n").split("\t") for line in open(OUT / folder / "first-names.tsv", encoding="utf-8") if not line.startswith("#"))
    return {name: int(weight) for name, of, weight in rows if of in (gender, "u")}


def generations_of(folder, gender):
    """name -> its weights in each decade, the names of most people first."""
    known, eras = SHARES[folder, gender], OF_ERA[folder, gender]
    others = {name: weight for name, weight in listed(folder, gender).items() if name not in known}
    factors = {name: ERAS[eras.get(name, eras.get("*", ""))] for name in others}
    weights = {name: list(shares) for name, shares in known.items()} | {name: [0] * DECADES for name in others}
    for decade in range(DECADES):
        rest = TOTAL - sum(shares[decade] for shares in known.values())
        total = sum(weight * factors[name][decade] for name, weight in others.items())
        for name, weight in others.items():
            weights[name][decade] = round(min(MOST, max(0, rest) * weight * factors[name][decade] / total))
    for name in others:
        # Nobody is left out.
        if not any(weights[name]):
            weights[name] = [1] * DECADES
    return dict(sorted(weights.items(), key=lambda row: (-overall(row[1]), row[0])))


def overall(shares):
    """The share of people of 18 to 80 years."""
    return sum(share * years for share, years in zip(shares, YEARS)) / sum(YEARS)


def write_generations(folder):
    """Writes the generations of a folder, where there are some."""
    if folder in SOURCES:
        rows = [(name, gender, *weights) for gender in "fm" for name, weights in generations_of(folder, gender).items()]
        write_rows(folder, "generations.tsv", f"tools/locales/first-names-by-generation.tsv: {SOURCES[folder]}", rows)


if __name__ == "__main__":
    for name in sys.argv[1:] or SOURCES:
        write_generations(name)

#!/usr/bin/env python3
"""Writes python/gusher/_faker/kana.tsv: the Japanese names of the locale ja_JP with their readings in katakana, and in Latin letters. Run by
hand when the lists of names change.

    pip install sudachipy sudachidict_core
    python tools/faker/kana.py

A reading is one that SudachiDict (Apache 2.0) has for a name, and whose Hepburn letters are those of ``readings.tsv``, with which
addresses of email are made. Names that the dictionary does not have are read in parts, or as their letters say.
"""

from __future__ import annotations

import pathlib
import sys

ROOT = pathlib.Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools/locales"))

from japanese import KANA, japanese, romaji, sudachi  # noqa: E402

LISTS = ROOT / "crates/gusher/locales/ja"
TABLE = ROOT / "python/gusher/_faker/kana.tsv"
DICTIONARY = sudachi.Dictionary(dict="core")
# From hiragana to katakana.
TO_KATAKANA = {at: at + 0x60 for at in range(ord("ぁ"), ord("ゖ") + 1)}
# Syllables that are written with a small sign, which the letters of a name are read back by.
SYLLABLES = {letters: sign for sign, letters in reversed(KANA.items()) if sign not in "ヂヅ"}
for row, sign in (("k", "キ"), ("s", "シ"), ("t", "チ"), ("n", "ニ"), ("h", "ヒ"), ("m", "ミ"), ("r", "リ"), ("g", "ギ"), ("j", "ジ"), ("b", "ビ"), ("p", "ピ")):
    first = {"s": "sh", "t": "ch", "j": "j"}.get(row, row + "y")
    SYLLABLES.update({f"{first}{vowel}": sign + small for vowel, small in zip("auo", "ャュョ", strict=True)})
# Letters by another rule than Hepburn's, which some names have.
KUNREI = {"tsu": "tu", "shi": "si", "chi": "ti", "fu": "hu", "ji": "zi"}
SYLLABLES.update({other: SYLLABLES[letters] for letters, other in KUNREI.items()})

# Names with a long vowel, which the dictionary does not have.
LONG = {"修平": "シュウヘイ", "悠人": "ユウト", "颯太": "ソウタ", "颯真": "ソウマ"}


def plain_letters(letters: str) -> str:
    """The same letters for both rules."""
    for one, other in KUNREI.items():
        letters = letters.replace(one, other)
    return letters


def rows(name: str) -> list[list[str]]:
    """The fields of a list's lines."""
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def of_dictionary(name: str, latin: str) -> str | None:
    """A reading that the dictionary has for the name, or for its characters, and that is written with these letters."""
    known = [one.reading_form() for one in DICTIONARY.lookup(name) if one.part_of_speech()[2] == "人名"]
    parts = [one.reading_form() for one in japanese.tokenize(name, sudachi.SplitMode.A)]
    joined = [""]
    for sign in name:
        readings = {one.reading_form() for one in DICTIONARY.lookup(sign)}
        joined = [first + last for first in joined for last in sorted(readings)][:4096]
    wanted = plain_letters(latin)
    return next((one for one in [*known, "".join(parts), *joined] if plain_letters(romaji(one) or "") == wanted), None)


def of_letters(latin: str) -> str | None:
    """The syllables that letters are read as."""
    made, rest = "", latin
    while rest:
        if len(rest) > 1 and rest[0] == rest[1] and rest[0] not in "aeioun" or rest.startswith("tch"):
            made, rest = made + "ッ", rest[1:]
            continue
        syllable = next((rest[:length] for length in (3, 2, 1) if rest[:length] in SYLLABLES), None)
        if syllable is None:
            return None
        made, rest = made + SYLLABLES[syllable], rest[len(syllable) :]
    return made


def main() -> None:
    """Writes the table."""
    latin = {name: letters for name, letters in rows("readings.tsv")}
    names = [name for file in ("first-names.tsv", "last-names.tsv") for name, *_ in rows(file)]
    made, read = {}, []
    for name in sorted(set(names)):
        letters, plain = latin[name], name.translate(TO_KATAKANA)
        is_kana = all(sign in KANA or sign in "ャュョッー" for sign in plain)
        kana = plain if is_kana else LONG.get(name) or of_dictionary(name, letters)
        if kana is None:
            kana = of_letters(letters)
            read.append(f"{name} {letters} {kana}")
        assert kana is not None, (name, letters)
        made[name] = f"{name}\t{kana}\t{letters}"
    head = "# Written by tools/faker/kana.py from SudachiDict (Apache 2.0): a name, its reading, the same in Latin letters.\n"
    TABLE.write_text(head + "\n".join(made.values()) + "\n", encoding="utf-8")
    print(f"{len(made)} names, {len(read)} of them read as their letters say: {'; '.join(read)}", file=sys.stderr)


if __name__ == "__main__":
    main()

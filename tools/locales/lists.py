"""What every list goes through: words that none may have, letters of a language, and how files are written."""

import hashlib
import json
import pathlib
import re
import unicodedata

from tables import FOREIGN, SCRIPTS

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
WORDS = ROOT / "crates/gusher/words"
OUT = ROOT / "crates/gusher/locales"
NODE = HERE / "node_modules"
NAME_SOURCES = "Faker (MIT), @faker-js/faker (MIT), mimesis (MIT)"


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
        scripts.add({"COMBINING": None, "MODIFIER": None, "HIRAGANA": "JAPANESE", "KATAKANA": "JAPANESE", "IDEOGRAPHIC": "CJK"}.get(name[0], name[0]))
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


# Files

def write(folder, file, sources, text):
    path = OUT / folder / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Made by tools/locales from {sources}.\n{text}", encoding="utf-8")


def write_rows(folder, file, sources, rows):
    write(folder, file, sources, "".join("\t".join(map(str, row)) + "\n" for row in rows))


def toml_list(words):
    return "[" + ", ".join(json.dumps(word, ensure_ascii=False) for word in words) + "]"

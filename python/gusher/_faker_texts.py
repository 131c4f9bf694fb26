"""Texts: patterns, words and sentences, passwords, names of files."""

from __future__ import annotations

from typing import Any

from ._faker_choices import choice, some
from ._faker_method import Made
from ._gusher import Error


def _digits(text: str, letters: str = "") -> str:
    """The signs of Faker's patterns in ours: Faker has # for a digit, % for one that is not 0, ? for a letter."""
    if letters and not letters.isalpha():
        raise Error(f"letters={letters!r}: only letters can be drawn")
    made: list[str] = []
    for sign in text:
        made.append({"#": "[0-9]", "%": "[1-9]", "!": "[0-9]?", "@": "[1-9]?", "?": "[A-Za-z]"}.get(sign) or _plain(sign))
    return "regex:" + "".join(made).replace("@", "\\@")


def _plain(sign: str) -> str:
    return "\\" + sign if sign in ".^$*+?{}[]\\|()" else sign


def numerify(text: str = "###") -> Made:
    return _digits(text.replace("?", "\0")).replace("\0", "\\?"), None


def bothify(text: str = "## ??", letters: str = "") -> Made:
    if letters:
        pool = "".join(sorted(set(letters)))
        return _digits(text).replace("[A-Za-z]", f"[{pool}]"), None
    return _digits(text), None


def lexify(text: str = "????", letters: str = "") -> Made:
    pool = "".join(sorted(set(letters))) if letters else "A-Za-z"
    return "regex:" + "".join(f"[{pool}]" if sign == "?" else _plain(sign) for sign in text), None


def hexify(text: str = "^^^^", upper: bool = False) -> Made:
    pool = "[0-9A-F]" if upper else "[0-9a-f]"
    return "regex:" + "".join(pool if sign == "^" else _plain(sign) for sign in text), None


def words(nb: int = 3, ext_word_list: Any = None, part_of_speech: Any = None, unique: bool = False) -> Made:
    if ext_word_list is not None:
        return some(unique)(ext_word_list, nb)
    return f"words:{nb}", str.split


def word(part_of_speech: Any = None, ext_word_list: Any = None) -> Made:
    return ("word", None) if ext_word_list is None else choice(ext_word_list)


def sentence(nb_words: int = 6, variable_nb_words: bool = True, ext_word_list: Any = None) -> Made:
    if ext_word_list is None:
        return f"words:{nb_words}", _sentence
    word, draw = some(False)([str(one) for one in ext_word_list], nb_words)
    return word, lambda number: _sentence(" ".join(draw(number) if draw else []))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "."


def sentences(nb: int = 3, ext_word_list: Any = None) -> Made:
    return f"words:{5 * nb}", lambda text: _parts(text, nb)


def _parts(text: str, count: int) -> list[str]:
    words = text.split()
    each = max(1, len(words) // count)
    cut = [" ".join(words[at * each : (at + 1) * each]) for at in range(count)]
    return [part[:1].upper() + part[1:] + "." for part in cut]


def paragraph(nb_sentences: int = 3, variable_nb_sentences: bool = True, ext_word_list: Any = None) -> Made:
    return f"words:{6 * nb_sentences}", lambda text: " ".join(_parts(text, nb_sentences))


def paragraphs(nb: int = 3, ext_word_list: Any = None) -> Made:
    return f"words:{18 * nb}", lambda text: [" ".join(_parts(part[:-1], 3)) for part in _parts(text, nb)]


def text_of(max_nb_chars: int = 200, ext_word_list: Any = None) -> Made:
    count = max(1, max_nb_chars // 6)
    return f"words:{count}", lambda text: (text[:1].upper() + text[1:])[: max_nb_chars - 1].rstrip() + "."


def texts(nb_texts: int = 3, max_nb_chars: int = 200, ext_word_list: Any = None) -> Made:
    return f"words:{nb_texts * max(1, max_nb_chars // 7)}", lambda text: [
        part[: max_nb_chars - 1].rstrip(" .") + "." for part in _parts(text, nb_texts)
    ]


def password_of(
    length: int = 10,
    special_chars: bool = True,
    digits: bool = True,
    upper_case: bool = True,
    lower_case: bool = True,
) -> Made:
    pool = ("!#$%&*_" if special_chars else "") + ("0-9" if digits else "")
    pool += ("A-Z" if upper_case else "") + ("a-z" if lower_case else "")
    if not pool:
        raise Error("password(): no characters are left")
    return f"regex:[{pool}]{{{length}}}", None


def pystr(min_chars: int | None = None, max_chars: int = 20, prefix: str = "", suffix: str = "") -> Made:
    low = max_chars if min_chars is None else min_chars
    return f"regex:[A-Za-z]{{{low},{max_chars}}}", lambda text: prefix + text + suffix


def email(safe: bool = True, domain: str | None = None) -> Made:
    return "email", None if domain is None else lambda text: text.split("@")[0] + "@" + domain


def letters(length: int = 16) -> Made:
    return f"regex:[A-Za-z]{{{length}}}", list


_ENDINGS = "(csv|docx|jpg|json|mp3|mp4|pdf|png|txt|zip)"


def file_name(category: str | None = None, extension: str | None = None) -> Made:
    ending = _ENDINGS if extension is None else extension
    return f"regex:[a-z]{{3,10}}\\.{ending}", None


def file_path(depth: int = 1, category: str | None = None, extension: str | None = None) -> Made:
    word, _ = file_name(category, extension)
    return f"regex:(/[a-z]{{3,10}}){{{depth}}}/{word.removeprefix('regex:')}", None

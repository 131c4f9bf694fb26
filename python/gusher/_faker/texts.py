"""Texts: patterns, words and sentences, passwords."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._gusher import Draw, Error
from .errors import AssertedError
from .method import Made, Values

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# --- patterns ---------------------------------------------------------------------------------------------

# What Faker's signs mean: # any digit, % one that is not 0, $ one above 1, ! and @ the same as # and % or nothing.
_DIGITS = {"#": "[0-9]", "%": "[1-9]", "$": "[2-9]", "!": "[0-9]?", "@": "[1-9]?"}


# A column of empty texts.
_NOTHING: Made = ("int:0,0", lambda _: "")


def _plain(sign: str) -> str:
    # What the grammar of columns and regular expressions give a meaning.
    return "\\" + sign if sign in ".^$*+?{}[]\\|()@" else sign


def _class(letters: str) -> str:
    if not letters:
        raise Error("letters: there is nothing to choose from")
    if letters == _LETTERS:
        return "[A-Za-z]"
    escaped = "".join("\\" + sign if sign in "]\\^-[@" else sign for sign in sorted(set(letters)))
    return f"[{escaped}]"


def _regex(text: str, signs: dict[str, str]) -> Made:
    if not text:
        return _NOTHING
    return "regex:" + "".join(signs.get(sign) or _plain(sign) for sign in text), None


def numerify(text: str = "###") -> Made:
    return _regex(text, _DIGITS)


def bothify(text: str = "## ??", letters: str = _LETTERS) -> Made:
    return _regex(text, {**_DIGITS, "?": _class(letters)})


def lexify(text: str = "????", letters: str = _LETTERS) -> Made:
    return _regex(text, {"?": _class(letters)})


def hexify(text: str = "^^^^", upper: bool = False) -> Made:
    return _regex(text, {"^": "[0-9A-F]" if upper else "[0-9a-f]"})


def bothified(draw: Draw, text: str, letters: str = _LETTERS) -> str:
    """The same for a text that is another one at each call."""
    made = []
    for sign in text:
        if sign == "?":
            made.append(draw.choice(letters))
        elif sign in _DIGITS:
            low = "#%$".find(sign) if sign in "%$" else 0
            is_left_out = sign in "!@" and draw.below(2) == 0
            low = 1 if sign == "@" else low
            made.append("" if is_left_out else str(draw.between(low, 9)))
        else:
            made.append(sign)
    return "".join(made)


def pystr_format(
    values: Values, draw: Draw, string_format: str = "?#-###{{random_int}}{{random_letter}}", letters: str = _LETTERS
) -> str:
    return bothified(draw, values.parse(string_format), letters)


def pystr(min_chars: int | None = None, max_chars: int = 20, prefix: str = "", suffix: str = "") -> Made:
    low = max_chars if min_chars is None else min_chars
    if min_chars is None:
        # Faker gives nothing where less than nothing is asked for.
        low = max_chars = max(0, max_chars)
    if not 0 <= low <= max_chars:
        raise AssertedError(f"min_chars={min_chars}, max_chars={max_chars}: expected 0 <= min_chars <= max_chars")
    convert = (lambda text: prefix + text + suffix) if prefix or suffix else None
    if max_chars == 0:
        return _NOTHING[0], lambda _: prefix + suffix
    return f"regex:[A-Za-z]{{{low},{max_chars}}}", convert


def letters(length: int = 16) -> Made:
    return f"regex:[A-Za-z]{{{length}}}", list


# --- words ------------------------------------------------------------------------------------------------

# The generators of the parts of speech that Faker knows in English.
_SPEECH = {"noun": "noun", "verb": "verb", "adverb": "adverb", "adjective": "adjectives", "preposition": "preposition"}


def _pool(values: Values, ext_word_list: Any, part_of_speech: str | None = None) -> Sequence[str]:
    """The words that are chosen from."""
    if ext_word_list is not None:
        made = [str(word) for word in ext_word_list]
        if not made:
            raise Error("ext_word_list: there is nothing to choose from")
        return made
    if part_of_speech is None:
        return values.vocabulary("word")
    generator = _SPEECH.get(part_of_speech)
    if generator is None:
        raise Error(f"part_of_speech={part_of_speech!r}: expected {', '.join(_SPEECH)}")
    return values.vocabulary(generator)


def word(values: Values, draw: Draw, part_of_speech: str | None = None, ext_word_list: Any = None) -> str:
    return draw.choice(_pool(values, ext_word_list, part_of_speech))


def words(
    values: Values,
    draw: Draw,
    nb: int = 3,
    ext_word_list: Any = None,
    part_of_speech: str | None = None,
    unique: bool = False,
) -> list[str]:
    pool = _pool(values, ext_word_list, part_of_speech)
    if nb < 0:
        raise Error(f"nb={nb}: expected a number from 0 on")
    if not unique:
        return [pool[at] for at in draw.indices(nb, len(pool))]
    if nb > len(pool):
        raise Error(f"nb={nb}, unique=True: there are only {len(pool)} words")
    return draw.shuffled(pool, nb)


# --- sentences and what is made of them -------------------------------------------------------------------


def _sentence(draw: Draw, pool: Sequence[str], nb_words: int = 6, is_varied: bool = True) -> str:
    if nb_words <= 0:
        return ""
    count = draw.around(nb_words) if is_varied else nb_words
    text = " ".join(pool[at] for at in draw.indices(count, len(pool)))
    return text[:1].upper() + text[1:] + "."


def words_list(
    values: Values, draw: Draw, part_of_speech: str | None = None, ext_word_list: Any = None
) -> list[str]:
    return list(_pool(values, ext_word_list, part_of_speech))


def _paragraph(draw: Draw, pool: Sequence[str], nb_sentences: int = 3, is_varied: bool = True) -> str:
    if nb_sentences <= 0:
        return ""
    count = draw.around(nb_sentences) if is_varied else nb_sentences
    return " ".join(_sentence(draw, pool) for _ in range(count))


def _text(draw: Draw, pool: Sequence[str], most: int) -> str:
    """Words, sentences or paragraphs, as many as fit."""
    if most < 5:
        raise Error(f"max_nb_chars={most}: expected at least 5")
    if most < 25:
        made = _filled(lambda: draw.choice(pool), " ", most - 1)
        return made[:1].upper() + made[1:] + "."
    if most < 100:
        return _filled(lambda: _sentence(draw, pool), " ", most)
    return _filled(lambda: _paragraph(draw, pool), "\n", most)


# So often the first part of a text may be too long.
_MAX_TRIES = 1000


def _filled(part: Any, between: str, most: int) -> str:
    made, tries = "", 0
    while tries < _MAX_TRIES:
        more = part()
        longer = made + between + more if made else more
        if len(longer) <= most:
            made = longer
        elif made:
            return made
        else:
            # A first part that is too long gives way to another one.
            tries += 1
    raise Error(f"max_nb_chars={most}: no words are short enough")


def sentence(
    values: Values, draw: Draw, nb_words: int = 6, variable_nb_words: bool = True, ext_word_list: Any = None
) -> str:
    return _sentence(draw, _pool(values, ext_word_list), nb_words, variable_nb_words)


def sentences(values: Values, draw: Draw, nb: int = 3, ext_word_list: Any = None) -> list[str]:
    pool = _pool(values, ext_word_list)
    return [_sentence(draw, pool) for _ in range(nb)]


def paragraph(
    values: Values,
    draw: Draw,
    nb_sentences: int = 3,
    variable_nb_sentences: bool = True,
    ext_word_list: Any = None,
) -> str:
    return _paragraph(draw, _pool(values, ext_word_list), nb_sentences, variable_nb_sentences)


def paragraphs(values: Values, draw: Draw, nb: int = 3, ext_word_list: Any = None) -> list[str]:
    pool = _pool(values, ext_word_list)
    return [_paragraph(draw, pool) for _ in range(nb)]


def text(values: Values, draw: Draw, max_nb_chars: int = 200, ext_word_list: Any = None) -> str:
    return _text(draw, _pool(values, ext_word_list), max_nb_chars)


def texts(
    values: Values, draw: Draw, nb_texts: int = 3, max_nb_chars: int = 200, ext_word_list: Any = None
) -> list[str]:
    pool = _pool(values, ext_word_list)
    return [_text(draw, pool, max_nb_chars) for _ in range(nb_texts)]


# --- passwords --------------------------------------------------------------------------------------------


def password(
    values: Values,
    draw: Draw,
    length: int = 10,
    special_chars: bool = True,
    digits: bool = True,
    upper_case: bool = True,
    lower_case: bool = True,
) -> str:
    """A password that has at least one character of each class that is asked for."""
    classes = [
        pool
        for pool, is_wanted in (
            ("!@#$%^&*()_+", special_chars),
            ("0123456789", digits),
            (_LETTERS[26:], upper_case),
            (_LETTERS[:26], lower_case),
        )
        if is_wanted
    ]
    if not classes:
        raise Error("password(): no characters are left")
    if length < len(classes):
        raise AssertedError(f"length={length}: {len(classes)} classes of characters need at least as many")
    everything = "".join(classes)
    made = [draw.choice(pool) for pool in classes]
    made += [everything[at] for at in draw.indices(length - len(classes), len(everything))]
    return "".join(draw.shuffled(made, length))

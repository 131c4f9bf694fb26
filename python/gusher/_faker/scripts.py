"""Words of languages that have another script than Latin, and no list of words here: those of the names that a locale has."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Sequence

from .. import _gusher

__all__ = ["words_of"]

# Generators whose values have names in the language, with how many rows have nearly all of them.
_NAMES = {"language:any": 4000, "currency:any": 4000, "country:any": 4000, "weekday": 100, "month": 100}
# Shorter words are parts of names.
_SHORTEST = 2


@functools.lru_cache(maxsize=None)
def words_of(locale: str) -> Sequence[str]:
    """Words in the script of a locale of ours, in order; none where it is Latin."""
    rows = max(_NAMES.values())
    columns: list[tuple[str | None, str | int]] = [(name, name) for name in _NAMES]
    names = _gusher.table("words", 0, rows, columns, [], 0, None, locale).objects(0, rows)
    parts = {part.lower() for column, count in zip(names, _NAMES.values()) for name in set(column[:count]) for part in str(name).split()}
    return tuple(sorted(part for part in parts if len(part) >= _SHORTEST and _is_word(part)))


def _is_word(text: str) -> bool:
    # Letters and the marks upon them.
    return all(unicodedata.category(sign)[0] in "LM" and not unicodedata.name(sign, "").startswith("LATIN") for sign in text)

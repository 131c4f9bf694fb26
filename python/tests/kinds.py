"""What kind of thing a column's values are: derived from the values alone, so that those of two programs can be compared.

A kind is a form (a number, a date, an address, a text …), the range of what can be measured, the lengths, the number of words,
the kinds of characters, and the words that nearly all values have.
"""

from __future__ import annotations

import datetime
import decimal
import ipaddress
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

# The forms of texts, the narrower ones first.
_FORMS: dict[str, str] = {
    "bool": r"true|false",
    "integer": r"-?\d+",
    "number": r"-?\d*\.\d+|-?\d+(\.\d+)?(e[+-]?\d+)?",
    "datetime": r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?",
    "date": r"\d{4}-\d\d-\d\d",
    "time": r"\d\d:\d\d:\d\d(\.\d+)?",
    "uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "ipv4": r"\d{1,3}(\.\d{1,3}){3}",
    "mac": r"[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}",
    "email": r"[^@\s]+@[^@\s]+\.[^@\s]+",
    "url": r"[a-z]+://\S+",
    "domain": r"[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}",
    "hex colour": r"#[0-9a-fA-F]{6}",
}
# Of these the form says what they are: their parts are names that differ from program to program.
_NAMES = {"email", "url", "domain", "ipv4", "ipv6", "ip", "uuid", "mac"}
_MEASURED = {"integer", "number", "datetime", "date", "time", "duration"}
# Texts of digits that nobody calculates with.
_LONG = 9
_SIGNS = ".,@/:(#+;\"$%&*\n"


@dataclass
class Kind:
    """What a column's values have in common."""

    form: str
    # What can be measured: numbers as they are, times in seconds since 1970.
    low: float = 0
    high: float = 0
    lengths: tuple[float, float, float] = (0, 0, 0)
    words: float = 0
    # The share of values that have a kind of character.
    characters: dict[str, float] = field(default_factory=dict[str, float])
    # The words that at least 95 of a hundred values have, where these have several.
    common: frozenset[str] = frozenset()
    # The values, if there are few different ones.
    values: frozenset[str] = frozenset()
    # For addresses: whether all are public, all private, or neither.
    reach: str = ""
    # Of the items of lists.
    items: Kind | None = None


def text_of(value: Any) -> str:
    """A value as it is written."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, datetime.datetime):
        return value.replace(microsecond=0).isoformat()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return f"{value:f}"
    if isinstance(value, float) and value.is_integer():
        return f"{value:.1f}"
    return str(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple | set | frozenset) or isinstance(value, Iterator)


def kind(values: Iterable[Any]) -> Kind:
    """The kind of these values; those that are null or empty do not count."""
    there = [value for value in values if value is not None and (value != "" if isinstance(value, str) else True)]
    if not there:
        return Kind("nothing")
    if all(map(_is_list, there)):
        items = [item for value in there for item in value]
        lengths = _spread([len(list(value)) for value in there if not isinstance(value, Iterator)] or [0])
        return Kind("list", lengths=lengths, items=kind(items) if items else None)
    for form, classes in (("object", dict), ("bytes", bytes | bytearray)):
        if all(isinstance(value, classes) for value in there):
            return Kind(form, lengths=_spread([len(value) for value in there]))
    spans = [value for value in there if isinstance(value, datetime.timedelta)]
    if len(spans) == len(there):
        seconds = [span.total_seconds() for span in spans]
        return Kind("duration", min(seconds), max(seconds))
    return _of_texts([value if isinstance(value, str) else text_of(value) for value in there])


def _of_texts(texts: Sequence[str]) -> Kind:
    form = next((form for form, pattern in _FORMS.items() if _all_are(pattern, texts)), "text")
    if form == "text" and all(map(_is_address, texts)):
        form = "ip" if any(":" not in text for text in texts) else "ipv6"
    # Numbers of cards, books and telephones are written with or without what divides their digits.
    plain = [re.sub(r"[ -]", "", text) for text in texts]
    if form == "text" and all(text[:-1].isdigit() and (text[-1:].isdigit() or text[-1:] == "X") for text in plain):
        form, texts = "digits", plain
    lengths = _spread([len(text) for text in texts])
    # Leading zeros, or more digits than one calculates with.
    if form == "integer" and (lengths[1] >= _LONG or any(re.fullmatch(r"0\d+", text) for text in texts)):
        form = "digits" if all(text.isdigit() for text in texts) else form
    made = Kind(form, lengths=lengths, words=statistics.median(len(text.split()) for text in texts))
    made.characters = _characters(texts)
    # Of a code of one word, what is the same says when it was made.
    made.common = _common(texts) if made.words > 1 else frozenset()
    different = {text.lower() for text in texts}
    made.values = frozenset(different) if len(different) <= len(texts) / 20 else frozenset()
    if form in _MEASURED:
        numbers = [_measure(form, text) for text in texts]
        made.low, made.high = min(numbers), max(numbers)
    if form == "ipv4":
        made.reach = _reach(texts)
    return made


def _all_are(pattern: str, texts: Sequence[str]) -> bool:
    return all(re.fullmatch(pattern, text) for text in texts)


def _is_address(text: str) -> bool:
    try:
        return bool(ipaddress.ip_address(text))
    except ValueError:
        return False


def _reach(texts: Sequence[str]) -> str:
    addresses = [ipaddress.IPv4Address(text) for text in texts if _valid(text)]
    if all(one.is_global and not one.is_multicast for one in addresses):
        return "public"
    return "private" if all(one.is_private for one in addresses) else ""


def _valid(text: str) -> bool:
    return all(int(part) < 256 for part in text.split("."))


def _measure(form: str, text: str) -> float:
    if form in ("integer", "number"):
        return float(text)
    if form == "time":
        return (datetime.datetime.fromisoformat(f"1970-01-01T{text}") - datetime.datetime(1970, 1, 1)).total_seconds()
    moment = datetime.datetime.fromisoformat(text).replace(tzinfo=None)
    return (moment - datetime.datetime(1970, 1, 1)).total_seconds()


def _spread(lengths: Sequence[float]) -> tuple[float, float, float]:
    ordered = sorted(lengths)
    return ordered[0], statistics.median(ordered), ordered[-1]


def _characters(texts: Sequence[str]) -> dict[str, float]:
    tests: dict[str, Callable[[str], bool]] = {
        "a digit": lambda text: any(sign.isdigit() for sign in text),
        "a space": lambda text: " " in text,
        "a capital": lambda text: any(sign.isupper() for sign in text),
        "a small letter": lambda text: any(sign.islower() for sign in text),
    }
    shares = {name: sum(map(test, texts)) / len(texts) for name, test in tests.items()}
    return shares | {repr(sign): sum(sign in text for text in texts) / len(texts) for sign in _SIGNS}


def _common(texts: Sequence[str]) -> frozenset[str]:
    counts = Counter(word for text in texts for word in set(re.findall(r"[A-Za-z]{2,}", text)))
    return frozenset(word for word, count in counts.items() if count >= 0.95 * len(texts))


# --- two of them ------------------------------------------------------------------------------------------

# Forms whose values the other program may write in another one of the same group.
_ALIKE = [{"integer", "number"}, {"integer", "digits"}, {"number", "digits"}, {"ip", "ipv4"}, {"date", "datetime"}, {"text", "domain"}]


def differences(theirs: Kind, ours: Kind) -> list[str]:
    """What is different about our kind of values; nothing if they are of the same kind."""
    if ours.form == "nothing" or theirs.form == "nothing":
        return [] if ours.form == theirs.form else [f"theirs: {theirs.form}; ours: {ours.form}"]
    if theirs.form != ours.form and not any({theirs.form, ours.form} <= group for group in _ALIKE):
        return [f"theirs: {theirs.form}; ours: {ours.form}"]
    if theirs.items is not None and ours.items is not None:
        return [f"items: {text}" for text in differences(theirs.items, ours.items)]
    if theirs.form in ("object", "bytes", "list"):
        return []
    if theirs.form in _MEASURED and ours.form in _MEASURED:
        return list(_of_measures(theirs, ours))
    return list(_of_characters(theirs, ours))


def _of_measures(theirs: Kind, ours: Kind) -> Iterator[str]:
    # Samples do not reach the ends, and a clock goes on.
    room = max((theirs.high - theirs.low) / 4, 1 if theirs.form in ("integer", "number") else 5 * 86400)
    if theirs.form == "number":
        room = max((theirs.high - theirs.low) / 4, 0)
    for name, low, high in (("ours", ours.low, ours.high),):
        if low < theirs.low - room or high > theirs.high + room:
            yield f"{name}: {low:.15g} to {high:.15g}; theirs: {theirs.low:.15g} to {theirs.high:.15g}"
    if ours.low == ours.high and theirs.low != theirs.high:
        yield f"ours: always {ours.low:.15g}; theirs: {theirs.low:.15g} to {theirs.high:.15g}"


def _of_characters(theirs: Kind, ours: Kind) -> Iterator[str]:
    if theirs.reach and theirs.reach != ours.reach:
        yield f"theirs: {theirs.reach} addresses; ours: {ours.reach or 'any'}"
    low, median, high = theirs.lengths
    # A code of one length has that length; texts may differ by a factor.
    if theirs.form in ("text", "digits") and low == high and not theirs.values and ours.lengths != theirs.lengths:
        yield f"theirs have {low} characters; ours {ours.lengths[0]} to {ours.lengths[2]}"
    elif not (low / 2 - 3 <= ours.lengths[1] <= 2 * high + 3 and ours.lengths[0] / 2 - 3 <= median <= 2 * ours.lengths[2] + 3):
        yield f"theirs have {median:g} characters; ours {ours.lengths[1]:g}"
    if not (theirs.words / 3.5 - 1 <= ours.words <= theirs.words * 3.5 + 1):
        yield f"theirs have {theirs.words:g} words; ours {ours.words:g}"
    if theirs.form in _NAMES:
        return
    is_long = min(theirs.words, ours.words) > 3
    for name, share in theirs.characters.items():
        # Sentences end with a full stop or without.
        if is_long and name == "'.'":
            continue
        if abs(share - ours.characters[name]) > 0.8:
            yield f"theirs have {name} in {share:.0%}; ours in {ours.characters[name]:.0%}"
    # A text that all of theirs have, where ours have more than one word for it.
    for word in sorted(theirs.common - ours.common):
        yield f"all of theirs have `{word}`"
    if theirs.values and ours.values and not theirs.values & ours.values:
        yield f"theirs: {_some(theirs.values)}; ours: {_some(ours.values)}"


def _some(values: frozenset[str]) -> str:
    return ", ".join(sorted(values)[:4])

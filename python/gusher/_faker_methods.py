"""Which columns the methods of Faker are: their words by the table of names that the command has, too, and here what their
arguments mean and what Python's type of their values is."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from ._gusher import Error, names_of

__all__ = ["METHODS", "NEAREST", "Method"]

Convert = Callable[[Any], Any]
Made = tuple[str, Convert | None]


class Method:
    """A method of Faker: what its arguments make of it."""

    __slots__ = ("_make", "takes")

    def __init__(self, make: Callable[..., Made], takes: bool) -> None:
        self._make = make
        self.takes = takes

    def of(self, *args: Any, **kwargs: Any) -> Made:
        """The word of the column, and what makes Faker's type of its values."""
        return self._make(*args, **kwargs)


# --- what Python's values are ---------------------------------------------------------------------------


def _iso(value: datetime.date | datetime.time) -> str:
    return value.isoformat()


def _naive(value: datetime.datetime) -> datetime.datetime:
    # Faker's times have no zone unless one is asked for.
    return value.replace(tzinfo=None)


def _iso_naive(value: datetime.datetime) -> str:
    return value.replace(tzinfo=None).isoformat()


def _or_empty(value: Any) -> Any:
    return "" if value is None else value


def _pair(text: str) -> tuple[Any, Any]:
    from decimal import Decimal

    latitude, longitude = str(text).split(",")
    return Decimal(latitude.strip()), Decimal(longitude.strip())


def _zone(name: str) -> datetime.tzinfo:
    import zoneinfo

    return zoneinfo.ZoneInfo(name)


def _joined(glue: str) -> Convert:
    return lambda values: glue.join(values)


# The methods whose values are of another type than those of our columns.
_CONVERT: Mapping[str, Convert] = {
    **dict.fromkeys(["building_number", "day_of_month", "iana_id", "year", "random_lowercase_letter"], str),
    **dict.fromkeys(["uuid1", "uuid4", "uuid7", "port_text", "coordinate_text"], str),
    **dict.fromkeys(["date", "passport_dob_text"], _iso),
    "time": _iso,
    "iso8601": _iso_naive,
    **dict.fromkeys(
        [
            "date_time",
            "date_time_ad",
            "date_time_between",
            "date_time_between_dates",
            "date_time_this_century",
            "date_time_this_decade",
            "date_time_this_month",
            "date_time_this_year",
            "past_datetime",
        ],
        _naive,
    ),
    "unix_time": float,
    "random_digit_not_null_or_empty": _or_empty,
    "random_digit_or_empty": _or_empty,
    "latlng": _pair,
    "pytimezone": _zone,
}


# --- what arguments make of a method ---------------------------------------------------------------------


def _int(low: int, high: int, step: int = 1) -> Made:
    if step == 1:
        return f"int:{low},{high}", None
    count = (high - low) // step
    return f"int:0,{count}", lambda value: low + step * value


def _pyint(min_value: int = 0, max_value: int = 9999, step: int = 1) -> Made:
    return _int(min_value, max_value, step)


def _random_int(min: int = 0, max: int = 9999, step: int = 1) -> Made:
    return _int(min, max, step)


def _random_number(digits: int | None = None, fix_len: bool = False) -> Made:
    wide = 9 if digits is None else digits
    return _int(10 ** (wide - 1) if fix_len else 0, 10**wide - 1)


def _share(percent: int) -> Made:
    return f"bool:{percent / 100}", None


def _boolean(chance_of_getting_true: int = 50) -> Made:
    return _share(chance_of_getting_true)


def _pybool(truth_probability: int = 50) -> Made:
    return _share(truth_probability)


def _pydecimal(
    left_digits: int | None = None,
    right_digits: int | None = None,
    positive: bool = False,
    min_value: float | None = None,
    max_value: float | None = None,
) -> Made:
    places = 2 if right_digits is None else right_digits
    most = 10 ** (6 if left_digits is None else left_digits) - 1
    low = (0 if positive else -most) if min_value is None else min_value
    high = most if max_value is None else max_value
    return f"decimal:{low},{high},{places}", None


def _pyfloat(
    left_digits: int | None = None,
    right_digits: int | None = None,
    positive: bool = False,
    min_value: float | None = None,
    max_value: float | None = None,
) -> Made:
    word, _ = _pydecimal(left_digits, 6 if right_digits is None else right_digits, positive, min_value, max_value)
    return word, float


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


def _numerify(text: str = "###") -> Made:
    return _digits(text.replace("?", "\0")).replace("\0", "\\?"), None


def _bothify(text: str = "## ??", letters: str = "") -> Made:
    if letters:
        pool = "".join(sorted(set(letters)))
        return _digits(text).replace("[A-Za-z]", f"[{pool}]"), None
    return _digits(text), None


def _lexify(text: str = "????", letters: str = "") -> Made:
    pool = "".join(sorted(set(letters))) if letters else "A-Za-z"
    return "regex:" + "".join(f"[{pool}]" if sign == "?" else _plain(sign) for sign in text), None


def _hexify(text: str = "^^^^", upper: bool = False) -> Made:
    pool = "[0-9A-F]" if upper else "[0-9a-f]"
    return "regex:" + "".join(pool if sign == "^" else _plain(sign) for sign in text), None


def _choice(elements: Any = ("a", "b", "c")) -> Made:
    values = list(elements)
    if not values:
        raise Error("elements: there is nothing to choose from")
    if isinstance(elements, Mapping):
        # Shares are drawn by whole thousandths.
        shares: list[float] = [float(share) for share in elements.values()]
        total = sum(shares)
        ends = [round(1000 * sum(shares[: at + 1]) / total) for at in range(len(shares))]
        return "int:0,999", lambda value: values[next(at for at, end in enumerate(ends) if value < end)]
    return f"int:0,{len(values) - 1}", lambda value: values[value]


def _enumeration(enum_cls: Any = None) -> Made:
    if enum_cls is None:
        return "int:0,0", _no_enumeration
    return _choice(list(enum_cls))


def _no_enumeration(value: Any) -> Any:
    raise TypeError("enum() needs a class of enum.Enum")


def _some(unique: bool) -> Callable[..., Made]:
    def make(elements: Any = ("a", "b", "c"), length: int | None = None) -> Made:
        values = list(elements)
        count = len(values) if length is None else length
        if unique:
            if count > len(values):
                raise Error(f"length={count}: there are only {len(values)} elements")

            def sample(value: int) -> list[Any]:
                left = list(values)
                return [left.pop((value >> (5 * at)) % len(left)) for at in range(count)]

            return f"int:0,{2**62}", sample
        return f"int:0,{2**62}", lambda value: [values[(value >> (5 * at)) % len(values)] for at in range(count)]

    return make


def _day(value: Any, otherwise: str) -> str:
    """A date as a constraint has it, of what Faker takes for one: a date, or how far from today it is."""
    if value is None:
        return otherwise
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return _day(_gusher_today() + value, otherwise)
    text = str(value)
    if text in ("now", "today"):
        return _gusher_today().isoformat()
    if text[:1] in "+-" and text[1:-1].isdigit() and text[-1] in "dwMmy":
        count, unit = int(text[:-1]), text[-1]
        days = {"d": 1, "w": 7, "M": 30.4375, "m": 1 / 1440, "y": 365.25}[unit]
        return (_gusher_today() + datetime.timedelta(days=count * days)).isoformat()
    return text


def _gusher_today() -> datetime.date:
    # What a seed takes for the present.
    return datetime.date(2026, 1, 1)


def _between(generator: str, convert: Convert | None, first: str, last: str) -> Callable[..., Made]:
    def make(start_date: Any = None, end_date: Any = None, tzinfo: datetime.tzinfo | None = None) -> Made:
        change = convert
        if tzinfo is not None and convert is not None:
            change = lambda value: value.astimezone(tzinfo)  # noqa: E731
        return f"{generator}:{_day(start_date, _day(first, ''))},{_day(end_date, _day(last, ''))}", change

    return make


def _between_dates(generator: str, convert: Convert | None) -> Callable[..., Made]:
    make = _between(generator, convert, "-30y", "today")

    def dates(
        date_start: Any = None, date_end: Any = None, datetime_start: Any = None, datetime_end: Any = None
    ) -> Made:
        return make(date_start or datetime_start, date_end or datetime_end)

    return dates


def _birth(tzinfo: datetime.tzinfo | None = None, minimum_age: int = 0, maximum_age: int = 115) -> Made:
    today = _gusher_today()
    first, last = today.replace(year=today.year - maximum_age), today.replace(year=today.year - minimum_age)
    return f"date:{first},{last}", None


def _date(pattern: str = "%Y-%m-%d", end_datetime: Any = None) -> Made:
    return f"date:1970-01-01,{_day(end_datetime, _day('today', ''))}", lambda value: value.strftime(pattern)


def _time(pattern: str = "%H:%M:%S", end_datetime: Any = None) -> Made:
    return "time", lambda value: value.strftime(pattern)


def _date_time(tzinfo: datetime.tzinfo | None = None, end_datetime: Any = None) -> Made:
    word = f"datetime:1970-01-01,{_day(end_datetime, _day('today', ''))}"
    return word, _naive if tzinfo is None else lambda value: value.astimezone(tzinfo)


def _words(nb: int = 3, ext_word_list: Any = None, part_of_speech: Any = None, unique: bool = False) -> Made:
    if ext_word_list is not None:
        return _some(unique)(ext_word_list, nb)
    return f"words:{nb}", str.split


def _word(part_of_speech: Any = None, ext_word_list: Any = None) -> Made:
    return ("word", None) if ext_word_list is None else _choice(ext_word_list)


def _sentence(nb_words: int = 6, variable_nb_words: bool = True, ext_word_list: Any = None) -> Made:
    return f"words:{nb_words}", lambda text: text[:1].upper() + text[1:] + "."


def _sentences(nb: int = 3, ext_word_list: Any = None) -> Made:
    return f"words:{5 * nb}", lambda text: _parts(text, nb)


def _parts(text: str, count: int) -> list[str]:
    words = text.split()
    each = max(1, len(words) // count)
    cut = [" ".join(words[at * each : (at + 1) * each]) for at in range(count)]
    return [part[:1].upper() + part[1:] + "." for part in cut]


def _paragraph(nb_sentences: int = 3, variable_nb_sentences: bool = True, ext_word_list: Any = None) -> Made:
    return f"words:{6 * nb_sentences}", lambda text: " ".join(_parts(text, nb_sentences))


def _paragraphs(nb: int = 3, ext_word_list: Any = None) -> Made:
    return f"words:{18 * nb}", lambda text: [" ".join(_parts(part[:-1], 3)) for part in _parts(text, nb)]


def _text(max_nb_chars: int = 200, ext_word_list: Any = None) -> Made:
    count = max(1, max_nb_chars // 6)
    return f"words:{count}", lambda text: (text[:1].upper() + text[1:])[: max_nb_chars - 1].rstrip() + "."


def _texts(nb_texts: int = 3, max_nb_chars: int = 200, ext_word_list: Any = None) -> Made:
    return f"words:{nb_texts * max(1, max_nb_chars // 7)}", lambda text: [
        part[: max_nb_chars - 1].rstrip(" .") + "." for part in _parts(text, nb_texts)
    ]


def _password(
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


def _pystr(min_chars: int | None = None, max_chars: int = 20, prefix: str = "", suffix: str = "") -> Made:
    low = max_chars if min_chars is None else min_chars
    return f"regex:[A-Za-z]{{{low},{max_chars}}}", lambda text: prefix + text + suffix


def _binary(length: int = 1024) -> Made:
    return f"bytes:{length}", None


def _email(safe: bool = True, domain: str | None = None) -> Made:
    return "email", None if domain is None else lambda text: text.split("@")[0] + "@" + domain


def _letters(length: int = 16) -> Made:
    return f"regex:[A-Za-z]{{{length}}}", list


def _country_code(representation: str = "alpha-2") -> Made:
    words = {"alpha-2": "country.code", "alpha-3": "country.code3"}
    if representation not in words:
        raise Error(f"representation={representation!r}: expected \"alpha-2\" or \"alpha-3\"")
    return words[representation], None


def _raw(word: str) -> Callable[..., Made]:
    return lambda raw_output=False: (word, bytes.fromhex if raw_output else None)


def _uuid(word: str) -> Callable[..., Made]:
    return lambda cast_to=str: (word, cast_to)


def _several(word: str, usual: int) -> Callable[..., Made]:
    return lambda nb_elements=usual, **_: (f"words:{nb_elements}", _KINDS[word])


_KINDS: Mapping[str, Convert] = {
    "list": str.split,
    "tuple": lambda text: tuple(text.split()),
    "set": lambda text: set(text.split()),
    "iterable": str.split,
}

def _rgb(number: int) -> tuple[int, int, int]:
    return number >> 16, number >> 8 & 255, number & 255


def _rgb_float(number: int) -> tuple[float, float, float]:
    red, green, blue = _rgb(number)
    return red / 255, green / 255, blue / 255


def _hue(number: int) -> tuple[int, int, int]:
    return number // 10_201, number // 101 % 101, number % 101


def _aba(number: int) -> str:
    # A routing number's digits by 3, 7 and 1 are a multiple of 10.
    digits = f"{number:08d}"
    total = sum(int(digit) * (3, 7, 1)[at % 3] for at, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def _isbn10(separator: str = "-") -> Made:
    def made(number: int) -> str:
        digits = f"{number:09d}"
        check = sum((at + 1) * int(digit) for at, digit in enumerate(digits)) % 11
        return separator.join([digits[0], digits[1:4], digits[4:], "X" if check == 10 else str(check)])

    return "int:0,999999999", made


def _upc_a(number: int) -> str:
    digits = f"{number:011d}"
    total = sum(int(digit) * (3 if at % 2 == 0 else 1) for at, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


_ENDINGS = "(csv|docx|jpg|json|mp3|mp4|pdf|png|txt|zip)"


def _file_name(category: str | None = None, extension: str | None = None) -> Made:
    ending = _ENDINGS if extension is None else extension
    return f"regex:[a-z]{{3,10}}\\.{ending}", None


def _file_path(depth: int = 1, category: str | None = None, extension: str | None = None) -> Made:
    word, _ = _file_name(category, extension)
    return f"regex:(/[a-z]{{3,10}}){{{depth}}}/{word.removeprefix('regex:')}", None


# Methods that have no generator, and what they are made of.
_COMPOSED: Mapping[str, Made] = {
    "aba": ("int:0,99999999", _aba),
    "color_hsl": ("int:0,3662158", _hue),
    "color_hsv": ("int:0,3662158", _hue),
    "color_rgb": ("int:0,16777215", _rgb),
    "color_rgb_float": ("int:0,16777215", _rgb_float),
    "coordinate": ("decimal:-180,180,6", None),
    "upc_a": ("int:0,99999999999", _upc_a),
}


_ARGUMENTS: Mapping[str, Callable[..., Made]] = {
    "bothify": _bothify,
    "boolean": _boolean,
    "binary": _binary,
    "country_code": _country_code,
    "date": _date,
    "date_between": _between("date", None, "-30y", "today"),
    "date_between_dates": _between_dates("date", None),
    "date_of_birth": _birth,
    "date_time": _date_time,
    "date_time_between": _between("datetime", _naive, "-30y", "today"),
    "date_time_between_dates": _between_dates("datetime", _naive),
    "email": _email,
    "enum": _enumeration,
    "file_name": _file_name,
    "file_path": _file_path,
    "future_date": _between("date", None, "+1d", "+30d"),
    "future_datetime": _between("datetime", _naive, "+1d", "+30d"),
    "hexify": _hexify,
    "isbn10": _isbn10,
    "lexify": _lexify,
    "md5": _raw("hash.md5"),
    "numerify": _numerify,
    "paragraph": _paragraph,
    "paragraphs": _paragraphs,
    "password": _password,
    "past_date": _between("date", None, "-30d", "-1d"),
    "past_datetime": _between("datetime", _naive, "-30d", "-1d"),
    "pybool": _pybool,
    "pydecimal": _pydecimal,
    "pyfloat": _pyfloat,
    "pyint": _pyint,
    "pyiterable": _several("iterable", 10),
    "pylist": _several("list", 10),
    "pyset": _several("set", 10),
    "pystr": _pystr,
    "pytuple": _several("tuple", 10),
    "random_choices": _some(False),
    "random_element": _choice,
    "random_elements": _some(False),
    "random_int": _random_int,
    "random_letters": _letters,
    "random_number": _random_number,
    "random_sample": _some(True),
    "sentence": _sentence,
    "sentences": _sentences,
    "sha1": _raw("hash.sha1"),
    "sha256": _raw("hash.sha256"),
    "text": _text,
    "texts": _texts,
    "time": _time,
    "uuid1": _uuid("uuidv1"),
    "uuid4": _uuid("uuidv4"),
    "uuid7": _uuid("uuidv7"),
    "word": _word,
    "words": _words,
}

def _fixed(word: str, convert: Convert | None) -> Method:
    return Method(lambda: (word, convert), False)


# The methods whose values are tuples, lists or iterators, which our words for them do not make; Faker's zip is an archive.
_OF_ANOTHER_SHAPE = {
    "color_hsl",
    "color_hsv",
    "color_rgb",
    "coordinate",
    "cryptocurrency",
    "currency",
    "local_latlng",
    "location_on_land",
    "nic_handles",
    "passport_dates",
    "passport_owner",
    "time_series",
    "zip",
}


def _methods() -> tuple[dict[str, Method], dict[str, str]]:
    methods: dict[str, Method] = {}
    nearest: dict[str, str] = {}
    for name, word, near in names_of("Faker"):
        if not word:
            nearest[name] = near
        elif name in _OF_ANOTHER_SHAPE:
            nearest[name] = word.partition("@")[0].partition(":")[0]
        else:
            methods[name] = _fixed(word, _CONVERT.get(name))
    for name, (word, convert) in _COMPOSED.items():
        methods[name] = _fixed(word, convert)
        nearest.pop(name, None)
    for name, make in _ARGUMENTS.items():
        methods[name] = Method(make, True)
        nearest.pop(name, None)
    return methods, nearest


METHODS, NEAREST = _methods()

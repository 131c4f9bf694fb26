"""Records of a person whose parts agree: profiles and passports."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from .._gusher import Draw, Error
from .method import Values

_SEXES = {"F": "female", "M": "male", "X": "nonbinary"}


def _sex(draw: Draw, sex: str | None, known: str = "FM") -> str:
    if sex is not None and sex not in known:
        raise Error(f"sex={sex!r}: expected {' or '.join(repr(one) for one in known)}")
    return draw.choice(known) if sex is None else sex


def simple_profile(values: Values, draw: Draw, sex: str | None = None) -> dict[str, Any]:
    sex = _sex(draw, sex)
    name = values.of(f"name_{_SEXES[sex]}")()
    return {
        "username": values.of("user_name")(),
        "name": name,
        "sex": sex,
        "address": values.of("address")(),
        "mail": values.of("free_email")(),
        "birthdate": values.of("date_of_birth")(),
    }


def profile(
    values: Values, draw: Draw, fields: Sequence[str] | None = None, sex: str | None = None
) -> dict[str, Any]:
    simple = simple_profile(values, draw, sex)
    made = {
        "job": values.of("job")(),
        "company": values.of("company")(),
        "ssn": _ssn(values),
        "residence": simple["address"],
        "current_location": (values.of("latitude")(), values.of("longitude")()),
        "blood_group": draw.choice(["A", "B", "AB", "O"]) + draw.choice("+-"),
        "website": [values.of("url")() for _ in range(draw.between(1, 4))],
        **simple,
    }
    return {name: value for name, value in made.items() if name in fields} if fields else made


def _ssn(values: Values) -> str | None:
    try:
        made: str = values.of("ssn")()
    except AttributeError:
        # There is no such number of this country here, and one of another country says something wrong.
        return None
    return made


# --- passports --------------------------------------------------------------------------------------------

# One in about seventy American passports has an X.
_GENDERS = {"M": 493, "F": 493, "X": 14}


def passport_gender(values: Values, draw: Draw, seed: int = 0) -> str:
    made = Draw(seed % 2**64) if seed else draw
    return list(_GENDERS)[made.weighted(list(_GENDERS.values()))]


def passport_owner(values: Values, draw: Draw, gender: str = "X") -> tuple[str, str]:
    first = values.of(f"first_name_{_SEXES.get(gender, 'nonbinary')}")()
    return first, values.of("last_name")()


def _written(day: datetime.date) -> str:
    return f"{day:%d %b %Y}"


def _after(day: datetime.date, years: int) -> datetime.date:
    if (day.month, day.day) == (2, 29):
        day -= datetime.timedelta(days=1)
    return day.replace(year=day.year + years)


def passport_dates(values: Values, draw: Draw, birthday: datetime.date | None = None) -> tuple[str, str, str]:
    """The days of birth, issue and expiry. A passport of a child is valid for five years, that of an adult for ten."""
    today = values.now().date()
    birthday = today if birthday is None else birthday
    sixteenth = _after(birthday, 16)
    years = 5 if today < sixteenth else 10
    first = max(birthday, _after(today, -years) + datetime.timedelta(days=1))
    if years == 10:
        first = max(first, sixteenth)
    issued = datetime.date.fromordinal(draw.between(min(first, today).toordinal(), today.toordinal()))
    return _written(birthday), _written(issued), _written(_after(issued, years))


def passport_full(values: Values, draw: Draw) -> str:
    birth, issued, expires = passport_dates(values, draw, values.of("passport_dob")())
    gender = passport_gender(values, draw)
    first, last = passport_owner(values, draw, gender)
    lines = (first, last, gender, birth, issued, expires, values.of("passport_number")())
    return "".join(f"{line}\n" for line in lines)

"""The numbers that states give to people, by locale: with the arguments that Faker's have, and right check digits. Where a row's
person has such a number (the column ``national.id``), it is the one without arguments."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from .._gusher import Draw, Error
from .digits import CAPITALS, born, day_of, digits, gender_of, letters, luhn, weighed
from .method import Convert, Method, Values
from .national_beyond import (
    aadhaar,
    algerian,
    azerbaijani,
    canadian,
    chinese,
    company_rut,
    curp,
    elector,
    gstin,
    legal_nit,
    mexican,
    nuip,
    pan,
    person_rut,
    rfc,
    rg,
    rut,
    taiwanese,
    thai,
    with_check,
)

__all__ = ["METHODS"]

Rule = Callable[..., Any]


# --- northern Europe --------------------------------------------------------------------------------------


def estonian(values: Values, draw: Draw, min_age: int = 16, max_age: int = 90) -> str:
    day = born(values, draw, min_age, max_age)
    # Two digits for each century, the odd one for men.
    first = str((day.year - 1800) // 100 * 2 + 1 + draw.below(2))
    number = f"{first}{day:%y%m%d}{digits(draw, 3)}"
    return number + _baltic(number)


def _baltic(number: str) -> str:
    check = weighed(number, (1, 2, 3, 4, 5, 6, 7, 8, 9, 1)) % 11
    if check == 10:
        check = weighed(number, (3, 4, 5, 6, 7, 8, 9, 1, 2, 3)) % 11
    return str(check % 10)


def finnish(values: Values, draw: Draw, min_age: int = 0, max_age: int = 105, artificial: bool = False) -> str:
    day = born(values, draw, min_age, max_age)
    # Numbers from 900 on are given to nobody.
    serial = draw.between(900, 999) if artificial else draw.between(2, 899)
    number = int(f"{day:%d%m%y}{serial:03d}")
    return f"{day:%d%m%y}{'+-A'[day.year // 100 - 18]}{serial:03d}{'0123456789ABCDEFHJKLMNPRSTUVWXY'[number % 31]}"


def latvian(values: Values, draw: Draw, min_age: int = 0, max_age: int = 105) -> str:
    day = born(values, draw, min_age, max_age)
    while True:
        number = f"{day:%d%m%y}{day.year // 100 - 18}{digits(draw, 3)}"
        check = (1101 - weighed(number, (1, 6, 3, 7, 9, 10, 5, 8, 4, 2))) % 11
        if check < 10:
            return f"{number[:6]}-{number[6:]}{check}"


def norwegian(values: Values, draw: Draw, dob: str | None = None, gender: str | None = None) -> str:
    day = born(values, draw, 18, 90) if dob is None else day_of(dob, "%Y%m%d")
    is_female = gender_of(draw, gender) == "F"
    while True:
        serial = draw.between(0, 499) if day.year < 2000 else draw.between(500, 999)
        number = f"{day:%d%m%y}{serial:03d}"
        if (serial % 2 == 0) != is_female:
            continue
        first = -weighed(number, (3, 7, 6, 1, 8, 9, 4, 5, 2)) % 11
        second = -weighed(f"{number}{first}", (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        if first < 10 and second < 10:
            return f"{number}{first}{second}"


def swedish(
    values: Values, draw: Draw, min_age: int = 18, max_age: int = 90, long: bool = False, dash: bool = True
) -> str:
    day = born(values, draw, min_age, max_age)
    serial = digits(draw, 3)
    date = f"{day:%Y%m%d}" if long else f"{day:%y%m%d}"
    return f"{date}{'-' if dash else ''}{serial}{luhn(date[-6:] + serial)}"


# --- middle and southern Europe ---------------------------------------------------------------------------


def austrian(values: Values, draw: Draw, birthdate: datetime.date | None = None) -> str:
    day = born(values, draw, 0, 90) if birthdate is None else birthdate
    while True:
        serial = str(draw.between(100, 999))
        check = weighed(f"{serial}{day:%d%m%y}", (3, 7, 9, 5, 8, 4, 2, 1, 6)) % 11
        if check < 10:
            return f"{serial}{check}{day:%d%m%y}"


def pension_insurance(values: Values, draw: Draw, birthdate: datetime.date | None = None) -> str:
    """Germany's, by section 2 of the VKVV."""
    day = born(values, draw, 0, 90) if birthdate is None else birthdate
    number = f"{draw.between(2, 89):02d}{day:%d%m%y}{draw.choice(CAPITALS)}{digits(draw, 2)}"
    plain = f"{number[:8]}{CAPITALS.index(number[8]) + 1:02d}{number[9:]}"
    products = (int(digit) * weight for digit, weight in zip(plain, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)))
    return f"{number}{sum(product // 10 + product % 10 for product in products) % 10}"


def health_insurance(values: Values, draw: Draw) -> str:
    """Germany's: a letter, eight digits, one that checks them, and those of the insurer."""
    letter, first = draw.choice(CAPITALS), digits(draw, 8)
    body = f"{first}{digits(draw, 10)}"
    return letter + body + _alternating(f"{CAPITALS.index(letter) + 1:02d}{body}")


def _alternating(text: str) -> str:
    products = (int(digit) * (1 + at % 2) for at, digit in enumerate(text))
    return str(sum(product // 10 + product % 10 for product in products) % 10)


def hungarian(values: Values, draw: Draw, dob: str | None = None, gender: str | None = None) -> str:
    is_female = gender_of(draw, None if gender is None else gender.upper()) == "F"
    day = born(values, draw, 1, 90) if dob is None else day_of(dob, "%y%m%d")
    first = (1 if day.year < 2000 else 3) + is_female
    while True:
        number = f"{first}{day:%y%m%d}{digits(draw, 3)}"
        weights = range(1, 11) if day.year < 1997 else range(10, 0, -1)
        check = weighed(number, weights) % 11
        if check < 10:
            return f"{number}{check}"


def greek_police(values: Values, draw: Draw) -> str:
    return letters(draw, 2, "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ") + digits(draw, 6)


def _greek(draw: Draw, first: str) -> str:
    number = draw.choice(first) + digits(draw, 7)
    return f"{number}{weighed(number, (256, 128, 64, 32, 16, 8, 4, 2)) % 11 % 10}"


def greek_tin(values: Values, draw: Draw) -> str:
    return _greek(draw, "1234")


def greek_vat(values: Values, draw: Draw, prefix: bool = True) -> str:
    return ("EL" if prefix else "") + _greek(draw, "7890")


_SPANISH = "TRWAGMYFPDXBNJZSQVHLCKE"


def nif(values: Values, draw: Draw) -> str:
    number = digits(draw, 8)
    return number + _SPANISH[int(number) % 23]


def nie(values: Values, draw: Draw) -> str:
    first, number = draw.below(3), digits(draw, 7)
    return "XYZ"[first] + number + _SPANISH[int(f"{first}{number}") % 23]


def cif(values: Values, draw: Draw) -> str:
    kind, number = draw.choice("ABCDEFGHJNPQRSUVW"), digits(draw, 7)
    check = int(luhn(number))
    # Some kinds have a letter for the digit.
    return kind + number + ("JABCDEFGHI"[check] if kind in "NPQRSW" else str(check))


def nuss(values: Values, draw: Draw, company: bool = False) -> str:
    number = f"{draw.between(1, 52):02d}{digits(draw, 7 if company else 8)}"
    return f"{number}{int(number) % 97:02d}"


def identity_card(values: Values, draw: Draw) -> str:
    """Italy's electronic one."""
    return f"C{draw.choice(CAPITALS)}{digits(draw, 5)}{letters(draw, 2)}"


def polish(values: Values, draw: Draw, date_of_birth: datetime.date | None = None, sex: str | None = None) -> str:
    day = born(values, draw, 0, 90) if date_of_birth is None else date_of_birth
    if not 1800 <= day.year < 2300:
        raise Error(f"date_of_birth={day}: expected a year from 1800 to 2299")
    month = day.month + {18: 80, 19: 0, 20: 20, 21: 40, 22: 60}[day.year // 100]
    serial = digits(draw, 3) + str(2 * draw.below(5) + (gender_of(draw, sex) == "M"))
    number = f"{day:%y}{month:02d}{day:%d}{serial}"
    return f"{number}{-weighed(number, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10}"


def polish_card(values: Values, draw: Draw) -> str:
    series, number = letters(draw, 3), digits(draw, 5)
    total = sum((CAPITALS.index(letter) + 10) * weight for letter, weight in zip(series, (7, 3, 1)))
    return f"{series}{(total + weighed(number, (7, 3, 1, 7, 3))) % 10}{number}"


def polish_tax(values: Values, draw: Draw) -> str:
    while True:
        number = str(draw.between(101, 998)) + digits(draw, 6)
        check = weighed(number, (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11
        if check < 10:
            return f"{number}{check}"


def ukrainian(values: Values, draw: Draw, birthday: str | None = None, gender: str | None = None) -> str:
    day = born(values, draw, 0, 90) if birthday is None else day_of(birthday, "%d-%m-%Y")
    last = 2 * draw.below(5) + (gender_of(draw, gender) == "M")
    number = f"{(day - datetime.date(1899, 12, 31)).days:05d}{digits(draw, 3)}{last}"
    return f"{number}{weighed(number, (-1, 5, 7, 9, 4, 6, 10, 5, 7)) % 11 % 10}"


# --- which locale has which -------------------------------------------------------------------------------


def _only(signs: str) -> Convert:
    """A number without the signs that it is written with."""
    return lambda number: "".join(sign for sign in number if sign not in signs)


_ID = "national.id"
_COLUMNS: dict[str, tuple[str, Convert | None]] = {
    **dict.fromkeys(("bg_BG", "dk_DK", "el_GR", "en_GB", "en_IE", "de_CH", "fr_CH", "hr_HR", "it_IT"), (_ID, None)),
    **dict.fromkeys(("ko_KR", "he_IL", "is_IS", "ja_JP", "mk_MK", "nl_NL", "pl_PL", "pt_PT", "ro_RO"), (_ID, None)),
    **dict.fromkeys(("ru_RU", "sl_SI", "sr_RS", "tr_TR", "zu_ZA", "en_ZA", "af_ZA", "en_AU", "es_AR"), (_ID, None)),
    **dict.fromkeys(("da_DK", "cs_CZ", "sk_SK", "de_DE", "es_CL", "es_ES", "ga_IE", "hi_IN", "ta_IN", "fr_CA"), (_ID, None)),
    "de_AT": (_ID, lambda number: number.replace(" ", "")),
    "en_IN": (_ID, None),
    "et_EE": (_ID, None),
    "fi_FI": (_ID, None),
    "fr_BE": (_ID, _only(".-")),
    "fr_FR": (_ID, _only(" ")),
    "lv_LV": (_ID, None),
    "nl_BE": (_ID, _only(".-")),
    "no_NO": (_ID, None),
    "pt_BR": (_ID, _only(".-")),
    "sv_SE": (_ID, lambda number: number[2:]),
    "uk_UA": (_ID, None),
    "zh_CN": (_ID, None),
}
_DRAWN: dict[str, Rule] = {
    "ar_DZ": algerian,
    "az_AZ": azerbaijani,
    "de_AT": austrian,
    "en_CA": canadian,
    "es_CO": nuip,
    "es_MX": mexican,
    "et_EE": estonian,
    "fi_FI": finnish,
    "fr_DZ": algerian,
    "hu_HU": hungarian,
    "lv_LV": latvian,
    "no_NO": norwegian,
    "sv_SE": swedish,
    "th_TH": thai,
    "uk_UA": ukrainian,
    "zh_CN": chinese,
    "zh_TW": taiwanese,
}
_OTHERS: dict[str, dict[str, Rule]] = {
    "de_DE": {"kvnr": health_insurance, "rvnr": pension_insurance},
    "el_GR": {"police_id": greek_police, "tin": greek_tin, "vat_id": greek_vat},
    "en_IN": {"aadhaar_id": aadhaar, "gstin": gstin, "pan": pan},
    "es_CL": {"company_rut": company_rut, "person_rut": person_rut, "rut": rut},
    "es_CO": {
        "legal_person_nit": legal_nit,
        "legal_person_nit_with_check_digit": with_check(legal_nit),
        "natural_person_nit": nuip,
        "natural_person_nit_with_check_digit": with_check(nuip),
        "nuip": nuip,
    },
    **dict.fromkeys(("es_CA", "es_ES"), {"cif": cif, "nie": nie, "nif": nif, "nuss": nuss}),
    "es_MX": {"curp": curp, "elector_code": elector, "rfc": rfc},
    "it_IT": {"cie": identity_card},
    "pl_PL": {"identity_card_number": polish_card, "nip": polish_tax, "pesel": polish},
    "pt_BR": {"rg": rg},
    "th_TH": {"vat_id": thai},
}
_OTHER_COLUMNS: dict[tuple[str, str], tuple[str, Convert | None]] = {
    ("cs_CZ", "birth_number"): (_ID, None),
    ("sk_SK", "birth_number"): (_ID, None),
    ("pt_BR", "cpf"): (_ID, None),
    ("pt_BR", "cin"): (_ID, None),
}


def _methods() -> dict[tuple[str, str], Method]:
    made = {(locale, "ssn"): Method("ssn", column=column, draw=_DRAWN.get(locale)) for locale, column in _COLUMNS.items()}
    for locale, draw in _DRAWN.items():
        made.setdefault((locale, "ssn"), Method("ssn", draw=draw))
    for locale, rules in _OTHERS.items():
        made.update({(locale, name): Method(name, draw=draw) for name, draw in rules.items()})
    made.update({(locale, name): Method(name, column=column) for (locale, name), column in _OTHER_COLUMNS.items()})
    return made


METHODS = _methods()

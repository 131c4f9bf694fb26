"""What else is another way in some countries: forms of dates, banks, barcodes and plates with arguments of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._gusher import Draw, Error
from .barcodes import ean
from .cards import cards_of
from .dates import date_time
from .digits import digits, letters, weighed
from .method import Method, Values

__all__ = ["METHODS"]

# --- Spain, Mexico, Ukraine: plates -----------------------------------------------------------------------

_PLATE = "BCDFGHJKLMNPRSTVWXYZ"


def by_province(values: Values, draw: Draw, province_prefix: str | None = None) -> str:
    prefix = draw.choice(("B", "M", "V", "SE", "ZA", "CA", "GI", "LE")) if province_prefix is None else province_prefix
    return f"{prefix} {digits(draw, 4)} {letters(draw, 2, _PLATE)}"


def by_state(values: Values, draw: Draw, state_abbr: str | None = None) -> str:
    state = draw.choice(("AGS", "BC", "JAL", "NL", "OAX", "PUE", "YUC")) if state_abbr is None else state_abbr
    return f"{state} {letters(draw, 3, _PLATE)}-{digits(draw, 3)}-{draw.choice(_PLATE)}"


# The number of each region of Ukraine on temporary plates, with the letters of its ordinary ones.
_UKRAINE = {
    "Crimea": ("01", "AK"), "Kyiv": ("11", "AA"), "Vinnytsia": ("02", "AB"), "Volyn": ("03", "AC"),
    "Dnipro": ("04", "AE"), "Donetsk": ("05", "AH"), "Zhytomyr": ("06", "AM"), "Zakarpattia": ("07", "AO"),
    "Zaporizhzhia": ("08", "AP"), "IvanoFrankivsk": ("09", "AT"), "KyivOblast": ("10", "AI"), "Kirovohrad": ("12", "BA"),
    "Luhansk": ("13", "BB"), "Lviv": ("14", "BC"), "Mykolaiv": ("15", "BE"), "Odessa": ("16", "BH"),
    "Poltava": ("17", "BI"), "Rivne": ("18", "BK"), "Sumy": ("19", "BM"), "Ternopil": ("20", "BO"),
    "Kharkiv": ("21", "AX"), "Kherson": ("22", "BT"), "Khmelnytskyi": ("23", "BX"), "Cherkasy": ("24", "CA"),
    "Chernihiv": ("25", "CB"), "Chernivtsi": ("26", "CE"), "Sevastopol": ("27", "CH"),
}  # fmt: skip
_UKRAINE_LETTERS = "ABCEHIKMOPTX"


def _region(draw: Draw, region_name: str | None) -> tuple[str, str]:
    if region_name is not None and region_name not in _UKRAINE:
        raise Error(f"region_name={region_name!r}: expected one of {', '.join(_UKRAINE)}")
    return draw.choice(list(_UKRAINE.values())) if region_name is None else _UKRAINE[region_name]


def ukrainian_plate(
    values: Values, draw: Draw, region_name: str | None = None, temporary_plate: bool = False
) -> str:
    number, code = _region(draw, region_name)
    if temporary_plate:
        return f"{number} {letters(draw, 2, _UKRAINE_LETTERS)}{digits(draw, 4)}"
    return f"{code}{digits(draw, 4)}{letters(draw, 2, _UKRAINE_LETTERS)}"


def plate_region_code(values: Values, draw: Draw, region_name: str | None = None) -> str:
    return _region(draw, region_name)[0]


# --- banks and barcodes -----------------------------------------------------------------------------------


def clabe(values: Values, draw: Draw, bank_code: int | None = None) -> str:
    bank = draw.choice((2, 12, 14, 21, 30, 36, 44, 58, 62, 72, 127)) if bank_code is None else bank_code
    if not 1 <= bank <= 999:
        raise Error(f"bank_code={bank_code}: expected a number from 1 to 999")
    number = f"{bank:03d}{digits(draw, 14)}"
    total = sum(int(digit) * weight % 10 for digit, weight in zip(number, (3, 7, 1) * 6))
    return f"{number}{-total % 10}"


def jan(values: Values, draw: Draw, length: int = 13, prefixes: Any = ()) -> str:
    return ean(values, draw, length, prefixes or ("45", "49"))


def jan_of(length: int) -> Callable[..., str]:
    def make(values: Values, draw: Draw, prefixes: Any = ()) -> str:
        return jan(values, draw, length, prefixes)

    return make


def iranian_iban(values: Values, draw: Draw) -> str:
    bban = f"0{digits(draw, 21)}"
    # I and R are 18 and 27 (ISO 13616).
    return f"IR{98 - int(bban + '182700') % 97:02d}{bban}"


def bban_of_belgium(values: Values, draw: Draw) -> str:
    number = digits(draw, 10)
    return f"{number}{int(number) % 97 or 97:02d}"


def bban_of_macedonia(values: Values, draw: Draw) -> str:
    number = digits(draw, 13)
    return f"{number}{98 - int(number) * 100 % 97:02d}"


def bban_of_norway(values: Values, draw: Draw) -> str:
    while True:
        number = digits(draw, 10)
        check = -weighed(number, (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
        if check < 10:
            return f"{number}{check}"


# --- Brazil, India ----------------------------------------------------------------------------------------


def brazilian_postcode(values: Values, draw: Draw, formatted: bool = True) -> str:
    code: str = values.column("postcode")
    return code if formatted else code.replace("-", "")


def _pincode(values: Values, draw: Draw, state_name: str | None = None, include_union_territories: bool = False) -> int:
    return int(values.column("postcode"))


def army_pincode(values: Values, draw: Draw) -> int:
    return draw.choice((56, 99)) * 10_000 + draw.between(1, 9999)


# --- Thailand, Taiwan -------------------------------------------------------------------------------------

_THAI_DIGITS = str.maketrans("0123456789", "๐๑๒๓๔๕๖๗๘๙")
_THAI_MONTHS = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split()


def _thai(text: str, thai_digit: bool) -> str:
    return text.translate(_THAI_DIGITS) if thai_digit else text


def thai_date(
    values: Values,
    draw: Draw,
    pattern: str = "%-d %b %Y",
    end_datetime: Any = None,
    thai_digit: bool = False,
    buddhist_era: bool = True,
) -> str:
    moment = date_time(values, draw, None, end_datetime)
    year = moment.year + 543 * buddhist_era
    forms = {"%-d": str(moment.day), "%b": _THAI_MONTHS[moment.month - 1], "%Y": str(year), "%y": f"{year % 100:02d}"}
    text = pattern
    for form, value in forms.items():
        text = text.replace(form, value)
    return _thai(moment.strftime(text) if "%" in text else text, thai_digit)


def thai_time(
    values: Values, draw: Draw, pattern: str = "%H:%M:%S", end_datetime: Any = None, thai_digit: bool = False
) -> str:
    return _thai(date_time(values, draw, None, end_datetime).strftime(pattern), thai_digit)


def thai_century(
    values: Values, draw: Draw, thai_digit: bool = False, end_datetime: Any = None, buddhist_era: bool = True
) -> str:
    return _thai(str(draw.between(1, 25 if buddhist_era else 21)), thai_digit)


def minguo_year(values: Values, draw: Draw) -> str:
    # The years of the Republic of China begin after 1911.
    return str(draw.between(1970, values.now().year) - 1911)


# --- Poland ----------------------------------------------------------------------------------------------


def doctor(values: Values, draw: Draw) -> str:
    """The number of a doctor's right to practise in Poland."""
    number = digits(draw, 6)
    check = weighed(number, range(1, 7)) % 11
    return doctor(values, draw) if check in (0, 10) else f"{check}{number}"


def nurse(values: Values, draw: Draw, kind: str = "nurse") -> str:
    letter = {"nurse": "P", "midwife": "A"}.get(kind)
    if letter is None:
        raise Error(f'kind={kind!r}: expected "nurse" or "midwife"')
    return f"{draw.between(1, 45):02d}{digits(draw, 5)}{letter}"


# --- places ------------------------------------------------------------------------------------------------


def city_with_postcode(values: Values, draw: Draw) -> str:
    # The n-th of both are of one place.
    return f"{values.of('postcode')()} {values.of('city')()}"


_RULES: dict[str, dict[str, Callable[..., Any]]] = {
    **{locale: {"city_with_postcode": city_with_postcode} for locale in ("cs_CZ", "de_AT", "de_DE", "ro_RO", "sk_SK")},
    "en_IN": {
        **dict.fromkeys(("pincode_in_state", "postcode_in_state", "zipcode_in_state"), _pincode),
        **{f"{kind}_in_{place}": army_pincode for kind in ("pincode", "postcode", "zipcode") for place in ("army", "military")},
    },
    "fa_IR": {"iban": iranian_iban},
    "es_ES": {"license_plate_by_province": by_province},
    "es_MX": {"clabe": clabe, "license_plate_by_state": by_state},
    "ja_JP": {"jan": jan, "jan13": jan_of(13), "jan8": jan_of(8)},
    "mk_MK": {"bban": bban_of_macedonia},
    "nl_BE": {"bban": bban_of_belgium},
    "no_NO": {"bban": bban_of_norway},
    "pl_PL": {"pwz_doctor": doctor, "pwz_nurse": nurse},
    "pt_BR": {"postcode": brazilian_postcode},
    "pt_PT": cards_of("pt_PT"),
    "ru_RU": cards_of("ru_RU"),
    "th_TH": {"century": thai_century, "date": thai_date, "time": thai_time},
    "uk_UA": {"license_plate": ukrainian_plate, "plate_region_code": plate_region_code, **cards_of("uk_UA")},
    "zh_CN": cards_of("zh_CN"),
    "zh_TW": {"minguo_year": minguo_year},
}
METHODS = {(locale, name): Method(name, draw=draw) for locale, rules in _RULES.items() for name, draw in rules.items()}

"""The numbers that states give to companies, by locale, with right check digits. The VAT number without arguments is that of the
row's company (the column ``company.vat.id``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._gusher import Draw, Error
from .digits import CAPITALS, digits, luhn, weighed
from .method import Convert, Method, Values

__all__ = ["METHODS"]

# --- France -----------------------------------------------------------------------------------------------


def _grouped(number: str) -> str:
    return " ".join(number[at : at + 3] for at in range(0, 9, 3)) + (f" {number[9:]}" if len(number) > 9 else "")


def siren(values: Values, draw: Draw) -> str:
    number = digits(draw, 8)
    return _grouped(number + luhn(number))


def siret(values: Values, draw: Draw, max_sequential_digits: int = 2) -> str:
    if not 1 <= max_sequential_digits <= 4:
        raise Error(f"max_sequential_digits={max_sequential_digits}: expected 1 to 4")
    company = siren(values, draw).replace(" ", "")
    number = f"{company}{draw.between(1, 10**max_sequential_digits - 1):04d}"
    return _grouped(number + luhn(number))


def french_vat(values: Values, draw: Draw, siren: str = "") -> str:
    number = siren or _siren(values, draw)
    return f"FR {(12 + 3 * (int(number.replace(' ', '')) % 97)) % 97:02d} {number}"


_siren = siren


def ape_code(values: Values, draw: Draw, version: str | None = "naf-2003") -> str:
    known = {"naf-2003": "ABCDEFZ", "naf-2025": "YGHJKL", None: CAPITALS}
    if version not in known:
        raise Error(f"version={version!r}: expected \"naf-2003\", \"naf-2025\" or None")
    return f"{digits(draw, 2)}.{digits(draw, 2)}{draw.choice(known[version])}"


def rcs_number(values: Values, draw: Draw, city: str = "", letter: str = "", siren: str = "") -> str:
    place = city or values.of("city")()
    return f"RCS {place} {letter or draw.choice('AB')} {siren or _siren(values, draw)}"


# --- Brazil, Poland, Finland, Sweden ----------------------------------------------------------------------


def _brazilian(draw: Draw, use_alphanumeric: bool) -> str:
    signs = f"0123456789{CAPITALS}"
    number = "".join(draw.choice(signs) for _ in range(12)) if use_alphanumeric else f"{digits(draw, 8)}0001"
    for weights in ((5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)):
        rest = sum((ord(sign) - 48) * weight for sign, weight in zip(number, weights)) % 11
        number += "0" if rest < 2 else str(11 - rest)
    return number


def company_id(values: Values, draw: Draw, use_alphanumeric: bool = False) -> str:
    return _brazilian(draw, use_alphanumeric)


def cnpj(values: Values, draw: Draw, use_alphanumeric: bool = False) -> str:
    number = _brazilian(draw, use_alphanumeric)
    return f"{number[:2]}.{number[2:5]}.{number[5:8]}/{number[8:12]}-{number[12:]}"


def regon(values: Values, draw: Draw) -> str:
    number = digits(draw, 8)
    return f"{number}{weighed(number, (8, 9, 2, 3, 4, 5, 6, 7)) % 11 % 10}"


def local_regon(values: Values, draw: Draw) -> str:
    number = regon(values, draw) + digits(draw, 4)
    return f"{number}{weighed(number, (2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8)) % 11 % 10}"


def business_id(values: Values, draw: Draw) -> str:
    while True:
        number = digits(draw, 7)
        check = -weighed(number, (7, 9, 10, 5, 8, 4, 2)) % 11
        if check < 10:
            return f"{number}-{check}"


def org_id(values: Values, draw: Draw, long: bool = False, dash: bool = True) -> str:
    first = f"{draw.choice('12356789')}{draw.below(10)}{draw.between(20, 99)}{digits(draw, 2)}"
    serial = digits(draw, 3)
    return f"{'16' if long else ''}{first}{'-' if dash else ''}{serial}{luhn(first + serial)}"


def _swedish_vat(number: str) -> str:
    return f"SE{number.replace('-', '')[-10:]}01"


def swedish_vat(values: Values, draw: Draw) -> str:
    return _swedish_vat(org_id(values, draw))


def org_and_vat_id(values: Values, draw: Draw, long: bool = False, dash: bool = True) -> tuple[str, str]:
    number = org_id(values, draw, long, dash)
    return number, _swedish_vat(number)


# --- Russia -----------------------------------------------------------------------------------------------

_INN = (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)


def _tax_office(draw: Draw) -> str:
    return f"{draw.between(1, 92):02d}{draw.between(1, 99):02d}"


def _inn(number: str) -> str:
    return f"{number}{weighed(number, _INN[-len(number):]) % 11 % 10}"


def businesses_inn(values: Values, draw: Draw) -> str:
    return _inn(_tax_office(draw) + digits(draw, 5))


def individuals_inn(values: Values, draw: Draw) -> str:
    return _inn(_inn(_tax_office(draw) + digits(draw, 6)))


def _registered(values: Values, draw: Draw, first: str, serial: int, modulus: int) -> str:
    year = draw.between(2, values.now().year - 2000)
    number = f"{first}{year:02d}{draw.between(1, 92):02d}{digits(draw, serial)}"
    return f"{number}{int(number) % modulus % 10}"


def businesses_ogrn(values: Values, draw: Draw) -> str:
    return _registered(values, draw, draw.choice("15"), 7, 11)


def individuals_ogrn(values: Values, draw: Draw) -> str:
    return _registered(values, draw, "3", 9, 13)


def kpp(values: Values, draw: Draw) -> str:
    return f"{_tax_office(draw)}{draw.choice(('01', '43', '44', '45'))}{draw.between(1, 999):03d}"


def snils(values: Values, draw: Draw) -> str:
    number = digits(draw, 9)
    return f"{number}{weighed(number, range(9, 0, -1)) % 101 % 100:02d}"


# --- VAT --------------------------------------------------------------------------------------------------


def british_vat(values: Values, draw: Draw) -> str:
    kind = draw.below(8)
    if kind == 0:
        return f"GBGD{draw.below(500):03d}"
    if kind == 1:
        return f"GBHA{draw.between(500, 999)}"
    number = digits(draw, 7)
    branch = f" {digits(draw, 3)}" if kind < 4 else ""
    return f"GB{number[:3]} {number[3:]} {-weighed(number, range(8, 1, -1)) % 97:02d}{branch}"


def _of_country(country: str, convert: Convert | None = None) -> tuple[str, Convert | None]:
    return f"company.vat.id:{country}", convert


_SWISS = _of_country("CH", lambda number: number.replace("-", "").replace(".", "").removesuffix(" MWST"))
_VAT = {
    **{f"{one.lower()}_{one}": _of_country(one) for one in ("DE", "ES", "FI", "FR", "HR", "HU", "IT", "LV", "NL", "PL", "PT", "RO", "SK")},
    **dict.fromkeys(("de_CH", "fr_CH"), _SWISS),
    "bg_BG": _of_country("BG"),
    "cs_CZ": _of_country("CZ"),
    "de_AT": _of_country("AT"),
    "dk_DK": _of_country("DK"),
    "en_IE": _of_country("IE"),
    "es_CA": _of_country("ES"),
    "et_EE": _of_country("EE"),
    "fr_FR": _of_country("FR", lambda number: f"{number[:4]} {number[4:]}"),
    "lv_LV": _of_country("LV"),
    "nl_BE": _of_country("BE"),
    "sl_SI": _of_country("SI"),
}
_COMPANY_VAT = {"it_IT": _of_country("IT"), "pl_PL": _of_country("PL", lambda number: number[2:])}
_RULES: dict[str, dict[str, Callable[..., Any]]] = {
    "en_GB": {"vat_id": british_vat},
    "fi_FI": {"company_business_id": business_id},
    "fr_FR": {"ape_code": ape_code, "company_vat": french_vat, "rcs_number": rcs_number, "siren": siren, "siret": siret},
    "pl_PL": {"local_regon": local_regon, "regon": regon},
    "pt_BR": {"cnpj": cnpj, "company_id": company_id},
    "ru_RU": {
        one.__name__: one
        for one in (businesses_inn, businesses_ogrn, individuals_inn, individuals_ogrn, kpp, snils)
    },
    "sv_SE": {"org_and_vat_id": org_and_vat_id, "org_id": org_id, "vat_id": swedish_vat},
}
METHODS = {
    **{(locale, "vat_id"): Method("vat_id", column=column) for locale, column in _VAT.items()},
    **{(locale, "company_vat"): Method("company_vat", column=column) for locale, column in _COMPANY_VAT.items()},
    **{(locale, name): Method(name, draw=draw) for locale, rules in _RULES.items() for name, draw in rules.items()},
}

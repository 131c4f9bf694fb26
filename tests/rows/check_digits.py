"""Checks numbers with python-stdnum and schwifty: lines of what a number is, a tab, and the number come by standard input.

Says what is wrong, one line each, and how many were looked at."""

import datetime
import importlib
import sys
import warnings

import schwifty
from stdnum import ean, iban, imei, isbn, luhn
from stdnum.us import rtn
from stdnum.util import get_cc_module

# What a company's tax number is called in python-stdnum, where there is no `vat`.
VAT = {"AR": "cuit", "BR": "cnpj", "CL": "rut", "NO": "mva", "RU": "inn"}
NATIONAL = {
    "AR": "cuit", "AU": "tfn", "BR": "cpf", "CA": "sin", "CH": "ssn", "CL": "rut", "DE": "idnr", "ES": "dni", "HR": "oib",
    "IE": "pps", "IL": "idnr", "IN": "pan", "JP": "in_", "NL": "bsn", "PT": "nif", "RU": "inn", "TR": "tckimlik",
}
# Those that tell a birthday, with the order of its digits where python-stdnum does not read it.
BORN = {
    "AT": ("at", "vnr"), "BE": ("be", "nn"), "BG": ("bg", "egn"), "CN": ("cn", "ric"), "CZ": ("cz", "rc"), "DK": ("dk", "cpr"),
    "EE": ("ee", "ik"), "FI": ("fi", "hetu"), "FR": ("fr", "nir"), "GR": ("gr", "amka"), "IS": ("is_", "kennitala"),
    "IT": ("it", "codicefiscale"), "KR": ("kr", "rrn"), "LV": ("lv", "pvn"), "MK": ("si", "emso"), "NO": ("no", "fodselsnummer"),
    "PL": ("pl", "pesel"), "RO": ("ro", "cnp"), "RS": ("si", "emso"), "SE": ("se", "personnummer"), "SI": ("si", "emso"),
    "SK": ("cz", "rc"), "UA": ("ua", "rntrc"), "ZA": ("za", "idnr"),
}
BIRTHDAY = {
    "AT": lambda n, d: n.replace(" ", "")[4:] == d.strftime("%d%m%y"),
    "FI": lambda n, d: n[:6] == d.strftime("%d%m%y") and (n[6] == "-") == (d.year < 2000),
    "FR": lambda n, d: n[2:7] == d.strftime("%y %m"),
    # Which century is meant it cannot tell.
    "GR": lambda n, d: n[:6] == d.strftime("%d%m%y"),
    "IS": lambda n, d: n[:6] == d.strftime("%d%m%y") and (n[-1] == "9") == (d.year < 2000),
    "UA": lambda n, d: int(n[:5]) == (d - datetime.date(1899, 12, 31)).days,
}
# Where python-stdnum does not read the gender: whether a number is a man's.
IS_MAN = {
    "BG": lambda n: int(n[8]) % 2 == 0, "CN": lambda n: int(n[16]) % 2 == 1, "CZ": lambda n: int(n[2]) < 5,
    "DK": lambda n: int(n[-1]) % 2 == 1, "FI": lambda n: int(n[9]) % 2 == 1, "FR": lambda n: n[0] == "1",
    "KR": lambda n: n[7] in "13", "RO": lambda n: n[0] in "15", "SK": lambda n: int(n[2]) < 5, "UA": lambda n: int(n[8]) % 2 == 1,
}


def check_person(country, number, birthdate, gender):
    folder, name = BORN[country]
    module = importlib.import_module(f"stdnum.{folder}.{name}")
    module.validate(number, **({"allow_temporary": True} if country == "FI" else {}))
    date = datetime.date.fromisoformat(birthdate)
    if country in BIRTHDAY:
        assert BIRTHDAY[country](number, date), "another birthday"
    else:
        assert module.get_birth_date(number) == date, module.get_birth_date(number)
    if country in IS_MAN:
        assert IS_MAN[country](number) == (gender == "male"), "another gender"
    elif hasattr(module, "get_gender"):
        assert module.get_gender(number) == gender[0].upper(), "another gender"


def check(kind, number):
    name, _, country = kind.partition(":")
    if name == "iban":
        assert schwifty.IBAN(number, validate_bban=True).country_code == country
        # Those of countries whose own check digits it knows, too.
        iban.validate(number)
    elif name == "bic":
        assert schwifty.BIC(number).location_code[1] == "0"
    elif name == "vat":
        get_cc_module(country.lower(), VAT.get(country, "vat")).validate(number)
    elif name == "born":
        check_person(country, *number.split(";"))
    elif name == "national":
        get_cc_module(country.lower(), NATIONAL[country]).validate(number)
    else:
        modules = {"ean": ean, "imei": imei, "isbn": isbn, "luhn": luhn, "routing": rtn}
        modules[name].validate(number)


# Of some countries schwifty does not know the check digits within.
warnings.simplefilter("ignore")

checked = 0
for line in sys.stdin:
    kind, number = line.rstrip("\n").split("\t")
    try:
        check(kind, number)
    except Exception as error:
        print(kind, number, type(error).__name__, error)
    checked += 1
print("checked", checked)

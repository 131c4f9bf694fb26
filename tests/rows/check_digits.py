"""Checks numbers with python-stdnum and schwifty: lines of what a number is, a tab, and the number come by standard input.

Says what is wrong, one line each, and how many were looked at."""

import sys
import warnings

import schwifty
from stdnum import ean, imei, isbn, luhn
from stdnum.us import rtn
from stdnum.util import get_cc_module

# What a company's tax number is called in python-stdnum, where there is no `vat`.
VAT = {"AR": "cuit", "BR": "cnpj", "CL": "rut", "NO": "mva", "RU": "inn"}
NATIONAL = {
    "AR": "cuit", "AU": "tfn", "BR": "cpf", "CA": "sin", "CH": "ssn", "CL": "rut", "DE": "idnr", "ES": "dni", "HR": "oib",
    "IE": "pps", "IL": "idnr", "IN": "pan", "JP": "in_", "NL": "bsn", "PT": "nif", "RU": "inn", "TR": "tckimlik",
}


def check(kind, number):
    name, _, country = kind.partition(":")
    if name == "iban":
        assert schwifty.IBAN(number, validate_bban=True).country_code == country
    elif name == "bic":
        assert schwifty.BIC(number).location_code[1] == "0"
    elif name == "vat":
        get_cc_module(country.lower(), VAT.get(country, "vat")).validate(number)
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

"""Reads rows of places, `locale;column=value;…` one a line, and says which column is of another country than the row's code.
Authorities: pycountry (ISO 3166), phonenumbers (libphonenumber), schwifty (ISO 13616 and 9362), python-stdnum (VAT numbers)."""

import sys
import warnings

import phonenumbers
import pycountry
import schwifty
from stdnum import get_cc_module

# Greece writes EL before its VAT numbers; and where the number has a name of its own.
PREFIX = {"GR": "EL"}
VAT = {
    "AR": "cuit", "AU": "abn", "BR": "cnpj", "CA": "bn", "CL": "rut", "CN": "uscc", "CO": "nit", "ID": "npwp", "IL": "idnr",
    "IN": "gstin", "JP": "cn", "KR": "brn", "MX": "rfc", "NZ": "ird", "RU": "inn", "TH": "tin", "TR": "vkn", "TW": "ubn",
    "UA": "edrpou", "VN": "mst", "RS": "pib", "MD": "idno", "CH": "vat", "NO": "mva", "MA": "ice",
}
# The top-level domain is the country's code but here.
DOMAIN = {"GB": ".uk"}
NAMES = {"Turkey": "TR", "South Korea": "KR", "Russia": "RU", "Czech Republic": "CZ", "Vietnam": "VN", "Iran": "IR"}


def check(locale, row):
    code = row["country.code"]
    country = pycountry.countries.get(alpha_2=code)
    assert country, "country.code"
    if "_" in locale:
        assert locale.endswith("_" + code), "locale"
    if locale in ("en", "world"):
        name = row["country"]
        assert NAMES.get(name) == code or pycountry.countries.lookup(name) == country, "country"
    assert row["country.code3"] == country.alpha_3, "country.code3"
    assert row["country.numeric"] == country.numeric, "country.numeric"
    assert row["country.tld"] == DOMAIN.get(code, "." + code.lower()), "country.tld"
    assert row["locale"].endswith("_" + code), "locale"
    calling = phonenumbers.country_code_for_region(code)
    assert row["country.calling.code"] == f"+{calling}" and row["phone.code"] == str(calling), "calling code"
    phone = phonenumbers.parse(row["phone"])
    assert phone.country_code == calling, "phone"
    assert pycountry.currencies.get(alpha_3=row["currency.code"]), "currency.code"
    if "bank.iban" in row:
        assert schwifty.IBAN(row["bank.iban"]).country_code == code, "bank.iban"
    if "bank.bic" in row:
        assert schwifty.BIC(row["bank.bic"]).country_code == code, "bank.bic"
    if "company.vat.id" in row:
        number = row["company.vat.id"]
        own = number[:2] == PREFIX.get(code, code)
        module = get_cc_module(code.lower(), VAT.get(code, "vat")) or get_cc_module(code.lower(), "vat")
        # python-stdnum knows none of South Africa's, which are ten digits that begin with 4.
        south_african = code == "ZA" and number.isdigit() and len(number) == 10
        assert own or south_african or (module and module.is_valid(number)), "company.vat.id"


# Of some countries schwifty does not know the check digits within.
warnings.simplefilter("ignore")

checked = 0
for line in sys.stdin:
    locale, *fields = line.rstrip("\n").split(";")
    row = dict(field.split("=", 1) for field in fields)
    try:
        check(locale, row)
    except Exception as error:
        print(locale, type(error).__name__, error, row)
    checked += 1
print("checked", checked)

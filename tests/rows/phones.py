"""Checks telephone numbers with libphonenumber: lines of a country's two letters, "free" or "valid", and a number in three forms,
E.164, national and international, come by standard input with semicolons between them.

Each must have a length and a calling code of its country, and be the same number in all forms. A free one must not be given to
anybody, a valid one must be valid in its country. Says what is wrong, one line each."""

import sys

import phonenumbers

# These have no numbers of their own in the library; they use those of others.
SHARED = {"AQ": "NF", "BV": "NO", "GS": "FK", "HM": "NF", "PN": "NZ", "TF": "RE", "UM": "US"}

# The library counts every number of these countries as given to somebody, also those with an exchange that begins with 0,
# which the North American plan does not have.
FULL = {"DO"}


def digits(text):
    return "".join(c for c in text if c.isdigit())


checked = 0
for line in sys.stdin:
    country, kind, text, national, international = line.rstrip("\n").split(";")
    number = phonenumbers.parse(text, None)
    own = phonenumbers.national_significant_number(number)
    wrong = []
    if phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164) != text:
        wrong.append("is not in its usual form")
    if number.country_code != phonenumbers.country_code_for_region(SHARED.get(country, country)):
        wrong.append("is of another country")
    if not phonenumbers.is_possible_number(number):
        wrong.append("has no length that is possible")
    if kind == "free" and phonenumbers.is_valid_number(number) and country not in FULL:
        wrong.append("may ring")
    if kind == "valid" and not phonenumbers.is_valid_number(number):
        wrong.append("is not valid")
    if phonenumbers.parse(international, None) != number:
        wrong.append("is another one abroad: " + international)
    # Before the number's own digits there may be those for calls between areas.
    if not digits(national).endswith(own) or len(digits(national)) - len(own) > 3:
        wrong.append("is another one at home: " + national)
    if kind == "valid" and phonenumbers.parse(national, SHARED.get(country, country)) != number:
        wrong.append("is read as another one at home: " + national)
    if wrong:
        print(country, text, ", ".join(wrong))
    checked += 1
print("checked", checked)

"""Checks telephone numbers with libphonenumber: lines of a country's two letters and a number come by standard input.

Each must be E.164 and have a length and a calling code of its country, and no country may have given it to anybody. Says
what is wrong, one line each."""

import sys

import phonenumbers

# These have no numbers of their own in the library; they use those of others.
SHARED = {"AQ": "NF", "BV": "NO", "GS": "FK", "HM": "NF", "PN": "NZ", "TF": "RE", "UM": "US"}

# The library counts every number of these countries as given to somebody, also those with an exchange that begins with 0,
# which the North American plan does not have.
FULL = {"DO"}

checked = 0
for line in sys.stdin:
    country, text = line.split()
    number = phonenumbers.parse(text, None)
    wrong = []
    if phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164) != text:
        wrong.append("is not in its usual form")
    if number.country_code != phonenumbers.country_code_for_region(SHARED.get(country, country)):
        wrong.append("is of another country")
    if not phonenumbers.is_possible_number(number):
        wrong.append("has no length that is possible")
    if phonenumbers.is_valid_number(number) and country not in FULL:
        wrong.append("may ring")
    if wrong:
        print(country, text, ", ".join(wrong))
    checked += 1
print("checked", checked)

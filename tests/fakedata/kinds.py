"""Holds the columns of fakedata to what Python's own readers take: argument 1 is ndjson or sql, the others are the columns, each
NAME=GENERATOR, and standard input is what was made of them.

Run by tests/fakedata/kinds.rs. Says how many rows were read, or fails at the first value that a reader refuses.
"""

import datetime
import email.headerregistry
import http
import ipaddress
import json
import sqlite3
import sys
import uuid


def is_domain(text):
    """Labels of a host name (RFC 1123), which Python's own codec takes."""
    text.encode("idna").decode("ascii")
    labels = text.split(".")
    assert all(label and len(label) <= 63 and label.strip("-") == label for label in labels), text


def is_email(text):
    address = email.headerregistry.Address(addr_spec=text)
    assert str(address) == text, text
    is_domain(address.domain)


def is_uuid(version):
    def check(text):
        made = uuid.UUID(text)
        assert str(made) == text and made.variant == uuid.RFC_4122 and made.version == version, text

    return check


def is_mac(text):
    octets = [int(octet, 16) for octet in text.split(":")]
    # Locally administered, and no group.
    assert len(octets) == 6 and all(octet < 256 for octet in octets) and octets[0] & 3 == 2, text


def is_within(kind, low, high):
    def check(text):
        assert low <= kind(text) <= high, text

    return check


def is_day(text):
    assert datetime.date.fromisoformat(str(text)).isoformat() == text, text


def is_time(text):
    datetime.datetime.fromtimestamp(int(text), datetime.timezone.utc)


def is_code(letters):
    def check(text):
        assert len(text) == letters and text.isascii() and text.isalpha() and text.isupper(), text

    return check


def is_name(text):
    assert text.isalnum() and text.isascii(), text


def is_calling_code(text):
    """One to three digits of a country, and up to three more of a part of it (E.164)."""
    digits = str(text).lstrip("+")
    assert digits.isdigit() and 1 <= len(digits) <= 6 and digits[0] != "0", text


def is_word(text):
    assert isinstance(text, str) and text and text == text.strip() and text.isprintable(), text


KINDS = {
    "country.code": is_code(2),
    "date": is_day,
    "domain": is_domain,
    "domain.tld": is_domain,
    "double": float,
    "email": is_email,
    "emoji": lambda text: text.encode("utf-16"),
    "http.method": http.HTTPMethod,
    "int": is_within(int, -(2**63), 2**63 - 1),
    "ipv4": ipaddress.IPv4Address,
    "ipv6": ipaddress.IPv6Address,
    "latitude": is_within(float, -90, 90),
    "longitude": is_within(float, -180, 180),
    "mac.address": is_mac,
    "phone.code": is_calling_code,
    "timestamp": is_time,
    "username": is_name,
    "uuidv1": is_uuid(1),
    "uuidv4": is_uuid(4),
    "uuidv6": is_uuid(6),
    "uuidv7": is_uuid(7),
}

def rows(kind, names, text):
    """The rows as dicts, read by json or by SQLite."""
    if kind == "ndjson":
        return [json.loads(line) for line in text.splitlines()]
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    connection.execute(f"create table made ({', '.join(names)})")
    connection.executescript(text)
    return [dict(row) for row in connection.execute("select * from made")]


COLUMNS = dict(column.split("=") for column in sys.argv[2:])
made = rows(sys.argv[1], list(COLUMNS), sys.stdin.read())
for row in made:
    assert row.keys() == COLUMNS.keys(), row
    for name, value in row.items():
        try:
            KINDS.get(COLUMNS[name], is_word)(value)
        except Exception as error:
            sys.exit(f"{COLUMNS[name]}: {value!r}: {error!r}")
print(f"read {len(made)} rows of {len(COLUMNS)} columns")

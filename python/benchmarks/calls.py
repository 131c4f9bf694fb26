"""Measures calls of ``gusher.Faker`` beside those of Faker and of mimesis, on one core: prints a table of Markdown.

    python python/benchmarks/calls.py [NAME …]

It needs a wheel of the release profile (script/python release), Faker and mimesis. A figure is the median of several rounds, in
nanoseconds of processor time a call; what is compared runs in alternation. ``NAME`` chooses calls whose text has it.
"""

from __future__ import annotations

import datetime
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import faker
import mimesis

import gusher as g

ROUNDS = 15
# How long one measurement takes, in seconds.
SPAN = 0.01
# The targets: so many times as fast as the others.
FAKER, MIMESIS = 5.0, 1.5

Call = Callable[[Any], object]
ABCD = ("a", "b", "c", "d")
SINCE, UNTIL = datetime.datetime(2020, 1, 1), datetime.datetime(2024, 1, 1)


class Mimesis:
    """The providers of mimesis."""

    def __init__(self) -> None:
        self.choice = mimesis.Choice()
        self.code = mimesis.Cryptographic()
        self.dates = mimesis.Datetime()
        self.finance = mimesis.Finance()
        self.numbers = mimesis.Numeric()
        self.person = mimesis.Person()
        self.random = self.person.random
        self.text = mimesis.Text()
        self.address = mimesis.Address()
        self.internet = mimesis.Internet()
        self.payment = mimesis.Payment()


def calls() -> Iterator[tuple[str, Call, Call | None]]:
    """The text of a call, the call, and what is nearest to it in mimesis."""
    yield "random_element(4)", lambda f: f.random_element(ABCD), lambda m: m.choice(ABCD)
    yield "uuid4()", lambda f: f.uuid4(), lambda m: m.code.uuid()
    yield "uuid4(cast_to=None)", lambda f: f.uuid4(cast_to=None), lambda m: m.code.uuid_object()
    yield "date_between('-30y', 'today')", lambda f: f.date_between("-30y", "today"), lambda m: m.dates.date(1996, 2026)
    yield "date_time_between(datetime, datetime)", lambda f: f.date_time_between(SINCE, UNTIL), None
    yield "date_this_year()", lambda f: f.date_this_year(), None
    yield "pyint(1, 6)", lambda f: f.pyint(1, 6), lambda m: m.numbers.integer_number(1, 6)
    yield "random_int(0, 99)", lambda f: f.random_int(0, 99), lambda m: m.numbers.integer_number(0, 99)
    yield "date_of_birth(18..65)", lambda f: f.date_of_birth(minimum_age=18, maximum_age=65), lambda m: m.person.birthdate()
    yield "pydecimal(3, 2)", lambda f: f.pydecimal(left_digits=3, right_digits=2), lambda m: m.numbers.decimal_number(0, 999)
    yield "pydecimal(0..500)", lambda f: f.pydecimal(right_digits=2, min_value=0, max_value=500), None
    yield "pyfloat()", lambda f: f.pyfloat(), lambda m: m.numbers.float_number()
    yield "pyfloat(0..1)", lambda f: f.pyfloat(min_value=0, max_value=1), lambda m: m.numbers.float_number(0, 1)
    yield "date_time()", lambda f: f.date_time(), lambda m: m.dates.datetime()
    yield "date()", lambda f: f.date(), lambda m: m.dates.formatted_date("%Y-%m-%d")
    yield "words(3)", lambda f: f.words(3), lambda m: m.text.words(3)
    yield "sentence(6)", lambda f: f.sentence(6), lambda m: m.text.sentence()
    yield "text(100)", lambda f: f.text(100), lambda m: m.text.text(1)
    yield "password(12)", lambda f: f.password(12), lambda m: m.person.password(12)
    yield "boolean(25)", lambda f: f.boolean(25), None
    yield "numerify('##-###')", lambda f: f.numerify("##-###"), lambda m: m.random.generate_string_by_mask("##-###")
    yield "bothify('??-###')", lambda f: f.bothify("??-###"), lambda m: m.random.generate_string_by_mask("@@-###")
    yield "pystr(8, 8)", lambda f: f.pystr(8, 8), lambda m: m.random._generate_string("abcdefghijklmnop", 8)
    yield "random_elements(4, 2)", lambda f: f.random_elements(ABCD, length=2), lambda m: m.choice(ABCD, length=2)
    yield "name()", lambda f: f.name(), lambda m: m.person.full_name()
    yield "email()", lambda f: f.email(), lambda m: m.person.email()
    yield "address()", lambda f: f.address(), lambda m: m.address.address()
    yield "ipv4()", lambda f: f.ipv4(), lambda m: m.internet.ip_v4()
    yield "credit_card_number()", lambda f: f.credit_card_number(), lambda m: m.payment.credit_card_number()


def timed(call: Call, of: Any) -> float:
    """Nanoseconds of a call."""
    for _ in range(20):
        call(of)
    start = time.perf_counter()
    count = 0
    while time.perf_counter() - start < SPAN / 4:
        call(of)
        count += 1
    count = 4 * count
    start = time.process_time()
    for _ in range(count):
        call(of)
    return (time.process_time() - start) / count * 1e9


def main(wanted: list[str]) -> None:
    """Prints the table."""
    ours, theirs, others = g.Faker(seed=1), faker.Faker(), Mimesis()
    print("| call | gusher | Faker | mimesis | Faker / gusher | mimesis / gusher |\n|---|---|---|---|---|---|")
    for text, call, other in calls():
        if wanted and not any(name in text for name in wanted):
            continue
        rounds = [(timed(call, ours), timed(call, theirs), timed(other, others) if other else 0.0) for _ in range(ROUNDS)]
        mine, faker_s, mimesis_s = (statistics.median(column) for column in zip(*rounds, strict=True))
        cells = [f"`{text}`", f"{mine:,.0f}", f"{faker_s:,.0f}", f"{mimesis_s:,.0f}" if other else "–"]
        ratios = [(faker_s / mine, FAKER), *([(mimesis_s / mine, MIMESIS)] if other else [])]
        cells += [f"{ratio:.1f} ×{'' if ratio >= least else ' (!)'}" for ratio, least in ratios] + ([] if other else ["–"])
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""What a Faker takes for the present, and ranges that are exact to the second."""

from __future__ import annotations

import copy
import datetime
import pickle
import threading
from functools import partial
from typing import Any

import pytest

import gusher as g
from gusher import Faker

UTC = datetime.timezone.utc
SEEDED = datetime.datetime(2026, 1, 1)
HOUR, DAY = datetime.timedelta(hours=1), datetime.timedelta(days=1)


def drawn(call: Any, count: int = 300) -> list[Any]:
    """Values of a method."""
    return [call() for _ in range(count)]


@pytest.mark.parametrize(
    ("start", "end", "low", "high"),
    [
        ("-2h", "now", SEEDED - 2 * HOUR, SEEDED),
        ("-30m", "-10s", SEEDED - HOUR / 2, SEEDED - datetime.timedelta(seconds=10)),
        (SEEDED - HOUR, "+1h", SEEDED - HOUR, SEEDED + HOUR),
        (SEEDED, SEEDED, SEEDED, SEEDED),
        (datetime.timedelta(seconds=-5), datetime.timedelta(0), SEEDED - datetime.timedelta(seconds=5), SEEDED),
        (0, 60, datetime.datetime(1970, 1, 1), datetime.datetime(1970, 1, 1, 0, 1)),
        (datetime.date(2020, 2, 29), datetime.date(2020, 3, 1), datetime.datetime(2020, 2, 29), datetime.datetime(2020, 3, 1)),
        ("-1y2M3d", "-1y", SEEDED - (365.24 + 2 * 30.42 + 3) * DAY, SEEDED - 365.24 * DAY),
        (SEEDED.replace(tzinfo=datetime.timezone(2 * HOUR)), "now", SEEDED - 2 * HOUR, SEEDED),
        ("today", "+59s", SEEDED, SEEDED + datetime.timedelta(seconds=59)),
    ],
)
def test_ranges_of_times_are_exact_to_the_second(start: Any, end: Any, low: Any, high: Any) -> None:
    fake = Faker(seed=1)
    for call in (fake.date_time_between, fake.date_time_between_dates):
        values = drawn(partial(call, start, end))
        assert low <= min(values) and max(values) <= high
        assert len(set(values)) > min(200, (high - low).total_seconds() / 4)
        assert all(value.tzinfo is None for value in values)
    zoned = fake.date_time_between(start, end, tzinfo=datetime.timezone(-5 * HOUR))
    assert zoned.utcoffset() == -5 * HOUR
    assert low.replace(tzinfo=UTC) <= zoned <= high.replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("start", "end", "low", "high"),
    [
        ("-2d", "today", -2, 0),
        (-3, 3, -3, 3),
        (SEEDED - DAY, SEEDED, -1, 0),
        (datetime.timedelta(days=-1), datetime.date(2026, 1, 3), -1, 2),
        ("+1w", "+1w2d", 7, 9),
    ],
)
def test_ranges_of_days_have_both_ends(start: Any, end: Any, low: int, high: int) -> None:
    fake = Faker(seed=1)
    days = {(value - SEEDED.date()).days for value in drawn(lambda: fake.date_between(start, end))}
    assert days == set(range(low, high + 1))


@pytest.mark.parametrize("wrong", ["-2x", "yesterday", "2h", "-", "", None, [], "-1y 2M"])
def test_what_is_no_date_is_an_error(wrong: Any) -> None:
    fake = Faker(seed=1)
    with pytest.raises(g.Error):
        fake.date_time_between(wrong, "now")
    with pytest.raises(g.Error):
        fake.date_between(wrong)
    with pytest.raises(g.Error, match="after the end"):
        fake.date_between("today", "-1d")


def test_without_a_seed_the_present_is_that_of_the_clock() -> None:
    fake = Faker()
    for value in drawn(fake.future_datetime):
        assert value > datetime.datetime.now()
    for value in drawn(fake.past_datetime):
        assert value < datetime.datetime.now()
    today = datetime.date.today()
    assert all(today < value <= today + 31 * DAY for value in drawn(fake.future_date))
    assert all(today > value >= today - 31 * DAY for value in drawn(fake.past_date))
    aware = drawn(lambda: fake.future_datetime("+5s", tzinfo=UTC))
    assert all(datetime.datetime.now(UTC) < value < datetime.datetime.now(UTC) + datetime.timedelta(seconds=9) for value in aware)


def test_with_a_seed_it_is_fixed_and_now_says_another_one() -> None:
    assert all(SEEDED.date() < value for value in drawn(Faker(seed=1).future_date))
    assert drawn(Faker(seed=1).future_date) == drawn(Faker(seed=1).future_date)
    then = datetime.datetime(2031, 7, 5, 12, tzinfo=UTC)
    for now in (then, then.isoformat(), int(then.timestamp())):
        for fake in (Faker(now=now), Faker(seed=1, now=now), Faker(["de_DE", "en_US"], seed=1, now=now)):
            assert all(then.date() < value <= then.date() + 30 * DAY for value in drawn(fake.future_date, 50))
            assert HOUR * 0 <= then.replace(tzinfo=None) - fake.date_time_between("-1s", "now") <= HOUR / 3600
    with pytest.raises(g.Error, match="now="):
        Faker(now="noon")
    fake = Faker()
    fake.seed_instance(1)
    assert all(value < SEEDED for value in drawn(fake.past_datetime))
    fake.seed_instance()
    assert fake.past_date() > SEEDED.date() or datetime.date.today() < SEEDED.date() + 31 * DAY


@pytest.mark.parametrize("now", ["2024-02-29T13:00:00Z", "2026-01-01T00:00:00Z", "2019-12-31T23:59:59Z"])
def test_this_year_is_this_year(now: str) -> None:
    fake = Faker(seed=1, now=now)
    moment = datetime.datetime.fromisoformat(now).replace(tzinfo=None)
    year = moment.year
    starts = {
        "century": datetime.datetime(year - year % 100, 1, 1),
        "decade": datetime.datetime(year - year % 10, 1, 1),
        "year": datetime.datetime(year, 1, 1),
        "month": datetime.datetime(year, moment.month, 1),
    }
    for period, start in starts.items():
        days = drawn(getattr(fake, f"date_this_{period}"))
        assert start.date() <= min(days) and max(days) <= moment.date()
        times = drawn(getattr(fake, f"date_time_this_{period}"))
        assert start <= min(times) and max(times) <= moment
        later = drawn(lambda period=period: getattr(fake, f"date_this_{period}")(before_today=False, after_today=True))
        assert min(later) >= moment.date()
        assert len({(day.year, day.month) for day in later}) == 1 or period != "month"


def test_ages_are_those_of_the_call() -> None:
    for now in ("2024-02-29T13:00:00Z", "2023-02-28T00:00:00Z", "2026-06-15T00:00:00Z"):
        today = datetime.datetime.fromisoformat(now).date()
        fake = Faker(seed=1, now=now)
        for born in drawn(lambda fake=fake: fake.date_of_birth(minimum_age=18, maximum_age=19), 1500):
            age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
            assert age in (18, 19)


def test_the_present_is_pickled_and_copied() -> None:
    for fake in (Faker(seed=4, now=0), Faker(["de_DE", "en_US"], seed=4, now=0)):
        for again in (pickle.loads(pickle.dumps(fake)), copy.deepcopy(fake)):
            assert again.future_date() < datetime.date(1970, 3, 1)
    assert copy.copy(Faker()).past_datetime() > datetime.datetime.now() - 31 * DAY


def test_seeding_all_is_safe_under_threads() -> None:
    errors: list[BaseException] = []
    stop = threading.Event()

    def make() -> None:
        try:
            while not stop.is_set():
                fake = Faker()
                fake.name()
                fake.pyint(1, 6)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for number in range(20):
        Faker.seed(number)
    stop.set()
    for thread in threads:
        thread.join()
    Faker.seed()
    assert errors == []


def test_locales_and_seeds_are_checked_at_once() -> None:
    with pytest.raises(g.Error, match="locale="):
        Faker("xx_XX")
    assert Faker(seed="abc").name() == Faker(seed="abc").name()
    assert Faker(seed=1).seed_instance("abc").name() == Faker(seed="abc").name()


def test_what_a_locale_lacks_is_no_attribute() -> None:
    fake = Faker("ja_JP", seed=1)
    lacks = [name for name in dir(fake) if name[0] != "_" and not hasattr(fake, name)]
    for name in lacks:
        assert getattr(fake, name, None) is None
        with pytest.raises(AttributeError, match=name):
            getattr(fake, name)

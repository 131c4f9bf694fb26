"""What methods with arguments draw from, and those whose values the extension module makes: the functions in Python give the same."""

from __future__ import annotations

import collections
import copy
import datetime
import gc
import pickle
import threading
import types
import uuid
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import gusher as g
from gusher._faker.methods import METHODS
from gusher._gusher import Draw, drawn_methods
from gusher._gusher import Drawn as TypedDrawn

# What is called here is nobody's business but this package's.
Drawn: Any = TypedDrawn
Faker: Any = g.Faker

DAY, MOMENT = datetime.date(2020, 2, 29), datetime.datetime(2021, 3, 4, 5, 6, 7, 890)
PERIOD = [(), (False,), (True, True), (False, True)]
CHOICES = [(), (("a", "b"),), ([1, 2, 3],)]
SEVERAL = [*CHOICES, ([1, 2, 3], 2), (tuple(range(1000)), 500), ([1, 2], 0)]
# For each method that the extension module makes, arguments that it takes by itself.
NATIVE: dict[str, list[Any]] = {
    "date": [(), ("%Y-%m-%d",), ("%d.%m.%Y",), {"end_datetime": "-1y"}, {"end_datetime": DAY}],
    "date_between": [(), ("-1y2M3d", "+2w"), (DAY, "today"), (-30, 30), (MOMENT, "now"), ("-3650d", MOMENT), {"start_date": "-2d"}],
    "date_object": [(), ("-5y",), (MOMENT,), (None,)],
    "date_of_birth": [(), {"minimum_age": 18, "maximum_age": 65}, (None, 30, 30), {"maximum_age": 0}],
    "date_time": [(), (None, "-1y"), {"end_datetime": 86400}, {"end_datetime": MOMENT}],
    "date_time_between": [(), ("-2h", "now"), (MOMENT, "+1y"), (DAY, MOMENT), ("today", "+1M"), (0, 86400), ("-30m", "-1m")],
    **{f"{kind}_this_{period}": PERIOD for kind in ("date", "date_time") for period in ("century", "decade", "year", "month")},
    "future_date": [(), ("+1y",), (DAY.replace(year=2028),)],
    "future_datetime": [(), ("+2h",)],
    "paragraph": [(2,), (5, False), (0,), {"nb_sentences": 2, "ext_word_list": ["on", "off"]}],
    "paragraphs": [(1,), {"nb": 0}, (2, ("on", "off"))],
    "password": [(), (12,), (40, False), (8, True, False), (8, False, True, True, False), {"lower_case": False}],
    "past_date": [(), ("-1y",), (DAY,)],
    "past_datetime": [(), ("-2h",), (MOMENT,), ("+1d",)],
    "pydecimal": [
        *[(3, 2), (15, 2), (None, 5), (0, 3), (3, 0, True), (None, 2, False), (4, 1, False)],
        *[{"min_value": 5, "max_value": 8}, {"min_value": 10**9}, {"max_value": -5, "right_digits": 1}, {"positive": True, "right_digits": 1}],
    ],
    "pyfloat": [
        *[(), (3, 2), (None, 5), (0, 3), {"positive": True}, {"positive": False}],
        *[{"min_value": 0, "max_value": 1}, {"min_value": -0.5, "max_value": 2.25}, {"max_value": 3, "right_digits": 2}],
    ],
    "pyint": [(), (1, 6), (-5, 5), (0, 1000, 7), {"min_value": 9999}, (-(2**63), 2**63 - 1), (0, 2**40)],
    "random_choices": SEVERAL,
    "random_element": CHOICES,
    "random_elements": [*SEVERAL, ([1, 2, 3], 2, True), {"elements": (1, 2, 3), "unique": True}, ([1, 2], 5, False, True)],
    "random_int": [(1, 6), (0, 100, 5), {"max": 3}],
    "random_sample": SEVERAL[:-1] + [([1, 2], 2)],
    "sentence": [(6,), (10, False), (0,), {"ext_word_list": ("élan", "ßa")}],
    "sentences": [(2,), {"nb": 0}],
    "text": [(5,), (24,), (25,), (99,), (200,), (1000,), {"ext_word_list": ["on", "off"]}],
    "texts": [(2,), (1, 30), {"max_nb_chars": 120}],
    "unix_time": [(), ("-1y",), (MOMENT,)],
    "words": [(3,), (0,), (50,), {"ext_word_list": ["on", "off"]}, (5, ["a", "b"], None, False)],
}
CASES = [(name, given) for name, several in NATIVE.items() for given in several]


def _split(given: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    made: Any = ((), given) if isinstance(given, dict) else (given, {})
    return made  # type: ignore[no-any-return]


def test_all_that_the_module_makes_is_compared() -> None:
    assert sorted(NATIVE) == sorted(drawn_methods())


@pytest.mark.parametrize(("name", "given"), CASES, ids=str)
@pytest.mark.parametrize("now", [None, "2024-02-29T12:34:56Z"])
def test_python_gives_the_same_values(name: str, given: Any, now: str | None) -> None:
    args, kwargs = _split(given)
    fake = Faker("de_DE", seed=3, now=now)
    draw: Any = METHODS[name].draw
    part = fake._part(name)

    def fails(*args: Any, **kwargs: Any) -> Any:
        raise AssertionError("this is left to Python")

    method = types.SimpleNamespace(name=name, draw=fails, positional=9, parameters=frozenset(), takes_any=True, bound=fails)
    native = Drawn(method, 3, fake._present, part, fails)
    for row in range(25):
        wanted = draw(part, Draw(3, name, row), *args, **kwargs)
        made = native(*args, **kwargs)
        assert (type(made), made) == (type(wanted), wanted)


def test_arguments_are_read_again_when_they_change() -> None:
    fake = Faker(seed=1)
    for _ in range(3):
        # More of them than are kept, by position and by name, equal objects of several types, names in another order.
        assert [fake.pyint(number, number) for number in range(1000, 1009)] == list(range(1000, 1009))
        assert [fake.pyint(max_value=number, min_value=number) for number in range(1000, 1009)] == list(range(1000, 1009))
        assert fake.pyint(min_value=7, max_value=7) == fake.pyint(max_value=7, min_value=7) == fake.pyint(7, max_value=7) == 7
        assert [type(fake.pyfloat(min_value=low, max_value=2)) for low in (1, 1.0)] == [float, float]
        with pytest.raises(TypeError):
            fake.pyint(True, 7)
        assert isinstance(fake.uuid4(cast_to=None), uuid.UUID)
        assert isinstance(fake.uuid4(cast_to=str), str)
        assert isinstance(fake.uuid4(cast_to=bytes_of), bytes)
    others = Faker(seed=1)
    assert [others.pyint(1, 9), others.pyint(1, 99), others.pyint(1, 9)] == [Faker(seed=1).pyint(1, 9), *values_of_calls(1, 2)]


def bytes_of(value: uuid.UUID) -> bytes:
    return value.bytes


def values_of_calls(*rows: int) -> list[int]:
    return [METHODS["pyint"].draw(None, Draw(1, "pyint", row), 1, high) for row, high in zip(rows, (99, 9))]  # type: ignore[misc]


def test_uuids_are_as_python_makes_them() -> None:
    for made in [Faker(seed=1).uuid4(cast_to=None), g.table("t", 1, seed=1, columns={"id": "uuidv4"})[0]["id"]]:
        again = uuid.UUID(int=made.int)
        assert (type(made), made, hash(made), str(made), repr(made)) == (uuid.UUID, again, hash(again), str(again), repr(again))
        assert made.is_safe is uuid.SafeUUID.unknown
        assert pickle.loads(pickle.dumps(made)) == copy.deepcopy(made) == made
        with pytest.raises(TypeError):
            made.int = 5


def test_times_have_microseconds() -> None:
    fake = Faker(seed=1)
    assert any(fake.date_time().microsecond for _ in range(9))
    assert {len(fake.iso8601()) for _ in range(9)} == {26}
    assert any(fake.unix_time() % 1 for _ in range(9))
    first, last = datetime.datetime(2020, 1, 1, 0, 0, 0, 5), datetime.datetime(2020, 1, 1, 0, 0, 0, 7)
    wanted = {first + datetime.timedelta(microseconds=more) for more in range(3)}
    assert {fake.date_time_between(first, last) for _ in range(99)} == wanted


def test_what_python_has_to_read_is_left_to_it() -> None:
    fake = Faker(seed=1)
    assert fake.pyint(0, 10**30) <= 10**30
    assert fake.date_between(datetime.timedelta(days=-1), "today") <= datetime.date(2026, 1, 1)
    assert fake.random_element({"a": 1.0, "b": 0.0}) == "a"
    assert fake.date_time(datetime.timezone.utc).tzinfo is datetime.timezone.utc
    assert fake.password(length=5000).isascii()
    assert len(fake.text(max_nb_chars=500_000)) > 490_000
    wrong: list[Callable[[], Any]] = [lambda: fake.pyint(6, 1), lambda: fake.date_between("today", "-1y"), lambda: fake.random_element([])]
    for call in wrong:
        with pytest.raises(g.Error):
            call()
    misspelt: list[Callable[[], Any]] = [
        *[lambda: fake.pyint(1.5, 2), lambda: fake.pyint(low=1), lambda: fake.pyint(1, 2, 3, 4), lambda: fake.pyint(1, min_value=1)]
    ]
    for call in misspelt:
        with pytest.raises(TypeError):
            call()


def test_a_draw_follows_from_seed_name_and_row() -> None:
    def words(*given: Any) -> list[int]:
        draw = Draw(*given)
        return [draw.word() for _ in range(40)]

    different = [words(1), words(2), words(1, "a"), words(1, "b"), words(1, "a", 1), words(1, "a", 2)]
    assert words(1, "a", 2) == different[-1]
    assert len({word for found in different for word in found}) == 40 * len(different)
    draw = Draw(1, "a")
    draw.word()
    twins = [copy.copy(draw), copy.deepcopy(draw), pickle.loads(pickle.dumps(draw))]
    following = draw.word()
    assert [twin.word() for twin in twins] == [following] * 3


def test_numbers_are_spread_evenly() -> None:
    draw = Draw(5, "numbers")
    for count in (2, 3, 10, 2**33, 2**64 - 1, 2**64, 10**30):
        tenths = collections.Counter(draw.below(count) * 10 // count for _ in range(4000))
        expected = {2: 2, 3: 3}.get(count, 10)
        assert len(tenths) == expected and all(abs(seen - 4000 / expected) < 140 for seen in tenths.values())
    assert draw.below(0) == draw.below(1) == 0 and draw.between(7, 7) == 7
    assert draw.between(-(10**20), -(10**20) + 1) + 10**20 in (0, 1)
    assert all(0 <= draw.fraction() < 1 for _ in range(1000))
    seen = collections.Counter(draw.weighted([1, 0, 3]) for _ in range(4000))
    assert set(seen) == {0, 2} and abs(seen[0] - 1000) < 140
    assert collections.Counter(draw.within([1.0, 1.0, 4.0]) for _ in range(4000)).keys() == {0, 2}
    orders = collections.Counter("".join(draw.shuffled("abc", 3)) for _ in range(6000))
    assert len(orders) == 6 and all(abs(count - 1000) < 140 for count in orders.values())
    assert {draw.around(10) for _ in range(1000)} == set(range(6, 15))
    with pytest.raises(g.Error):
        draw.below(-1)
    with pytest.raises(g.Error):
        draw.between(2, 1)
    with pytest.raises(IndexError):
        draw.choice([])
    with pytest.raises(IndexError):
        draw.shuffled([1], 2)


def test_threads_share_a_counter() -> None:
    fake, alone = Faker(seed=1), Faker(seed=1)
    made: list[int] = []

    def draw() -> None:
        mine = [fake.pyint(0, 10**15) for _ in range(500)]
        made.extend(mine)

    threads = [threading.Thread(target=draw) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == sorted(alone.pyint(0, 10**15) for _ in range(4000))


def test_columns_of_arguments_are_kept_within_bounds() -> None:
    fake, other = Faker(seed=1), Faker(seed=1)
    first = [fake.numerify("##-###") for _ in range(9)]
    assert first == [other.numerify(text="##-###") for _ in range(9)]
    # What is equal but not the same.
    assert fake.boolean(chance_of_getting_true=100) is True and fake.boolean(True) in (True, False)
    # More than are kept: those that begin again begin behind all others.
    seen = [fake.numerify(f"####-{number}") for number in range(1500)]
    assert len(set(seen)) == 1500
    assert fake.pystr(prefix="a", max_chars=3)[0] == "a" and fake.pystr(prefix="b", max_chars=3)[0] == "b"


def test_fakers_are_forgotten() -> None:
    def used() -> weakref.ref[Any]:
        fake = Faker(seed=1)
        for values in (fake, fake.unique, fake.optional):
            assert [values.name(), values.numerify("##"), values.pyint(1, 9), values.words(2), values.profile()]
        return weakref.ref(fake)

    gone = [used() for _ in range(20)]
    gc.collect()
    assert sum(one() is not None for one in gone) == 0

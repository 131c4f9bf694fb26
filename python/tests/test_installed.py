"""What a wheel must do on any system, without another package than pytest: values, a table, the command, threads."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import threading

import gusher as g


def test_values_are_the_same_everywhere() -> None:
    fake = g.Faker("de_DE", seed=7)
    assert [fake.pyint(1, 6) for _ in range(8)] == [3, 2, 6, 2, 6, 5, 6, 1]
    assert fake.date_between("-1y", "today").isoformat() == "2025-02-05"
    assert fake.name() == "Manfred Harloff"


def test_a_table_and_the_command_have_the_same_rows() -> None:
    table = g.table("t", 1000, seed=7, columns={"id": "seq", "name": "name", "price": "decimal:0,500,2"})
    words = ["rows", "-l", "1000", "-f", "csv", "--table", "t", "--seed", "7", "id=seq", "name=name", "price=decimal:0,500,2"]
    made = subprocess.run([sys.executable, "-m", "gusher", *words], capture_output=True, text=True, encoding="utf-8", check=True)
    lines = [f"{row['id']},{row['name']},{row['price']}" for row in table.to_dicts()]
    assert made.stdout.splitlines() == lines


def test_threads_share_a_faker() -> None:
    fake, alone = g.Faker(seed=1), g.Faker(seed=1)
    made: list[int] = []
    threads = [threading.Thread(target=lambda: made.extend([fake.pyint(0, 10**12) for _ in range(2000)])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == sorted(alone.pyint(0, 10**12) for _ in range(16000))


def test_a_python_without_the_lock_stays_without_it() -> None:
    if sysconfig.get_config_var("Py_GIL_DISABLED"):
        assert not getattr(sys, "_is_gil_enabled")()

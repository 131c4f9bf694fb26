"""The plugin of pytest: the same data for a test alone, in any order, and in several processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.parametrize("n", [1, 2])
def test_data(n, gush, fake):
    print("data", n, fake.name(), gush.table("t", 1, columns=["int:0,999999999"])[0], "end")

def test_fails(fake):
    assert fake.name() == "nobody"
"""


def run(folder: Path, *options: str) -> str:
    (folder / "test_it.py").write_text(TESTS)
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rP", *options]
    made = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=dict(os.environ))
    return made.stdout + made.stderr


def data(output: str) -> list[str]:
    return sorted(re.findall(r"data .* end", output))


def test_data_follows_from_the_name_of_the_test(tmp_path: Path) -> None:
    whole = run(tmp_path)
    assert len(data(whole)) == 2
    assert data(whole)[0].split()[2:] != data(whole)[1].split()[2:]
    alone = run(tmp_path, "test_it.py::test_data[2]")
    assert data(alone) == data(whole)[1:]
    assert data(run(tmp_path, "--gush-seed", "5")) != data(whole)


def test_a_test_that_fails_says_how_to_repeat_it(tmp_path: Path) -> None:
    output = run(tmp_path, "--gush-seed", "9")
    assert re.search(r"seed \d+; pytest --gush-seed 9 'test_it.py::test_fails' makes the same data again", output)


def test_xdist_changes_nothing(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    plain, spread = run(tmp_path), run(tmp_path, "-n", "2")
    assert data(plain) == data(spread) != []

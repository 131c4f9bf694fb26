"""What type checkers and readers see of the methods: the stub is up to date, and errors are found."""

from __future__ import annotations

import importlib.resources
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

# Each line has an error that a checker has to find.
ERRORS = """\
import gusher as g
fake = g.Faker()
fake.nmae()
fake.pyint(min_vlaue=3)
x: int = fake.name()
fake.words(nb="3")
g.Faker(sed=1)
"""


def test_the_stub_is_written_from_the_table() -> None:
    script = Path(__file__).parent.parent.parent / "tools" / "faker" / "stubs.py"
    stub = importlib.resources.files("gusher._faker").joinpath("faker.pyi").read_text(encoding="utf-8")
    assert runpy.run_path(str(script))["stub"]() == stub, "tools/faker/stubs.py writes the stub"


def test_mypy_finds_errors(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "errors.py").write_text(ERRORS)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "errors.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    found = {line.split(":")[1] for line in output.splitlines() if ": error:" in line}
    assert found == {"3", "4", "5", "6", "7"}, output


def test_pyright_finds_errors(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    (tmp_path / "errors.py").write_text(ERRORS)
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}')
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson", "errors.py"]
    output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    if not output.startswith("{"):
        pytest.skip("pyright cannot be fetched")
    found = {one["range"]["start"]["line"] + 1 for one in json.loads(output)["generalDiagnostics"] if one["severity"] == "error"}
    assert found == {3, 4, 5, 6, 7}, output

"""The guide's code runs, each task in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = Path(__file__).parents[2] / "docs" / "guide"
PAGES = GUIDE / "python.md", GUIDE / "faker.md", Path(__file__).parents[1] / "README.md"
# The packages that a task needs, by its title.
NEEDS = {
    "pandas": ["pandas", "pyarrow"],
    "Polars": ["polars"],
    "DuckDB": ["duckdb", "pyarrow"],
    "factory_boy": ["factory"],
    "Django fixtures": ["django"],
    "FastAPI tests": ["fastapi", "httpx"],
    "Into a database": ["sqlalchemy"],
    "Parquet to object storage": ["fsspec"],
    "README": ["polars"],
    "What is not here": ["faker"],
}


def tasks() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for page in PAGES:
        for part in ("\n" + page.read_text(encoding="utf-8")).split("\n## "):
            title = part.splitlines()[0] if page.name != "README.md" else "README"
            found += [(title, code) for code in re.findall(r"```python\n(.*?)```", part, re.S)]
    return found


@pytest.mark.parametrize(("title", "code"), tasks(), ids=[title for title, _ in tasks()])
def test_a_task_of_the_guide_runs(title: str, code: str, tmp_path: Path) -> None:
    for package in NEEDS.get(title, []):
        pytest.importorskip(package)
    file = tmp_path / "test_task.py"
    file.write_text(code, encoding="utf-8")
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if title in {"pytest", "A database for each test"} else []
    made = subprocess.run(
        [sys.executable, *words, str(file)], cwd=tmp_path, capture_output=True, text=True, check=False, env=dict(os.environ)
    )
    assert made.returncode == 0, made.stdout + made.stderr


def test_the_guide_has_ten_tasks() -> None:
    assert len(tasks()) >= 10

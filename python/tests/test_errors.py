"""What is wrong is said once, with all errors, their positions and what would be right."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gusher as g


def message(*args: Any, **kwargs: Any) -> str:
    with pytest.raises(g.Error) as caught:
        g.table(*args, **kwargs)
    return str(caught.value)


def test_all_errors_come_at_once_with_carets() -> None:
    assert message("people", 10, columns={"id": "seq", "email": "emial", "age": "int:9,1"}) == (
        "2 errors in the columns of `people`\n"
        "  email=emial\n"
        "        ^^^^^ no generator has this name; did you mean `email`?\n"
        "  age=int:9,1\n"
        "          ^^^ the smallest value (9) is above the largest (1)"
    )


def test_a_name_that_is_like_none_gets_advice() -> None:
    assert message("t", 1, columns=["qqqqqqqq"]).endswith("`gusher.generators()` lists them")


def test_too_many_rows_are_refused_before_any_is_made() -> None:
    assert "there are 2 different values, but 3 rows were asked for" in message("t", 3, columns={"b": "bool@unique"})


def test_a_schema_file_shows_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "shop.toml"
    file.write_text('[table.t]\ncolumns = ["id=seq", "x=emial"]\n')
    with pytest.raises(g.Error) as caught:
        g.tables(file)
    text = str(caught.value)
    assert text.startswith(f"error in {file}\n  {file}:2:")
    assert "did you mean `email`?" in text
    with pytest.raises(FileNotFoundError):
        g.tables(tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("options", "kind", "text"),
    [
        ({"seed": "x"}, TypeError, "seed='x': expected a whole number"),
        ({"seed": -1}, g.Error, "seed=-1: expected a number from 0"),
        ({"seed": True}, TypeError, "seed=True"),
        ({"now": "tomorrow"}, g.Error, "now="),
        ({"locale": "xx_XX"}, g.Error, "locale="),
        ({"columns": "seq"}, TypeError, "expected a dict"),
        ({"columns": {"a": 5}}, TypeError, "columns\\['a'\\]"),
        ({"columns": {}}, g.Error, "has no columns"),
    ],
)
def test_wrong_arguments_say_which_and_why(options: dict[str, Any], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        table: Any = g.table
        table("t", 1, **{"columns": {"id": "seq"}, **options})


def test_wrong_rows_are_refused() -> None:
    with pytest.raises(TypeError, match="rows='1'"):
        g.table("t", "1", columns=["seq"])  # type: ignore[arg-type]  # pyright: ignore
    with pytest.raises(g.Error, match="the step is 1"):
        g.table("t", range(0, 10, 2), columns=["seq"])
    with pytest.raises(IndexError, match="no row 3 of 3"):
        g.table("t", 3, columns=["seq"])[3]
    with pytest.raises(g.Error, match="step 2"):
        g.table("t", 3, columns=["seq"])[::2]


def test_a_column_that_is_not_there_is_told_with_the_nearest(people: g.Table) -> None:
    with pytest.raises(g.Error, match="has no column `emial`; did you mean `email`"):
        people.select("emial")

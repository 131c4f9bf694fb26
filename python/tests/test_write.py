"""Files: the bytes of the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import gusher as g

WORDS = {"id": "seq", "name": "name", "when": "datetime@null=0.1", "n": "decimal:0,9,2"}


def command(*words: str) -> bytes:
    made = subprocess.run([sys.executable, "-m", "gusher", *words], capture_output=True, check=False)
    assert made.returncode == 0, made.stderr.decode()
    return made.stdout


@pytest.mark.parametrize("name", ["t.csv", "t.ndjson", "t.parquet", "t.arrow", "t.sql", "t.csv.gz", "t.tsv"])
def test_a_file_has_the_bytes_of_the_command(name: str, tmp_path: Path) -> None:
    made = g.table("people", 2000, seed=7, columns=WORDS)
    made.write(tmp_path / name)
    words = [f"{key}={word}" for key, word in WORDS.items()]
    command("rows", "-l", "2000", "--seed", "7", "--table", "people", "-o", str(tmp_path / f"c-{name}"), *words)
    assert (tmp_path / name).read_bytes() == (tmp_path / f"c-{name}").read_bytes()


def test_options_are_those_of_the_command(tmp_path: Path) -> None:
    made = g.table("t", range(10, 13), seed=7, columns={"id": "seq", "n": "int:1,6"})
    made.write(tmp_path / "t.csv", header=True, separator=";")
    assert (tmp_path / "t.csv").read_text().splitlines()[:2] == ["id;n", f"11;{made[0]['n']}"]
    made.write(tmp_path / "t.sql", dialect="postgres", create_table=True)
    assert "CREATE TABLE" in (tmp_path / "t.sql").read_text().upper()
    made.write(f"{tmp_path}/many/", format="csv", files=3)
    assert len(list((tmp_path / "many").rglob("*.csv"))) == 3


def test_a_directory_has_the_manifest_of_the_command(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("one\ntwo\n")
    columns = {"id": "seq", "word": f"file:{tmp_path}/words.txt"}
    made = g.table("t", 10, seed=7, columns=columns)
    made.write(f"{tmp_path}/ours/", format="ndjson", files=2, compression="zstd")
    words = ["-l", "10", "--seed", "7", "--table", "t", "-f", "ndjson", "--files", "2", "--compress", "zst"]
    command("rows", *words, "-o", f"{tmp_path}/theirs/", *[f"{key}={word}" for key, word in columns.items()])
    theirs = [file for file in (tmp_path / "theirs").rglob("*") if file.is_file()]
    assert len(theirs) == 3
    for file in theirs:
        assert (tmp_path / "ours" / file.relative_to(tmp_path / "theirs")).read_bytes() == file.read_bytes()
    some = made[2:4]
    some.write(f"{tmp_path}/some/", format="csv")
    manifest = json.loads((tmp_path / "some" / "manifest.json").read_text())
    assert (manifest["tables"], manifest["rows"]) == (["t 2..4"], 2)


def test_wrong_options_are_told_before_a_file_is_there(tmp_path: Path) -> None:
    made = g.table("t", 10, seed=7, columns=["seq"])
    for path, options, text in [
        ("t.csvv", {}, "did you mean `.csv`"),
        ("t", {}, "say which format"),
        ("t.csv", {"format": "cvs"}, "did you mean `csv`"),
        ("t.csv", {"transaction": "never"}, "transaction: csv has no transactions"),
        ("t.parquet", {"compression": "brotli"}, "compression='brotli'|compression=\"brotli\""),
        ("t.csv", {"threads": 0}, "expected 1 or more"),
        ("t.csv", {"header": "yes"}, "header"),
        ("t.csv", {"files": 2}, "with a / at its end"),
    ]:
        with pytest.raises(g.Error, match=text):
            made.write(tmp_path / path, **options)  # type: ignore[arg-type]
    with pytest.raises(g.Error, match="all columns"):
        made.select("seq").write(tmp_path / "t.csv")
    with pytest.raises(OSError, match="no/such"):
        made.write("/no/such/folder/t.csv")
    assert list(tmp_path.iterdir()) == []


def test_tables_of_a_file_are_written_into_a_directory(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        'seed = 1\n[table.a]\nrows = 3\ncolumns.id = "seq"\n[table.b]\nrows = 4\ncolumns.a = "ref:a.id"\n'
    )
    shop = g.tables(tmp_path / "s.toml")
    shop.write(f"{tmp_path}/out/", format="csv")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a.csv", "b.csv", "manifest.json"]
    command("rows", "--schema", str(tmp_path / "s.toml"), "-f", "csv", "-o", f"{tmp_path}/command/")
    for name in ("a.csv", "b.csv", "manifest.json"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "command" / name).read_bytes()
    with pytest.raises(g.Error, match="need a directory"):
        shop.write(tmp_path / "out.csv", format="csv")


def test_fsspec_writes_to_other_places() -> None:
    fsspec = pytest.importorskip("fsspec")
    made = g.table("t", 10, seed=7, columns=["seq"])
    made.write("memory://folder/t.csv")
    with fsspec.open("memory://folder/t.csv", "rt") as file:
        assert file.read() == "".join(f"{n}\n" for n in range(1, 11))


def test_the_command_runs_in_the_package() -> None:
    assert command("rows", "-l", "2", "--seed", "1", "seq") == b"1\n2\n"
    wrong = subprocess.run([sys.executable, "-m", "gusher", "rows", "emial"], capture_output=True, check=False)
    assert wrong.returncode == 2
    assert b"did you mean `email`" in wrong.stderr

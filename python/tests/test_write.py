"""Files: the bytes of the command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gusher as g

COLUMNS = {"id": "seq", "name": "name", "when": "datetime@null=0.1", "n": "decimal:0,9,2"}


def command(*words: str) -> bytes:
    made = subprocess.run([sys.executable, "-m", "gusher", *words], capture_output=True, check=False)
    assert made.returncode == 0, made.stderr.decode()
    return made.stdout


@pytest.mark.parametrize("name", ["t.csv", "t.ndjson", "t.parquet", "t.arrow", "t.sql", "t.csv.gz", "t.tsv"])
def test_a_file_has_the_bytes_of_the_command(name: str, tmp_path: Path) -> None:
    made = g.table("people", 2000, seed=7, columns=COLUMNS)
    made.write(tmp_path / name)
    words = [f"{key}={word}" for key, word in COLUMNS.items()]
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


def test_folders_and_files_are_those_of_the_command(tmp_path: Path) -> None:
    columns = {"id": "seq", "country": "enum:DE,FR", "at": "series:2023-12-01,1d"}
    made = g.table("t", 100, seed=7, columns=columns)
    made.write(f"{tmp_path}/lake/", format="csv", header=True, partition_by=["country", "year(at)"], file_size="1KiB")
    words = [f"{key}={word}" for key, word in columns.items()]
    options = ["-f", "csv", "-H", "--partition-by", "country,year(at)", "--file-size", "1KiB"]
    command("rows", "-l", "100", "--seed", "7", "--table", "t", "-o", f"{tmp_path}/c/", *options, *words)
    files = sorted(path.relative_to(tmp_path / "lake") for path in (tmp_path / "lake").rglob("*.csv"))
    assert len(files) >= 4
    for file in files:
        assert (tmp_path / "lake" / file).read_bytes() == (tmp_path / "c" / file).read_bytes()
    made.write(f"{tmp_path}/delta/", lake="delta", row_group="1MiB")
    assert (tmp_path / "delta" / "_delta_log" / "00000000000000000000.json").exists()
    with pytest.raises(g.Error, match="has no such column"):
        made.write(f"{tmp_path}/d/", format="csv", partition_by="x")


def test_tables_of_a_lake_grow_by_further_rows(tmp_path: Path) -> None:
    made = g.table("t", 150, seed=7, columns={"id": "seq", "name": "name"})
    made[:100].write(f"{tmp_path}/delta/", lake="delta")
    made[100:].write(f"{tmp_path}/delta/", lake="delta", append=True, sort_by=["name:desc", "id"])
    log = (tmp_path / "delta" / "_delta_log" / "00000000000000000001.json").read_text()
    assert "rows 100..150" in log
    with pytest.raises(g.Error, match="the table has rows up to 150, and the next ones begin there"):
        made[100:].write(f"{tmp_path}/delta/", lake="delta", append=True)


def test_a_file_has_the_request_that_wrote_it(tmp_path: Path) -> None:
    made = g.table("t", 100, seed=7, columns={"id": "seq", "name": "name"})
    made.write(tmp_path / "t.parquet", metadata=True, sort_by="name")
    command("again", str(tmp_path / "t.parquet"), "-o", str(tmp_path / "again.parquet"))
    assert (tmp_path / "again.parquet").read_bytes() == (tmp_path / "t.parquet").read_bytes()


@pytest.mark.parametrize("name", ["t.csv", "t.json", "t.sql"])
@pytest.mark.parametrize("size", [10_000, "10k", "9KiB"])
def test_a_size_is_that_of_the_command(name: str, size: int | str, tmp_path: Path) -> None:
    made = g.table("people", 1_000_000, seed=7, columns=COLUMNS)
    made.write(tmp_path / name, size=size)
    words = [f"{key}={word}" for key, word in COLUMNS.items()]
    command("rows", "--size", str(size), "--seed", "7", "--table", "people", "-o", str(tmp_path / f"c-{name}"), *words)
    assert (tmp_path / name).read_bytes() == (tmp_path / f"c-{name}").read_bytes()
    assert 8_900 < (tmp_path / name).stat().st_size <= 10_000


def test_a_size_cuts_the_rows_of_the_table(tmp_path: Path) -> None:
    made = g.table("t", 5000, seed=7, columns={"id": "seq"})
    made[100:].write(tmp_path / "some.csv", size=44)
    assert (tmp_path / "some.csv").read_text().split() == [str(number) for number in range(101, 112)]
    made.write(tmp_path / "all.csv", size="1M")
    assert len((tmp_path / "all.csv").read_text().split()) == 5000


def test_a_size_counts_what_functions_make(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    twice = g.column(lambda id: [value.as_py() * 2 for value in id], "id", type="int64")
    g.table("t", 5000, seed=7, columns={"id": "seq", "twice": twice}).write(tmp_path / "t.csv", size=100)
    lines = (tmp_path / "t.csv").read_text().splitlines()
    assert lines == [f"{number},{2 * number}" for number in range(1, len(lines) + 1)]
    assert (tmp_path / "t.csv").stat().st_size <= 100 < (tmp_path / "t.csv").stat().st_size + 6


@pytest.mark.parametrize(
    ("name", "options", "text"),
    [
        ("t.csv", {"size": "ten"}, "expected a number of bytes such as 100k, 5M, 1G or 1GiB"),
        ("t.csv", {"size": 0, "header": True}, "there are 3 bytes without any row"),
        ("t.parquet", {"size": "1k"}, "the size of a columnar file is not known"),
        ("t.csv.gz", {"size": "1k"}, "a size counts what is written before it is compressed"),
        ("t/", {"size": "1k", "format": "csv", "files": 2}, "a size is that of one file"),
    ],
)
def test_a_size_that_cannot_be_is_refused(name: str, options: dict[str, Any], text: str, tmp_path: Path) -> None:
    with pytest.raises(g.Error, match=text):
        g.table("t", 5000, seed=7, columns={"id": "seq"}).write(f"{tmp_path}/{name}", **options)
    assert not list(tmp_path.iterdir())


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


def test_wrong_options_are_reported_before_a_file_is_there(tmp_path: Path) -> None:
    made = g.table("t", 10, seed=7, columns=["seq"])
    for path, options, text in [
        ("t.csvv", {}, "did you mean `.csv`"),
        ("t", {}, "say which format"),
        ("t.csv", {"format": "cvs"}, "did you mean `csv`"),
        ("t.csv", {"transaction": "never"}, "transaction=\"never\": csv has no transactions"),
        ("t.parquet", {"compression": "brotli"}, "compression='brotli'|compression=\"brotli\""),
        ("t.csv", {"threads": 0}, "threads=0: expected a number of threads from 1 to 64"),
        ("t.csv", {"header": "yes"}, "header"),
        ("t.csv", {"files": 2}, "files: files are in a directory; give path with a / at its end"),
        ("d/", {"format": "csv", "files": 0}, "files=0: expected a number of files from 1 to 99,999"),
        ("t.csv.xz", {"format": "csv"}, "the file would not be .xz; instead of path, add `| xz >"),
        ("t.csv.zip", {}, "the file would not be .zip"),
        ("t.parquet.gz", {}, "leave .gz out, and say how with compression="),
        ("t.csv.gz", {"compression": "zstd"}, "compression=\"zstd\": the name of the file ends in .gz"),
        ("t.csv", {"compression": "snappy"}, "csv is not compressed by snappy"),
        ("t.csv", {"checksums": True}, "checksums: csv has no page checksums; parquet has"),
        ("t.csv", {"resume": True}, "resume: only a directory can be resumed; give path with a / at its end"),
        ("t.csv", {"transaction": "nevr"}, "transaction=\"nevr\": there is no such transaction; did you mean `never`"),
    ]:
        with pytest.raises(g.Error, match=text):
            made.write(tmp_path / path, **options)  # type: ignore[arg-type]
    with pytest.raises(g.Error, match="(?s)header: ndjson has no header.*dialect=\"x\": there is no such dialect"):
        made.write(tmp_path / "t.ndjson", header=True, dialect="x")
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
    with pytest.raises(g.Error, match="one file cannot have several tables.*did you mean `path="):
        shop.write(tmp_path / "out.csv", format="csv")


def test_several_tables_are_one_file_where_the_format_has_that(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        'seed = 1\n[table.b]\nrows = 4\ncolumns.a = "ref:a.id"\n[table.a]\nrows = 3\ncolumns.id = "seq"\n'
    )
    shop = g.tables(tmp_path / "s.toml")
    for name, options, words in [
        ("s.sql", {"create_table": True, "dialect": "sqlite"}, ["--create-table", "--dialect", "sqlite"]),
        ("s.ndjson", {"tag": "table"}, ["--tag", "table"]),
    ]:
        shop.write(tmp_path / name, **options)  # type: ignore[arg-type]
        theirs = tmp_path / f"theirs-{name}"
        command("rows", "--schema", str(tmp_path / "s.toml"), "-o", str(theirs), *words)
        assert (tmp_path / name).read_bytes() == theirs.read_bytes()
        assert theirs.read_bytes()
    shop.write(tmp_path / "folder", format="csv")
    assert (tmp_path / "folder" / "b.csv").exists()
    with pytest.raises(g.Error, match="transaction=\"never\": sql of several tables is one transaction"):
        shop.write(tmp_path / "x.sql", transaction="never")


def test_dotted_names_are_structs_and_pages_have_checksums(tmp_path: Path) -> None:
    columns = {"id": "seq", "address.city": "city", "address.zip": "int:1,9"}
    made = g.table("t", 20, seed=7, columns=columns)
    made.write(tmp_path / "t.ndjson", nest=True)
    assert set(json.loads((tmp_path / "t.ndjson").read_text().splitlines()[0])["address"]) == {"city", "zip"}
    made.write(tmp_path / "t.parquet", checksums=True)
    words = [f"{key}={word}" for key, word in columns.items()]
    theirs = tmp_path / "theirs.parquet"
    command("rows", "-l", "20", "--seed", "7", "--table", "t", "--checksums", "-o", str(theirs), *words)
    assert (tmp_path / "t.parquet").read_bytes() == theirs.read_bytes()


def test_whole_numbers_are_stored_narrowly_if_asked_for(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    columns = {"small": "int:0,100", "signed": "int:-70000,1", "declared": "int:0,9@type=int64"}
    made = g.table("t", 20, seed=7, columns=columns)
    made.write(tmp_path / "t.parquet", ints="narrow")
    types = {field.name: str(field.type) for field in pq.read_schema(tmp_path / "t.parquet")}
    assert types == {"small": "int8", "signed": "int32", "declared": "int64"}
    with pytest.raises(g.Error, match="ints"):
        made.write(tmp_path / "u.parquet", ints="tiny")


def test_a_directory_is_resumed(tmp_path: Path) -> None:
    made = g.table("t", 100, seed=7, columns=["id=seq"])
    folder = f"{tmp_path}/d/"
    made.write(folder, format="csv", files=4)
    parts = sorted((tmp_path / "d" / "t").iterdir())
    before = [part.read_bytes() for part in parts]
    parts[2].unlink()
    untouched = parts[0].stat().st_mtime_ns
    made.write(folder, format="csv", files=4, resume=True)
    assert [part.read_bytes() for part in parts] == before
    assert parts[0].stat().st_mtime_ns == untouched
    with pytest.raises(g.Error, match="of which the format differs"):
        made.write(folder, format="csv", files=4, resume=True, header=True)
    with pytest.raises(g.Error, match="only a directory of this machine"):
        made.write("memory://x/", format="csv", resume=True)


def test_the_dirt_log_is_that_of_the_command(tmp_path: Path) -> None:
    columns = {"id": "seq", "name": "name@dirty=0.2", "age": "int:18,90@dirty=text:0.1"}
    made = g.table("people", 500, seed=7, columns=columns)
    columns_there = [f"{key}={column}" for key, column in columns.items()]
    for name in ("log.csv", "log.ndjson", "log.csv.gz"):
        made.write(tmp_path / "t.csv", dirt_log=tmp_path / name)
        theirs = tmp_path / f"theirs-{name}"
        arguments = ["-l", "500", "--seed", "7", "--table", "people", "-o", str(tmp_path / "c.csv")]
        command("rows", *arguments, "--dirt-log", str(theirs), *columns_there)
        assert (tmp_path / name).read_bytes() == theirs.read_bytes()
        assert (tmp_path / "t.csv").read_bytes() == (tmp_path / "c.csv").read_bytes()
    lines = (tmp_path / "log.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("row,column,kind,clean", 151)
    made[100:200].write(tmp_path / "t.csv", dirt_log=str(tmp_path / "some.csv"))
    assert (tmp_path / "some.csv").read_text().splitlines()[1:] == [
        line for line in lines[1:] if 100 <= int(line.split(",")[0]) < 200
    ]
    for table, name, text in [
        (made, "log.json", 'dirt_log=".*log.json": the list is csv or ndjson'),
        (made, "t.csv", "the rows are written to this file"),
        (made[:0], "log.x", "the list is csv or ndjson"),
        (g.table("t", 5, columns=["seq"]), "log.csv", "no column that is written is dirty; add @dirty=0.02 to one"),
    ]:
        with pytest.raises(g.Error, match=text):
            table.write(tmp_path / "t.csv", dirt_log=tmp_path / name)


def test_parts_of_another_run_are_reported(tmp_path: Path) -> None:
    made = g.table("t", 10, seed=7, columns=["seq"])
    made.write(f"{tmp_path}/d/", format="csv", files=3)
    with pytest.warns(UserWarning, match="has 3 more parts, of a run with another number of files"):
        made.write(f"{tmp_path}/d/", format="csv", files=2)
    with pytest.raises(g.Error, match="tag: the key of the table's name is missing, such as tag=\"table\""):
        made.write(tmp_path / "t.ndjson", tag="")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(g.Error, match="it is larger than 1 GiB"):
        g.table("t", 1, columns=["x=file:/dev/zero"])


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

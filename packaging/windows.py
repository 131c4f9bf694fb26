#!/usr/bin/env python3
"""Compares the program for Windows, run by Wine, with that for Linux: windows.py GUSH GUSH.EXE

Each command is run by both, in an empty folder of its own. The exit codes, the bytes written, the messages and the files must be
equal. The end is an error where they are not."""

import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = "csv tsv ndjson json jsonl sql copy xml yaml toml markdown html column table parquet arrow avro".split()
COLUMNS = "id=seq name email city price=double:1,9 born=birthdate tags=noun@list=0,3 n=int:1,9@null=0.2 f=float u=uuid b=bytes:3"

# Each is arguments and what is on standard input.
COMMANDS: list[tuple[list[str], bytes]] = [
    *[(f"rows -l 300 -s ; {COLUMNS} -f {name} -o out".split(), b"") for name in FORMATS],
    (f"rows -l 200000 -f csv {COLUMNS}".split(), b""),
    (f"rows -l 1000 --threads 2 -f parquet {COLUMNS}".split(), b""),
    ("rows -l 50 -f csv -o rows.csv.gz name city".split(), b""),
    ("rows -l 50 -f csv -o rows.csv.zst name city".split(), b""),
    ("rows -l 50 -f csv --rows-per-file 20 -o part-{}.csv id=seq name".split(), b""),
    ("rows -l 50 --dialect excel-de -f csv id=seq price=double:1,9 name".split(), b""),
    (["rows", "-l", "20", "-e", "{{name}} lives in {{city}}"], b""),
    ("rows -l 20 -T -".split(), b"{{seq}} {{name}}\r\n"),
    ("rows -l 20 -f csv a=int:1,9 b=expr:a*2".split(), b""),
    ("rows --schema shop.toml -f csv -o shop --scale 0.01".split(), b""),
    ("rows --schema shop.toml --table orders -l 100 -f ndjson".split(), b""),
    ("check shop.toml".split(), b""),
    ("find iban".split(), b""),
    ("find nothing-has-this-name".split(), b""),
    ("rows -g name".split(), b""),
    ("rows --help".split(), b""),
    # Mistakes, none of which writes anything.
    ("rows -l 3 nme city:XX".split(), b""),
    ("rows -l 3 -f csvx name".split(), b""),
    ("rows -l 3 name -o missing/folder/out.csv".split(), b""),
    ("rows --schema missing.toml".split(), b""),
]


def generators(gush: str) -> list[list[str]]:
    """All generators by their names, some in each command, with the Linux program's list."""
    listing = subprocess.run([gush, "rows", "--generators"], capture_output=True, check=True).stdout.decode()
    names = [match[1] for line in listing.splitlines() if (match := re.match(r"^  ([a-z][a-z0-9._]*)(\s|\[|$)", line))]
    plain = [name for name in dict.fromkeys(names) if subprocess.run([gush, "rows", "-l", "1", name], capture_output=True).returncode == 0]
    assert len(plain) > 100, f"only {len(plain)} generators were found in the listing"
    return [["rows", "-l", "50", "-f", "ndjson", *plain[at : at + 20]] for at in range(0, len(plain), 20)]


def run(program: list[str], arguments: list[str], given: bytes) -> dict[str, object]:
    """What a run leaves: its exit code, what it wrote and said, and its files."""
    with tempfile.TemporaryDirectory() as folder:
        shop = pathlib.Path(folder, "shop.toml")
        shop.write_bytes((ROOT / "examples" / "shop.toml").read_bytes())
        seeded = arguments + ["--seed", "7", "--now", "2026-01-01"] if is_of_rows(arguments) else arguments
        end = subprocess.run(program + seeded, input=given, capture_output=True, cwd=folder, timeout=300)
        files = {str(path.relative_to(folder)): path.read_bytes() for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()}
        return {"exit code": end.returncode, "output": end.stdout, "messages": end.stderr, "files": files}


def is_of_rows(arguments: list[str]) -> bool:
    return arguments[0] == "rows" and not {"-g", "--help"} & set(arguments)


def as_on_linux(end: dict[str, object]) -> dict[str, object]:
    """The words of the system about a path that is not there, and its separators, are those of Linux."""
    text = end["messages"]
    assert isinstance(text, bytes)
    text = re.sub(rb"The system cannot find the (path|file) specified\.|(Path|File) not found\.", b"No such file or directory", text)
    text = text.replace(b"\\", b"/").replace(b"(os error 3)", b"(os error 2)")
    return {**end, "messages": text}


def ends_with_its_reader(program: list[str]) -> bool:
    """`yes | head` ends soon, without an error."""
    process = subprocess.Popen([*program, "yes"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    start = process.stdout.read(1_000_000)
    process.stdout.close()
    message = process.stderr.read()
    code = process.wait(60)
    if start != b"y\n" * 500_000 or code or message:
        print(f"yes | head: exit code {code}, {message!r}")
        return False
    return True


def main() -> int:
    gush, windows = (str(pathlib.Path(name).resolve()) for name in sys.argv[1:])
    differing = 0
    commands = COMMANDS + [(arguments, b"") for arguments in generators(gush)]
    for arguments, given in commands:
        expected, actual = run([gush], arguments, given), as_on_linux(run(["wine", windows], arguments, given))
        for what in [what for what in expected if expected[what] != actual[what]]:
            differing += 1
            print(f"gush {' '.join(arguments)}: another {what}:\n  {str(expected[what])[:700]}\n  {str(actual[what])[:700]}")
    differing += not ends_with_its_reader(["wine", windows])
    print(f"{len(commands)} commands compared, {differing} differences")
    return min(differing, 1)


if __name__ == "__main__":
    sys.exit(main())

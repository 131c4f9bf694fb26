"""Reads rows in every text format by a reader that others wrote, and compares what they find with the texts that went in.

    text_readers.py FOLDER LINES

FOLDER has a file for each format, called by its name, all with the same rows; LINES is the file of texts. Columns: id (1, 2, …),
v (a text of the file), n (a number or nothing), ok (true or false), tags (a list of texts of the file, in the formats that have lists).
"""

import csv
import html.parser
import io
import json
import re
import sys
import xml.etree.ElementTree
from pathlib import Path

import markdown_it
import yaml

FOLDER, LINES = Path(sys.argv[1]), Path(sys.argv[2])
TEXTS = set(LINES.read_text(encoding="utf-8").split("\n")) - {""}
NIL = "{http://www.w3.org/2001/XMLSchema-instance}nil"


def separated(delimiter):
    def read(text):
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
        return [(int(row["id"]), row["v"], row["n"] or None, row["ok"] == "true") for row in rows]

    return read


def typed(rows):
    for row in rows:
        assert type(row["id"]) is int and type(row["v"]) is str and type(row["ok"]) is bool, row
        assert row["n"] is None or type(row["n"]) in (int, float), row
        assert type(row["tags"]) is list and set(row["tags"]) <= TEXTS, row
    return [(row["id"], row["v"], row["n"] if row["n"] is None else f"{row['n']:.2f}", row["ok"]) for row in rows]


def from_xml(text):
    rows = []
    for row in xml.etree.ElementTree.fromstring(text.encode()).iter("row"):
        n = row.find("n")
        tags = [item.text or "" for item in row.find("tags")]
        assert set(tags) <= TEXTS, tags
        rows.append((int(row.find("id").text), row.find("v").text, None if n.get(NIL) else n.text, row.find("ok").text == "true"))
    return rows


class Cells(html.parser.HTMLParser):
    """The cells of the rows of a table."""

    def __init__(self):
        super().__init__()
        self.rows, self.is_cell = [], False

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
        else:
            # Nothing within a cell is anything but text.
            assert not self.is_cell, tag
        self.is_cell = tag == "td"

    def handle_endtag(self, tag):
        self.is_cell = False

    def handle_data(self, data):
        if self.is_cell:
            self.rows[-1][-1] += data


def from_html(text):
    parser = Cells()
    parser.feed(text)
    return [(int(id), v, n or None, ok == "true") for id, v, n, ok in (row for row in parser.rows if row)]


def from_markdown(text):
    return from_html(markdown_it.MarkdownIt("commonmark").enable("table").render(text))


def from_copy(text):
    # https://www.postgresql.org/docs/current/sql-copy.html
    back = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
    plain = lambda cell: None if cell == r"\N" else re.sub(r"\\(.)", lambda sign: back.get(sign[1], sign[1]), cell)
    rows = [[plain(cell) for cell in line.split("\t")] for line in text.split("\n")[:-1]]
    return [(int(id), v, n, ok == "t") for id, v, n, ok in rows]


def from_python_json(text):
    return typed(json.loads(text))


READERS = {
    "csv": separated(","),
    "tsv": separated("\t"),
    "json": from_python_json,
    "ndjson": lambda text: typed([json.loads(line) for line in text.split("\n")[:-1]]),
    "yaml": lambda text: typed(yaml.safe_load(text)),
    "xml": from_xml,
    "html": from_html,
    "markdown": from_markdown,
    "copy": from_copy,
}


def main():
    found = {}
    for format, read in READERS.items():
        rows = found[format] = read((FOLDER / format).read_bytes().decode())
        assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), f"{format}: rows"
        if format == "markdown":
            # Cells of tables have no blanks at their ends.
            assert {row[1] for row in rows} == {text.strip(" \t") for text in TEXTS}, format
        else:
            assert {row[1] for row in rows} == TEXTS, (format, {row[1] for row in rows} ^ TEXTS)
        assert {row[3] for row in rows} == {True, False} and {row[2] is None for row in rows} == {True, False}, format
    for format, rows in found.items():
        stripped = format == "markdown"
        expected = [(i, v.strip(" \t") if stripped else v, n, ok) for i, v, n, ok in found["json"]]
        for row, other in zip(rows, expected, strict=True):
            assert row == other, f"{format}: {row!r}, and json has {other!r}"
    print(len(found), "formats,", len(found["json"]), "rows")


main()

"""What the example `understood` prints, as sets that can be compared."""

import re
import subprocess
from dataclasses import dataclass, field


@dataclass
class Found:
    """Items by kind; notes; the time that it took."""

    items: dict
    notes: list = field(default_factory=list)
    seconds: float = 0.0


def understood(program, dialect, files):
    """Runs the program over files together; the dialect is detected from their content."""
    printed = subprocess.run([program, *map(str, files)], check=True, capture_output=True, text=True).stdout
    found = Found({kind: set() for kind in ("table", "column", "primary", "unique", "foreign", "check")})
    lines = [line.split("\t") for line in printed.splitlines()]
    keys = {fields[1]: fields[2] for fields in lines if fields[0] == "primary"}
    for kind, *fields in lines:
        if kind == "time":
            found.seconds = int(fields[0]) / 1e6
        elif kind == "dialect":
            expected = {"postgres": "Postgres", "mysql": "MySql", "sqlite": "Sqlite"}[dialect]
            if expected not in fields[0]:
                found.notes.append(f"the dialect is detected as {fields[0]}")
        elif kind == "note":
            found.notes.append(" ".join(fields))
        elif kind in found.items:
            add(found.items, kind, fields, dialect, keys)
    for table in found.items["table"]:
        conditions = [fields[3] for fields in lines if fields[0] == "check" and folded(plain(fields[1]), dialect) == table]
        columns = {column[1] for column in found.items["column"] if column[0] == table}
        found.items["check"] |= checked(table, conditions, columns)
    return found


def add(items, kind, fields, dialect, keys):
    table = folded(plain(fields[0]), dialect)
    if kind == "table":
        items["table"].add(table)
    elif kind == "column":
        _, name, not_null, identity, generated, _default, kind_text, _type = fields
        family = detailed(kind_text) if dialect != "sqlite" else re.match(r"\w+", kind_text)[0]
        items["column"].add((table, folded(name, dialect), family, not_null or "", generated or "", identity or ""))
    elif kind == "primary":
        items["primary"].add((table, folded(fields[1], dialect)))
    elif kind == "unique":
        columns, condition = fields[1], fields[2]
        items["unique"].add((table, parts(columns, dialect), "where" if condition else "", fields[3] if fields[3] == "true" else ""))
    elif kind == "foreign":
        parent = plain(fields[2])
        columns = fields[3] or keys.get(fields[2], "")
        items["foreign"].add((table, folded(fields[1], dialect), folded(parent, dialect), folded(columns, dialect)))


def detailed(kind):
    """A type with its length, its digits or its bits, as the catalogues' `family` gives it."""
    family = re.match(r"\w+", kind)[0]
    numbers = [number or "-" for number in re.findall(r"(?:max|precision|scale|bits): (?:Some\()?(\d+|None)", kind)]
    unsigned = " unsigned" if "is_unsigned: true" in kind else ""
    if family in ("Int", "Decimal", "Float") or (family == "Text" and numbers != ["None"]):
        return f"{family} {','.join(numbers)}".replace("None,None", "-") + unsigned
    return family


def parts(text, dialect):
    """Columns of an index; expressions are counted, as servers print them in ways of their own."""
    found, depth, start = [], 0, 0
    for at, sign in enumerate(text + ","):
        depth += (sign == "(") - (sign == ")")
        if sign == "," and depth == 0:
            part = text[start:at]
            found.append("()" if part.startswith("(") else folded(part, dialect))
            start = at + 1
    return ",".join(found)


def checked(table, conditions, columns):
    """Conditions of a table as the columns that they have, as servers print them in ways of their own; counted where several have the same."""
    items, counts = set(), {}
    for condition in conditions:
        text = re.sub(r"'(?:[^']|'')*'|::\s*[\w.\"]+(?: varying)?", " ", condition)
        words = {word.strip('"`[]').lower() for word in re.findall(r'"[^"]+"|`[^`]+`|\[[^\]]+\]|\w+', text)}
        mentioned = ",".join(sorted(column for column in columns if column.lower() in words))
        counts[mentioned] = counts.get(mentioned, 0) + 1
        items.add((table, mentioned, str(counts[mentioned])))
    return items


def folded(name, dialect):
    return name if dialect == "postgres" else name.lower()


def plain(name):
    return name.removeprefix("public.").removeprefix("musicbrainz.")

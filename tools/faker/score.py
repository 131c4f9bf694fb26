#!/usr/bin/env python3
"""Runs Faker's own tests against ``gusher.Faker`` and counts by provider: ``script/python faker`` calls it.

    python tools/faker/score.py FOLDER [--record] [--untouched] [--lean]

FOLDER is the unpacked source package of Faker. With ``--record`` the score is written into docs/reference/python.md. With
``--untouched`` the list of tests that pass without any Faker is made anew; these do not touch the face, and do not count. With ``--lean`` some tests of
the base classes and of ``en_US`` run, which takes a few seconds, and those that fail without a reason are named: ``script/test`` does
this.

Of what is left, three kinds are counted by themselves: tests that name a class of Faker's providers, whose lists of words and random numbers
they compare with, or Faker's documentor, or replace a part of Faker's inside (found by their source), and those of locales that gusher does not have. reasons.tsv
says why others of the base classes and of ``en_US`` fail; they count as failed.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence

from gusher._faker.locales import found
from gusher._faker.table import of_faker

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "docs/reference/python.md"
UNTOUCHED = HERE / "untouched.txt"
REASONS = HERE / "reasons.tsv"
# The shares of tests which pass: of those of the base classes and of `en_US`, and of those of locales that both have.
LEAST_BASE = 0.95
LEAST = 0.9
# How many of the lean form pass at least.
LEAST_LEAN = 400
FAILING = "Tests of the base classes and of `en_US` that fail:\n"
BEGIN, END = "<!-- score of Faker's tests -->", "<!-- end of the score -->"
# The tests of the lean form: of what is called most, and of what a Faker is besides its methods.
LEAN = [
    *(f"tests/test_{name}.py" for name in ("generator", "optional", "unique", "unique_exclude")),
    *(f"tests/providers/test_{name}.py" for name in ("barcode", "date_time", "enum", "file", "geo", "lorem", "misc", "profile", "python")),
]
LOCALE = re.compile(r"^Test([A-Z][a-z]{1,2})([A-Z][a-zA-Z])?$")


def outcomes(folder: pathlib.Path, face: str, chosen: Sequence[str] = ("tests",)) -> dict[str, str]:
    """What comes of each test of the chosen ones with this in Faker's place."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "outcomes.json"
        environment = {**os.environ, "GUSHER_FAKER": face, "GUSHER_FAKER_OUTCOMES": str(path)}
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH", "")]))
        # Of the plugin's own tests, and of those that look into the formats of Faker's classes, there is nothing to learn.
        left_out = ["--ignore", "tests/pytest", "--ignore", "tests/test_providers_formats.py"]
        options = ["-q", "--tb=line", "-p", "swap", "-p", "no:cacheprovider", "-p", "no:gusher", *left_out, *chosen]
        subprocess.run(
            [sys.executable, "-m", "pytest", *options], cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=False
        )
        return json.loads(path.read_text(encoding="utf-8"))


def asking_for_fakers_own(folder: pathlib.Path) -> set[str]:
    """The tests that name a class of Faker's providers or its documentor, or replace a part of Faker's inside."""
    found: set[str] = set()
    for path in sorted(folder.glob("tests/**/*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        providers = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            if _is_own(node.module or "", alias.name)
        }
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        name = path.relative_to(folder).as_posix()
        for test in classes.values():
            kept, methods = _of_class(test, classes, providers)
            found |= {f"{name}::{test.name}::{key}" for key, node in methods.items() if _asks(node, kept, providers)}
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        found |= {f"{name}::{key}" for key, node in functions.items() if _asks(node, set(), providers)}
    return found


def _of_class(
    test: ast.ClassDef, classes: dict[str, ast.ClassDef], providers: set[str]
) -> tuple[set[str], dict[str, ast.FunctionDef]]:
    """The attributes of a test's class that are Faker's lists or classes, and its methods with those that it inherits."""
    kept: set[str] = set()
    methods: dict[str, ast.FunctionDef] = {}
    for base in test.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            inherited = _of_class(classes[base.id], classes, providers)
            kept, methods = kept | inherited[0], {**methods, **inherited[1]}
    for node in test.body:
        if isinstance(node, ast.FunctionDef):
            methods[node.name] = node
    setup = [node for node in test.body if not isinstance(node, ast.FunctionDef)]
    setup += [one for name in ("setup_method", "setup_class", "setUp", "setUpClass") if name in methods for one in methods[name].body]
    for node in setup:
        if isinstance(node, ast.Assign) and (_names(node.value) & providers or _attributes(node.value) & kept):
            kept |= {part.rpartition(".")[2] for target in node.targets for part in ast.unparse(target).strip("()").split(", ")}
    # Such as what a test calls for each value, if only by another one.
    helpers = {key: node for key, node in methods.items() if not key.startswith("test") and "setup" not in key.lower()}
    for _ in helpers:
        kept |= {key for key, node in helpers.items() if _names(node) & providers or _attributes(node) & kept}
    return kept, methods


def _is_own(module: str, name: str) -> bool:
    """Whether a name that a test imports is one of Faker's inside: providers, their classes, and what lists their methods."""
    is_class = name[:1].isupper() and not name.endswith("Exception")
    return module.startswith("faker.providers") and is_class or (module, name) in (("faker", "providers"), ("faker.documentor", "Documentor"))


def _names(node: ast.AST) -> set[str]:
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _attributes(node: ast.AST) -> set[str]:
    return {
        one.attr
        for one in ast.walk(node)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in ("self", "cls")
    }


def _asks(node: ast.FunctionDef, kept: set[str], providers: set[str]) -> bool:
    is_patched = re.search(r"patch(\.object)?\(\s*['\"](faker|random)\.|patch\.object\((\w+\.)*(\w*Provider|Generator|Faker)\b", ast.unparse(node))
    # What begins with an underscore is nobody's business but Faker's.
    private = any(isinstance(one, ast.Attribute) and re.match("_[a-z]", one.attr) and ast.unparse(one.value) != "self" for one in ast.walk(node))
    return bool(is_patched or private or "generator_attrs" in ast.unparse(node) or _names(node) & providers or _attributes(node) & kept)


def locale_of(test: str) -> str | None:
    """The locale that a test is about, by its class; none if it is about the base classes or ``en_US``."""
    parts = test.split("::")
    match = LOCALE.match(parts[1]) if len(parts) > 2 else None
    name = "_".join(filter(None, [match[1].lower(), (match[2] or "").upper()])) if match else None
    return name if name in of_faker().locales - {"en_US"} else None


def has(locale: str) -> bool:
    """Whether gusher has the locale, too."""
    return found(locale).has == "all"


def provider_of(test: str) -> str:
    """The provider or the topic that a test is about."""
    return pathlib.PurePath(test.split("::")[0]).stem.removeprefix("test_")


def score(ours: dict[str, str], lists: set[str]) -> tuple[list[str], dict[str, list[int]]]:
    """The rows of the table, and the sums."""
    untouched = set(UNTOUCHED.read_text(encoding="utf-8").split("\n"))
    kinds = ("base", "locales", "lists", "others")
    rows: dict[str, dict[str, list[int]]] = collections.defaultdict(lambda: {kind: [0, 0] for kind in kinds})
    for test, outcome in ours.items():
        if test in untouched or outcome == "skipped":
            continue
        locale, is_list = locale_of(test), test.split("[")[0] in lists
        kind = "lists" if is_list else "base" if locale is None else "locales" if has(locale) else "others"
        for row in (provider_of(test), "all"):
            rows[row][kind][0] += outcome == "passed"
            rows[row][kind][1] += 1

    def cell(counts: list[int]) -> str:
        return f"{counts[0]} of {counts[1]}" if counts[1] else ""

    names = [*sorted(name for name in rows if name != "all"), "all"]
    lines = [f"| {name} | {' | '.join(cell(rows[name][kind]) for kind in kinds)} |" for name in names]
    return lines, rows["all"]


def failed(ours: dict[str, str], lists: set[str]) -> list[str]:
    """The tests that fail, but for those that ask for what is Faker's own."""
    untouched = set(UNTOUCHED.read_text(encoding="utf-8").split("\n"))
    wrong = (test for test, outcome in ours.items() if outcome not in ("passed", "skipped") and test not in untouched)
    return [test for test in wrong if test.split("[")[0] not in lists]


def reason(test: str) -> str | None:
    """Why a test fails."""
    rows = (line.split("\t") for line in REASONS.read_text(encoding="utf-8").splitlines() if line)
    return next((why for pattern, why in rows if re.search(pattern, test)), None)


def why(ours: dict[str, str], lists: set[str]) -> list[str]:
    """The reasons for which tests of the base classes and of ``en_US`` fail, with how many fail for each."""
    counts = collections.Counter(reason(test) or "" for test in failed(ours, lists) if locale_of(test) is None)
    return [f"- {count}: {text}" for text, count in counts.most_common()]


def explain(ours: dict[str, str], lists: set[str]) -> None:
    """Ends with the tests of the base classes and of ``en_US`` that fail without a reason, if there are any."""
    unexplained = [test for test in failed(ours, lists) if locale_of(test) is None and reason(test) is None]
    if unexplained:
        texts = [f"{test}: {ours[test]}" for test in unexplained]
        sys.exit("\n".join([f"tests of the base classes fail, and {REASONS.name} does not say why:", *texts]))


def lean(folder: pathlib.Path) -> None:
    """Runs some of the tests, and names those that fail without a reason."""
    ours = outcomes(folder, "ours", LEAN)
    passed = sum(outcome == "passed" for outcome in ours.values())
    if passed < LEAST_LEAN:
        sys.exit(f"of Faker's own tests only {passed} pass; at least {LEAST_LEAN} did before")
    explain(ours, asking_for_fakers_own(folder))
    print(f"{passed} of Faker's own tests pass")


def main() -> None:
    """Counts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--untouched", action="store_true")
    parser.add_argument("--lean", action="store_true", help="run some, and fail where one fails without a reason")
    parser.add_argument("--failed", action="store_true", help="list the tests that fail")
    parser.add_argument("--outcomes", type=pathlib.Path, help="count these, and run nothing")
    given = parser.parse_args()
    if given.untouched:
        passed = sorted(test for test, outcome in outcomes(given.folder, "none").items() if outcome == "passed")
        UNTOUCHED.write_text("\n".join(passed) + "\n", encoding="utf-8")
    if given.lean:
        lean(given.folder)
        return
    ours = json.loads(given.outcomes.read_text()) if given.outcomes else outcomes(given.folder, "ours")
    lists = asking_for_fakers_own(given.folder)
    lines, sums = score(ours, lists)
    head = ["| tests of | base, `en_US` | locales of both | Faker's own words and inside | locales of Faker alone |", "|---|---|---|---|---|"]
    print("\n".join([*head, *lines]))
    if given.failed:
        untouched = set(UNTOUCHED.read_text(encoding="utf-8").split("\n"))
        for test, outcome in ours.items():
            if outcome not in ("passed", "skipped") and test not in untouched:
                locale = locale_of(test)
                mark = "W" if test.split("[")[0] in lists else "B" if locale is None else "L" if has(locale) else "O"
                print(mark, test.removeprefix("tests/").removeprefix("providers/"), outcome[:160])
    if given.record:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join([*head, *lines, "", FAILING, *why(ours, lists)]) + f"\n{END}{after}", encoding="utf-8")
    for kind, what, least in (("base", "the base classes and of `en_US`", LEAST_BASE), ("locales", "locales that both have", LEAST)):
        passed, count = sums[kind]
        if passed < least * count:
            sys.exit(f"of the tests of {what}, {passed} of {count} pass, which is less than {least:.0%}")
    explain(ours, lists)


if __name__ == "__main__":
    main()

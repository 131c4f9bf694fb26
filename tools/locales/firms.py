#!/usr/bin/env python3
"""Looks for firms that exist among the companies of every locale.

    git clone --depth 1 https://github.com/JerBouma/FinanceDatabase
    python tools/locales/firms.py FinanceDatabase GUSH [ROWS]

The names are those of the equities of FinanceDatabase (MIT), about 47,000 on more than eighty exchanges. Legal forms, accents, case and punctuation are
left out of the comparison. For each locale, ROWS companies (1,000,000) are generated; the names that a listed firm has are printed, and the status is 1 if
there are any.
"""

import csv
import pathlib
import re
import subprocess
import sys
import unicodedata

FORMS = re.compile(
    r"\b(inc|incorporated|corp|corporation|co|company|ltd|limited|llc|plc|ag|aktiengesellschaft|se|gmbh|mbh|kgaa|kg|ohg|e k|sa|s a|sas|sarl|spa|s p a|srl|s r l|nv|n v|bv|b v|ab|asa|as|a s"
    r"|oyj|oy|group|holding|holdings|sab|de cv|lp|llp|pty|tbk|pt|bhd|berhad|kk|jsc|pjsc|ojsc|ad|dd|d d|zrt|nyrt|kft|hf|ehf|sae|sti|public|the|and|und|sons|partners|sl|lda|ltda|cia)\b"
)


def bare(name: str) -> str:
    """The name without what firms of any name have."""
    text = unicodedata.normalize("NFKD", name.lower())
    text = re.sub(r"[^\w]+", " ", "".join(sign for sign in text if not unicodedata.combining(sign)))
    return " ".join(FORMS.sub(" ", text).split())


def listed(folder: pathlib.Path) -> dict[str, str]:
    """A listed firm of each bare name."""
    firms = {}
    for path in sorted(folder.glob("database/equities/*.csv")):
        with path.open(encoding="utf-8", errors="replace") as file:
            firms.update((bare(row["name"]), row["name"]) for row in csv.DictReader(file) if row.get("name"))
    return {name: firm for name, firm in firms.items() if len(name) > 2}


def main() -> int:
    folder, gush, rows = pathlib.Path(sys.argv[1]), sys.argv[2], (sys.argv[3:] or ["1000000"])[0]
    firms = listed(folder)
    list_of_locales = subprocess.run([gush, "rows", "--locales"], capture_output=True, text=True, check=True).stdout
    locales = re.findall(r"^([a-z]{2}_[A-Z]{2})\b", list_of_locales, re.MULTILINE)
    if not firms or not locales:
        sys.exit("no firms, or no locales, to compare")
    existing = 0
    for locale in locales:
        command = [gush, "rows", "--seed", "7", "-l", rows, "-f", "column", "--locale", locale, "company"]
        made = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        for name in sorted({name for name in made if bare(name) in firms}):
            print(f"{locale}: {name} is {firms[bare(name)]}")
            existing += 1
    print(f"{existing} of {len(firms):,} listed firms among {len(locales)} times {int(rows):,} companies")
    return int(existing > 0)


if __name__ == "__main__":
    sys.exit(main())

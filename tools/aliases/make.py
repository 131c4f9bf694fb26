#!/usr/bin/env python3
"""Brings crates/gusher/words/aliases.tsv up to date with the packages that it maps. Run by hand; the program reads the table.

    npm install --prefix tools/aliases && pip install -r tools/aliases/requirements.txt
    python tools/aliases/make.py

Only the names are read, and sorted into the table: what stands beside a name stays, a name that a package no longer has goes,
and a new one comes with nothing beside it and is printed. Mockaroo is a service without a package, so its types are listed in
mockaroo.txt; others.txt has what people type who come from no tool, such as the types of SQL.
"""

import inspect
import pathlib
import subprocess

import faker
import mimesis

HERE = pathlib.Path(__file__).parent
TABLE = HERE.parent.parent / "crates/gusher/words/aliases.tsv"

# What a provider has for its own use.
FAKER_OWN = {"get_words_list"}
MIMESIS_OWN = {"get_current_locale", "has_seed", "override_locale", "reseed", "update_dataset", "validate_enum"}


def of_faker():
    """The methods of the providers of en_US."""
    providers = faker.Faker("en_US").get_providers()
    return {name for provider in providers for name, _ in inspect.getmembers(provider, callable)
            if not name.startswith("_")} - FAKER_OWN


def of_mimesis():
    """The methods of the providers of English, as `person.first_name`."""
    generic = mimesis.Generic(mimesis.Locale.EN)
    names = set()
    for provider in dir(generic):
        value = None if provider.startswith("_") else getattr(generic, provider)
        if isinstance(value, mimesis.providers.BaseProvider):
            names |= {f"{provider}.{name}" for name, method in inspect.getmembers(value, inspect.ismethod)
                      if not name.startswith("_") and name not in MIMESIS_OWN}
    return names


def printed(*command, folder=HERE):
    return set(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.split("\n")) - {""}


def main():
    names = {
        "Faker": of_faker(),
        "faker-js": printed("node", "fakerjs.mjs"),
        "mimesis": of_mimesis(),
        "Mockaroo": set((HERE / "mockaroo.txt").read_text().splitlines()),
        "gofakeit": printed("go", "run", ".", folder=HERE / "gofakeit"),
        "others": set((HERE / "others.txt").read_text().splitlines()),
    }
    lines = TABLE.read_text().splitlines() if TABLE.exists() else []
    head = [line for line in lines if line.startswith("#")]
    known = {tuple(line.split("\t")[:2]): line.split("\t")[2:] for line in lines if not line.startswith("#")}
    table = []
    for tool, found in names.items():
        for name in sorted(found, key=lambda name: (name.lower(), name)):
            word, nearest = known.get((tool, name), ("", ""))
            if not word and not nearest:
                print(f"{tool}\t{name}\t\t")
            table.append(f"{tool}\t{name}\t{word}\t{nearest}")
    TABLE.write_text("\n".join(head + table) + "\n")


if __name__ == "__main__":
    main()

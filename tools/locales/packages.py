"""What the packages have: @faker-js/faker, Faker and mimesis."""

import importlib
import json
import pathlib
import subprocess

import mimesis

from lists import HERE

MIMESIS = pathlib.Path(mimesis.__file__).parent / "datasets"

fakerjs = json.loads(subprocess.run(["node", "fakerjs.mjs"], cwd=HERE, check=True, capture_output=True).stdout)


def mimesis_of(name, file):
    path = MIMESIS / name / f"{file}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def faker_of(topic, name):
    try:
        return importlib.import_module(f"faker.providers.{topic}.{name}").Provider
    except ModuleNotFoundError:
        return None


def weighted(value):
    """Words with what each weighs: None where the source does not say."""
    if isinstance(value, dict):
        return [(word, float(weight)) for word, weight in value.items()]
    return [(word, None) for word in value if isinstance(word, str)] if isinstance(value, (list, tuple, set)) else []

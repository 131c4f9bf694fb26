"""The methods of Faker with their arguments, by provider and locale: ``methods.tsv``, which ``tools/faker/signatures.py``
reads out of an installed Faker."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

__all__ = ["Signature", "Table", "of_faker", "read"]


class Signature(NamedTuple):
    """How Faker's method is called."""

    #: Such as ``min_value=0, max_value=9999``; an argument without a default is ``required``.
    arguments: str
    #: The annotation of what it returns.
    returns: str


class Table:
    """What Faker has.

    Attributes:
        locales: the names of its locales.
        base: the methods of ``en_US``.
    """

    def __init__(self, text: str) -> None:
        self.locales: frozenset[str] = frozenset()
        self.base: dict[str, Signature] = {}
        # The provider of each method, and the language that stands for those that a provider does not have.
        self._provider: dict[str, str] = {}
        self._default: dict[str, str] = {}
        # What each language of a provider has besides, or differs in.
        self._own: dict[tuple[str, str], dict[str, Signature]] = {}
        for line in text.splitlines():
            kind, *fields = line.split("\t")
            if kind == "locales":
                self.locales = frozenset(fields[0].split())
            elif kind == "provider":
                provider, default, languages = fields
                self._default[provider] = default
                for language in languages.split():
                    self._own[provider, language] = {}
            elif kind == "method":
                provider, language, name, arguments, returns = fields
                signature = Signature(arguments, returns)
                if language == "":
                    self.base[name] = signature
                    self._provider[name] = provider
                else:
                    self._own.setdefault((provider, language), {})[name] = signature
                    self._provider.setdefault(name, provider)

    def is_localized(self, name: str, locale: str) -> bool:
        """Whether Faker's method gives values of this very locale."""
        provider = self._provider.get(name)
        return provider is not None and (provider, locale) in self._own

    def is_known(self, name: str) -> bool:
        """Whether Faker has a method by this name in any locale."""
        return name in self._provider

    def provider_of(self, name: str) -> str | None:
        """The name of the provider that a method belongs to."""
        return self._provider.get(name)

    def providers(self, names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
        """The providers that have any of these methods, with those that each has."""
        made: dict[str, list[str]] = {provider: [] for provider in self._default}
        for name in names:
            if name in self._provider:
                made[self._provider[name]].append(name)
        return ((provider, methods) for provider, methods in made.items() if methods)

    def default(self, name: str) -> str:
        """The language of a method in the locales for which its provider has none."""
        return self._default.get(self._provider.get(name, ""), "")

    def of_locale(self, locale: str) -> dict[str, Signature]:
        """All methods that Faker has in a locale."""
        made = dict(self.base)
        for provider, default in self._default.items():
            own = self._own.get((provider, locale))
            made.update(self._own.get((provider, default), {}) if own is None else own)
        return made


@functools.lru_cache(maxsize=1)
def of_faker() -> Table:
    """The table; it is read when it is needed."""
    return Table(read("methods.tsv"))


def read(name: str) -> str:
    """A file of the package. ``importlib.resources`` takes longer to import than to read it."""
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return file.read()

"""Providers: those of the caller, those of the community, and what stands here for one of Faker's."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .._gusher import Error

__all__ = ["ProviderOf", "including", "methods_of", "provider_class"]


class ProviderOf:
    """Stands for a provider of Faker: its methods are those of a generator.

    Args:
        generator: whose methods they are.
        name: Faker's name of the provider, such as ``internet``.
        methods: their names.
    """

    def __init__(self, generator: Any, name: str, methods: Sequence[str]) -> None:
        self.generator = generator
        self.__provider__ = f"faker.providers.{name}"
        self.__lang__ = generator._theirs
        self._methods = tuple(methods)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._methods:
            raise AttributeError(f"the provider {self.__provider__} has no method `{name}`")
        return getattr(self.generator, name)

    def __dir__(self) -> list[str]:
        return sorted(self._methods)

    def __repr__(self) -> str:
        return f"<provider {self.__provider__} of {self.generator!r}>"


def provider_class(module: types.ModuleType, locale: str) -> Any:
    """The class ``Provider`` of a module; of one that has a module for each of several locales, that of this locale.

    Raises:
        Error: if there is none.
    """
    import importlib
    import pkgutil

    if getattr(module, "localized", False) and hasattr(module, "__path__"):
        names = [one.name for one in pkgutil.iter_modules(module.__path__) if one.ispkg]
        wanted = locale if locale in names else getattr(module, "default_locale", "") or "en_US"
        if wanted in names:
            module = importlib.import_module(f"{module.__name__}.{wanted}")
    made = getattr(module, "Provider", None)
    if made is None:
        raise Error(f"the module {module.__name__} has no class Provider")
    return made


def including(names: Sequence[str] | None) -> Iterator[types.ModuleType]:
    """The modules of these names that are none of Faker's own.

    Raises:
        ModuleNotFoundError: if there is no such module.
    """
    import importlib

    for name in names or ():
        if not name.startswith("faker.providers"):
            yield importlib.import_module(name)


def methods_of(provider: Any, is_here: Callable[[str], bool]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The methods of a provider; of what a class of Faker's own has, those that are not here."""
    for name in dir(provider):
        if name.startswith("_"):
            continue
        owner = next((kind for kind in type(provider).__mro__ if name in vars(kind)), None)
        is_fakers = owner is not None and owner.__module__.startswith("faker.providers")
        method = getattr(provider, name)
        if callable(method) and not (is_fakers and is_here(name)):
            yield name, method

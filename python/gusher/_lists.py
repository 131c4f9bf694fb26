"""Lists of what there is."""

from __future__ import annotations

from . import _gusher


def generators() -> dict[str, str]:
    """The names of all generators, and what each makes.

    >>> import gusher as g
    >>> "email" in g.generators()
    True
    """
    return dict(_gusher.generators())


def locales() -> list[str]:
    """The names of all locales.

    >>> import gusher as g
    >>> "de_DE" in g.locales()
    True
    """
    return _gusher.locales()

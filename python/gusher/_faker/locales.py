"""Which locales there are: ours, and Faker's by the names that it has for them."""

from __future__ import annotations

import functools
from typing import Literal, NamedTuple

from .. import _gusher
from .errors import LocaleError
from .table import of_faker

__all__ = ["DEFAULT", "Locale", "found"]

DEFAULT = "en_US"

# Faker's names of locales that have another one here.
_OTHER_NAMES = {"ar_AA": "ar", "dk_DK": "da_DK", "fr_QC": "fr_CA", "no_NO": "nb_NO"}


# Where a country is not here, what comes of its language alone is.
_LANGUAGES = {"ar": "ar_SA", "de": "de_DE", "el": "el_GR", "en": "en_GB", "es": "es_ES", "fr": "fr_FR", "it": "it_IT"}


class Locale(NamedTuple):
    """A locale that was asked for."""

    #: The locale whose data stand for it.
    ours: str
    #: Faker's name of it.
    theirs: str
    #: Whether the data are its own; of its language alone; or those of the default locale.
    has: Literal["all", "language", "nothing"]


@functools.lru_cache(maxsize=None)
def found(name: str) -> Locale:
    """The locale by a name of ours or of Faker's.

    Raises:
        LocaleError: if neither has it.
    """
    wanted = name.replace("-", "_")
    if wanted == DEFAULT:
        # Most ask for it, and need no table of locales.
        return Locale(DEFAULT, DEFAULT, "all")
    import difflib
    import locale as names_of_locales

    ours = (*_gusher.locales(), DEFAULT)
    normal = names_of_locales.normalize(wanted).split(".")[0]
    fakers = of_faker().locales
    # Faker takes the name of a language for that of its first country.
    theirs = next((one for one in (normal, wanted) if one in fakers), normal)
    for one in (wanted, normal, _OTHER_NAMES.get(theirs, "")):
        if one in ours:
            return Locale(one, theirs, "all")
    language = _LANGUAGES.get(theirs.partition("_")[0])
    if theirs in fakers:
        return Locale(DEFAULT, theirs, "nothing") if language is None else Locale(language, theirs, "language")
    near = difflib.get_close_matches(wanted, sorted({*ours, *fakers}), 1)
    hint = f"did you mean {near[0]!r}?" if near else "gusher.locales() lists them"
    raise LocaleError(f"locale={name!r}: no locale has this name; {hint}")

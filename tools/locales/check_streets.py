"""Checks of the lists of streets: letters, doubles, the commonest names of each country, and none of another's."""

import pathlib
import re
from collections.abc import Iterator

from lists import is_harmless, script_of
from tables import SCRIPTS

# Streets that a country has and its neighbours in the language have not, or not as a common name.
OF_THE_COUNTRY = {
    "de_DE": "Hauptstraße", "de_AT": "Kirchengasse", "de_CH": "Bahnhofstrasse", "fr_FR": "Rue de l'Église", "fr_CA": "rue Principale", "en_GB": "High Street",
    "en_IN": "MG Road", "en_NG": "Ahmadu Bello Way", "en_KE": "Kenyatta Avenue", "pt_BR": "Rua Sete de Setembro", "pt_PT": "Rua 25 de Abril",
    "it_IT": "Via Roma", "es_ES": "Calle Mayor", "es_MX": "Calle Benito Juárez", "es_AR": "San Martín", "nl_NL": "Kerkstraat", "pl_PL": "ul. Polna",
    "ru_RU": "Центральная улица", "uk_UA": "вулиця Центральна", "cs_CZ": "Školní", "hu_HU": "Petőfi Sándor utca", "sv_SE": "Storgatan",
}
# What is American or of another country, by the locales that must not have it.
ELSEWHERE = {
    "en_NG en_KE en_IN en_ZA en_IE en_AU en_NZ en_CA": "Jackson|Lincoln|Hickory|Monroe|Walnut|Jefferson|Washington|Country Club|Martin Luther|Parkway", "de_CH": "ß", "pt_BR": "25 de Abril", "de_AT": "Karl-Marx",
    "fr_FR fr_BE fr_CH": "Chat-qui-Pêche",
}
# Forms that streets of a country have besides those with a name alone: the lanes of Bangkok, the numbered roads of Seoul and of other towns.
FORMS = {"th_TH": (r"^ซอย\S+ \d+$", r"^หมู่ที่ \d+$"), "ko_KR": (r"로\d+길$", r"로\d+번길$")}
# Kinds of streets of one gender, and endings of adjectives that disagree with them.
DISAGREE = {"uk": r"^(вулиця .*[а-я]ий|проспект \w+на|провулок .*[а-я]а)$", "ru": r"(ый|ой|ий) улица$|ая (переулок|проспект)$", "pl": r"^ul\. \w+(owy|ny|ski)$"}


def wrong_streets(locales: pathlib.Path) -> Iterator[str]:
    for path in sorted(locales.glob("*/streets.tsv")):
        locale, language = path.parent.name, path.parent.name.split("_")[0]
        lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
        names = [name for name, _ in lines]
        weights = [int(weight) for _, weight in lines]
        yield from (f"{locale}: {name} is there twice" for name in set(names) if names.count(name) > 1)
        if weights != sorted(weights, reverse=True) or min(weights) < 1:
            yield f"{locale}: weights are not those of common streets first"
        wanted = {"JAPANESE": {"CJK", "JAPANESE"}}.get(SCRIPTS.get(language, "LATIN"), {SCRIPTS.get(language, "LATIN")})
        for name in names:
            if not script_of(re.sub(r"[IVX]+\b|\dº|[\dº]", "", name)) <= wanted or not is_harmless(name):
                yield f"{locale}: {name} is not in the letters of the language"
            if language in DISAGREE and re.search(DISAGREE[language], name):
                yield f"{locale}: {name} disagrees in gender"
            for others, pattern in ELSEWHERE.items():
                if locale in others.split() and re.search(pattern, name):
                    yield f"{locale}: {name} is of another country"
        if locale in OF_THE_COUNTRY and OF_THE_COUNTRY[locale] not in names[:3]:
            yield f"{locale}: {OF_THE_COUNTRY[locale]} is not among the three commonest"
        for form in FORMS.get(locale, ()):
            if not any(re.search(form, name) for name in names):
                yield f"{locale}: no street of the form {form}"
        if len(names) < 30:
            yield f"{locale}: only {len(names)} streets"

"""Checks of the lists of first and last names: letters, genders, the commonest names and their shares."""

import pathlib
import re
from collections.abc import Iterator

import gender
import generations
import patronymics
from packages import faker_of
from people import ACCENTED_LAST, ALPHABETS, FIRST, LAST, NO_NAMES, OF_WOMEN, SPELLINGS, is_name, plain, refused, spelled
from tables import LOCALES

# A locale's names come in so many shares (SHARES in crates/gusher/src/generators/weights.rs).
SHARES = 4096
# The ten commonest names may come so much more or less often than published, the next forty in languages with few names not less than half.
FACTOR = 1.3
# Characters that a conversion from simplified Chinese gives for last names that are written otherwise: 周 范 余 于 钟 郁 姜 后 谷 岳 游 卜 干.
WRONG_SIGNS = set("週範餘於鐘鬱薑後穀嶽遊蔔乾")
# Words of the packages' headers and makers of goods, in small letters.
NOT_OF_PEOPLE = {"name", "names", "firstname", "lastname", "surname", "nombre", "apellido", "prénom", "vorname", "nachname", "l'oréal", "chanel",
                 "courvoisier", "dior", "gucci", "prada", "versace", "adidas", "nike", "pepsi", "google", "microsoft", "samsung", "toyota", "ikea"}


def rows(path: pathlib.Path) -> list[tuple[str, str, int]]:
    lines = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [(name, of, int(weight)) for name, of, weight in lines]


def language_of(folder: str) -> str:
    return folder.split("_")[0]


def wrong_words(folder: str, names: set[str], *kinds: str) -> Iterator[str]:
    """Words that are no names of the kinds, or not in the letters of the language."""
    language = language_of(folder)
    for name in names:
        if set(re.split("[ -]", name.lower())) & NOT_OF_PEOPLE or name in NO_NAMES["*"] | NO_NAMES[language] | refused(folder, *kinds):
            yield f"{folder}: {name} is no name of a person"
        if not is_name(name, language):
            yield f"{folder}: {name} is not spelled as a name of the language"
        if language == "zh" and set(name) & WRONG_SIGNS and folder == "zh_TW":
            yield f"{folder}: {name} is a wrong conversion"


def full_names(folder: str, firsts: set[str], lasts: set[str]) -> Iterator[str]:
    """First names that end with a last name, as Luís Figo."""
    if folder == "vi":
        # Vietnamese first names are of two words.
        return
    alone = {name for name in firsts if " " not in name}
    for name in firsts:
        end = name.split()[-1]
        if " " in name and end in lasts and end not in alone:
            yield f"{folder}: {name} is a full name"


def wrong_genders(folder: str, lasts: list[tuple[str, str, int]]) -> Iterator[str]:
    """Last names that a woman or a man cannot have."""
    language = language_of(folder)
    if language not in gender.FORMS:
        yield from (f"{folder}: {name} is of one gender only" for name, of, _ in lasts if of != "u" and name not in OF_WOMEN[language])
        yield from (f"{folder}: a man is {name}" for name, of, _ in lasts if of != "f" and name in OF_WOMEN[language])
        return
    known = {name for name in LAST.get((folder,), ("", {}))[1]}
    women = {name for name, of, _ in lasts if of in "fu"}
    men = {name for name, of, _ in lasts if of in "mu"}
    for name in women:
        if gender.has_ending(name, gender.OF_MEN[language]) or name.startswith(("Ó ", "Mac ", "Mag ")):
            yield f"{folder}: a woman is {name}"
    for name in men - known:
        if gender.has_ending(name, gender.OF_WOMEN[language]) or name.startswith(("Ní ", "Nic ", "Nig ")):
            yield f"{folder}: a man is {name}"
    missing = {gender.woman_of(language, name, women) for name in men} - women
    yield from (f"{folder}: no woman is {name}" for name in missing)


def wrong_shares(folder: str, of: str, names: list[tuple[str, str, int]], known: dict[str, float]) -> Iterator[str]:
    """Commonest names that are missing, or come too often or too seldom."""
    weights = {name: weight for name, its, weight in names if its in (of, "u")}
    total = sum(weights.values())
    parts = {name: max(1, int(weight / total * SHARES + 0.5)) for name, weight in weights.items()}
    for rank, (name, share) in enumerate(known.items(), 1):
        name = spelled(name, folder)
        if name not in parts:
            yield f"{folder}: {name} is missing"
        elif rank <= 10:
            found = parts[name] / sum(parts.values()) * 1000
            if not 1 / FACTOR <= found / share <= FACTOR:
                yield f"{folder}: {name} has {found:.1f} of a thousand people, not {share:.1f}"


def wrong_tails(folder: str, of: str, names: list[tuple[str, str, int]], known: dict[str, float]) -> Iterator[str]:
    """Names without a known share that come more often than one with it: the list seems to know what it does not."""
    known = {spelled(name, folder) for name in known}
    weights = {name: weight for name, its, weight in names if its in (of, "u")}
    least = min((weight for name, weight in weights.items() if name in known), default=0)
    tenth = sorted((weight for name, weight in weights.items() if name in known), reverse=True)[:10][-1:]
    for name, weight in weights.items():
        if name not in known | OF_WOMEN[language_of(folder)] and (weight > least or weight >= tenth[0]):
            yield f"{folder}: {name} comes as often ({weight}) as commoner names ({least})"


def wrong_spellings(folder: str, names: set[str], known: set[str]) -> Iterator[str]:
    """Last names without their accents: those that have a right spelling, and those that stand beside it."""
    language, accented = language_of(folder), {plain(name): name for name in names if plain(name) != name}
    for name in names - known:
        right = SPELLINGS[language].get(plain(name), accented.get(name, name) if language in ACCENTED_LAST and language not in gender.FORMS else name)
        if right != name:
            yield f"{folder}: {name} is {right}"


def wrong_patronymics(folder: str, middles: list[tuple[str, str, int]], firsts: set[str]) -> Iterator[str]:
    """Patronymics with the ending of the other gender, and those of Faker whose father is here and that are not."""
    if folder not in patronymics.RULES:
        return
    men, women = patronymics.ENDINGS[folder]
    for name, of, _ in middles:
        if not name.endswith(men if of == "m" else women):
            yield f"{folder}: {name} is no patronymic of {of}"
    provider = faker_of("person", {"ru": "ru_RU", "uk": "uk_UA", "bg": "bg_BG"}[folder])
    names = {name for name, *_ in middles}
    for attribute in ("middle_names_male", "middle_names_female"):
        for name in getattr(provider, attribute, ()):
            fathers = [first for first in firsts if first[:4] == name[:4] and name in (patronymics.RULES[folder](first) or ())]
            if fathers and name not in names:
                yield f"{folder}: {name} is missing, though {fathers[0]} is there"


def wrong_generations(folder: str, of: str, known: dict[str, float]) -> Iterator[str]:
    """Names by decade that are none, whose shares make more than all people of it, or that all ages together have in another share than is
    published."""
    weights = generations.generations_of(folder, of)
    yield from wrong_words(folder, set(weights), "first", of)
    for decade in range(generations.DECADES):
        total = sum(shares[decade] for shares in weights.values())
        if not 0.85 <= total / generations.TOTAL <= 1.02:
            yield f"{folder}: the names of decade {decade} have {total} of {generations.TOTAL} people ({of})"
    for name, share in list(known.items())[:10]:
        found = generations.overall(weights.get(name, [0] * generations.DECADES)) / generations.TOTAL * 1000
        if not 1 / FACTOR <= found / share <= FACTOR:
            yield f"{folder}: all ages together have {found:.1f} of a thousand people called {name}, not {share:.1f}"


def wrong_names(locales: pathlib.Path) -> Iterator[str]:
    for path in sorted(locales.glob("*/last-names.tsv")):
        folder = path.parent.name
        lasts, firsts = rows(path), rows(path.with_name("first-names.tsv"))
        yield from wrong_words(folder, {name for name, *_ in lasts}, "last")
        for of in "fm":
            yield from wrong_words(folder, {name for name, its, _ in firsts if its in (of, "u")}, "first", of)
        if path.with_name("patronymics.tsv").exists():
            yield from wrong_patronymics(folder, rows(path.with_name("patronymics.tsv")), {name for name, of, _ in firsts if of != "f"})
        yield from full_names(folder, {name for name, *_ in firsts}, {name for name, *_ in lasts})
        yield from wrong_genders(folder, lasts)
        yield from wrong_spellings(folder, {name for name, *_ in lasts}, set(LAST.get((folder,), ("", {}))[1]))
        if (folder,) in LAST:
            known = LAST[folder,][1]
            # Women's forms of names and names that women alone have come by other shares.
            if language_of(folder) not in gender.FORMS:
                yield from wrong_tails(folder, "f", lasts, known)
            yield from wrong_tails(folder, "m", lasts, {name: share for name, share in known.items() if name not in OF_WOMEN[language_of(folder)]})
            of_women = OF_WOMEN[language_of(folder)]
            yield from wrong_shares(folder, "m", lasts, {name: share for name, share in known.items() if name not in of_women})
            if language_of(folder) not in gender.FORMS:
                yield from wrong_shares(folder, "f", lasts, {name: share * 2 if name in of_women else share for name, share in known.items()})
        for of in "fm":
            if (folder, of) in FIRST:
                yield from wrong_shares(folder, of, firsts, FIRST[folder, of][1])
                yield from wrong_tails(folder, of, firsts, FIRST[folder, of][1])
            if folder in generations.SOURCES:
                yield from wrong_generations(folder, of, FIRST[folder, of][1])
    folders = {about[1] for about in LOCALES.values()} | set(LOCALES)
    for key in [*LAST, *FIRST]:
        if key[0] not in folders:
            yield f"{key[0]}: no such locale"
    yield from (f"{language}: no such language" for language in ALPHABETS if language not in {name.split("_")[0] for name in LOCALES})

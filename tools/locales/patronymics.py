"""Patronymics: the names after the father's that people have between the first and the last name, in both genders.

    Іван → Іванович, Іванівна (Ukrainian); Дмитрий → Дмитриевич, Дмитриевна (Russian); Георги → Георгиев, Георгиева (Bulgarian)
"""

import re
from collections.abc import Callable

# Those that no rule of their ending gives.
RUSSIAN = {
    "Павел": ("Павлович", "Павловна"), "Лев": ("Львович", "Львовна"), "Пётр": ("Петрович", "Петровна"), "Петр": ("Петрович", "Петровна"),
    "Михаил": ("Михайлович", "Михайловна"), "Яков": ("Яковлевич", "Яковлевна"), "Илья": ("Ильич", "Ильинична"), "Никита": ("Никитич", "Никитична"),
    "Фома": ("Фомич", "Фоминична"), "Лука": ("Лукич", "Лукинична"), "Кузьма": ("Кузьмич", "Кузьминична"), "Савва": ("Саввич", "Саввична"),
}
UKRAINIAN = {
    "Микола": ("Миколайович", "Миколаївна"), "Ілля": ("Ілліч", "Іллівна"), "Лев": ("Львович", "Львівна"), "Яків": ("Якович", "Яківна"),
    "Григорій": ("Григорович", "Григорівна"), "Кузьма": ("Кузьмич", "Кузьмівна"), "Сава": ("Савич", "Савівна"), "Лука": ("Лукич", "Луківна"),
    "Микита": ("Микитович", "Микитівна"), "Хома": ("Хомич", "Хомівна"), "Антін": ("Антонович", "Антонівна"), "Федір": ("Федорович", "Федорівна"),
    "Сидір": ("Сидорович", "Сидорівна"), "Прокіп": ("Прокопович", "Прокопівна"),
}
BULGARIAN = {
    "Димитър": ("Димитров", "Димитрова"), "Петър": ("Петров", "Петрова"), "Александър": ("Александров", "Александрова"),
    "Никола": ("Николов", "Николова"), "Лука": ("Луков", "Лукова"), "Тома": ("Томов", "Томова"), "Сава": ("Савов", "Савова"),
}
CONSONANT = "бвгґджзклмнпрстфхцчшщ"


def russian(name: str) -> tuple[str, str] | None:
    if name in RUSSIAN:
        return RUSSIAN[name]
    if name.endswith("ий"):
        soft = "и" if re.search(f"[{CONSONANT}]{{2}}ий$", name) else "ь"
        return name[:-2] + soft + "евич", name[:-2] + soft + "евна"
    if name.endswith(("й", "ь")):
        return name[:-1] + "евич", name[:-1] + "евна"
    return (name + "ович", name + "овна") if name[-1] in CONSONANT and name[-1] not in "жшчщц" else None


def ukrainian(name: str) -> tuple[str, str] | None:
    if name in UKRAINIAN:
        return UKRAINIAN[name]
    if name.endswith("й"):
        return name + "ович", name[:-1] + "ївна"
    if name.endswith("ь"):
        return name[:-1] + "ьович", name[:-1] + "івна"
    if name.endswith("о"):
        return name[:-1] + "ович", name[:-1] + "івна"
    return (name + "ович", name + "івна") if name[-1] in CONSONANT and name[-1] not in "жшчщц" and not name.endswith("ів") else None


def bulgarian(name: str) -> tuple[str, str] | None:
    if name in BULGARIAN:
        return BULGARIAN[name]
    if name.endswith(("ия", "ий")):
        return name[:-1] + "ев", name[:-1] + "ева"
    if name.endswith("и"):
        return name + "ев", name + "ева"
    if name.endswith("й"):
        return name[:-1] + "ев", name[:-1] + "ева"
    if name.endswith("о"):
        return name[:-1] + "ов", name[:-1] + "ова"
    return (name + "ов", name + "ова") if name[-1] in CONSONANT and not name.endswith("ър") else None


# The rule of each language: a man's first name, and the patronymics of his sons and his daughters.
RULES: dict[str, Callable[[str], tuple[str, str] | None]] = {"ru": russian, "uk": ukrainian, "bg": bulgarian}
# What patronymics of men and of women end with.
ENDINGS = {"ru": ("ич", "на"), "uk": (("ич", "іч"), "вна"), "bg": (("ов", "ев"), ("ова", "ева"))}


def patronymics_of(language: str, fathers: list[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """The patronymics of the rows of first-names.tsv: name, gender, weight; fathers of several words have none."""
    men = [(name, weight) for name, of, weight in fathers if of in "mu" and name.isalpha()]
    found: dict[tuple[str, str], int] = {}
    for name, weight in sorted(men, key=lambda row: (-row[1], row[0])):
        forms = RULES[language](name)
        for of, form in zip("mf", forms or ()):
            found[form, of] = found.get((form, of), 0) + weight
    return sorted(((form, of, weight) for (form, of), weight in found.items()), key=lambda row: (-row[2], row[0], row[1]))

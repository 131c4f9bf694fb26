"""Last names that have two forms, by the rules of each language: that of a man, and that of a woman made from it."""

import re
from collections.abc import Callable, Collection

LENITED = {"B": "Bh", "C": "Ch", "D": "Dh", "F": "Fh", "G": "Gh", "M": "Mh", "P": "Ph", "S": "Sh", "T": "Th"}


def ending(name: str, endings: str) -> str | None:
    """The name with the first ending that it has replaced: `endings` are those of men and women, such as `ский>ская`."""
    for pair in endings.split():
        old, new = pair.split(">")
        if name.endswith(old):
            return name[: len(name) - len(old)] + new
    return None


def polish(name: str) -> str:
    return ending(name, "ski>ska cki>cka dzki>dzka ty>ta ny>na ły>ła wy>wa sty>sta chy>cha by>ba") or name


# Czech names whose vowel moves, or whose stem grows, by no rule of their ending.
CZECH = {"Havel": "Havlová", "Pavel": "Pavlová", "Hrabě": "Hrabětová"}


def czech(name: str) -> str:
    """Vowels that move before the ending, as in Němec and Němcová."""
    if name in CZECH:
        return CZECH[name]
    if name.endswith(("í", "ů", "ová")):
        return name
    changed = ending(name, "ý>á ěk>ňková ek>ková ec>cová a>ová o>ová ě>ová e>eová")
    if name.endswith(("děk", "těk")):
        changed = name[:-2] + "ková"
    return changed if changed and len(re.findall("[aeiouyáéíóúůýě]", name.lower())) + name.endswith("ý") > 1 else name + "ová"


def slovak(name: str) -> str:
    if name.endswith("ová"):
        return name
    return ending(name, "ský>ská cký>cká ý>á ec>cová a>ová o>ová í>iová") or name + "ová"


def russian(name: str) -> str:
    return ending(name, "ский>ская цкий>цкая ой>ая ый>ая ий>ая ов>ова ев>ева ёв>ёва ин>ина ын>ына") or name


def ukrainian(name: str) -> str:
    return ending(name, "ький>ька ий>а ой>ая ов>ова єв>єва ев>ева їн>їна ін>іна") or name


def bulgarian(name: str) -> str:
    return ending(name, "ски>ска цки>цка ов>ова ев>ева ин>ина") or name


def macedonian(name: str) -> str:
    return ending(name, "ски>ска шки>шка чки>чка ов>ова ев>ева ин>ина") or name


def kazakh(name: str) -> str:
    return ending(name, "ов>ова ев>ева ин>ина ұлы>қызы") or name


def uzbek(name: str) -> str:
    return ending(name, "ov>ova ev>eva") or name


def azerbaijani(name: str) -> str:
    return ending(name, "ov>ova ev>eva oğlu>qızı") or name


def latvian(name: str) -> str:
    return ending(name, "nieks>niece ais>ā skis>ska ckis>cka is>e sons>sone mans>mane ers>ere š>a us>us s>a") or name


def icelandic(name: str) -> str:
    return ending(name, "son>dóttir") or name


GREEK_VOWELS = re.compile("[αάεέιίοό]ύ|[αεο]ί|[αεο]ι|[αεο]υ|[αάεέηήιίϊΐοόυύϋΰωώ]", re.IGNORECASE)


def greek(name: str) -> str | None:
    """The genitive; None where its stress is not known by a rule."""
    if name.endswith(("ου", "ούς", "ους", "η", "ή", "α", "ά", "ώ", "ω")):
        return name
    if name.endswith("ος"):
        stem = name[:-2]
        syllables = [syllable.group() for syllable in GREEK_VOWELS.finditer(stem)]
        if syllables and re.search("[άέήίόύώΐΰΆΈΉΊΌΎΏ]", syllables[-1]):
            return stem + "ου"
        if stem.endswith(("όπουλ",)):
            return stem[:-5] + "οπούλου"
        return None
    return ending(name, "άδης>άδου ίδης>ίδου ΐδης>ΐδου ός>ού ής>ή ης>η άς>ά ας>α ές>έ ύς>ύ ίς>ί")


def irish(name: str) -> str:
    """Ní and Nic change the beginning of what follows."""
    def lenited(rest: str, but: str = "") -> str:
        if rest[:1] in LENITED and rest[1:2] != "h" and rest[:2] not in ("Sc", "Sm", "Sp", "St") and rest[0] not in but:
            return LENITED[rest[0]] + rest[1:]
        return rest

    first, _, rest = name.partition(" ")
    if first == "Ó":
        return "Ní " + (rest[1:] if re.match("h[AEIOUÁÉÍÓÚ]", rest) else lenited(rest))
    if first == "Mac":
        return "Nic " + (rest if rest.startswith(("Giolla", "an ", "na ")) else lenited(rest, "CG"))
    if first == "Mag":
        return "Nig " + rest
    return name


FORMS: dict[str, Callable[[str], str | None]] = {
    "pl": polish, "cs": czech, "sk": slovak, "ru": russian, "uk": ukrainian, "bg": bulgarian, "mk": macedonian, "kk": kazakh,
    "uz": uzbek, "az": azerbaijani, "lv": latvian, "is": icelandic, "el": greek, "ga": irish,
}
# What last names of women alone end with, and those of men alone.
OF_WOMEN = {
    "pl": "ska cka dzka ówna", "cs": "ová á", "sk": "ová á", "ru": "ова ева ёва ина ына ская цкая ая", "uk": "ова єва ська цька ая",
    "bg": "ова ева ина ска цка", "mk": "ова ева ска шка чка", "kk": "ова ева ина қызы", "uz": "ova eva", "az": "ova eva qızı",
    "lv": "iņa īte ova eva e a ā", "is": "dóttir", "el": "η ή α ά οπούλου ού άδου ίδου ΐδου", "ga": "",
}
OF_MEN = {
    "pl": "ski cki dzki", "cs": "ý", "sk": "ý", "ru": "ов ев ёв ин ын ский цкий ый ой", "uk": "ов єв ський цький",
    "bg": "ов ев ски цки", "mk": "ов ев ски ин", "kk": "ов ев ұлы", "uz": "ov ev", "az": "ov ev oğlu",
    "lv": "s š", "is": "son", "el": "ος ης ής ας άς", "ga": "",
}
# Languages in which every last name of a man ends so.
ONLY_MEN = {"is", "lv"}


def has_ending(name: str, endings: str) -> bool:
    return name.endswith(tuple(endings.split())) if endings else False


def woman_of(language: str, name: str, women: Collection[str]) -> str | None:
    """The form of women of a last name; of several that a language may have, the one that sources have."""
    form = FORMS[language](name)
    if language == "lv" and form and form not in women and form.endswith("a") and form[:-1] + "e" in women:
        return form[:-1] + "e"
    return form


def is_of_men(language: str, name: str) -> bool:
    """Whether the last name can be a man's. Those that end as those of women do are mistakes of the sources."""
    if language == "uz" and re.search("[^aeiouʻ']yev$", name) or language == "az" and name.endswith(("oğlu", "qızı")):
        return False
    if language == "lv" and name.endswith("us"):
        return False
    if language == "cs" and name.endswith("y") or language == "kk" and re.search("(?<!ұл)ы$", name):
        return False
    return not has_ending(name, OF_WOMEN[language]) and (language not in ONLY_MEN or has_ending(name, OF_MEN[language]))


def pairs(language: str, men: Collection[str], women: Collection[str]) -> dict[str, str]:
    """The form of women for each last name of men, by the rule of the language."""
    forms = {name: woman_of(language, name, women) for name in men if is_of_men(language, name)}
    return {name: woman for name, woman in forms.items() if woman}

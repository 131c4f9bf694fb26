"""Checks of occupations and of companies' words: forms of both genders, letters, and no listed firm.

Authority for firms: the names of pytickersymbols (MIT), which has those of the large indexes of sixteen countries.
"""

import pathlib
import re
from collections.abc import Iterator

from lists import WORDS, is_harmless, is_written
from work import OCCUPATIONS, is_job

# Endings that only women's forms have, and only men's.
OF_WOMEN = {"de": ("erin", "frau"), "pl": ("arka", "yni"), "cs": ("ářka", "telka"), "sk": ("árka", "teľka"), "es": ("ora", "era"), "fr": ("trice", "ière")}
OF_MEN = {"de": ("mann", "schreiber"), "pl": ("arz",), "cs": ("tel",), "sk": ("teľ",), "es": ("dor", "ero"), "fr": ("teur", "ier")}
# Languages in which most occupations have one form for both.
ONE_FORM = {"az", "bn", "ka", "th", "af", "cy", "ga", "hi", "is", "kk", "ne", "ta", "uz", "zu", "ru", "ja", "ko", "sv", "da", "nb", "nl", "el", "tr", "zh", "vi", "fi", "hu", "fa", "et", "hy", "id"}
# Locales whose occupations must have been written down by hand.
BY_HAND = {"tr_TR", "zh_CN", "zh_TW", "vi_VN", "fi_FI", "hu_HU", "ar_EG", "fa_IR", "mk_MK", "et_EE", "hy_AM", "af_ZA", "cy_GB", "ga_IE", "hi_IN", "is_IS", "kk_KZ", "lv_LV",
           "ne_NP", "ta_IN", "uz_UZ", "zu_ZA", "az_AZ", "bn_BD", "ka_GE", "th_TH"}
# What no word of a language has: Armenian օ but at the beginning, Greek without an accent, Hebrew final letters within a word and others at
# its end, letters of Arabic for those of Persian, й before a vowel.
MISSPELLED = {
    "hy": "(?<=.)օ|^ր", "el": "^[^άέήίόύώ]*$|σ$", "he": "[ךםןףץ](?=.)|[כמנפצ]$|ווו", "fa": "[كيىة]", "uk": "[йЙ][аоуе]|[ыэёъ]", "ru": "[йЙ][аоу]", "bg": "[йЙ][ау]|[ыэё]",
    "mk": "[йыэёъщьюя]",
}
# Words that are the same for both, though they end as one of them does.
EITHER = {"Malarz", "Murarz", "Stolarz", "Dekarz", "Secrétaire"}


def rows(path: pathlib.Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def wrong_jobs(path: pathlib.Path) -> Iterator[str]:
    locale, language = path.parent.name, path.parent.name.split("_")[0]
    jobs = rows(path)
    for job in jobs:
        if len(job) not in (2, 3) or not all(job):
            yield f"{locale}: {job} is not an occupation of women and of men"
            continue
        if len(job) == 3 and not re.fullmatch(r"(1[89]|[23]\d)(-[3-8]\d)?", job[2]):
            yield f"{locale}: {job[2]} are no ages of people who are {job[1]}"
        for form in job[:2]:
            if not is_job(form, language) or not is_written(re.sub(r"[\W\d]", "", form), language):
                yield f"{locale}: {form} is no occupation"
        woman, man = job[:2]
        if woman != man and woman.endswith(OF_MEN.get(language, ("-",))):
            yield f"{locale}: a woman is {woman}"
        if woman != man and man.endswith(OF_WOMEN.get(language, ("-",))):
            yield f"{locale}: a man is {man}"
    if (locale in OCCUPATIONS or language in OCCUPATIONS) and language not in ONE_FORM and sum(job[0] != job[1] for job in jobs) < len(jobs) / 3:
        yield f"{locale}: few occupations have a form for each gender"
    young = sum(len(job) == 2 or job[2].startswith("18") for job in jobs)
    if len(jobs) - young < 10 or young < 15:
        yield f"{locale}: {young} of {len(jobs)} occupations are of people of 18 years"
    for at in (0, 1):
        forms = [job[at] for job in jobs]
        yield from (f"{locale}: {form} is there twice" for form in set(forms) if forms.count(form) > 1)


def listed() -> set[str]:
    """The first words of the names of listed firms, in small letters, and the names."""
    from pytickersymbols import PyTickerSymbols

    names = {stock["name"].lower() for stock in PyTickerSymbols().get_all_stocks() if stock.get("name")}
    return names | {re.split(r"[\W_]+", name)[0] for name in names}


def wrong_companies(locales: pathlib.Path) -> Iterator[str]:
    firms = listed()
    for path in [*sorted(locales.glob("*/company-words.txt")), WORDS / "company-words.txt"]:
        for (word,) in rows(path):
            if word.lower() in firms:
                yield f"{path.parent.name}: {word} is a listed firm"
            if not is_harmless(word):
                yield f"{path.parent.name}: {word} is refused"
            language = path.parent.name.split("_")[0]
            if path.parent != WORDS and (not is_written(word, language) or re.search(MISSPELLED.get(language, "(?!)"), word)):
                yield f"{path.parent.name}: {word} is not spelled as the language is"


def wrong_work(locales: pathlib.Path) -> Iterator[str]:
    for path in sorted(locales.glob("*/jobs.tsv")):
        yield from wrong_jobs(path)
        if path.parent.name in BY_HAND and "by hand" not in path.read_text(encoding="utf-8").split("\n")[0]:
            yield f"{path.parent.name}: the occupations are those of packages"
    yield from wrong_companies(locales)

"""Names of people: which of the packages' there are, and how often each comes."""

import hashlib
import math
import pathlib
import re
import unicodedata
from collections import defaultdict

import names as census

import gender
import patronymics
from japanese import reading_of, readings
from lists import HERE, NAME_SOURCES, evenly, is_harmless, is_written, number, tidy, write_rows
from packages import faker_of, fakerjs, mimesis_of, weighted
from tables import LOCALES, SCRIPTS

# How many first names of each gender a locale has, and last names: where shares are known, and where they are not.
FIRST_NAMES, COMMON_NAMES, LAST_NAMES = 300, 1000, 500
# And last names that have two forms.
GENDERED_NAMES = 700


# Names chosen by hand, of locales for which the packages have few.
MORE = defaultdict(list)
for line in open(HERE / "more-names.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        locale, kind, words = line.rstrip("\n").split("\t")
        MORE[locale].append((kind, words.split()))


def plain(word):
    """The word without accents, by which spellings of one name are found."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c)).translate(str.maketrans("øØłŁæ", "oOlLa"))


# The right spelling of last names that packages have without accents: language -> plain -> right.
SPELLINGS = defaultdict(dict)
for line in open(HERE / "spellings.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        language, words = line.rstrip("\n").split("\t")
        SPELLINGS[language] |= {plain(word): word for word in words.split()}
# Languages in which a name without an accent beside the same name with one is a wrong spelling, not another name.
ACCENTED = {"es", "sv", "pt", "fr", "hu", "ro", "lv", "nb", "da"}
# And those in which this holds for last names alone: Simona and Šimona are two names.
ACCENTED_LAST = ACCENTED | {"cs", "sk", "ga", "hr", "sr"}


def spelled(word, language):
    """A name as the country writes it behind a first name: Jan de Vries, Seán Ó hAodha."""
    if language in LOWER_PARTICLES:
        return re.sub("^(De|Den|Der|Ten|Ter|Te|Van|Von|Op|In|Du)(?= )", lambda found: found[1].lower(), word)
    if language == "ga":
        return re.sub("^Ó H([aeiouáéíóú])", lambda found: f"Ó h{found[1].upper()}", word)
    return word


def names_of(locale, alone):
    """First names of women and men, last names of women and men: word -> [how many sources, weight]."""
    _, _, mimesis_names, fakerjs_names, faker_names = LOCALES[locale]
    language = locale.split("_")[0]
    found = {key: defaultdict(lambda: [0, None]) for key in ("ff", "fm", "lf", "lm")}

    def add(key, words):
        for word, weight in words:
            word = tidy(word)
            if key[0] == "l":
                word = SPELLINGS[language].get(plain(word), word)
            entry = found[key][spelled(word, locale if locale == "nl_BE" else language)]
            entry[0] += 1
            if weight:
                entry[1] = (entry[1] or 0) + weight

    if locale == "en":
        folder = pathlib.Path(census.__file__).parent
        for key, file, count in (("ff", "female.first", FIRST_NAMES), ("fm", "male.first", FIRST_NAMES), ("lf", "all.last", COMMON_NAMES)):
            for line in list(open(folder / f"dist.{file}"))[:count + 120]:
                word, weight, *_ = line.split()
                word = re.sub(r"^(Mc)(.)", lambda m: m[1] + m[2].upper(), word.title())
                add(key, [(word, float(weight))])
        found["lm"] = found["lf"]
        return found
    american = fakerjs["locales"]["en"]["person"]
    american = {part: {word for words in american[part].values() for word in words} for part in ("first_name", "last_name")}
    for name in fakerjs_names[:1] if alone else fakerjs_names:
        if name == "en":
            continue
        person = fakerjs["locales"][name].get("person", {})
        for part, keys in (("first_name", ("ff", "fm")), ("last_name", ("lf", "lm"))):
            for gender, words in (person.get(part) or {}).items():
                if gender == "generic" and part == "first_name":
                    continue
                for key, its in zip(keys, ("female", "male")):
                    if gender in (its, "generic"):
                        add(key, [(word, weight) for word, weight in weighted(words) if (name, part) not in MIXED or word not in american[part]])
    for name in faker_names:
        provider = faker_of("person", name)
        read = lambda attribute: weighted(getattr(provider, attribute, None) or ())
        add("ff", read("first_names_female"))
        add("fm", read("first_names_male"))
        for key, attribute in (("lf", "last_names_female"), ("lm", "last_names_male")):
            add(key, read(attribute) or read("last_names"))
    for name in NEIGHBOURS.get(locale, []):
        provider = faker_of("person", name)
        for key, words in (("ff", provider.first_names_female), ("fm", provider.first_names_male)):
            add(key, commonest(words, FROM_NEIGHBOURS) if name == "en_US" else weighted(words))
    for name in NEIGHBOURS_LAST.get(locale, []):
        for key in ("lf", "lm"):
            add(key, weighted(faker_of("person", name).last_names))
    if locale == "cy_GB":
        for line in open(HERE / "welsh-names.tsv", encoding="utf-8"):
            word, kind = line.rstrip("\n").split("\t")
            for key in {"f": ["ff"], "m": ["fm"], "u": ["ff", "fm"], "l": ["lf", "lm"]}[kind]:
                add(key, [(word, None)])
    for kind, words in MORE.get(locale, ()):
        for word in words:
            word = word.replace("_", " ").partition(":")[0]
            for key in {"l": ("lf", "lm"), "lm": ("lm",), "f": ("ff",), "m": ("fm",)}[kind]:
                add(key, [(word, None)])
    for name in (mimesis_names or [])[-1 if alone else 0:]:
        person = mimesis_of(name, "person")
        for key, part, gender in (("ff", "names", "female"), ("fm", "names", "male"), ("lf", "surnames", "female"), ("lm", "surnames", "male")):
            words = person.get(part, {})
            if isinstance(words, list):
                words = {"female": words, "male": words} if key[0] == "l" else {}
            words = weighted(words.get(gender, []))
            if key[0] == "f" and name in DICTIONARIES:
                words = [(word, weight) for word, weight in words if spelled(tidy(word), language) in found[key]]
            add(key, words)
    if locale == "ja_JP":
        # Only names whose reading is known: an address is written by it.
        provider = faker_of("person", "ja_JP")
        for key, pairs in (("ff", provider.first_name_female_pairs), ("fm", provider.first_name_male_pairs),
                           ("lf", provider.last_name_pairs), ("lm", provider.last_name_pairs)):
            readings.update((tidy(word), romaji.lower()) for word, _, romaji in pairs)
            add(key, [(word, None) for word, *_ in pairs])
        for key in found:
            for word in found[key].keys() - readings.keys():
                if reading := reading_of(word):
                    readings[word] = reading
        for key in found:
            found[key] = {word: entry for word, entry in found[key].items() if word in readings}
    if locale in ("en_IN", "en_NG", "en_ZA"):
        for key in ("lf", "lm"):
            for word in american["last_name"]:
                found[key].pop(word, None)
    return found


def commonest(words, count):
    """So many of a package's words, those that come most often, without their shares."""
    return [(word, None) for word, _ in sorted(weighted(words), key=lambda pair: (-(pair[1] or 0), pair[0]))[:count]]


# Lists of mimesis with every first name that ever was, medieval and foreign ones too: they only confirm those of others.
DICTIONARIES = {"da", "de-ch", "en", "en-au", "en-ca", "en-gb", "es-mx", "hu", "no", "pt", "pt-br", "sv", "zh"}
# Lists of @faker-js/faker that are mixed with its names of America, of which many are invented.
MIXED = {("fr_BE", "first_name"), ("fr_BE", "last_name"), ("en_AU", "last_name"), ("en_ZA", "last_name")}
# First names of neighbours, where a locale's own are few: of the United States the commonest.
NEIGHBOURS, FROM_NEIGHBOURS = {"en_AU": ["en_GB"], "en_CA": ["en_US"]}, 230
# And last names.
NEIGHBOURS_LAST = {"en_CA": ["en_GB"]}
# Languages that write particles of last names in small letters. Flemish names have capitals: their folder is nl_BE.
LOWER_PARTICLES = {"nl", "af"}
# Words that packages have among the names and that are none: headers, brands, firms, full names of persons, typing errors.
NO_NAMES = defaultdict(set)
for line in open(HERE / "no-names.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        where, words = line.rstrip("\n").split("\t")
        NO_NAMES[where] |= {word.replace("_", " ") for word in words.split()}


def refused(folder, *kinds):
    """The words that are no names of the kinds in a folder: last, first, f, m."""
    return set().union(*(NO_NAMES[f"{place} {kind}"] for place in (folder.split("_")[0], folder) for kind in kinds))


# The letters beyond a to z that names of a language have.
ALPHABETS = dict(line.rstrip("\n").split("\t") for line in open(HERE / "alphabets.tsv", encoding="utf-8") if not line.startswith("#"))


def common(file):
    """The commonest names of each folder: (folder, kind) -> (source, name -> share per thousand). And of each language, those that
    women alone have."""
    found, of_women = {}, defaultdict(set)
    for line in open(HERE / file, encoding="utf-8"):
        if line.startswith("#"):
            continue
        *key, source, words = line.rstrip("\n").split("\t")
        of_women[key[0].split("_")[0]] |= set(re.findall(r"(\S+)/f\b", words))
        words = [word.replace("_", " ").partition(":") for word in words.replace("/f", "").split()]
        known = [(rank, float(share)) for rank, (_, _, share) in enumerate(words, 1) if share]
        shares = {}
        for rank, (word, _, share) in enumerate(words, 1):
            if not share:
                (before, high), (after, low) = max(k for k in known if k[0] < rank), min(k for k in known if k[0] > rank)
                share = high * (low / high) ** (math.log(rank / before) / math.log(after / before))
            if word in shares:
                raise SystemExit(f"{file}: {word} is there twice in {key}")
            shares[word] = float(share)
        found[tuple(key)] = (source, shares)
    return found, of_women


(LAST, OF_WOMEN), (FIRST, _) = common("common-last-names.tsv"), common("common-first-names.tsv")


def is_name(word, language):
    """Whether a word may be a name: in the letters of the language, with a capital at its beginning, and no word of NO_NAMES."""
    letters = re.sub("[ '.׳\u200c-]", "", word)
    if not letters or not all(unicodedata.category(c)[0] in "LM" for c in letters) or not is_written(word, language):
        return False
    if word in NO_NAMES["*"] or word in NO_NAMES[language] or not is_harmless(word) or "." in word or len(word) > 24 or word.count(" ") > (2 if language in ("nl", "af", "en") else 1):
        return False
    if language == "ga":
        # The h before a vowel keeps it a capital: Ó hAodha.
        word = re.sub("(?<= )h(?=[AEIOUÁÉÍÓÚ])", "", word)
    rest = re.sub(r"^(Mc|Mac|Fitz|De|Di|Da|Du|La|Le|Lo|Van|Ní|Uí|Ó|Mhic|O'|D')", "", word)
    if any(one.islower() and other.isupper() for one, other in zip(rest, rest[1:])):
        return False
    if SCRIPTS.get(language) in (None, "CYRILLIC", "GREEK", "ARMENIAN"):
        foreign = language in ALPHABETS and set(letters.lower()) - set("abcdefghijklmnopqrstuvwxyz\u0307" + ALPHABETS[language])
        particle = {"op", "in", "ten", "ter", "te", "von", "van", "de", "der", "den", "la", "le", "du", "da", "do", "dos", "y", "ұлы", "қызы"}
        lower = any(part[0].islower() and part not in particle for part in re.split("[ -]", word.replace("'s ", "")) if part)
        shouted = len(letters) > 2 and word.isupper()
        return len(letters) > 1 and not foreign and not lower and not shouted
    return language != "zh" or is_common_chinese(word)


def is_common_chinese(word):
    """Whether all characters are among the common ones of GB 2312 or of Big5, or are known last names."""
    common = [c.encode("gb2312", "replace")[0] < 0xD8 and c.encode("gb2312", "replace") != b"?" or 0xA4 <= c.encode("big5", "replace")[0] < 0xC9 for c in word]
    return all(common) or any(word in shares for _, shares in LAST.values())


def without_full_names(firsts, lasts):
    """First names of two words whose second is a last name and no first name are full names of somebody."""
    alone = {word for word in firsts if " " not in word}
    return {word: entry for word, entry in firsts.items() if " " not in word or word.split()[-1] in alone or word.split()[-1] not in lasts}


def without_twins(entries, language, wrong, known):
    """Of names that differ by accents alone the right one: that whose share is known, else that with the most accents."""
    twins = defaultdict(list)
    for word in {*entries, *known} - wrong:
        if is_name(word, language):
            twins[plain(word)].append(word)
    accents = lambda word: sum(one != other for one, other in zip(word, plain(word)))
    right = set()
    for words in twins.values():
        right |= {word for word in words if word in known} or {max(sorted(words), key=accents)}
    return {word: entry for word, entry in entries.items() if word in right}


def chosen(entries, language, count):
    """The best of them: those that several sources have first, of these from all over the list."""
    entries = {word: entry for word, entry in entries.items() if is_name(word, language)}
    best = sorted((w for w, e in entries.items() if e[1]), key=lambda w: (-entries[w][1], w))[:count]
    entries = {word: entry for word, entry in entries.items() if word not in best}
    for sources in range(max((e[0] for e in entries.values()), default=0), 0, -1):
        best += evenly(sorted(w for w, e in entries.items() if e[0] == sources), count - len(best))
    return best


# So many of the commonest names have the very shares that are known, and the others fall by this power of their rank at least. Where a list
# is too short even for that, all of its names come more often than published, the commonest by less than a third (check_names.py).
EXACT, LEAST_POWER = 10, 0.037


def with_shares(known, others):
    """Names with weights, 10,000 in all: those whose shares per thousand are known, and the others, which share the rest by a
    power of their rank that begins where the known ones end. Where the others are too few for that, the known ones after the
    tenth get more than their shares, by the same power, so that no other name comes more often than any of them."""
    others = [word for word in others if word not in known]
    names, count = [*known, *others], len(known)
    rest, least = max(20.0, 1000 - sum(known.values())), min(known.values())
    if least * len(others) < rest:
        begin, last = min(EXACT, count), list(known.values())[min(EXACT, count) - 1]
        rest = max(20.0, 1000 - sum(list(known.values())[:begin]))
        share = lambda rank, power: max(known.get(names[rank - 1], 0), last * (begin / rank) ** power)
        lifted = lambda power: {names[rank - 1]: share(rank, power) for rank in range(begin + 1, len(names) + 1)}
    else:
        begin = count
        lifted = lambda power: {word: least * (count / (count + rank)) ** power for rank, word in enumerate(others, 1)}
    low, high = LEAST_POWER, 8.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(lifted(middle).values()) > rest else (low, middle)
    shares = known | lifted(low)
    factor = 10_000 / sum(shares.values())
    return {word: max(1, round(share * factor)) for word, share in shares.items()}


def mixed(words):
    """In an order that says nothing, as it is not known which come more often."""
    return sorted(words, key=lambda word: number(f"rank {word}"))


def weights_of(found, refused, known, language, count, accented):
    found = without_twins(found, language, refused, known) if language in accented else found
    words = [word for word in chosen(found, language, count) if word not in refused]
    if not known:
        return {word: 1 for word in sorted(words)}
    heavy = [word for word in words if found[word][1]]
    return with_shares(known, heavy + mixed(word for word in words if not found[word][1]))


def gendered(women, men):
    """One list with f, m or u for both, by weight and name."""
    rows = []
    for word in women.keys() | men.keys():
        if word in women and word in men and women[word] == men[word]:
            rows.append((word, "u", women[word]))
        else:
            rows += [(word, gender, its[word]) for gender, its in (("f", women), ("m", men)) if word in its]
    return sorted(rows, key=lambda row: (-row[2], row[0], row[1]))


def last_names(folder, language, found):
    """The last names of women and of men."""
    source, known = LAST.get((folder,), (None, {}))
    known = {spelled(word, folder): share for word, share in known.items()}
    count = COMMON_NAMES if known else LAST_NAMES
    if language not in gender.FORMS:
        both = {word: max(found["lf"].get(word, [0, None]), found["lm"].get(word, [0, None]), key=lambda e: (e[0], e[1] or 0))
                for word in sorted({*found["lf"], *found["lm"]})}
        weights = weights_of(both, refused(folder, "last"), known, language, count, ACCENTED_LAST)
        # Those of women alone have their share of all people, and so twice that of women.
        alone = OF_WOMEN[language]
        women = {word: weight * 2 if word in alone else weight for word, weight in weights.items()}
        return source, women, {word: weight for word, weight in weights.items() if word not in alone}
    men = {word: entry for word, entry in found["lm"].items() if is_name(word, language)}
    forms = gender.pairs(language, set(men), found["lf"].keys()) | {word: gender.woman_of(language, word, found["lf"].keys()) for word in known}
    weights = weights_of({word: entry for word, entry in men.items() if word in forms}, refused(folder, "last"), known, language, GENDERED_NAMES, ACCENTED_LAST)
    women = defaultdict(int)
    for word, weight in weights.items():
        women[forms[word]] = max(women[forms[word]], weight)
    return source, dict(women), weights


def write_names(folder, locale, alone):
    language = locale.split("_")[0]
    found = names_of(locale, alone)
    if alone and (len(found["ff"]) + len(found["fm"]) < 300 or min(len(found["lf"]), len(found["lm"])) < 100):
        return False
    firsts = []
    for kind, key in (("f", "ff"), ("m", "fm")):
        its = without_full_names(found[key], found["lf"].keys() | found["lm"].keys())
        firsts.append(weights_of(its, refused(folder, "first", kind), FIRST.get((folder, kind), (None, {}))[1], language, FIRST_NAMES, ACCENTED))
    source, *lasts = last_names(folder, language, found)
    packages = "the 1990 census of the United States (names 0.3, public domain)" if locale == "en" else NAME_SOURCES
    by_hand = " and tools/locales/more-names.tsv" if locale in MORE else ""
    first_source = FIRST.get((folder, "f"), (None,))[0]
    shares = lambda source: f"; shares of the commonest: {source}" if source else ""
    write_rows(folder, "first-names.tsv", packages + by_hand + shares(first_source), gendered(*firsts))
    write_rows(folder, "last-names.tsv", packages + by_hand + shares(source), gendered(*lasts))
    if folder in patronymics.RULES:
        write_rows(folder, "patronymics.tsv", "the first names of men, by the rules in tools/locales/patronymics.py", patronymics.patronymics_of(folder, gendered(*firsts)))
    if locale == "ja_JP":
        used = {row[0] for row in gendered(*firsts) + gendered(*lasts)}
        rows = sorted((word, readings[word] if word in readings else reading_of(word)) for word in used)
        write_rows(folder, "readings.tsv", "Faker (MIT), tools/locales/japanese-readings.tsv and SudachiDict (Apache 2.0)", rows)
    return True

"""Work: occupations in the forms of both genders, and companies of invented words in the legal forms of their country."""

import re
from collections import defaultdict

from lists import HERE, evenly, is_harmless, is_written, number, tidy, write, write_rows
from packages import faker_of, mimesis_of
from tables import COMPANIES, LOCALES, TRADES

JOBS = 150
# How many invented words the companies of a language have.
WORDS = 240
# Words that packages have among occupations and that are none, in small letters, of each language and of all (*).
NO_JOBS = defaultdict(set)
for line in open(HERE / "no-jobs.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        where, words = line.lower().rstrip("\n").split("\t")
        NO_JOBS[where] |= set(words.split("|"))


def is_job(text, language):
    """Whether the text may be an occupation: one only, and no word of NO_JOBS."""
    return is_harmless(text) and not re.search(r"[/,،、／(\[\])«]", text) and text.lower() not in NO_JOBS["*"] | NO_JOBS[language]


def pair(word):
    """The forms of women and of men of an occupation in occupations.tsv."""
    if ">" in word:
        man, woman = word.split(">")
        return woman, man
    man, _, suffix = word.partition("+")
    return man + suffix, man


OCCUPATIONS = {}
for line in open(HERE / "occupations.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        key, words = line.rstrip("\n").split("\t")
        OCCUPATIONS[key] = [pair(word) for word in words.split("|")]


# The ages of those who have an occupation, by language or locale and the men's form: `26`, or `20-67`.
AGES = defaultdict(dict)
for line in open(HERE / "occupation-ages.tsv", encoding="utf-8"):
    if not line.startswith("#"):
        key, ages, words = line.rstrip("\n").split("\t")
        AGES[key] |= dict.fromkeys(words.split("|"), ages)


def with_ages(jobs, locale):
    """The forms of women and of men, and the ages where not everybody can have the occupation."""
    ages = AGES.get(locale) or AGES[locale.split("_")[0]]
    return [(woman, man, ages[man]) if man in ages else (woman, man) for woman, man in jobs]


def packaged_jobs(locale):
    """The occupations that packages have, in one form for both."""
    _, _, mimesis_names, _, faker_names = LOCALES[locale]
    found = []
    for name in (mimesis_names or [])[:1]:
        found += mimesis_of(name, "person").get("occupation", [])
    for name in faker_names:
        provider = faker_of("job", name)
        found += list(getattr(provider, "jobs", ()) or ()) or list(getattr(provider, "jobs_male", ()) or ())
    language = locale.split("_")[0]
    found = {tidy(job).replace("*in", "") for job in found}
    found = {job if language == "ka" else job[:1].upper() + job[1:] for job in found if is_harmless(job) and 2 < len(job) < 36
             and not re.search(r"[/,(0-9«]", job) and is_written(job.replace("-", ""), language)}
    # Those that are none are taken out of the chosen ones, and no others come in their place.
    return [job for job in evenly(sorted(found), JOBS) if is_job(job, language)]


def jobs_of(locale):
    """Occupations as women and as men have them, and where they are from."""
    own = OCCUPATIONS.get(locale) or OCCUPATIONS.get(locale.split("_")[0])
    if own:
        return sorted(set(own), key=lambda row: row[1]), "tools/locales/occupations.tsv, written down by hand"
    return [(job, job) for job in packaged_jobs(locale)], "mimesis (MIT) and Faker (MIT)"


def companies_of(locale, country):
    language = locale.split("_")[0]
    forms = COMPANIES.get(f"{country}_{language}", COMPANIES.get(country))
    trades = TRADES.get(locale, TRADES.get(language))
    trades = trades.split("|") if "|" in trades else trades.split()
    rows = []
    for form in forms:
        for trade in [""] + trades:
            text = re.sub(r"\s+", " ", form.replace("{trade}", trade)).replace(" »", "»").strip()
            rows.append(text.split("{name}"))
    return [tuple(row) for row in rows]


# Words that mean nothing, as names of companies: a beginning and an end of the language.
BEGINNINGS = ("Alvi Arto Beldo Brevi Calde Corva Dalmi Delvo Domi Elva Farvo Felta Garmo Gelvi Halvo Helmi Ilvo Irmo Jalvo Jormi "
              "Kelvo Kolmi Lanvo Lerto Lumo Malvi Mivo Nalto Nervi Nolvo Olmi Orvo Palvi Pelto Ralmo Relvi Salvi Selmo Silvo Talvi "
              "Tolvo Ulvi Velmi Vindo Zalvi Zelmo").split()
# What a beginning and an end make by chance, and is the name of a firm or of goods.
NO_WORDS = {"Salvimar"}
ENDS = {
    "de": "tec tron wig mar gard holt", "nl": "tec tron mar dijk wijk zand", "fr": "nis tel vance lys dore nelle", "es": "nia tera mar vel dora lina",
    "it": "nia tera mar vello dora lina", "pt": "nia tera mar vel dora lima", "sv": "tek tron vik dal nord mar", "da": "tek tron vig dal mar lund",
    "nb": "tek tron vik dal nor mar", "fi": "tek ron mar nio vuo lan", "et": "tek ron mar nia vee lan", "pl": "tex pol mar dex mix bud", "cs": "tex kom mar dex nik vit",
    "sk": "tex kom mar dex nik vit", "hu": "tex kom mar dor ker vill", "ro": "tex com mar dex nis ral", "hr": "tek kom mar nik vit dor", "sl": "tek kom mar nik vit dor",
    "sr": "tek kom mar nik vit dor", "tr": "tek san mar taş sel dor", "az": "tek san mar dor nur sel", "uz": "tek san mar dor nur sel", "lv": "teks ron mars nis vils lats",
    "vi": "tech na mar vina lan ta", "id": "tek sindo mar dana jaya rasa", "cy": "tec fan mor wen dor las", "ga": "tech nua mar rón dor las", "af": "tek tron mar veld dor rand",
    "zu": "tek ni mari thu zi la", "is": "tek ron mar dal vík nes",
}
# Beginnings and ends in other scripts, spelled as the language spells what is said so.
CYRILLIC = ("Алви Арто Белдо Бреви Калде Корва Далми Делво Доми Фарво Фелта Гармо Гелви Халво Хелми Илво Ирмо Келво Колми Ланво Лерто Лумо Малви Миво Налто "
            "Нерто Нолво Олми Орво Палви Пелто Ралмо Релви Салви Селмо Силво Талви Толво Улви Велдо Виндо Залви Зелмо")
CYRILLIC_ENDS = "тек трон мар нис дор вест"
SYLLABLES = {
    "ru": (CYRILLIC + " Элва Ярто Юрви", CYRILLIC_ENDS), "bg": (CYRILLIC + " Елва Ярто Юрви", CYRILLIC_ENDS),
    "mk": (CYRILLIC + " Елва Јарто Јурви", CYRILLIC_ENDS),
    "uk": ("Алві Арто Белдо Бреві Калде Корва Далмі Делво Домі Елва Фарво Фелта Гармо Гелві Халво Хелмі Ілво Ірмо Келво Колмі Ланво Лерто Лумо Малві Міво Налто Нерто Нолво Олмі Орво Палві Пелто "
           "Ральмо Релві Салві Сельмо Сільво Талві Толво Улві Велдо Віндо Залві Зельмо Ярто Юрві", "тек трон мар ніс дор вест"),
    "kk": ("Алви Арта Белде Қалве Қорва Далма Делве Елве Жалма Жорва Көлме Кілве Ланва Лерте Мәлве Нәлте Өлве Палве Пелте Сәлве Селме Талве Толва Үлве Белве Зелме", "тек трон мар нис дор вест нұр сай"),
    "el": ("Αλβι Αρτο Μπελδο Βρεβι Καλδε Κορβα Δαλμι Δελβο Δομι Ελβα Φαρβο Φελτα Γαρμο Γελβι Χαλβο Χελμι Ιλβο Ιρμο Κελβο Κολμι Λανβο Λερτο Λουμο Μαλβι Μιβο Ναλτο Νερτο Νολβο Ολμι Ορβο Παλβι Πελτο "
           "Ραλμο Ρελβι Σαλβι Σελμο Σιλβο Ταλβι Τολβο Ουλβι Βελδο Βινδο Ζαλβι Ζελμο", "τέκ τρόν μάρ νία δόρα βέλ"),
    "ka": ("ალვი არტო ბელდო ბრევი კალდე კორვა დალმი დელვო დომი ელვა ფარვო ფელტა გარმო გელვი ჰალვო ჰელმი ილვო ირმო ჯალვო ჯორმი კელვო კოლმი ლანვო ლერტო ლუმო მალვი მივო ნალტო ნერტო ნოლვო ოლმი ორვო პალვი პელტო "
           "რალმო რელვი სალვი სელმო სილვო ტალვი ტოლვო ულვი ველმი ვინდო ზალვი ზელმო", "ტეკი ტრონი მარი ნია დორა ველი"),
    "hy": ("Ալվի Արտո Բելդո Բրեվի Կալդե Կորվա Դալմի Դելվո Դոմի Էլվա Ֆարվո Ֆելտա Գարմո Գելվի Հալվո Հելմի Իլվո Իրմո Կելվո Կոլմի Լանվո Լերտո Լումո Մալվի Միվո Նալտո Ներտո Նոլվո Օլմի Օրվո Պալվի Պելտո "
           "Ռալմո Ռելվի Սալվի Սելմո Սիլվո Տալվի Տոլվո Ուլվի Վելդո Վինդո Զալվի Զելմո", "տեկ տրոն մար նիա դոր վել"),
    "he": ("אלבי ארטו בלדו ברמי קלדו קורבי דלמי דלבי פלטו גלבי הלמי אילבו אירמו קלמי לנבו לרטו מלבי מיבו נלטו נרטו נולבי אורבו פלבי רלמו רלבי סלבי סילבו טלבי טולבו ולדו וינדו זלמו", "טק טרון מר ניה דור בל"),
    "ar": ("ألفي أرتو بيلدو بريمي كالدي كورفا دالمي ديلفو دومي إلفا فارفو فيلتا غارمو غيلفي هالفو هيلمي إيلفو إيرمو جالفو جورمي كيلفو كولمي لانفو ليرتو لومو مالفي ميفو نالتو نيرتو نولفو أولمي أورفو بالفي بيلتو "
           "رالمو ريلفي سالفي سيلمو سيلفو تالفي تولفو فيلدو فيندو زالفي زيلمو", "تك ترون مار نيا دور فيل"),
    "fa": ("آلوی آرتا بلدا برمی کالدا کوروا دالمی دلوا دومی الوا فاروا فلتا گارما گلوی هالوا هلمی ایلوا ایرما جالوا جورمی کلوا کولمی لانوا لرتا لوما میوا نالتا نرتا نولوا اولمی اوروا پالوی پلتا "
           "رالما رلوی سالوی سیلوا تالوی تولوا ولدا ویندا زالوی زلما", "تک ترون مار نیا دور وست"),
    "hi": ("आल्वी बेल्डो कोर्वा डेल्मी एल्वा फेल्टा गर्मो हेल्मी इर्वो जल्मी कोल्वा लर्टो मल्वी नर्वो ओल्मी पल्वी रेल्मो सेल्वो तल्वी उर्मो वेल्दी जेल्मो", "टेक ट्रॉन मार निस डोर वेस्ट"),
    "bn": ("আলভি বেলদো করভা ডেলমি এলভা ফেলতা গারমো হেলমি ইরভো জালমি কোলভা লারতো মালভি নারভো ওলমি পালভি রেলমো সেলভো তালভি উরমো ভেলদি জেলমো", "টেক ট্রন মার নিস ডোর ভেস্ট"),
    "ta": ("அல்வி பெல்டோ கோர்வா டெல்மி எல்வா கர்மோ ஹெல்மி இர்வோ ஜல்மி கோல்வா லர்டோ மல்வி நர்வோ ஒல்மி பல்வி ரெல்மோ செல்வோ தல்வி உர்மோ வெல்டி", "டெக் ட்ரான் மார் நிஸ் டோர் வெஸ்ட்"),
    "th": ("อัลวี เบลโด คอร์วา เดลมี เอลวา เฟลตา การ์โม เฮลมี เออร์โว จัลมี โคลวา ลาร์โต มัลวี นาร์โว โอลมี พัลวี เรลโม เซลโว ทัลวี อูร์โม เวลดี เซลมี", "เทค ตรอน มาร์ นิส ดอร์ เวล"),
    "ja": ("アルビ ベルド カルデ コルバ ダルミ デルボ エルバ エンソ ファルボ フェルタ ガルモ ハルボ ヘルミ イルモ ジョルミ ケルボ コルミ ランボ ルモ マルビ ミボ ナルト ノルボ オルビ パルビ ラルモ ロビ サルビ セルモ タルビ トルボ ウルビ バルド ベルミ ゼルモ", "テック ロン マール ニス ビア テラ"),
    "ko": ("알비 벨도 칼데 코르바 달미 델보 엘바 엔소 파르보 펠타 가르모 할보 헬미 이르모 조르미 켈보 콜미 란보 루모 말비 미보 날토 놀보 오르보 팔비 랄모 로비 살비 셀모 탈비 톨보 울비 발도 벨미 젤모", "텍 론 마르 니스 비아 테라"),
    "zh": ("瀚泽 昱川 煜辰 珺源 璟禾 泓汐 沐朗 熠衡 霖澜 翊峤 祺岚 睿汀 昊湛 皓沅 宸澄 铭漪 钰涵 琛璞 澔宁 骁澈 曜霁 屿棠 栩瑜 浔熙", "达 维 拓 诺 锐 腾 科 奥"),
    "zh_TW": ("瀚澤 昱川 煜辰 珺源 璟禾 泓汐 沐朗 熠衡 霖瀾 翊嶠 祺嵐 睿汀 昊湛 皓沅 宸澄 銘漪 鈺涵 琛璞 澔寧 驍澈 曜霽 嶼棠 栩瑜 潯熙", "達 維 拓 諾 銳 騰 科 奧"),
}
SAME_SCRIPT = {"ne": "hi", "mr": "hi"}


def invented(locale):
    """Invented words in the letters of the locale's language."""
    language = locale.split("_")[0]
    syllables = SYLLABLES.get(locale) or SYLLABLES.get(SAME_SCRIPT.get(language, language))
    if syllables:
        beginnings, ends = (text.split() for text in syllables)
    else:
        beginnings, ends = BEGINNINGS, ENDS[language].split()
    words = {beginning + end for beginning in beginnings for end in ends}
    words = sorted((word for word in words - NO_WORDS if is_harmless(word)), key=lambda word: number(f"company {word}"))
    return sorted(words[:WORDS])


def write_work(locale, country):
    jobs, source = jobs_of(locale)
    if len(jobs) >= 20 and locale.split("_")[0] != "en":
        write_rows(locale, "jobs.tsv", source, with_ages(jobs, locale))
    language = locale.split("_")[0]
    if locale != "en":
        write_rows(locale, "companies.tsv", "words chosen by hand", companies_of(locale, country))
    if language != "en":
        words = invented(locale)
        folder = locale if locale == "zh_TW" else language
        write(folder, "company-words.txt", "syllables: words that mean nothing", "".join(f"{word}\n" for word in words))

"""What no package knows: which sources each locale has, and how its people, addresses and companies are written."""

# locale: (language and country in English, folder of its words, mimesis, faker-js, Faker)
# The folder holds what several locales of a language share: names, months, countries, jobs.
LOCALES = {
    "af_ZA": ("Afrikaans, South Africa", "af", None, ["af_ZA"], []),
    "ar_AE": ("Arabic, United Arab Emirates", "ar", ["ar", "ar-ae"], ["ar"], ["ar_AA"]),
    "ar_DZ": ("Arabic, Algeria", "ar", ["ar", "ar-dz"], ["ar"], ["ar_AA"]),
    "ar_EG": ("Arabic, Egypt", "ar", ["ar", "ar-eg"], ["ar"], ["ar_AA"]),
    "ar_JO": ("Arabic, Jordan", "ar", ["ar", "ar-jo"], ["ar"], ["ar_AA"]),
    "ar_MA": ("Arabic, Morocco", "ar", ["ar", "ar-ma"], ["ar"], ["ar_AA"]),
    "ar_SA": ("Arabic, Saudi Arabia", "ar", ["ar", "ar-sa"], ["ar"], ["ar_AA"]),
    "ar_TN": ("Arabic, Tunisia", "ar", ["ar", "ar-tn"], ["ar"], ["ar_AA"]),
    "az_AZ": ("Azerbaijani, Azerbaijan", "az", ["az"], ["az"], ["az_AZ"]),
    "bg_BG": ("Bulgarian, Bulgaria", "bg", None, [], ["bg_BG"]),
    "bn_BD": ("Bengali, Bangladesh", "bn", None, ["bn_BD"], ["bn_BD"]),
    "cs_CZ": ("Czech, Czechia", "cs", ["cs"], ["cs_CZ"], ["cs_CZ"]),
    "cy_GB": ("Welsh, United Kingdom", "cy", None, ["cy"], []),
    "da_DK": ("Danish, Denmark", "da", ["da"], ["da"], ["da_DK"]),
    "de_AT": ("German, Austria", "de", ["de", "de-at"], ["de", "de_AT"], ["de_AT"]),
    "de_CH": ("German, Switzerland", "de", ["de", "de-ch"], ["de", "de_CH"], ["de_CH"]),
    "de_DE": ("German, Germany", "de", ["de"], ["de"], ["de_DE"]),
    "el_GR": ("Greek, Greece", "el", ["el"], ["el"], ["el_GR"]),
    "en": ("English, United States", "en", ["en"], ["en_US", "en"], ["en_US"]),
    "en_AU": ("English, Australia", "en", ["en", "en-au"], ["en_AU", "en"], ["en_AU"]),
    "en_CA": ("English, Canada", "en_CA", None, ["en_CA", "en"], ["en_CA"]),
    "en_GB": ("English, United Kingdom", "en_GB", ["en-gb"], ["en_GB", "en"], ["en_GB"]),
    "en_IE": ("English, Ireland", "en_IE", None, ["en_IE", "en"], ["en_IE"]),
    "en_IN": ("English, India", "en_IN", None, ["en_IN"], ["en_IN"]),
    "en_KE": ("English, Kenya", "en_KE", None, [], ["en_KE"]),
    "en_NG": ("English, Nigeria", "en_NG", None, ["en_NG"], ["en_NG"]),
    "en_NZ": ("English, New Zealand", "en_NZ", None, [], ["en_NZ"]),
    "en_ZA": ("English, South Africa", "en_ZA", None, ["en_ZA"], []),
    "es_AR": ("Spanish, Argentina", "es_AR", ["es"], ["es"], ["es_AR"]),
    "es_CL": ("Spanish, Chile", "es_CL", ["es"], ["es"], ["es_CL"]),
    "es_CO": ("Spanish, Colombia", "es_CO", ["es"], ["es"], ["es_CO"]),
    "es_ES": ("Spanish, Spain", "es", ["es"], ["es"], ["es_ES"]),
    "es_MX": ("Spanish, Mexico", "es_MX", ["es-mx"], ["es_MX"], ["es_MX"]),
    "et_EE": ("Estonian, Estonia", "et", ["et"], [], ["et_EE"]),
    "fa_IR": ("Persian, Iran", "fa", ["fa"], ["fa"], ["fa_IR"]),
    "fi_FI": ("Finnish, Finland", "fi", ["fi"], ["fi"], ["fi_FI"]),
    "fr_BE": ("French, Belgium", "fr_BE", None, ["fr_BE"], ["fr_BE"]),
    "fr_CA": ("French, Canada", "fr_CA", ["fr"], ["fr"], ["fr_CA"]),
    "fr_CH": ("French, Switzerland", "fr_CH", None, ["fr_CH"], ["fr_CH"]),
    "fr_FR": ("French, France", "fr", ["fr"], ["fr"], ["fr_FR"]),
    "ga_IE": ("Irish, Ireland", "ga", None, [], ["ga_IE"]),
    "he_IL": ("Hebrew, Israel", "he", None, ["he"], ["he_IL"]),
    "hi_IN": ("Hindi, India", "hi", None, [], ["hi_IN"]),
    "hr_HR": ("Croatian, Croatia", "hr", ["hr"], ["hr"], ["hr_HR"]),
    "hu_HU": ("Hungarian, Hungary", "hu", ["hu"], ["hu"], ["hu_HU"]),
    "hy_AM": ("Armenian, Armenia", "hy", None, ["hy"], ["hy_AM"]),
    "id_ID": ("Indonesian, Indonesia", "id", None, ["id_ID"], ["id_ID"]),
    "is_IS": ("Icelandic, Iceland", "is", ["is"], [], ["is_IS"]),
    "it_IT": ("Italian, Italy", "it", ["it"], ["it"], ["it_IT"]),
    "ja_JP": ("Japanese, Japan", "ja", ["ja"], ["ja"], ["ja_JP"]),
    "ka_GE": ("Georgian, Georgia", "ka", None, ["ka_GE"], ["ka_GE"]),
    "kk_KZ": ("Kazakh, Kazakhstan", "kk", ["kk"], [], []),
    "ko_KR": ("Korean, South Korea", "ko", ["ko"], ["ko"], ["ko_KR"]),
    "lv_LV": ("Latvian, Latvia", "lv", None, ["lv"], ["lv_LV"]),
    "mk_MK": ("Macedonian, North Macedonia", "mk", None, ["mk"], ["mk_MK"]),
    "nb_NO": ("Norwegian, Norway", "nb", ["no"], ["nb_NO"], ["no_NO"]),
    "ne_NP": ("Nepali, Nepal", "ne", None, [], ["ne_NP"]),
    "nl_BE": ("Dutch, Belgium", "nl_BE", ["nl-be"], ["nl_BE"], ["nl_BE"]),
    "nl_NL": ("Dutch, Netherlands", "nl", ["nl"], ["nl"], ["nl_NL"]),
    "pl_PL": ("Polish, Poland", "pl", ["pl"], ["pl"], ["pl_PL"]),
    "pt_BR": ("Portuguese, Brazil", "pt_BR", ["pt-br"], ["pt_BR"], ["pt_BR"]),
    "pt_PT": ("Portuguese, Portugal", "pt", ["pt"], ["pt_PT"], ["pt_PT"]),
    "ro_MD": ("Romanian, Moldova", "ro", None, ["ro_MD", "ro"], ["ro_RO"]),
    "ro_RO": ("Romanian, Romania", "ro", None, ["ro"], ["ro_RO"]),
    "ru_RU": ("Russian, Russia", "ru", ["ru"], ["ru"], ["ru_RU"]),
    "sk_SK": ("Slovak, Slovakia", "sk", ["sk"], ["sk"], ["sk_SK"]),
    "sl_SI": ("Slovenian, Slovenia", "sl", None, ["sl_SI"], ["sl_SI"]),
    "sr_RS": ("Serbian, Serbia", "sr", None, ["sr_RS_latin"], []),
    "sv_SE": ("Swedish, Sweden", "sv", ["sv"], ["sv"], ["sv_SE"]),
    "ta_IN": ("Tamil, India", "ta", None, [], ["ta_IN"]),
    "th_TH": ("Thai, Thailand", "th", None, ["th"], ["th_TH"]),
    "tr_TR": ("Turkish, Turkey", "tr", ["tr"], ["tr"], ["tr_TR"]),
    "uk_UA": ("Ukrainian, Ukraine", "uk", ["uk"], ["uk"], ["uk_UA"]),
    "uz_UZ": ("Uzbek, Uzbekistan", "uz", None, ["uz_UZ_latin"], ["uz_UZ"]),
    "vi_VN": ("Vietnamese, Vietnam", "vi", None, ["vi"], ["vi_VN"]),
    "zh_CN": ("Chinese, China", "zh", ["zh"], ["zh_CN"], ["zh_CN"]),
    "zh_TW": ("Chinese, Taiwan", "zh_TW", None, ["zh_TW"], ["zh_TW"]),
    "zu_ZA": ("Zulu, South Africa", "zu", None, ["zu_ZA"], ["zu_ZA"]),
}

# The script that the words of a language are in, where it is not Latin.
SCRIPTS = {
    "ar": "ARABIC", "fa": "ARABIC", "bg": "CYRILLIC", "kk": "CYRILLIC", "mk": "CYRILLIC", "ru": "CYRILLIC",
    "uk": "CYRILLIC", "bn": "BENGALI", "el": "GREEK", "gu": "GUJARATI", "he": "HEBREW", "hi": "DEVANAGARI",
    "mr": "DEVANAGARI", "ne": "DEVANAGARI", "hy": "ARMENIAN", "ka": "GEORGIAN", "ko": "HANGUL", "ta": "TAMIL",
    "th": "THAI", "ja": "JAPANESE", "zh": "CJK",
}
# Letters of a script that the language does not have.
FOREIGN = {
    "ar": "پچژگکیۀەیێۆڤ", "fa": "كيىةڤێۆەٹڈڑںے", "bg": "ыэёіїєґјљњћђџѓќѕ", "mk": "ыэёіїєґщъьйюяћђ", "ru": "іїєґјљњћђџѓќѕўәғқңөұүһ",
    "uk": "ыэёъјљњћђџѓќѕўәғқңөұүһ", "kk": "їєґјљњћђџѓќѕў",
}

# Months, days, countries and currencies come from this locale of CLDR, where it is not the language.
CLDR = {"nb": "no", "de_AT": "de-AT", "zh_TW": "zh-Hant", "sr": "sr-Latn", "pt": "pt-PT", "pt_BR": "pt", "uz": "uz"}

# First and last name in their order. Where there are two last names, {last2} is the second.
NAME_FORMS = {
    "zh": "{last}{first}", "zh_TW": "{last}{first}", "ja": "{last} {first}", "ko": "{last}{first}", "hu": "{last} {first}",
    "vi": "{last} {first}", "es": "{first} {last} {last2}", "es_MX": "{first} {last} {last2}",
    "es_AR": "{first} {last}", "es_CL": "{first} {last} {last2}", "es_CO": "{first} {last} {last2}",
    "pt": "{first} {last} {last2}", "pt_BR": "{first} {last} {last2}",
}

# Titles of women, of men, and of both (Dr and the like).
TITLES = {
    "af": (["Mev.", "Mej."], ["Mnr."], ["Dr.", "Prof."]), "ar": (["السيدة", "الآنسة"], ["السيد"], ["د.", "م."]),
    "az": (["Xanım"], ["Cənab"], ["Dr.", "Prof."]), "bg": (["Г-жа"], ["Г-н"], ["Д-р", "Проф."]),
    "bn": (["মিসেস", "মিস"], ["মি."], ["ড.", "অধ্যাপক"]), "cs": (["Paní"], ["Pan"], ["Ing.", "Mgr.", "MUDr.", "Dr."]),
    "cy": (["Mrs", "Miss", "Ms"], ["Mr"], ["Dr", "Yr Athro"]), "da": (["Fru"], ["Hr."], ["Dr.", "Prof."]),
    "de": (["Frau"], ["Herr"], ["Dr.", "Prof. Dr."]), "el": (["Κα"], ["Κος"], ["Δρ.", "Καθ."]),
    "en": (["Mrs.", "Ms.", "Miss"], ["Mr."], ["Dr.", "Prof."]), "en_GB": (["Mrs", "Ms", "Miss"], ["Mr"], ["Dr", "Prof"]),
    "en_IE": (["Mrs", "Ms", "Miss"], ["Mr"], ["Dr", "Prof"]), "en_NZ": (["Mrs", "Ms", "Miss"], ["Mr"], ["Dr", "Prof"]),
    "en_IN": (["Mrs.", "Ms.", "Smt."], ["Mr.", "Shri"], ["Dr.", "Prof."]),
    "es": (["Sra.", "D.ª"], ["Sr.", "D."], ["Dr.", "Prof."]), "et": (["Pr", "Prl"], ["Hr"], ["Dr", "Prof"]),
    "fa": (["خانم"], ["آقای"], ["دکتر", "مهندس"]), "fi": (["Rouva"], ["Herra"], ["Tri", "Prof."]),
    "fr": (["Mme"], ["M."], ["Dr", "Me"]), "ga": (["Bean", "Iníon"], ["An tUasal"], ["An Dr", "An tOll."]),
    "gu": (["શ્રીમતી"], ["શ્રી"], ["ડૉ.", "પ્રો."]), "he": (["גב׳"], ["מר"], ["ד״ר", "פרופ׳"]),
    "hi": (["श्रीमती", "सुश्री"], ["श्री"], ["डॉ.", "प्रो."]), "hr": (["Gđa"], ["G."], ["Dr.", "Prof."]),
    "hu": (["Dr."], ["Dr."], ["Prof. Dr."]), "hy": (["Տիկին", "Օրիորդ"], ["Պարոն"], ["Դոկտոր", "Պրոֆեսոր"]),
    "id": (["Ibu", "Nona"], ["Bapak"], ["Dr.", "Prof.", "Ir."]), "is": (["Frú"], ["Herra"], ["Dr.", "Próf."]),
    "it": (["Sig.ra"], ["Sig."], ["Dott.", "Ing.", "Avv."]), "ja": (["様"], ["様"], ["先生", "博士"]),
    "ka": (["ქ-ნი"], ["ბ-ნი"], ["დოქტ.", "პროფ."]), "kk": (["Ханым"], ["Мырза"], ["Д-р", "Проф."]),
    "ko": (["여사", "씨"], ["씨"], ["박사", "교수"]), "lt": (["Ponia"], ["Ponas"], ["Dr.", "Prof."]),
    "lv": (["Kundze"], ["Kungs"], ["Dr.", "Prof."]), "mk": (["Г-ѓа"], ["Г."], ["Д-р", "Проф."]),
    "mr": (["श्रीमती", "कु."], ["श्री."], ["डॉ.", "प्रा."]), "nb": (["Fru"], ["Herr"], ["Dr.", "Prof."]),
    "ne": (["श्रीमती", "सुश्री"], ["श्री"], ["डा.", "प्रा."]), "nl": (["Mevr."], ["Dhr."], ["Dr.", "Ir.", "Mr."]),
    "pl": (["Pani"], ["Pan"], ["Dr", "Prof.", "Inż."]), "pt": (["Sra.", "D."], ["Sr."], ["Dr.", "Eng."]),
    "ro": (["Dna.", "Dra."], ["Dl."], ["Dr.", "Ing.", "Prof."]), "ru": (["Г-жа"], ["Г-н"], ["Д-р", "Проф."]),
    "sk": (["Pani"], ["Pán"], ["Ing.", "Mgr.", "MUDr."]), "sl": (["Ga.", "Gdč."], ["G."], ["Dr.", "Mag."]),
    "sr": (["Gđa"], ["G."], ["Dr", "Prof."]), "sv": (["Fru"], ["Herr"], ["Dr", "Prof."]),
    "ta": (["திருமதி", "செல்வி"], ["திரு"], ["முனைவர்", "டாக்டர்"]), "th": (["นาง", "นางสาว"], ["นาย"], ["ดร.", "ศ."]),
    "tr": (["Bayan"], ["Bay"], ["Dr.", "Prof. Dr.", "Av."]), "uk": (["Пані"], ["Пан"], ["Д-р", "Проф."]),
    "uz": (["Xonim"], ["Janob"], ["Dr.", "Prof."]), "vi": (["Bà", "Cô"], ["Ông"], ["TS.", "PGS."]),
    "zh": (["女士"], ["先生"], ["博士", "教授"]), "zu": (["Nkk", "Nksz"], ["Mnu"], ["Dkt", "Slz"]),
}

# Countries whose addresses name a city that is a state of its own once: 北京市, not 北京市北京市.
CITY_ONCE = {"CN", "KR", "TW", "VN"}
# Where a street, a number and a town are in an address, by country.
ADDRESSES = {
    "US": "{number} {street}, {city}, {code} {postcode}", "CA": "{number} {street}, {city}, {code} {postcode}",
    "AU": "{number} {street}, {city} {code} {postcode}", "NZ": "{number} {street}, {city} {postcode}",
    "GB": "{number} {street}, {city} {postcode}", "IE": "{number} {street}, {city}, {postcode}",
    "IN": "{number}, {street}, {city}, {state} {postcode}", "ZA": "{number} {street}, {city}, {postcode}",
    "NG": "{number} {street}, {city} {postcode}", "KE": "{number} {street}, {city} {postcode}",
    "BD": "{number} {street}, {city} {postcode}", "NP": "{street} {number}, {city} {postcode}",
    "FR": "{number} {street}, {postcode} {city}", "ES": "{street}, {number}, {postcode} {city}",
    "MX": "{street} {number}, {postcode} {city}, {state}", "CO": "{street} # {number}, {city}, {state}",
    "AR": "{street} {number}, {postcode} {city}, {state}", "CL": "{street} {number}, {city}, {postcode}",
    "BR": "{street}, {number}, {city} - {code}, {postcode}", "JP": "〒{postcode} {state}{city}{street}{number}",
    "KR": "{state} {city} {street} {number}", "CN": "{state}{city}{street}{number}号",
    "TW": "{postcode}{state}{city}{street}{number}號", "VN": "Số {number}, {street}, {city}, {state}",
    "TH": "{number} {street} {city} {postcode}", "ID": "{street} No. {number}, {city} {postcode}",
    "TR": "{street} No:{number}, {postcode} {city}", "HU": "{postcode} {city}, {street} {number}.",
    "LV": "{street} {number}, {city}, {postcode}", "RO": "{street} nr. {number}, {postcode} {city}",
    "MD": "{street} {number}, {postcode} {city}", "RU": "{postcode}, {city}, {street}, {number}",
    "UA": "{street}, {number}, {city}, {postcode}", "KZ": "{street}, {number}, {city}, {postcode}",
    "IL": "{street} {number}, {city} {postcode}", "IR": "{city}، {street}، پلاک {number}، {postcode}",
    "SA": "{street} {number}، {city} {postcode}", "AE": "{street} {number}، {city}", "EG": "{number} {street}، {city} {postcode}",
    "DZ": "{number} {street}، {postcode} {city}", "MA": "{number} {street}، {postcode} {city}",
    "TN": "{number} {street}، {postcode} {city}", "JO": "{street} {number}، {city} {postcode}",
    "CH": "{street} {number}, {postcode} {city}",
}
FRENCH = "{number} {street}, {postcode} {city}"
ADDRESS = "{street} {number}, {postcode} {city}"
# How a company of a country is called: {name} is an invented word, {trade} a trade or nothing.
COMPANIES = {
    "AE": ["شركة {name} {trade} ذ.م.م"], "DZ": ["شركة {name} {trade} ش.ذ.م.م"], "EG": ["شركة {name} {trade} ش.م.م"],
    "JO": ["شركة {name} {trade} ذ.م.م"], "MA": ["شركة {name} {trade} ش.م"], "SA": ["شركة {name} {trade} المحدودة"],
    "TN": ["شركة {name} {trade} ش.ذ.م.م"], "AZ": ["{name} {trade} MMC", "{name} {trade} ASC"],
    "BG": ["{name} {trade} ООД", "{name} {trade} ЕООД", "{name} {trade} АД"], "BD": ["{name} {trade} লিমিটেড"],
    "CZ": ["{name} {trade} s.r.o.", "{name} {trade} a.s.", "{name} {trade} v.o.s."],
    "GB": ["{name} {trade} Ltd", "{name} {trade} plc", "{name} {trade} LLP"],
    "DK": ["{name} {trade} ApS", "{name} {trade} A/S", "{name} {trade} I/S"],
    "AT": ["{name} {trade} GmbH", "{name} {trade} AG", "{name} {trade} KG", "{name} {trade} OG"],
    "CH": ["{name} {trade} GmbH", "{name} {trade} AG"], "CH_fr": ["{name} {trade} Sàrl", "{name} {trade} SA"],
    "DE": ["{name} {trade} GmbH", "{name} {trade} AG", "{name} {trade} GmbH & Co. KG", "{name} {trade} OHG",
           "{name} {trade} e.K."],
    "GR": ["{name} {trade} Α.Ε.", "{name} {trade} Ε.Π.Ε.", "{name} {trade} Ο.Ε."],
    "AU": ["{name} {trade} Pty Ltd", "{name} {trade} Ltd"],
    "CA": ["{name} {trade} Inc.", "{name} {trade} Ltd.", "{name} {trade} Corp."],
    "CA_fr": ["{name} {trade} inc.", "{name} {trade} ltée", "Groupe {name} {trade} inc."],
    "IE": ["{name} {trade} Ltd", "{name} {trade} DAC", "{name} {trade} plc"],
    "IE_ga": ["{name} {trade} Teo."],
    "IN": ["{name} {trade} Pvt. Ltd.", "{name} {trade} Ltd.", "{name} {trade} LLP"],
    "IN_gu": ["{name} {trade} પ્રા. લિ."], "IN_hi": ["{name} {trade} प्रा. लि.", "{name} {trade} लिमिटेड"],
    "IN_mr": ["{name} {trade} प्रा. लि."], "IN_ta": ["{name} {trade} பிரைவேட் லிமிடெட்"],
    "KE": ["{name} {trade} Ltd", "{name} {trade} plc"], "NG": ["{name} {trade} Ltd", "{name} {trade} Plc"],
    "NZ": ["{name} {trade} Ltd", "{name} {trade} Limited"], "ZA": ["{name} {trade} (Pty) Ltd", "{name} {trade} CC"],
    "ZA_af": ["{name} {trade} (Edms.) Bpk."], "AR": ["{name} {trade} S.A.", "{name} {trade} S.R.L."],
    "CL": ["{name} {trade} SpA", "{name} {trade} Ltda.", "{name} {trade} S.A."],
    "CO": ["{name} {trade} S.A.S.", "{name} {trade} Ltda.", "{name} {trade} S.A."],
    "ES": ["{name} {trade} S.L.", "{name} {trade} S.A.", "Grupo {name} {trade} S.A."],
    "MX": ["{name} {trade} S.A. de C.V.", "Grupo {name} {trade} S.A. de C.V.", "{name} {trade} S. de R.L. de C.V."],
    "EE": ["{name} {trade} OÜ", "{name} {trade} AS"], "IR": ["شرکت {trade} {name}"],
    "FI": ["{name} {trade} Oy", "{name} {trade} Oyj", "{name} {trade} Ky"],
    "BE": ["{name} {trade} SRL", "{name} {trade} SA"], "BE_nl": ["{name} {trade} BV", "{name} {trade} NV"],
    "FR": ["{name} {trade} SARL", "{name} {trade} SAS", "{name} {trade} SA", "Groupe {name} {trade}"],
    "IL": ["{name} {trade} בע״מ"], "HR": ["{name} {trade} d.o.o.", "{name} {trade} d.d."],
    "HU": ["{name} {trade} Kft.", "{name} {trade} Zrt.", "{name} {trade} Bt."], "AM": ["{name} {trade} ՍՊԸ", "{name} {trade} ՓԲԸ"],
    "ID": ["PT {name} {trade}", "CV {name} {trade}", "PT {name} {trade} Tbk"], "IS": ["{name} {trade} ehf.", "{name} {trade} hf."],
    "IT": ["{name} {trade} S.r.l.", "{name} {trade} S.p.A.", "{name} {trade} S.n.c."],
    "JP": ["株式会社{name}{trade}", "{name}{trade}株式会社", "有限会社{name}{trade}", "合同会社{name}{trade}"],
    "GE": ["შპს {name} {trade}", "სს {name} {trade}"], "KZ": ["«{name} {trade}» ЖШС", "«{name} {trade}» АҚ"],
    "KR": ["(주){name}{trade}", "{name}{trade}(주)", "{name}{trade} 유한회사"], "LT": ["UAB {name} {trade}", "AB {name} {trade}"],
    "LV": ["SIA {name} {trade}", "AS {name} {trade}"], "MK": ["{name} {trade} ДОО", "{name} {trade} АД"],
    "NO": ["{name} {trade} AS", "{name} {trade} ASA"], "NP": ["{name} {trade} प्रा. लि."],
    "NL": ["{name} {trade} B.V.", "{name} {trade} N.V.", "{name} {trade} V.O.F."],
    "PL": ["{name} {trade} Sp. z o.o.", "{name} {trade} S.A.", "{name} {trade} Sp. j."],
    "BR": ["{name} {trade} Ltda.", "{name} {trade} S.A.", "Grupo {name} {trade} S.A."],
    "PT": ["{name} {trade} Lda.", "{name} {trade} S.A."],
    "MD": ["{name} {trade} S.R.L.", "{name} {trade} S.A."], "RO": ["{name} {trade} S.R.L.", "{name} {trade} S.A."],
    "RU": ["ООО «{name} {trade}»", "АО «{name} {trade}»", "ПАО «{name} {trade}»"],
    "SK": ["{name} {trade} s.r.o.", "{name} {trade} a.s."], "SI": ["{name} {trade} d.o.o.", "{name} {trade} d.d."],
    "RS": ["{name} {trade} d.o.o.", "{name} {trade} a.d."], "SE": ["{name} {trade} AB", "{name} {trade} HB"],
    "TH": ["บริษัท {name} {trade} จำกัด", "ห้างหุ้นส่วนจำกัด {name} {trade}"],
    "TR": ["{name} {trade} Ltd. Şti.", "{name} {trade} A.Ş."],
    "UA": ["ТОВ «{name} {trade}»", "ПрАТ «{name} {trade}»"], "UZ": ["{name} {trade} MChJ", "{name} {trade} AJ"],
    "VN": ["Công ty TNHH {trade} {name}", "Công ty Cổ phần {trade} {name}"],
    "CN": ["{name}{trade}有限公司", "{name}{trade}股份有限公司"], "TW": ["{name}{trade}股份有限公司", "{name}{trade}有限公司"],
    "US": ["{name} {trade} Inc.", "{name} {trade} LLC", "{name} {trade} Corp."],
}
# Trades as they are in the names of companies. Every company may also be without one.
TRADES = {
    "af": "Bouers Vervoer Meubels Drukkers Elektries", "ar": "للتجارة للمقاولات للنقل للبرمجيات للأثاث",
    "az": "Tikinti Ticarət Nəqliyyat Mebel Tekstil", "bg": "Строй Транс Мебел Софтуер Текстил", "bn": "ট্রেডার্স টেক্সটাইল পরিবহন ফার্নিচার",
    "cs": "Stavby Doprava Nábytek Elektro Software", "cy": "Adeiladu Cludiant Dodrefn Argraffu Meddalwedd",
    "da": "Byg Transport Møbler El Tryk Software", "de": "Maschinenbau Logistik Elektrotechnik Bau Software Druck Möbel",
    "el": "Κατασκευές Μεταφορές Έπιπλα Λογισμικό", "en": "Logistics Engineering Foods Software Printing Furniture Textiles",
    "es": "Construcciones Transportes Muebles Software Textiles Alimentos", "et": "Ehitus Transport Mööbel Trükk Tarkvara",
    "fa": "ساختمانی بازرگانی حمل‌ونقل نرم‌افزار", "fi": "Rakennus Kuljetus Kaluste Paino Ohjelmistot",
    "fr": "Bâtiment Transports Meubles Logiciels Imprimerie Textiles", "ga": "Tógáil Iompar Troscán Bogearraí", "gu": "ટ્રેડર્સ ટેક્સટાઇલ્સ ફર્નિચર",
    "he": "בנייה הובלות רהיטים תוכנה דפוס", "hi": "ट्रेडर्स टेक्सटाइल्स फर्नीचर ट्रांसपोर्ट", "hr": "Gradnja Prijevoz Namještaj Tisak Softver",
    "hu": "Építő Szállítás Bútor Nyomda Szoftver", "hy": "Շին Տրանս Կահույք Ծրագիր", "id": "Konstruksi Logistik Mebel Percetakan Tekstil",
    "is": "Byggingar Flutningar Húsgögn Prentun", "it": "Costruzioni Trasporti Mobili Software Tessuti Alimentari",
    "ja": "建設 運輸 印刷 家具 食品 電機", "ka": "მშენებელი ტრანსპორტი ავეჯი", "kk": "Құрылыс Сауда Көлік Жиһаз",
    "ko": "건설 물류 인쇄 가구 식품 전자", "lt": "Statyba Transportas Baldai Spauda", "lv": "Būve Transports Mēbeles Druka",
    "mk": "Градба Транспорт Мебел Софтвер", "mr": "ट्रेडर्स टेक्सटाईल्स फर्निचर", "nb": "Bygg Transport Møbler Elektro Trykk", "ne": "ट्रेडर्स निर्माण यातायात फर्निचर",
    "nl": "Bouw Transport Meubelen Techniek Drukwerk Software", "pl": "Budownictwo Transport Meble Druk Oprogramowanie",
    "pt": "Construções Transportes Móveis Software Têxteis Alimentos", "ro": "Construcții Transport Mobilă Tipografie Software",
    "ru": "Строй Транс Мебель Софт Текстиль", "sk": "Stavby Doprava Nábytok Tlač Softvér", "sl": "Gradnje Prevozi Pohištvo Tisk",
    "sr": "Gradnja Transport Nameštaj Štampa Softver", "sv": "Bygg Transport Möbler El Tryck", "ta": "டிரேடர்ஸ் டெக்ஸ்டைல்ஸ்", "th": "ก่อสร้าง ขนส่ง เฟอร์นิเจอร์ การพิมพ์",
    "tr": "İnşaat Nakliyat Mobilya Yazılım Tekstil Gıda", "uk": "Буд Транс Меблі Софт Текстиль", "uz": "Qurilish Savdo Transport Mebel",
    "vi": "Xây Dựng|Vận Tải|Nội Thất|Phần Mềm|Dệt May", "zh": "科技 建筑 物流 印刷 家具 食品", "zh_TW": "科技 建設 物流 印刷 家具 食品", "zu": "Abakhi Ezokuthutha Ifenisha",
}
# Languages that write words without a space between them.
UNSPACED = ("zh", "ja", "ko")

# English names of towns that GeoNames prefers to those of the country.
EXONYMS = {
    "Vienna": "Wien", "Munich": "München", "Cologne": "Köln", "Nuremberg": "Nürnberg", "Hanover": "Hannover", "Rome": "Roma",
    "Milan": "Milano", "Naples": "Napoli", "Turin": "Torino", "Florence": "Firenze", "Venice": "Venezia", "Genoa": "Genova",
    "Syracuse": "Siracusa", "Padova": "Padova", "Mantova": "Mantova", "Warsaw": "Warszawa", "Prague": "Praha", "Pilsen": "Plzeň",
    "Lisbon": "Lisboa", "Copenhagen": "København", "Gothenburg": "Göteborg", "Bucharest": "București", "Geneve": "Genève",
    "Geneva": "Genève", "The Hague": "Den Haag", "Sevilla": "Sevilla", "Seville": "Sevilla", "Belgrade": "Beograd",
    "Istanbul": "İstanbul", "Izmir": "İzmir", "Hanoi": "Hà Nội", "Tashkent": "Toshkent", "Samarkand": "Samarqand",
    "Bukhara": "Buxoro", "Baku": "Bakı", "Ganja": "Gəncə", "Saragossa": "Zaragoza", "Chisinau": "Chișinău", "Zürich": "Zürich",
    "Frankfurt am Main": "Frankfurt am Main", "Mexico City": "Ciudad de México", "Basel": "Basel", "Lucerne": "Luzern",
    "Ho Chi Minh City": "Thành phố Hồ Chí Minh", "Panama City": "Panamá", "Haiphong": "Hải Phòng", "Da Nang": "Đà Nẵng", "Mantua": "Mantova", "Hue": "Huế", "Rhodes": "Rodos", "Reykjavik": "Reykjavík",
}
BY_LANGUAGE = {
    "nl": {"Brussels": "Brussel", "Antwerpen": "Antwerpen", "Liège": "Luik", "Mons": "Bergen", "Namur": "Namen", "Tournai": "Doornik", "Gent": "Gent"},
    "fr": {"Brussels": "Bruxelles", "Antwerpen": "Anvers", "Gent": "Gand", "Brugge": "Bruges", "Leuven": "Louvain", "Mechelen": "Malines",
           "Québec": "Québec", "Montréal": "Montréal", "Zürich": "Zurich", "Basel": "Bâle", "Bern": "Berne", "Luzern": "Lucerne", "Kortrijk": "Courtrai"},
    "de": {"Genève": "Genf", "Geneva": "Genf", "Lausanne": "Lausanne", "Neuchâtel": "Neuenburg", "Fribourg": "Freiburg"},
    "cy": {"Cardiff": "Caerdydd", "Swansea": "Abertawe", "Newport": "Casnewydd", "Wrexham": "Wrecsam", "Bangor": "Bangor"},
    "ga": {"Dublin": "Baile Átha Cliath", "Cork": "Corcaigh", "Galway": "Gaillimh", "Limerick": "Luimneach", "Waterford": "Port Láirge"},
    "hy": {"Yerevan": "Երևան"}, "uk": {"Zlatopil": "Златопіль"},
}

# Of a country of several languages, the subdivisions that a locale is at home in.
AT_HOME = {
    "cy_GB": {"WLS"}, "fr_CA": {"QC", "NB"}, "fr_CH": {"GE", "VD", "NE", "JU", "FR", "VS"}, "fr_BE": {"BRU", "WAL"},
    "nl_BE": {"BRU", "VLG"}, "af_ZA": {"WC", "NC", "FS", "GP", "NW"}, "zu_ZA": {"KZN", "MP", "GP"},
}
NOT_AT_HOME = {"de_CH": AT_HOME["fr_CH"] | {"TI"}}
# Subdivisions that the two sources name or divide too differently: by country and the name of GeoNames.
STATES = {
    ("AZ", "Lankaran Sahari"): "LA", ("AZ", "Lənkəran"): "LAN", ("AZ", "Shaki"): "SAK", ("AZ", "Shaki City"): "SA",
    ("AZ", "Yevlax"): "YEV", ("AZ", "Yevlax City"): "YE", ("BD", "Barisal Division"): "A", ("BG", "Sofia"): "23",
    ("BG", "Sofia-Capital"): "22", ("CH", "Grisons"): "GR", ("ES", "Madrid"): "MD", ("ES", "Navarre"): "NC", ("ES", "Valencia"): "VC",
    ("HR", "Zagreb County"): "01", ("KZ", "Almaty Region"): "19", ("KZ", "Aqmola"): "11", ("LV", "Jelgava Municipality"): "041",
    ("MA", "Laayoune-Sakia El Hamra"): "11", ("MK", "Grad Skopje"): "85", ("NO", "Akershus"): "32", ("NO", "Buskerud"): "33",
    ("NO", "Finnmark"): "56", ("NO", "Telemark"): "40", ("NO", "Troms"): "55", ("NO", "Vestfold"): "39", ("NO", "Østfold"): "31",
    ("RU", "Moscow Oblast"): "MOS", ("UA", "Kyiv City"): "30", ("UA", "Kyiv Oblast"): "32",
}
# Subdivisions that ISO 3166-2 does not count to the country.
NO_STATES = {("IL", "Judea and Samaria Area")}
# Countries whose subdivisions are those that GeoNames has as the second level.
SECOND_LEVEL = {"RS"}

# How many people live where GeoNames has too few or none: the wards of Tokyo (2024), the cities and counties of Taiwan (2023), and others.
TOKYO = {
    "世田谷区": 940_000, "練馬区": 750_000, "大田区": 740_000, "江戸川区": 690_000, "足立区": 690_000, "杉並区": 590_000,
    "板橋区": 580_000, "江東区": 530_000, "葛飾区": 450_000, "品川区": 420_000, "北区": 355_000, "新宿区": 350_000,
    "中野区": 340_000, "豊島区": 300_000, "目黒区": 280_000, "墨田区": 275_000, "港区": 265_000, "文京区": 240_000,
    "渋谷区": 240_000, "荒川区": 217_000, "台東区": 212_000, "中央区": 175_000, "千代田区": 67_000,
}
TAIWAN = {
    "新北市": 4_040_000, "臺中市": 2_850_000, "高雄市": 2_730_000, "臺北市": 2_500_000, "桃園市": 2_320_000, "臺南市": 1_860_000,
    "彰化縣": 1_240_000, "屏東縣": 790_000, "雲林縣": 660_000, "新竹縣": 590_000, "苗栗縣": 530_000, "嘉義縣": 480_000,
    "南投縣": 475_000, "新竹市": 455_000, "宜蘭縣": 450_000, "基隆市": 360_000, "花蓮縣": 315_000, "嘉義市": 262_000,
    "臺東縣": 210_000, "金門縣": 143_000, "澎湖縣": 107_000, "連江縣": 14_000,
}
# Places that are no towns, or that another entry is.
NO_TOWNS = {
    "EE": {"Lasnamäe", "Mustamäe", "Kristiine"}, "FR": {"Marne La Vallée"}, "HU": {"Buda", "Pest"}, "UZ": {"Nishon Tumani"},
    "UA": {"Pravyy Bereh", "Avtozavodskyi", "Chumakivskyi", "Desnyanskyi", "Fortechnyi", "Khanzhonkivskyi", "Kindrativskyi", "Korolyov", "Kovpakivskyi", "Kyivskyi",
           "Novozavodskyi", "Rayon KTZ", "Shevchenko", "Shevchenkivskyi", "Tsentralno-Miskyi", "Verhunskyi"},
    "US": {"New York City", "Manhattan"},
}
PEOPLE = {("US", "New York"): 1_630_000, ("NL", "Amsterdam"): 931_000, ("NL", "Rotterdam"): 670_000, ("NL", "The Hague"): 566_000, ("RU", "Moscow"): 13_100_000}

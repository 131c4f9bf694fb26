"""Streets: their common names in each country."""

import faker

from lists import NAME_SOURCES, evenly, is_harmless, tidy, write
from packages import fakerjs
from tables import LOCALES, UNSPACED

STREETS = 240

ENGLISH_STREETS = {
    "names": "High Church Station Park Main Mill Victoria Green Manor Kings Queens Grange Springfield School Windsor Albert George Oak "
             "Maple Cedar Elm Pine Willow Birch Chestnut Walnut Hickory Lake River Hill Forest Meadow Orchard Garden Spring Valley "
             "Ridge Sunset Prospect Union Liberty Market Bridge Canal Harbour West East North South Chapel Abbey Castle Rose Ivy "
             "Heath Holly Hazel Poplar Laurel Juniper Magnolia Sycamore Aspen Clover Fern Highland Lincoln Franklin Madison Monroe "
             "Jackson Adams Cambridge Oxford York Bristol Kent Chester Devon Surrey Stanley Nelson Wellington Clarence",
    "US": "Street Avenue Road Drive Lane Court Boulevard Place Way Circle", "GB": "Street Road Lane Close Avenue Gardens Crescent Way Terrace Drive",
    "other": "Street Road Avenue Drive Lane Crescent Close Way",
}
# Kinds of streets with the names that follow or precede them, for languages whose packages have no streets.
BUILT = {
    "af": ("{0}{1}", "Kerk Mark Park Skool Berg Rivier Stasie Voortrekker Eike Roos Protea Akasia Duin Vlei Tuin Meule Koning Hoof Lang Kort Suid Noord Oos Wes Strand Dam Dennebos Wilger Kiaat Olyf", "straat weg laan singel"),
    "bg": ("{1} {0}", "Иван Вазов|Христо Ботев|Васил Левски|Гео Милев|Пирин|Рила|Витоша|Марица|Дунав|Тракия|Роза|Липа|Бор|Явор|Орех|Изгрев|Пролет|Младост|Света гора|Шипка|Опълченска|Граф Игнатиев|Раковски|Македония|Оборище|Преслав|Плиска|Струма|Места|Искър", "ул. бул."),
    "bn": ("{0} {1}", "স্টেশন|কলেজ|স্কুল|নদী|বাজার|পার্ক|লেক|গ্রীন|গোলাপ|শাপলা|কদম|বকুল|মালতী|নিউ|বঙ্গবন্ধু|মেঘনা|যমুনা|পদ্মা|সুরমা|তিস্তা|রূপসা|কর্ণফুলী", "রোড সড়ক লেন"),
    "et": ("{0} {1}", "Aia Kooli Pargi Jaama Metsa Kase Tamme Pärna Lille Roosi Järve Mere Jõe Mäe Põllu Niidu Kevade Suve Päikese Tähe Kuuse Männi Saare Lepa Pihlaka Vahtra Toome Kirsi Õuna Turu Raua Kivi Liiva Veski Silla Uus Pikk Lai Kitsas Tartu Narva Pärnu Viljandi", "tänav tee puiestee põik"),
    "ga": ("{1} {0}", "na Páirce|na hAbhann|an Mhuilinn|na Scoile|na Trá|an Chaisleáin|na Coille|an Ghleanna|na Farraige|an Droichid|na Mainistreach|an Chnoic|na gCrann|an Locha|an Tobair|na Darach", "Sráid Bóthar Lána Ascaill"),
    "hi": ("{0} {1}", "गांधी|नेहरू|पटेल|तिलक|स्टेशन|बाज़ार|नदी|सरोवर|बाग|विद्यालय|गुलाब|कमल|चंदन|अशोक|गंगा|यमुना|नर्मदा|हिमालय|सुभाष|टैगोर|कबीर|तुलसी", "मार्ग रोड पथ गली"),
    "ne": ("{0} {1}", "सगरमाथा|हिमाल|अन्नपूर्ण|बागमती|गण्डकी|कोशी|राप्ती|लुम्बिनी|पृथ्वी|त्रिभुवन|स्टेशन|बजार|विद्यालय|गुराँस|कमल|लालीगुराँस|भानु|अरनिको", "मार्ग सडक टोल"),
    "ta": ("{0} {1}", "காந்தி|பாரதி|வள்ளுவர்|அண்ணா|காமராஜர்|நேரு|கடற்கரை|நிலையம்|சந்தை|கோவில்|நதி|ஏரி|பூங்கா|பள்ளி|தாமரை|மல்லிகை|ரோஜா|காவேரி|வைகை|பாலாறு", "தெரு சாலை வீதி"),
    "is": ("{0}{1}", "Lauga Hverfis Berg Skóla Kirkju Hafnar Strand Grettis Njáls Freyju Óðins Týs Baldurs Sól Vatns Hlíðar Holts Fells Brekku Ása", "vegur gata stræti braut"),
    "kk": ("{0} {1}", "Абай|Алатау|Жібек Жолы|Достық|Тәуелсіздік|Бейбітшілік|Ертіс|Есіл|Көкшетау|Алтай|Сарыарқа|Наурыз|Бостандық|Мектеп|Орман|Бақ|Көктем|Самал|Арай|Шұғыла", "көшесі даңғылы"),
    "es": ("{1} {0}", "Mayor|Real|Nueva|del Sol|de la Paz|de la Luna|San Juan|San José|San Pedro|San Miguel|Santa María|Santa Ana|de la Constitución|de la Libertad|de la Independencia|de las Flores|de los Olivos|del Carmen|del Prado|del Parque|de la Fuente|del Molino|del Puente|de la Iglesia|de la Estación|de la Rosa|Cervantes|Colón|Goya|Velázquez|Lope de Vega|Bolívar|de los Pinos|del Río|de la Playa|de Europa|de América|de las Palmas|Jardines|de la Fábrica", "Calle Avenida Plaza Paseo"),
    "it": ("{1} {0}", "Roma|Milano|Torino|Garibaldi|Mazzini|Cavour|Dante Alighieri|Verdi|Puccini|Rossini|Marconi|Galileo Galilei|Leonardo da Vinci|Michelangelo|Manzoni|Leopardi|Carducci|Pascoli|della Repubblica|della Libertà|della Pace|della Vittoria|della Stazione|dei Mille|delle Rose|dei Tigli|dei Pini|del Sole|San Francesco|San Giovanni|San Marco|Sant'Antonio|Matteotti|Gramsci|Europa|IV Novembre|XXV Aprile|XX Settembre|Trieste|Trento", "Via Viale Piazza Corso"),
    "pt": ("{1} {0}", "das Flores|do Comércio|da Liberdade|da República|de São João|de São José|de São Pedro|de Santo António|da Paz|do Sol|da Igreja|da Escola|do Rio|da Fonte|da Praia|das Palmeiras|dos Pinheiros|das Oliveiras|do Parque|da Estação|do Mercado|Camões|Eça de Queirós|Fernando Pessoa|25 de Abril|5 de Outubro|do Brasil|de Lisboa|do Porto|da Boavista|Nova|Direita|do Moinho|da Ponte|das Acácias|dos Lírios", "Rua Avenida Travessa Largo"),
    "pl": ("{1} {0}", "Polna Leśna Słoneczna Krótka Szkolna Ogrodowa Lipowa Brzozowa Łąkowa Kwiatowa Kościelna Sosnowa Zielona Parkowa Akacjowa Kolejowa Mickiewicza Sienkiewicza Kościuszki Kochanowskiego Żeromskiego Słowackiego Konopnickiej Reymonta Chopina Kopernika Dębowa Klonowa Wiśniowa Jesionowa Spacerowa Wiosenna Morska Górna Dolna Nadrzeczna Młyńska Dworcowa Warszawska Krakowska Poznańska Gdańska Długa Wolności Spokojna Cicha Jasna", "ul. al."),
    "vi": ("{1} {0}", "Lê Lợi|Trần Hưng Đạo|Nguyễn Huệ|Hai Bà Trưng|Lý Thường Kiệt|Quang Trung|Nguyễn Trãi|Lê Duẩn|Phan Chu Trinh|Bà Triệu|Ngô Quyền|Đinh Tiên Hoàng|Nguyễn Du|Hùng Vương|Lý Thái Tổ|Trần Phú|Phan Bội Châu|Hoàng Diệu|Nguyễn Bỉnh Khiêm|Võ Thị Sáu|Cách Mạng Tháng Tám|Điện Biên Phủ|Tôn Đức Thắng|Lê Thánh Tông", "Đường Phố"),
    "zu": ("{0} {1}", "Inkosi Umfula Intaba Ihlathi Isikole Imakethe Ulwandle Ilanga Inyanga Umuthi Imbali Isiphethu Ukuthula Inkululeko Ubuntu Isizwe", "Street Road"),
    "zh": ("{0}{1}", "人民 解放 中山 建设 和平 新华 文化 胜利 友谊 光明 幸福 朝阳 长江 黄河 南京 北京 上海 东风 迎宾 青年 学院 公园 湖滨 滨江 花园 桃源 翠竹 梅园 松山 云山", "路 街 大道"),
    "zh_TW": ("{0}{1}", "中山 中正 民生 民權 民族 忠孝 仁愛 信義 和平 復興 建國 光復 自由 文化 博愛 成功 大同 中華 延平 南京 長安 松江 青島 公園 林森 新生 重慶 武昌", "路 街 大道"),
    "ja": ("{0}{1}", "本町 栄町 旭町 緑町 幸町 泉町 桜町 大手町 元町 新町 若松町 末広町 東町 西町 南町 北町 中央 錦町 日の出町 春日町 松原 梅田 美園 青葉台 富士見", "1丁目 2丁目 3丁目 4丁目"),
    "ar": ("{1} {0}", "النيل|السلام|الحرية|الجامعة|المدرسة|الحديقة|الزهور|الورد|النخيل|الزيتون|البحر|النهر|السوق|المطار|الاستقلال|الوحدة|النصر|الأندلس|القدس|بغداد|دمشق|القاهرة|الأمل|الربيع|النور|الفجر|الياسمين|الصحراء", "شارع طريق"),
    "tr": ("{0} {1}", "Atatürk Cumhuriyet İstiklal Barış Çiçek Gül Lale Menekşe Papatya Zambak Çınar Çam Kavak Söğüt Ihlamur Bahar Güneş Yıldız Deniz Irmak Dere Okul İstasyon Park Bahçe Sevgi Dostluk Umut Zafer Hürriyet Fatih Mimar_Sinan Yunus_Emre", "Caddesi Sokak Bulvarı"),
    "hy": ("{0} {1}", "Աբովյան Տերյան Սարյան Մաշտոցի Թումանյան Չարենցի Իսահակյան Կոմիտասի Բաղրամյան Նալբանդյան Պարոնյան Խորենացու Արշակունյաց Տիգրանյան Գարեգին_Նժդեհի", "փողոց պողոտա"),
}


def built(form, names, kinds):
    split = lambda text: [part.replace("_", " ") for part in (text.split("|") if "|" in text else text.split())]
    return [form.format(name, kind) for name in split(names) for kind in split(kinds)]


def streets_of(locale, country):
    language = locale.split("_")[0]
    if language == "en":
        return built("{0} {1}", ENGLISH_STREETS["names"], ENGLISH_STREETS.get({"US": "US", "GB": "GB", "IE": "GB"}.get(country, "other"))), "words chosen by hand"
    own = BUILT.get(locale, BUILT.get(language))
    if own:
        return built(*own), "words chosen by hand"
    found = []
    for name in reversed(LOCALES[locale][3]):
        if len(found) < 30:
            found += [tidy(street) for street in fakerjs["streets"].get(name, [])]
    if len(found) < 30:
        maker = faker.Faker(locale)
        maker.seed_instance(1)
        found += [tidy(maker.street_name()) for _ in range(600)]
    return found, NAME_SOURCES


def write_streets(locale, country):
    language = locale.split("_")[0]
    streets, source = streets_of(locale, country)
    streets = sorted({street for street in streets if is_harmless(street) and 3 < len(street) < 40 or language in UNSPACED and is_harmless(street)})
    write(locale, "streets.txt", source, "".join(f"{street}\n" for street in evenly(streets, STREETS)))

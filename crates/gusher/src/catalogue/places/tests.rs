use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::towns::Towns;
use crate::catalogue::tests::{diagnostics, plan, values};
use crate::locale::countries::COUNTRIES;
use crate::locale::{LOCALES, english, find};

const WORDS: [&str; 8] = [
    "place.city",
    "state",
    "state.code",
    "place.postcode",
    "timezone",
    "place.country.code",
    "latitude",
    "place.longitude",
];

/// Degrees with six decimals, in millionths.
fn millionths(degrees: &str) -> i64 {
    degrees.replacen('.', "", 1).parse().unwrap()
}

/// Whether a position is around the middle of a part of a town, as positions of rows are.
fn is_around(middle: [i64; 2], position: [i64; 2]) -> bool {
    (0..2).all(|axis| (middle[axis] - position[axis]).abs() <= 4000)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn all_columns_tell_of_one_real_town(
        seed: u64,
        which in 0..LOCALES.len(),
        label in prop_oneof![Just(""), Just("@of=home"), Just("@of=work"), Just("@nth=2")],
        start in prop_oneof![0..5000u64, Just(1 << 40)],
    ) {
        let locale = &LOCALES[which];
        if !diagnostics(&format!("postcode@locale={}", locale.name)).is_empty() {
            return Ok(());
        }
        let towns = Towns::of(locale);
        let mut known: HashMap<[&str; 6], Vec<[i64; 2]>> = HashMap::new();
        for town in &towns.towns {
            let texts = [town.city, town.state, town.code, town.postcode, town.timezone, locale.country];
            known.entry(texts).or_default().push([town.latitude, town.longitude]);
        }
        let columns = WORDS.map(|spec| {
            values(&format!("{spec}@locale={}{label}", locale.name), seed, start..start + 200)
        });
        for row in 0..columns[0].len() {
            let [texts @ .., latitude, longitude] = columns.each_ref().map(|column| &*column[row]);
            let parts = known.get(&texts).map_or(&[][..], Vec::as_slice);
            let at = [latitude, longitude].map(millionths);
            prop_assert!(parts.iter().any(|part| is_around(*part, at)), "{:?} {:?}", texts, at);
        }
    }

    #[test]
    fn other_columns_of_the_entity_change_nothing(seed: u64, start in 0..5000u64) {
        let all = ["place.city", "place.latitude@of=work", "place.postcode", "b=place.city@of=work", "address", "country", "country.code3"];
        let rows = start..start + 100;
        let mut batch = crate::types::Batch::default();
        plan(&all, seed).0.fill(&rows, &mut batch);
        for (i, spec) in all.iter().enumerate() {
            let mut one = crate::types::Batch::default();
            plan(&[spec], seed).0.fill(&rows, &mut one);
            prop_assert_eq!(format!("{:?}", one.columns()[0].values()), format!("{:?}", batch.columns()[i].values()));
        }
    }
}

#[test]
fn every_town_comes_and_large_ones_more_often() {
    let mut found: HashMap<String, u64> = HashMap::new();
    for city in values("city@locale=de_DE", 3, 0..100_000) {
        *found.entry(city).or_default() += 1;
    }
    let towns: HashSet<&str> = Towns::of(find("de_DE").unwrap()).towns.iter().map(|town| town.city).collect();
    assert_eq!(found.len(), towns.len());
    assert!(found["Berlin"] > found["Hamburg"] && found["Hamburg"] > 3 * found["Leipzig"] / 2, "{found:?}");
}

#[test]
fn columns_that_repeat_another_cannot_be_unique() {
    for spec in WORDS {
        let text =
            "`@unique` is not supported: each value is a part of a place that other columns may describe too";
        let refused = diagnostics(&format!("{spec}@unique"));
        assert_eq!(refused.len(), 1, "{spec}");
        let instead = if spec == "place.country.code" { "; write place.country.code:any@unique" } else { "" };
        assert_eq!(refused[0], format!("{text}{instead}"), "{spec}");
    }
}

/// The refusal of `@unique` says how to have different countries.
#[test]
fn columns_of_the_place_name_what_can_be_unique() {
    for spec in ["country", "country.code", "currency.code", "language", "coordinates", "phone.code"] {
        let refused = diagnostics(&format!("{spec}@unique"));
        assert!(refused[0].ends_with(&format!("; write {spec}:any@unique")), "{refused:?}");
        assert_eq!(diagnostics(&format!("{spec}:any@unique")), [""; 0], "{spec}");
    }
    // Several countries have the same of these.
    for spec in ["country.currency", "country.language", "country.continent", "nationality"] {
        assert!(!diagnostics(&format!("{spec}@unique"))[0].contains("any"), "{spec}");
    }
}

/// Without `any` there is one country to a locale, and names of it in its language; among several, in English.
#[test]
fn columns_of_the_country_are_those_of_the_place() {
    let found = |locale: &str| {
        let specs = [
            "country",
            "country.code3",
            "currency",
            "currency.code",
            "language",
            "nationality",
            "locale",
            "country.name",
        ];
        specs.map(|spec| values(&format!("{spec}@locale={locale}"), 3, 0..1).remove(0))
    };
    assert_eq!(
        found("de_AT"),
        ["Österreich", "AUT", "Euro", "EUR", "Deutsch", "Austrian", "de_AT", "Österreich"].map(String::from)
    );
    assert_eq!(
        found("de_CH,de_CH"),
        ["Switzerland", "CHE", "Swiss Franc", "CHF", "German", "Swiss", "de_CH", "Switzerland"]
            .map(String::from)
    );
    for row in values("country@locale=world", 3, 0..2000) {
        assert!(COUNTRIES.iter().any(|country| country.name == row), "{row}");
    }
    // Country and town of a row are of one locale.
    let [codes, towns] =
        ["country.code", "city"].map(|spec| values(&format!("{spec}@locale=de_DE,fr_FR"), 3, 0..2000));
    for (code, town) in codes.iter().zip(towns) {
        let locale = if code == "DE" { "de_DE" } else { "fr_FR" };
        assert!(Towns::of(find(locale).unwrap()).towns.iter().any(|own| own.city == town), "{code} {town}");
    }
}

#[test]
fn any_of_the_world_is_nothing_else() {
    for (spec, text) in [
        ("country:DE", "expected `any`, or nothing: `country` is otherwise that of the row's place"),
        (
            "country.code:any@locale=de_DE",
            "`country.code:any` is of the world, whatever the locale; leave one of the two",
        ),
        ("country:any@nth=2", "`country:any` is of no place that a row could have several of; leave @nth"),
        ("nationality:any@locale=de_DE", "`nationality:any` has no data for de_DE, only for en"),
    ] {
        assert_eq!(diagnostics(spec), [text], "{spec}");
    }
}

/// Whether a text has a form: `9` is a digit, `A` a capital letter, all else is literal.
fn has_form(text: &str, form: &str) -> bool {
    text.chars().count() == form.chars().count()
        && text.chars().zip(form.chars()).all(|(c, f)| match f {
            '9' => c.is_ascii_digit(),
            'A' => c.is_ascii_uppercase(),
            _ => c == f,
        })
}

#[test]
fn postcodes_have_the_form_of_their_country() {
    let british = ["A9 9AA", "A99 9AA", "A9A 9AA", "AA9 9AA", "AA99 9AA", "AA9A 9AA"];
    let forms: [(&str, &[&str]); 14] = [
        ("ar_SA", &["99999"]),
        ("en_GB", &british),
        ("de_DE", &["99999"]),
        ("en", &["99999"]),
        ("en_CA", &["A9A 9A9"]),
        ("fa_IR", &["99999-99999"]),
        ("fr_FR", &["99999"]),
        ("it_IT", &["99999"]),
        ("ja_JP", &["999-9999"]),
        ("nl_NL", &["9999 AA"]),
        ("pt_BR", &["99999-999"]),
        ("pt_PT", &["9999-999"]),
        ("tr_TR", &["99999"]),
        ("zh_CN", &["999999"]),
    ];
    for (locale, forms) in forms {
        for postcode in values(&format!("postcode@locale={locale}"), 1, 0..3000) {
            assert!(forms.iter().any(|form| has_form(&postcode, form)), "{postcode} of {locale}");
        }
    }
}

#[test]
fn positions_are_all_over_the_parts_of_the_rows_town() {
    for locale in ["en", "de_DE", "ja_JP", "vi_VN"] {
        let of = |spec: &str| values(&format!("{spec}@locale={locale}"), 3, 0..25_000);
        let [cities, postcodes] = ["city", "postcode"].map(of);
        let [latitudes, longitudes] = ["latitude", "longitude"].map(of);
        let towns = Towns::of(find(locale).unwrap());
        let mut known: HashMap<(&str, &str), Vec<[i64; 2]>> = HashMap::new();
        for town in &towns.towns {
            known.entry((town.city, town.postcode)).or_default().push([town.latitude, town.longitude]);
        }
        let mut different = HashSet::new();
        for row in 0..25_000 {
            let at = [&latitudes[row], &longitudes[row]].map(|degrees| millionths(degrees));
            let parts = &known[&(&*cities[row], &*postcodes[row])];
            let is_there = parts.iter().any(|part| is_around(*part, at));
            assert!(is_there, "{locale}: {at:?} is not in {}", cities[row]);
            different.insert(at);
        }
        assert!(different.len() > 20_000, "{locale}: {} different positions", different.len());
    }
    // All columns of a row's position are of the same one.
    let found = ["latitude", "longitude", "coordinates", "geo.point"].map(|spec| values(spec, 6, 0..500));
    for row in 0..500 {
        let [latitude, longitude, coordinates, point] = found.each_ref().map(|column| &column[row]);
        assert_eq!(*coordinates, format!("{latitude},{longitude}"));
        assert_eq!(*point, format!("POINT ({longitude} {latitude})"));
    }
}

/// The letters that British postcodes begin with (Royal Mail); 88 of 100 other letters are none.
#[test]
fn british_postcodes_are_of_areas_that_there_are() {
    let areas = "AB AL B BA BB BD BH BL BN BR BS BT CA CB CF CH CM CO CR CT CV CW DA DD DE DG DH DL DN DT DY E EC EH EN EX \
                 FK FY G GL GU GY HA HD HG HP HR HS HU HX IG IM IP IV JE KA KT KW KY L LA LD LE LL LN LS LU M ME MK ML N NE NG \
                 NN NP NR NW OL OX PA PE PH PL PO PR RG RH RM S SA SE SG SK SL SM SN SO SP SR SS ST SW SY TA TD TF TN TQ TR TS \
                 TW UB W WA WC WD WF WN WR WS WV YO ZE";
    let areas: HashSet<&str> = areas.split_whitespace().collect();
    for locale in ["en_GB", "cy_GB"] {
        for town in &Towns::of(find(locale).unwrap()).towns {
            let area = town.postcode.split(|c: char| c.is_ascii_digit()).next().unwrap();
            assert!(areas.contains(area), "{town:?}");
        }
    }
}

#[test]
fn positions_are_on_the_globe() {
    let within = |text: &str, most: f64| {
        let (integer, digits) = text.split_once('.').unwrap();
        digits.len() == 6 && !integer.is_empty() && text.parse::<f64>().unwrap().abs() <= most
    };
    assert!(values("latitude", 1, 0..5000).iter().all(|text| within(text, 90.0)));
    assert!(values("longitude", 1, 0..5000).iter().all(|text| within(text, 180.0)));
    let mut quarters = HashSet::new();
    for position in values("coordinates:any", 1, 0..5000) {
        let (latitude, longitude) = position.split_once(',').unwrap();
        assert!(within(latitude, 90.0) && within(longitude, 180.0), "{position}");
        quarters.insert((latitude.starts_with('-'), longitude.starts_with('-')));
    }
    assert_eq!(quarters.len(), 4);
    let of = |spec: &str| values(&format!("{spec}@locale=nb_NO"), 1, 0..500);
    let both = of("latitude").into_iter().zip(of("longitude")).map(|(north, east)| format!("{north},{east}"));
    assert_eq!(of("coordinates"), both.collect::<Vec<_>>());
}

#[test]
fn a_city_that_is_a_state_comes_once_in_an_address() {
    for (locale, once, never) in [
        ("ko_KR", "인천광역시 ", "인천광역시 인천 "),
        ("zh_CN", "上海市", "上海市上海市"),
        ("vi_VN", "Hà Nội", "Hà Nội, Hà Nội"),
        ("vi_VN", "Thành phố Hồ Chí Minh", "Minh, Hồ Chí Minh"),
        ("zh_TW", "新北市", "新北市新北市"),
    ] {
        for column in ["address", "place.address.lines"] {
            let addresses = values(&format!("{column}@locale={locale}"), 1, 0..3000);
            let with = |text: &str| addresses.iter().filter(|address| address.contains(text)).count();
            assert!(with(once) > 20 && with(never) == 0, "{locale}: {once} {never}");
        }
    }
    // Where a city and a state are two things of one name, an address has both.
    let addresses = values("address@locale=es_MX", 1, 0..3000);
    assert!(addresses.iter().any(|address| address.contains(" Puebla, Puebla")));
}

#[test]
fn addresses_are_written_as_in_their_country() {
    for (locale, form) in [("de_DE", &["99999 "][..]), ("fr_FR", &["99999 "]), ("nl_NL", &["9999 AA "])] {
        let towns: HashSet<&str> =
            Towns::of(find(locale).unwrap()).towns.iter().map(|town| town.city).collect();
        for address in values(&format!("address@locale={locale}"), 1, 0..500) {
            let (street, town) = address.rsplit_once(", ").unwrap();
            assert!(street.contains(|c: char| c.is_ascii_digit()), "{address}");
            let city = form
                .iter()
                .find_map(|form| has_form(town.get(..form.len())?, form).then_some(&town[form.len()..]));
            assert!(city.is_some_and(|city| towns.contains(city)), "{address}");
        }
    }
    for address in values("address", 1, 0..2000) {
        let end = &address[address.len() - 10..];
        assert!(has_form(end, ", AA 99999"), "{address}");
        assert!(address.split_once(' ').unwrap().0.parse::<u32>().is_ok(), "{address}");
    }
    assert!(values("address@locale=zh_CN", 1, 0..200).iter().all(|address| address.ends_with('号')));
    assert!(values("address@locale=ja_JP", 1, 0..200).iter().all(|address| address.starts_with('〒')));
    // The address is of the row's town and street.
    let found = ["address", "street", "city", "state.code", "postcode"].map(|spec| values(spec, 6, 0..500));
    for row in 0..500 {
        let [address, street, city, code, postcode] = found.each_ref().map(|column| &column[row]);
        assert!(address.ends_with(&format!(" {street}, {city}, {code} {postcode}")), "{address}");
    }
}

#[test]
fn codes_are_those_of_the_lists() {
    let all = |spec: &str| -> HashSet<String> { values(spec, 1, 0..20_000).into_iter().collect() };
    let codes3: HashSet<String> = COUNTRIES.iter().map(|country| country.code3.to_owned()).collect();
    assert_eq!(all("country.code3:any"), codes3);
    assert!(all("currency.code:any").iter().all(|code| has_form(code, "AAA")));
    assert!(all("state.code").iter().all(|code| has_form(code, "AA")));
    assert_eq!(all("state.code").len(), all("state").len());
    let german = "BB BE BW BY HB HE HH MV NI NW RP SH SL SN ST TH";
    assert_eq!(all("state.code@locale=de_DE"), german.split(' ').map(String::from).collect());
    assert!(all("timezone").contains("America/Chicago"));
    assert!(all("locale:any").contains("pt_BR"));
    assert!(all("country:any@locale=fr_FR").contains("Allemagne"));
    for name in ["South Sudan", "Curaçao", "Côte d'Ivoire"] {
        assert!(all("country:any").contains(name), "{name}");
    }
}

/// Alone and under `@unique`, name and codes are of one country.
#[test]
fn names_and_codes_are_of_one_country() {
    let english: HashMap<&str, &str> =
        english().rows("countries.tsv").map(|[code, name]| (name, code)).collect();
    for (modifier, rows) in [("", 2000), ("@unique", COUNTRIES.len() as u64)] {
        let found = ["country", "country.code", "country.code3"]
            .map(|spec| values(&format!("{spec}:any{modifier}"), 8, 0..rows));
        for row in 0..rows as usize {
            let [name, code, code3] = found.each_ref().map(|column| &column[row][..]);
            let country = COUNTRIES.iter().find(|country| country.code == code).unwrap();
            assert_eq!((english[name], country.code3), (code, code3));
        }
    }
    let pairs = values("currency:any", 8, 0..500).into_iter().zip(values("currency.code:any", 8, 0..500));
    let pairs: HashMap<String, String> = pairs.collect();
    assert_eq!(pairs["Euro"], "EUR");
}

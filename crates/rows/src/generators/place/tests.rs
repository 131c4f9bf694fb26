use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::country::{COUNTRIES, Country};
use super::real::{self, TOWNS};
use crate::generators::tests::{mistakes, plan, values};
use crate::locale::{LOCALES, find};

/// Degrees as they are written: six digits behind the point.
fn degrees(millionths: i64) -> String {
    let sign = if millionths < 0 { "-" } else { "" };
    format!("{sign}{}.{:06}", millionths.abs() / 1_000_000, millionths.abs() % 1_000_000)
}

const WORDS: [&str; 7] = [
    "place.city",
    "place.state",
    "place.postcode",
    "place.country",
    "place.country.code",
    "place.latitude",
    "place.longitude",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn all_columns_tell_of_one_real_town(
        seed: u64,
        which in 0..LOCALES.len(),
        label in prop_oneof![Just(""), Just("@of=home"), Just("@of=work")],
        start in prop_oneof![0..5000u64, Just(1 << 40)],
    ) {
        let locale = &LOCALES[which];
        let known: HashSet<[String; 7]> = locale
            .country
            .map_or(&TOWNS[..], real::of)
            .iter()
            .map(|town| {
                let country = Country::find(town.country).unwrap();
                let texts = [town.city, town.region, town.postcode, country.name, town.country];
                let [city, region, postcode, name, code] = texts.map(String::from);
                [city, region, postcode, name, code, degrees(town.latitude), degrees(town.longitude)]
            })
            .collect();
        let columns = WORDS.map(|word| {
            values(&format!("{word}@locale={}{label}", locale.name), seed, start..start + 200)
        });
        for row in 0..columns[0].len() {
            let told = columns.each_ref().map(|column| column[row].clone());
            prop_assert!(known.contains(&told), "{:?}", told);
        }
    }

    #[test]
    fn other_columns_of_the_entity_change_nothing(seed: u64, start in 0..5000u64) {
        let all = ["place.city", "place.latitude@of=work", "place.postcode", "b=place.city@of=work"];
        let rows = start..start + 100;
        let mut batch = crate::types::Batch::default();
        plan(&all, seed).0.fill(&rows, &mut batch);
        for (i, word) in all.iter().enumerate() {
            let mut one = crate::types::Batch::default();
            plan(&[word], seed).0.fill(&rows, &mut one);
            prop_assert_eq!(format!("{:?}", one.columns()[0].values()), format!("{:?}", batch.columns()[i].values()));
        }
    }
}

#[test]
fn every_town_comes_and_every_country_as_often() {
    let mut found: HashMap<String, u64> = HashMap::new();
    for code in values("place.country.code", 3, 0..100_000) {
        *found.entry(code).or_default() += 1;
    }
    let countries: HashSet<&str> = TOWNS.iter().map(|town| town.country).collect();
    assert_eq!(found.len(), countries.len());
    let expected = 100_000.0 / countries.len() as f64;
    for (code, count) in found {
        assert!((count as f64 - expected).abs() < 6.0 * expected.sqrt(), "{code}: {count} of {expected}");
    }
    let german: HashSet<String> = values("place.city@locale=de_DE", 1, 0..5000).into_iter().collect();
    let towns: HashSet<&str> = real::of("DE").iter().map(|town| town.city).collect();
    assert_eq!(german.len(), towns.len());
}

#[test]
fn what_others_tell_of_too_cannot_be_unique() {
    for word in WORDS {
        let text =
            "its values cannot all differ, as each is a part of a place that other columns may describe too";
        assert_eq!(mistakes(&format!("{word}@unique")), [text], "{word}");
    }
}

/// Whether a text has a form: `9` is a digit, `A` a capital letter, all else stands for itself.
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
    let british = ["A9 9AA", "A99 9AA", "AA9 9AA", "AA99 9AA"];
    let forms: [(&str, &[&str]); 14] = [
        ("ar_SA", &["99999"]),
        ("cy_GB", &british),
        ("de_DE", &["99999"]),
        ("en", &["99999"]),
        ("fa_IR", &["99999-99999"]),
        ("fr_FR", &["99999"]),
        ("it_IT", &["99999"]),
        ("ja_JP", &["999-9999"]),
        ("nl_NL", &["9999 AA"]),
        ("pt_BR", &["99999-999"]),
        ("pt_PT", &["9999-999"]),
        ("tr_TR", &["99999"]),
        ("zh_CN", &["999999"]),
        ("zh_TW", &["999"]),
    ];
    assert_eq!(forms.map(|(locale, _)| locale), std::array::from_fn(|i| LOCALES[i].name));
    for (locale, forms) in forms {
        let mut seen = HashSet::new();
        for postcode in values(&format!("postcode@locale={locale}"), 1, 0..3000) {
            let form = forms.iter().find(|form| has_form(&postcode, form));
            seen.insert(*form.unwrap_or_else(|| panic!("{postcode} of {locale}")));
        }
        assert_eq!(seen.len(), forms.len(), "{locale}");
    }
}

#[test]
fn positions_are_on_the_globe() {
    let within = |text: &str, most: f64| {
        let (whole, digits) = text.split_once('.').unwrap();
        digits.len() == 6 && !whole.is_empty() && text.parse::<f64>().unwrap().abs() <= most
    };
    assert!(values("latitude", 1, 0..5000).iter().all(|text| within(text, 90.0)));
    assert!(values("longitude", 1, 0..5000).iter().all(|text| within(text, 180.0)));
    let mut quarters = HashSet::new();
    for position in values("coordinates", 1, 0..5000) {
        let (latitude, longitude) = position.split_once(',').unwrap();
        assert!(within(latitude, 90.0) && within(longitude, 180.0), "{position}");
        quarters.insert((latitude.starts_with('-'), longitude.starts_with('-')));
    }
    assert_eq!(quarters.len(), 4);
}

#[test]
fn addresses_are_written_as_in_their_country() {
    for (locale, form) in [
        ("de_DE", &["99999 "][..]),
        ("fr_FR", &["99999 "]),
        ("nl_NL", &["9999 AA "]),
        ("pt_BR", &["99999-999 "]),
    ] {
        let towns: HashSet<&str> =
            real::of(find(locale).unwrap().country.unwrap()).iter().map(|t| t.city).collect();
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
    for address in values("address@locale=zh_CN", 1, 0..200) {
        assert!(has_form(&address[..7], "999999 ") && address.ends_with('号'), "{address}");
    }
}

#[test]
fn streets_of_every_locale_read_differently() {
    for locale in LOCALES {
        let word = format!("street@locale={}", locale.name);
        if mistakes(&word).is_empty() {
            let domain = plan(&[&word], 1).1.columns[0].generate.cardinality().min(100_000);
            let found = values(&format!("{word}@unique"), 1, 0..domain);
            assert_eq!(found.iter().collect::<HashSet<_>>().len() as u64, domain, "{word}");
        }
    }
}

#[test]
fn codes_are_those_of_the_lists() {
    let all = |word: &str| -> HashSet<String> { values(word, 1, 0..20_000).into_iter().collect() };
    let codes3: HashSet<String> = COUNTRIES.iter().map(|country| country.code3.to_owned()).collect();
    assert_eq!(all("country.code3"), codes3);
    assert!(all("currency.code").iter().all(|code| has_form(code, "AAA")));
    assert!(all("state.code").iter().all(|code| has_form(code, "AA")));
    assert_eq!(all("state.code").len(), all("state").len());
    let german = "BB BE BW BY HB HE HH MV NI NW RP SH SL SN ST TH";
    assert_eq!(all("state.code@locale=de_DE"), german.split(' ').map(String::from).collect());
    assert!(all("timezone").contains("Europe/Berlin"));
    assert!(all("locale").contains("pt_BR"));
    assert!(all("country@locale=fr_FR").contains("Allemagne"));
    assert!(!all("country@locale=nl_NL").contains("Rica"));
}

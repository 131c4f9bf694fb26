//! Each locale has what its people would miss, and nothing that would hurt them.

use std::collections::HashSet;

use super::{LOCALES, counts, english, find};

#[test]
fn locales_are_sorted_and_found_as_people_write_them() {
    assert!(LOCALES.is_sorted_by_key(|locale| locale.name.to_lowercase()));
    assert!(LOCALES.len() >= 60, "{}", LOCALES.len());
    let found = |name| find(name).map(|locale| locale.name);
    for name in ["de_DE", "de-de", "de_DE.UTF-8", "de"] {
        assert_eq!(found(name), Some("de_DE"), "{name}");
    }
    let by_language = [("es", "es_ES"), ("ja", "ja_JP"), ("no", "nb_NO"), ("en", "en"), ("en-US", "en")];
    for (name, locale) in by_language {
        assert_eq!(found(name), Some(locale), "{name}");
    }
    assert!(find("xx").is_none() && find("").is_none());
}

#[test]
fn names_end_in_their_country_and_english_is_as_its_folder_says() {
    for locale in LOCALES.iter().filter(|locale| locale.name != "en") {
        assert_eq!(locale.name.split_once('_').map(|(_, country)| country), Some(locale.country));
    }
    let of_folder = LOCALES.iter().find(|locale| locale.name == "en").unwrap();
    assert_eq!((of_folder.about, of_folder.country), (english().about, english().country));
}

#[test]
fn every_locale_is_complete() {
    for locale in LOCALES.iter() {
        let has = counts(locale);
        let name = locale.name;
        assert!(has.first_names >= 120 && has.last_names >= 26, "{name}: {has:?}");
        assert!(has.towns >= 15 && has.states >= 1 && has.streets >= 28, "{name}: {has:?}");
        assert!(has.companies >= 3, "{name}: {has:?}");
        assert_eq!(locale.words("months").len(), 12, "{name}");
        assert_eq!(locale.words("weekdays").len(), 7, "{name}");
        assert_eq!(locale.lines("countries.tsv").count(), 248, "{name}");
        let currencies = include_str!("../../words/currencies.tsv").lines().count();
        assert_eq!(locale.lines("currencies.tsv").count(), currencies, "{name}");
        for list in ["titles", "titles_f", "titles_m"] {
            assert!(!locale.words(list).is_empty(), "{name}: {list}");
        }
        let address = locale.setting("address");
        assert!(address.contains("{street}") && address.contains("{city}"), "{name}: {address}");
        assert!(locale.setting("name").contains("{first}"), "{name}");
        assert!(locale.setting("timezone").contains('/'), "{name}");
        let genders: HashSet<&str> = locale.rows::<2>("first-names.tsv").map(|[_, gender]| gender).collect();
        assert!(genders.contains("f") && genders.contains("m"), "{name}: {genders:?}");
    }
}

/// People of a large country have names and towns enough. Where the packages have fewer, the number is what they have.
#[test]
fn large_countries_have_many_names_and_towns() {
    const LARGE: [&str; 24] = [
        "ar_EG", "de_DE", "en", "en_AU", "en_CA", "en_GB", "en_IN", "es_AR", "es_CO", "es_ES", "es_MX",
        "fr_FR", "it_IT", "ja_JP", "nl_NL", "pl_PL", "pt_BR", "ro_RO", "ru_RU", "th_TH", "tr_TR", "uk_UA",
        "vi_VN", "zh_CN",
    ];
    for name in LARGE {
        let has = counts(find(name).unwrap());
        // Egypt's towns and Vietnam's last names are fewer in all of the packages.
        let (towns, last_names) =
            (if name == "ar_EG" { 180 } else { 300 }, if name == "vi_VN" { 26 } else { 300 });
        assert!(
            has.first_names >= 300 && has.last_names >= last_names && has.towns >= towns,
            "{name}: {has:?}"
        );
    }
}

/// The towns' states are those of the locale, and their numbers can be read.
#[test]
fn towns_are_somewhere() {
    for locale in LOCALES.iter() {
        let states: HashSet<&str> = locale.rows::<2>("states.tsv").map(|[code, _]| code).collect();
        for [town, state, _, latitude, longitude, people, zone, real] in locale.rows::<8>("towns.tsv") {
            assert!(states.contains(state), "{}: {town} {state}", locale.name);
            assert!(latitude.parse::<f64>().unwrap().abs() < 90.0, "{town}");
            assert!(longitude.parse::<f64>().unwrap().abs() <= 180.0, "{town}");
            assert!(people.parse::<u32>().unwrap() > 0 && matches!(real, "r" | "f"), "{town}");
            assert!(zone.is_empty() || zone.contains('/'), "{town} {zone}");
        }
    }
}

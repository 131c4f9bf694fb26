use std::collections::{HashMap, HashSet};
use std::ops::Range;

use proptest::prelude::*;

use super::login::{plain, plain_words};
use super::name::genders;
use crate::generators::Context;
use crate::generators::tests::{mistakes, plan, values};
use crate::locale::{LOCALES, Locale, english, find};
use crate::schema::Schema;
use crate::types::Dictionary;

/// A name as it stands in an address.
fn login(locale: &Locale, name: &str) -> String {
    plain_words(locale, &Dictionary::of([name])).get(0).to_owned()
}

/// What each column says of the same rows.
fn columns(locale: &str, label: &str, seed: u64, rows: &Range<u64>) -> [Vec<String>; 6] {
    ["email", "first", "gender", "last", "name", "username"].map(|what| {
        let of = if label.is_empty() { String::new() } else { format!("@of={label}") };
        values(&format!("person.{what}@locale={locale}{of}"), seed, rows.clone())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn all_columns_tell_of_one_person(
        seed: u64,
        which in 0..LOCALES.len(),
        label in prop_oneof![Just(""), Just("buyer"), Just("seller")],
        start in prop_oneof![0..5000u64, Just(1 << 40)],
    ) {
        let locale = &LOCALES[which];
        let genders: HashMap<&str, &str> = genders(locale).collect();
        let told = columns(locale.name, label, seed, &(start..start + 200));
        for row in 0..told[0].len() {
            let [email, first, gender, last, name, username] = told.each_ref().map(|column| column[row].as_str());
            let expected = match locale.name {
                "ja_JP" => format!("{last} {first}"),
                "zh_CN" | "zh_TW" => format!("{last}{first}"),
                _ => format!("{first} {last}"),
            };
            prop_assert_eq!(name, expected);
            let known = genders[first];
            prop_assert!(known == "u" || known == &gender[..1], "{} is {}", first, gender);
            let [plain_first, plain_last] = [first, last].map(|name| login(locale, name));
            let rest = email.strip_prefix(&format!("{plain_first}.{plain_last}"));
            let (number, domain) = rest.unwrap().split_once('@').unwrap();
            prop_assert!(number.is_empty() || number.parse::<u32>().is_ok_and(|n| (1..1000).contains(&n)));
            prop_assert!(domain.contains('.'));
            prop_assert_eq!(username, format!("{plain_first}_{plain_last}{number}"));
        }
    }

    #[test]
    fn other_columns_of_the_entity_change_nothing(seed: u64, start in 0..5000u64) {
        let rows = start..start + 100;
        let all = ["a=person.email", "x=noun", "b=person.name", "c=person.name@of=seller", "d=person.gender"];
        let (plan, _) = plan(&all, seed);
        let mut batch = crate::types::Batch::default();
        plan.fill(&rows, &mut batch);
        for (i, word) in all.iter().enumerate() {
            let (alone, _) = super::super::tests::plan(&[word], seed);
            let mut one = crate::types::Batch::default();
            alone.fill(&rows, &mut one);
            prop_assert_eq!(format!("{:?}", one.columns()[0].values()), format!("{:?}", batch.columns()[i].values()));
        }
    }

    #[test]
    fn unique_logins_are_still_the_persons_and_all_differ(seed: u64, start in 0..900_000_000u64) {
        let rows = start..start + 1000;
        let names = values("person.name", seed, rows.clone());
        for (word, between, end) in [("person.email", ".", '@'), ("person.username", "_", '\0')] {
            let logins = values(&format!("{word}@unique"), seed, rows.clone());
            prop_assert_eq!(logins.iter().collect::<HashSet<_>>().len(), 1000);
            for (found, name) in logins.iter().zip(&names) {
                let (first, last) = name.split_once(' ').unwrap();
                let local = found.split(end).next().unwrap();
                let person = [login(english(), first), between.into(), login(english(), last)].concat();
                let number = local.strip_prefix(&person).unwrap();
                prop_assert!(number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0'), "{}", found);
            }
        }
    }
}

/// The number tells them apart in any case of letters.
#[test]
fn unique_logins_can_be_written_in_capitals() {
    for word in ["person.email@unique@upper@locale=fr_FR", "person.username@title@unique"] {
        let found = values(word, 3, 0..2000);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), 2000, "{word}");
    }
}

#[test]
fn labels_and_seeds_make_other_people() {
    let name = |label: &str, seed| values(&format!("person.name{label}"), seed, 0..500);
    let same = |a: &[String], b: &[String]| a.iter().zip(b).filter(|(a, b)| a == b).count();
    let plain = name("", 1);
    for other in [name("@of=buyer", 1), name("@of=seller", 1), name("", 2)] {
        assert!(same(&plain, &other) < 5);
    }
    assert_eq!(same(&name("@of=buyer", 1), &name("@of=buyer", 1)), 500);
}

#[test]
fn both_genders_are_as_frequent_in_every_locale() {
    for locale in LOCALES {
        let found = values(&format!("person.gender@locale={}", locale.name), 5, 0..10_000);
        let women = found.iter().filter(|gender| *gender == "female").count();
        assert!((4700..5300).contains(&women), "{}: {women}", locale.name);
        assert_eq!(found.iter().filter(|gender| *gender == "male").count(), 10_000 - women);
    }
}

#[test]
fn what_others_tell_of_too_cannot_be_unique() {
    for word in ["person.name", "person.first", "person.last", "person.gender", "person.birthdate"] {
        let text =
            "its values cannot all differ, as each is a part of a person whom other columns may describe too";
        assert_eq!(mistakes(&format!("{word}@unique")), [text], "{word}");
    }
}

#[test]
fn every_locale_has_people_of_both_genders() {
    for locale in LOCALES {
        for gender in ["f", "m"] {
            let count = genders(locale).filter(|(_, its)| *its == gender || *its == "u").count();
            assert!(count >= 10, "{} {gender}: {count}", locale.name);
        }
        let names: HashSet<&str> = genders(locale).map(|(name, _)| name).collect();
        assert_eq!(genders(locale).count(), names.len(), "{}: a name stands on two lines", locale.name);
    }
}

#[test]
fn japanese_names_are_written_as_they_are_read() {
    let japanese = find("ja_JP").unwrap();
    for (name, expected) in [("佐藤", "sato"), ("大翔", "hiroto"), ("ひまり", "himari")] {
        assert_eq!(login(japanese, name), expected);
    }
    let is_kana = |c: char| ('ぁ'..='ん').contains(&c);
    let signs = include_str!("../../../words/japanese-readings.tsv");
    let read: HashSet<&str> = signs.lines().filter_map(|line| line.split('\t').next()).collect();
    for name in japanese.first_names.iter().chain(japanese.last_names) {
        assert!(name.chars().all(is_kana) || read.contains(name), "{name} has no reading");
    }
}

#[test]
fn names_fold_to_latin_letters() {
    for (name, expected) in [
        ("René", "rene"),
        ("Strauß", "strauss"),
        ("Søren", "soren"),
        ("Müller-Schwarzenberg", "mullerschwarzenberg"),
        ("van 't Hoff", "vanthoff"),
        ("Yıldız", "yildiz"),
        ("王", "wang"),
    ] {
        assert_eq!(plain(name), expected);
    }
    for locale in LOCALES {
        for name in locale.first_names.iter().chain(locale.last_names) {
            let plain = plain(name);
            assert!(!plain.is_empty(), "{name} of {}", locale.name);
            assert!(plain.bytes().all(|b| b.is_ascii_lowercase()), "{name} of {}: {plain}", locale.name);
        }
    }
}

#[test]
fn logins_are_ascii_in_every_locale() {
    for locale in LOCALES {
        for email in values(&format!("email@locale={}", locale.name), 9, 0..2000) {
            let (local, domain) = email.split_once('@').unwrap();
            let reserved = ["example.com", "example.net", "example.org"].contains(&domain)
                || [".example", ".test", ".invalid"].iter().any(|tld| domain.ends_with(tld));
            let (first, last) = local.split_once('.').unwrap();
            assert!(reserved, "{email}");
            for name in [first, last] {
                assert!(!name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric()), "{email}");
            }
        }
    }
}

/// Family names come first where the language has them first, and what is unique reads differently.
#[test]
fn whole_names_are_in_the_order_of_their_locale() {
    for locale in LOCALES {
        let name = format!("name@locale={}", locale.name);
        let firsts: HashSet<&str> = match locale.is_english() {
            true => locale.first_names.iter().copied().collect(),
            false => genders(locale).map(|(name, _)| name).collect(),
        };
        let lasts: HashSet<&str> = locale.last_names.iter().map(|name| name.trim()).collect();
        let family_first = ["ja_JP", "zh_CN", "zh_TW"].contains(&locale.name);
        for name in values(&name, 2, 0..500) {
            let mut cuts = name.char_indices().map(|(at, _)| name.split_at(at));
            let fits = cuts.any(|(a, b)| {
                let (first, last) = if family_first { (b, a) } else { (a, b) };
                firsts.contains(first.trim()) && lasts.contains(last.trim())
            });
            assert!(fits, "{name} of {}", locale.name);
        }
    }
}

#[test]
fn birthdates_are_those_of_the_ages_asked_for() {
    // Now is 2025-06-15.
    for (word, first, last) in [
        ("birthdate", "1944-06-16", "2007-06-15"),
        ("birthdate:0,0", "2024-06-16", "2025-06-15"),
        ("birthdate:18,18", "2006-06-16", "2007-06-15"),
        ("birthdate:90", "1934-06-16", "1935-06-15"),
        ("birthdate:,10", "2014-06-16", "2015-06-15"),
        ("person.birthdate:1,2", "2022-06-16", "2024-06-15"),
    ] {
        let found = values(word, 1, 0..150_000);
        assert_eq!(found.iter().min().unwrap(), first, "{word}");
        assert_eq!(found.iter().max().unwrap(), last, "{word}");
    }
}

#[test]
fn ages_that_lead_before_the_year_0_are_refused() {
    let now = crate::generators::parse_now("0100-01-01").unwrap();
    let context = Context { locale: english(), now, read: &|_| Ok(Vec::new()), expressions: None };
    let (schema, mistakes) =
        Schema::parse("t", &["birthdate:18,65", "person.birthdate:99", "birthdate:150,150"], &context);
    assert_eq!(schema.columns.len(), 2);
    assert_eq!(mistakes.len(), 1);
    assert_eq!(mistakes[0].span, 10..17);
    assert!(
        mistakes[0].message.starts_with("whoever was 150 years old on 0100-01-01 was born"),
        "{}",
        mistakes[0]
    );
}

#[test]
fn passwords_have_the_lengths_asked_for() {
    for (word, lengths) in [
        ("password", 12..=20),
        ("password:1,3", 1..=3),
        ("password:8", 8..=20),
        ("password:30", 30..=30),
        ("password:,5", 5..=5),
        ("password:9,128", 9..=128),
    ] {
        let found = values(word, 1, 0..4000);
        let seen: HashSet<usize> = found.iter().map(String::len).collect();
        assert_eq!(seen, lengths.clone().collect(), "{word}");
        let mut characters: HashMap<u8, usize> = HashMap::new();
        found.iter().flat_map(|text| text.bytes()).for_each(|b| *characters.entry(b).or_default() += 1);
        assert_eq!(characters.len(), 64, "{word}");
        let (fewest, most) = (characters.values().min().unwrap(), characters.values().max().unwrap());
        assert!(most < &(2 * fewest), "{word}: {fewest} to {most}");
    }
    let unique = values("password:2,9@unique", 1, 0..4096);
    assert_eq!(unique.iter().map(|text| &text[..2]).collect::<HashSet<_>>().len(), 4096);
    assert!(!unique.iter().any(|text| text.ends_with("AAAA")));
}

#[test]
fn social_security_numbers_are_of_areas_that_nobody_has() {
    for ssn in values("ssn", 1, 0..20_000) {
        let fields: Vec<&str> = ssn.split('-').collect();
        assert!(
            matches!(fields[..], ["000" | "666", group, serial] if
            group.len() == 2 && serial.len() == 4
            && (1..100).contains(&group.parse::<u32>().unwrap())
            && (1..10_000).contains(&serial.parse::<u32>().unwrap())),
            "{ssn}"
        );
    }
}

#[test]
fn phones_are_of_their_country() {
    let is_e164 = |phone: &str| {
        let digits = phone.strip_prefix('+').unwrap_or_default();
        (8..=15).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && !digits.starts_with('0')
    };
    for (word, start) in [
        ("phone", "+"),
        ("phone.de", "+49"),
        ("phone.us", "+1"),
        ("phone.ag", "+1"),
        ("phone.va", "+39"),
        ("phone.nf", "+672"),
        ("phone@locale=fr_FR", "+33"),
        ("phone@locale=cy_GB", "+44"),
        ("phone@locale=zh_TW", "+886"),
    ] {
        for phone in values(word, 1, 0..5000) {
            assert!(is_e164(&phone) && phone.starts_with(start), "{word}: {phone}");
        }
        let (_, schema) = plan(&[word], 1);
        let rows = schema.columns[0].generate.cardinality().min(5000);
        let unique = values(&format!("{word}@unique"), 1, 0..rows);
        assert_eq!(unique.iter().collect::<HashSet<_>>().len() as u64, rows, "{word}");
    }
    for (word, digits) in [("phone.local", 8), ("phone.local:8", 8), ("phone.local:12", 12)] {
        for phone in values(word, 1, 0..1000) {
            assert!(phone.len() == digits && phone.bytes().all(|b| b.is_ascii_digit()), "{word}: {phone}");
        }
    }
}

/// Every generator that takes `@locale` either makes values of that locale or says where it could.
#[test]
fn a_locale_without_data_is_refused_by_name() {
    for entry in super::super::GENERATORS.iter().filter(|entry| entry.takes("locale")) {
        let word = |locale: &str| format!("{}@locale={locale}", entry.name);
        let (with, without): (Vec<_>, Vec<_>) =
            LOCALES.iter().map(|locale| locale.name).partition(|name| mistakes(&word(name)).is_empty());
        assert!(with.contains(&"en"), "{}", entry.name);
        for name in with.iter().copied() {
            let found = values(&word(name), 1, 0..200);
            assert!(found.iter().all(|value| !value.is_empty() && value.trim() == value), "{}", word(name));
        }
        let (last, first) = with.split_last().unwrap();
        let listed =
            if first.is_empty() { (*last).into() } else { format!("{} and {last}", first.join(", ")) };
        for name in without {
            let text = format!("`{}` has no data for {name}, only for {listed}", entry.name);
            assert_eq!(mistakes(&word(name)), [text]);
            // The same for the locale of the whole table.
            let context =
                Context { locale: find(name).unwrap(), now: 0, read: &|_| Ok(Vec::new()), expressions: None };
            let (_, found) = Schema::parse("t", &[entry.name], &context);
            let expected = format!("; write {}@locale=en for English", entry.name);
            assert!(found.len() == 1 && found[0].message.ends_with(&expected), "{found:?}");
            let (_, found) = Schema::parse("t", &[word("en")], &context);
            assert_eq!(found, []);
        }
    }
}

#[test]
fn unique_values_differ_in_every_locale() {
    for entry in super::super::GENERATORS.iter().filter(|entry| entry.takes("locale")) {
        for locale in LOCALES {
            let word = format!("{}@locale={}", entry.name, locale.name);
            if !mistakes(&format!("{word}@unique")).is_empty() {
                continue;
            }
            let (_, schema) = plan(&[&word], 1);
            // Names without a space between them could be cut in two ways: all of them are looked at.
            let most = if entry.name == "name" && locale.name.starts_with("zh") { 50_000 } else { 10_000 };
            let rows = schema.columns[0].generate.cardinality().min(most);
            let found = values(&format!("{word}@unique"), 1, 0..rows);
            assert_eq!(found.iter().collect::<HashSet<_>>().len() as u64, rows, "{word}");
        }
    }
}

mod locales;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use proptest::prelude::*;

use super::plain::{plain, plain_names};
use crate::catalogue::tests::{diagnostics, plan, values};
use crate::generators::Context;
use crate::locale::{LOCALES, Locale, english};
use crate::schema::Schema;
use crate::types::Dictionary;

/// A name in the form of an address.
fn login(locale: &Locale, name: &str) -> String {
    plain_names(locale, &Dictionary::of([name])).get(0).to_owned()
}

/// The first names of a locale with their genders: `f`, `m`, or `u` for both.
fn genders(locale: &Locale) -> impl Iterator<Item = (&'static str, &'static str)> {
    locale.rows("first-names.tsv").map(|[name, gender]| (name, gender))
}

/// All names of a locale.
fn names(locale: &Locale) -> impl Iterator<Item = &'static str> {
    ["first-names.tsv", "last-names.tsv"].into_iter().flat_map(|file| locale.rows(file).map(|[name, _]| name))
}

/// The values of each column in the same rows.
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
        let found = columns(locale.name, label, seed, &(start..start + 200));
        let by_decade = super::generations::rows(locale).into_iter().map(|row| (row.name, row.gender));
        let known: Vec<(&str, &str)> = genders(locale).chain(by_decade).collect();
        for row in 0..found[0].len() {
            let [email, first, gender, last, name, username] = found.each_ref().map(|column| column[row].as_str());
            let form = locale.setting("name");
            let expected = match form {
                "{first} {last} {last2}" => form.replace("{last} {last2}", last),
                _ => form.replace("{last}", last),
            };
            prop_assert_eq!(name, expected.replace("{first}", first));
            let fits = |(known, its): (&str, &str)| known == first && (its == "u" || its == &gender[..1]);
            prop_assert!(known.iter().copied().any(fits), "{} is {}", first, gender);
            // An address has the first of two last names, which may be of several words.
            let plain_first = login(locale, first);
            let rest = email.strip_prefix(&format!("{plain_first}.")).unwrap();
            let (local, domain) = rest.split_once('@').unwrap();
            let plain_last = local.trim_end_matches(|c: char| c.is_ascii_digit());
            prop_assert!(login(locale, last).starts_with(plain_last), "{} of {}", email, last);
            let number = &local[plain_last.len()..];
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
        for (i, spec) in all.iter().enumerate() {
            let (alone, _) = super::super::tests::plan(&[spec], seed);
            let mut one = crate::types::Batch::default();
            alone.fill(&rows, &mut one);
            prop_assert_eq!(format!("{:?}", one.columns()[0].values()), format!("{:?}", batch.columns()[i].values()));
        }
    }

    #[test]
    fn unique_logins_are_still_the_persons_and_all_differ(seed: u64, start in 0..900_000_000u64) {
        let rows = start..start + 1000;
        let names = values("person.name", seed, rows.clone());
        for (spec, between, end) in [("person.email", ".", '@'), ("person.username", "_", '\0')] {
            let logins = values(&format!("{spec}@unique"), seed, rows.clone());
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
    for spec in ["person.email@unique@upper@locale=fr_FR", "person.username@title@unique"] {
        let found = values(spec, 3, 0..2000);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), 2000, "{spec}");
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
fn columns_that_repeat_another_cannot_be_unique() {
    for spec in ["person.name", "person.first", "person.last", "person.gender", "person.birthdate"] {
        let text = "`@unique` is not supported: each value is a part of a person whom other columns may describe too; `email@unique` and `username@unique` can be asked for";
        assert_eq!(diagnostics(&format!("{spec}@unique")), [text], "{spec}");
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
    for locale in LOCALES.iter() {
        for name in names(locale) {
            let plain = plain(name);
            assert!(!plain.is_empty(), "{name} of {}", locale.name);
            assert!(plain.bytes().all(|b| b.is_ascii_lowercase()), "{name} of {}: {plain}", locale.name);
        }
    }
}

/// Mr. Mary and Ms. James are nobody.
#[test]
fn titles_are_of_the_persons_gender() {
    for locale in LOCALES.iter() {
        let of = |spec: &str| values(&format!("{spec}@locale={}", locale.name), 4, 0..400);
        for (title, gender) in of("name.prefix").into_iter().zip(of("gender")) {
            let own = locale.words(if gender == "female" { "titles_f" } else { "titles_m" });
            assert!(
                own.contains(&&title[..]) || locale.words("titles").contains(&&title[..]),
                "{title} {gender}"
            );
        }
    }
}

/// The share of each name follows its weight, as far as 4,096 shares can.
#[test]
fn names_come_as_often_as_their_source_says() {
    let found = values("name.last", 1, 0..200_000);
    let rows: Vec<[&str; 3]> = english().rows("last-names.tsv").collect();
    let total: f64 = rows.iter().map(|[.., weight]| weight.parse::<f64>().unwrap()).sum();
    for [name, _, weight] in &rows[..20] {
        let expected = weight.parse::<f64>().unwrap() / total;
        let share = found.iter().filter(|found| found == name).count() as f64 / 200_000.0;
        assert!((share / expected - 1.0).abs() < 0.2, "{name}: {share} of {expected}");
    }
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), rows.len());
}

#[test]
fn birthdates_are_those_of_the_ages_asked_for() {
    // Now is 2025-06-15.
    for (spec, first, last) in [
        ("birthdate", "1944-06-16", "2007-06-15"),
        ("birthdate:0,0", "2024-06-16", "2025-06-15"),
        ("birthdate:18,18", "2006-06-16", "2007-06-15"),
        ("birthdate:90", "1934-06-16", "1935-06-15"),
        ("birthdate:,10", "2014-06-16", "2015-06-15"),
        ("person.birthdate:1,2", "2022-06-16", "2024-06-15"),
        ("age", "18", "80"),
        ("age:0,0", "0", "0"),
        ("age:10,12", "10", "12"),
    ] {
        let found = values(spec, 1, 0..150_000);
        assert_eq!(found.iter().min().unwrap(), first, "{spec}");
        assert_eq!(found.iter().max().unwrap(), last, "{spec}");
    }
}

#[test]
fn ages_are_those_of_the_birthdays() {
    for (age, born) in values("age:0,99", 7, 0..5000).iter().zip(values("birthdate:0,99", 7, 0..5000)) {
        let [year, month, day]: [i32; 3] =
            born.split('-').map(|field| field.parse().unwrap()).collect::<Vec<_>>().try_into().unwrap();
        let before = (month, day) > (6, 15);
        assert_eq!(*age, (2025 - year - i32::from(before)).to_string(), "{born}");
    }
}

#[test]
fn ages_that_lead_before_the_year_0_are_refused() {
    let now = crate::catalogue::parse_now("0100-01-01").unwrap();
    let context = Context::default().now(now);
    let (schema, diagnostics) =
        Schema::parse("t", &["birthdate:18,65", "a=birthdate:99@of=a", "birthdate:150,150"], &context);
    assert_eq!(schema.columns.len(), 2);
    assert_eq!(diagnostics.len(), 1);
    assert_eq!(diagnostics[0].span, 10..17);
    assert!(
        diagnostics[0].message.starts_with("whoever was 150 years old on 0100-01-01 was born"),
        "{}",
        diagnostics[0]
    );
}

#[test]
fn passwords_have_the_lengths_asked_for() {
    for (spec, lengths) in [
        ("password", 12..=20),
        ("password:1,3", 1..=3),
        ("password:8", 8..=20),
        ("password:30", 30..=30),
        ("password:,5", 5..=5),
        ("password:9,128", 9..=128),
    ] {
        let found = values(spec, 1, 0..4000);
        let seen: HashSet<usize> = found.iter().map(String::len).collect();
        assert_eq!(seen, lengths.clone().collect(), "{spec}");
        let mut characters: HashMap<u8, usize> = HashMap::new();
        found.iter().flat_map(|text| text.bytes()).for_each(|b| *characters.entry(b).or_default() += 1);
        assert_eq!(characters.len(), 64, "{spec}");
        let (fewest, most) = (characters.values().min().unwrap(), characters.values().max().unwrap());
        assert!(most < &(2 * fewest), "{spec}: {fewest} to {most}");
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
    for (spec, start) in [
        ("phone", "+1"),
        ("phone.de", "+49"),
        ("phone.us", "+1"),
        ("phone.ag", "+1"),
        ("phone.va", "+39"),
        ("phone.nf", "+672"),
        ("phone@locale=fr_FR", "+33"),
        ("phone@locale=cy_GB", "+44"),
        ("phone@locale=zh_TW", "+886"),
    ] {
        for phone in values(spec, 1, 0..5000) {
            assert!(is_e164(&phone) && phone.starts_with(start), "{spec}: {phone}");
        }
        let (_, schema) = plan(&[spec], 1);
        let rows = schema.columns[0].generate.cardinality().min(5000);
        let unique = values(&format!("{spec}@unique"), 1, 0..rows);
        assert_eq!(unique.iter().collect::<HashSet<_>>().len() as u64, rows, "{spec}");
    }
    for (spec, digits) in [("phone.local", 8), ("phone.local:8", 8), ("phone.local:12", 12)] {
        for phone in values(spec, 1, 0..1000) {
            assert!(phone.len() == digits && phone.bytes().all(|b| b.is_ascii_digit()), "{spec}: {phone}");
        }
    }
}

/// A day of birth lies between two days, and is written by a pattern, as every other date is; columns of one person agree.
#[test]
fn birthdays_may_be_between_two_days() {
    let days = values("birthdate:1990-01-01,1990-01-31", 3, 0..3000);
    assert_eq!(days.iter().collect::<HashSet<_>>().len(), 31);
    assert!(days.iter().all(|day| day.starts_with("1990-01-")));
    let written = values("birthdate:1990-01-01,1990-01-31@format=%d.%m.%y", 3, 0..3000);
    for (day, written) in days.iter().zip(written) {
        assert_eq!(written, format!("{}.01.90", &day[8..]));
    }
    // One that is given leaves the other as it is by default, or moves it out of its way.
    assert!(
        values("birthdate:2000-01-01", 3, 0..500)
            .iter()
            .all(|day| ("2000-01-01".."2008").contains(&&day[..]))
    );
    assert!(values("birthdate:,1930-01-01", 3, 0..500).iter().all(|day| &day[..] <= "1930-01-01"));
    assert!(
        values("age:1990-01-01,1990-12-31", 3, 0..500).iter().all(|age| ["34", "35"].contains(&&age[..]))
    );
    assert!(
        values("national.id:SE,1990-01-01,1990-12-31", 3, 0..500).iter().all(|id| id.starts_with("1990"))
    );
    for (spec, text) in [
        (
            "birthdate:2000-01-01,1990-01-01",
            "the smallest value (2000-01-01) is above the largest (1990-01-01)",
        ),
        ("birthdate:18,2000-01-01", "expected two ages or two days, not one of each"),
        ("birthdate:x", "expected an age in years, such as 18, or a day of birth"),
        ("birthdate:1990-02-30,2000-01-01", "expected a date"),
    ] {
        assert!(diagnostics(spec)[0].starts_with(text), "{spec}: {:?}", diagnostics(spec));
    }
    // A pattern has nothing to do with whose birthday it is.
    assert_eq!(diagnostics("birthdate@locale=en"), [""; 0]);
}

//! People of every locale.

use std::collections::HashSet;

use super::{genders, login, names};
use crate::catalogue::GENERATORS;
use crate::catalogue::tests::{diagnostics, plan, values};
use crate::generators::Context;
use crate::locale::{LOCALES, find};
use crate::schema::Schema;

#[test]
fn both_genders_are_as_frequent_in_every_locale() {
    for locale in LOCALES.iter() {
        let found = values(&format!("person.gender@locale={}", locale.name), 5, 0..10_000);
        let women = found.iter().filter(|gender| *gender == "female").count();
        assert!((4700..5300).contains(&women), "{}: {women}", locale.name);
        assert_eq!(found.iter().filter(|gender| *gender == "male").count(), 10_000 - women);
    }
}

#[test]
fn every_locale_has_people_of_both_genders() {
    for locale in LOCALES.iter() {
        for gender in ["f", "m"] {
            let count = genders(locale).filter(|(_, its)| *its == gender || *its == "u").count();
            assert!(count >= 10, "{} {gender}: {count}", locale.name);
        }
        let lines: HashSet<(&str, &str)> = genders(locale).collect();
        assert_eq!(genders(locale).count(), lines.len(), "{}: a line is there twice", locale.name);
    }
}

#[test]
fn japanese_names_are_written_as_they_are_read() {
    let japanese = find("ja_JP").unwrap();
    for (name, expected) in [("佐藤", "sato"), ("大翔", "hiroto"), ("ひまり", "himari")] {
        assert_eq!(login(japanese, name), expected);
    }
    let read: HashSet<&str> = japanese.rows::<2>("readings.tsv").map(|[name, _]| name).collect();
    for name in names(japanese) {
        assert!(read.contains(name), "{name} has no reading");
    }
}

#[test]
fn logins_are_ascii_in_every_locale() {
    for locale in LOCALES.iter() {
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

/// Every generator that takes `@locale` either makes values of that locale or says where it could.
#[test]
fn a_locale_without_data_is_refused_by_name() {
    for entry in GENERATORS.iter().filter(|entry| entry.takes("locale")) {
        let spec = |locale: &str| format!("{}@locale={locale}", entry.name);
        // Countries without such numbers are refused by their own names.
        if ["bank.iban", "company.vat.id"].contains(&entry.name) {
            let refused = diagnostics(&spec("en"));
            let end = format!("; write {}:DE for those of Germany", entry.name);
            assert!(
                refused[0].starts_with("the United States has no ") && refused[0].ends_with(&end),
                "{refused:?}"
            );
            continue;
        }
        let (with, without): (Vec<_>, Vec<_>) =
            LOCALES.iter().map(|locale| locale.name).partition(|name| diagnostics(&spec(name)).is_empty());
        assert!(with.contains(&"en"), "{}", entry.name);
        for name in with.iter().copied() {
            let found = values(&spec(name), 1, 0..200);
            assert!(found.iter().all(|value| !value.is_empty() && value.trim() == value), "{}", spec(name));
        }
        for name in without {
            let text = format!("`{}` has no data for {name}, ", entry.name);
            assert!(diagnostics(&spec(name))[0].starts_with(&text), "{:?}", diagnostics(&spec(name)));
            // The same for the locale of the table.
            let context = Context::default().locale(find(name).unwrap()).now(0);
            let (_, found) = Schema::parse("t", &[entry.name], &context);
            let expected = format!("; write {}@locale=en for English", entry.name);
            assert!(found.len() == 1 && found[0].message.ends_with(&expected), "{found:?}");
            let (_, found) = Schema::parse("t", &[spec("en")], &context);
            assert_eq!(found, []);
        }
    }
}

#[test]
fn unique_values_differ_in_every_locale() {
    for entry in GENERATORS.iter().filter(|entry| entry.takes("locale")) {
        for locale in LOCALES.iter() {
            let spec = format!("{}@locale={}", entry.name, locale.name);
            if !diagnostics(&format!("{spec}@unique")).is_empty() {
                continue;
            }
            let (_, schema) = plan(&[&spec], 1);
            // Names without a space between them could be cut in two ways: all of them are looked at.
            let most = if entry.name == "name" && locale.name.starts_with("zh") { 50_000 } else { 10_000 };
            let rows = schema.columns[0].generate.cardinality().min(most);
            let found = values(&format!("{spec}@unique"), 1, 0..rows);
            assert_eq!(found.iter().collect::<HashSet<_>>().len() as u64, rows, "{spec}");
        }
    }
}

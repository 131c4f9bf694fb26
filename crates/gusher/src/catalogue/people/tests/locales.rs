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

/// Languages whose last names have two forms: what those of women alone end with, and those of men alone.
const FORMS: [(&str, &[&str], &[&str]); 9] = [
    ("pl_PL", &["ska", "cka"], &["ski", "cki"]),
    ("cs_CZ", &["ová", "á"], &["ý", "ák", "ek"]),
    ("sk_SK", &["ová", "á"], &["ý", "ák", "ek"]),
    ("ru_RU", &["ова", "ева", "ская"], &["ов", "ев", "ский"]),
    ("uk_UA", &["ська", "цька"], &["ов", "ев", "ський"]),
    ("bg_BG", &["ова", "ева", "ска"], &["ов", "ев", "ски"]),
    ("el_GR", &["οπούλου", "ίδη"], &["όπουλος", "ίδης"]),
    ("lv_LV", &["iņa", "one"], &["iņš", "ons"]),
    ("is_IS", &["dóttir"], &["son"]),
];

#[test]
fn last_names_have_the_form_of_the_gender() {
    for (locale, of_women, of_men) in FORMS {
        let of = |column: &str| values(&format!("{column}@locale={locale}"), 11, 0..5000);
        for (name, gender) in of("name.last").into_iter().zip(of("gender")) {
            let wrong = if gender == "female" { of_men } else { of_women };
            // Whoever is Krejčí or Janů is so as a woman, too.
            assert!(!wrong.iter().any(|end| name.ends_with(end)), "{locale}: {name} is {gender}");
        }
    }
    for (name, gender) in values("name.last@locale=ga_IE", 11, 0..5000).into_iter().zip(values(
        "gender@locale=ga_IE",
        11,
        0..5000,
    )) {
        let wrong = if gender == "female" { ["Ó ", "Mac "] } else { ["Ní ", "Nic "] };
        assert!(!wrong.iter().any(|start| name.starts_with(start)), "ga_IE: {name} is {gender}");
    }
}

/// Between first and last name is the name after the father's, as a woman or a man has it.
#[test]
fn middle_names_are_patronymics_where_people_have_them() {
    for (locale, of_women, of_men) in [
        ("ru_RU", &["вна", "чна"][..], &["ич"][..]),
        ("uk_UA", &["івна", "ївна"], &["ич", "іч"]),
        ("bg_BG", &["ова", "ева"], &["ов", "ев"]),
    ] {
        let of = |column: &str| values(&format!("{column}@locale={locale}"), 11, 0..5000);
        let middle = of("name.middle");
        for (name, gender) in middle.iter().zip(of("gender")) {
            let ends = if gender == "female" { of_women } else { of_men };
            assert!(ends.iter().any(|end| name.ends_with(end)), "{locale}: {name} is {gender}");
        }
        assert!(middle.iter().collect::<HashSet<_>>().len() > 60, "{locale}");
        let women = values(&format!("name.middle@gender=female@locale={locale}"), 11, 0..500);
        assert!(women.iter().all(|name| of_women.iter().any(|end| name.ends_with(end))), "{locale}");
    }
    // Elsewhere they are other first names of the gender.
    let first: HashSet<&str> = genders(find("de_DE").unwrap()).map(|(name, _)| name).collect();
    assert!(values("name.middle@locale=de_DE", 11, 0..200).iter().all(|name| first.contains(&name[..])));
}

#[test]
fn occupations_have_the_form_of_the_gender() {
    for (locale, of_women, of_men) in [
        ("de_DE", &["erin", "frau", "ärztin"][..], &["mann", "bäcker", "Lehrer"][..]),
        ("fr_FR", &["trice", "ière", "euse"], &["ateur", "ulanger", "oiffeur"]),
        ("es_ES", &["ora", "Enfermera"], &["dor", "Enfermero"]),
        ("pl_PL", &["yni", "istka"], &["gramista", "awca"]),
        ("pt_BR", &["ora", "eira"], &["dor", "nheiro"]),
    ] {
        let of = |column: &str| values(&format!("{column}@locale={locale}"), 11, 0..3000);
        let (jobs, genders) = (of("occupation"), of("gender"));
        for (job, gender) in jobs.iter().zip(&genders) {
            let wrong = if gender == "female" { of_men } else { of_women };
            assert!(!wrong.iter().any(|end| job.ends_with(end)), "{locale}: {job} is {gender}");
        }
        assert!(jobs.iter().collect::<HashSet<_>>().len() > 80, "{locale}");
    }
}

#[test]
fn women_are_no_juniors() {
    let rows = values("name.suffix", 5, 0..4000);
    let of_men = ["Jr.", "Sr.", "II", "III", "IV", "V"];
    let (mut men, mut women) = (0, 0);
    for (suffix, gender) in rows.iter().zip(values("gender", 5, 0..4000)) {
        let is_of_men = of_men.contains(&&suffix[..]);
        assert!(gender == "male" || !is_of_men, "{suffix} is {gender}");
        if is_of_men { men += 1 } else { women += 1 }
    }
    assert!(men > 500 && women > 2000, "{men} {women}");
}

/// Shares of the commonest last names that statistical offices publish, in parts of a thousand.
#[test]
fn common_last_names_come_as_often_as_offices_publish() {
    for (locale, name, share) in [
        ("en", "Smith", 8.3),
        ("de_DE", "Müller", 9.5),
        ("da_DK", "Nielsen", 39.0),
        ("sv_SE", "Andersson", 21.5),
        ("nl_NL", "de Vries", 4.4),
        ("it_IT", "Russo", 3.1),
        ("ja_JP", "佐藤", 15.5),
        ("ko_KR", "김", 215.0),
        ("pl_PL", "Nowak", 5.4),
        ("tr_TR", "Yılmaz", 23.0),
    ] {
        let names = values(&format!("name.last@locale={locale}"), 3, 0..200_000);
        let found = names.iter().filter(|found| *found == name).count() as f64 / 200.0;
        assert!((1.0 / 1.3..1.3).contains(&(found / share)), "{locale}: {name} has {found} of a thousand");
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

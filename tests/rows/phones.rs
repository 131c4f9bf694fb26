//! Telephone numbers reach no one: each of them is of a range that no numbering plan uses, checked by libphonenumber.

use std::path::Path;

use crate::rows::rows;
use gush_testkit::{Program, need};

/// The two letters of all countries.
fn countries() -> Vec<String> {
    let list = include_str!("../../crates/gusher/words/countries.tsv");
    list.lines().map(|line| line[..2].to_lowercase()).collect()
}

/// Countries without numbers of their own in libphonenumber, and the checks that they skip.
const WITHOUT: [&str; 7] = ["aq", "bv", "gs", "hm", "pn", "tf", "um"];

/// What libphonenumber reports on 40 numbers of these countries, in all forms.
fn check(kind: &str, modifier: &str, countries: &[String]) {
    let forms = ["", ":national", ":international"];
    let mut columns = Vec::new();
    for country in countries {
        let of_form = |form: &str| format!("phone.{country}{form}@of={country}{modifier}");
        columns.extend(forms.map(of_form));
    }
    let run = rows(&format!("-l 40 --seed 3 -f csv {}", columns.join(" ")));
    let mut lines = String::new();
    for row in run.lines() {
        let values: Vec<&str> = row.split(',').collect();
        for (country, written) in countries.iter().zip(values.chunks(3)) {
            lines += &format!("{};{kind};{}\n", country.to_uppercase(), written.join(";"));
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rows/phones.py");
    let python = gush_testkit::need::python_tool("python").expect("the tool was there");
    let run = Program::new(python).arg(script).stdin(lines).run().ok();
    run.stdout_is(format!("checked {}\n", 40 * countries.len()));
}

#[test]
fn no_number_can_ring_and_all_have_the_right_form() {
    need!("phonenumbers");
    check("free", "", &countries());
}

#[test]
fn numbers_that_are_asked_for_as_valid_are() {
    need!("phonenumbers");
    let mut known = countries();
    known.retain(|country| !WITHOUT.contains(&country.as_str()));
    check("valid", "@valid", &known);
}

/// More rows than this with `@unique` are refused, so there are as many different numbers.
#[test]
fn there_are_a_million_numbers_of_each_country_whose_numbers_are_long_enough() {
    let short = ["aq", "ck", "fk", "fo", "gl", "gs", "hm", "nc", "nf", "sh"];
    let mut long = countries();
    long.retain(|country| !short.contains(&country.as_str()));
    let columns: Vec<String> = long.iter().map(|country| format!("phone.{country}@unique")).collect();
    rows(&format!("--rows 999_999..1_000_000 {}", columns.join(" ")));
    let run = rows("-l 1M -f csv phone.us@unique");
    let mut numbers = run.lines();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 1_000_000);
}

#[test]
fn a_number_is_of_its_country() {
    for (country, start) in [
        ("bs", "+1242"),
        ("kz", "+77"),
        ("de", "+49"),
        ("um", "+1379"),
        ("do", "+1809"),
        ("gg", "+44"),
        ("va", "+39"),
    ] {
        let run = rows(&format!("-l 500 phone.{country}"));
        assert!(run.lines().iter().all(|phone| phone.starts_with(start)), "{country}");
    }
}

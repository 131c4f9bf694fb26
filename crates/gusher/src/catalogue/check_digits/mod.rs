//! Numbers whose check digits are right: `credit.card`, `ean`, `iban`, `imei`, `isbn`, `isbn10`, `upc`.

mod checked;
mod iban;
mod rule;
pub(super) mod tax;

use std::sync::Arc;

pub(super) use checked::Checked;
pub(super) use iban::{Account, British};
use rule::{Rule, by_threes, luhn};

use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use gush_diagnostics::Message;

/// The generators of this file.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new(
        "credit.card",
        "a card number of the ranges that testers use, with its right check digit",
        credit_card,
    )
    .optional(
        "BRAND",
        "amex, diners, discover, jcb, mastercard, unionpay or visa; any of 16 digits by default",
        "credit.card:visa",
    ),
    GeneratorSpec::new(
        "ean",
        "the number of an article in a shop's own range (GS1), with its right check digit",
        ean,
    )
    .optional("DIGITS", "13 or 8; 13 by default", "ean:8"),
    GeneratorSpec::new(
        "iban",
        "an international bank account number with its right check digits (ISO 13616)",
        iban::iban,
    )
    .optional("COUNTRY", "its two letters; the locale's by default, GB in English", "iban:DE")
    .modifiers(&["locale"]),
    GeneratorSpec::new(
        "imei",
        "the number of a mobile device of the range for tests, with its right check digit",
        |_| Ok(Arc::new(Checked::new(&[], "00############a", &[luhn('a', 0, 15)], &[]))),
    ),
    GeneratorSpec::new("isbn", "a book's number of 13 digits with its right check digit (ISO 2108)", isbn),
    GeneratorSpec::new(
        "isbn10",
        "a book's number of 10 digits with its right check digit (ISO 2108)",
        isbn10,
    ),
    GeneratorSpec::new(
        "upc",
        "the number of an article of 12 digits in a shop's own range (GS1), with its right check digit",
        |_| Ok(Arc::new(Checked::new(&[], "4##########a", &[by_threes(12)], &[]))),
    ),
];

/// `credit.card[:BRAND]`: the ranges are those that payment providers publish for tests.
pub(crate) fn credit_card(constraint: Constraint<'_>) -> BuildResult {
    let ranges = include_str!("../../../words/card-ranges.tsv").lines().filter_map(|line| {
        let [brand, prefix, digits]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        Some((brand, prefix, digits.parse::<usize>().ok()?))
    });
    let ranges: Vec<_> = ranges.collect();
    let fields = constraint.fields(1, "credit.card:BRAND")?;
    let wanted: Vec<_> = match fields.first() {
        None => ranges.into_iter().filter(|(.., digits)| *digits == 16).collect(),
        Some(field) => {
            let mut brands: Vec<_> = ranges.iter().map(|(brand, ..)| *brand).collect();
            brands.dedup();
            if !brands.contains(&&*field.text) {
                let message = Message::unknown("no brand has this name", &field.text, brands);
                return Err(field.error(message.to_string()));
            }
            ranges.into_iter().filter(|(brand, ..)| *brand == field.text).collect()
        }
    };
    let (_, prefix, digits) = wanted[0];
    let prefixes = wanted.iter().map(|(_, prefix, _)| (*prefix).to_owned()).collect();
    let form = format!("{}a", "#".repeat(digits - prefix.len() - 1));
    Ok(Arc::new(Checked::new(&[prefixes], &form, &[luhn('a', 0, digits)], &[])))
}

/// `ean[:13|8]`: numbers that begin with 2 are a shop's own and name no article elsewhere.
pub(crate) fn ean(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(1, "ean:DIGITS")?;
    let digits = match fields.first() {
        None => 13,
        Some(field) => match field.text.as_str() {
            "13" => 13,
            "8" => 8,
            _ => return Err(field.error("expected 13 or 8 digits")),
        },
    };
    Ok(Arc::new(Checked::article(digits)))
}

/// `isbn`: in the range of the prefix 978.
pub(crate) fn isbn(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(isbn_number()))
}

/// The number of a book.
pub(super) fn isbn_number() -> Checked {
    Checked::new(&[], "978#########a", &[by_threes(13)], &[])
}

/// `isbn10`: the last digit may be X, which is ten.
fn isbn10(_: Constraint<'_>) -> BuildResult {
    let weights: Vec<i32> = (2..=10).rev().collect();
    let results = (0..11).map(|sum| if sum == 1 { "X".into() } else { ((11 - sum) % 11).to_string() });
    let rule = Rule { mark: 'a', modulus: 11, start: 0, weights, results: results.collect(), step: None };
    Ok(Arc::new(Checked::new(&[], "#########a", &[rule], &[])))
}

/// A routing number of the American Bankers Association. Those that begin with 80 were of travellers' cheques, and no bank has
/// one.
pub(super) fn routing() -> Checked {
    let weights = [3, 7, 1, 3, 7, 1, 3, 7];
    Checked::new(&[], "80######a", &[Rule::new('a', 10, &weights, 1, |sum| (10 - sum) % 10)], &[])
}

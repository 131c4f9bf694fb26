//! Companies of nobody: `company` and what else columns say of the row's one.

use std::sync::Arc;

use crate::catalogue::check_digits::tax;
use crate::catalogue::people::phone;
use crate::catalogue::people::plain::{plain, plain_names};
use crate::generators::dictionaries::{column, lines};
use crate::generators::facts::{Facts, Thing};
use crate::generators::phrase::{List, part};
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::locale::Locale;
use crate::types::Dictionary;

const LOCALE: &[&str] = &["locale"];
const ENTITY: &str = "company";
/// Why there is no `@unique`.
const PART: &str = "a part of a company that other columns may describe too";

/// The generators of this file.
pub(in crate::catalogue) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("company", "the row's company, which does not exist", name)
        .modifiers(LOCALE)
        .variants(|name| name == "company.name")
        .entity(ENTITY),
    GeneratorSpec::new("company.catch.phrase", "what the row's company promises", catch_phrase)
        .english()
        .entity(ENTITY),
    GeneratorSpec::new(
        "company.domain",
        "the domain of the row's company, a reserved one, which reaches nobody",
        domain,
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new("company.email", "a mail address of the row's company, on its domain", email)
        .modifiers(LOCALE)
        .entity(ENTITY),
    GeneratorSpec::new("company.industry", "the industry that the row's company works in", industry)
        .english()
        .entity(ENTITY),
    GeneratorSpec::new(
        "company.phone",
        "the phone number (E.164) of the row's company, of a range that is not in use",
        phone::phone,
    )
    .modifiers(LOCALE)
    .entity(ENTITY),
    GeneratorSpec::new(
        "company.vat.id",
        "the VAT number of the row's company, with right check digits, which begins as none that is known",
        tax::vat_id,
    )
    .required("COUNTRY", "its two letters; the locale's by default, where its country has such numbers, as the United States has not", "company.vat.id:DE")
    .modifiers(LOCALE)
    .variants(|name| name == "vat.id")
    .entity(ENTITY),
];

/// The names and the trades of companies.
const TRADES: &str = include_str!("../../../words/company-trades.tsv");
static NAMES: List = lines!("company-words.txt");
static TRADE_NAMES: List = List::new(|| column(TRADES, 0));
static KINDS: List = lines!("company-kinds.txt");
/// The same names and trades as they are written in a domain.
static PLAIN_NAMES: List = List::new(|| Arc::new(NAMES.map(plain)));
static PLAIN_TRADES: List = List::new(|| Arc::new(TRADE_NAMES.map(plain)));
/// Domains that reach nobody (RFC 2606, RFC 6761), for the end of one.
static ENDS: List = List::new(|| {
    Arc::new(Dictionary::of([
        ".example",
        ".test",
        ".invalid",
        ".example.com",
        ".example.net",
        ".example.org",
    ]))
});
static MAILBOXES: List = List::new(|| {
    let names = ["contact", "hello", "help", "info", "mail", "office", "sales", "service", "support", "team"];
    Arc::new(Dictionary::of(names))
});
static PROMISES: List = lines!("company-promises.txt");
static GOODS: List = lines!("company-goods.txt");
static BUYERS: List = lines!("company-buyers.txt");

/// The draws of a company: what it is called, where it is reached, what it promises. A country's own form is where the
/// kind is in English.
fn english() -> Thing {
    Thing::new([
        &[NAMES.len(), TRADE_NAMES.len(), KINDS.len()],
        &[MAILBOXES.len(), ENDS.len()],
        &[PROMISES.len(), GOODS.len(), BUYERS.len()],
    ])
}

/// The companies of another locale: an invented word between two texts that belong together, such as "Grupo " and " S.A.".
struct Local {
    thing: Thing,
    names: Arc<Dictionary>,
    /// The texts before and after the name, and which of both each form has.
    sides: [(Arc<Dictionary>, Vec<u32>); 2],
}

impl Local {
    fn of(locale: &'static Locale) -> Option<Local> {
        let forms: Vec<(&str, &str)> =
            locale.text("companies.tsv")?.lines().filter_map(|line| line.split_once('\t')).collect();
        let names = if locale.is_english() {
            Arc::clone(&NAMES)
        } else {
            Arc::new(Dictionary::of(locale.text("company-words.txt")?.lines()))
        };
        let side = |texts: Vec<&str>| {
            let (dictionary, indices) = Dictionary::indexed(texts);
            (Arc::new(dictionary), indices)
        };
        let sides = [
            side(forms.iter().map(|(before, _)| *before).collect()),
            side(forms.iter().map(|(_, after)| *after).collect()),
        ];
        let thing = Thing::new([&[names.len(), forms.len()], &[MAILBOXES.len(), ENDS.len()]]);
        Some(Local { thing, names, sides })
    }

    /// A column that ends with the company's domain.
    fn domain(&self, locale: &Locale, column: Facts) -> Facts {
        let (dictionary, indices) = {
            let plain = plain_names(locale, &self.names);
            let (dictionary, indices) = Dictionary::indexed(plain.iter());
            (Arc::new(dictionary), indices)
        };
        column.mapped(part(&dictionary, ""), 0, 0, indices).entry(part(&ENDS, ""), 1, 1)
    }
}

/// The locale, if it has companies: its own, or English ones.
fn with_companies(locale: &'static Locale) -> Option<&'static Locale> {
    (locale.is_english() || locale.text("companies.tsv").is_some()).then_some(locale)
}

/// `company`: such as "Auremark Logistics Inc.", or in other locales an invented word in a form of the country.
fn name(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.local(with_companies)?;
    Ok(Arc::new(match Local::of(locale) {
        Some(local) => {
            let [(before, befores), (after, afters)] = &local.sides;
            let column = local.thing.column(PART).mapped(part(before, ""), 0, 1, befores.clone());
            column.entry(part(&local.names, ""), 0, 0).mapped(part(after, ""), 0, 1, afters.clone()).unique()
        }
        None => english()
            .column(PART)
            .entry(part(&NAMES, " "), 0, 0)
            .entry(part(&TRADE_NAMES, " "), 0, 1)
            .entry(part(&KINDS, ""), 0, 2)
            .unique(),
    }))
}

/// The column with the company's domain after what it has.
fn with_domain(constraint: &Constraint<'_>, begin: impl Fn(Thing) -> Facts) -> BuildResult {
    let locale = constraint.local(with_companies)?;
    Ok(Arc::new(match Local::of(locale) {
        Some(local) => local.domain(locale, begin(local.thing.clone())),
        None => begin(english())
            .entry(part(&PLAIN_NAMES, "-"), 0, 0)
            .entry(part(&PLAIN_TRADES, ""), 0, 1)
            .entry(part(&ENDS, ""), 1, 1),
    }))
}

/// `company.domain`
fn domain(constraint: Constraint<'_>) -> BuildResult {
    with_domain(&constraint, |thing| thing.column(PART))
}

/// `company.email`
fn email(constraint: Constraint<'_>) -> BuildResult {
    with_domain(&constraint, |thing| thing.column(PART).entry(part(&MAILBOXES, "@"), 1, 0))
}

/// `company.industry`: that of its trade.
fn industry(_: Constraint<'_>) -> BuildResult {
    let industries = TRADES.lines().filter_map(|line| line.split('\t').nth(1));
    let (dictionary, indices) = Dictionary::indexed(industries);
    Ok(Arc::new(english().column(PART).mapped(part(&Arc::new(dictionary), ""), 0, 1, indices)))
}

/// `company.catch.phrase`: such as "Reliable parts for every workshop".
fn catch_phrase(_: Constraint<'_>) -> BuildResult {
    let column = english().column(PART).entry(part(&PROMISES, " "), 2, 0).entry(part(&GOODS, " for "), 2, 1);
    Ok(Arc::new(column.entry(part(&BUYERS, ""), 2, 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trade_is_of_an_industry_of_the_list() {
        let industries: Vec<&str> = include_str!("../../../words/industries.txt").lines().collect();
        for line in TRADES.lines() {
            let (_, industry) = line.split_once('\t').unwrap();
            assert!(industries.contains(&industry), "{line}");
        }
        assert_eq!(TRADE_NAMES.len(), TRADES.lines().count());
        assert_eq!(PLAIN_NAMES.iter().collect::<std::collections::HashSet<_>>().len(), NAMES.len());
    }
}

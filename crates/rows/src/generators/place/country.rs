//! Countries and what they use: `country`, its codes, `currency`, `language`, `locale`, `timezone`.

use std::sync::{Arc, LazyLock};

use crate::generators::person::name::own_or;
use crate::generators::phrase::{List, Word};
use crate::generators::{BuildResult, Constraint};
use crate::locale::{Locale, english};
use crate::types::Dictionary;

/// A country and its facts.
#[derive(Debug)]
pub(in crate::generators) struct Country {
    /// Two letters.
    pub code: &'static str,
    /// Three letters.
    pub code3: &'static str,
    /// In English.
    pub name: &'static str,
    /// In English.
    pub nationality: &'static str,
    /// What stands before its phone numbers, without the plus.
    pub calling_code: &'static str,
}

impl Country {
    /// The country with these two letters.
    pub fn find(code: &str) -> Option<&'static Country> {
        COUNTRIES.binary_search_by_key(&code, |country| country.code).ok().map(|at| &COUNTRIES[at])
    }
}

/// All countries, by their two letters: code, longer code, name, nationality, calling code, currency, language.
pub(in crate::generators) static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let lines = include_str!("../../../words/countries.tsv").lines();
    let country = |line: &'static str| match line.split('\t').collect::<Vec<_>>()[..] {
        [code, code3, name, nationality, calling_code, ..] => {
            Some(Country { code, code3, name, nationality, calling_code })
        }
        _ => None,
    };
    lines.filter_map(country).collect()
});

static NAMES: List = List::new(|| Arc::new(Dictionary::of(english().countries.iter().copied())));
static CODES: List = List::new(|| {
    Arc::new(Dictionary::of(<fake::locales::EN as fake::locales::Data>::ADDRESS_COUNTRY_CODE.iter().copied()))
});
static CODES3: List = List::new(|| Arc::new(Dictionary::of(COUNTRIES.iter().map(|country| country.code3))));
static CURRENCIES: List = List::new(|| column(include_str!("../../../words/currencies.tsv"), 1));
static CURRENCY_CODES: List = List::new(|| column(include_str!("../../../words/currencies.tsv"), 0));
static LANGUAGES: List = List::new(|| column(include_str!("../../../words/languages.tsv"), 1));
static LOCALE_NAMES: List =
    List::new(|| Arc::new(Dictionary::lines(include_str!("../../../words/locales.txt"))));
static TIME_ZONES: List =
    List::new(|| Arc::new(Dictionary::lines(include_str!("../../../words/timezones.txt"))));

/// A column of a table of tab-separated values.
pub(super) fn column(table: &'static str, which: usize) -> Arc<Dictionary> {
    Arc::new(Dictionary::of(table.lines().filter_map(|line| line.split('\t').nth(which))))
}

/// Shorter lists than this are no lists of the countries of the world: the German one has Germany, in two languages.
const FEWEST: usize = 50;
/// Names that the Dutch list cuts in two, as "Costa" and "Rica".
const HALVES: &[&str] = &[
    "Amerikaanse",
    "Britse",
    "Burkina",
    "Centraal-Afrikaanse",
    "Costa",
    "Darussalam",
    "Dominicaanse",
    "Faso",
    "Maagdeneilanden",
    "Macedonië",
    "Noord",
    "Puerto",
    "Republiek",
    "Rica",
];

/// The names of the countries in the locale's language, if it has them.
fn names(locale: &Locale) -> Option<crate::locale::List> {
    locale.own(|lists| lists.countries).filter(|names| names.len() >= FEWEST)
}

/// `country`
pub(super) fn country(constraint: Constraint<'_>) -> BuildResult {
    let list = constraint.local(|locale| names(locale).map(|list| (locale, list)))?;
    let (locale, list) = list;
    let words = match locale.is_english() {
        true => Arc::clone(&NAMES),
        false => Arc::new(Dictionary::of(list.iter().copied().filter(|name| !HALVES.contains(name)))),
    };
    Ok(Arc::new(Word::new(words)))
}

/// `country.code`
pub(super) fn code(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&CODES))))
}

/// `country.code3`
pub(super) fn code3(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&CODES3))))
}

/// `currency`
pub(super) fn currency(constraint: Constraint<'_>) -> BuildResult {
    let found = constraint.local(|locale| locale.own(|lists| lists.currencies).map(|list| (locale, list)))?;
    Ok(Arc::new(Word::new(own_or(found, &CURRENCIES))))
}

/// `currency.code`
pub(super) fn currency_code(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&CURRENCY_CODES))))
}

/// `language`
pub(super) fn language(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&LANGUAGES))))
}

/// `locale`
pub(super) fn locale(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(Word::new(Arc::clone(&LOCALE_NAMES))))
}

/// `timezone`
pub(super) fn timezone(constraint: Constraint<'_>) -> BuildResult {
    let found = constraint.local(|locale| locale.own(|lists| lists.time_zones).map(|list| (locale, list)))?;
    Ok(Arc::new(Word::new(own_or(found, &TIME_ZONES))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_country() {
        assert_eq!(COUNTRIES.len(), include_str!("../../../words/countries.tsv").lines().count());
        assert!(COUNTRIES.is_sorted_by(|a, b| a.code < b.code));
        for country in COUNTRIES.iter() {
            assert_eq!((country.code.len(), country.code3.len()), (2, 3), "{}", country.name);
            assert!((1..=3).contains(&country.calling_code.len()), "{}", country.name);
            assert!(country.calling_code.parse::<u32>().is_ok(), "{}", country.name);
        }
    }

    #[test]
    fn halves_of_names_are_in_no_list_but_the_dutch_one() {
        for locale in crate::locale::LOCALES.iter().filter(|locale| locale.name != "nl_NL") {
            let mut names = names(locale).unwrap_or_default().iter();
            assert_eq!(names.find(|name| HALVES.contains(name)), None, "{}", locale.name);
        }
    }
}

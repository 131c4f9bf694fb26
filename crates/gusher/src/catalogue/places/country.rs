//! The countries of the world and what they use: what `country:any`, its codes, `currency:any`, `language:any` and `locale:any`
//! draw from. Without `any` they are of the row's place: `of_place.rs`.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::generators::dictionaries::column;
use crate::generators::of_list::OfList;
use crate::generators::phrase::{DictionaryEntry, List};
use crate::generators::{BuildResult, Constraint};
use crate::locale::Locale;
use crate::locale::countries::COUNTRIES;
use crate::types::Dictionary;

const CURRENCIES: &str = include_str!("../../../words/currencies.tsv");
static LANGUAGES: List = List::new(|| column(include_str!("../../../words/languages.tsv"), 1));
static LOCALE_NAMES: List =
    List::new(|| Arc::new(Dictionary::lines(include_str!("../../../words/locales.txt"))));

/// The English name of a language.
pub(super) fn language_name(code: &'static str) -> &'static str {
    static NAMES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
        include_str!("../../../words/languages.tsv")
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .collect()
    });
    NAMES.get(code).copied().unwrap_or(code)
}

/// `country:any`: its name in the locale's language.
pub(super) fn country(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.locale();
    OfList::build(locale.rows("countries.tsv").map(|[_, name]| name))
}

/// `country.code:any`
pub(super) fn code(_: Constraint<'_>) -> BuildResult {
    OfList::build(COUNTRIES.iter().map(|country| country.code))
}

/// `country.code3:any`
pub(super) fn code3(_: Constraint<'_>) -> BuildResult {
    OfList::build(COUNTRIES.iter().map(|country| country.code3))
}

/// `country.calling.code:any`
pub(super) fn calling_code(_: Constraint<'_>) -> BuildResult {
    let codes: Vec<String> = COUNTRIES.iter().map(|country| format!("+{}", country.calling_code)).collect();
    OfList::build(codes.iter().map(String::as_str))
}

/// `country.currency:any`
fn own_currency() -> BuildResult {
    OfList::build(COUNTRIES.iter().map(|country| country.currency))
}

/// The name that a table of a locale has for a code, in the locale's language. English names are not in its tables.
pub(super) fn local_name(locale: &'static Locale, table: &str, code: &str) -> Option<&'static str> {
    locale.rows::<2>(table).find(|[own, _]| *own == code).map(|[_, name]| name)
}

/// `country.language:any`: its name in the locale's language, in English where that has none.
pub(super) fn own_language(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.locale();
    OfList::build(COUNTRIES.iter().map(|country| {
        local_name(locale, "languages.tsv", country.language).unwrap_or(language_name(country.language))
    }))
}

/// `country.numeric:any`
pub(super) fn numeric(_: Constraint<'_>) -> BuildResult {
    OfList::build(COUNTRIES.iter().map(|country| country.number))
}

/// `country.capital:any`
pub(super) fn capital(_: Constraint<'_>) -> BuildResult {
    OfList::build(COUNTRIES.iter().map(|country| country.capital))
}

/// `country.continent:any`: its name in the locale's language.
pub(super) fn continent(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.locale();
    OfList::build(
        COUNTRIES.iter().map(|country| {
            local_name(locale, "continents.tsv", country.continent).unwrap_or(country.continent)
        }),
    )
}

/// `country.tld:any`
pub(super) fn tld(_: Constraint<'_>) -> BuildResult {
    OfList::build(COUNTRIES.iter().map(|country| country.tld))
}

/// The codes of the currencies that the program knows.
fn currency_codes() -> impl Iterator<Item = &'static str> {
    CURRENCIES.lines().filter_map(|line| line.split('\t').next())
}

/// The English name of a currency.
pub(super) fn currency_name(code: &'static str) -> &'static str {
    let lines = CURRENCIES.lines().filter_map(|line| line.split_once('\t'));
    let english = lines.into_iter().find(|(own, _)| *own == code);
    english.map_or(code, |(_, rest)| rest.split('\t').next().unwrap_or(code))
}

/// `currency:any`: its name in the locale's language, in English where that has none.
pub(super) fn currency(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.locale();
    OfList::build(
        currency_codes()
            .map(|code| local_name(locale, "currencies.tsv", code).unwrap_or(currency_name(code))),
    )
}

/// `currency.code:any`: of the row's currency; asked for as `country.currency`, of the row's country.
pub(super) fn currency_code(constraint: Constraint<'_>) -> BuildResult {
    match constraint.generator {
        OF_COUNTRY => own_currency(),
        _ => OfList::build(currency_codes()),
    }
}

/// The name that asks for the currency of the row's country, where that may be any.
const OF_COUNTRY: &str = "country.currency";

/// The columns that the three letters of a currency of the world describe, by the name that they are asked for by.
pub(super) fn currency_entity(asked: &str) -> Option<&'static str> {
    Some(if asked == OF_COUNTRY { "country" } else { "currency" })
}

/// `language:any`: its name in the locale's language.
pub(super) fn language(constraint: Constraint<'_>) -> BuildResult {
    let mut names = constraint.locale().rows("languages.tsv").map(|[_, name]| name).peekable();
    Ok(Arc::new(match names.peek() {
        Some(_) => DictionaryEntry::new(Dictionary::of(names)),
        None => DictionaryEntry::new(Arc::clone(&LANGUAGES)),
    }))
}

/// `locale:any`
pub(super) fn locale(_: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Arc::clone(&LOCALE_NAMES))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::LOCALES;
    use crate::locale::countries::LINES;

    #[test]
    fn every_line_is_a_country() {
        assert_eq!(COUNTRIES.len(), LINES.lines().count());
        assert!(COUNTRIES.is_sorted_by(|a, b| a.code < b.code));
        for country in COUNTRIES.iter() {
            assert_eq!((country.code.len(), country.code3.len()), (2, 3), "{}", country.name);
            assert!((1..=3).contains(&country.calling_code.len()), "{}", country.name);
            assert!(country.calling_code.parse::<u32>().is_ok(), "{}", country.name);
        }
        let has = |table: &str, code: &str| table.lines().any(|line| line.split('\t').next() == Some(code));
        for line in LINES.lines() {
            let [.., currency, language, number, _, _, tld] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            assert!(has(CURRENCIES, currency), "{line}");
            assert!(has(include_str!("../../../words/languages.tsv"), language), "{line}");
            assert!(has(include_str!("../../../words/tlds.txt"), &tld[1..]), "{line}");
            assert!(number.len() == 3 && number.parse::<u32>().is_ok(), "{line}");
        }
    }

    /// Otherwise a name and a code of one row would be two countries.
    #[test]
    fn the_names_of_every_language_are_those_of_the_same_countries() {
        for locale in LOCALES.iter() {
            let named = locale.rows("countries.tsv").map(|[code, _]| code);
            assert!(named.eq(COUNTRIES.iter().map(|country| country.code)), "{}", locale.name);
        }
    }

    /// All continents, and the language of each locale, have names in every language; of small languages CLDR lacks some.
    #[test]
    fn continents_and_languages_have_local_names() {
        for locale in LOCALES.iter().filter(|locale| locale.language() != "en") {
            for country in COUNTRIES.iter() {
                let name = local_name(locale, "continents.tsv", country.continent);
                assert!(name.is_some(), "{} {}", locale.name, country.continent);
            }
            assert!(local_name(locale, "languages.tsv", locale.language()).is_some(), "{}", locale.name);
        }
    }
}

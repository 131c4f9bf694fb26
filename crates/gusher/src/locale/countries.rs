//! The countries of the world, and facts about each.

use std::sync::LazyLock;

/// A country and its facts.
#[derive(Debug)]
pub(crate) struct Country {
    /// Two letters.
    pub code: &'static str,
    /// Three letters.
    pub code3: &'static str,
    /// In English.
    pub name: &'static str,
    /// In English.
    pub nationality: &'static str,
    /// The prefix of its phone numbers, without the plus.
    pub calling_code: &'static str,
    /// The three letters of its currency.
    pub currency: &'static str,
    /// The letters of its main language.
    pub language: &'static str,
    /// Three digits.
    pub number: &'static str,
    /// In English.
    pub capital: &'static str,
    /// In English.
    pub continent: &'static str,
    /// With its point.
    pub tld: &'static str,
}

impl Country {
    /// The country with these two letters.
    pub fn find(code: &str) -> Option<&'static Country> {
        COUNTRIES.binary_search_by_key(&code, |country| country.code).ok().map(|at| &COUNTRIES[at])
    }
}

/// All countries, by their two letters: code, longer code, name, nationality, calling code,
/// currency, language, number, capital, continent, top-level domain.
pub(crate) static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(|| {
    let lines = LINES.lines();
    let country = |line: &'static str| {
        let fields: [&str; 11] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let [
            code,
            code3,
            name,
            nationality,
            calling_code,
            currency,
            language,
            number,
            capital,
            continent,
            tld,
        ] = fields;
        Some(Country {
            code,
            code3,
            name,
            nationality,
            calling_code,
            currency,
            language,
            number,
            capital,
            continent,
            tld,
        })
    };
    lines.filter_map(country).collect()
});

/// One country a line, of the fields of [`COUNTRIES`].
pub(crate) const LINES: &str = include_str!("../../words/countries.tsv");

/// The English name of a country as a sentence has it.
pub(crate) fn in_a_sentence(code: &'static str) -> String {
    let name = Country::find(code).map_or(code, |country| country.name);
    match name.starts_with("United ") || name == "Netherlands" || name == "Philippines" {
        true => format!("the {name}"),
        false => name.to_owned(),
    }
}

//! Columns of the country of the row's place: `country`, its codes, `currency`, `language`, `nationality` … Under one locale each
//! is the same in every row; where locales are mixed, each row has that of its own.

use super::country::{currency_name, language_name, local_name};
use super::towns::PART;
use crate::catalogue::custom::constant::constant;
use crate::generators::{BuildResult, Constraint};
use crate::locale::countries::Country;

/// A column with what is known of the country of the row's place.
fn of_country(constraint: &Constraint<'_>, fact: impl Fn(&'static Country) -> String) -> BuildResult {
    let code = constraint.locale().country;
    constant(&Country::find(code).map_or_else(|| code.to_owned(), fact), PART)
}

/// The name that a table of the locale has for a code, where names may be in its language: among places of several locales
/// they are English.
fn name_here(constraint: &Constraint<'_>, table: &str, code: &str) -> Option<&'static str> {
    if constraint.settings.is_mixed { None } else { local_name(constraint.locale(), table, code) }
}

/// `country`
pub(super) fn country(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| {
        name_here(&constraint, "countries.tsv", country.code).unwrap_or(country.name).to_owned()
    })
}

/// `country.code`
pub(super) fn code(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.code.to_owned())
}

/// `country.code3`
pub(super) fn code3(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.code3.to_owned())
}

/// `country.calling.code`
pub(super) fn calling_code(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| format!("+{}", country.calling_code))
}

/// `phone.code`
pub(in crate::catalogue) fn phone_code(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.calling_code.to_owned())
}

/// `country.language`
pub(super) fn country_language(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| {
        let english = language_name(country.language);
        name_here(&constraint, "languages.tsv", country.language).unwrap_or(english).to_owned()
    })
}

/// `country.numeric`
pub(super) fn numeric(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.number.to_owned())
}

/// `country.capital`
pub(super) fn capital(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.capital.to_owned())
}

/// `country.continent`
pub(super) fn continent(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| {
        name_here(&constraint, "continents.tsv", country.continent).unwrap_or(country.continent).to_owned()
    })
}

/// `country.tld`
pub(super) fn tld(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.tld.to_owned())
}

/// `currency`
pub(super) fn currency(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| {
        let english = currency_name(country.currency);
        name_here(&constraint, "currencies.tsv", country.currency).unwrap_or(english).to_owned()
    })
}

/// `currency.code`
pub(super) fn currency_code(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.currency.to_owned())
}

/// `nationality`
pub(in crate::catalogue) fn nationality(constraint: Constraint<'_>) -> BuildResult {
    of_country(&constraint, |country| country.nationality.to_owned())
}

/// `language`: the one that the people of the locale have their names from.
pub(super) fn language(constraint: Constraint<'_>) -> BuildResult {
    let code = constraint.locale().language();
    constant(name_here(&constraint, "languages.tsv", code).unwrap_or(language_name(code)), PART)
}

/// `locale`
pub(super) fn locale(constraint: Constraint<'_>) -> BuildResult {
    let locale = constraint.locale();
    constant(&format!("{}_{}", locale.language(), locale.country), PART)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::LOCALES;

    #[test]
    fn every_locale_has_a_country_and_a_language_with_names() {
        for locale in LOCALES.iter() {
            let country = Country::find(locale.country).unwrap_or_else(|| panic!("{}", locale.name));
            assert!(!country.nationality.is_empty(), "{}", locale.name);
            assert_ne!(language_name(locale.language()), locale.language(), "{}", locale.name);
            assert_ne!(currency_name(country.currency), country.currency, "{}", locale.name);
        }
    }
}

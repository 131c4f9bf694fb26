//! Generators in other locales: they use data of the locale, or refuse it and name the locales that have data.

use super::{Constraint, ConstraintError};
use crate::locale::{LOCALES, Locale, countries};

impl Constraint<'_> {
    /// What `data` has for the column's locale; an error that names the locales with data where it has nothing.
    ///
    /// The locale of the table counts like one of the column: English words among others, without a warning,
    /// would be found too late.
    pub fn local<T>(&self, data: impl Fn(&'static Locale) -> Option<T>) -> Result<T, ConstraintError> {
        self.local_of(&format!("`{}`", self.generator), data)
    }

    /// The same for a part of what the generator makes.
    fn local_of<T>(
        &self,
        what: &str,
        data: impl Fn(&'static Locale) -> Option<T>,
    ) -> Result<T, ConstraintError> {
        let locale = self.locale();
        data(locale).ok_or_else(|| {
            let known = LOCALES.iter().filter(|&locale| data(locale).is_some());
            let names: Vec<&str> = known.map(|locale| locale.name).collect();
            let text = format!("{what} has no data for {}, {}", locale.name, elsewhere(&names));
            match (&self.settings.locale, &self.settings.locale_at) {
                (Some(_), at) => at.error(text),
                (None, _) => {
                    let constraint = self.text.map(|text| format!(":{text}")).unwrap_or_default();
                    self.error(format!("{text}; write {}{constraint}@locale=en for English", self.generator))
                }
            }
        })
    }

    /// What `data` has for the country of the column's locale; an error that says that the country has no such numbers.
    pub fn of_country<T>(
        &self,
        numbers: &str,
        data: impl Fn(&'static Locale) -> Option<T>,
    ) -> Result<T, ConstraintError> {
        let locale = self.locale();
        data(locale).ok_or_else(|| {
            let country = countries::in_a_sentence(locale.country);
            let name = self.generator;
            let text = format!("{country} has no {numbers}; write {name}:DE for those of Germany");
            match (&self.settings.locale, &self.settings.locale_at) {
                (Some(_), at) => at.error(text),
                (None, _) => self.error(text),
            }
        })
    }

    /// Checks that English is requested, as `what` has no other language.
    pub fn english(&self, what: &str) -> Result<(), ConstraintError> {
        let own = |locale: &'static Locale| locale.is_english().then_some(());
        self.local_of(what, own)
    }
}

/// More locales than these are not listed.
const MAX_LISTED: usize = 12;

/// Where there are data: in these locales.
fn elsewhere(names: &[&str]) -> String {
    let others = names.iter().filter(|name| !name.starts_with("en_")).count();
    match names {
        // Words of English are those of all its countries.
        ["en", ..] if others == 1 => "only for en".into(),
        names if names.len() > MAX_LISTED => format!("though {} other locales have them", names.len()),
        names => format!("only for {}", listed(names)),
    }
}

/// The names with commas, and with "and" before the last.
pub(crate) fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => "none".into(),
        [only] => only.as_ref().into(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn the_last_of_several_names_stands_behind_and() {
        assert_eq!(listed(&["en"]), "en");
        assert_eq!(listed(&["de_DE", "en", "it_IT"]), "de_DE, en and it_IT");
    }
}

//! What each locale has, counted: the table of `gush rows --locales` and of the reference.

use std::collections::HashSet;

use super::Locale;

/// What a locale has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Different first names.
    pub first_names: usize,
    /// Different last names.
    pub last_names: usize,
    /// Whether names come as often as a source says.
    pub frequencies: bool,
    /// Towns with state, postcode, position and population.
    pub towns: usize,
    /// How many of the towns' postcodes are their real ones; the others have the right form.
    pub real_postcodes: usize,
    /// States or regions.
    pub states: usize,
    /// Names of streets.
    pub streets: usize,
    /// Occupations in the locale's language.
    pub jobs: usize,
    /// Forms of companies' names.
    pub companies: usize,
}

/// What the locale has.
pub fn counts(locale: &Locale) -> Counts {
    let different = |file| locale.rows::<2>(file).map(|[name, _]| name).collect::<HashSet<_>>().len();
    let towns: Vec<[&str; 8]> = locale.rows("towns.tsv").collect();
    let english = |count: usize, words: &str| {
        if count == 0 && locale.is_english() { words.lines().count() } else { count }
    };
    Counts {
        first_names: different("first-names.tsv"),
        last_names: different("last-names.tsv"),
        frequencies: locale.rows::<3>("last-names.tsv").any(|[.., weight]| weight != "1"),
        towns: towns.len(),
        real_postcodes: towns.iter().filter(|[.., real]| *real == "r").count(),
        states: locale.lines("states.tsv").count(),
        streets: locale.lines("streets.tsv").count(),
        jobs: english(locale.lines("jobs.tsv").count(), include_str!("../../words/occupations.txt")),
        companies: english(
            locale.lines("companies.tsv").count(),
            include_str!("../../words/company-kinds.txt"),
        ),
    }
}

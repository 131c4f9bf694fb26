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
    let names = |file| locale.rows::<2>(file).map(|[name, _]| name);
    let different = |file| names(file).collect::<HashSet<_>>().len();
    let by_decade = || locale.text_beside("first-names.tsv", "generations.tsv").unwrap_or_default().lines();
    let first_names = names("first-names.tsv").chain(by_decade().filter_map(|line| line.split('\t').next()));
    let towns: Vec<[&str; 8]> = locale.rows("towns.tsv").collect();
    let english = |count: usize, words: &str| {
        if count == 0 && locale.is_english() { words.lines().count() } else { count }
    };
    Counts {
        first_names: first_names.collect::<HashSet<_>>().len(),
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

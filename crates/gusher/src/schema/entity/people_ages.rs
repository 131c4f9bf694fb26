//! Ages of people: which columns follow from them, and the note about columns of one person that are of other ages.

use super::super::{Column, Schema};
use crate::catalogue::{find, has_generations, tells_birthday};
use crate::generators::Ages;
use crate::locale::Locale;

/// Whether a column follows from the age of a person without showing it.
pub(super) fn follows_from_age(column: &Column) -> bool {
    find(column.generator).is_some_and(|spec| spec.takes("age"))
}

/// Whether people of other ages would have other values in a column: all occupations, and first names where those of each generation are
/// known.
fn differs_by_age(column: &Column) -> bool {
    let has_some = |locale: &Locale| match locale.mix() {
        Some(mix) => mix.locales().any(has_generations),
        None => has_generations(locale),
    };
    follows_from_age(column) && (column.generator == "occupation" || column.locale.is_some_and(has_some))
}

impl Schema {
    /// The note about a person whose birth date or age is of other ages than those that the person's name or occupation is for. It is no
    /// error, as no column's values depend on what another one is like.
    pub fn other_ages(&self) -> Option<String> {
        let shown =
            || self.columns.iter().filter(|column| column.entity == Some("person") && shows_age(column));
        self.columns.iter().filter(|column| column.entity == Some("person") && differs_by_age(column)).find_map(
            |column| {
                let other = shown().find(|shown| shown.of == column.of)?;
                let [youngest, oldest] = ages(other).map(|age| age.parse::<i64>().ok());
                let (youngest, oldest) = (youngest?, oldest?);
                let (asked, own) = (Ages::nearest((youngest, oldest)), column.ages.unwrap_or_default());
                if asked == own || oldest < i64::from(Ages::LIMITS.youngest) {
                    return None;
                }
                let spec = &column.source.spec[column.generator_at.clone()];
                Some(format!(
                    "`{}` is of people of {youngest} to {oldest} years, and `{}` of {} to {}; write {spec}@age={},{} for what people of \
                     that age have",
                    other.name, column.name, own.youngest, own.oldest, asked.youngest, asked.oldest
                ))
            },
        )
    }
}

/// Whether a column shows the age of a person.
pub(super) fn shows_age(column: &Column) -> bool {
    let of_locale = |locale: &Locale| match locale.mix() {
        Some(mix) => mix.locales().any(|locale| tells_birthday(locale.country)),
        None => tells_birthday(locale.country),
    };
    match (column.generator, country(column)) {
        ("age" | "birthdate", _) => true,
        ("national.id", "") => column.locale.is_some_and(of_locale),
        ("national.id", country) => tells_birthday(&country.to_ascii_uppercase()),
        _ => false,
    }
}

/// The country that the constraint of a personal number names; empty where it names none.
fn country(column: &Column) -> &str {
    constraint(column).split(',').next().unwrap_or_default()
}

fn constraint(column: &Column) -> &str {
    let spec = &column.source.spec[column.generator_at.clone()];
    spec.split_once(':').map_or("", |(_, constraint)| constraint)
}

/// The youngest and the oldest age that a column asks for, as typed or by default.
pub(super) fn ages(column: &Column) -> [&str; 2] {
    let typed = match column.generator {
        "national.id" => constraint(column).split_once(',').map_or("", |(_, ages)| ages),
        _ => constraint(column),
    };
    let (min, max) = typed.split_once(',').unwrap_or((typed, ""));
    [if min.is_empty() { "18" } else { min }, if max.is_empty() { "80" } else { max }]
}

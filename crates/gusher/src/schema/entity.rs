//! Columns of one entity and label describe one thing: their values must come from the same locale.

mod people_ages;

use std::collections::HashMap;
use std::ops::Range;

use self::people_ages::{ages, follows_from_age, shows_age};
use super::label::is_role;
use super::{Column, Schema};
use crate::catalogue::FILE_ROW;
use crate::generators::{Ages, Gender, listed};
use crate::locale::Locale;
use gush_diagnostics::{Code, Diagnostic, edit_distance, nearest};

/// A diagnostic for each column that describes another thing than the columns before it with its label, by a locale of
/// its own or by other ages, or that would repeat the values of one of them.
pub(super) fn check(columns: &[Column]) -> Vec<Diagnostic> {
    let mut locales = HashMap::new();
    let mut genders = HashMap::new();
    let mut people_ages = HashMap::new();
    let mut days = HashMap::new();
    let mut weights = HashMap::new();
    let mut uniques = HashMap::new();
    let mut attributes: HashMap<_, &Column> = HashMap::new();
    let mut diagnostics = Vec::new();
    for column in columns {
        let Some(entity) = column.entity else { continue };
        let first = attributes.entry((attribute(column), &column.of, column.nth)).or_insert(column);
        // Two equal labels by @of are deliberate.
        let is_meant = std::ptr::eq(*first, column) || first.has_explicit_label && column.has_explicit_label;
        if !is_meant {
            diagnostics.push(same(entity, first, column));
            continue;
        }
        // A birthday's only texts are those of its pattern, which do not depend on the person.
        if let Some(locale) = column.locale.filter(|_| column.generator != "birthdate") {
            let (first, of_first) = locales.entry((entity, &column.of)).or_insert((column, locale));
            if *of_first != locale {
                let [a, b] = [of_first.name, locale.name];
                diagnostics.push(diagnostic(entity, [first, column], [a, b], column.locale_at.clone()));
            }
        }
        if crate::catalogue::find(column.generator).is_some_and(|spec| spec.takes("gender")) {
            let (first, its) = genders.entry((entity, &column.of)).or_insert((column, column.gender));
            if *its != column.gender {
                let stated = |gender: Option<Gender>| gender.map_or("nothing of a gender", Gender::name);
                let stated = [stated(*its), stated(column.gender)];
                diagnostics.push(diagnostic(entity, [first, column], stated, None));
            }
        }
        if follows_from_age(column) {
            let (first, its) = people_ages.entry((entity, &column.of)).or_insert((column, column.ages));
            if *its != column.ages {
                let stated = [*its, column.ages].map(|ages| match ages {
                    Some(Ages { youngest, oldest }) => format!("ages of {youngest} to {oldest}"),
                    None => "nothing of ages".to_owned(),
                });
                diagnostics.push(diagnostic(entity, [first, column], [&stated[0], &stated[1]], None));
            }
        }
        let is_of_unique = column.unique && column.generate.properties().is_unique_as_entity;
        let (first, its) = uniques.entry((entity, &column.of)).or_insert((column, is_of_unique));
        if *its != is_of_unique {
            diagnostics.push(apart(entity, first, column));
        }
        if entity == FILE_ROW {
            let path = &column.source.spec[column.generator_at.clone()];
            let (first, its) = weights.entry((path, &column.of)).or_insert((column, weights_of(column)));
            if *its != weights_of(column) {
                diagnostics.push(diagnostic(entity, [first, column], [its, weights_of(column)], None));
            }
        }
        if shows_age(column) {
            let (first, its) = days.entry(&column.of).or_insert((column, ages(column)));
            if *its != ages(column) {
                let stated = |column: &Column| column.source.spec[column.generator_at.clone()].to_owned();
                diagnostics.push(diagnostic(
                    entity,
                    [first, column],
                    [&stated(first), &stated(column)],
                    None,
                ));
            }
        }
    }
    diagnostics
}

impl Column {
    /// Whether another column has the same attribute of the same thing.
    pub(super) fn has_same_attribute(&self, other: &Column) -> bool {
        let what = |column: &Column| (column.entity, column.nth, attribute(column).to_owned());
        self.entity.is_some() && self.of == other.of && what(self) == what(other)
    }
}

impl Schema {
    /// A diagnostic for each column that describes another thing than the columns before it with its label.
    pub fn check_entities(&self) -> Vec<Diagnostic> {
        check(&self.columns)
    }

    /// The note about columns that have the same value in every row, as each is of the row's place and the locale has one
    /// country: it is no error, but may not be what was wanted.
    pub fn constant_places(&self) -> Option<String> {
        let is_constant = |column: &&Column| {
            let spec = crate::catalogue::find(column.generator)
                .filter(|spec| spec.any.is_some() || column.generator == "timezone");
            let is_of_one = column.locale.is_some_and(|locale| locale.mix().is_none());
            spec.is_some() && is_of_one && column.entity.is_some() && column.generate.cardinality() == 1
        };
        let columns: Vec<&Column> = self.visible().filter(is_constant).collect();
        let [first, ..] = &columns[..] else { return None };
        let locale = first.locale?;
        let of = |write: &dyn Fn(&Column) -> String| -> Vec<String> {
            let mut all: Vec<String> = columns.iter().map(|column| write(column)).collect();
            all.dedup();
            all
        };
        let names = of(&|column| format!("`{}`", column.name));
        let any: Vec<String> = columns.iter().filter_map(|column| any_of(column, locale)).collect();
        let has = match names.len() {
            1 => "has the same value in every row, that",
            _ => "have the same values in every row, those",
        };
        let instead = match any.is_empty() {
            true => String::new(),
            false => format!("{} for any of the world, or ", listed(&any)),
        };
        Some(format!(
            "{} {has} of the locale {}; write {instead}--locale world for places everywhere",
            listed(&names),
            locale.name,
        ))
    }

    /// The note about a label of `@of` that no other column has, though one has a similar label. It is no error, as one column may
    /// describe a thing.
    pub fn lone_label(&self) -> Option<String> {
        let columns = &self.columns;
        let labels = || columns.iter().filter(|column| column.entity.is_some()).map(|column| &column.of[..]);
        columns.iter().find_map(|column| {
            let is_lone = column.has_explicit_label
                && !is_role(&column.of)
                && labels().filter(|label| *label == column.of).count() == 1;
            // Short labels resemble each other, and numbers distinguish two on purpose.
            let letters = |label: &str| label.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
            let own = letters(&column.of);
            let is_slip = |label: &str| letters(label) != own && edit_distance(label, &column.of) <= 2;
            let others = labels().filter(|label| own.len() >= 4 && is_slip(label));
            let near = nearest(&column.of, others).filter(|_| is_lone && column.entity.is_some())?;
            Some(format!(
                "no other column has the label `{}` of `{}`; did you mean `{near}`?",
                column.of, column.name
            ))
        })
    }
}

/// What to write for any of the world in place of a column of the row's place, where there is such a form.
fn any_of(column: &Column, locale: &Locale) -> Option<String> {
    let any = crate::catalogue::find(column.generator)?.any.as_ref()?;
    let english = if any.is_english() && !locale.is_english() { "@locale=en" } else { "" };
    Some(format!("{}:any{english}", &column.source.spec[column.generator_at.clone()]))
}

/// A diagnostic of the second column, at `at` of its spec or at its generator.
fn diagnostic(
    entity: &str,
    [first, column]: [&Column; 2],
    [a, b]: [&str; 2],
    at: Option<Range<usize>>,
) -> Diagnostic {
    let text = format!(
        "columns of one label describe one {entity}; `{}` says {a} and `{}` says {b}; say the same, or give one of them \
         another label, such as @of=other",
        first.name, column.name
    );
    column.source.diagnostic(Code::Modifier, at.unwrap_or(column.generator_at.clone()), text)
}

/// A diagnostic of the second of two columns of which one has other things than the other: which thing a row has is drawn in another way
/// where none may come twice.
fn apart(entity: &str, first: &Column, column: &Column) -> Diagnostic {
    let (unique, other) = if first.unique { (first, column) } else { (column, first) };
    let text = format!(
        "`{}` is unique and `{}` is not, so that they would describe another {entity} in each row; write @unique at both or at neither, \
         or give one of them another label, such as @of=other",
        unique.name, other.name
    );
    column.source.diagnostic(Code::Modifier, column.generator_at.clone(), text)
}

/// The attribute that a column has: two of one name would repeat each other, except phones of two countries.
fn attribute(column: &Column) -> &str {
    let spec = &column.source.spec[column.generator_at.clone()];
    let asked = spec.split(':').next().unwrap_or_default();
    // A point of an area is another one than the place itself.
    if spec.contains(':') && crate::catalogue::find(column.generator).is_some_and(|spec| spec.area.is_some())
    {
        return spec;
    }
    if column.entity == Some(FILE_ROW) {
        // Each column of a file is another attribute.
        return &column.source.spec[column.generator_at.start..];
    }
    if asked.starts_with("phone.") { asked } else { column.generator }
}

/// A diagnostic of the second column, which would repeat the first.
fn same(entity: &str, first: &Column, column: &Column) -> Diagnostic {
    let second = match crate::catalogue::find(column.generator).is_some_and(|spec| spec.takes("nth")) {
        true => format!(", or @nth=2 for the second {} of the same {entity}", column.generator),
        false => String::new(),
    };
    let text = format!(
        "`{}` would have the values of `{}`, as both describe one {entity}; write @of=LABEL for another {entity}{second}",
        column.name, first.name
    );
    column.source.diagnostic(Code::Modifier, column.generator_at.clone(), text)
}

/// The weights of rows that a column of a file gives.
fn weights_of(column: &Column) -> &str {
    let spec = &column.source.spec[column.generator_at.end..];
    let stated = spec.split('@').find(|modifier| modifier.starts_with("weights="));
    stated.unwrap_or("nothing of weights")
}

#[cfg(test)]
mod tests;

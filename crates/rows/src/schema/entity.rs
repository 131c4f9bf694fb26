//! Columns of one entity and label describe one thing: what they say of it must come from the same words.

use std::collections::HashMap;
use std::ops::Range;

use super::Column;
use crate::types::DataType;
use gush_diagnostics::{Code, Diagnostic};

/// A mistake for each column that describes another thing than the columns before it with its label: by a locale of
/// its own, or by other days for what another column tells too.
pub(super) fn check(columns: &[Column]) -> Vec<Diagnostic> {
    let mut locales = HashMap::new();
    let mut days = HashMap::new();
    let mut mistakes = Vec::new();
    for column in columns {
        let Some(entity) = column.entity else { continue };
        if let Some(locale) = column.locale {
            let (first, of_first) = locales.entry((entity, &column.of)).or_insert((column, locale));
            if *of_first != locale {
                let [a, b] = [of_first.name, locale.name];
                mistakes.push(mistake(entity, [first, column], [a, b], column.locale_at.clone()));
            }
        }
        if let Some(span) = span(&column.generate.field().data_type) {
            let (first, its) = days.entry((entity, &column.of)).or_insert((column, span));
            if *its != span {
                let said = |column: &Column| column.source.word[column.generator_at.clone()].to_owned();
                mistakes.push(mistake(entity, [first, column], [&said(first), &said(column)], None));
            }
        }
    }
    mistakes
}

/// A mistake of the second column, at `at` of its word or where its generator stands.
fn mistake(
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
    column.source.mistake(Code::Modifier, at.unwrap_or(column.generator_at.clone()), text)
}

/// The days that a column of days has.
fn span(data_type: &DataType) -> Option<[i32; 2]> {
    match *data_type {
        DataType::Date32 { min, max } => Some([min, max]),
        DataType::Utf8(_)
        | DataType::Int64 { .. }
        | DataType::Decimal { .. }
        | DataType::Timestamp { .. }
        | DataType::Time { .. }
        | DataType::Duration { .. }
        | DataType::Bool
        | DataType::Uuid
        | DataType::Ipv4
        | DataType::Ipv6
        | DataType::FixedBinary { .. }
        | DataType::List { .. }
        | DataType::Struct(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::generators::Context;
    use crate::locale::english;
    use crate::schema::Schema;

    /// The place and the text of each mistake.
    fn told(words: &[&str]) -> Vec<String> {
        let context =
            Context { locale: english(), now: 1_750_000_000, read: &|_| Ok(Vec::new()), expressions: None };
        let (_, mistakes) = Schema::parse("t", words, &context);
        let told = |mistake: &gush_diagnostics::Diagnostic| {
            let text = mistake.message.split("; say").next().unwrap();
            format!("{}: {text}", &mistake.word[mistake.span.clone()])
        };
        mistakes.iter().map(told).collect()
    }

    #[test]
    fn columns_of_one_label_say_the_same_of_it() {
        let one = |at: &str, entity: &str, a: &str, b: &str| {
            format!("{at}: columns of one label describe one {entity}; {a} and {b}")
        };
        assert_eq!(
            told(&[
                "a=person.first@locale=de_DE",
                "b=person.last",
                "c=person.email@null=0.5@locale=fr_FR",
                "d=person.birthdate",
                "e=person.birthdate:1,2@prefix=x",
                "f=place.city@locale=it_IT",
                "g=place.state@locale=nl_NL",
            ]),
            [
                one("person.last", "person", "`a` says de_DE", "`b` says en"),
                one("locale=fr_FR", "person", "`a` says de_DE", "`c` says fr_FR"),
                one(
                    "person.birthdate:1,2",
                    "person",
                    "`d` says person.birthdate",
                    "`e` says person.birthdate:1,2"
                ),
                one("locale=nl_NL", "place", "`f` says it_IT", "`g` says nl_NL"),
            ]
        );
    }

    #[test]
    fn other_labels_other_families_and_other_columns_may_differ() {
        let none: [&str; 0] = [];
        assert_eq!(
            told(&[
                "person.first@locale=de_DE",
                "person.email@locale=de-de",
                "person.last@of=b",
                "person.birthdate",
                "person.birthdate:18,80",
                "person.birthdate:1,2@of=b",
                "place.city",
                "name@locale=fr_FR",
                "birthdate:3,4",
            ]),
            none
        );
    }
}

//! What the rows of the source say of several columns: which one decides another, which are null by another, which rise together.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::kept::OF_VALUES;
use super::pick;
use super::spec::{Source, Spec};
use super::statistics::outwards;
use super::text::quoted;
use crate::model::{Kind, Relation};

/// Generators that take a correlation.
const NUMBERS: [&str; 8] = ["int", "decimal", "double", "float", "real", "price", "date", "datetime"];
/// Generators that follow from the row's number or read other columns.
const SERIES: [&str; 12] =
    ["seq", "series", "walk", "after", "before", "between", "ref", "nth", "chain", "split", "cumsum", "prev"];

/// Changes the choices so that columns have to do with each other as in the source.
pub fn apply(draft: &mut Draft<'_>) {
    for relation in &draft.table.relations {
        match relation {
            Relation::Decides { by, column, values } => decides(draft, by, column, values),
            Relation::After { of, column, span, mean } => after(draft, of, column, *span, *mean),
            Relation::By { by, column } => follows(draft, by, column),
            Relation::NullBy { by, column, words } => {
                if are_words(draft, by, words) && is_free(draft, column) {
                    pick::when(draft, by, words, column, true, "as in the source");
                }
            }
            Relation::Correlates { with, column, r } => correlates(draft, with, column, *r),
        }
    }
}

/// Whether a column may be another one: no constraint and no link says what it is.
fn is_free(draft: &Draft<'_>, name: &str) -> bool {
    let table = draft.table;
    let is_unique = table.primary_key.iter().any(|key| key == name)
        || table.uniques.iter().any(|unique| unique.names([name]));
    let spec = draft.spec(name);
    !is_unique
        && draft.link_of(name).is_none()
        && !draft.picks.contains_key(name)
        && spec.is_some_and(|spec| {
            !spec.is_expression() && !spec.is_nested() && !spec.is_unique && spec.list.is_none()
        })
        && !is_read(draft, name)
}

/// Whether other columns follow from it by a condition.
fn is_read(draft: &Draft<'_>, name: &str) -> bool {
    draft.columns.iter().any(|column| match column.spec.as_ref().map(|spec| &spec.source) {
        Some(Source::Expression(text)) => text.contains(name),
        _ => false,
    })
}

/// Whether the values of a column in the file are those that there are in the source, and these are among them.
fn are_words(draft: &Draft<'_>, name: &str, words: &[String]) -> bool {
    let Some(choice) = draft.column(name) else { return false };
    let is_kept = choice.reason.contains(OF_VALUES);
    match (choice.spec.as_ref().map(|spec| &spec.source), draft.table.column(name).map(|column| &column.kind))
    {
        (Some(Source::Words(known)), _) => {
            is_kept && words.iter().all(|word| known.iter().any(|(known, _)| known == word))
        }
        (Some(Source::Generator { name, .. }), Some(Kind::Int(_))) => name == "int" && is_kept,
        (Some(Source::Generator { name, .. }), Some(Kind::Bool)) => name == "bool",
        _ => false,
    }
}

/// Makes a column what another one decides, by the values of both.
fn decides(draft: &mut Draft<'_>, by: &str, column: &str, values: &[(Option<String>, Option<String>)]) {
    if draft.link_of(by).is_some() {
        return follows(draft, by, column);
    }
    let given: Vec<String> = values.iter().filter_map(|(_, given)| given.clone()).collect();
    let words: Vec<String> =
        values.iter().filter_map(|(word, _)| word.clone()).filter(|word| !word.is_empty()).collect();
    if !is_free(draft, column) || !are_words(draft, by, &words) || !are_words(draft, column, &given) {
        return;
    }
    let kind = |name: &str| draft.table.column(name).map(|column| column.kind.clone());
    let (Some(kind_of_by), Some(kind)) = (kind(by), kind(column)) else { return };
    let mut groups: BTreeMap<&Option<String>, Vec<&Option<String>>> = BTreeMap::new();
    for (word, given) in values {
        groups.entry(given).or_default().push(word);
    }
    // What most values have needs no condition.
    let Some((rest, _)) = groups.iter().max_by_key(|(_, words)| words.len()) else { return };
    let rest = *rest;
    let literal =
        |given: &Option<String>| given.as_ref().map_or("null".to_owned(), |given| literal(&kind, given));
    let whens = groups.iter().filter(|(given, _)| **given != rest).map(|(given, words)| {
        let listed: Vec<String> =
            words.iter().filter_map(|word| Some(self::literal(&kind_of_by, word.as_ref()?))).collect();
        let is_null = words.iter().any(|word| word.is_none());
        let of_words = match &listed[..] {
            [] => None,
            [one] => Some(format!("{} = {one}", quoted(by))),
            _ => Some(format!("{} in ({})", quoted(by), listed.join(", "))),
        };
        let of_null = is_null.then(|| format!("{} is null", quoted(by)));
        let condition: Vec<String> = of_words.into_iter().chain(of_null).collect();
        format!("when {} then {}", condition.join(" or "), literal(given))
    });
    let whens: Vec<String> = whens.collect();
    if whens.is_empty() {
        return;
    }
    let text = format!("case {} else {} end", whens.join(" "), literal(rest));
    replace(draft, column, Spec::expression(text), format!("{OF_VALUES}, each by that of {by}"));
}

/// A value as an expression has it.
fn literal(kind: &Kind, value: &str) -> String {
    match kind {
        Kind::Int(_) | Kind::Bool => value.to_owned(),
        _ => format!("'{}'", value.replace('\'', "''")),
    }
}

/// Takes another spec, with the one before to fall back on.
fn replace(draft: &mut Draft<'_>, name: &str, spec: Spec, reason: String) {
    if let Some(column) = draft.column_mut(name) {
        column.fallbacks.extend(column.spec.take());
        column.spec = Some(spec);
        column.reason = reason;
    }
}

/// The name of a generator that takes modifiers of other columns.
fn generator(spec: &Spec) -> Option<&str> {
    match &spec.source {
        Source::Generator { name, .. } => Some(name),
        Source::Words(_) => Some("enum"),
        _ => None,
    }
}

/// Gives rows with the same value of one column the same one of the other.
fn follows(draft: &mut Draft<'_>, by: &str, column: &str) {
    let is_plain =
        draft.spec(column).is_some_and(|spec| generator(spec).is_some_and(|name| !SERIES.contains(&name)));
    let is_there = draft.spec(by).is_some_and(|spec| !spec.is_unique);
    if !is_free(draft, column) || !is_plain || !is_there || by.contains([',', ':', '@', '\\']) {
        return;
    }
    let Some(choice) = draft.column(column) else { return };
    let Some(spec) = choice.spec.clone() else { return };
    let reason = format!("{}; the same for each {by}, as in the source", choice.reason);
    replace(draft, column, spec.with("by", by), reason);
}

/// Makes a time as much later than another one as in the source.
fn after(draft: &mut Draft<'_>, of: &str, column: &str, (least, most): (u64, u64), mean: u64) {
    let source = |name: &str| match draft.spec(name).map(|spec| &spec.source) {
        Some(Source::Generator { name, constraint }) => Some((name.clone(), constraint.clone())),
        _ => None,
    };
    let is_time =
        source(of).is_some_and(|(name, _)| ["date", "datetime", "after", "before"].contains(&name.as_str()));
    let is_open = source(column).is_some_and(|(name, constraint)| match name.as_str() {
        "date" | "datetime" => true,
        "after" => constraint.split(',').next() == Some(of),
        _ => false,
    });
    if !is_time || !is_open || !is_free(draft, column) || of.contains([',', '.', ':', '@']) {
        return;
    }
    let is_date = draft.table.column(column).is_some_and(|column| column.kind == Kind::Date);
    let (low, high) = match is_date {
        true => (days(least, false), days(most.max(1), true)),
        false => (length(least, false), length(most.max(1), true)),
    };
    let null = draft.spec(column).map_or(0.0, |spec| spec.null);
    let mut spec = Spec::of(&format!("after:{of},{low}..{high}")).null(null);
    // Most are short, and a few long.
    if mean.saturating_sub(least) * 10 < most.saturating_sub(least) * 3 && mean > least {
        let distance = mean - least;
        spec = spec.with(
            "dist",
            format!("exp:{}", if is_date { days(distance, true) } else { length(distance, true) }),
        );
    }
    replace(draft, column, spec, format!("after {of}, by as much as in the source"));
}

/// A length of time in its largest unit of which it has several, rounded to two digits.
fn length(seconds: u64, is_up: bool) -> String {
    let units = [(86_400, "d"), (3600, "h"), (60, "m")];
    let (unit, name) = units.into_iter().find(|(unit, _)| seconds >= 3 * unit).unwrap_or((1, "s"));
    format!("{}{name}", rounded(seconds, unit, is_up))
}

/// The same in days.
fn days(seconds: u64, is_up: bool) -> String {
    format!("{}d", rounded(seconds, 86_400, is_up))
}

fn rounded(seconds: u64, unit: u64, is_up: bool) -> i128 {
    let count = if is_up { seconds.div_ceil(unit) } else { seconds / unit };
    outwards(i128::from(count), is_up)
}

/// Correlates a column with another one.
fn correlates(draft: &mut Draft<'_>, with: &str, column: &str, r: f64) {
    let takes = |name: &str| {
        let spec = draft.spec(name)?;
        let is_number = generator(spec).is_some_and(|name| NUMBERS.contains(&name));
        let is_free = !spec.settings.iter().any(|(name, _)| ["by", "with"].contains(name));
        Some(is_number && is_free && !spec.is_unique)
    };
    let names = [with, column];
    if !is_free(draft, column)
        || !names.iter().all(|name| takes(name) == Some(true))
        || with.contains([',', ':', '@', '\\'])
    {
        return;
    }
    let Some(choice) = draft.column(column) else { return };
    let Some(spec) = choice.spec.clone() else { return };
    let reason = format!("{}; correlated with {with}", choice.reason);
    replace(draft, column, spec.with("with", format!("{with}:{r:.2}")), reason);
}

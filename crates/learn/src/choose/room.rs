//! Tables of no more rows than their columns have values for.

use super::amount::Limits;
use super::check::{Fact, Says, parsed, read};
use super::draft::Draft;
use super::probe::Probe;
use super::spec::{Source, Spec};
use crate::model::Kind;

/// Limits the rows to as many as the types of columns that number them can count.
pub fn limit_serials(draft: &mut Draft<'_>) {
    for column in &draft.table.columns {
        let Kind::Int(size) = column.kind else { continue };
        let Some(Source::Generator { name, constraint }) = draft.spec(&column.name).map(|spec| &spec.source)
        else {
            continue;
        };
        if name != "seq" {
            continue;
        }
        let mut parts = constraint.split(',').map(|part| part.parse::<i128>().ok());
        let start = parts.next().flatten().unwrap_or(1);
        let step = parts.next().flatten().unwrap_or(1);
        let (low, high) = Limits::int(size.bits, size.is_unsigned).range;
        let room = if step < 0 { start - low } else { high - start };
        let most = u64::try_from(room / step.abs().max(1) + 1).unwrap_or(u64::MAX);
        draft.limit(most, &format!("no more than {} has numbers", column.name));
    }
}

/// Limits the rows to as many as there are values of the column.
pub fn limit_rows(draft: &mut Draft<'_>, name: &str, probe: &Probe) -> bool {
    let Some(spec) = draft.spec(name).cloned() else { return false };
    if spec.is_expression() || spec.list.is_some() {
        return false;
    }
    let values = match &spec.source {
        Source::Words(words) => words.len() as u64,
        _ if draft.table.column(name).is_some_and(|column| column.kind == Kind::Bool) => 2,
        _ => match spec.clone().unique().short().and_then(|short| probe.ask(&short)) {
            Some(known) => known.values,
            None => return false,
        },
    };
    if !draft.limit(values, &format!("no more than {name} has values")) {
        return false;
    }
    if let Some(column) = draft.column_mut(name) {
        let source = match spec.source.clone() {
            Source::Words(words) => Source::Words(words.into_iter().map(|(word, _)| (word, 1)).collect()),
            other => other,
        };
        column.reason = column.reason.replace(", and its quantiles", "");
        column.spec = Some(Spec { null: 0.0, source, ..spec }.unique());
    }
    true
}

/// Keeps a column from the one value of which there may be one row only (`where is_default`): the first that may be, or this one.
pub fn never_as_said(draft: &mut Draft<'_>, only: Option<&str>, condition: &str) -> bool {
    facts_of(draft, condition).into_iter().any(|(name, fact)| match fact {
        Fact::OneOf(words) if only.is_none_or(|only| only == name) => match &words[..] {
            [word] => never(draft, &name, word),
            _ => false,
        },
        _ => false,
    })
}

/// Keeps all rows from a condition that one row alone may meet (`unique ((true)) where is_default`).
pub fn never_at_all(draft: &mut Draft<'_>, condition: &str) -> bool {
    never_as_said(draft, None, condition)
        || facts_of(draft, condition)
            .into_iter()
            .any(|(name, fact)| fact == Fact::Null && never_null(draft, &name))
}

/// What a condition says of single columns, each of which has to be so for the condition to hold.
fn facts_of(draft: &Draft<'_>, condition: &str) -> Vec<(String, Fact)> {
    let says = parsed(condition).and_then(|expression| read(&expression)).unwrap_or_default();
    let fact = |says| match says {
        Says::Of(name, fact) => Some((super::name::spelled(draft.table, &name), fact)),
        _ => None,
    };
    says.into_iter().filter_map(fact).collect()
}

/// Keeps a column from a value.
fn never(draft: &mut Draft<'_>, name: &str, word: &str) -> bool {
    let is_bool = draft.table.column(name).is_some_and(|column| column.kind == Kind::Bool);
    let is_asked =
        draft.facts.get(name).is_some_and(|facts| facts.one_of.as_ref().is_some_and(|of| of.len() == 1));
    let Some(column) = draft.column_mut(name).filter(|_| !is_asked) else { return false };
    let Some(spec) = &mut column.spec else { return false };
    match &mut spec.source {
        _ if is_bool => spec.source = Spec::of(if word == "true" { "bool:0" } else { "bool:1" }).source,
        Source::Words(all) if all.iter().any(|(other, _)| other != word) => {
            all.retain(|(other, _)| other != word);
        }
        _ => return false,
    }
    column.reason = format!("never {word}, which one row alone may be");
    true
}

/// Keeps a column from being null, where that is not what it is for, as `deleted_at` is.
fn never_null(draft: &mut Draft<'_>, name: &str) -> bool {
    let is_rare = super::name::find(name, &draft.table.name.name, "time")
        .is_some_and(|rule| rule.column == "time:rare");
    let is_empty = draft.facts.get(name).is_some_and(|facts| facts.is_empty);
    if is_rare || is_empty || draft.picks.contains_key(name) {
        return false;
    }
    let reason = "never null, as one row alone may be";
    if let Some(link) = draft.link_of(name).map(|link| &mut draft.links[link]) {
        if link.when.is_some() || link.is_own {
            return false;
        }
        link.null = 0.0;
        reason.clone_into(&mut link.reason);
        return true;
    }
    let Some(column) = draft.column_mut(name) else { return false };
    let Some(spec) = &mut column.spec else { return false };
    let may_lack =
        matches!(&spec.source, Source::Generator { name, .. } if name == "after") || spec.is_expression();
    if may_lack {
        return false;
    }
    spec.null = 0.0;
    column.reason = format!("{}, {reason}", column.reason);
    true
}

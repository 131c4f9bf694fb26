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
        column.spec = Some(Spec { null: 0.0, is_unique: true, source, ..spec });
    }
    true
}

/// Keeps a column from the one value of which there may be one row only (`where is_default`).
pub fn never(draft: &mut Draft<'_>, name: &str, condition: &str) -> bool {
    let says = parsed(condition).and_then(|expression| read(&expression));
    let Some([Says::Of(of, Fact::OneOf(words))]) = says.as_deref() else { return false };
    let is_bool = draft.table.column(name).is_some_and(|column| column.kind == Kind::Bool);
    let ([word], true) = (&words[..], of.eq_ignore_ascii_case(name)) else { return false };
    let Some(column) = draft.column_mut(name) else { return false };
    let Some(spec) = &mut column.spec else { return false };
    match &mut spec.source {
        _ if is_bool => spec.source = Spec::of(if word == "true" { "bool:0" } else { "bool:1" }).source,
        Source::Words(all) if all.len() > 1 => all.retain(|(other, _)| other != word),
        _ => return false,
    }
    column.reason = format!("never {word}, which one row alone may be");
    true
}

/// Keeps all rows from a condition that one row alone may meet (`unique ((true)) where is_default`).
pub fn never_at_all(draft: &mut Draft<'_>, condition: &str) -> bool {
    let says = parsed(condition).and_then(|expression| read(&expression));
    match says.as_deref() {
        Some([Says::Of(name, Fact::OneOf(_))]) => {
            let name = super::name::spelled(draft.table, name);
            never(draft, &name, condition)
        }
        _ => false,
    }
}

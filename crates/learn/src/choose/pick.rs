//! Columns that are null or not by what another column of their row is.

use super::draft::Draft;
use super::spec::{Source, Spec};
use super::text::quoted;
use crate::model::Kind;

/// Makes exactly one of several columns not null, or at most one where `least` is 0.
pub fn one_of(draft: &mut Draft<'_>, columns: &[String], least: usize) -> bool {
    if least > 1 || columns.iter().any(|name| draft.column(name).is_none()) {
        return false;
    }
    let always =
        columns.iter().find(|name| draft.table.column(name).is_some_and(|column| !column.is_nullable));
    if let Some(always) = always {
        for name in columns.iter().filter(|name| *name != always) {
            if let Some(link) = draft.link_of(name) {
                draft.links[link].null = 1.0;
            } else if let Some(spec) = draft.column_mut(name).and_then(|column| column.spec.as_mut()) {
                spec.null = 1.0;
            }
        }
        return true;
    }
    let mut words: Vec<String> = columns.to_vec();
    if least == 0 {
        words.push("none".into());
    }
    let pick = draft.add_helper(&columns[0], "pick", Spec::words(words));
    for name in columns {
        if let Some(link) = draft.link_of(name) {
            draft.links[link].when = Some((pick.clone(), name.clone()));
            draft.links[link].null = 0.0;
            draft.links[link].reason = "one of several columns, by a CHECK".into();
            continue;
        }
        let condition = format!("{} = '{}'", quoted(&pick), name.replace('\'', "''"));
        only_where(draft, name, &condition, "one of several columns, by a CHECK");
    }
    true
}

/// Makes a column not null where another one has one of these words, and null in all other rows; or the other way round. `why` is what says so.
pub fn when(
    draft: &mut Draft<'_>,
    column: &str,
    words: &[String],
    filled: &str,
    is_filled: bool,
    why: &str,
) -> bool {
    let is_nullable = draft.table.column(filled).is_some_and(|column| column.is_nullable)
        && !draft.facts.get(filled).is_some_and(|facts| facts.is_filled || facts.is_empty);
    let is_free = draft.column(filled).is_some() && !draft.picks.contains_key(filled);
    let reads = |spec: &Spec| matches!(&spec.source, Source::Expression(text) if text.contains(filled));
    let is_made = draft.link_of(column).is_none() && draft.spec(column).is_some_and(|spec| !reads(spec));
    if !is_nullable || !is_free || !is_made {
        return false;
    }
    if draft.link_of(filled).is_some_and(|link| draft.links[link].when.is_some()) {
        return false;
    }
    let has_words = add_words(draft, column, words);
    let reason = format!("{}null by {column}, {why}", if is_filled { "not " } else { "" });
    if let Some(link) = draft.link_of(filled) {
        // A link knows one word of a list.
        let ([word], true, true) = (words, is_filled, has_words) else { return false };
        draft.links[link].when = Some((column.to_owned(), word.clone()));
        draft.links[link].null = 0.0;
        draft.links[link].reason = reason;
        return true;
    }
    let Some(kind) = draft.table.column(column).map(|column| &column.kind) else { return false };
    let any: Vec<String> = words.iter().map(|word| is(kind, column, word)).collect();
    let condition = match is_filled {
        true => any.join(" or "),
        false => format!("not ({})", any.join(" or ")),
    };
    only_where(draft, filled, &condition, &reason)
}

/// Adds words of a condition to a column of words that are not known. Gives whether it is one of words.
fn add_words(draft: &mut Draft<'_>, column: &str, words: &[String]) -> bool {
    let is_known = draft.facts.get(column).is_some_and(|facts| facts.one_of.is_some());
    let most = match draft.table.column(column).map(|column| &column.kind) {
        Some(Kind::Text { max, .. }) => max.map_or(usize::MAX, |max| max as usize),
        _ => 0,
    };
    let Some(Spec { source: Source::Words(all), .. }) =
        draft.column_mut(column).and_then(|column| column.spec.as_mut())
    else {
        return false;
    };
    for word in words {
        let is_new = !all.iter().any(|(other, _)| other == word);
        if is_new && !is_known && word.chars().count() <= most {
            all.push((word.clone(), all.iter().map(|(_, weight)| *weight).max().unwrap_or(1)));
        }
    }
    true
}

/// The condition that a column has this value.
fn is(kind: &Kind, column: &str, word: &str) -> String {
    let column = quoted(column);
    match kind {
        Kind::Bool if ["true", "1", "t"].contains(&word) => column,
        Kind::Bool => format!("not {column}"),
        Kind::Int(_) | Kind::Decimal { .. } | Kind::Float { .. } => format!("{column} = {word}"),
        _ => format!("{column} = '{}'", word.replace('\'', "''")),
    }
}

/// Moves what makes a column into a hidden one, of which the column has the values where a condition holds.
fn only_where(draft: &mut Draft<'_>, name: &str, condition: &str, reason: &str) -> bool {
    let Some(spec) = draft.column_mut(name).and_then(|column| column.spec.take()) else { return false };
    let helper = draft.add_helper(name, "any", Spec { null: 0.0, ..spec });
    if let Some(column) = draft.column_mut(name) {
        column.spec = Some(Spec::expression(format!("case when {condition} then {} end", quoted(&helper))));
        reason.clone_into(&mut column.reason);
        column.fallbacks.clear();
    }
    draft.picks.insert(name.to_owned(), helper);
    true
}

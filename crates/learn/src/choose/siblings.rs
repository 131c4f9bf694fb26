//! Rows that differ within their parents: one for each parent, another other parent each time, a number or a word of each row.

use super::amount::Limits;
use super::check::{Fact, Says, parsed, read};
use super::draft::{Draft, Each};
use super::name;
use super::spec::{Source, Spec};
use super::text::quoted;
use crate::model::Kind;

/// Makes rows differ in their parents alone.
pub fn solve_links(draft: &mut Draft<'_>, links: &[usize], condition: Option<&str>) -> bool {
    if condition.is_none() && links.iter().any(|&link| chain(draft, link)) {
        return true;
    }
    match links {
        [] => false,
        [one] => match condition {
            None => single(draft, *one),
            Some(condition) => partial(draft, *one, condition),
        },
        several => pairs(draft, several),
    }
}

/// Each row refers to the one before it, and the first to none: no row of a tree twice.
fn chain(draft: &mut Draft<'_>, link: usize) -> bool {
    let of = &draft.links[link];
    let [(own, key)] = &of.columns[..] else { return false };
    let (own, key) = (own.clone(), key.clone());
    let is_serial = draft.spec(&key).and_then(Spec::short).is_some_and(|short| short == "seq");
    if !(of.is_own && of.is_nullable && is_serial) {
        return false;
    }
    if draft.links.iter().any(|other| other.other.contains(&link)) {
        return false;
    }
    draft.links.remove(link);
    let others = draft.links.iter_mut().flat_map(|other| &mut other.other);
    let counting = draft.per.as_mut().map(|(per, _)| per);
    others.chain(counting).filter(|index| **index > link).for_each(|index| *index -= 1);
    if let Some(column) = draft.column_mut(&own) {
        column.spec = Some(Spec::expression(format!("nullif({} - 1, 0)", quoted(&key))));
        column.reason = "the row before it, as none comes twice".into();
    }
    true
}

/// No parent twice.
fn single(draft: &mut Draft<'_>, link: usize) -> bool {
    let of = &draft.links[link];
    if draft.per.is_none() && !of.is_nullable && !of.is_own && of.within.is_none() {
        draft.per = Some((link, Each { least: 1, most: 1, spread: None }));
        draft.rows_reason = format!("one for each row of {}", draft.links[link].parent_name);
        return true;
    }
    if of.is_own {
        return false;
    }
    let parents = of.parent_rows;
    if !draft.limit(parents, &format!("no more than {} has", draft.links[link].parent_name)) {
        return false;
    }
    draft.links[link].is_unique = true;
    draft.links[link].reason = "no parent twice".into();
    true
}

/// One row of each parent, among those for which a condition holds.
fn partial(draft: &mut Draft<'_>, link: usize, condition: &str) -> bool {
    let says = parsed(condition).and_then(|expression| read(&expression));
    let Some([Says::Of(name, fact)]) = says.as_deref() else { return single(draft, link) };
    let name = name::spelled(draft.table, name);
    let word = match fact {
        Fact::OneOf(words) => match &words[..] {
            [word] => word.clone(),
            _ => return single(draft, link),
        },
        _ => return single(draft, link),
    };
    if draft.per.as_ref().is_some_and(|(per, _)| *per != link) || !can_count(draft, link) {
        return false;
    }
    let Some(kind) = draft.table.column(&name).map(|column| column.kind.clone()) else { return false };
    count(draft, link, 5);
    if kind == Kind::Bool && ["true", "1", "t"].contains(&word.as_str()) {
        if let Some(column) = draft.column_mut(&name) {
            column.spec = Some(Spec::of("is_first"));
            column.reason = "true in one row of each parent, by a partial UNIQUE".into();
        }
        return true;
    }
    let Some(Source::Words(words)) = draft.spec(&name).map(|spec| spec.source.clone()) else { return false };
    let rest: Vec<(String, u32)> = words.into_iter().filter(|(other, _)| *other != word).collect();
    if rest.is_empty() {
        return false;
    }
    let other = draft.add_helper(&name, "other", Spec::from(Source::Words(rest)));
    let nth = draft.add_helper(&name, "nth", Spec::of("nth"));
    let text = format!(
        "case when {} = 1 then '{}' else {} end",
        quoted(&nth),
        word.replace('\'', "''"),
        quoted(&other)
    );
    if let Some(column) = draft.column_mut(&name) {
        column.spec = Some(Spec::expression(text));
        column.reason = format!("{word} in one row of each parent, by a partial UNIQUE");
    }
    true
}

/// Whether a link may count the rows.
fn can_count(draft: &Draft<'_>, link: usize) -> bool {
    let of = &draft.links[link];
    let is_counted = draft.per.as_ref().is_some_and(|(per, _)| *per == link);
    is_counted
        || (draft.per.is_none()
            && !of.is_own
            && of.within.is_none()
            && of.when.is_none()
            && of.other.is_empty())
}

/// Lets a link count the rows, at most n for each parent.
fn count(draft: &mut Draft<'_>, link: usize, most: u64) {
    let most = match &draft.per {
        Some((_, each)) => each.most.min(most),
        None => most,
    };
    let is_grown = draft.links[link].parent_rows > draft.rows.saturating_mul(3);
    let most = if is_grown { most.min(2) } else { most }.max(1);
    draft.links[link].null = 0.0;
    draft.rows_reason = format!("some for each row of {}", draft.links[link].parent_name);
    draft.per = Some((link, Each { least: 1, most, spread: None }));
}

/// No two parents together twice.
fn pairs(draft: &mut Draft<'_>, links: &[usize]) -> bool {
    if links.iter().any(|&link| draft.links[link].is_unique) {
        return true;
    }
    let own = |link: usize| &draft.links[link].columns[0].0;
    let is_ordered =
        |one: usize, other: usize| draft.pairs.contains(&vec![format!("{} < {}", own(one), own(other))]);
    if links.iter().any(|&one| links.iter().any(|&other| is_ordered(one, other))) {
        return true;
    }
    let counted = draft.per.as_ref().map(|(per, _)| *per).filter(|per| links.contains(per));
    let counting = counted.or_else(|| {
        let may = |link: &&usize| can_count(draft, **link) && draft.per.is_none();
        links.iter().filter(may).min_by_key(|&&link| (draft.links[link].is_nullable, link)).copied()
    });
    if let Some(counting) = counting {
        // Of the others the one with most parents differs.
        let others = links.iter().filter(|&&link| link != counting && !draft.links[link].is_own);
        let Some(other) = others.max_by_key(|&&link| draft.links[link].parent_rows).copied() else {
            return false;
        };
        if draft.links[other].is_distinct {
            return true;
        }
        let spare = u64::from(!draft.links[other].other.is_empty());
        count(draft, counting, 5.min(draft.links[other].parent_rows.saturating_sub(spare).max(1)));
        draft.links[other].is_distinct = true;
        draft.links[other].null = 0.0;
        let when = draft.links[other].when.as_ref().map_or("", |_| ", where there is one");
        draft.links[other].reason = format!("another one each time{when}");
        if draft.links[other].other.contains(&counting) {
            draft.links[other].other = vec![usize::MAX];
        }
        return true;
    }
    let [one, other] = links else { return false };
    if draft.per.is_some()
        || draft.links[*one].is_own
        || draft.links[*other].is_own
        || draft.links[*one].parent == draft.links[*other].parent
    {
        return false;
    }
    let column = |link: usize| draft.links[link].columns[0].0.clone();
    let most = draft.links[*one].parent_rows.saturating_mul(draft.links[*other].parent_rows);
    let pair = vec![column(*one), column(*other)];
    draft.limit(most, "no more than there are pairs") && {
        draft.pairs.push(pair);
        true
    }
}

/// Numbers the rows of a parent by a column, or gives each of them another word or day.
pub fn count_within(draft: &mut Draft<'_>, links: &[usize], name: &str) -> bool {
    let Some(column) = draft.table.column(name) else { return false };
    let counting = draft.per.as_ref().map(|(per, _)| *per).filter(|per| links.contains(per));
    let counting = counting.or_else(|| {
        links
            .iter()
            .filter(|&&link| draft.per.is_none() && can_count(draft, link))
            .min_by_key(|&&link| (draft.links[link].is_nullable, link))
            .copied()
    });
    let Some(link) = counting else { return false };
    let facts = draft.facts.get(name).cloned().unwrap_or_default();
    let (spec, most, reason): (Spec, u64, &str) =
        match (&column.kind, draft.spec(name).map(|spec| spec.source.clone())) {
            (_, Some(Source::Words(words))) if words.len() > 1 => {
                let most = words.len().min(5);
                let whens: Vec<String> = words[..most]
                    .iter()
                    .enumerate()
                    .map(|(index, (word, _))| {
                        // The last one has no condition, so that the program knows that none is null.
                        let word = word.replace('\'', "''");
                        if index + 1 == most {
                            format!("else '{word}'")
                        } else {
                            format!("when {} then '{word}'", index + 1)
                        }
                    })
                    .collect();
                (
                    Spec::expression(format!("case {{nth}} {} end", whens.join(" "))),
                    most as u64,
                    "another word in each row of a parent",
                )
            }
            (Kind::Bool, _) => (Spec::expression("{nth} = 1"), 2, "another value in each row of a parent"),
            (Kind::Date, _) => {
                (Spec::expression("date '2024-01-01' + {nth}"), 5, "another day in each row of a parent")
            }
            (Kind::Int(_) | Kind::Decimal { scale: None | Some(0), .. }, _) if facts.one_of.is_none() => {
                let limits = match &column.kind {
                    Kind::Decimal { precision, scale } => Limits::decimal(*precision, *scale),
                    Kind::Int(size) => Limits::int(size.bits, size.is_unsigned),
                    _ => return false,
                };
                let Some((low, high)) = facts.clipped(1, 5, limits.range, 0) else { return false };
                let most = u64::try_from(high - low + 1).unwrap_or(1).min(5);
                match low {
                    1 => (Spec::of("nth"), most, "its number among the rows of its parent"),
                    low => (
                        Spec::expression(format!("{{nth}} + {}", low - 1)),
                        most,
                        "its number among the rows of its parent",
                    ),
                }
            }
            _ => return false,
        };
    count(draft, link, most);
    let spec = match spec.source {
        Source::Expression(text) => {
            let nth = draft.add_helper(name, "nth", Spec::of("nth"));
            Spec::expression(text.replace("{nth}", &quoted(&nth)))
        }
        _ => spec,
    };
    if let Some(column) = draft.column_mut(name) {
        column.spec = Some(spec);
        column.reason = reason.into();
        column.doubts.clear();
    }
    draft.drop_unread();
    true
}

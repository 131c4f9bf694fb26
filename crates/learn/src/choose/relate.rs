//! What conditions say of several columns: which are null together, which come after which.

use std::collections::HashMap;

use super::amount::of_range;
use super::check::{Fact, Says};
use super::draft::Draft;
use super::facts::Facts;
use super::name;
use super::number::Number;
use super::spec::{Source, Spec};
use super::text::quoted;
use crate::model::{Kind, Table};

/// The same with names as the table spells them.
pub fn spelled(table: &Table, says: Says) -> Says {
    let name = |column: &String| name::spelled(table, column);
    let all = |names: &[String]| names.iter().map(name).collect();
    match says {
        Says::Of(column, fact) => Says::Of(name(&column), fact),
        Says::Order { less, more, is_strict } => {
            Says::Order { less: name(&less), more: name(&more), is_strict }
        }
        Says::Differ(one, other) => Says::Differ(name(&one), name(&other)),
        Says::Filled { columns, least, most } => Says::Filled { columns: all(&columns), least, most },
        Says::Together(columns) => Says::Together(all(&columns)),
        Says::When { column, words, filled, is_filled } => {
            Says::When { column: name(&column), words, filled: name(&filled), is_filled }
        }
        Says::Equal(column, expression) => Says::Equal(name(&column), expression),
    }
}

/// Columns that are never null by conditions over several columns.
pub fn fill(facts: &mut HashMap<String, Facts>, says: &[Says]) {
    for one in says {
        let filled: &[String] = match one {
            Says::Filled { columns, least, most } if *most >= columns.len() => {
                &columns[..(*least).min(columns.len())]
            }
            Says::Together(columns) => columns,
            _ => &[],
        };
        for name in filled {
            facts.entry(name.clone()).or_default().add(Fact::NotNull);
        }
    }
}

/// Changes the choices so that they keep conditions over several columns. Gives what is not kept.
pub fn apply(draft: &mut Draft<'_>, says: &[Says]) -> Vec<String> {
    let mut doubts = Vec::new();
    for one in says {
        let kept = match one {
            Says::Order { less, more, is_strict } => ordered(draft, less, more, *is_strict),
            Says::Differ(one, other) => differ(draft, one, other),
            Says::Filled { columns, least, most } if *most < columns.len() => {
                super::pick::one_of(draft, columns, *least)
            }
            Says::When { column, words, filled, is_filled } => {
                super::pick::when(draft, column, words, filled, *is_filled, "by a CHECK")
            }
            Says::Equal(column, expression) => equal(draft, column, expression),
            Says::Of(..) | Says::Filled { .. } | Says::Together(_) => true,
        };
        if !kept {
            doubts.push(format!("CHECK may be broken: {}", text(one)));
        }
    }
    doubts
}

fn text(says: &Says) -> String {
    match says {
        Says::Order { less, more, is_strict } => {
            format!("{less} {} {more}", if *is_strict { "<" } else { "<=" })
        }
        Says::Differ(one, other) => format!("{one} <> {other}"),
        Says::Filled { columns, least, most } if least == most => {
            format!("{least} of {} is not null", columns.join(", "))
        }
        Says::Filled { columns, least, most } => {
            format!("{least} to {most} of {} are not null", columns.join(", "))
        }
        Says::Together(columns) => format!("{} are null together", columns.join(", ")),
        Says::When { column, words, filled, is_filled } => {
            let null = if *is_filled { "is not null" } else { "is null" };
            format!("{filled} {null} where {column} is {}, and nowhere else", words.join(" or "))
        }
        Says::Equal(column, expression) => format!("{column} = {expression}"),
        Says::Of(column, _) => column.clone(),
    }
}

fn kind<'d>(draft: &'d Draft<'_>, name: &str) -> Option<&'d Kind> {
    draft.table.column(name).map(|column| &column.kind)
}

/// Makes the one column not larger than the other.
fn ordered(draft: &mut Draft<'_>, less: &str, more: &str, is_strict: bool) -> bool {
    if let (Some(first), Some(second)) = (draft.link_of(less), draft.link_of(more)) {
        return ordered_pairs(draft, first, second, (less, more));
    }
    if draft.link_of(less).is_some() || draft.link_of(more).is_some() {
        return false;
    }
    match (kind(draft, less).cloned(), kind(draft, more).cloned()) {
        (Some(Kind::Date), Some(Kind::Date)) => {
            after(draft, less, more, if is_strict { "1d..60d" } else { "0d..60d" })
        }
        (Some(Kind::DateTime { .. }), Some(Kind::DateTime { .. })) => after(draft, less, more, "1m..60d"),
        (Some(Kind::Time { .. }), Some(Kind::Time { .. })) => {
            let half = |draft: &mut Draft<'_>, name: &str, range: &str| {
                if let Some(spec) = draft.column_mut(name).and_then(|column| column.spec.as_mut()) {
                    *spec = Spec::of(&format!("time:{range}")).null(spec.null);
                }
            };
            half(draft, less, "06:00:00,12:59:59");
            half(draft, more, "13:00:00,22:59:59");
            true
        }
        (Some(_), Some(_)) => larger(draft, less, more, is_strict),
        _ => false,
    }
}

/// Makes two rows of one table pairs, the earlier row first, each at most once.
fn ordered_pairs(draft: &mut Draft<'_>, less: usize, more: usize, names: (&str, &str)) -> bool {
    let of = |link: usize| &draft.links[link];
    let is_one = |link: usize| of(link).columns.len() == 1 && !of(link).is_own && of(link).within.is_none();
    if of(less).parent != of(more).parent || !is_one(less) || !is_one(more) || draft.per.is_some() {
        return false;
    }
    let parents = of(less).parent_rows;
    if !draft.limit(parents.saturating_mul(parents.saturating_sub(1)) / 2, "no more than there are pairs") {
        return false;
    }
    for link in [less, more] {
        draft.links[link].null = 0.0;
    }
    draft.pairs.push(vec![format!("{} < {}", names.0, names.1)]);
    true
}

/// Makes a time some while after another.
fn after(draft: &mut Draft<'_>, less: &str, more: &str, span: &str) -> bool {
    let reads = |draft: &Draft<'_>, name: &str, of: &str| {
        matches!(draft.spec(name).map(|spec| &spec.source), Some(Source::Generator { name, constraint })
            if name == "after" && constraint.split(',').next() == Some(of))
    };
    if less.contains([',', '.', ':', '@']) {
        return false;
    }
    if reads(draft, less, more) {
        // The names said it the other way round.
        let plain = if span.ends_with("d..60d") { "date:-2y,today" } else { "datetime:-2y,now" };
        if let Some(spec) = draft.column_mut(less).and_then(|column| column.spec.as_mut()) {
            *spec = Spec::of(plain).null(spec.null);
        }
    }
    if reads(draft, more, less) {
        return true;
    }
    let Some(column) = draft.column_mut(more) else { return false };
    let null = column.spec.as_ref().map_or(0.0, |spec| spec.null);
    column.spec = Some(Spec::of(&format!("after:{less},{span}")).null(null));
    column.reason = format!("after {less}, by a CHECK");
    column.doubts.clear();
    column.fallbacks.clear();
    true
}

/// The range of a column of numbers, in steps of 10^-scale.
fn range(draft: &Draft<'_>, name: &str) -> Option<(i128, i128, u32)> {
    let Source::Generator { name, constraint } = &draft.spec(name)?.source else { return None };
    let mut parts = constraint.split(',');
    let (low, high) = (Number::parse(parts.next()?)?, Number::parse(parts.next()?)?);
    let scale = match name.as_str() {
        "int" => 0,
        "decimal" => parts.next()?.parse().ok()?,
        _ => return None,
    };
    Some((low.floor(scale), high.floor(scale), scale))
}

/// Makes a number larger than another: the one and a random difference.
fn larger(draft: &mut Draft<'_>, less: &str, more: &str, is_strict: bool) -> bool {
    let (Some((low, high, scale)), Some((from, to, places))) = (range(draft, less), range(draft, more))
    else {
        return false;
    };
    let least = i128::from(is_strict);
    let top = Number::parse(&Number::text(to, places)).map_or(0, |number| number.floor(scale));
    let top_of_less = high.min(low + (top - low) / 2);
    if scale != places || top_of_less < low || top - top_of_less < least {
        return false;
    }
    let null = |draft: &Draft<'_>, name: &str| draft.spec(name).map_or(0.0, |spec| spec.null);
    let (null_of_less, null_of_more) = (null(draft, less), null(draft, more));
    let difference = of_range(least, (top - top_of_less).max(least), scale);
    if let Some(column) = draft.column_mut(less).filter(|_| top_of_less < high) {
        column.spec = Some(of_range(low, top_of_less, scale).null(null_of_less));
    }
    let helper = draft.add_helper(more, "more", difference);
    let mut base = quoted(less);
    if null_of_less > 0.0 {
        base = format!("coalesce({base}, {})", Number::text(low, scale));
    }
    let sum = format!("{base} + {}", quoted(&helper));
    let text =
        if low + least < from { format!("greatest({sum}, {})", Number::text(from, scale)) } else { sum };
    if let Some(column) = draft.column_mut(more) {
        column.spec = Some(Spec::expression(text).null(null_of_more));
        column.reason = format!("more than {less}, by a CHECK");
    }
    true
}

fn differ(draft: &mut Draft<'_>, one: &str, other: &str) -> bool {
    match (draft.link_of(one), draft.link_of(other)) {
        (Some(first), Some(second))
            if draft.links[first].parent == draft.links[second].parent && first != second =>
        {
            draft.links[second].other = vec![first];
            draft.links[second].reason = format!("another one than {one}, by a CHECK");
            true
        }
        // A row before it is another one.
        (Some(link), None) | (None, Some(link)) => draft.links[link].is_own,
        (Some(_), Some(_)) => false,
        (None, None) => {
            let source = |name: &str| draft.spec(name).map(|spec| spec.source.clone());
            let (first, second) = (source(one), source(other));
            let is_same = first.is_some() && first == second;
            match draft.column_mut(other).and_then(|column| column.spec.as_mut()) {
                Some(spec) if is_same && !spec.is_expression() => {
                    *spec = spec.clone().with("not", one);
                    true
                }
                // Columns that are made otherwise hardly ever have the same value.
                _ => first.is_some() && second.is_some() && !is_same,
            }
        }
    }
}

/// Makes a column what an expression says.
fn equal(draft: &mut Draft<'_>, name: &str, expression: &str) -> bool {
    if draft.link_of(name).is_some() {
        return false;
    }
    let Some(column) = draft.column_mut(name) else { return false };
    let Some(before) = column.spec.replace(Spec::expression(expression)) else { return false };
    column.fallbacks.push(before);
    column.reason = "what a CHECK says it is".into();
    true
}

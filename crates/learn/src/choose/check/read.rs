//! The logic of a condition: and, or, not, case.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator};

use super::compare::compared;
use super::null::nulls;
use super::parse::{bare, column};
use super::{Fact, Says};

/// What a condition says; nothing where one of its parts is not understood. All parts together make the condition true.
#[must_use]
pub fn read(expression: &Expr) -> Option<Vec<Says>> {
    truth(expression, true, 0)
}

/// Alternatives within alternatives are followed so deep.
const MAX_DEPTH: usize = 32;

/// What makes an expression true, or false where `wanted` is so.
fn truth(expression: &Expr, wanted: bool, depth: usize) -> Option<Vec<Says>> {
    if depth > MAX_DEPTH {
        return None;
    }
    let deeper = |expression, wanted| truth(expression, wanted, depth + 1);
    match bare(expression) {
        Expr::UnaryOp { op: UnaryOperator::Not, expr } => deeper(expr, !wanted),
        Expr::BinaryOp { left, op: op @ (BinaryOperator::And | BinaryOperator::Or), right } => {
            match (*op == BinaryOperator::And) == wanted {
                true => {
                    let mut says = deeper(left, wanted)?;
                    says.extend(deeper(right, wanted)?);
                    Some(says)
                }
                false => {
                    let mut sides = Vec::new();
                    alternatives(expression, wanted, &mut sides);
                    any(&sides.iter().map(|(side, wanted)| deeper(side, *wanted)).collect::<Vec<_>>())
                }
            }
        }
        Expr::IsTrue(inner) | Expr::IsNotFalse(inner) => deeper(inner, wanted),
        Expr::IsFalse(inner) | Expr::IsNotTrue(inner) => deeper(inner, !wanted),
        Expr::IsNull(inner) => null(inner, wanted),
        Expr::IsNotNull(inner) => null(inner, !wanted),
        Expr::Case { operand: None, conditions, else_result, .. } => {
            // All results true, whichever of them it is.
            let results = conditions.iter().map(|when| &when.result).chain(else_result.as_deref());
            let all: Option<Vec<Vec<Says>>> = results.map(|result| deeper(result, wanted)).collect();
            all.map(|all| all.concat()).or_else(|| {
                let first = conditions.first()?;
                let mut says = deeper(&first.condition, true)?;
                says.extend(deeper(&first.result, wanted)?);
                Some(says)
            })
        }
        other => match column(other) {
            Some(name) => Some(vec![Says::Of(name, Fact::OneOf(vec![wanted.to_string()]))]),
            None => nulls(other, wanted).or_else(|| compared(other, wanted)),
        },
    }
}

/// The sides of nested alternatives, each with what is wanted of it.
fn alternatives<'e>(expression: &'e Expr, wanted: bool, sides: &mut Vec<(&'e Expr, bool)>) {
    match bare(expression) {
        Expr::BinaryOp { left, op: BinaryOperator::Or, right } if wanted => {
            alternatives(left, wanted, sides);
            alternatives(right, wanted, sides);
        }
        Expr::BinaryOp { left, op: BinaryOperator::And, right } if !wanted => {
            alternatives(left, wanted, sides);
            alternatives(right, wanted, sides);
        }
        _ => sides.push((expression, wanted)),
    }
}

fn null(inner: &Expr, is_null: bool) -> Option<Vec<Says>> {
    let fact = if is_null { Fact::Null } else { Fact::NotNull };
    Some(vec![Says::Of(column(inner)?, fact)])
}

/// What makes one of several sides true: those that say the same of one column together, or else the one that restricts least.
fn any(sides: &[Option<Vec<Says>>]) -> Option<Vec<Says>> {
    if let Some(says) = together(sides) {
        return Some(vec![says]);
    }
    let known: Vec<&Vec<Says>> = sides.iter().flatten().collect();
    let of_one = |side: &&Vec<Says>| match &side[..] {
        [Says::Of(name, fact)] => Some((name.clone(), fact.clone())),
        _ => None,
    };
    let facts: Option<Vec<(String, Fact)>> = known.iter().map(of_one).collect();
    if let Some(facts) = facts.filter(|_| known.len() == sides.len())
        && let Some(says) = of_columns(&facts)
    {
        return Some(says);
    }
    known.into_iter().min_by_key(|side| side.iter().map(cost).sum::<usize>()).cloned()
}

/// Alternatives that each say one thing of one column.
fn of_columns(facts: &[(String, Fact)]) -> Option<Vec<Says>> {
    let columns: Vec<String> = facts.iter().map(|(name, _)| name.clone()).collect();
    let filled = |least, most| {
        let mut columns = columns.clone();
        columns.sort();
        columns.dedup();
        Some(vec![Says::Filled { columns, least, most }])
    };
    if facts.iter().all(|(_, fact)| *fact == Fact::NotNull) {
        return filled(1, facts.len());
    }
    if facts.iter().all(|(_, fact)| *fact == Fact::Null) && facts.len() > 1 {
        return filled(0, facts.len() - 1);
    }
    let words: Option<Vec<&Vec<String>>> = facts
        .iter()
        .map(|(name, fact)| match fact {
            Fact::OneOf(words) if *name == facts[0].0 => Some(words),
            _ => None,
        })
        .collect();
    words.map(|words| {
        vec![Says::Of(facts[0].0.clone(), Fact::OneOf(words.into_iter().flatten().cloned().collect()))]
    })
}

/// Alternatives that say of the same columns which of them are null.
fn together(sides: &[Option<Vec<Says>>]) -> Option<Says> {
    let pattern = |side: &Option<Vec<Says>>| -> Option<Vec<(String, bool)>> {
        let mut pattern = Vec::new();
        for says in side.as_ref()? {
            match says {
                Says::Of(name, Fact::Null) => pattern.push((name.clone(), false)),
                Says::Of(name, Fact::NotNull) => pattern.push((name.clone(), true)),
                _ => return None,
            }
        }
        pattern.sort();
        Some(pattern)
    };
    let patterns: Vec<Vec<(String, bool)>> = sides.iter().map(pattern).collect::<Option<_>>()?;
    let columns: Vec<String> = patterns[0].iter().map(|(name, _)| name.clone()).collect();
    let is_same = |pattern: &Vec<(String, bool)>| pattern.iter().map(|(name, _)| name).eq(columns.iter());
    if columns.len() < 2 || !patterns.iter().all(is_same) {
        return None;
    }
    let mut counts: Vec<usize> =
        patterns.iter().map(|pattern| pattern.iter().filter(|(_, filled)| *filled).count()).collect();
    counts.sort_unstable();
    match (&counts[..], columns.len()) {
        ([0, most], all) if *most == all => Some(Says::Together(columns)),
        (counts, all) if counts.iter().all(|&count| count == 1) && counts.len() == all => {
            Some(Says::Filled { columns, least: 1, most: 1 })
        }
        _ => None,
    }
}

/// How much a thing restricts: what is kept of alternatives is what restricts least.
fn cost(says: &Says) -> usize {
    match says {
        Says::Of(_, Fact::MinLength(_) | Fact::Json) => 0,
        Says::Of(_, Fact::NotNull | Fact::MinItems(_))
        | Says::Filled { .. }
        | Says::Together(_)
        | Says::When { .. } => 1,
        Says::Of(_, Fact::NoneOf(_)) => 3,
        Says::Of(_, Fact::OneOf(_)) => 6,
        Says::Of(_, Fact::Null) => 8,
        Says::Of(_, _) | Says::Order { .. } | Says::Differ(..) => 2,
        Says::Equal(..) => 9,
    }
}

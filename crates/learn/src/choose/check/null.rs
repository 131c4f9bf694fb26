//! What a comparison says of which columns are null.

use sqlparser::ast::{BinaryOperator, Expr};

use super::compare::{Compare, arguments, compared, name};
use super::parse::{bare, column, literal};
use super::{Fact, Says};

/// What a comparison says of which columns are null, if it is about that.
pub(super) fn nulls(expression: &Expr, wanted: bool) -> Option<Vec<Says>> {
    let Expr::BinaryOp { left, op, right } = expression else { return None };
    let compare = Compare::of(op)?;
    let compare = if wanted { compare } else { compare.negated() };
    compared_nulls(left, compare, right)
        .or_else(|| when(left, compare, right))
        .or_else(|| filled(left, compare, right))
        .or_else(|| filled(right, compare.turned(), left))
}

/// The column of `x is null` and `x is not null`, and whether it is null.
fn null_of(expression: &Expr) -> Option<(String, bool)> {
    match bare(expression) {
        Expr::IsNull(inner) => Some((column(inner)?, true)),
        Expr::IsNotNull(inner) => Some((column(inner)?, false)),
        _ => None,
    }
}

/// The columns of `x is not null and y is not null`, and whether they are null.
fn all_null_of(expression: &Expr) -> Option<(Vec<String>, bool)> {
    match bare(expression) {
        Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
            let ((mut columns, is_null), (others, other)) = (all_null_of(left)?, all_null_of(right)?);
            columns.extend(others);
            (is_null == other).then_some((columns, is_null))
        }
        other => null_of(other).map(|(column, is_null)| (vec![column], is_null)),
    }
}

/// `(status = 'sent') = (sent_at is not null)`: the words of one column say whether others are null.
fn when(left: &Expr, compare: Compare, right: &Expr) -> Option<Vec<Says>> {
    let (condition, (columns, is_null)) = match (all_null_of(left), all_null_of(right)) {
        (None, Some(null)) => (left, null),
        (Some(null), None) => (right, null),
        _ => return None,
    };
    let is_equal = match compare {
        Compare::Equal => true,
        // Of several columns, one of them would be enough.
        Compare::Differ if columns.len() == 1 => false,
        _ => return None,
    };
    let (column, words, is_one) = match compared(bare(condition), true)?.pop()? {
        Says::Of(column, Fact::OneOf(words)) => (column, words, true),
        Says::Of(column, Fact::NoneOf(words)) => (column, words, false),
        _ => return None,
    };
    let is_filled = (is_equal != is_null) == is_one;
    let when =
        |filled: String| Says::When { column: column.clone(), words: words.clone(), filled, is_filled };
    (!columns.contains(&column)).then(|| columns.into_iter().map(when).collect())
}

/// `(a is null) = (b is null)` and `(a is null) <> (b is null)`.
fn compared_nulls(left: &Expr, compare: Compare, right: &Expr) -> Option<Vec<Says>> {
    let ((one, one_null), (other, other_null)) = (null_of(left)?, null_of(right)?);
    let columns = vec![one, other];
    match (compare, one_null == other_null) {
        (Compare::Equal, true) | (Compare::Differ, false) => Some(vec![Says::Together(columns)]),
        (Compare::Equal, false) | (Compare::Differ, true) => {
            Some(vec![Says::Filled { columns, least: 1, most: 1 }])
        }
        _ => None,
    }
}

/// `num_nonnulls(a, b) = 1`, and the same as a sum of truth values.
fn filled(count: &Expr, compare: Compare, number: &Expr) -> Option<Vec<Says>> {
    let columns = counted(count)?;
    let number: usize = literal(number)?.parse().ok()?;
    let (least, most) = match compare {
        Compare::Equal => (number, number),
        Compare::More => (number + 1, columns.len()),
        Compare::MoreOrEqual => (number, columns.len()),
        Compare::Less => (0, number.checked_sub(1)?),
        Compare::LessOrEqual => (0, number),
        Compare::Differ => return None,
    };
    (least <= columns.len()).then_some(vec![Says::Filled { columns, least, most }])
}

/// The columns of which an expression counts those that are not null.
fn counted(expression: &Expr) -> Option<Vec<String>> {
    match bare(expression) {
        Expr::Function(function) if name(function) == "num_nonnulls" => {
            arguments(function)?.into_iter().map(column).collect()
        }
        Expr::BinaryOp { left, op: BinaryOperator::Plus, right } => {
            let mut columns = counted(left)?;
            columns.extend(counted(right)?);
            Some(columns)
        }
        Expr::Cast { expr, .. } => match bare(expr) {
            Expr::IsNotNull(inner) => Some(vec![column(inner)?]),
            _ => None,
        },
        Expr::IsNotNull(inner) => Some(vec![column(inner)?]),
        Expr::Case { operand: None, conditions, else_result: Some(other), .. } => match &conditions[..] {
            [when] if literal(other)? == "0" && literal(&when.result)? == "1" => {
                match bare(&when.condition) {
                    Expr::IsNotNull(inner) => Some(vec![column(inner)?]),
                    _ => None,
                }
            }
            [when] if literal(other)? == "1" && literal(&when.result)? == "0" => {
                match bare(&when.condition) {
                    Expr::IsNull(inner) => Some(vec![column(inner)?]),
                    _ => None,
                }
            }
            _ => None,
        },
        _ => None,
    }
}

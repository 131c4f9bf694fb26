//! The text of a condition as an expression, in whichever dialect it is.

use sqlparser::ast::{DataType, Expr, UnaryOperator, Value};
use sqlparser::dialect::{Dialect, GenericDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

/// Longer conditions are left alone.
const MAX_BYTES: usize = 16 << 10;
/// How deep a condition may be nested.
const MAX_DEPTH: usize = 40;

/// The expression of a condition; nothing where no dialect has it.
#[must_use]
pub fn parsed(condition: &str) -> Option<Expr> {
    if condition.len() > MAX_BYTES {
        return None;
    }
    let dialects: [&dyn Dialect; 4] =
        [&PostgreSqlDialect {}, &MySqlDialect {}, &SQLiteDialect {}, &GenericDialect {}];
    dialects.iter().find_map(|dialect| {
        let parser = Parser::new(*dialect).with_recursion_limit(MAX_DEPTH);
        let mut parser = parser.try_with_sql(condition).ok()?;
        let expression = parser.parse_expr().ok()?;
        (parser.peek_token_ref().token == sqlparser::tokenizer::Token::EOF).then_some(expression)
    })
}

/// The expression without brackets, casts of columns and collations, which change nothing here.
pub(super) fn bare(expression: &Expr) -> &Expr {
    match expression {
        Expr::Nested(inner) | Expr::Collate { expr: inner, .. } => bare(inner),
        Expr::Cast { expr: inner, data_type, .. } if keeps_value(data_type) => bare(inner),
        Expr::Prefixed { value, .. } => bare(value),
        other => other,
    }
}

/// Whether a cast to this type leaves what is compared alone.
fn keeps_value(data_type: &DataType) -> bool {
    !matches!(data_type, DataType::Date | DataType::Int(_) | DataType::Integer(_))
}

/// The name of the column that an expression is.
pub(super) fn column(expression: &Expr) -> Option<String> {
    match bare(expression) {
        Expr::Identifier(name) => Some(name.value.clone()),
        Expr::CompoundIdentifier(names) => names.last().map(|name| name.value.clone()),
        // An `int` cast of a truth value is no column of numbers.
        _ => None,
    }
}

/// The text of a literal: of a number with its sign, of a text without its quotes.
pub(super) fn literal(expression: &Expr) -> Option<String> {
    let expression = match expression {
        Expr::Cast { expr, .. } => expr,
        other => other,
    };
    match bare(expression) {
        Expr::Cast { expr, .. } | Expr::UnaryOp { op: UnaryOperator::Plus, expr } => literal(expr),
        Expr::Value(value) => match &value.value {
            Value::Number(number, _) => Some(number.clone()),
            Value::SingleQuotedString(text)
            | Value::DoubleQuotedString(text)
            | Value::EscapedStringLiteral(text)
            | Value::NationalStringLiteral(text) => Some(text.clone()),
            Value::Boolean(truth) => Some(truth.to_string()),
            _ => None,
        },
        Expr::UnaryOp { op: UnaryOperator::Minus, expr } => {
            let text = literal(expr)?;
            Some(text.strip_prefix('-').map_or(format!("-{text}"), str::to_owned))
        }
        Expr::TypedString(typed) => match &typed.value.value {
            Value::SingleQuotedString(text) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

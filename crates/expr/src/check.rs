//! The checker: gives every node its type and its kernel, and reports every error.

use std::cell::Cell;
use std::ops::Range;

use gusher::internal::computed::ExpressionError;
use gusher::types::Field;

use crate::ast::{ExprNode, NodeKind, TypeName};
use crate::functions::{self, Args};
use crate::run::{Checked, Scalar, Typed, constant, literal, wrong};
use crate::types::{Json, Number, Type};
use crate::{column, convert, numeric, unify};

/// Checks one expression.
pub(crate) struct Checker<'f> {
    fields: &'f [&'f Field],
    /// The present in seconds since 1970-01-01 UTC.
    now: i64,
    /// Whether the expression depends on it.
    pub uses_now: bool,
    pub errors: Vec<ExpressionError>,
}

impl<'f> Checker<'f> {
    pub fn new(fields: &'f [&'f Field], now: i64) -> Checker<'f> {
        Checker { fields, now, uses_now: false, errors: Vec::new() }
    }

    /// The node with its type; errors in it are recorded.
    pub fn node(&mut self, node: &ExprNode) -> Option<Typed> {
        let checked = match &node.kind {
            NodeKind::Column(index) => column::read(*index, self.fields[*index], &node.at),
            NodeKind::Null => Ok(literal(Type::Null, Scalar::Null, &node.at)),
            NodeKind::Bool(truth) => Ok(literal(Type::Bool, Scalar::Bool(*truth), &node.at)),
            NodeKind::Number(digits) => number(digits, &node.at),
            NodeKind::Text(text) => Ok(literal(Type::Literal, Scalar::Text(text[..].into()), &node.at)),
            NodeKind::Call { name, args } => self.call(name, args, &node.at)?,
            NodeKind::Case { operand, whens, otherwise } => {
                self.case(operand.as_deref(), whens, otherwise.as_deref(), &node.at)?
            }
            NodeKind::Cast { value, to: TypeName::Text(Some(letters)) } => {
                let text = convert::to_text(self.node(value)?);
                text.map(|text| functions::first_letters(text, *letters))
            }
            NodeKind::Cast { value, to } => convert::cast(self.node(value)?, *to),
        };
        match checked.and_then(|typed| bounded(typed, node)) {
            Ok(mut typed) => {
                typed.at = node.at.clone();
                Some(typed.folded())
            }
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    /// All of these, or `None` if one has an error; all are checked.
    fn nodes<'n>(&mut self, nodes: impl IntoIterator<Item = &'n ExprNode>) -> Option<Vec<Typed>> {
        let typed: Vec<Option<Typed>> = nodes.into_iter().map(|node| self.node(node)).collect();
        typed.into_iter().collect()
    }

    fn call(&mut self, name: &str, args: &[ExprNode], at: &Range<usize>) -> Option<Checked> {
        let function = functions::find(name, args.len(), at);
        let args = self.nodes(args);
        let function = match function {
            Ok(function) => function,
            Err(error) => return Some(Err(error)),
        };
        let used_now = Cell::new(false);
        let args =
            Args { args: args?, at: at.clone(), name: function.name, now: self.now, used_now: &used_now };
        let checked = (function.build)(args);
        self.uses_now |= used_now.get();
        Some(checked)
    }

    fn case(
        &mut self,
        operand: Option<&ExprNode>,
        whens: &[(ExprNode, ExprNode)],
        otherwise: Option<&ExprNode>,
        at: &Range<usize>,
    ) -> Option<Checked> {
        // A simple case compares its operand with each value.
        let conditions: Vec<Option<Typed>> = (whens.iter())
            .map(|(condition, _)| match operand {
                None => self.node(condition),
                Some(operand) => {
                    let args = vec![operand.clone(), condition.clone()];
                    self.node(&ExprNode {
                        kind: NodeKind::Call { name: "=".into(), args },
                        at: condition.at.clone(),
                    })
                }
            })
            .collect();
        let results = self.nodes(whens.iter().map(|(_, result)| result));
        let otherwise = match otherwise {
            None => Some(literal(Type::Null, Scalar::Null, at)),
            Some(otherwise) => self.node(otherwise),
        };
        let (conditions, mut results) = (conditions.into_iter().collect::<Option<Vec<_>>>()?, results?);
        results.push(otherwise?);
        Some(unify::case(conditions, results, at))
    }
}

/// The longest text within an expression. Functions that double texts, as `replace` may, can be nested.
const LONGEST: usize = 1 << 24;

/// The value, unless its text is computed and may be too long.
fn bounded(typed: Typed, node: &ExprNode) -> Checked {
    match typed.ty {
        Type::Text(text) | Type::Json(Json { text, .. })
            if text.longest > LONGEST && !matches!(node.kind, NodeKind::Column(_)) =>
        {
            let text = format!(
                "the text may have {} bytes; shorten what it is made of, as with left(x, 1000)",
                text.longest
            );
            Err(wrong(&node.at, text))
        }
        _ => Ok(typed),
    }
}

fn number(digits: &str, at: &Range<usize>) -> Checked {
    let Some((value, scale)) = numeric::parse(digits) else {
        return Err(wrong(at, "a number has up to 38 digits, of which up to 36 are decimal places"));
    };
    let is_int = i64::try_from(value).is_ok() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let ty = match is_int {
        true => Number::narrowest(value, value, &[32]),
        false => Number::decimal(scale, value, value),
    };
    let kernel = constant(Scalar::Number(value), ty.is_narrow());
    Ok(Typed { ty: Type::Number(ty), nullable: false, kernel, constant: true, at: at.clone() })
}

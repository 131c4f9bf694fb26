//! The parser's tree becomes ours; what is not supported is reported by name.

use std::ops::Range;

use gusher::internal::computed::{ColumnName, ExpressionError};
use sqlparser::ast::{
    BinaryOperator, CaseWhen, CastKind, CeilFloorKind, DateTimeField, Expr, Function, FunctionArg,
    FunctionArgExpr, FunctionArguments, Ident, Interval, ObjectName, Spanned, TrimWhereField, TypedString,
    UnaryOperator, Value, ValueWithSpan,
};

use crate::ast::{ExprNode, NodeKind, TypeName};
use crate::functions;
use crate::offsets::Offsets;
use crate::type_name;

/// Deeper expressions than this are refused.
const DEEPEST: usize = 200;

/// Turns one expression into our tree.
pub(crate) struct Lower<'t> {
    pub offsets: Offsets<'t>,
    /// The columns that it reads, each once.
    pub names: Vec<ColumnName>,
    pub errors: Vec<ExpressionError>,
    depth: usize,
}

impl<'t> Lower<'t> {
    pub fn new(text: &'t str) -> Lower<'t> {
        Lower { offsets: Offsets::of(text), names: Vec::new(), errors: Vec::new(), depth: 0 }
    }

    fn wrong<T>(&mut self, at: Range<usize>, text: impl Into<String>) -> Option<T> {
        self.errors.push(ExpressionError { at, text: text.into() });
        None
    }

    /// The node of an expression, or the errors in it.
    pub fn node(&mut self, expr: &Expr) -> Option<ExprNode> {
        let at = self.offsets.bytes(expr.span());
        if self.depth == DEEPEST {
            return self.wrong(at, "the expression is nested too deeply");
        }
        self.depth += 1;
        let node = self.kind(expr, at.clone()).map(|kind| ExprNode { kind, at });
        self.depth -= 1;
        node
    }

    fn kind(&mut self, expr: &Expr, at: Range<usize>) -> Option<NodeKind> {
        match expr {
            Expr::Identifier(name) => Some(self.column(std::slice::from_ref(name), at)),
            Expr::CompoundIdentifier(names) => Some(self.column(names, at)),
            Expr::Value(value) => self.value(value),
            Expr::Nested(inner) => self.node(inner).map(|node| node.kind),
            Expr::UnaryOp { op, expr } => self.unary(*op, expr, at),
            Expr::BinaryOp { left, op, right } => self.binary(left, op, right, at),
            Expr::IsTrue(value) => self.call("is true", [&**value]),
            Expr::IsNotTrue(value) => self.call("is not true", [&**value]),
            Expr::IsFalse(value) => self.call("is false", [&**value]),
            Expr::IsNotFalse(value) => self.call("is not false", [&**value]),
            Expr::IsNull(value) | Expr::IsUnknown(value) => self.call("is null", [&**value]),
            Expr::IsNotNull(value) | Expr::IsNotUnknown(value) => self.call("is not null", [&**value]),
            Expr::IsDistinctFrom(a, b) => self.call("is distinct from", [&**a, &**b]),
            Expr::IsNotDistinctFrom(a, b) => self.call("is not distinct from", [&**a, &**b]),
            Expr::Between { expr, negated, low, high } => {
                self.negatable("between", *negated, &at, [&**expr, &**low, &**high])
            }
            Expr::InList { expr, list, negated } => {
                self.negatable("in", *negated, &at, std::iter::once(&**expr).chain(list))
            }
            Expr::Like { negated, any: false, expr, pattern, escape_char } => {
                let args = [Some(expr), Some(pattern), escape_char.as_ref()];
                self.negatable("like", *negated, &at, args.into_iter().flatten().map(|arg| &**arg))
            }
            Expr::ILike { negated, any: false, expr, pattern, escape_char } => {
                let args = [Some(expr), Some(pattern), escape_char.as_ref()];
                self.negatable("ilike", *negated, &at, args.into_iter().flatten().map(|arg| &**arg))
            }
            Expr::Case { operand, conditions, else_result, .. } => {
                self.case(operand.as_deref(), conditions, else_result.as_deref())
            }
            Expr::Cast { kind: CastKind::Cast | CastKind::DoubleColon, expr, data_type, format: None } => {
                let value = self.node(expr);
                self.cast(value, data_type, at)
            }
            Expr::TypedString(TypedString { data_type, value, uses_odbc_syntax: false }) => {
                let at = self.offsets.bytes(value.span);
                let value = self.value(value).map(|kind| ExprNode { kind, at: at.clone() });
                self.cast(value, data_type, at)
            }
            Expr::Interval(interval) => self.interval(interval),
            Expr::Function(function) => self.function(function, at),
            other => self.special(other, at),
        }
    }

    /// The functions that have a syntax of their own.
    fn special(&mut self, expr: &Expr, at: Range<usize>) -> Option<NodeKind> {
        let plain =
            |field: &CeilFloorKind| matches!(field, CeilFloorKind::DateTimeField(DateTimeField::NoDateTime));
        match expr {
            Expr::Extract { field, expr, .. } => {
                let field = ExprNode { kind: NodeKind::Text(field.to_string().to_lowercase()), at };
                let value = self.node(expr)?;
                Some(NodeKind::Call { name: "extract".into(), args: vec![field, value] })
            }
            Expr::Ceil { expr, field } if plain(field) => self.call("ceil", [&**expr]),
            Expr::Floor { expr, field } if plain(field) => self.call("floor", [&**expr]),
            Expr::Position { expr, r#in } => self.call("position", [&**expr, &**r#in]),
            Expr::Substring { expr, substring_from, substring_for, .. } => {
                let Some(from) = substring_from else {
                    let count = substring_for.as_ref();
                    let mut args = self.args(std::iter::once(&**expr).chain(count.map(|count| &**count)))?;
                    args.insert(1, ExprNode { kind: NodeKind::Number("1".into()), at });
                    return Some(NodeKind::Call { name: "substring".into(), args });
                };
                self.call(
                    "substring",
                    [Some(expr), Some(from), substring_for.as_ref()].into_iter().flatten().map(|arg| &**arg),
                )
            }
            Expr::Trim { expr, trim_where, trim_what, trim_characters } => {
                let name = match trim_where {
                    None | Some(TrimWhereField::Both) => "btrim",
                    Some(TrimWhereField::Leading) => "ltrim",
                    Some(TrimWhereField::Trailing) => "rtrim",
                };
                let what = trim_what.iter().map(|what| &**what).chain(trim_characters.iter().flatten());
                self.call(name, std::iter::once(&**expr).chain(what))
            }
            Expr::AtTimeZone { timestamp, time_zone } => {
                let is_utc = |node: &ExprNode| matches!(&node.kind, NodeKind::Text(zone) if matches!(&zone.to_lowercase()[..], "utc" | "z" | "gmt"));
                let (value, zone) = (self.node(timestamp), self.node(time_zone));
                match zone {
                    Some(zone) if !is_utc(&zone) => {
                        self.wrong(zone.at, "all times are in UTC: the only time zone is 'UTC'")
                    }
                    zone => Some(NodeKind::Call { name: "timezone".into(), args: vec![zone?, value?] }),
                }
            }
            Expr::Collate { .. } => {
                self.wrong(at, "COLLATE is not supported: texts are compared byte by byte")
            }
            other => self.wrong(at, format!("{} not supported in an expression", unsupported(other))),
        }
    }

    fn column(&mut self, names: &[Ident], at: Range<usize>) -> NodeKind {
        let name = names.iter().map(|name| &name.value[..]).collect::<Vec<_>>().join(".");
        let exact = names.iter().any(|name| name.quote_style.is_some());
        let known = self.names.iter().position(|known| known.name == name && known.exact == exact);
        NodeKind::Column(known.unwrap_or_else(|| {
            self.names.push(ColumnName { name, exact, at });
            self.names.len() - 1
        }))
    }

    fn value(&mut self, ValueWithSpan { value, span }: &ValueWithSpan) -> Option<NodeKind> {
        Some(match value {
            Value::Number(digits, _) => NodeKind::Number(digits.clone()),
            Value::SingleQuotedString(text)
            | Value::EscapedStringLiteral(text)
            | Value::UnicodeStringLiteral(text) => {
                if text.contains('\0') {
                    let at = self.offsets.bytes(*span);
                    return self.wrong(at, "a text cannot have a NUL character");
                }
                NodeKind::Text(text.clone())
            }
            Value::DollarQuotedString(text) => NodeKind::Text(text.value.clone()),
            Value::Boolean(truth) => NodeKind::Bool(*truth),
            Value::Null => NodeKind::Null,
            _ => {
                let at = self.offsets.bytes(*span);
                return self.wrong(at, "expected a number, a text in '…', true, false or null");
            }
        })
    }

    fn args<'e>(&mut self, args: impl IntoIterator<Item = &'e Expr>) -> Option<Vec<ExprNode>> {
        // All of them are lowered, so that all errors are found.
        let nodes: Vec<Option<ExprNode>> = args.into_iter().map(|arg| self.node(arg)).collect();
        nodes.into_iter().collect()
    }

    fn call<'e>(&mut self, name: &str, args: impl IntoIterator<Item = &'e Expr>) -> Option<NodeKind> {
        self.args(args).map(|args| NodeKind::Call { name: name.into(), args })
    }

    fn negatable<'e>(
        &mut self,
        name: &str,
        negated: bool,
        at: &Range<usize>,
        args: impl IntoIterator<Item = &'e Expr>,
    ) -> Option<NodeKind> {
        let kind = self.call(name, args)?;
        let node = |kind| ExprNode { kind, at: at.clone() };
        Some(if negated { NodeKind::Call { name: "not".into(), args: vec![node(kind)] } } else { kind })
    }

    fn unary(&mut self, op: UnaryOperator, expr: &Expr, at: Range<usize>) -> Option<NodeKind> {
        // A sign binds more tightly than a power: -2 ^ 2 is 4.
        if let (
            UnaryOperator::Plus | UnaryOperator::Minus,
            Expr::BinaryOp { left, op: BinaryOperator::PGExp, right },
        ) = (op, expr)
        {
            let base = self.unary(op, left, at.clone()).map(|kind| ExprNode { kind, at });
            let exponent = self.node(right);
            return Some(NodeKind::Call { name: "power".into(), args: vec![base?, exponent?] });
        }
        match op {
            UnaryOperator::Plus => self.call("unary +", [expr]),
            UnaryOperator::Minus => self.call("unary -", [expr]),
            UnaryOperator::Not => self.call("not", [expr]),
            other => self.wrong(at, format!("the operator {other} is not supported in an expression")),
        }
    }

    fn binary(
        &mut self,
        left: &Expr,
        op: &BinaryOperator,
        right: &Expr,
        at: Range<usize>,
    ) -> Option<NodeKind> {
        let name = match op {
            BinaryOperator::Plus => "+",
            BinaryOperator::Minus => "-",
            BinaryOperator::Multiply => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "%",
            BinaryOperator::PGExp => "power",
            BinaryOperator::StringConcat => "||",
            BinaryOperator::Gt => ">",
            BinaryOperator::Lt => "<",
            BinaryOperator::GtEq => ">=",
            BinaryOperator::LtEq => "<=",
            BinaryOperator::Eq => "=",
            BinaryOperator::NotEq => "<>",
            BinaryOperator::And => "and",
            BinaryOperator::Or => "or",
            BinaryOperator::PGRegexMatch => "~",
            BinaryOperator::PGRegexIMatch => "~*",
            BinaryOperator::PGRegexNotMatch => "!~",
            BinaryOperator::PGRegexNotIMatch => "!~*",
            BinaryOperator::PGLikeMatch => "like",
            BinaryOperator::PGILikeMatch => "ilike",
            BinaryOperator::PGStartsWith => "starts_with",
            BinaryOperator::Arrow => "->",
            BinaryOperator::LongArrow => "->>",
            BinaryOperator::HashArrow => "#>",
            BinaryOperator::HashLongArrow => "#>>",
            other => {
                return self.wrong(at, format!("the operator {other} is not supported in an expression"));
            }
        };
        self.call(name, [left, right])
    }

    fn case(
        &mut self,
        operand: Option<&Expr>,
        whens: &[CaseWhen],
        otherwise: Option<&Expr>,
    ) -> Option<NodeKind> {
        let operand = operand.map(|operand| self.node(operand).map(Box::new));
        let whens: Vec<_> = (whens.iter())
            .map(|CaseWhen { condition, result }| (self.node(condition), self.node(result)))
            .collect();
        let otherwise = otherwise.map(|otherwise| self.node(otherwise).map(Box::new));
        let whens = whens.into_iter().map(|(condition, result)| Some((condition?, result?)));
        Some(NodeKind::Case {
            operand: operand.map_or(Some(None), |operand| operand.map(Some))?,
            whens: whens.collect::<Option<_>>()?,
            otherwise: otherwise.map_or(Some(None), |otherwise| otherwise.map(Some))?,
        })
    }

    fn cast(
        &mut self,
        value: Option<ExprNode>,
        to: &sqlparser::ast::DataType,
        at: Range<usize>,
    ) -> Option<NodeKind> {
        match type_name::of(to) {
            Ok(to) => Some(NodeKind::Cast { value: Box::new(value?), to }),
            Err(text) => self.wrong(at, text),
        }
    }

    fn interval(&mut self, interval: &Interval) -> Option<NodeKind> {
        let at = self.offsets.bytes(interval.value.span());
        let Interval { leading_field, last_field: None, leading_precision: None, .. } = interval else {
            return self.wrong(at, "write the interval as one text, such as interval '1 day 2 hours'");
        };
        let value = self.node(&interval.value)?;
        if let NodeKind::Number(number) = &value.kind {
            let unit =
                leading_field.as_ref().map_or_else(|| "day".into(), |field| field.to_string().to_lowercase());
            return self.wrong(at, format!("an interval is a text in quotes: interval '{number} {unit}'"));
        }
        let NodeKind::Text(text) = value.kind else {
            return self.wrong(at, "an interval needs a text, such as interval '1 day'; for a column write days * interval '1 day'");
        };
        let text = match leading_field {
            None => text,
            Some(field) => format!("{text} {}", field.to_string().to_lowercase()),
        };
        let value = Box::new(ExprNode { kind: NodeKind::Text(text), at });
        Some(NodeKind::Cast { value, to: TypeName::Interval })
    }

    fn function(&mut self, function: &Function, at: Range<usize>) -> Option<NodeKind> {
        let Function { name, parameters, args, filter, null_treatment, over, within_group, .. } = function;
        let is_plain = filter.is_none() && null_treatment.is_none() && within_group.is_empty();
        if over.is_some() {
            return self.wrong(at, "window functions (OVER) are not supported: an expression sees one row");
        }
        if !is_plain || *parameters != FunctionArguments::None {
            return self.wrong(at, "a function takes plain arguments only");
        }
        let ObjectName(parts) = name;
        let name = parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(".").to_lowercase();
        let args = match args {
            FunctionArguments::None => Vec::new(),
            FunctionArguments::Subquery(_) => {
                return self.wrong(at, "a subquery is not supported in an expression");
            }
            FunctionArguments::List(list) => {
                let is_named = |arg: &FunctionArg| !matches!(arg, FunctionArg::Unnamed(_));
                if list.args.iter().any(is_named) {
                    let text = match functions::form(&name) {
                        Some(form) => {
                            format!("arguments have no names here; give all in their order: {form}")
                        }
                        None => "arguments have no names here".into(),
                    };
                    return self.wrong(at, text);
                }
                if list.duplicate_treatment.is_some() || !list.clauses.is_empty() {
                    return self.wrong(at, "a function takes plain arguments only");
                }
                let args: Vec<_> = list.args.iter().map(|arg| self.arg(arg, &at)).collect();
                args.into_iter().collect::<Option<Vec<_>>>()?
            }
        };
        Some(NodeKind::Call { name, args })
    }

    fn arg(&mut self, arg: &FunctionArg, at: &Range<usize>) -> Option<ExprNode> {
        match arg {
            FunctionArg::Unnamed(FunctionArgExpr::Expr(arg)) => self.node(arg),
            FunctionArg::Unnamed(_) => {
                self.wrong(at.clone(), "* is no argument: aggregates are columns of their own")
            }
            FunctionArg::Named { .. } | FunctionArg::ExprNamed { .. } => {
                self.wrong(at.clone(), "arguments have no names here")
            }
        }
    }
}

/// The name of an unsupported syntax, with its verb.
fn unsupported(expr: &Expr) -> &'static str {
    match expr {
        Expr::Subquery(_) | Expr::Exists { .. } | Expr::InSubquery { .. } => "a subquery is",
        Expr::Array(_) | Expr::CompoundFieldAccess { .. } | Expr::InUnnest { .. } => "an array is",
        Expr::AnyOp { .. } | Expr::AllOp { .. } => "ANY and ALL are",
        Expr::Tuple(_) | Expr::Struct { .. } => "a row of several values is",
        Expr::SimilarTo { .. } => "SIMILAR TO is",
        Expr::RLike { .. } => "RLIKE is",
        Expr::Overlay { .. } => "overlay is",
        Expr::Wildcard(_) | Expr::QualifiedWildcard(..) => "* is",
        Expr::JsonAccess { .. } | Expr::IsJson { .. } => "JSON is",
        Expr::Convert { .. } => "CONVERT is",
        Expr::Cast { .. } => "this kind of cast is",
        Expr::Lambda(_) => "a lambda is",
        _ => "this syntax is",
    }
}

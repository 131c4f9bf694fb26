//! Whether an expression is one to one in a column: values that differ there give values that differ.
//!
//! Only forms are known for which that is so whatever the values are; of any other the answer is no. So a key may be an expression of a
//! column without two equal values.

use gusher::types::{DataType, Field, StorageType};

use crate::ast::{ExprNode, NodeKind, TypeName};

/// A node that is one to one in a column.
#[derive(Debug, Clone, Copy, PartialEq)]
struct OneToOne {
    /// The column, by its index among those that the expression reads.
    column: usize,
    form: Form,
}

/// What its values are.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    /// Integers between two others.
    Int(i128, i128),
    /// Numbers with decimal places.
    Number,
    /// The digits of integers, with a sign where they are negative, and the most letters that they have.
    Digits(usize),
    /// Texts of digits and of letters in one case.
    OneCase,
    /// Other texts.
    Text,
    /// Days, truths and ids, each of which has one text.
    Other,
}

/// The column in which the expression is one to one, by its index among those that it reads. `fields` are what these have.
pub(crate) fn column(node: &ExprNode, fields: &[&Field]) -> Option<usize> {
    of(node, fields).map(|found| found.column)
}

fn of(node: &ExprNode, fields: &[&Field]) -> Option<OneToOne> {
    match &node.kind {
        NodeKind::Column(index) => {
            let form = form(fields.get(*index)?)?;
            Some(OneToOne { column: *index, form })
        }
        NodeKind::Call { name, args } => call(name, args, fields),
        NodeKind::Cast { value, to } => cast(of(value, fields)?, *to),
        NodeKind::Null
        | NodeKind::Bool(_)
        | NodeKind::Number(_)
        | NodeKind::Text(_)
        | NodeKind::Case { .. } => None,
    }
}

/// The form of a column's values. What is stored as another type may lose what distinguishes it.
fn form(field: &Field) -> Option<Form> {
    let keeps_all = matches!(
        field.declared,
        None | Some(StorageType::Int(_) | StorageType::Text | StorageType::Uuid | StorageType::Date)
    );
    if !keeps_all {
        return None;
    }
    Some(match &field.data_type {
        &DataType::Int64 { min, max } => Form::Int(min.into(), max.into()),
        DataType::Decimal { .. } | DataType::Wide { .. } => Form::Number,
        DataType::Utf8(_) => Form::Text,
        DataType::Uuid | DataType::Date32 { .. } | DataType::Bool => Form::Other,
        _ => return None,
    })
}

fn call(name: &str, args: &[ExprNode], fields: &[&Field]) -> Option<OneToOne> {
    match (name, args) {
        ("||" | "concat", _) => joined(args, fields),
        ("+" | "-", [one, other]) => sum(name, one, other, fields),
        ("*", [one, other]) => product(one, other, fields),
        ("unary -", [value]) => {
            let found = of(value, fields)?;
            let form = match found.form {
                Form::Int(min, max) => Form::Int(-max, -min),
                Form::Number => Form::Number,
                _ => return None,
            };
            Some(OneToOne { form, ..found })
        }
        ("unary +", [value]) => of(value, fields).filter(|found| is_number(found.form)),
        ("lpad" | "rpad", [value, length, rest @ ..]) => {
            let fill = match rest {
                [] => " ",
                [fill] => text(fill)?,
                _ => return None,
            };
            padded(of(value, fields)?, int(length)?, fill, name == "lpad")
        }
        ("upper" | "lower", [value]) => {
            of(value, fields).filter(|found| matches!(found.form, Form::Digits(_) | Form::OneCase))
        }
        ("reverse", [value]) => {
            let found = of(value, fields).filter(|found| is_text(found.form))?;
            Some(OneToOne { form: Form::Text, ..found })
        }
        _ => None,
    }
}

fn is_number(form: Form) -> bool {
    matches!(form, Form::Int(..) | Form::Number)
}

fn is_text(form: Form) -> bool {
    matches!(form, Form::Digits(_) | Form::OneCase | Form::Text)
}

/// One part that is one to one, between texts that are the same in each row.
fn joined(args: &[ExprNode], fields: &[&Field]) -> Option<OneToOne> {
    let mut found = None;
    for arg in args.iter().filter(|arg| !is_constant(arg)) {
        if found.is_some() {
            return None;
        }
        found = Some(of(arg, fields)?);
    }
    found.map(|found| OneToOne { form: Form::Text, ..found })
}

/// A sum or a difference with a number that is the same in each row.
fn sum(sign: &str, one: &ExprNode, other: &ExprNode, fields: &[&Field]) -> Option<OneToOne> {
    let (value, constant, is_first) = match (is_constant(one), is_constant(other)) {
        (false, true) => (one, other, true),
        (true, false) => (other, one, false),
        _ => return None,
    };
    let found = of(value, fields)?;
    let form = match (found.form, int(constant)) {
        (Form::Int(min, max), Some(by)) => {
            let ends = [min, max].map(|end| match (sign, is_first) {
                ("+", _) => end.checked_add(by),
                (_, true) => end.checked_sub(by),
                (_, false) => by.checked_sub(end),
            });
            let [Some(one), Some(other)] = ends else { return None };
            Form::Int(one.min(other), one.max(other))
        }
        (Form::Int(..) | Form::Number, _) if is_exact(constant) => Form::Number,
        _ => return None,
    };
    Some(OneToOne { form, ..found })
}

/// A product with a number that is the same in each row, and not 0.
fn product(one: &ExprNode, other: &ExprNode, fields: &[&Field]) -> Option<OneToOne> {
    let (value, constant) = match (is_constant(one), is_constant(other)) {
        (false, true) => (one, other),
        (true, false) => (other, one),
        _ => return None,
    };
    let (found, by) = (of(value, fields)?, int(constant).filter(|by| *by != 0)?);
    let form = match found.form {
        Form::Int(min, max) => {
            let [Some(one), Some(other)] = [min, max].map(|end| end.checked_mul(by)) else { return None };
            Form::Int(one.min(other), one.max(other))
        }
        Form::Number => Form::Number,
        _ => return None,
    };
    Some(OneToOne { form, ..found })
}

/// Digits that are padded to a length which none exceeds, so that what was added can be told from them.
fn padded(found: OneToOne, length: i128, fill: &str, is_left: bool) -> Option<OneToOne> {
    let Form::Digits(longest) = found.form else { return None };
    let is_long_enough = i128::try_from(longest).is_ok_and(|longest| longest <= length);
    let is_foreign = !fill.is_empty() && !fill.contains(|c: char| c.is_ascii_digit() || c == '-');
    // A number does not begin with 0.
    let is_zeros = is_left && !fill.is_empty() && fill.bytes().all(|byte| byte == b'0');
    (is_long_enough && (is_foreign || is_zeros)).then_some(OneToOne { form: Form::Text, ..found })
}

fn cast(found: OneToOne, to: TypeName) -> Option<OneToOne> {
    let form = match (found.form, to) {
        (Form::Int(min, max), TypeName::Text(letters)) => {
            let longest = min.to_string().len().max(max.to_string().len());
            if letters.is_some_and(|letters| letters < longest) {
                return None;
            }
            Form::Digits(longest)
        }
        (Form::Other, TypeName::Text(None)) => Form::OneCase,
        (Form::Number | Form::Text, TypeName::Text(None)) => Form::Text,
        // What does not fit is refused when the expression is checked.
        (form @ (Form::Digits(_) | Form::OneCase), TypeName::Text(None))
        | (form @ Form::Int(..), TypeName::Int(_) | TypeName::Numeric(None)) => form,
        (Form::Number, TypeName::Numeric(None)) => Form::Number,
        _ => return None,
    };
    Some(OneToOne { form, ..found })
}

/// Whether a node reads no column.
fn is_constant(node: &ExprNode) -> bool {
    match &node.kind {
        NodeKind::Column(_) => false,
        NodeKind::Null | NodeKind::Bool(_) | NodeKind::Number(_) | NodeKind::Text(_) => true,
        NodeKind::Call { args, .. } => args.iter().all(is_constant),
        NodeKind::Cast { value, .. } => is_constant(value),
        NodeKind::Case { operand, whens, otherwise } => {
            let whens = whens.iter().all(|(when, then)| is_constant(when) && is_constant(then));
            whens && [operand, otherwise].into_iter().flatten().all(|node| is_constant(node))
        }
    }
}

/// An integer that is written as such.
fn int(node: &ExprNode) -> Option<i128> {
    match &node.kind {
        NodeKind::Number(digits) => digits.parse().ok(),
        NodeKind::Call { name, args } => match (&name[..], &args[..]) {
            ("unary -", [value]) => int(value)?.checked_neg(),
            ("unary +", [value]) => int(value),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a node is a number that is written as such.
fn is_exact(node: &ExprNode) -> bool {
    match &node.kind {
        NodeKind::Number(_) => true,
        NodeKind::Call { name, args } => {
            matches!(&name[..], "unary -" | "unary +") && args.iter().all(is_exact)
        }
        _ => false,
    }
}

/// A text that is written as such.
fn text(node: &ExprNode) -> Option<&str> {
    match &node.kind {
        NodeKind::Text(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gusher::internal::computed::{ExpressionLanguage, Inputs};
    use gusher::types::{Array, ColumnData, Field};
    use proptest::prelude::*;

    use crate::Sql;

    /// The values of an expression of the integers from `first` on, and whether it is said to be one to one.
    fn values(text: &str, first: i64, rows: usize) -> Option<(Vec<String>, bool)> {
        let parsed = Sql.parse(text, 0).ok()?;
        let field = Field::int64(first, first + rows as i64 - 1);
        let compute = parsed.compile(&[&field]).ok()?;
        let (mut input, mut out) = (ColumnData::default(), ColumnData::default());
        input.values_mut().ints(rows).iter_mut().zip(first..).for_each(|(value, number)| *value = number);
        compute.fill(&Inputs::new(&[input], &[0], rows), &mut out);
        let values = match out.values() {
            Array::Ints(values) => values.iter().map(i64::to_string).collect(),
            Array::Strings(texts) => {
                texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect()
            }
            other => vec![format!("{other:?}"); rows],
        };
        Some((values, compute.one_to_one(&[&field]) == Some(0)))
    }

    #[test]
    fn forms_of_keys_are_known() {
        for (text, expected) in [
            ("'C-' || lpad(cast(n as text), 9, '0')", true),
            ("'C-' || n::text || '-x'", true),
            ("concat('C', n)", true),
            ("lpad(n::text, 3, '0')", true),
            ("lpad(n::text, 2, '0')", false),
            ("rpad(n::text, 3, '0')", false),
            ("rpad(n::text, 3, 'x')", true),
            ("lpad(n::text, 3, '10')", false),
            ("upper('c' || n::text)", false),
            ("upper(n::text)", true),
            ("n * 7 + 3", true),
            ("3 - n", true),
            ("n * 0", false),
            ("n * n", false),
            ("n % 10", false),
            ("n / 2", false),
            ("n::text || n::text", false),
            ("reverse(n::text)", true),
            ("left(n::text, 2)", false),
            ("cast(n as varchar(2))", false),
            ("cast(n as varchar(3))", true),
            ("case when n > 5 then n end", false),
            ("-n", true),
            ("n + 1.5", true),
            ("n + 1.5::float8", false),
            ("md5(n::text)", false),
        ] {
            let (_, said) = values(text, 1, 200).unwrap_or_else(|| panic!("{text} is an expression"));
            assert_eq!(said, expected, "{text}");
        }
    }

    fn expressions() -> impl Strategy<Value = String> {
        let numbers = prop_oneof![Just("n".to_owned()), (-3..4i64).prop_map(|n| format!("({n})"))];
        let numbers = numbers.prop_recursive(3, 8, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone(), prop_oneof![Just("+"), Just("-"), Just("*")])
                    .prop_map(|(a, b, sign)| format!("({a} {sign} {b})")),
                inner.prop_map(|a| format!("(-{a})")),
            ]
        });
        let texts = numbers.clone().prop_map(|n| format!("({n})::text"));
        let texts = texts.prop_recursive(3, 8, 2, |inner| {
            prop_oneof![
                (
                    inner.clone(),
                    0..5u8,
                    prop_oneof![Just("0"), Just("x"), Just("-"), Just("01")],
                    any::<bool>()
                )
                    .prop_map(|(a, len, fill, left)| {
                        format!("{}({a}, {len}, '{fill}')", if left { "lpad" } else { "rpad" })
                    }),
                (inner.clone(), prop_oneof![Just("'a'".to_owned()), Just("'1'".to_owned()), inner.clone()])
                    .prop_map(|(a, b)| format!("({a} || {b})")),
                inner.clone().prop_map(|a| format!("reverse({a})")),
                inner.prop_map(|a| format!("upper({a})")),
            ]
        });
        prop_oneof![numbers, texts]
    }

    proptest! {
        /// What is said to be one to one has no value twice.
        #[test]
        fn one_to_one_values_differ(text in expressions(), first in -150..150i64) {
            if let Some((values, true)) = values(&text, first, 300) {
                let different: HashSet<&String> = values.iter().collect();
                prop_assert_eq!(different.len(), values.len(), "{}", text);
            }
        }
    }
}

//! Texts in quotes, which are what their neighbours need, and what all casts share.

use crate::run::{Checked, Scalar, Typed, constant, kernel};
use crate::types::{TextBounds, Type};
use crate::value::{Bits, Data, Interval, Lane, Texts, Value};

/// A null of a type.
pub(super) fn null(typed: &Typed, ty: Type) -> Typed {
    let run = {
        let ty = ty.clone();
        kernel(move |_| Value::new(blank(&ty), Some(Bits::NONE)))
    };
    Typed { ty, nullable: true, kernel: run, constant: true, at: typed.at.clone() }
}

/// A value of a type that means nothing.
pub(super) fn blank<'b>(ty: &Type) -> Data<'b> {
    match ty {
        Type::Bool => Data::Bool(Bits::NONE),
        Type::Null | Type::Number(_) | Type::Date(_) | Type::Timestamp(_) | Type::Time(_) => {
            Data::Int(Lane::One(0))
        }
        Type::Float(_) => Data::Float(Lane::One(0.0)),
        Type::Literal | Type::Text(_) | Type::Json(_) | Type::Opaque(_) => Data::Text(Texts::One("".into())),
        Type::Interval(_) => Data::Interval(Lane::One(Interval::default())),
    }
}

/// A constant of a type.
pub(super) fn known(typed: &Typed, ty: Type, scalar: Scalar) -> Typed {
    let narrow = !ty.is_wide();
    Typed { ty, nullable: false, kernel: constant(scalar, narrow), constant: true, at: typed.at.clone() }
}

/// The message about a type that cannot be converted to another.
pub(super) fn no_cast(typed: &Typed, to: &str) -> gusher::internal::computed::ExpressionError {
    typed.error(format!("{} cannot be cast to {to}", typed.ty))
}

/// The message about a text that is not a value of a type.
pub(super) fn no_such(
    typed: &Typed,
    text: &str,
    to: &str,
    example: &str,
) -> gusher::internal::computed::ExpressionError {
    let short: String = text.chars().take(40).collect();
    typed.error(format!("'{short}' is no {to}; write one such as {example}"))
}

/// The message about a value of another type than expected.
pub(super) fn expected(typed: &Typed, to: &str) -> gusher::internal::computed::ExpressionError {
    typed.error(format!("expected a {to}, and this is a {}", typed.ty))
}

/// A text in quotes as what it says, by `parse`, or a null.
pub(super) fn literal(
    typed: &Typed,
    name: &str,
    example: &str,
    blank: Type,
    parse: impl Fn(&str) -> Option<(Type, Scalar)>,
) -> Option<Checked> {
    match typed.ty {
        Type::Null => Some(Ok(null(typed, blank))),
        Type::Literal => {
            let text = typed.known_text()?;
            let parsed = parse(&text).ok_or_else(|| no_such(typed, &text, name, example));
            Some(parsed.map(|(ty, scalar)| known(typed, ty, scalar)))
        }
        _ => None,
    }
}

/// A known text as a text in quotes, which other types can be read from.
pub(super) fn as_literal(mut typed: Typed) -> Typed {
    if matches!(typed.ty, Type::Text(_)) && typed.known_text().is_some() {
        typed.ty = Type::Literal;
    }
    typed
}

/// A truth value.
pub(crate) fn to_bool(typed: Typed) -> Checked {
    let parse = |text: &str| {
        let truth = match text.trim().to_lowercase().as_str() {
            "t" | "tr" | "tru" | "true" | "y" | "ye" | "yes" | "on" | "1" => true,
            "f" | "fa" | "fal" | "fals" | "false" | "n" | "no" | "of" | "off" | "0" => false,
            _ => return None,
        };
        Some((Type::Bool, Scalar::Bool(truth)))
    };
    match literal(&typed, "boolean", "'true'", Type::Bool, parse) {
        Some(checked) => checked,
        None if typed.ty == Type::Bool => Ok(typed),
        None => Err(expected(&typed, "boolean, such as a comparison")),
    }
}

/// A text, where the value is one already or its type is open.
pub(crate) fn literal_text(typed: Typed) -> Checked {
    match typed.ty {
        Type::Null => Ok(null(&typed, Type::Text(TextBounds::up_to(0, true)))),
        Type::Literal => Ok(match typed.known_text() {
            Some(text) => known(&typed, Type::Text(TextBounds::of(&text)), Scalar::Text(text)),
            None => null(&typed, Type::Text(TextBounds::up_to(0, true))),
        }),
        Type::Text(_) => Ok(typed),
        _ => Err(typed.error(format!("expected a text, and this is a {}; cast it, as in x::text", typed.ty))),
    }
}

/// A value of a type that few functions know.
pub(crate) fn to_opaque(typed: Typed, name: &'static str) -> Checked {
    let parse = |text: &str| Some((Type::Opaque(name), Scalar::Text(text.to_lowercase().into())));
    match literal(&typed, name, "", Type::Opaque(name), parse) {
        Some(checked) => checked,
        None if typed.ty == Type::Opaque(name) => Ok(typed),
        None => Err(expected(&typed, name)),
    }
}

/// The value with each of its integers changed.
pub(crate) fn mapped(typed: Typed, ty: Type, f: impl Fn(i64) -> i64 + Copy + Send + Sync + 'static) -> Typed {
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let mut out = run.buffer();
        crate::value::map(value.ints(), run.rows, &mut out, f);
        let valid = value.valid;
        run.give_back(value);
        Value::own(out, valid)
    });
    Typed { ty, nullable, kernel: run, constant, at }
}

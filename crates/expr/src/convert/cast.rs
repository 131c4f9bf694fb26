//! A cast that is written.

use super::literal::{as_literal, to_bool};
use super::times::{explicit_date, explicit_interval, explicit_time, timestamp};
use super::to_json::to_json;
use super::to_number::{self, to_double, to_single};
use super::to_text::to_text;
use crate::ast::TypeName;
use crate::run::{Checked, Typed, kernel};
use crate::types::{Number, Type};
use crate::value::{Lane, Value};

/// A cast that is written.
pub(crate) fn cast(typed: Typed, to: TypeName) -> Checked {
    match to {
        TypeName::Bool => explicit_bool(typed),
        TypeName::Int(bits) => to_number::int(typed, bits),
        TypeName::Numeric(form) => to_number::numeric(typed, form),
        TypeName::Float => to_double(typed),
        TypeName::Real => to_single(typed),
        // The checker cuts what has a length.
        TypeName::Text(_) => to_text(typed),
        TypeName::Date => explicit_date(typed),
        TypeName::Timestamp { places, zoned } => timestamp(typed, places, zoned),
        TypeName::Time => explicit_time(typed),
        TypeName::Interval => explicit_interval(typed),
        TypeName::Json { is_binary } => to_json(typed, is_binary),
    }
}

fn explicit_bool(typed: Typed) -> Checked {
    let Type::Number(Number { integer: true, .. }) = typed.ty else { return to_bool(as_literal(typed)) };
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let is = crate::value::test2(value.ints(), &Lane::One(0), run.rows, |a, b| a != b);
        Value::bools(is, value.valid)
    });
    Ok(Typed { ty: Type::Bool, nullable, kernel: run, constant, at })
}

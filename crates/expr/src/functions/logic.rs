//! Three-valued logic.

use std::ops::Range;

use super::{ANY, Function};
use crate::convert;
use crate::run::{Checked, Kernel, Typed, kernel};
use crate::types::Type;
use crate::value::{Bits, Value, known};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("and", (2, ANY), "A and B", |args| all_of(args.args, &args.at)),
    Function::new("or", (2, ANY), "A or B", |args| any_of(args.args, &args.at)),
    Function::new("not", (1, 1), "not A", |args| {
        let a = convert::to_bool(args.one())?;
        let nullable = a.nullable;
        Ok(bool_of(a, nullable, |value| Value::bools(value.bits().not(), value.valid)))
    }),
    Function::new("is null", (1, 1), "A is null", |args| {
        Ok(bool_of(args.one(), false, |value| Value::bools(known(value.valid).not(), None)))
    }),
    Function::new("is not null", (1, 1), "A is not null", |args| {
        Ok(bool_of(args.one(), false, |value| Value::bools(known(value.valid), None)))
    }),
    Function::new("is true", (1, 1), "A is true", |args| {
        Ok(bool_of(convert::to_bool(args.one())?, false, |value| Value::bools(value.bits(), None)))
    }),
    Function::new("is not true", (1, 1), "A is not true", |args| {
        Ok(bool_of(convert::to_bool(args.one())?, false, |value| Value::bools(value.bits().not(), None)))
    }),
    Function::new("is false", (1, 1), "A is false", |args| {
        Ok(bool_of(convert::to_bool(args.one())?, false, |value| Value::bools(is_false(value), None)))
    }),
    Function::new("is not false", (1, 1), "A is not false", |args| {
        Ok(bool_of(convert::to_bool(args.one())?, false, |value| Value::bools(is_false(value).not(), None)))
    }),
];

fn is_false(value: &Value<'_>) -> Bits {
    known(value.valid).and_not(value.bits())
}

/// A truth value of one argument.
fn bool_of(
    a: Typed,
    nullable: bool,
    f: impl Fn(&Value<'_>) -> Value<'static> + Send + Sync + 'static,
) -> Typed {
    let constant = a.constant;
    let at = a.at.clone();
    let run: Kernel = kernel(move |run| {
        let value = (a.kernel)(run);
        let found = f(&value);
        run.give_back(value);
        found
    });
    Typed { ty: Type::Bool, nullable, kernel: run, constant, at }
}

/// Whether all of them hold.
pub(super) fn all_of(args: Vec<Typed>, at: &Range<usize>) -> Checked {
    logic(args, at, and)
}

/// Whether one of them holds.
pub(super) fn any_of(args: Vec<Typed>, at: &Range<usize>) -> Checked {
    logic(args, at, or)
}

fn logic(args: Vec<Typed>, at: &Range<usize>, f: fn(&Value<'_>, &Value<'_>) -> Value<'static>) -> Checked {
    let mut all = args.into_iter().map(convert::to_bool).collect::<Result<Vec<_>, _>>()?.into_iter();
    let first = all.next().expect("the registry has counted them");
    Ok(all.fold(first, |a, b| {
        let (nullable, constant) = (a.nullable || b.nullable, a.constant && b.constant);
        let run = kernel(move |run| f(&(a.kernel)(run), &(b.kernel)(run)));
        Typed { ty: Type::Bool, nullable, kernel: run, constant, at: at.clone() }
    }))
}

/// The rows that have a value, if not all have.
fn valid(a: &Value<'_>, b: &Value<'_>, decided: Bits) -> Option<Bits> {
    match (a.valid, b.valid) {
        (None, None) => None,
        (a, b) => Some(known(a).and(known(b)).or(decided)),
    }
}

/// False decides, whatever the other is.
fn and(a: &Value<'_>, b: &Value<'_>) -> Value<'static> {
    Value::bools(a.bits().and(b.bits()), valid(a, b, is_false(a).or(is_false(b))))
}

/// True decides, whatever the other is.
fn or(a: &Value<'_>, b: &Value<'_>) -> Value<'static> {
    let is = a.bits().or(b.bits());
    Value::bools(is, valid(a, b, is))
}

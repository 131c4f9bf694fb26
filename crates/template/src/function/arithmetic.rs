//! Sums, products, quotients. Integers stay integers, and an overflow is an error.

use crate::values::{Heap, Outcome, Value};

const TOO_LARGE: &str = "the result does not fit 64 bits";

fn fold(args: &[Value], ints: fn(i64, i64) -> Option<i64>, floats: fn(f64, f64) -> f64) -> Outcome {
    if let Some(first) = args[0].as_int().filter(|_| args.iter().all(|arg| arg.as_int().is_some())) {
        let result = args[1..].iter().try_fold(first, |sum, arg| ints(sum, arg.as_int()?));
        return result.map(Value::Int).ok_or_else(|| TOO_LARGE.into());
    }
    let mut numbers = args.iter().map(|arg| arg.as_float().unwrap_or(0.0));
    let first = numbers.next().unwrap_or(0.0);
    Ok(Value::Float(numbers.fold(first, floats)))
}

pub(crate) fn add(_: &mut Heap, args: &[Value]) -> Outcome {
    fold(args, i64::checked_add, |a, b| a + b)
}

pub(crate) fn sub(_: &mut Heap, args: &[Value]) -> Outcome {
    fold(args, i64::checked_sub, |a, b| a - b)
}

pub(crate) fn mul(_: &mut Heap, args: &[Value]) -> Outcome {
    fold(args, i64::checked_mul, |a, b| a * b)
}

pub(crate) fn div(_: &mut Heap, args: &[Value]) -> Outcome {
    not_by_zero(args)?;
    fold(args, i64::checked_div, |a, b| a / b)
}

pub(crate) fn modulo(_: &mut Heap, args: &[Value]) -> Outcome {
    not_by_zero(args)?;
    fold(args, |a, b| Some(a.wrapping_rem(b)), libm::fmod)
}

fn not_by_zero(args: &[Value]) -> Result<(), String> {
    if args[1].as_float() == Some(0.0) { Err("division by zero".into()) } else { Ok(()) }
}

pub(crate) fn odd(_: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(args[0].as_int().unwrap_or(0) & 1 != 0))
}

pub(crate) fn even(_: &mut Heap, args: &[Value]) -> Outcome {
    Ok(Value::Bool(args[0].as_int().unwrap_or(0) & 1 == 0))
}

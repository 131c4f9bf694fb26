//! Division: `/`, as PostgreSQL rounds it.

use super::operands::{Pair, checked, floats, numbers, typed};
use super::{Args, no_zero, time};
use crate::numeric::{self, binary, quotient};
use crate::run::{Checked, Typed, wrong};
use crate::types::{Float, MAX_SCALE, NO_BITS, Number, Type, pow10};

pub(super) fn divide(args: Args<'_>) -> Checked {
    if time::is_of_times(&args.args) {
        return time::divided(args);
    }
    let at = args.at.clone();
    let (a, b, x, y) = match numbers(args)? {
        Pair::Exact(a, b, x, y) => (a, b, x, y),
        Pair::Float(a, b, x, y) => {
            no_zero(&b, y.may_be_zero(), &b.at)?;
            return floats(a, b, float_quotient(&x, &y), &at, |a, b| a / b);
        }
    };
    no_zero(&b, y.may_be_zero(), &b.at)?;
    let (nullable, constant) = typed(&a, &b);
    if x.integer && y.integer {
        let bound = x.max_abs() as i128;
        let quotient = integer_quotient(&x, &y).unwrap_or(Number::int(-bound, bound));
        let number = checked(Some(Number { bits: x.bits.max(y.bits), ..quotient }), &at)?;
        let narrow = |a: i64, b: i64| if b == 0 { 0 } else { a.wrapping_div(b) };
        let wide = |a: i128, b: i128| if b == 0 { 0 } else { a.wrapping_div(b) };
        let run = binary(a, b, &number, true, narrow, wide);
        return Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at });
    }
    let scale = numeric::most_quotient_scale(&x, &y);
    let number = quotient_bounds(&x, &y, scale);
    let Some(number) = number else {
        let text =
            "the quotient may have more than 38 digits; divide as x::double precision / y, and round that";
        return Err(wrong(&at, text));
    };
    let (p, q) = (x.scale, y.scale);
    let wide = move |a: i128, b: i128| quotient((a, p), (b, q), scale);
    let run = binary(a, b, &number, false, |_, _| 0, wide);
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

/// The bounds of a quotient that is cut, of divisors of one sign.
pub(super) fn integer_quotient(x: &Number, y: &Number) -> Option<Number> {
    if y.min <= 0 && y.max >= 0 {
        return None;
    }
    let corners = [(x.min, y.min), (x.min, y.max), (x.max, y.min), (x.max, y.max)].map(|(a, b)| a / b);
    Some(Number::int(corners.into_iter().min()?, corners.into_iter().max()?))
}

/// The quotient of numbers as a number of this scale, where all that is computed on the way has 128 bits.
fn quotient_bounds(x: &Number, y: &Number, scale: u32) -> Option<Number> {
    if scale > MAX_SCALE {
        return None;
    }
    let factor = pow10((scale + y.scale).checked_sub(x.scale)?)?;
    let bound = i128::try_from(x.max_abs()).ok()?;
    let divisor = if y.min > 0 {
        y.min
    } else if y.max < 0 {
        -y.max
    } else {
        1
    };
    let bound = match bound.checked_mul(factor) {
        Some(product) => product / divisor + 1,
        // Large dividends are divided with fewer decimal places than small ones.
        None if numeric::quotient_fits(x, y) => (bound / divisor + 1).checked_mul(factor)?.checked_add(1)?,
        None => return None,
    };
    bound.checked_mul(2)?;
    let (mut min, mut max) = (-bound, bound);
    // The sign is known where both have one.
    let sign = |number: &Number| {
        if number.min >= 0 {
            1
        } else if number.max <= 0 {
            -1
        } else {
            0
        }
    };
    match sign(x) * sign(y) {
        1 => min = 0,
        -1 => max = 0,
        _ => {}
    }
    Some(Number { integer: false, bits: NO_BITS, scale, ragged: true, min, max, nonzero: false })
}

fn float_quotient(x: &Float, y: &Float) -> Float {
    let corners = [x.min / y.min, x.min / y.max, x.max / y.min, x.max / y.max];
    let bound = x.min.abs().max(x.max.abs());
    // Divisors near 0 give anything; integers are 1 or more.
    let (min, max) = if y.min > 0.0 || y.max < 0.0 {
        (
            corners.into_iter().fold(f64::INFINITY, f64::min),
            corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        )
    } else if y.integer {
        (-bound, bound)
    } else {
        (f64::NEG_INFINITY, f64::INFINITY)
    };
    Float { single: x.single && y.single, ..Float::between(min, max) }
}

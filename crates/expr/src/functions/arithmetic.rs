//! Arithmetic of numbers. That of times is `time`'s.

use super::{Args, Function, no_zero, time};
use crate::convert;
use crate::numeric::{self, binary, quotient, unary};
use crate::run::{Checked, Typed, kernel, wrong};
use crate::types::{Float, MAX_SCALE, Number, Type, pow10};
use crate::value::{Data, Lane, Value, both, map, map2};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("+", (2, 2), "A + B", add),
    Function::new("-", (2, 2), "A - B", subtract),
    Function::new("*", (2, 2), "A * B", multiply),
    Function::new("/", (2, 2), "A / B", divide),
    Function::new("%", (2, 2), "A % B", modulo),
    Function::new("mod", (2, 2), "mod(A, B)", modulo),
    Function::new("unary +", (1, 1), "+A", |args| signed(args, false)),
    Function::new("unary -", (1, 1), "-A", |args| signed(args, true)),
    Function::new("abs", (1, 1), "abs(A)", abs),
];

/// Both as exact numbers, or both as floating-point numbers.
pub(super) enum Pair {
    Exact(Typed, Typed, Number, Number),
    Float(Typed, Typed, Float, Float),
}

/// The two arguments as numbers. A text in quotes is what the other one is.
pub(super) fn numbers(args: Args<'_>) -> Result<Pair, gusher::internal::computed::ExpressionError> {
    let is_number =
        |arg: &Typed| matches!(arg.ty, Type::Number(_) | Type::Float(_) | Type::Literal | Type::Null);
    if !args.args.iter().all(is_number) {
        return Err(args.mismatch());
    }
    let is_float = args.args.iter().any(|arg| matches!(arg.ty, Type::Float(_)));
    let (a, b) = args.two();
    if is_float {
        let (a, b) = (convert::to_float(a)?, convert::to_float(b)?);
        if let (Type::Float(x), Type::Float(y)) = (&a.ty, &b.ty) {
            let (x, y) = (*x, *y);
            return Ok(Pair::Float(a, b, x, y));
        }
        unreachable!("both were converted to floating-point numbers");
    }
    let (a, b) = (convert::to_number(a)?, convert::to_number(b)?);
    match (a.number().copied(), b.number().copied()) {
        (Some(x), Some(y)) => Ok(Pair::Exact(a, b, x, y)),
        _ => unreachable!("both were converted to exact numbers"),
    }
}

/// The number, if its bounds fit; or the error.
pub(super) fn checked(
    number: Option<Number>,
    at: &std::ops::Range<usize>,
) -> Result<Number, gusher::internal::computed::ExpressionError> {
    match number {
        Some(number) if !number.integer || number.is_narrow() => Ok(number),
        Some(number) => Err(wrong(
            at,
            format!(
                "the result may be as large as {} and does not fit a bigint; cast a number, as in x::numeric",
                if number.max > -number.min { number.max } else { number.min }
            ),
        )),
        None => Err(wrong(
            at,
            "the result may have more than 38 digits; round or limit the numbers first, as with round(x, 2) or least(x, 1000)",
        )),
    }
}

pub(super) fn typed(a: &Typed, b: &Typed) -> (bool, bool) {
    (a.nullable || b.nullable, a.constant && b.constant)
}

/// Both bounds in units of the larger scale, and the factors that bring them there.
pub(super) struct Aligned {
    pub scale: u32,
    pub a: (i128, i128),
    pub b: (i128, i128),
    pub factors: (i128, i128),
}

pub(super) fn aligned(a: &Number, b: &Number) -> Option<Aligned> {
    let scale = a.scale.max(b.scale);
    let factors = (pow10(scale - a.scale)?, pow10(scale - b.scale)?);
    Some(Aligned { scale, a: a.at_scale(scale)?, b: b.at_scale(scale)?, factors })
}

fn is_narrow((min, max): (i128, i128)) -> bool {
    i64::try_from(min).is_ok() && i64::try_from(max).is_ok()
}

fn add(args: Args<'_>) -> Checked {
    if time::is_of_times(&args.args) { time::sum(args, false) } else { sum(args, false) }
}

fn subtract(args: Args<'_>) -> Checked {
    if time::is_of_times(&args.args) { time::sum(args, true) } else { sum(args, true) }
}

fn sum(args: Args<'_>, minus: bool) -> Checked {
    let at = args.at.clone();
    let (a, b, x, y) = match numbers(args)? {
        Pair::Exact(a, b, x, y) => (a, b, x, y),
        Pair::Float(a, b, x, y) => {
            let (low, high) =
                if minus { (x.min - y.max, x.max - y.min) } else { (x.min + y.min, x.max + y.max) };
            let ty = Float { min: low, max: high, integer: x.integer && y.integer, nonzero: false };
            return if minus {
                floats(a, b, ty, &at, |a, b| a - b)
            } else {
                floats(a, b, ty, &at, |a, b| a + b)
            };
        }
    };
    let parts = aligned(&x, &y);
    let number = parts.as_ref().and_then(|Aligned { scale, a, b, .. }| {
        let (min, max) = if minus {
            (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?)
        } else {
            (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?)
        };
        let ragged = x.ragged || y.ragged;
        Some(Number { integer: x.integer && y.integer, scale: *scale, ragged, min, max, nonzero: false })
    });
    let number = checked(number, &at)?;
    let Some(Aligned { a: low, b: high, factors, .. }) = parts else { unreachable!("it was just had") };
    let fits = is_narrow(low) && is_narrow(high);
    let (nullable, constant) = typed(&a, &b);
    let (f, g) = factors;
    let (narrow_f, narrow_g) = (f as i64, g as i64);
    let run = match (factors, minus) {
        ((1, 1), false) => binary(a, b, &number, fits, i64::wrapping_add, i128::wrapping_add),
        ((1, 1), true) => binary(a, b, &number, fits, i64::wrapping_sub, i128::wrapping_sub),
        (_, false) => binary(
            a,
            b,
            &number,
            fits,
            move |a, b| a.wrapping_mul(narrow_f).wrapping_add(b.wrapping_mul(narrow_g)),
            move |a, b| a.wrapping_mul(f).wrapping_add(b.wrapping_mul(g)),
        ),
        (_, true) => binary(
            a,
            b,
            &number,
            fits,
            move |a, b| a.wrapping_mul(narrow_f).wrapping_sub(b.wrapping_mul(narrow_g)),
            move |a, b| a.wrapping_mul(f).wrapping_sub(b.wrapping_mul(g)),
        ),
    };
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

fn multiply(args: Args<'_>) -> Checked {
    if time::is_of_times(&args.args) {
        return time::times(args);
    }
    let at = args.at.clone();
    let (a, b, x, y) = match numbers(args)? {
        Pair::Exact(a, b, x, y) => (a, b, x, y),
        Pair::Float(a, b, x, y) => {
            let corners = [x.min * y.min, x.min * y.max, x.max * y.min, x.max * y.max];
            let ty = Float {
                min: corners.into_iter().fold(f64::INFINITY, f64::min),
                max: corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
                integer: x.integer && y.integer,
                nonzero: false,
            };
            return floats(a, b, ty, &at, |a, b| a * b);
        }
    };
    let number = (|| {
        let corners = [(x.min, y.min), (x.min, y.max), (x.max, y.min), (x.max, y.max)];
        let corners = corners.map(|(a, b)| a.checked_mul(b));
        let corners = corners.into_iter().collect::<Option<Vec<_>>>()?;
        Some(Number {
            integer: x.integer && y.integer,
            scale: Some(x.scale + y.scale).filter(|&scale| scale <= MAX_SCALE)?,
            ragged: x.ragged || y.ragged,
            min: corners.iter().copied().min()?,
            max: corners.iter().copied().max()?,
            nonzero: !x.may_be_zero() && !y.may_be_zero(),
        })
    })();
    let number = checked(number, &at)?;
    let (nullable, constant) = typed(&a, &b);
    let run = binary(a, b, &number, true, i64::wrapping_mul, i128::wrapping_mul);
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

fn divide(args: Args<'_>) -> Checked {
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
        let number = checked(Some(integer_quotient(&x, &y).unwrap_or(Number::int(-bound, bound))), &at)?;
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
    Some(Number { integer: false, scale, ragged: true, min, max, nonzero: false })
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
    Float { min, max, integer: false, nonzero: false }
}

fn modulo(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let Pair::Exact(a, b, x, y) = numbers(args)? else {
        return Err(wrong(&at, "% takes no double precision; cast it, as in x::numeric"));
    };
    no_zero(&b, y.may_be_zero(), &b.at)?;
    let parts = aligned(&x, &y);
    let number = parts.as_ref().and_then(|Aligned { scale, a, b, .. }| {
        let bound = b.0.abs().max(b.1.abs()).checked_sub(1)?;
        let (min, max) =
            (if a.0 < 0 { -bound.min(-a.0) } else { 0 }, if a.1 > 0 { bound.min(a.1) } else { 0 });
        let ragged = x.ragged || y.ragged;
        Some(Number { integer: x.integer && y.integer, scale: *scale, ragged, min, max, nonzero: false })
    });
    let number = checked(number, &at)?;
    let Some(Aligned { a: low, b: high, factors: (f, g), .. }) = parts else {
        unreachable!("it was just had")
    };
    let fits = is_narrow(low) && is_narrow(high);
    let (nullable, constant) = typed(&a, &b);
    let (narrow_f, narrow_g) = (f as i64, g as i64);
    let narrow = move |a: i64, b: i64| {
        let b = b.wrapping_mul(narrow_g);
        if b == 0 { 0 } else { a.wrapping_mul(narrow_f).wrapping_rem(b) }
    };
    let wide = move |a: i128, b: i128| {
        let b = b.wrapping_mul(g);
        if b == 0 { 0 } else { a.wrapping_mul(f).wrapping_rem(b) }
    };
    let run = binary(a, b, &number, fits, narrow, wide);
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

/// Floating-point arithmetic.
fn floats(a: Typed, b: Typed, ty: Float, at: &std::ops::Range<usize>, f: fn(f64, f64) -> f64) -> Checked {
    if !ty.min.is_finite() || !ty.max.is_finite() {
        return Err(wrong(
            at,
            "the result may be too large for a double precision; limit the numbers first, as with least(x, 1000)",
        ));
    }
    let (nullable, constant) = typed(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.floats(), b.floats(), run.rows, &mut out, f);
        Value::new(Data::Float(Lane::Own(out)), both(a.valid, b.valid))
    });
    Ok(Typed { ty: Type::Float(ty), nullable, kernel: run, constant, at: at.clone() })
}

fn signed(args: Args<'_>, minus: bool) -> Checked {
    let mismatch = args.mismatch();
    let at = args.at.clone();
    let a = args.one();
    let a = if matches!(a.ty, Type::Literal | Type::Null) { convert::to_number(a)? } else { a };
    if !minus && matches!(a.ty, Type::Number(_) | Type::Float(_)) {
        return Ok(a);
    }
    let (nullable, constant) = (a.nullable, a.constant);
    match &a.ty {
        Type::Number(x) => {
            let number = (|| Some(Number { min: x.max.checked_neg()?, max: x.min.checked_neg()?, ..*x }))();
            let number = checked(number, &at)?;
            let run = unary(a, &number, true, i64::wrapping_neg, i128::wrapping_neg);
            Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
        }
        Type::Float(x) => {
            let ty = Type::Float(Float { min: -x.max, max: -x.min, ..*x });
            Ok(Typed { ty, nullable, kernel: of_float(a, |a| -a), constant, at })
        }
        Type::Interval(_) => Ok(time::negated(a)),
        _ => Err(mismatch),
    }
}

/// A kernel over one floating-point number.
pub(super) fn of_float(a: Typed, f: fn(f64) -> f64) -> crate::run::Kernel {
    kernel(move |run| {
        let a = (a.kernel)(run);
        let mut out = Vec::with_capacity(run.rows);
        map(a.floats(), run.rows, &mut out, f);
        // The value of a null row is arbitrary.
        out.iter_mut().filter(|value| !value.is_finite()).for_each(|value| *value = 0.0);
        Value::new(Data::Float(Lane::Own(out)), a.valid)
    })
}

fn abs(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let at = args.at.clone();
    let a = convert::unquoted(args.one())?;
    let (nullable, constant) = (a.nullable, a.constant);
    match &a.ty {
        Type::Number(x) => {
            let bound = i128::try_from(x.max_abs()).ok();
            let min = if x.min > 0 {
                x.min
            } else if x.max < 0 {
                -x.max
            } else {
                0
            };
            let number = checked(bound.map(|max| Number { min, max, ..*x }), &at)?;
            let run = unary(a, &number, true, i64::wrapping_abs, i128::wrapping_abs);
            Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
        }
        Type::Float(x) => {
            let max = x.min.abs().max(x.max.abs());
            let ty = Type::Float(Float { min: 0.0, max, ..*x });
            Ok(Typed { ty, nullable, kernel: of_float(a, f64::abs), constant, at })
        }
        _ => Err(mismatch),
    }
}

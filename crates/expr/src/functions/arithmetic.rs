//! Arithmetic of numbers. That of times is `time`'s.

use super::division::divide;
use super::operands::{Aligned, Pair, aligned, checked, floats, is_narrow, numbers, typed};
use super::{Args, Function, no_zero, time};
use crate::convert;
use crate::numeric::{binary, unary};
use crate::run::{Checked, Typed, kernel, wrong};
use crate::types::{Float, MAX_SCALE, Number, Type};
use crate::value::{Data, Lane, Value, map};

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
            let ty = Float {
                min: low,
                max: high,
                integer: x.integer && y.integer,
                nonzero: false,
                single: x.single && y.single,
            };
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
        Some(of_both(&x, &y, *scale, (min, max)))
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
                single: x.single && y.single,
            };
            return floats(a, b, ty, &at, |a, b| a * b);
        }
    };
    let number = (|| {
        let corners = [(x.min, y.min), (x.min, y.max), (x.max, y.min), (x.max, y.max)];
        let corners = corners.map(|(a, b)| a.checked_mul(b));
        let corners = corners.into_iter().collect::<Option<Vec<_>>>()?;
        let scale = Some(x.scale + y.scale).filter(|&scale| scale <= MAX_SCALE)?;
        let bounds = (corners.iter().copied().min()?, corners.iter().copied().max()?);
        let nonzero = !x.may_be_zero() && !y.may_be_zero();
        Some(Number { nonzero, ..of_both(&x, &y, scale, bounds) })
    })();
    let number = checked(number, &at)?;
    let (nullable, constant) = typed(&a, &b);
    let run = binary(a, b, &number, true, i64::wrapping_mul, i128::wrapping_mul);
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

/// The number that two make, between these bounds: the wider of their types, in units of 10^-scale.
fn of_both(x: &Number, y: &Number, scale: u32, (min, max): (i128, i128)) -> Number {
    Number {
        integer: x.integer && y.integer,
        bits: x.bits.max(y.bits),
        scale,
        ragged: x.ragged || y.ragged,
        min,
        max,
        nonzero: false,
    }
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
        Some(of_both(&x, &y, *scale, (min, max)))
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

//! Logarithms, exponentials and angles, computed by `libm`: its results are the same on every platform.

use std::f64::consts::{FRAC_PI_2, PI};

use super::arithmetic::of_float;
use super::math::of_floats;
use super::{Args, Function};
use crate::convert::{self, decimal_of_float, to_float};
use crate::run::{Checked, Scalar, Typed, literal};
use crate::types::{Float, Type};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("ln", (1, 1), "ln(NUMBER)", |args| of_kind(args, libm::log, positive)),
    Function::new("log10", (1, 1), "log10(NUMBER)", |args| of_kind(args, libm::log10, positive)),
    Function::new("log", (1, 2), "log(BASE, NUMBER)", log),
    Function::new("exp", (1, 1), "exp(NUMBER)", |args| of_kind(args, libm::exp, exponent)),
    Function::new("cbrt", (1, 1), "cbrt(NUMBER)", |args| of_double(args, libm::cbrt, anything)),
    Function::new("sin", (1, 1), "sin(RADIANS)", |args| of_double(args, libm::sin, wave)),
    Function::new("cos", (1, 1), "cos(RADIANS)", |args| of_double(args, libm::cos, wave)),
    Function::new("tan", (1, 1), "tan(RADIANS)", |args| of_double(args, tan, tangent)),
    Function::new("cot", (1, 1), "cot(RADIANS)", |args| of_double(args, cot, cotangent)),
    Function::new("asin", (1, 1), "asin(NUMBER)", |args| of_double(args, libm::asin, within_one)),
    Function::new("acos", (1, 1), "acos(NUMBER)", |args| of_double(args, libm::acos, within_one)),
    Function::new("atan", (1, 1), "atan(NUMBER)", |args| of_double(args, libm::atan, anything)),
    Function::new("atan2", (2, 2), "atan2(Y, X)", atan2),
    Function::new("sinh", (1, 1), "sinh(NUMBER)", |args| of_double(args, libm::sinh, hyperbolic)),
    Function::new("cosh", (1, 1), "cosh(NUMBER)", |args| of_double(args, libm::cosh, hyperbolic)),
    Function::new("tanh", (1, 1), "tanh(NUMBER)", |args| of_double(args, libm::tanh, anything)),
    Function::new("asinh", (1, 1), "asinh(NUMBER)", |args| of_double(args, libm::asinh, anything)),
    Function::new("acosh", (1, 1), "acosh(NUMBER)", |args| of_double(args, libm::acosh, from_one)),
    Function::new("atanh", (1, 1), "atanh(NUMBER)", |args| of_double(args, libm::atanh, inside_one)),
    Function::new("degrees", (1, 1), "degrees(RADIANS)", |args| of_double(args, |x| x / DEGREE, degrees)),
    Function::new("radians", (1, 1), "radians(DEGREES)", |args| of_double(args, |x| x * DEGREE, anything)),
    Function::new("pi", (0, 0), "pi()", |args| {
        let ty = Type::Float(Float { nonzero: true, ..Float::between(PI, PI) });
        Ok(literal(ty, Scalar::Float(PI), &args.at))
    }),
];

/// A degree in radians.
const DEGREE: f64 = 0.017_453_292_519_943_295;
/// The largest exponent of a hyperbolic function or a power of e.
const MAX_EXPONENT: f64 = 700.0;
/// No tangent of a double precision is larger: the nearest to a pole is 2^-62 away from it.
const MAX_TANGENT: f64 = 1e19;

/// The domain of a function: the range of its values for arguments of this range, or what is wrong with them.
type Domain = fn(&Float, fn(f64) -> f64) -> Result<(f64, f64), &'static str>;

/// The values at both ends and, where the range has zero, there, with a margin for rounding in the last digits.
fn ends(x: &Float, f: fn(f64) -> f64) -> (f64, f64) {
    let values = [x.min, x.max, 0f64.clamp(x.min, x.max)].map(f);
    let (min, max) = values
        .into_iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(min, max), value| (min.min(value), max.max(value)));
    (min - min.abs() * 1e-14, max + max.abs() * 1e-14)
}

fn anything(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    Ok(ends(x, f))
}

fn degrees(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    let (min, max) = ends(x, f);
    let is_finite = min.is_finite() && max.is_finite();
    if is_finite {
        Ok((min, max))
    } else {
        Err("the angle may be too large; limit it, as with least(x, 1000)")
    }
}

fn positive(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.min > 0.0 {
        let ends = [x.min, x.max].map(f);
        return Ok((ends[0] - ends[0].abs() * 1e-14, ends[1] + ends[1].abs() * 1e-14));
    }
    Err(match (x.min, x.max) {
        (min, max) if min == max => "only numbers above 0 have a logarithm",
        (min, _) if min < 0.0 => {
            "the number may be negative, and has no logarithm then; write ln(greatest(x, 1))"
        }
        _ => "the number may be 0, which has no logarithm; write nullif(x, 0), which gives null there",
    })
}

fn exponent(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.max > MAX_EXPONENT {
        return Err("the power of e may be too large; limit the exponent, as with exp(least(x, 30))");
    }
    let (min, max) = ends(x, f);
    Ok((min.max(0.0), max))
}

fn hyperbolic(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.min.abs().max(x.max.abs()) > MAX_EXPONENT {
        return Err("the result may be too large; limit the number, as with greatest(least(x, 30), -30)");
    }
    Ok(ends(x, f))
}

fn wave(_: &Float, _: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    Ok((-1.0, 1.0))
}

fn tan(x: f64) -> f64 {
    libm::tan(x).clamp(-MAX_TANGENT, MAX_TANGENT)
}

fn cot(x: f64) -> f64 {
    (1.0 / libm::tan(x)).clamp(f64::MIN, f64::MAX)
}

fn tangent(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    // Between two poles it rises.
    let rises = x.min > -FRAC_PI_2 && x.max < FRAC_PI_2;
    Ok(if rises { ends(x, f) } else { (-MAX_TANGENT, MAX_TANGENT) })
}

fn cotangent(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.may_be_zero() {
        return Err("the angle may be 0, which has no cotangent; write nullif(x, 0), which gives null there");
    }
    let falls = (x.min > 0.0 && x.max < PI) || (x.max < 0.0 && x.min > -PI);
    if !falls {
        // Near 0 it is 1 / x, and decimals have at most 36 decimal places.
        let bound = if x.integer { MAX_TANGENT } else { 1e37 };
        return Ok((-bound, bound));
    }
    let (max, min) = (f(x.min), f(x.max));
    Ok((min - min.abs() * 1e-14, max + max.abs() * 1e-14))
}

const OUTSIDE_ONE: &str = "the number may be outside of -1 to 1; write greatest(least(x, 1), -1)";

fn within_one(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.min < -1.0 || x.max > 1.0 { Err(OUTSIDE_ONE) } else { Ok(ends(x, f)) }
}

fn inside_one(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.min <= -1.0 || x.max >= 1.0 {
        return Err("the number may not be between -1 and 1; write greatest(least(x, 0.99), -0.99)");
    }
    Ok(ends(x, f))
}

fn from_one(x: &Float, f: fn(f64) -> f64) -> Result<(f64, f64), &'static str> {
    if x.min < 1.0 {
        Err("the number may be below 1; write greatest(x, 1)")
    } else {
        Ok((0.0, f(x.max) * (1.0 + 1e-14)))
    }
}

/// A number as a floating-point one.
fn number(arg: Typed) -> Checked {
    let arg = convert::unquoted(arg)?;
    match arg.ty {
        Type::Number(_) | Type::Float(_) => to_float(arg),
        _ => {
            Err(arg.error(format!("expected a number, and this is a {}; cast it, as in x::numeric", arg.ty)))
        }
    }
}

/// The range of a number; that of a null says nothing.
fn range(typed: &Typed) -> Option<Float> {
    match typed.ty {
        Type::Float(float) if !typed.is_null() => Some(float),
        _ => None,
    }
}

/// A function that PostgreSQL has of `double precision` alone.
fn of_double(args: Args<'_>, f: fn(f64) -> f64, domain: Domain) -> Checked {
    let at = args.at.clone();
    let a = number(args.one())?;
    let (nullable, constant) = (a.nullable, a.constant);
    let (min, max) = match range(&a) {
        None => (0.0, 0.0),
        Some(x) => domain(&x, f).map_err(|text| a.error(text))?,
    };
    let ty = Type::Float(Float::between(min, max));
    Ok(Typed { ty, nullable, kernel: of_float(a, f), constant, at })
}

/// A function that PostgreSQL has of `numeric` too: of one it gives one.
fn of_kind(args: Args<'_>, f: fn(f64) -> f64, domain: Domain) -> Checked {
    let is_numeric = is_numeric(&args.args[0]);
    let result = of_double(args, f, domain)?;
    if is_numeric { decimal_of_float(result) } else { Ok(result) }
}

fn is_numeric(typed: &Typed) -> bool {
    typed.number().is_some_and(|number| !number.integer)
}

/// The decimal logarithm of one number, or that of the second to the base of the first, which is a `numeric`.
fn log(mut args: Args<'_>) -> Checked {
    if args.args.len() == 1 {
        return of_kind(args, libm::log10, positive);
    }
    if args.args.iter().any(|arg| matches!(arg.ty, Type::Float(_))) {
        return Err(args.error("log of a base takes no double precision; cast it, as in log(2, x::numeric)"));
    }
    let at = args.at.clone();
    let [base, x] = [args.args.remove(0), args.args.remove(0)].map(number);
    let (base, x) = (base?, x?);
    let mut bounds = (0.0, 0.0);
    if let (Some(b), Some(of)) = (range(&base), range(&x)) {
        let b = positive(&b, libm::log).map_err(|text| base.error(text))?;
        let of = positive(&of, libm::log).map_err(|text| x.error(text))?;
        if b.0 <= 0.0 && b.1 >= 0.0 {
            return Err(base.error("the base may be 1, to which there is no logarithm; write greatest(x, 2)"));
        }
        let corners = [of.0 / b.0, of.0 / b.1, of.1 / b.0, of.1 / b.1];
        bounds.0 = corners.into_iter().fold(f64::INFINITY, f64::min);
        bounds.1 = corners.into_iter().fold(f64::NEG_INFINITY, f64::max);
    }
    let (nullable, constant) = (base.nullable || x.nullable, base.constant && x.constant);
    let ty = Type::Float(Float::between(bounds.0, bounds.1));
    let run = of_floats(base, x, |base, x| libm::log(x) / libm::log(base));
    decimal_of_float(Typed { ty, nullable, kernel: run, constant, at })
}

fn atan2(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let (y, x) = args.two();
    let (y, x) = (number(y)?, number(x)?);
    let (nullable, constant) = (y.nullable || x.nullable, y.constant && x.constant);
    let ty = Type::Float(Float::between(-PI, PI));
    Ok(Typed { ty, nullable, kernel: of_floats(y, x, libm::atan2), constant, at })
}

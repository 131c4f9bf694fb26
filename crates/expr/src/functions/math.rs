//! Rounding, roots and powers.

use std::ops::Range;

use super::arithmetic::of_float;
use super::{Args, Function};
use crate::convert::{self, decimal, decimal_of_float, rescaled, to_float};
use crate::numeric::{self, unary};
use crate::run::{Checked, Kernel, Scalar, Typed, kernel, wrong};
use crate::types::{Float, NO_BITS, Number, Type, pow10};
use crate::value::{Data, Lane, Value, both, map2};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("round", (1, 2), "round(NUMBER, PLACES)", |args| rounded(args, Rounding::Nearest)),
    Function::new("trunc", (1, 2), "trunc(NUMBER, PLACES)", |args| rounded(args, Rounding::Cut)),
    Function::new("floor", (1, 1), "floor(NUMBER)", |args| rounded(args, Rounding::Down)),
    Function::new("ceil", (1, 1), "ceil(NUMBER)", |args| rounded(args, Rounding::Up)),
    Function::new("ceiling", (1, 1), "ceiling(NUMBER)", |args| rounded(args, Rounding::Up)),
    Function::new("sign", (1, 1), "sign(NUMBER)", sign),
    Function::new("sqrt", (1, 1), "sqrt(NUMBER)", sqrt),
    Function::new("power", (2, 2), "power(NUMBER, EXPONENT)", power),
    Function::new("pow", (2, 2), "pow(NUMBER, EXPONENT)", power),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Nearest,
    Cut,
    Down,
    Up,
}

impl Rounding {
    /// The integral number of units of `factor`.
    #[inline]
    fn divide(self, value: i128, factor: i128) -> i128 {
        match self {
            Rounding::Nearest => numeric::div_round(value, factor),
            Rounding::Cut => value / factor,
            Rounding::Down => value.div_euclid(factor),
            Rounding::Up => -(-value).div_euclid(factor),
        }
    }

    #[inline]
    fn divide_narrow(self, value: i64, factor: i64) -> i64 {
        match self {
            Rounding::Nearest => convert::round(value, factor),
            Rounding::Cut => value / factor,
            Rounding::Down => value.div_euclid(factor),
            Rounding::Up => -(-value).div_euclid(factor),
        }
    }

    fn float(self) -> fn(f64) -> f64 {
        match self {
            Rounding::Nearest => libm::rint,
            Rounding::Cut => libm::trunc,
            Rounding::Down => libm::floor,
            Rounding::Up => libm::ceil,
        }
    }
}

fn rounded(args: Args<'_>, rounding: Rounding) -> Checked {
    let mismatch = args.mismatch();
    let mut all = args.args.into_iter();
    let first = convert::unquoted(all.next().expect("the registry has counted them"))?;
    let places = all.next();
    match (&first.ty, &places) {
        // PostgreSQL converts integers to floating-point numbers first, unless the decimal places are given.
        (Type::Number(Number { integer: true, .. }), None) => float(to_float(first)?, rounding),
        (Type::Float(_), None) => float(first, rounding),
        (Type::Number(_), _) => exact(decimal(first), places, rounding),
        (Type::Float(_), Some(_)) => Err(first.error(format!(
            "a double precision is not rounded to places; cast it, as in {}(x::numeric, 2)",
            args.name
        ))),
        _ => Err(mismatch),
    }
}

fn float(a: Typed, rounding: Rounding) -> Checked {
    let Type::Float(float) = a.ty else { return Ok(a) };
    let (f, nullable, constant, at) = (rounding.float(), a.nullable, a.constant, a.at.clone());
    let ty = Type::Float(Float {
        min: f(float.min),
        max: f(float.max),
        integer: true,
        nonzero: false,
        single: false,
    });
    Ok(Typed { ty, nullable, kernel: of_float(a, f), constant, at })
}

fn exact(a: Typed, places: Option<Typed>, rounding: Rounding) -> Checked {
    let places =
        match places {
            None => 0,
            Some(places) => match convert::unquoted(places)? {
                known if known.is_null() => return rescaled(a, 0).map(|typed| null_of(typed, &known)),
                known => match (known.scalar(), known.number().is_some_and(|number| number.integer)) {
                    (Some(Scalar::Number(places)), true) if (-30..=30).contains(&places) => places as i32,
                    _ => return Err(known.error(
                        "the number of places has to be a whole number from -30 to 30 that is written here",
                    )),
                },
            },
        };
    let Some(&number) = a.number() else { return Ok(a) };
    let scale = places.max(0) as u32;
    if places >= number.scale as i32 {
        return rescaled(a, scale).map(settled);
    }
    // Places before the point are filled with zeros again.
    let factor = pow10((number.scale as i32 - places) as u32);
    let back = pow10(places.min(0).unsigned_abs()).unwrap_or(1);
    let Some(factor) = factor else {
        return Err(a.error("there are too many places to round; the number has 38 digits"));
    };
    let bound = |value: i128| rounding.divide(value, factor).saturating_mul(back);
    let number = Number {
        scale,
        ragged: false,
        min: bound(number.min),
        max: bound(number.max),
        nonzero: false,
        integer: false,
        bits: NO_BITS,
    };
    let (nullable, constant, at) = (a.nullable, a.constant, a.at.clone());
    let wide = move |value: i128| rounding.divide(value, factor).wrapping_mul(back);
    let run = match (i64::try_from(factor), i64::try_from(back)) {
        (Ok(factor), Ok(back)) => unary(
            a,
            &number,
            true,
            move |value| rounding.divide_narrow(value, factor).wrapping_mul(back),
            wide,
        ),
        _ => unary(a, &number, false, |value| value, wide),
    };
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

/// All values have the same number of decimal places now.
fn settled(mut typed: Typed) -> Typed {
    if let Type::Number(number) = &mut typed.ty {
        number.ragged = false;
    }
    typed
}

fn null_of(typed: Typed, null: &Typed) -> Typed {
    let at = null.at.clone();
    let inner = typed.kernel;
    let run = kernel(move |run| Value { valid: Some(crate::value::Bits::NONE), ..inner(run) });
    Typed { ty: typed.ty, nullable: true, kernel: run, constant: typed.constant, at }
}

fn sign(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let a = convert::unquoted(args.one())?;
    let (nullable, constant, at) = (a.nullable, a.constant, a.at.clone());
    let a = if a.number().is_some_and(|number| number.integer) { to_float(a)? } else { a };
    match a.ty {
        Type::Float(float) => {
            let ty = Float {
                min: if float.min < 0.0 { -1.0 } else { 0.0 },
                max: if float.max > 0.0 { 1.0 } else { 0.0 },
                integer: true,
                nonzero: float.nonzero,
                single: false,
            };
            let sign = |value: f64| {
                if value > 0.0 {
                    1.0
                } else if value < 0.0 {
                    -1.0
                } else {
                    0.0
                }
            };
            Ok(Typed { ty: Type::Float(ty), nullable, kernel: of_float(a, sign), constant, at })
        }
        Type::Number(number) => {
            let nonzero = !number.may_be_zero();
            let to = Number {
                min: number.min.signum(),
                max: number.max.signum(),
                nonzero,
                ..Number::decimal(0, 0, 0)
            };
            let run = unary(a, &to, true, i64::signum, i128::signum);
            Ok(Typed { ty: Type::Number(to), nullable, kernel: run, constant, at })
        }
        _ => Err(mismatch),
    }
}

fn sqrt(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let a = convert::unquoted(args.one())?;
    let (nullable, constant, at) = (a.nullable, a.constant, a.at.clone());
    let negative = "the number may be negative, and has no square root then; write sqrt(greatest(x, 0))";
    match a.ty {
        Type::Number(Number { integer: false, min, .. }) if min < 0 => Err(a.error(negative)),
        Type::Number(number @ Number { integer: false, .. }) => exact_sqrt(a, &number),
        Type::Number(_) | Type::Float(_) => {
            let a = to_float(a)?;
            let Type::Float(float) = a.ty else { return Err(mismatch) };
            if float.min < 0.0 {
                return Err(a.error(negative));
            }
            let ty = Float {
                min: libm::sqrt(float.min),
                max: libm::sqrt(float.max),
                integer: false,
                nonzero: float.nonzero,
                single: false,
            };
            Ok(Typed { ty: Type::Float(ty), nullable, kernel: of_float(a, libm::sqrt), constant, at })
        }
        _ => Err(mismatch),
    }
}

/// The square root with PostgreSQL's number of digits: at least 16 that count.
fn exact_sqrt(a: Typed, number: &Number) -> Checked {
    let own = number.scale;
    let scale = root_scale(if number.min > 0 { number.min } else { 1 }, own).max(root_scale(0, own));
    let bound = numeric::root(number.max.max(0), own, scale);
    let Some(max) = bound else {
        return Err(
            a.error("the number has too many digits for its square root; write sqrt(x::double precision)")
        );
    };
    let to = Number { ragged: true, ..Number::decimal(scale, 0, max.saturating_add(1)) };
    let (nullable, constant, at) = (a.nullable, a.constant, a.at.clone());
    let wide = move |value: i128| {
        let places = root_scale(value, own).min(scale);
        let root = numeric::root(value.max(0), own, places).unwrap_or(0);
        root.wrapping_mul(pow10(scale - places).unwrap_or(1))
    };
    let run = unary(a, &to, false, |value| value, wide);
    Ok(Typed { ty: Type::Number(to), nullable, kernel: run, constant, at })
}

/// How many decimal places PostgreSQL gives a square root.
fn root_scale(value: i128, scale: u32) -> u32 {
    let weight = (numeric::weight(value, scale) + 1) * 4 / 2 - 1;
    (16 - weight).max(scale as i32).max(0) as u32
}

fn power(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let is_exact = args.args.iter().any(|arg| arg.number().is_some_and(|number| !number.integer))
        && !args.args.iter().any(|arg| matches!(arg.ty, Type::Float(_)));
    let (a, b) = args.two();
    let (a, b) = (convert::unquoted(a)?, convert::unquoted(b)?);
    if !is_exact {
        return double_power(a, b, &at);
    }
    match exact_form(&a, &b) {
        Some(form) => Ok(exact_power(decimal(a), &b, &form, &at)),
        None => decimal_of_float(double_power(a, b, &at)?),
    }
}

fn double_power(a: Typed, b: Typed, at: &Range<usize>) -> Checked {
    let (a, b) = (to_float(a)?, to_float(b)?);
    let (Type::Float(x), Type::Float(y)) = (&a.ty, &b.ty) else {
        unreachable!("both are floating-point numbers")
    };
    let (x, y) = (*x, *y);
    if x.min < 0.0 && !y.integer {
        return Err(a.error("the number may be negative, and has only whole powers then; write abs(x)"));
    }
    if x.may_be_zero() && y.min < 0.0 && !b.is_null() {
        return Err(a.error("the number may be 0 and the exponent negative; write nullif(x, 0)"));
    }
    let bound = power_bound(&x, &y);
    if !bound.is_finite() {
        return Err(wrong(at, "the power may be too large; limit the numbers, as with least(x, 100)"));
    }
    let ty = Float {
        min: if x.min < 0.0 { -bound } else { 0.0 },
        max: bound,
        integer: x.integer && y.integer && y.min >= 0.0,
        nonzero: !x.may_be_zero(),
        single: false,
    };
    let (nullable, constant) = (a.nullable || b.nullable, a.constant && b.constant);
    Ok(Typed {
        ty: Type::Float(ty),
        nullable,
        kernel: of_floats(a, b, float_power),
        constant,
        at: at.clone(),
    })
}

/// A power, exact before it is rounded if both are integers, as the usual libraries return it.
fn float_power(base: f64, exponent: f64) -> f64 {
    let is_integral = base.fract() == 0.0 && exponent.fract() == 0.0 && base.abs() < 1e15;
    let exact = if is_integral && (0.0..=64.0).contains(&exponent) {
        (base as i128).checked_pow(exponent as u32)
    } else {
        None
    };
    exact.map_or_else(|| libm::pow(base, exponent), |power| power as f64)
}

/// The largest exponent of an exact power.
const MAX_EXPONENT: i128 = 36;
/// The maximum number of decimal places of a power, unless its base has more.
const POWER_PLACES: u32 = 16;

/// How an exact power is computed: its exponent, and the type of its values.
struct ExactForm {
    exponent: u32,
    to: Number,
    /// The divisor of the exact power, for the decimal places of the type.
    unit: i128,
}

/// The form of a power of a decimal by a known integral exponent, if its digits fit.
fn exact_form(base: &Typed, exponent: &Typed) -> Option<ExactForm> {
    let number = base.number()?;
    if base.is_null() || exponent.is_null() {
        return Some(ExactForm {
            exponent: 1,
            to: Number { integer: false, bits: NO_BITS, ..*number },
            unit: 1,
        });
    }
    let one = pow10(exponent.number()?.scale)?;
    let exponent = match exponent.scalar()? {
        Scalar::Number(value) if value % one == 0 && (0..=MAX_EXPONENT).contains(&(value / one)) => {
            (value / one) as u32
        }
        _ => return None,
    };
    let exact = number.scale * exponent;
    let scale = exact.min(number.scale.max(POWER_PLACES));
    let bound = i128::try_from(number.max_abs().max(1).checked_pow(exponent)?).ok()?;
    let unit = pow10(exact - scale)?;
    let bound = numeric::div_round(bound, unit);
    let is_signed = number.min < 0 && exponent % 2 == 1;
    let to = Number { ragged: true, ..Number::decimal(scale, if is_signed { -bound } else { 0 }, bound) };
    Some(ExactForm { exponent, to, unit })
}

/// An integral power of a decimal: exact, or rounded to 16 decimal places.
fn exact_power(base: Typed, exponent: &Typed, form: &ExactForm, at: &Range<usize>) -> Typed {
    if exponent.is_null() {
        return null_of(base, exponent);
    }
    let &ExactForm { exponent, to, unit } = form;
    let wide = move |value: i128| numeric::div_round(value.wrapping_pow(exponent), unit);
    let (nullable, constant) = (base.nullable, base.constant);
    let run = unary(base, &to, false, |value| value, wide);
    Typed { ty: Type::Number(to), nullable, kernel: run, constant, at: at.clone() }
}

/// The largest absolute value of a power.
fn power_bound(x: &Float, y: &Float) -> f64 {
    let large = x.min.abs().max(x.max.abs());
    let small = match (x.min, x.max) {
        (min, _) if min > 0.0 => min,
        (_, max) if max < 0.0 => -max,
        _ if x.integer => 1.0,
        _ => 0.0,
    };
    let bases = [large, small];
    let powers = bases.into_iter().flat_map(|base| [y.min, y.max].map(|exponent| libm::pow(base, exponent)));
    // A power of 0 is at most 1.
    powers.filter(|power| !power.is_nan()).fold(1.0, f64::max)
}

pub(super) fn of_floats(a: Typed, b: Typed, f: fn(f64, f64) -> f64) -> Kernel {
    kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.floats(), b.floats(), run.rows, &mut out, f);
        // The value of a null row is arbitrary.
        out.iter_mut().filter(|value| !value.is_finite()).for_each(|value| *value = 0.0);
        Value::new(Data::Float(Lane::Own(out)), both(a.valid, b.valid))
    })
}

//! Casts to numbers.

use super::literal::{as_literal, literal, no_cast};
use crate::numeric::{self, div_round, unary};
use crate::run::{Checked, Kernel, Scalar, Typed, kernel};
use crate::types::{Float, NO_BITS, Number, Type, int_name, pow10};
use crate::value::{Data, Lane, Value, map};

const ZERO: Number =
    Number { integer: true, bits: 16, scale: 0, ragged: false, min: 0, max: 0, nonzero: false };

/// An exact number; a text in quotes is read as one.
pub(crate) fn to_number(typed: Typed) -> Checked {
    let parse = |text: &str| {
        let (value, scale) = numeric::parse(text.trim())?;
        let integer = scale == 0 && i64::try_from(value).is_ok();
        let number = if integer {
            Number::narrowest(value, value, &[16, 32])
        } else {
            Number::decimal(scale, value, value)
        };
        Some((Type::Number(number), Scalar::Number(value)))
    };
    match literal(&typed, "number", "'1.50'", Type::Number(ZERO), parse) {
        Some(checked) => checked,
        None if typed.number().is_some() => Ok(typed),
        None => {
            Err(typed
                .error(format!("expected a number, and this is a {}; cast it, as in x::numeric", typed.ty)))
        }
    }
}

/// A text in quotes as a number; all else as it is.
pub(crate) fn unquoted(typed: Typed) -> Checked {
    if matches!(typed.ty, Type::Literal | Type::Null) { to_number(typed) } else { Ok(typed) }
}

/// A floating-point number.
pub(crate) fn to_float(typed: Typed) -> Checked {
    let blank = Float { min: 0.0, max: 0.0, integer: true, nonzero: false, single: false };
    let parse = |text: &str| {
        let value: f64 = text.trim().parse().ok().filter(|value: &f64| value.is_finite())?;
        let integer = value == libm::trunc(value);
        Some((Type::Float(Float { integer, ..Float::between(value, value) }), Scalar::Float(value)))
    };
    let typed = as_literal(typed);
    if let Some(checked) = literal(&typed, "double precision", "'1.5'", Type::Float(blank), parse) {
        return checked;
    }
    let number = match &typed.ty {
        Type::Float(_) => return Ok(typed),
        Type::Number(number) => *number,
        _ => return Err(no_cast(&typed, "double precision")),
    };
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = floats(typed, number);
    Ok(Typed { ty: Type::Float(number.to_float()), nullable, kernel: run, constant, at })
}

/// A floating-point number of 32 bits (`real`).
pub(crate) fn to_single(typed: Typed) -> Checked {
    let typed = to_float(typed)?;
    let float = match &typed.ty {
        Type::Float(float) if !float.single => *float,
        _ => return Ok(typed),
    };
    let bound = float.min.abs().max(float.max.abs());
    if bound > f64::from(f32::MAX) {
        let text = format!(
            "the number may be as large as {bound:e} and does not fit a real; limit it first, as with least(x, 1000)"
        );
        return Err(typed.error(text));
    }
    let (min, max) = (f64::from(float.min as f32), f64::from(float.max as f32));
    // What is near 0 may become it.
    let nonzero = float.nonzero && float.integer;
    let ty = Type::Float(Float { min, max, single: true, nonzero, ..float });
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let mut out = Vec::with_capacity(run.rows);
        map(value.floats(), run.rows, &mut out, |value| f64::from(value as f32));
        Value::new(Data::Float(Lane::Own(out)), value.valid)
    });
    Ok(Typed { ty, nullable, kernel: run, constant, at })
}

/// The same number as one of 64 bits.
pub(crate) fn to_double(typed: Typed) -> Checked {
    let mut typed = to_float(typed)?;
    if let Type::Float(float) = &mut typed.ty {
        float.single = false;
    }
    Ok(typed)
}

/// The nearest floating-point number of each exact one.
fn floats(typed: Typed, number: Number) -> Kernel {
    let scale = number.scale;
    // Both are exact then, and so their quotient is the nearest.
    let is_exact = number.max_abs() < 1 << 53 && scale <= 22;
    let unit = libm::pow(10.0, f64::from(scale));
    kernel(move |run| {
        let value = (typed.kernel)(run);
        let mut out = Vec::with_capacity(run.rows);
        match &value.data {
            Data::Int(lane) if is_exact => map(lane, run.rows, &mut out, |value| value as f64 / unit),
            _ => {
                let mut text = String::new();
                let mut nearest = |value: i128| {
                    text.clear();
                    numeric::write(value, scale, &mut text);
                    text.parse().unwrap_or(0.0)
                };
                let wide = value.wide(run.rows);
                out.extend((0..run.rows).map(|row| nearest(wide.get(row))));
            }
        }
        Value::new(Data::Float(Lane::Own(out)), value.valid)
    })
}

/// The exact number with another scale, rounded half away from zero where that is smaller.
pub(crate) fn rescaled(typed: Typed, scale: u32) -> Checked {
    let Some(&number) = typed.number() else { return Ok(typed) };
    if number.scale == scale {
        return Ok(typed);
    }
    let Some(factor) = pow10(scale.abs_diff(number.scale)) else { return Err(too_long(&typed)) };
    let bounds = if scale > number.scale {
        number.at_scale(scale)
    } else {
        Some((div_round(number.min, factor), div_round(number.max, factor)))
    };
    let Some((min, max)) = bounds else { return Err(too_long(&typed)) };
    let nonzero = scale > number.scale && number.nonzero;
    let number = Number { scale, min, max, nonzero, ..number };
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let is_up = scale > typed.number().map_or(0, |number| number.scale);
    let run = match i64::try_from(factor) {
        Ok(narrow) if is_up => {
            unary(typed, &number, true, move |a| a.wrapping_mul(narrow), move |a| a.wrapping_mul(factor))
        }
        Ok(narrow) => unary(typed, &number, true, move |a| round(a, narrow), move |a| div_round(a, factor)),
        Err(_) if is_up => unary(typed, &number, false, |a| a, move |a| a.wrapping_mul(factor)),
        Err(_) => unary(typed, &number, false, |a| a, move |a| div_round(a, factor)),
    };
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

/// `a / b` for a positive `b`, rounded half away from zero.
#[inline]
pub(crate) fn round(a: i64, b: i64) -> i64 {
    let (quotient, rest) = (a / b, a % b);
    quotient + if rest.abs() >= b - rest.abs() { a.signum() } else { 0 }
}

fn too_long(typed: &Typed) -> gusher::internal::computed::ExpressionError {
    typed.error("the number may have more than 38 digits; round it first, as with round(x, 2)")
}

/// A cast to an integer type of `bits` bits.
pub(super) fn int(typed: Typed, bits: u32) -> Checked {
    let name = int_name(bits);
    let typed = refused_text(as_literal(typed))?;
    let number = match &typed.ty {
        Type::Number(_) => rescaled(typed, 0)?,
        Type::Null | Type::Literal => to_number(typed)?,
        Type::Float(_) => integral_float(typed)?,
        Type::Bool => of_bool(typed),
        _ => return Err(no_cast(&typed, name)),
    };
    let Some(&found) = number.number() else { return Ok(number) };
    if found.scale > 0 {
        return Err(number.error(format!("this is no {name}; write a whole number")));
    }
    let bound = 1i128 << (bits - 1);
    if found.min < -bound || found.max >= bound {
        let text = format!("the number may be from {} to {} and does not fit a {name}", found.min, found.max);
        return Err(number.error(text));
    }
    let to = Number { integer: true, bits, ragged: false, ..found };
    let (nullable, constant, at) = (number.nullable, number.constant, number.at.clone());
    let run = unary(number, &to, true, |a| a, |a| a);
    Ok(Typed { ty: Type::Number(to), nullable, kernel: run, constant, at })
}

/// The nearest integer, of two the even one.
fn integral_float(typed: Typed) -> Checked {
    let Type::Float(float) = typed.ty else { return Ok(typed) };
    let bound = 9.2e18;
    if float.min < -bound || float.max > bound {
        return Err(
            typed.error("the number may be too large for a bigint; limit it first, as with least(x, 1000)")
        );
    }
    let number = Number::int(libm::rint(float.min) as i128, libm::rint(float.max) as i128);
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let mut out = run.buffer();
        map(value.floats(), run.rows, &mut out, |value| libm::rint(value) as i64);
        Value::own(out, value.valid)
    });
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

fn of_bool(typed: Typed) -> Typed {
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let bits = value.bits();
        let mut out = run.buffer();
        out.extend((0..run.rows).map(|row| i64::from(bits.get(row))));
        Value::own(out, value.valid)
    });
    Typed { ty: Type::Number(Number::int4(0, 1)), nullable, kernel: run, constant, at }
}

/// A cast to `numeric`, of n digits and decimal places.
pub(super) fn numeric(typed: Typed, form: Option<(u32, u32)>) -> Checked {
    let typed = refused_text(as_literal(typed))?;
    let typed = match &typed.ty {
        Type::Number(_) => decimal(typed),
        Type::Null | Type::Literal => decimal(to_number(typed)?),
        Type::Float(_) => float_to_decimal(typed, form.map(|(_, scale)| scale))?,
        _ => return Err(no_cast(&typed, "numeric")),
    };
    let Some((digits, scale)) = form else { return Ok(typed) };
    let mut typed = rescaled(typed, scale)?;
    if let Type::Number(number) = &mut typed.ty {
        number.ragged = false;
        let bound = pow10(digits).unwrap_or(i128::MAX);
        if number.min <= -bound || number.max >= bound {
            let mut largest = String::new();
            numeric::write(
                number.min.unsigned_abs().max(number.max.unsigned_abs()) as i128,
                scale,
                &mut largest,
            );
            return Err(typed.error(format!(
                "the number may be as large as {largest} and does not fit numeric({digits},{scale})"
            )));
        }
    }
    Ok(typed)
}

/// The number as a `numeric`.
pub(crate) fn decimal(mut typed: Typed) -> Typed {
    if let Type::Number(number) = &mut typed.ty {
        (number.integer, number.bits) = (false, NO_BITS);
    }
    typed
}

/// The floating-point number as a `numeric` that a column can have: of 18 digits, of which 15 count.
pub(crate) fn decimal_of_float(typed: Typed) -> Checked {
    let Type::Float(float) = typed.ty else { return Ok(typed) };
    let bound = float.min.abs().max(float.max.abs());
    let digits = libm::floor(libm::log10(bound.max(1.0))) as u32 + 1;
    let places = 18u32.saturating_sub(digits);
    let mut number = rescaled(float_to_decimal(typed, Some(places))?, places)?;
    if let Type::Number(number) = &mut number.ty {
        number.ragged = true;
    }
    Ok(number)
}

/// The floating-point number as a decimal that a column can have: with as many decimal places as leave the largest of the
/// numbers 16 digits, of which 15 count.
pub(crate) fn float_of_column(typed: Typed) -> Checked {
    let Type::Float(float) = typed.ty else { return Ok(typed) };
    let bound = float.min.abs().max(float.max.abs());
    if float.integer || bound >= 1e15 {
        return Ok(typed);
    }
    let digits = libm::floor(libm::log10(bound.max(1.0))) as u32 + 1;
    numeric(typed, Some((38, 16 - digits)))
}

/// The floating-point number with its 15 digits that count, as PostgreSQL casts it.
fn float_to_decimal(typed: Typed, wanted: Option<u32>) -> Checked {
    let Type::Float(float) = typed.ty else { return Ok(typed) };
    let bound = float.min.abs().max(float.max.abs());
    if bound >= 1e36 {
        return Err(typed.error("the number may be too large; limit it first, as with least(x, 1000)"));
    }
    let places = if float.single { 5 } else { 14 };
    let digits = libm::ceil(libm::log10(bound.max(1.0))) as u32 + 1;
    let scale = 21u32.max(wanted.unwrap_or(0)).min(37 - digits.min(37));
    let bound = |value: f64| numeric_of(value, places, scale);
    let number = Number {
        integer: false,
        bits: NO_BITS,
        scale,
        ragged: true,
        min: bound(float.min).saturating_sub(1),
        max: bound(float.max).saturating_add(1),
        nonzero: false,
    };
    let narrow = number.is_narrow();
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let floats = value.floats();
        let wide = (0..run.rows).map(|row| numeric_of(floats.get(row), places, scale));
        let data = if narrow {
            Data::Int(Lane::Own(wide.map(|value| value as i64).collect()))
        } else {
            Data::Wide(Lane::Own(wide.collect()))
        };
        Value::new(data, value.valid)
    });
    let ty = Type::Number(number);
    Ok(Typed { ty, nullable, kernel: run, constant, at })
}

/// The number nearest to this one that has `decimals` digits after the first one that counts, in units of 10^-scale.
fn numeric_of(value: f64, decimals: usize, scale: u32) -> i128 {
    let text = format!("{value:.decimals$e}");
    let Some((digits, power)) = text.split_once('e') else { return 0 };
    let digits: String = digits.chars().filter(|c| *c != '.').collect();
    let (Ok(digits), Ok(power)) = (digits.parse::<i128>(), power.parse::<i32>()) else { return 0 };
    // A double has this many decimal places.
    let places = decimals as i32 - power;
    match u32::try_from(places) {
        Ok(places) if places <= scale => digits.saturating_mul(pow10(scale - places).unwrap_or(0)),
        Ok(places) => div_round(digits, pow10(places - scale).unwrap_or(i128::MAX)),
        Err(_) => digits.saturating_mul(pow10(scale + places.unsigned_abs()).unwrap_or(0)),
    }
}

/// A text of a column may be no number, and a row cannot fail.
fn refused_text(typed: Typed) -> Checked {
    match typed.ty {
        Type::Text(_) => Err(typed
            .error("the texts of a column may be no numbers; make the column of numbers in the first place")),
        _ => Ok(typed),
    }
}

//! The numbers that operators take.

use super::Args;
use crate::convert;
use crate::run::{Checked, Typed, kernel, wrong};
use crate::types::{Float, Number, Type, int_name, pow10};
use crate::value::{Data, Lane, Value, both, map2};

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
        // A text in quotes is what the other one is; any other number makes a double precision of a real.
        let is_single = |typed: &Typed| matches!(typed.ty, Type::Float(Float { single: true, .. }));
        let is_open = |typed: &Typed| matches!(typed.ty, Type::Literal | Type::Null);
        let single = (is_single(&a) || is_open(&a)) && (is_single(&b) || is_open(&b));
        let convert = if single { convert::to_single } else { convert::to_double };
        let (a, b) = (convert(a)?, convert(b)?);
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
        Some(number) if number.fits() => Ok(number),
        Some(number) => Err(wrong(
            at,
            format!(
                "the result may be as large as {} and does not fit {} {}; cast a number, as in x::{}",
                if number.max > -number.min { number.max } else { number.min },
                if number.bits == 32 { "an" } else { "a" },
                int_name(number.bits),
                match number.bits {
                    16 => "integer",
                    32 => "bigint",
                    _ => "numeric",
                },
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

pub(super) fn is_narrow((min, max): (i128, i128)) -> bool {
    i64::try_from(min).is_ok() && i64::try_from(max).is_ok()
}

/// Floating-point arithmetic.
pub(super) fn floats(
    a: Typed,
    b: Typed,
    ty: Float,
    at: &std::ops::Range<usize>,
    f: fn(f64, f64) -> f64,
) -> Checked {
    let largest = if ty.single { f64::from(f32::MAX) } else { f64::MAX };
    // The comparison is false for what is not a number, too.
    let fits = ty.min >= -largest && ty.max <= largest;
    if !fits {
        let name = if ty.single { "real" } else { "double precision" };
        return Err(wrong(
            at,
            format!(
                "the result may be too large for a {name}; limit the numbers first, as with least(x, 1000)"
            ),
        ));
    }
    let single = ty.single;
    let (nullable, constant) = typed(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.floats(), b.floats(), run.rows, &mut out, f);
        if single {
            out.iter_mut().for_each(|value| *value = f64::from(*value as f32));
        }
        Value::new(Data::Float(Lane::Own(out)), both(a.valid, b.valid))
    });
    Ok(Typed { ty: Type::Float(ty), nullable, kernel: run, constant, at: at.clone() })
}

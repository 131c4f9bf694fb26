//! Intervals times numbers, with PostgreSQL's way of carrying parts of months and days on to smaller units.

use super::super::Args;
use super::super::no_zero;
use super::sum::flags;
use crate::convert;
use crate::run::{Checked, Typed, kernel, wrong};
use crate::types::{DAY, Float, Lengths, SECOND, Type};
use crate::value::{Data, Interval, Lane, Value, both, map2};

/// An interval times a number.
pub(in crate::functions) fn times(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let at = args.at.clone();
    let (a, b) = args.two();
    let (interval, factor) = match (&a.ty, &b.ty) {
        (Type::Interval(_), _) => (a, b),
        (_, Type::Interval(_)) => (b, a),
        _ => return Err(mismatch),
    };
    if matches!(
        factor.ty,
        Type::Interval(_) | Type::Date(_) | Type::Timestamp(_) | Type::Time(_) | Type::Text(_) | Type::Bool
    ) {
        return Err(mismatch);
    }
    let factor = convert::to_float(convert::unquoted(factor)?)?;
    let (Type::Interval(lengths), Type::Float(float)) = (&interval.ty, &factor.ty) else {
        return Err(mismatch);
    };
    let lengths = scaled(lengths, float).ok_or_else(|| too_long(&at))?;
    Ok(of(interval, factor, lengths, |interval, factor| multiply(interval, |value| value * factor)))
}

/// An interval by a number.
pub(in crate::functions) fn divided(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let at = args.at.clone();
    let (interval, divisor) = args.two();
    if !matches!(interval.ty, Type::Interval(_))
        || !matches!(divisor.ty, Type::Number(_) | Type::Float(_) | Type::Literal)
    {
        return Err(mismatch);
    }
    let divisor = convert::to_float(convert::unquoted(divisor)?)?;
    let (Type::Interval(lengths), Type::Float(float)) = (&interval.ty, &divisor.ty) else {
        return Err(mismatch);
    };
    no_zero(&divisor, float.may_be_zero(), &divisor.at)?;
    if !float.integer {
        return Err(wrong(&divisor.at, "an interval is divided by a whole number here; write x * (1 / y)"));
    }
    let part = Float::between(-1.0, 1.0);
    let lengths = scaled(lengths, &part).ok_or_else(|| too_long(&at))?;
    Ok(of(interval, divisor, lengths, |interval, divisor| {
        let divisor = if divisor == 0.0 { 1.0 } else { divisor };
        multiply(interval, |value| value / divisor)
    }))
}

fn too_long(at: &std::ops::Range<usize>) -> gusher::internal::computed::ExpressionError {
    wrong(at, "the interval may be too long; limit the number, as with least(x, 1000)")
}

/// The bounds of intervals times numbers.
fn scaled(lengths: &Lengths, factor: &Float) -> Option<Lengths> {
    let bound = factor.min.abs().max(factor.max.abs());
    let fits = |(min, max): (i64, i64), limit: f64| {
        (min.unsigned_abs().max(max.unsigned_abs()) as f64) * bound < limit
    };
    if !(fits(lengths.months, 1e6) && fits(lengths.days, 1e8) && fits(lengths.micros, 9e17)) {
        return None;
    }
    let product = |(min, max): (i64, i64), more: i64| {
        let corners = [
            min as f64 * factor.min,
            min as f64 * factor.max,
            max as f64 * factor.min,
            max as f64 * factor.max,
        ];
        let (low, high) = (
            corners.into_iter().fold(f64::INFINITY, f64::min),
            corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        );
        (libm::floor(low) as i64 - more, libm::ceil(high) as i64 + more)
    };
    // Parts of months become days, and those of days a time.
    let carries = |(min, max): (i64, i64)| !factor.integer && (min, max) != (0, 0);
    let (months, days) = (carries(lengths.months), carries(lengths.days) || carries(lengths.months));
    let is_exact = factor.integer && lengths.micros == (0, 0);
    let micros = product(lengths.micros, if days { DAY } else { i64::from(!is_exact) });
    let step = if is_exact || factor.integer && fits(lengths.micros, 9e15) { lengths.step } else { 1 };
    let micros = if is_exact { (0, 0) } else { (micros.0.min(0), micros.1) };
    let micros = if factor.integer && step != 1 { product(lengths.micros, 0) } else { micros };
    Some(Lengths {
        months: product(lengths.months, 0),
        days: product(lengths.days, if months { 31 } else { i64::from(days) }),
        micros,
        step,
    })
}

fn of(interval: Typed, factor: Typed, lengths: Lengths, f: fn(Interval, f64) -> Interval) -> Typed {
    let (nullable, constant, at) = flags(&interval, &factor);
    let run = kernel(move |run| {
        let (a, b) = ((interval.kernel)(run), (factor.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.intervals(), b.floats(), run.rows, &mut out, f);
        Value::new(Data::Interval(Lane::Own(out)), both(a.valid, b.valid))
    });
    Typed { ty: Type::Interval(lengths), nullable, kernel: run, constant, at }
}

/// `interval_mul` and `interval_div` of PostgreSQL.
fn multiply(interval: Interval, scale: impl Fn(f64) -> f64) -> Interval {
    let round = |value: f64| libm::rint(value * 1e6) / 1e6;
    let (months, days) = (scale(interval.months as f64), scale(interval.days as f64));
    let (full_months, full_days) = (months as i64, days as i64);
    let month_days = round((months - full_months as f64) * 30.0);
    let mut seconds = round((days - full_days as f64 + month_days - libm::trunc(month_days)) * 86_400.0);
    let mut carried = 0;
    if libm::fabs(seconds) >= 86_400.0 {
        carried = (seconds / 86_400.0) as i64;
        seconds -= carried as f64 * 86_400.0;
    }
    Interval {
        months: full_months,
        days: full_days + carried + month_days as i64,
        micros: libm::rint(scale(interval.micros as f64) + seconds * SECOND as f64) as i64,
    }
}

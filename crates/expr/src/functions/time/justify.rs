//! Intervals in other units, and the age of one time at another.

use super::super::Args;
use super::present;
use super::sum::flags;
use crate::calendar;
use crate::convert;
use crate::run::{Checked, Typed, kernel};
use crate::types::{DAY, Lengths, SECOND, Span, Type, gcd};
use crate::value::{Data, Interval, Lane, Value, both, map, map2};

/// The days of a month that is not known.
const MONTH: i64 = 30;

/// 24 hours are a day.
pub(super) fn justify_hours(args: Args<'_>) -> Checked {
    changed(args, hours, |lengths| {
        let (days, micros) = carried(lengths.days, lengths.micros, DAY, 0);
        Lengths { days, micros, ..*lengths }
    })
}

/// 30 days are a month.
pub(super) fn justify_days(args: Args<'_>) -> Checked {
    changed(args, days, |lengths| {
        let (months, days) = carried(lengths.months, lengths.days, MONTH, 0);
        Lengths { months, days, ..*lengths }
    })
}

/// Both, and all parts get the same sign.
pub(super) fn justify_interval(args: Args<'_>) -> Checked {
    changed(args, all, |lengths| {
        let (days, micros) = carried(lengths.days, lengths.micros, DAY, 0);
        let (months, days) = carried(lengths.months, days, MONTH, 1);
        Lengths { months, days, micros, step: lengths.step }
    })
}

fn changed(args: Args<'_>, f: fn(Interval) -> Interval, bounds: fn(&Lengths) -> Lengths) -> Checked {
    let mismatch = args.mismatch();
    let a = convert::to_interval(args.one()).map_err(|_| mismatch)?;
    let Type::Interval(lengths) = &a.ty else { return Ok(a) };
    let lengths = bounds(lengths);
    let (nullable, constant, at) = (a.nullable, a.constant, a.at.clone());
    let run = kernel(move |run| {
        let a = (a.kernel)(run);
        let mut out = Vec::with_capacity(run.rows);
        map(a.intervals(), run.rows, &mut out, f);
        Value::new(Data::Interval(Lane::Own(out)), a.valid)
    });
    Ok(Typed {
        ty: Type::Interval(Lengths { step: gcd(lengths.step, DAY), ..lengths }),
        nullable,
        kernel: run,
        constant,
        at,
    })
}

/// The bounds of a part to which full multiples of `unit` of a smaller one are carried, and those of what is left. Each may be off by one for
/// the sign, and by `more`.
fn carried(part: (i64, i64), smaller: (i64, i64), unit: i64, more: i64) -> ((i64, i64), (i64, i64)) {
    let is_positive = part.0 >= 0 && smaller.0 >= 0;
    let is_negative = part.1 <= 0 && smaller.1 <= 0;
    let (low, high) = (part.0.saturating_add(smaller.0 / unit), part.1.saturating_add(smaller.1 / unit));
    let low = if is_positive { low } else { low.saturating_sub(1 + more) };
    let high = if is_negative { high } else { high.saturating_add(if is_positive { 0 } else { 1 + more }) };
    let left = (if is_positive { 0 } else { 1 - unit - more }, if is_negative { 0 } else { unit - 1 + more });
    ((low, high), left)
}

fn hours(Interval { months, days, micros }: Interval) -> Interval {
    let (mut days, mut micros) = (days + micros / DAY, micros % DAY);
    if days > 0 && micros < 0 {
        (days, micros) = (days - 1, micros + DAY);
    } else if days < 0 && micros > 0 {
        (days, micros) = (days + 1, micros - DAY);
    }
    Interval { months, days, micros }
}

fn days(Interval { months, days, micros }: Interval) -> Interval {
    let (mut months, mut days) = (months + days / MONTH, days % MONTH);
    if months > 0 && days < 0 {
        (months, days) = (months - 1, days + MONTH);
    } else if months < 0 && days > 0 {
        (months, days) = (months + 1, days - MONTH);
    }
    Interval { months, days, micros }
}

fn all(Interval { months, days, micros }: Interval) -> Interval {
    let days = days + micros / DAY;
    let (mut months, mut days, micros) = (months + days / MONTH, days % MONTH, micros % DAY);
    if months > 0 && (days < 0 || (days == 0 && micros < 0)) {
        (months, days) = (months - 1, days + MONTH);
    } else if months < 0 && (days > 0 || (days == 0 && micros > 0)) {
        (months, days) = (months + 1, days - MONTH);
    }
    let Interval { days, micros, .. } = hours(Interval { months: 0, days, micros });
    Interval { months, days, micros }
}

/// The years, months, days and the rest from one time to another; of one time, to the beginning of the present day.
pub(super) fn age(args: Args<'_>) -> Checked {
    let mismatch = args.mismatch();
    let is_time =
        |arg: &Typed| matches!(arg.ty, Type::Date(_) | Type::Timestamp(_) | Type::Literal | Type::Null);
    if !args.args.iter().all(is_time) {
        return Err(mismatch);
    }
    let (a, b) = if args.args.len() == 1 {
        let today = Args { args: Vec::new(), at: args.at.clone(), ..args };
        let earlier = args.args.into_iter().next().expect("the registry has counted them");
        (present::today(today)?, earlier)
    } else {
        args.two()
    };
    let (a, b) = (convert::to_timestamp(a)?, convert::to_timestamp(b)?);
    let (Type::Timestamp(x), Type::Timestamp(y)) = (&a.ty, &b.ty) else { return Err(mismatch) };
    let lengths = age_bounds(x, y);
    let (nullable, constant, at) = flags(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.ints(), b.ints(), run.rows, &mut out, between);
        Value::new(Data::Interval(Lane::Own(out)), both(a.valid, b.valid))
    });
    Ok(Typed { ty: Type::Interval(lengths), nullable, kernel: run, constant, at })
}

fn age_bounds(a: &Span, b: &Span) -> Lengths {
    let (low, high) = (a.min - b.max, a.max - b.min);
    // No month is shorter than this.
    let months = |micros: i64| micros / (28 * DAY) + micros.signum();
    let part = |most: i64| (if low < 0 { -most } else { 0 }, if high > 0 { most } else { 0 });
    Lengths {
        months: (if low < 0 { months(low) } else { 0 }, if high > 0 { months(high) } else { 0 }),
        days: part(MONTH),
        micros: part(DAY - 1),
        step: gcd(gcd(a.step, b.step), SECOND),
    }
}

/// From the second time to the first one: what is missing of a day is taken from the month in which the earlier time is.
fn between(later: i64, earlier: i64) -> Interval {
    if later < earlier {
        let Interval { months, days, micros } = between(earlier, later);
        return Interval { months: -months, days: -days, micros: -micros };
    }
    let of = |micros: i64| (calendar::civil(micros.div_euclid(DAY)), micros.rem_euclid(DAY));
    let ((to_year, to_month, to_day), to_micros) = of(later);
    let ((year, month, day), from_micros) = of(earlier);
    let (mut months, mut days, mut micros) =
        ((to_year - year) * 12 + to_month - month, to_day - day, to_micros - from_micros);
    if micros < 0 {
        (days, micros) = (days - 1, micros + DAY);
    }
    if days < 0 {
        (months, days) = (months - 1, days + calendar::last_day(year, month));
    }
    Interval { months, days, micros }
}

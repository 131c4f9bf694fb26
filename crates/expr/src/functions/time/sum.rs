//! Sums and differences of times and intervals.

use super::super::Args;
use crate::calendar;
use crate::convert;
use crate::run::{Checked, Typed, kernel, wrong};
use crate::types::{DAY, FIRST_DAY, LAST_DAY, Lengths, Number, SECOND, Span, Type, gcd};
use crate::value::{Data, Interval, Lane, Value, both, map, map2};

/// Whether an argument is of a time.
pub(in crate::functions) fn is_of_times(args: &[Typed]) -> bool {
    let is_time = |arg: &Typed| {
        matches!(arg.ty, Type::Date(_) | Type::Timestamp(_) | Type::Time(_) | Type::Interval(_))
    };
    args.iter().any(is_time)
}

/// A text in quotes beside a time: what it has to be there.
fn resolved(typed: Typed, other: &Type, minus: bool) -> Checked {
    if !matches!(typed.ty, Type::Literal | Type::Null) {
        return Ok(typed);
    }
    match other {
        Type::Date(_) if minus => convert::to_date(typed),
        Type::Timestamp(_) if minus => convert::to_timestamp(typed),
        Type::Time(_) if minus => convert::to_time(typed),
        _ => convert::to_interval(typed),
    }
}

/// The sum or the difference of two of which one is a time.
pub(in crate::functions) fn sum(args: Args<'_>, minus: bool) -> Checked {
    let mismatch = args.mismatch();
    let (a, b) = args.two();
    let (a_type, b_type) = (a.ty.clone(), b.ty.clone());
    let (a, b) = (resolved(a, &b_type, minus)?, resolved(b, &a_type, minus)?);
    match (&a.ty, &b.ty) {
        (Type::Number(_), Type::Date(_)) if !minus => days_later(b, a, false),
        (Type::Date(_), Type::Number(_)) => days_later(a, b, minus),
        (Type::Date(_), Type::Date(_)) if minus => days_between(a, b),
        (Type::Interval(_), Type::Interval(_)) => intervals(a, b, minus),
        (Type::Date(_) | Type::Timestamp(_), Type::Interval(_)) => later(convert::to_timestamp(a)?, b, minus),
        (Type::Interval(_), Type::Date(_) | Type::Timestamp(_)) if !minus => {
            later(convert::to_timestamp(b)?, a, false)
        }
        (Type::Time(_), Type::Interval(_)) => time_later(a, b, minus),
        (Type::Interval(_), Type::Time(_)) if !minus => time_later(b, a, false),
        (Type::Date(_), Type::Time(_)) if !minus => date_and_time(a, b),
        (Type::Time(_), Type::Date(_)) if !minus => date_and_time(b, a),
        (Type::Time(_), Type::Time(_)) if minus => {
            Ok(between(a, b, |micros| Interval { micros, ..Interval::default() }))
        }
        (Type::Date(_) | Type::Timestamp(_), Type::Date(_) | Type::Timestamp(_)) if minus => {
            let (a, b) = (convert::to_timestamp(a)?, convert::to_timestamp(b)?);
            Ok(between(a, b, |micros| Interval { months: 0, days: micros / DAY, micros: micros % DAY }))
        }
        _ => Err(mismatch),
    }
}

pub(super) fn flags(a: &Typed, b: &Typed) -> (bool, bool, std::ops::Range<usize>) {
    (a.nullable || b.nullable, a.constant && b.constant, a.at.start.min(b.at.start)..a.at.end.max(b.at.end))
}

/// A kernel over two columns of integers.
fn of_ints(
    a: Typed,
    b: Typed,
    ty: Type,
    f: impl Fn(i64, i64) -> i64 + Copy + Send + Sync + 'static,
) -> Typed {
    let (nullable, constant, at) = flags(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = run.buffer();
        map2(a.ints(), b.ints(), run.rows, &mut out, f);
        let valid = both(a.valid, b.valid);
        run.give_back(a);
        run.give_back(b);
        Value::own(out, valid)
    });
    Typed { ty, nullable, kernel: run, constant, at }
}

/// Checks that the sum, whose summand is `at`, stays in the calendar; otherwise the advice is to limit it to `limit`.
fn in_calendar(
    min: i64,
    max: i64,
    at: &std::ops::Range<usize>,
    limit: &str,
) -> Result<(), gusher::internal::computed::ExpressionError> {
    if min >= FIRST_DAY && max <= LAST_DAY {
        return Ok(());
    }
    let text = "with this the date may be outside of the years 0 to 9999; limit it, as with";
    Err(wrong(at, format!("{text} least(x, {limit})")))
}

fn days_later(date: Typed, count: Typed, minus: bool) -> Checked {
    let (Type::Date(span), Some(number)) = (&date.ty, count.number()) else { return Ok(date) };
    if !number.integer {
        return Err(wrong(
            &count.at,
            "a date takes a whole number of days, and this is a numeric; cast it, as in x::integer",
        ));
    }
    let (low, high) = if minus { (-number.max, -number.min) } else { (number.min, number.max) };
    let clamped = |value: i128| value.clamp(-10_000_000, 10_000_000) as i64;
    let (min, max) = (span.min + clamped(low), span.max + clamped(high));
    in_calendar(min, max, &count.at, "100000")?;
    let ty = Type::Date(Span::new(min, max, DAY));
    Ok(if minus {
        of_ints(date, count, ty, i64::wrapping_sub)
    } else {
        of_ints(date, count, ty, i64::wrapping_add)
    })
}

fn days_between(a: Typed, b: Typed) -> Checked {
    let (Type::Date(x), Type::Date(y)) = (&a.ty, &b.ty) else { return Ok(a) };
    let ty = Type::Number(Number::int4((x.min - y.max).into(), (x.max - y.min).into()));
    Ok(of_ints(a, b, ty, i64::wrapping_sub))
}

fn date_and_time(date: Typed, time: Typed) -> Checked {
    let (Type::Date(days), Type::Time(span)) = (&date.ty, &time.ty) else { return Ok(date) };
    let ty = Span::new(days.min * DAY + span.min, days.max * DAY + span.max, span.step);
    Ok(of_ints(date, time, Type::Timestamp(ty), |day, time| day.wrapping_mul(DAY).wrapping_add(time)))
}

/// A kernel over a column of integers and one of intervals.
fn with_interval(a: Typed, b: Typed, ty: Type, minus: bool, f: fn(i64, Interval) -> i64) -> Typed {
    let (nullable, constant, at) = flags(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = run.buffer();
        match minus {
            true => map2(a.ints(), b.intervals(), run.rows, &mut out, |a, b| f(a, minus_interval(b))),
            false => map2(a.ints(), b.intervals(), run.rows, &mut out, f),
        }
        let valid = both(a.valid, b.valid);
        run.give_back(a);
        Value::own(out, valid)
    });
    Typed { ty, nullable, kernel: run, constant, at }
}

fn minus_interval(interval: Interval) -> Interval {
    Interval { months: -interval.months, days: -interval.days, micros: -interval.micros }
}

fn turned((min, max): (i64, i64)) -> (i64, i64) {
    (-max, -min)
}

/// The bounds of the negative intervals.
fn turned_lengths(lengths: &Lengths) -> Lengths {
    Lengths {
        months: turned(lengths.months),
        days: turned(lengths.days),
        micros: turned(lengths.micros),
        step: lengths.step,
    }
}

fn later(point: Typed, interval: Typed, minus: bool) -> Checked {
    let (Type::Timestamp(span), Type::Interval(lengths)) = (&point.ty, &interval.ty) else {
        return Ok(point);
    };
    let lengths = if minus { turned_lengths(lengths) } else { *lengths };
    let bound = |micros: i64, months: i64, days: i64, more: i64| {
        let day = calendar::add_months(micros.div_euclid(DAY), months.clamp(-200_000, 200_000))
            .saturating_add(days);
        day.saturating_add(more.div_euclid(DAY)).clamp(FIRST_DAY - 2, LAST_DAY + 2) * DAY
            + micros.rem_euclid(DAY)
            + more.rem_euclid(DAY)
    };
    let min = bound(span.min, lengths.months.0, lengths.days.0, lengths.micros.0);
    let max = bound(span.max, lengths.months.1, lengths.days.1, lengths.micros.1);
    in_calendar(min.div_euclid(DAY), max.div_euclid(DAY), &interval.at, "interval '9 years'")?;
    // A later day may have an earlier time.
    let (min, max) = if lengths.months == (0, 0) { (min, max) } else { (min - DAY, max + DAY) };
    let ty = Type::Timestamp(Span { min, max, step: gcd(span.step, lengths.step), zoned: span.zoned });
    Ok(with_interval(point, interval, ty, minus, calendar::add))
}

fn time_later(time: Typed, interval: Typed, minus: bool) -> Checked {
    let (Type::Time(span), Type::Interval(lengths)) = (&time.ty, &interval.ty) else { return Ok(time) };
    let ty = Type::Time(Span::new(0, DAY - 1, gcd(span.step, lengths.step)));
    Ok(with_interval(time, interval, ty, minus, |time, interval| {
        time.wrapping_add(interval.micros).rem_euclid(DAY)
    }))
}

/// The interval between two times, which `make` makes of microseconds.
fn between(a: Typed, b: Typed, make: fn(i64) -> Interval) -> Typed {
    let (Type::Timestamp(x) | Type::Time(x), Type::Timestamp(y) | Type::Time(y)) = (&a.ty, &b.ty) else {
        unreachable!("both are times")
    };
    let (low, high) = (x.min - y.max, x.max - y.min);
    let step = gcd(gcd(x.step, y.step), SECOND);
    let is_of_day = matches!(a.ty, Type::Time(_));
    let lengths = if is_of_day {
        Lengths { months: (0, 0), days: (0, 0), micros: (low, high), step }
    } else {
        let micros = if low >= 0 {
            (0, DAY - 1)
        } else if high <= 0 {
            (1 - DAY, 0)
        } else {
            (1 - DAY, DAY - 1)
        };
        let micros = if low > -DAY && high < DAY { (low, high) } else { micros };
        Lengths { months: (0, 0), days: (low / DAY, high / DAY), micros, step }
    };
    let (nullable, constant, at) = flags(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.ints(), b.ints(), run.rows, &mut out, |a, b| make(a.wrapping_sub(b)));
        Value::new(Data::Interval(Lane::Own(out)), both(a.valid, b.valid))
    });
    Typed { ty: Type::Interval(lengths), nullable, kernel: run, constant, at }
}

fn intervals(a: Typed, b: Typed, minus: bool) -> Checked {
    let (Type::Interval(x), Type::Interval(y)) = (&a.ty, &b.ty) else { return Ok(a) };
    let y = if minus { turned_lengths(y) } else { *y };
    let sum = |a: (i64, i64), b: (i64, i64)| (a.0.saturating_add(b.0), a.1.saturating_add(b.1));
    let lengths = Lengths {
        months: sum(x.months, y.months),
        days: sum(x.days, y.days),
        micros: sum(x.micros, y.micros),
        step: gcd(x.step, y.step),
    };
    let (nullable, constant, at) = flags(&a, &b);
    let run = kernel(move |run| {
        let (a, b) = ((a.kernel)(run), (b.kernel)(run));
        let mut out = Vec::with_capacity(run.rows);
        map2(a.intervals(), b.intervals(), run.rows, &mut out, |a, b| {
            let b = if minus { minus_interval(b) } else { b };
            Interval {
                months: a.months + b.months,
                days: a.days + b.days,
                micros: a.micros.wrapping_add(b.micros),
            }
        });
        Value::new(Data::Interval(Lane::Own(out)), both(a.valid, b.valid))
    });
    Ok(Typed { ty: Type::Interval(lengths), nullable, kernel: run, constant, at })
}

/// The negative interval.
pub(in crate::functions) fn negated(a: Typed) -> Typed {
    let lengths = match &a.ty {
        Type::Interval(lengths) => turned_lengths(lengths),
        _ => unreachable!("it is an interval"),
    };
    let (nullable, constant, at) = (a.nullable, a.constant, a.at.clone());
    let run = kernel(move |run| {
        let a = (a.kernel)(run);
        let mut out = Vec::with_capacity(run.rows);
        map(a.intervals(), run.rows, &mut out, minus_interval);
        Value::new(Data::Interval(Lane::Own(out)), a.valid)
    });
    Typed { ty: Type::Interval(lengths), nullable, kernel: run, constant, at }
}

//! Dates, times and intervals from their parts.

use gusher::internal::computed::ExpressionError;

use super::super::Args;
use super::super::rows::typed_ints;
use super::super::text::int;
use crate::calendar::{days, last_day};
use crate::convert;
use crate::run::{Checked, Typed, kernel};
use crate::types::{DAY, Lengths, SECOND, Span, Type, gcd};
use crate::value::{Data, Interval, Lane, Value, both};

/// A part of a time that must be within its bounds in every row.
fn check(
    arg: &Typed,
    (min, max): (i64, i64),
    low: i64,
    high: i64,
    what: &str,
) -> Result<(), ExpressionError> {
    if arg.is_null() || (min >= low && max <= high) {
        return Ok(());
    }
    let advice = format!("write greatest(least(x, {high}), {low})");
    Err(arg.error(format!(
        "the {what} may be {}, and has to be from {low} to {high}; {advice}",
        if min < low { min } else { max }
    )))
}

/// The bounds of an integer.
fn bounds(arg: &Typed) -> (i64, i64) {
    arg.number().map_or((0, 0), |number| {
        (number.min.clamp(-1, 100_000_000) as i64, number.max.clamp(-1, 100_000_000) as i64)
    })
}

/// The first and the last of the days that a year, a month and a day of it may be, which are one in every row.
fn check_date(parts: &[Typed]) -> Result<(i64, i64), ExpressionError> {
    let [years, months, days_of_month] = [0, 1, 2].map(|index| bounds(&parts[index]));
    check(&parts[0], years, 1, 9999, "year")?;
    check(&parts[1], months, 1, 12, "month")?;
    // The shortest of the months that there may be.
    let year = if years.0 == years.1 { years.0 } else { 1 };
    let shortest = (months.0..=months.1).map(|month| last_day(year, month)).min().unwrap_or(28);
    check(&parts[2], days_of_month, 1, shortest, "day")?;
    Ok((days((years.0, months.0.max(1), 1)), days((years.1, months.1.clamp(1, 12), 31))))
}

/// A date from its year, month and day, which must be one in every row.
pub(super) fn make_date(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let parts = args.args.into_iter().map(int).collect::<Result<Vec<_>, _>>()?;
    let (min, max) = check_date(&parts)?;
    let ty = Type::Date(Span::new(min, max, DAY));
    let mut typed = typed_ints(parts, ty, |row| days((row.int(0), row.int(1).clamp(1, 12), row.int(2))));
    typed.at = at;
    Ok(typed)
}

/// Seconds with their decimal places as microseconds, and the unit of all values.
fn seconds(arg: Typed) -> Result<(Typed, i64), ExpressionError> {
    let arg = convert::unquoted(arg)?;
    let arg = if matches!(arg.ty, Type::Float(_)) { convert::decimal_of_float(arg)? } else { arg };
    let Some(number) = arg.number() else {
        return Err(arg.error(format!("expected seconds as a number, and this is a {}", arg.ty)));
    };
    let step = 10i64.pow(6 - number.scale.min(6));
    let micros = convert::rescaled(arg, 6)?;
    match micros.number() {
        Some(number) if number.is_narrow() => Ok((micros, step)),
        _ => Err(micros.error("the seconds may be too many; limit them, as with least(x, 1000)")),
    }
}

/// The hours, the minutes and the microseconds of a time of day, which must be one in every row.
fn time_of_day(parts: Vec<Typed>) -> Result<(Vec<Typed>, i64), ExpressionError> {
    let mut parts = parts.into_iter();
    let mut next = || parts.next().expect("the registry has counted them");
    let (hours, minutes) = (int(next())?, int(next())?);
    let (micros, step) = seconds(next())?;
    check(&hours, bounds(&hours), 0, 23, "hour")?;
    check(&minutes, bounds(&minutes), 0, 59, "minute")?;
    let (min, max) = micros.number().map_or((0, 0), |number| (number.min, number.max));
    if !micros.is_null() && (min < 0 || max >= 60 * i128::from(SECOND)) {
        return Err(
            micros.error("the seconds have to be from 0 to less than 60; write greatest(least(x, 59), 0)")
        );
    }
    Ok((vec![hours, minutes, micros], gcd(SECOND, step)))
}

fn micros_of(hour: i64, minute: i64, micros: i64) -> i64 {
    (hour.wrapping_mul(3600).wrapping_add(minute.wrapping_mul(60))).wrapping_mul(SECOND).wrapping_add(micros)
}

/// A time of day from its parts.
pub(super) fn make_time(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let (parts, step) = time_of_day(args.args)?;
    let ty = Type::Time(Span::new(0, DAY - 1, step));
    let mut typed = typed_ints(parts, ty, |row| micros_of(row.int(0), row.int(1), row.int(2)));
    typed.at = at;
    Ok(typed)
}

/// A point in time from its parts.
pub(super) fn make_timestamp(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let mut parts = args.args;
    let (time, step) = time_of_day(parts.split_off(3))?;
    let mut parts = parts.into_iter().map(int).collect::<Result<Vec<_>, _>>()?;
    let (min, max) = check_date(&parts)?;
    parts.extend(time);
    let ty = Type::Timestamp(Span::new(min * DAY, max * DAY + DAY - 1, step));
    let mut typed = typed_ints(parts, ty, |row| {
        let day = days((row.int(0), row.int(1).clamp(1, 12), row.int(2)));
        day.wrapping_mul(DAY).wrapping_add(micros_of(row.int(3), row.int(4), row.int(5)))
    });
    typed.at = at;
    Ok(typed)
}

/// An interval from its years, months, weeks, days, hours, minutes and seconds, of which the last may be left out.
pub(super) fn make_interval(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let mut parts = Vec::new();
    let mut step = SECOND;
    for (index, arg) in args.args.into_iter().enumerate() {
        if index < 6 {
            parts.push(int(arg)?);
        } else {
            let (micros, of_seconds) = seconds(arg)?;
            step = gcd(SECOND, of_seconds);
            parts.push(micros);
        }
    }
    let lengths = interval_bounds(&parts, step)?;
    let (nullable, constant) =
        (parts.iter().any(|part| part.nullable), parts.iter().all(|part| part.constant));
    let run = kernel(move |run| {
        let values: Vec<Value<'_>> = parts.iter().map(|part| (part.kernel)(run)).collect();
        let valid = values.iter().fold(None, |valid, value| both(valid, value.valid));
        let interval = |row: usize| {
            let part = |index: usize| values.get(index).map_or(0, |value| value.ints().get(row));
            interval_of([0, 1, 2, 3, 4, 5, 6].map(part))
        };
        Value::new(Data::Interval(Lane::Own((0..run.rows).map(interval).collect())), valid)
    });
    Ok(Typed { ty: Type::Interval(lengths), nullable, kernel: run, constant, at })
}

fn interval_of([years, months, weeks, days, hours, minutes, micros]: [i64; 7]) -> Interval {
    Interval {
        months: years.wrapping_mul(12).wrapping_add(months),
        days: weeks.wrapping_mul(7).wrapping_add(days),
        micros: micros_of(hours, minutes, micros),
    }
}

/// The bounds of an interval, of which no part is larger than those of intervals that are written.
fn interval_bounds(parts: &[Typed], step: i64) -> Result<Lengths, ExpressionError> {
    const MAX: [i128; 7] =
        [9999, 119_999, 500_000, 3_999_999, 100_000_000, 6_000_000_000, 360_000_000_000_000_000];
    const NAMES: [&str; 7] = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"];
    let (mut min, mut max) = ([0; 7], [0; 7]);
    for (index, part) in parts.iter().enumerate() {
        if part.is_null() {
            continue;
        }
        let Some(number) = part.number() else { continue };
        if number.min < -MAX[index] || number.max > MAX[index] {
            return Err(part.error(format!(
                "there may be too many {}; limit them, as with least(x, 1000)",
                NAMES[index]
            )));
        }
        (min[index], max[index]) = (number.min as i64, number.max as i64);
    }
    let (low, high) = (interval_of(min), interval_of(max));
    Ok(Lengths {
        months: (low.months, high.months),
        days: (low.days, high.days),
        micros: (low.micros, high.micros),
        step,
    })
}

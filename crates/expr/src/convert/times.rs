//! Casts to dates, times and intervals.

use std::mem::discriminant;

use super::literal::{as_literal, expected, literal, mapped, no_cast};
use crate::run::{Checked, Scalar, Typed, kernel};
use crate::types::{DAY, Lengths, SECOND, Span, Type};
use crate::value::{Data, Interval, Lane, Value};

const EMPTY: Span = Span::new(0, 0, SECOND);

/// A value of the same type as `blank`; a text in quotes is read as one.
fn of_type(
    typed: Typed,
    name: &str,
    example: &str,
    blank: Type,
    parse: impl Fn(&str) -> Option<(Type, Scalar)>,
) -> Checked {
    let is_one = discriminant(&typed.ty) == discriminant(&blank);
    match literal(&typed, name, example, blank, parse) {
        Some(checked) => checked,
        None if is_one => Ok(typed),
        None => Err(expected(&typed, name)),
    }
}

/// An explicit cast, for which an error is about the cast, unless it is about the text in quotes.
fn explicit(typed: Typed, name: &str, convert: fn(Typed) -> Checked) -> Checked {
    let refused = no_cast(&typed, name);
    convert(typed).map_err(|error| if error.text.starts_with('\'') { error } else { refused })
}

/// A date; a text in quotes is read as one.
pub(crate) fn to_date(typed: Typed) -> Checked {
    let parse = |text: &str| {
        let day = calendar_day(text)?;
        Some((Type::Date(Span::new(day, day, DAY)), Scalar::Number(day.into())))
    };
    of_type(typed, "date", "'2024-12-31'", Type::Date(EMPTY), parse)
}

pub(super) fn calendar_day(text: &str) -> Option<i64> {
    crate::calendar::parse_timestamp(text).map(|micros| micros.div_euclid(DAY))
}

pub(super) fn explicit_date(typed: Typed) -> Checked {
    let typed = as_literal(typed);
    let Type::Timestamp(span) = typed.ty else { return explicit(typed, "date", to_date) };
    let ty = Type::Date(Span::new(span.min.div_euclid(DAY), span.max.div_euclid(DAY), DAY));
    Ok(mapped(typed, ty, |micros| micros.div_euclid(DAY)))
}

/// A point in time; a text in quotes is read as one, and a date is its midnight.
pub(crate) fn to_timestamp(typed: Typed) -> Checked {
    let parse = |text: &str| {
        let micros = crate::calendar::parse_timestamp(text)?;
        let step = crate::types::gcd(SECOND, micros);
        Some((Type::Timestamp(Span::new(micros, micros, step)), Scalar::Number(micros.into())))
    };
    if let Some(checked) =
        literal(&typed, "timestamp", "'2024-12-31 12:30:00'", Type::Timestamp(EMPTY), parse)
    {
        return checked;
    }
    match typed.ty {
        Type::Timestamp(_) => Ok(typed),
        Type::Date(span) => {
            let ty = Type::Timestamp(Span::new(span.min * DAY, span.max * DAY, SECOND));
            Ok(mapped(typed, ty, |day| day.wrapping_mul(DAY)))
        }
        _ => Err(expected(&typed, "timestamp")),
    }
}

/// A point in time with a zone, which is UTC.
pub(crate) fn to_zoned(typed: Typed) -> Checked {
    to_timestamp(typed).map(|typed| with_zone(typed, true))
}

/// The point in time with a zone or without one.
fn with_zone(mut typed: Typed, zoned: bool) -> Typed {
    if let Type::Timestamp(span) = &mut typed.ty {
        span.zoned = zoned;
    }
    typed
}

pub(super) fn timestamp(typed: Typed, places: Option<u32>, zoned: bool) -> Checked {
    let typed = with_zone(explicit(as_literal(typed), "timestamp", to_timestamp)?, zoned);
    let Type::Timestamp(span) = typed.ty else { return Ok(typed) };
    let unit = places.filter(|&places| places < 6).map_or(1, |places| 10i64.pow(6 - places));
    if span.step % unit == 0 {
        return Ok(typed);
    }
    // Half a unit is rounded away from 2000-01-01, from which PostgreSQL counts.
    let round = move |micros: i64| {
        let since = micros - EPOCH_2000;
        crate::numeric::div_round(i128::from(since), i128::from(unit)) as i64 * unit + EPOCH_2000
    };
    let ty = Type::Timestamp(Span { min: round(span.min), max: round(span.max), step: unit, ..span });
    Ok(mapped(typed, ty, round))
}

/// 2000-01-01 in microseconds since 1970-01-01.
const EPOCH_2000: i64 = 10_957 * DAY;

/// A time of day; a text in quotes is read as one.
pub(crate) fn to_time(typed: Typed) -> Checked {
    let parse = |text: &str| {
        let micros = crate::calendar::parse_time(text)?;
        let step = crate::types::gcd(SECOND, micros);
        Some((Type::Time(Span::new(micros, micros, step)), Scalar::Number(micros.into())))
    };
    of_type(typed, "time", "'12:30:00'", Type::Time(EMPTY), parse)
}

pub(super) fn explicit_time(typed: Typed) -> Checked {
    let typed = as_literal(typed);
    let Type::Timestamp(span) = typed.ty else { return explicit(typed, "time", to_time) };
    let ty = Type::Time(Span::new(0, DAY - 1, span.step));
    Ok(mapped(typed, ty, |micros| micros.rem_euclid(DAY)))
}

/// An interval; a text in quotes is read as one.
pub(crate) fn to_interval(typed: Typed) -> Checked {
    let none = Lengths { months: (0, 0), days: (0, 0), micros: (0, 0), step: SECOND };
    let parse = |text: &str| {
        let found = crate::calendar::parse_interval(text)?;
        let lengths = Lengths {
            months: (found.months, found.months),
            days: (found.days, found.days),
            micros: (found.micros, found.micros),
            step: crate::types::gcd(SECOND, found.micros),
        };
        let fits = found.months.abs() < 120_000 && found.days.abs() < 4_000_000;
        fits.then_some((Type::Interval(lengths), Scalar::Interval(found)))
    };
    of_type(typed, "interval", "'1 day 02:30:00'", Type::Interval(none), parse)
}

pub(super) fn explicit_interval(typed: Typed) -> Checked {
    let typed = as_literal(typed);
    let Type::Time(span) = typed.ty else { return explicit(typed, "interval", to_interval) };
    let ty = Type::Interval(Lengths {
        months: (0, 0),
        days: (0, 0),
        micros: (span.min, span.max),
        step: span.step,
    });
    let (nullable, constant, at) = (typed.nullable, typed.constant, typed.at.clone());
    let run = kernel(move |run| {
        let value = (typed.kernel)(run);
        let mut out = Vec::with_capacity(run.rows);
        crate::value::map(value.ints(), run.rows, &mut out, |micros| Interval {
            micros,
            ..Interval::default()
        });
        Value::new(Data::Interval(Lane::Own(out)), value.valid)
    });
    Ok(Typed { ty, nullable, kernel: run, constant, at })
}

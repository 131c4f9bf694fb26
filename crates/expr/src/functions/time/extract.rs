//! Parts of times: `extract` gives exact numbers, `date_part` the same as floating-point ones.

use super::super::Args;
use crate::calendar::{civil, days, iso_week, weekday};
use crate::convert;
use crate::run::{Checked, Kernel, Typed, kernel, wrong};
use crate::types::{DAY, Number, SECOND, Type, pow10};
use crate::value::{Value, map};

/// A part of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtractField {
    Microseconds,
    Milliseconds,
    Second,
    Minute,
    Hour,
    Day,
    Dow,
    Isodow,
    Doy,
    Week,
    Isoyear,
    Month,
    Quarter,
    Year,
    Decade,
    Century,
    Millennium,
    Epoch,
}

/// The fields by the names that people use.
const FIELDS: [(&str, ExtractField); 18] = [
    ("microseconds", ExtractField::Microseconds),
    ("milliseconds", ExtractField::Milliseconds),
    ("second", ExtractField::Second),
    ("minute", ExtractField::Minute),
    ("hour", ExtractField::Hour),
    ("day", ExtractField::Day),
    ("dow", ExtractField::Dow),
    ("isodow", ExtractField::Isodow),
    ("doy", ExtractField::Doy),
    ("week", ExtractField::Week),
    ("isoyear", ExtractField::Isoyear),
    ("month", ExtractField::Month),
    ("quarter", ExtractField::Quarter),
    ("year", ExtractField::Year),
    ("decade", ExtractField::Decade),
    ("century", ExtractField::Century),
    ("millennium", ExtractField::Millennium),
    ("epoch", ExtractField::Epoch),
];

/// The field that an argument names.
pub(super) fn field(arg: &Typed) -> Result<ExtractField, gusher::internal::computed::ExpressionError> {
    let Some(name) = arg.known_text() else {
        return Err(arg.error("the field has to be written here, such as 'month'"));
    };
    let lower = name.to_lowercase();
    let found = FIELDS.iter().find(|(known, _)| {
        *known == lower || known.strip_suffix('s') == Some(&lower) || lower.strip_suffix('s') == Some(known)
    });
    found.map(|(_, field)| *field).ok_or_else(|| {
        let names = FIELDS.iter().map(|(name, _)| *name);
        let advice = match gush_diagnostics::nearest(&lower, names.clone()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("there are {}", names.collect::<Vec<_>>().join(", ")),
        };
        arg.error(format!("a time has no {name}; {advice}"))
    })
}

/// The parts of a time that fields are computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Date,
    Timestamp,
    Time,
}

pub(super) fn extract(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let (field_arg, value) = args.two();
    let field = field(&field_arg)?;
    let (of, span) = match &value.ty {
        Type::Date(span) => (Of::Date, *span),
        Type::Timestamp(span) => (Of::Timestamp, *span),
        Type::Time(span) => (Of::Time, *span),
        Type::Interval(_) => return of_interval(field, value, &at),
        Type::Literal => {
            return Err(value.error("say what this is, as in date '2024-12-31' or timestamp '…'"));
        }
        other => {
            return Err(value.error(format!("expected a date, a time or an interval, and this is a {other}")));
        }
    };
    let is_of_time = matches!(
        field,
        ExtractField::Microseconds
            | ExtractField::Milliseconds
            | ExtractField::Second
            | ExtractField::Minute
            | ExtractField::Hour
    );
    let fits = match of {
        Of::Date => !is_of_time,
        Of::Time => is_of_time || field == ExtractField::Epoch,
        Of::Timestamp => true,
    };
    if !fits {
        return Err(wrong(&at, format!("a {} has no {}", value.ty, name_of(field))));
    }
    let number = number(field, of, span.min, span.max);
    let (nullable, constant) = (value.nullable, value.constant);
    let run = of_ints(value, move |value| part(field, of, value));
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at })
}

fn name_of(field: ExtractField) -> &'static str {
    FIELDS.iter().find(|(_, known)| *known == field).map_or("", |(name, _)| name)
}

/// The type of a field: PostgreSQL gives those with fractions of seconds their decimal places.
fn number(field: ExtractField, of: Of, min: i64, max: i64) -> Number {
    let exact = |scale: u32, min: i64, max: i64| Number::decimal(scale, min.into(), max.into());
    let years = |per: i64| {
        exact(0, part(ExtractField::Year, of, min) / per - 1, part(ExtractField::Year, of, max) / per + 1)
    };
    match field {
        ExtractField::Microseconds => exact(0, 0, 60 * SECOND - 1),
        ExtractField::Milliseconds => exact(3, 0, 60 * SECOND - 1),
        ExtractField::Second => exact(6, 0, 60 * SECOND - 1),
        ExtractField::Minute => exact(0, 0, 59),
        ExtractField::Hour => exact(0, 0, 24),
        ExtractField::Day => exact(0, 1, 31),
        ExtractField::Dow => exact(0, 0, 6),
        ExtractField::Isodow => exact(0, 1, 7),
        ExtractField::Doy => exact(0, 1, 366),
        ExtractField::Week => exact(0, 1, 53),
        ExtractField::Month => exact(0, 1, 12),
        ExtractField::Quarter => exact(0, 1, 4),
        ExtractField::Year => exact(0, part(ExtractField::Year, of, min), part(ExtractField::Year, of, max)),
        ExtractField::Isoyear => years(1),
        ExtractField::Decade => years(10),
        ExtractField::Century => years(100),
        ExtractField::Millennium => years(1000),
        ExtractField::Epoch if of == Of::Date => exact(0, min * 86_400, max * 86_400),
        ExtractField::Epoch => exact(6, min, max),
    }
}

/// A part of one time, in units of its last decimal place.
fn part(field: ExtractField, of: Of, value: i64) -> i64 {
    let (day, time) = match of {
        Of::Date => (value, 0),
        Of::Timestamp => (value.div_euclid(DAY), value.rem_euclid(DAY)),
        Of::Time => (0, value),
    };
    // PostgreSQL counts centuries from the year 1 on.
    let since_one = |year: i64, per: i64| (year + per - 1).div_euclid(per);
    match field {
        ExtractField::Microseconds | ExtractField::Milliseconds | ExtractField::Second => {
            time % (60 * SECOND)
        }
        ExtractField::Minute => time / (60 * SECOND) % 60,
        ExtractField::Hour => time / (3600 * SECOND),
        ExtractField::Day => civil(day).2,
        ExtractField::Dow => weekday(day),
        ExtractField::Isodow => (weekday(day) + 6) % 7 + 1,
        ExtractField::Doy => day - days((civil(day).0, 1, 1)) + 1,
        ExtractField::Week => iso_week(day).1,
        ExtractField::Isoyear => iso_week(day).0,
        ExtractField::Month => civil(day).1,
        ExtractField::Quarter => (civil(day).1 + 2) / 3,
        ExtractField::Year => civil(day).0,
        ExtractField::Decade => civil(day).0.div_euclid(10),
        ExtractField::Century => since_one(civil(day).0, 100),
        ExtractField::Millennium => since_one(civil(day).0, 1000),
        ExtractField::Epoch if of == Of::Date => day * 86_400,
        ExtractField::Epoch => value,
    }
}

fn of_ints(value: Typed, f: impl Fn(i64) -> i64 + Copy + Send + Sync + 'static) -> Kernel {
    kernel(move |run| {
        let value = (value.kernel)(run);
        let mut out = run.buffer();
        map(value.ints(), run.rows, &mut out, f);
        let valid = value.valid;
        run.give_back(value);
        Value::own(out, valid)
    })
}

fn of_interval(field: ExtractField, value: Typed, at: &std::ops::Range<usize>) -> Checked {
    let Type::Interval(lengths) = &value.ty else { return Ok(value) };
    let lengths = *lengths;
    let exact = |scale: u32, (min, max): (i64, i64)| Number::decimal(scale, min.into(), max.into());
    let years = (lengths.months.0 / 12, lengths.months.1 / 12);
    let within = |bound: i64, (min, max): (i64, i64)| {
        (if min < 0 { -bound } else { 0 }, if max > 0 { bound } else { 0 })
    };
    let minute = 60 * SECOND;
    let number = match field {
        ExtractField::Microseconds => exact(0, within(minute - 1, lengths.micros)),
        ExtractField::Milliseconds => exact(3, within(minute - 1, lengths.micros)),
        ExtractField::Second => exact(6, within(minute - 1, lengths.micros)),
        ExtractField::Minute => exact(0, within(59, lengths.micros)),
        ExtractField::Hour => exact(0, (lengths.micros.0 / (60 * minute), lengths.micros.1 / (60 * minute))),
        ExtractField::Day => exact(0, lengths.days),
        ExtractField::Month => exact(0, within(11, lengths.months)),
        ExtractField::Year => exact(0, years),
        ExtractField::Epoch => {
            let bound = [lengths.months, lengths.days].map(|(min, max)| min.abs().max(max.abs()));
            if bound[0] > 120_000 || bound[1] > 4_000_000 {
                return Err(value.error("the interval may be too long"));
            }
            let low = epoch(crate::value::Interval {
                months: lengths.months.0,
                days: lengths.days.0,
                micros: lengths.micros.0,
            });
            let high = epoch(crate::value::Interval {
                months: lengths.months.1,
                days: lengths.days.1,
                micros: lengths.micros.1,
            });
            exact(6, (low.min(high), high.max(low)))
        }
        _ => return Err(wrong(at, format!("{} of an interval is not supported here", name_of(field)))),
    };
    let (nullable, constant) = (value.nullable, value.constant);
    let run = kernel(move |run| {
        let value = (value.kernel)(run);
        let intervals = value.intervals();
        let mut out = run.buffer();
        map(intervals, run.rows, &mut out, |interval| match field {
            ExtractField::Microseconds | ExtractField::Milliseconds | ExtractField::Second => {
                interval.micros % minute
            }
            ExtractField::Minute => interval.micros / minute % 60,
            ExtractField::Hour => interval.micros / (60 * minute),
            ExtractField::Day => interval.days,
            ExtractField::Month => interval.months % 12,
            ExtractField::Year => interval.months / 12,
            _ => epoch(interval),
        });
        Value::own(out, value.valid)
    });
    Ok(Typed { ty: Type::Number(number), nullable, kernel: run, constant, at: at.clone() })
}

/// The microseconds of an interval: a year has 365.25 days, and a month 30.
fn epoch(interval: crate::value::Interval) -> i64 {
    let (years, months) = (interval.months / 12, interval.months % 12);
    let days = months * 30 + interval.days;
    years * (365 * DAY + DAY / 4) + days * DAY + interval.micros
}

pub(super) fn date_part(args: Args<'_>) -> Checked {
    let extracted = extract(args)?;
    let Some(&number) = extracted.number() else { return Ok(extracted) };
    // A multiple of a second is an integer.
    let is_integral = number.scale == 0;
    let mut typed = convert::to_float(extracted)?;
    if let Type::Float(float) = &mut typed.ty {
        float.integer = is_integral;
        let unit = pow10(number.scale).unwrap_or(1) as f64;
        (float.min, float.max) = (number.min as f64 / unit, number.max as f64 / unit);
    }
    Ok(typed)
}

//! `date_trunc`: the beginning of the unit that a time is in.

use super::super::Args;
use super::extract::{ExtractField, field};
use crate::calendar::{civil, days, weekday};
use crate::convert;
use crate::run::{Checked, wrong};
use crate::types::{DAY, SECOND, Span, Type};

pub(super) fn date_trunc(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let (unit, value) = args.two();
    let field = field(&unit)?;
    let step = match field {
        ExtractField::Microseconds => 1,
        ExtractField::Milliseconds => 1000,
        ExtractField::Dow
        | ExtractField::Isodow
        | ExtractField::Doy
        | ExtractField::Isoyear
        | ExtractField::Epoch => {
            return Err(unit.error("a time is cut to microseconds, milliseconds, second, minute, hour, day, week, month, quarter, year, decade, century or millennium"));
        }
        _ => SECOND,
    };
    // PostgreSQL takes a date for a time with a zone.
    let mut value = match value.ty {
        Type::Date(_) => convert::to_zoned(value)?,
        _ => convert::to_timestamp(value)?,
    };
    value.at = at.clone();
    let Type::Timestamp(span) = value.ty else { return Ok(value) };
    let cut = move |micros: i64| truncated(field, micros);
    if span.min / DAY < days((1, 1, 1))
        && span.min < 0
        && matches!(field, ExtractField::Century | ExtractField::Millennium | ExtractField::Decade)
    {
        return Err(wrong(&at, "years before 1 have no decade here"));
    }
    let step = if span.step % step == 0 { span.step } else { step };
    let ty = Type::Timestamp(Span { min: cut(span.min), max: cut(span.max), step, ..span });
    Ok(convert::mapped(value, ty, cut))
}

fn truncated(field: ExtractField, micros: i64) -> i64 {
    let unit = match field {
        ExtractField::Microseconds => return micros,
        ExtractField::Milliseconds => 1000,
        ExtractField::Second => SECOND,
        ExtractField::Minute => 60 * SECOND,
        ExtractField::Hour => 3600 * SECOND,
        ExtractField::Day => DAY,
        _ => return truncated_day(field, micros.div_euclid(DAY)) * DAY,
    };
    micros - micros.rem_euclid(unit)
}

fn truncated_day(field: ExtractField, day: i64) -> i64 {
    let (year, month, _) = civil(day);
    match field {
        ExtractField::Week => day - (weekday(day) + 6) % 7,
        ExtractField::Month => days((year, month, 1)),
        ExtractField::Quarter => days((year, (month - 1) / 3 * 3 + 1, 1)),
        ExtractField::Decade => days((year.div_euclid(10) * 10, 1, 1)),
        ExtractField::Century => days(((year + 99).div_euclid(100) * 100 - 99, 1, 1)),
        ExtractField::Millennium => days(((year + 999).div_euclid(1000) * 1000 - 999, 1, 1)),
        _ => days((year, 1, 1)),
    }
}

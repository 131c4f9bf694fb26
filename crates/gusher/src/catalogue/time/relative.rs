//! Times relative to "now": `now`, `today`, and either with lengths of time before or after it, such as `now-90d`, `today-1y+2w`
//! and, from now, `-90d`; and the beginnings of what it lies in, such as `today/y` for the first day of the year.

use jiff::Span;
use jiff::civil::{Date, DateTime};

use crate::generators::constraint::parse_date;
use crate::generators::{Constraint, ConstraintError, ConstraintField};

/// A time that was given relative to "now".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relative {
    pub time: DateTime,
    /// Whether it means a full day.
    pub is_day: bool,
}

/// The units, longer names first.
const UNITS: [&str; 8] = ["ms", "mo", "s", "m", "h", "d", "w", "y"];

const FORM: &str = "expected now or today with lengths of time before or after it, such as now-90d, today-1y or +12h, or \
                    rounded down, such as today/y or today/10y; the units are ms, s, m, h, d, w, mo and y, and the years 0 \
                    to 9999";

/// The time of a field that is relative; none where it is not.
pub(super) fn relative(
    field: &ConstraintField,
    constraint: &Constraint<'_>,
) -> Result<Option<Relative>, ConstraintError> {
    let text = field.text.as_str();
    let (is_day, steps) = match (text.strip_prefix("now"), text.strip_prefix("today")) {
        (Some(steps), _) => (false, steps),
        (_, Some(steps)) => (true, steps),
        // A sign and a number alone are seconds since 1970.
        (None, None) if text.starts_with(['-', '+']) && text.ends_with(|c: char| c.is_ascii_lowercase()) => {
            if gush_diagnostics::parse_int(text).is_some() && !text.ends_with('m') {
                return Ok(None);
            }
            (false, text)
        }
        (None, None) => return Ok(None),
    };
    let start = match is_day {
        true => constraint.today().at(0, 0, 0, 0),
        false => DateTime::from(constraint.today())
            .saturating_add(Span::new().seconds(constraint.now().rem_euclid(86_400))),
    };
    match walk(start, steps).filter(|(time, _)| (0..=9999).contains(&time.year())) {
        Some((time, is_finer)) => Ok(Some(Relative { time, is_day: is_day && !is_finer })),
        None => Err(field.error(FORM)),
    }
}

/// The time after these steps, and whether one of them is shorter than a day.
fn walk(mut time: DateTime, mut steps: &str) -> Option<(DateTime, bool)> {
    let (mut sign, mut is_finer) = (None, false);
    while !steps.is_empty() {
        if let Some(rest) = steps.strip_prefix('/') {
            (time, steps) = rounded(time, rest)?;
            continue;
        }
        if let Some(rest) = steps.strip_prefix(['-', '+']) {
            sign = Some(if steps.starts_with('-') { -1 } else { 1 });
            steps = rest;
        }
        let end = steps.find(|c: char| !c.is_ascii_digit())?;
        let (number, rest) = steps.split_at(end);
        let unit = UNITS.iter().find(|unit| rest.starts_with(**unit))?;
        let number = sign? * number.parse::<i64>().ok()?;
        let span = match *unit {
            "ms" => Span::new().try_milliseconds(number),
            "s" => Span::new().try_seconds(number),
            "m" => Span::new().try_minutes(number),
            "h" => Span::new().try_hours(number),
            "d" => Span::new().try_days(number),
            "w" => Span::new().try_weeks(number),
            "mo" => Span::new().try_months(number),
            _ => Span::new().try_years(number),
        };
        is_finer |= matches!(*unit, "ms" | "s" | "m" | "h");
        time = time.checked_add(span.ok()?).ok()?;
        steps = &rest[unit.len()..];
    }
    Some((time, is_finer))
}

/// The beginning of the day, the month, the year or the years that a time lies in, and what follows the unit. `10y` is the
/// decade, `100y` the century from 2000 on.
fn rounded(time: DateTime, steps: &str) -> Option<(DateTime, &str)> {
    let (number, rest) = steps.split_at(steps.find(|c: char| !c.is_ascii_digit())?);
    let unit = UNITS.iter().find(|unit| rest.starts_with(**unit))?;
    let midnight = time.date().at(0, 0, 0, 0);
    let start = match (*unit, number) {
        ("h", "") => midnight.with().hour(time.hour()).build().ok()?,
        ("d", "") => midnight,
        ("mo", "") => midnight.with().day(1).build().ok()?,
        ("y", _) => {
            let years =
                if number.is_empty() { 1 } else { number.parse::<i16>().ok().filter(|years| *years > 0)? };
            midnight.with().day_of_year(1).year(time.year() - time.year().rem_euclid(years)).build().ok()?
        }
        _ => return None,
    };
    Some((start, &rest[unit.len()..]))
}

/// A day, or one relative to today.
pub(in crate::catalogue) fn day(
    field: &ConstraintField,
    constraint: &Constraint<'_>,
) -> Result<Date, ConstraintError> {
    match relative(field, constraint)? {
        Some(relative) => Ok(relative.time.date()),
        None => parse_date(&field.text)
            .ok_or_else(|| field.error("expected a date such as 2024-12-31, or one such as today or -90d")),
    }
}

#[cfg(test)]
mod tests {
    use super::walk;

    #[test]
    fn times_are_rounded_down_to_what_they_lie_in() {
        let now = "2026-11-23T21:49:05".parse().unwrap();
        for (steps, expected) in [
            ("/h", "2026-11-23T21:00:00"),
            ("/d", "2026-11-23T00:00:00"),
            ("/mo", "2026-11-01T00:00:00"),
            ("/y", "2026-01-01T00:00:00"),
            ("/10y", "2020-01-01T00:00:00"),
            ("/100y", "2000-01-01T00:00:00"),
            ("/y-1d", "2025-12-31T00:00:00"),
            ("+1mo/mo", "2026-12-01T00:00:00"),
        ] {
            assert_eq!(walk(now, steps).unwrap().0, expected.parse().unwrap(), "{steps}");
        }
        for wrong in ["/", "/0y", "/2mo", "/s", "/y/", "/-1y", "/99999y"] {
            assert_eq!(walk(now, wrong), None, "{wrong}");
        }
    }
}

//! Times relative to "now": `now`, `today`, and either with lengths of time before or after it, such as `now-90d`, `today-1y+2w`
//! and, from now, `-90d`.

use jiff::Span;
use jiff::civil::DateTime;

use crate::generators::{Constraint, ConstraintError, ConstraintField};

/// A time that was given relative to "now".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relative {
    pub time: DateTime,
    /// Whether it means a whole day.
    pub is_day: bool,
}

/// The units, longer names first.
const UNITS: [&str; 8] = ["ms", "mo", "s", "m", "h", "d", "w", "y"];

const FORM: &str = "expected now or today with lengths of time before or after it, such as now-90d, today-1y or +12h; \
                    the units are ms, s, m, h, d, w, mo and y, and the years 0 to 9999";

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

//! Time: `date`, `timestamp`.

use std::sync::Arc;

use jiff::{Span, Timestamp, civil::Date};

use super::constraint::{Field, date_to_day, day_to_date, parse_date};
use super::number::Int;
use super::{Constraint, ConstraintError, Entry, Generate, Made};
use crate::batch::{Shape, Values};
use crate::law::{Draws, bounded};
use crate::schema::parse_int;

/// The generators of this file.
pub(super) static ENTRIES: &[Entry] = &[
    Entry::new("date", "a day as YYYY-MM-DD", date).optional(
        "MIN,MAX",
        "first and last day, both included; the year up to now by default",
        "date:2020-01-01,2024-12-31",
    ),
    Entry::new("timestamp", "Unix seconds", timestamp).optional(
        "MIN,MAX",
        "first and last, both included, as seconds, dates or RFC 3339 times; 1970 to now by default",
        "timestamp:2024-01-01,2024-12-31",
    ),
];

/// `date[:min,max]`: a day between the two, both included; within the last year by default.
pub(crate) fn date(constraint: Constraint<'_>) -> Made {
    let (min, max) = constraint.pair("date:MIN,MAX")?;
    let min = min.as_ref().map(Field::date).transpose()?;
    let max = max.as_ref().map(Field::date).transpose()?;
    let today = constraint.context.today();
    let year = Span::new().years(1);
    // An end that is not given lies at today, or a year from the other where today is on its wrong side.
    let max = max.unwrap_or_else(|| match min {
        Some(min) if min > today => min.saturating_add(year).min(last_day()),
        _ => today,
    });
    let min = min.unwrap_or_else(|| max.saturating_sub(year).max(first_day()));
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    Ok(Arc::new(Day { min: date_to_day(min), max: date_to_day(max) }))
}

/// The first day that is written with four digits of the year.
fn first_day() -> Date {
    day_to_date(i32::MIN)
}

/// The last day that is written with four digits of the year.
fn last_day() -> Date {
    day_to_date(i32::MAX)
}

#[derive(Debug)]
struct Day {
    min: i32,
    max: i32,
}

impl Generate for Day {
    fn shape(&self) -> Shape {
        Shape::Date { min: self.min, max: self.max }
    }

    fn domain(&self) -> u64 {
        u64::from(self.max.abs_diff(self.min)) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Values) {
        let fractions = draws.load(0);
        for (value, x) in values.dates(fractions.len()).iter_mut().zip(fractions) {
            *value = self.min + bounded(*x, self.domain()) as i32;
        }
    }
}

/// `timestamp[:min,max]`: Unix seconds between the two, both included; from 1970 to now by default.
pub(crate) fn timestamp(constraint: Constraint<'_>) -> Made {
    let (min, max) = constraint.pair("timestamp:MIN,MAX")?;
    let now = constraint.context.now;
    let max = max.map_or(Ok(now), |max| seconds(&max, 86_399))?;
    // Before 1970 there is no way up from it.
    let min = min.map_or(Ok(max.min(0)), |min| seconds(&min, 0))?;
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    Ok(Arc::new(Int { min, max }))
}

/// Unix seconds from a number, a date (at `second` of the day, UTC) or an RFC 3339 time.
fn seconds(field: &Field, second: i64) -> Result<i64, ConstraintError> {
    parse_seconds(&field.text, second).ok_or_else(|| {
        field.error("expected Unix seconds, a date such as 2024-12-31 or 2024-12-31T23:59:59Z")
    })
}

/// Unix seconds from a number, a date (at `second` of the day, UTC) or an RFC 3339 time.
pub fn parse_seconds(text: &str, second: i64) -> Option<i64> {
    if let Some(number) = parse_int(text) {
        return i64::try_from(number).ok();
    }
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time.as_second());
    }
    Some(i64::from(date_to_day(parse_date(text)?)) * 86_400 + second)
}

/// The RFC 3339 time of Unix seconds; the seconds themselves beyond the years that it can name.
pub fn time_text(seconds: i64) -> String {
    Timestamp::from_second(seconds).map_or_else(|_| seconds.to_string(), |time| time.to_string())
}

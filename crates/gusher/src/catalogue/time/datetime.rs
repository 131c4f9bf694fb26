//! Points in time: `datetime`, `timestamp`, `timestamp.ms`; and times of day: `time`.

use std::sync::Arc;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Span, Timestamp};

use super::format::{self, Scope};
use super::relative::{Relative, relative};
use super::rhythm::Rhythm;
use super::spread::Spread;
use super::times::Times;
use crate::calendar::{DAYS, SECONDS, Unit};
use crate::catalogue::numbers::Int;
use crate::generators::constraint::{date_to_day, day_to_date, parse_date};
use crate::generators::distribution::Sampled;
use crate::generators::{BuildResult, Constraint, ConstraintError, ConstraintField};
use crate::types::{Field, TimeUnit};
use gush_diagnostics::parse_int;

/// The Unix seconds of the years that are written with four digits.
pub(crate) const FOUR_DIGITS: std::ops::RangeInclusive<i64> =
    *DAYS.start() as i64 * SECONDS..=*DAYS.end() as i64 * SECONDS + SECONDS - 1;

/// `datetime[:min[,max[,format]]]`: a second between the two, both included; within the last year by default.
pub(super) fn datetime(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(3, "datetime:MIN,MAX,FORMAT")?;
    let given = |i: usize| fields.get(i).filter(|field| !field.text.is_empty());
    let (min, max) = between(&constraint, given(0), given(1))?;
    let pattern = match (fields.get(2), &constraint.settings.format) {
        (Some(_), Some(twice)) => {
            return Err(twice.error("there is a format in the constraint already; leave one of the two"));
        }
        (Some(field), None) => Some(format::parse(&constraint, field, Scope::DateTime)?),
        (None, _) => format::asked(&constraint, Scope::DateTime)?,
    };
    let unique_support = pattern
        .as_ref()
        .map_or(Ok(()), |pattern| format::unique_support(pattern, Unit::Seconds, Scope::DateTime));
    let spread = Spread {
        ends: [min, max],
        origin: min,
        per_milli: 1.0 / 1000.0,
        unit: SECONDS as f64,
        position: &|field| named(&constraint, field, 0).ok(),
        text: &time_text,
    };
    if let Some(sampler) = spread.sampler(&constraint)? {
        let field = Field::timestamp(TimeUnit::Second, sampler.min, sampler.max);
        return Ok(Arc::new(Sampled::new(sampler, format::shown(field, pattern))));
    }
    let field = format::shown(Field::timestamp(TimeUnit::Second, min, max), pattern);
    if let Some(rhythm) = Rhythm::asked(&constraint)? {
        return rhythm.between(&constraint, min, max, 1, field);
    }
    Ok(Arc::new(Times { min, max, field, unique_support }))
}

/// The first and the last second; a bound that is not given is now, or a year from the other one where now is on its
/// wrong side.
fn between(
    constraint: &Constraint<'_>,
    min: Option<&ConstraintField>,
    max: Option<&ConstraintField>,
) -> Result<(i64, i64), ConstraintError> {
    let min = min.map(|field| named(constraint, field, 0)).transpose()?;
    let max = max.map(|field| named(constraint, field, SECONDS - 1)).transpose()?;
    let max = max.unwrap_or_else(|| {
        let now = constraint.now().clamp(*FOUR_DIGITS.start(), *FOUR_DIGITS.end());
        match min {
            Some(min) if min > now => years_from(min, 1),
            _ => now,
        }
    });
    let min = min.unwrap_or_else(|| years_from(max, -1));
    match min > max {
        true => Err(constraint.reversed(time_text(min), time_text(max))),
        false => Ok((min, max)),
    }
}

/// The same time of day `years` years later, within those that have four digits.
fn years_from(seconds: i64, years: i32) -> i64 {
    let day = day_to_date(seconds.div_euclid(SECONDS) as i32).saturating_add(Span::new().years(years));
    let day = i64::from(date_to_day(day)).clamp(i64::from(*DAYS.start()), i64::from(*DAYS.end()));
    day * SECONDS + seconds.rem_euclid(SECONDS)
}

/// Unix seconds of a year with four digits.
fn named(constraint: &Constraint<'_>, field: &ConstraintField, second: i64) -> Result<i64, ConstraintError> {
    let seconds = seconds(constraint, field, second)?;
    match FOUR_DIGITS.contains(&seconds) {
        true => Ok(seconds),
        false => Err(field.error("expected a time in the years 0 to 9999")),
    }
}

/// `time[:min[,max]]`: a second of the day between the two, both included.
pub(super) fn time(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("time:MIN,MAX")?;
    let min = min.as_ref().map_or(Ok(0), second_of_day)?;
    let max = max.as_ref().map_or(Ok(SECONDS - 1), second_of_day)?;
    if min > max {
        let text = |second: i64| jiff::civil::Time::midnight().saturating_add(Span::new().seconds(second));
        return Err(constraint.reversed(text(min), text(max)));
    }
    let pattern = format::asked(&constraint, Scope::TimeOfDay)?;
    let unique_support = pattern
        .as_ref()
        .map_or(Ok(()), |pattern| format::unique_support(pattern, Unit::Seconds, Scope::TimeOfDay));
    let spread = Spread {
        ends: [min, max],
        origin: 0,
        per_milli: 1.0 / 1000.0,
        unit: 3600.0,
        position: &|field| second_of_day(field).ok(),
        text: &|second| jiff::civil::Time::midnight().saturating_add(Span::new().seconds(second)).to_string(),
    };
    if let Some(sampler) = spread.sampler(&constraint)? {
        let field = format::shown(Field::time(sampler.min, sampler.max), pattern);
        return Ok(Arc::new(Sampled::new(sampler, field)));
    }
    let field = format::shown(Field::time(min, max), pattern);
    Ok(Arc::new(Times { min, max, field, unique_support }))
}

/// The second of a day of HH:MM:SS or HH:MM.
fn second_of_day(field: &ConstraintField) -> Result<i64, ConstraintError> {
    let mut numbers = [None, None, Some(0)];
    let mut parts = 0;
    for (i, text) in field.text.split(':').enumerate() {
        let most = if i == 0 { 23 } else { 59 };
        let number = text.parse().ok().filter(|n| (0..=most).contains(n));
        let digits = text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit());
        if let Some(slot) = numbers.get_mut(i) {
            *slot = number.filter(|_| digits);
        }
        parts += 1;
    }
    match numbers {
        [Some(hour), Some(minute), Some(second)] if parts <= 3 => Ok(hour * 3600 + minute * 60 + second),
        _ => Err(field.error("expected a time of day such as 09:30 or 23:59:59")),
    }
}

/// `timestamp[:min,max]`: Unix seconds between the two, both included; from 1970 to now by default.
pub(super) fn timestamp(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("timestamp:MIN,MAX")?;
    let seconds = |field: &ConstraintField, second| seconds(&constraint, field, second);
    let max = max.map_or_else(|| Ok(constraint.now()), |max| seconds(&max, SECONDS - 1))?;
    // Before 1970 there is no way up from it.
    let min = min.map_or(Ok(max.min(0)), |min| seconds(&min, 0))?;
    numbers(&constraint, min, max, 1, &|field| seconds(field, 0).ok())
}

/// `timestamp.ms[:min,max]`: the same in thousandths of a second.
pub(super) fn timestamp_ms(constraint: Constraint<'_>) -> BuildResult {
    let (min, max) = constraint.pair("timestamp.ms:MIN,MAX")?;
    let now = || constraint.now().saturating_mul(1000);
    let millis = |field: &ConstraintField, milli| millis(&constraint, field, milli);
    let max = max.map_or_else(|| Ok(now()), |max| millis(&max, 1000 * SECONDS - 1))?;
    let min = min.map_or(Ok(max.min(0)), |min| millis(&min, 0))?;
    numbers(&constraint, min, max, 1000, &|field| millis(field, 0).ok())
}

/// Unix times between two, of which there are `per` in a second.
fn numbers(
    constraint: &Constraint<'_>,
    min: i64,
    max: i64,
    per: i64,
    position: &dyn Fn(&ConstraintField) -> Option<i64>,
) -> BuildResult {
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    let (per_milli, unit) = (per as f64 / 1000.0, (per * SECONDS) as f64);
    let spread =
        Spread { ends: [min, max], origin: min, per_milli, unit, position, text: &|time| time.to_string() };
    if let Some(sampler) = spread.sampler(constraint)? {
        let field = Field::int64(sampler.min, sampler.max);
        return Ok(Arc::new(Sampled::new(sampler, field)));
    }
    if let Some(rhythm) = Rhythm::asked(constraint)? {
        return rhythm.between(constraint, min, max, per, Field::int64(min, max));
    }
    Ok(Arc::new(Int { min, max }))
}

/// Unix seconds from a number, a date (at `second` of the day, UTC) or an RFC 3339 time.
fn seconds(
    constraint: &Constraint<'_>,
    field: &ConstraintField,
    second: i64,
) -> Result<i64, ConstraintError> {
    if let Some(millis) = relative_millis(constraint, field, 1000 * second)? {
        return Ok(millis.div_euclid(1000));
    }
    let expected = "expected Unix seconds, a date such as 2024-12-31, a time such as 2024-12-31T23:59:59Z, now, today or -90d";
    parse_seconds(&field.text, second).ok_or_else(|| field.error(no_time(&field.text, expected)))
}

/// What is wrong with a text that is no time: that it has no zone, where it only lacks that, or else that something was
/// `expected`.
pub(super) fn no_time(text: &str, expected: &str) -> String {
    match text.parse::<DateTime>() {
        Ok(time) if text.contains(':') => format!("the zone is missing; write {time}Z"),
        _ => expected.into(),
    }
}

/// Thousandths of a Unix second from a number of them, a date (so far into the day, UTC) or an RFC 3339 time.
fn millis(constraint: &Constraint<'_>, field: &ConstraintField, milli: i64) -> Result<i64, ConstraintError> {
    if let Some(millis) = relative_millis(constraint, field, milli)? {
        return Ok(millis);
    }
    let number = parse_int(&field.text).map(|number| i64::try_from(number).ok());
    number.unwrap_or_else(|| parse_millis(&field.text, milli)).ok_or_else(|| {
        let expected =
            "expected thousandths of a Unix second, a date such as 2024-12-31, a time such as 2024-12-31T23:59:59.999Z, now, \
             today or -90d";
        field.error(no_time(&field.text, expected))
    })
}

/// Thousandths of a Unix second of a field that is relative to now; so far into the day where it means one.
pub(super) fn relative_millis(
    constraint: &Constraint<'_>,
    field: &ConstraintField,
    milli: i64,
) -> Result<Option<i64>, ConstraintError> {
    let millis = |relative: Relative| {
        let start = DateTime::duration_since(relative.time, epoch()).as_millis() as i64;
        start + if relative.is_day { milli } else { 0 }
    };
    Ok(relative(field, constraint)?.map(millis))
}

/// Thousandths of a Unix second from a date (so far into the day, UTC) or an RFC 3339 time.
pub(super) fn parse_millis(text: &str, milli: i64) -> Option<i64> {
    if let Ok(time) = text.parse::<Timestamp>() {
        return Some(time.as_millisecond());
    }
    // Those of jiff end a day before the year 9999 does.
    let last = text.strip_suffix('Z').filter(|text| text.contains('T')).and_then(|text| text.parse().ok());
    if let Some(time) = last {
        return Some(DateTime::duration_since(time, epoch()).as_millis() as i64);
    }
    Some(i64::from(date_to_day(parse_date(text)?)) * 1000 * SECONDS + milli)
}

/// Unix seconds from a number, a date (at `second` of the day, UTC) or an RFC 3339 time.
fn parse_seconds(text: &str, second: i64) -> Option<i64> {
    if let Some(number) = parse_int(text) {
        return i64::try_from(number).ok();
    }
    parse_millis(text, 1000 * second).map(|millis| millis.div_euclid(1000))
}

/// The present as it is typed: Unix seconds, a date or an RFC 3339 time, in the years that have four digits.
///
/// # Errors
/// The diagnostic.
pub fn parse_now(text: &str) -> Result<i64, String> {
    const EXPECTED: &str = "expected Unix seconds, a date such as 2024-12-31 or 2024-12-31T23:59:59Z";
    match (parse_seconds(text, 0), parse_int(text)) {
        (Some(now), _) if FOUR_DIGITS.contains(&now) => Ok(now),
        (Some(_), _) | (None, Some(_)) => Err("times lie in the years 0 to 9999".into()),
        (None, None) => Err(no_time(text, EXPECTED)),
    }
}

/// The RFC 3339 time of Unix seconds; the seconds themselves beyond the years that it can name.
pub fn time_text(seconds: i64) -> String {
    match FOUR_DIGITS.contains(&seconds) {
        true => format!("{}Z", epoch().saturating_add(SignedDuration::from_secs(seconds))),
        false => seconds.to_string(),
    }
}

fn epoch() -> DateTime {
    jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0)
}

//! Time: days, times, durations, their parts, and series of them. All in UTC.

mod date;
mod datetime;
mod duration;
mod fit;
mod format;
pub(super) mod interval;
mod other_patterns;
mod pace;
mod relative;
mod rhythm;
mod series;
mod spread;
mod times;

use std::sync::Arc;

use super::numbers::NUMBER;
use crate::generators::phrase::DictionaryEntry;
use crate::generators::{BuildResult, Constraint, GeneratorSpec};
use crate::types::Dictionary;

pub(crate) use datetime::FOUR_DIGITS;
pub use datetime::{parse_now, time_text};
pub(super) use format::dated;
pub(super) use relative::day;
pub(super) use series::endless_series;

/// A pattern may have names of months and weekdays, which are English.
const SERIES: &[&str] = &["format", "locale", "rhythm", "season", "trend"];
const DATETIME: &[&str] = &["clamp", "dist", "format", "locale", "rhythm", "with"];
const DATE: &[&str] = &["clamp", "dist", "format", "locale", "with"];
const TIMESTAMP: &[&str] = &["clamp", "dist", "rhythm", "with"];
const LOCALE: &[&str] = &["locale"];

/// The generators of this topic.
pub(super) static SPECS: &[GeneratorSpec] = &[
    GeneratorSpec::new("date", "a day as YYYY-MM-DD", date::date)
        .optional(
            "MIN,MAX",
            "first and last day, both included, such as 2024-12-31, today or -90d; the year up to now by default",
            "date:2020-01-01,2024-12-31",
        )
        .modifiers(DATE),
    GeneratorSpec::new("datetime", "a time in UTC as RFC 3339 has it", datetime::datetime)
        .optional(
            "MIN,MAX,FORMAT",
            "first and last, both included, as dates, RFC 3339 times, Unix seconds or relative to now (-90d, today-1y); the year \
             up to now by default; \
             written in strftime's letters where a format is given",
            "datetime:2024-01-01,2024-12-31",
        )
        .modifiers(DATETIME),
    GeneratorSpec::new("duration", "a length of time as ISO 8601 has it, such as PT1H23M45S", duration::duration).optional(
        "MIN,MAX",
        "shortest and longest, both included, in seconds or as 90s, 5m, 1h30m, 1d; 0 to 1d by default",
        "duration:1m,2h",
    )
    .modifiers(NUMBER),
    GeneratorSpec::new("month", "the name of a month", month).modifiers(LOCALE),
    GeneratorSpec::new("series", "times that rise by row number", fit::series)
        .optional(
            "START,STEP,JITTER",
            "first time and distance, such as 10s, 5m, 1h, 1d or 100ms: from now on and 1s by default; each later by up \
             to the jitter, a share of the distance (0.5) or a length of time (2s). FROM,TO,fit divides the time from FROM until TO \
             by the number of rows; a jitter may follow",
            "series:2024-01-01,5m,0.5",
        )
        .modifiers(SERIES),
    GeneratorSpec::new("time", "a time of day as HH:MM:SS", datetime::time)
        .optional(
            "MIN,MAX",
            "first and last, both included, as HH:MM or HH:MM:SS; any time of the day by default",
            "time:09:00,17:30",
        )
        .modifiers(DATE),
    GeneratorSpec::new("timestamp", "Unix seconds", datetime::timestamp).optional(
        "MIN,MAX",
        "first and last, both included, as seconds, dates or RFC 3339 times; 1970 to now by default",
        "timestamp:2024-01-01,2024-12-31",
    )
    .modifiers(TIMESTAMP),
    GeneratorSpec::new("timestamp.ms", "Unix time in thousandths of a second", datetime::timestamp_ms).optional(
        "MIN,MAX",
        "first and last, both included, as thousandths of a second, dates or RFC 3339 times; 1970 to now by default",
        "timestamp.ms:2024-01-01,2024-12-31",
    )
    .modifiers(TIMESTAMP),
    GeneratorSpec::new("weekday", "the name of a day of the week", weekday).modifiers(LOCALE),
];

fn month(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Dictionary::of(constraint.locale().words("months")))))
}

fn weekday(constraint: Constraint<'_>) -> BuildResult {
    Ok(Arc::new(DictionaryEntry::new(Dictionary::of(constraint.locale().words("weekdays")))))
}

#[cfg(test)]
mod tests;

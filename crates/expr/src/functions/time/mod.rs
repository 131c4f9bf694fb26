//! Times: their arithmetic, their parts, and how they are written. All are in UTC.

mod extract;
mod format;
mod justify;
mod make;
mod present;
mod scale;
mod sum;
mod trunc;
mod zone;

use super::Function;

pub(super) use scale::{divided, times};
pub(super) use sum::{is_of_times, negated, sum};

pub(super) static FUNCTIONS: &[Function] = &[
    Function::new("age", (1, 2), "age(TIME, EARLIER)", justify::age),
    Function::new("justify_days", (1, 1), "justify_days(INTERVAL)", justify::justify_days),
    Function::new("justify_hours", (1, 1), "justify_hours(INTERVAL)", justify::justify_hours),
    Function::new("justify_interval", (1, 1), "justify_interval(INTERVAL)", justify::justify_interval),
    Function::new("extract", (2, 2), "extract(FIELD from TIME)", extract::extract),
    Function::new("date_part", (2, 2), "date_part('FIELD', TIME)", extract::date_part),
    Function::new("date_trunc", (2, 2), "date_trunc('UNIT', TIME)", trunc::date_trunc),
    Function::new("timezone", (2, 2), "timezone('UTC', TIME)", zone::timezone),
    Function::new("make_date", (3, 3), "make_date(YEAR, MONTH, DAY)", make::make_date),
    Function::new(
        "make_timestamp",
        (6, 6),
        "make_timestamp(YEAR, MONTH, DAY, HOUR, MINUTE, SECONDS)",
        make::make_timestamp,
    ),
    Function::new("make_time", (3, 3), "make_time(HOUR, MINUTE, SECONDS)", make::make_time),
    Function::new(
        "make_interval",
        (0, 7),
        "make_interval(YEARS, MONTHS, WEEKS, DAYS, HOURS, MINUTES, SECONDS)",
        make::make_interval,
    ),
    Function::new("to_date", (2, 2), "to_date('TEXT', 'PATTERN')", format::to_date),
    Function::new("to_timestamp", (1, 2), "to_timestamp('TEXT', 'PATTERN')", format::to_timestamp),
    Function::new("now", (0, 0), "now()", present::now),
    Function::new("current_timestamp", (0, 0), "current_timestamp", present::now),
    Function::new("localtimestamp", (0, 0), "localtimestamp", present::now),
    Function::new("current_date", (0, 0), "current_date", present::today),
    Function::new("to_char", (2, 2), "to_char(VALUE, 'PATTERN')", format::to_char),
];

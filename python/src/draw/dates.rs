//! Dates and times. Ranges are exact to the second, and have both of their ends.

use gusher::internal::calendar::civil;
use pyo3::IntoPyObjectExt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use super::arguments::{Argument, int, is_absent};
use super::call::{Call, Made};
use super::offset;
use super::words::Words;
use crate::classes::{self, FIRST_DAY, LAST_DAY, MICROS, SECONDS_PER_DAY};

pub const MICROS_PER_DAY: i64 = SECONDS_PER_DAY * MICROS;

// --- days -------------------------------------------------------------------------------------------------

/// The day that an argument says, from 1970-01-01 on; nothing if Python has to read it.
fn day(call: &Call<'_, '_>, value: &Argument<'_>, default: &str) -> PyResult<Option<i64>> {
    let Some(value) = value else { return day_of_text(call, default) };
    if let Ok(text) = value.cast_exact::<PyString>() {
        return text.to_str().map_or(Ok(None), |text| day_of_text(call, text));
    }
    if value.is_exact_instance_of::<PyInt>() {
        return match value.extract::<i64>() {
            Ok(days) => Ok(call.present.day(call.py)?.checked_add(days)),
            Err(_) => Ok(None),
        };
    }
    if classes::is_date(value)? { classes::day_of(value).map(Some) } else { Ok(None) }
}

fn day_of_text(call: &Call<'_, '_>, text: &str) -> PyResult<Option<i64>> {
    let today = call.present.day(call.py)?;
    Ok(match text {
        "today" | "now" => Some(today),
        _ => offset::micros(text).map(|micros| today + micros.div_euclid(MICROS_PER_DAY)),
    })
}

/// A day between two, if they are in order and Python has them.
pub fn day_between(words: &mut Words<'_>, first: Option<i64>, last: Option<i64>) -> Option<i64> {
    let (first, last) = (first?, last?);
    let is_right = first <= last && FIRST_DAY <= first && last <= LAST_DAY;
    is_right.then(|| words.between(first, last))
}

pub fn date_of<'py>(call: &Call<'_, 'py>, day: Option<i64>) -> Made<'py> {
    day.map(|day| classes::date_of(call.py, day)).transpose()
}

pub fn date_between<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([first, last]) = call.arguments.named(["start_date", "end_date"]) else { return Ok(None) };
    let (first, last) = (day(call, &first, "-30y")?, day(call, &last, "today")?);
    date_of(call, day_between(words, first, last))
}

pub fn future_date<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([last]) = call.arguments.named(["end_date"]) else { return Ok(None) };
    let (first, last) = (day_of_text(call, "+1d")?, day(call, &last, "+30d")?);
    date_of(call, day_between(words, first, last))
}

pub fn past_date<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([first, _zone]) = call.arguments.named(["start_date", "tzinfo"]) else { return Ok(None) };
    let (first, last) = (day(call, &first, "-30d")?, day_of_text(call, "-1d")?);
    date_of(call, day_between(words, first, last))
}

/// The same day `years` years before; that of the 29th of February is the 28th where there is none.
fn years_before(day: i64, years: i64) -> Option<i64> {
    let (year, month, of_month) = civil(i32::try_from(day).ok()?);
    let year = i64::from(year) - years;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let of_month = if month == 2 && of_month == 29 && !is_leap { 28 } else { i64::from(of_month) };
    (year >= 1).then(|| days_before(year, i64::from(month)) + of_month - 1)
}

/// The first day of a month: that of a year of 365.2425 days, from March on, whose months have 30.6 (Howard Hinnant, "chrono-compatible
/// low-level date algorithms", `days_from_civil`).
pub fn days_before(year: i64, month: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

pub fn date_of_birth<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["tzinfo", "minimum_age", "maximum_age"];
    let Some([zone, minimum, maximum]) = call.arguments.named(names) else { return Ok(None) };
    let (Some(minimum), Some(maximum)) = (int(&minimum, 0), int(&maximum, 115)) else { return Ok(None) };
    if !is_absent(&zone) || minimum < 0 || minimum > maximum || maximum > 9999 {
        return Ok(None);
    }
    let today = call.present.day(call.py)?;
    // Who was born a day earlier is a year older.
    let first = years_before(today, maximum + 1).map(|day| day + 1);
    date_of(call, day_between(words, first, years_before(today, minimum)))
}

// --- points in time ---------------------------------------------------------------------------------------

/// The microseconds since 1970-01-01 that an argument says; nothing if Python has to read it.
fn moment(call: &Call<'_, '_>, value: &Argument<'_>, default: &str) -> PyResult<Option<i64>> {
    let Some(value) = value else { return moment_of_text(call, default) };
    if let Ok(text) = value.cast_exact::<PyString>() {
        return text.to_str().map_or(Ok(None), |text| moment_of_text(call, text));
    }
    if value.is_exact_instance_of::<PyInt>() {
        return Ok(value.extract::<i64>().ok().and_then(|seconds| seconds.checked_mul(MICROS)));
    }
    if !classes::is_date(value)? {
        return Ok(None);
    }
    if classes::is_time(value)? {
        return if classes::has_zone(value)? { Ok(None) } else { classes::micros_of(value).map(Some) };
    }
    Ok(Some(classes::day_of(value)? * MICROS_PER_DAY))
}

fn moment_of_text(call: &Call<'_, '_>, text: &str) -> PyResult<Option<i64>> {
    let now = call.present.micros(call.py)?;
    Ok(match text {
        "now" => Some(now),
        "today" => Some(now - now.rem_euclid(MICROS_PER_DAY)),
        _ => offset::micros(text).map(|micros| now + micros),
    })
}

/// A moment between two, if they are in order and Python has them.
pub fn moment_between(words: &mut Words<'_>, first: Option<i64>, last: Option<i64>) -> Option<i64> {
    let (first, last) = (first?, last?);
    let is_right =
        first <= last && FIRST_DAY * MICROS_PER_DAY <= first && last < (LAST_DAY + 1) * MICROS_PER_DAY;
    is_right.then(|| words.between(first, last))
}

pub fn time_of<'py>(call: &Call<'_, 'py>, moment: Option<i64>) -> Made<'py> {
    moment.map(|moment| classes::time_of(call.py, moment, None)).transpose()
}

pub fn date_time_between<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let names = ["start_date", "end_date", "tzinfo"];
    let Some([first, last, zone]) = call.arguments.named(names) else { return Ok(None) };
    if !is_absent(&zone) {
        return Ok(None);
    }
    let (first, last) = (moment(call, &first, "-30y")?, moment(call, &last, "now")?);
    time_of(call, moment_between(words, first, last))
}

pub fn future_datetime<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([last, zone]) = call.arguments.named(["end_date", "tzinfo"]) else { return Ok(None) };
    if !is_absent(&zone) {
        return Ok(None);
    }
    let (first, last) = (moment_of_text(call, "+1s")?, moment(call, &last, "+30d")?);
    time_of(call, moment_between(words, first, last))
}

pub fn past_datetime<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([first, zone]) = call.arguments.named(["start_date", "tzinfo"]) else { return Ok(None) };
    if !is_absent(&zone) {
        return Ok(None);
    }
    let (first, last) = (moment(call, &first, "-30d")?, moment_of_text(call, "-1s")?);
    time_of(call, moment_between(words, first.zip(last).map(|(first, last)| first.min(last)), last))
}

/// A moment from 1970 on.
fn since_1970(call: &Call<'_, '_>, words: &mut Words<'_>, end: &Argument<'_>) -> PyResult<Option<i64>> {
    let end = if is_absent(end) { moment_of_text(call, "now")? } else { moment(call, end, "now")? };
    Ok(moment_between(words, Some(0), end))
}

pub fn date_time<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([zone, end]) = call.arguments.named(["tzinfo", "end_datetime"]) else { return Ok(None) };
    if !is_absent(&zone) {
        return Ok(None);
    }
    let moment = since_1970(call, words, &end)?;
    time_of(call, moment)
}

pub fn unix_time<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([end, start]) = call.arguments.named(["end_datetime", "start_datetime"]) else {
        return Ok(None);
    };
    if !is_absent(&start) {
        return Ok(None);
    }
    let moment = since_1970(call, words, &end)?;
    moment.map(|moment| (moment as f64 / MICROS as f64).into_bound_py_any(call.py)).transpose()
}

pub fn date_object<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([end]) = call.arguments.named(["end_datetime"]) else { return Ok(None) };
    let moment = since_1970(call, words, &end)?;
    date_of(call, moment.map(|moment| moment.div_euclid(MICROS_PER_DAY)))
}

pub fn date<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    let Some([pattern, end]) = call.arguments.named(["pattern", "end_datetime"]) else { return Ok(None) };
    let Some(moment) = since_1970(call, words, &end)? else { return Ok(None) };
    let is_usual = match &pattern {
        None => true,
        Some(pattern) => pattern
            .cast_exact::<PyString>()
            .is_ok_and(|text| text.to_str().is_ok_and(|text| text == "%Y-%m-%d")),
    };
    if is_usual {
        let (year, month, day) = civil(moment.div_euclid(MICROS_PER_DAY) as i32);
        return format!("{year:04}-{month:02}-{day:02}").into_bound_py_any(call.py).map(Some);
    }
    let time = classes::time_of(call.py, moment, None)?;
    time.call_method1(intern!(call.py, "strftime"), (pattern,)).map(Some)
}

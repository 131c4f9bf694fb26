//! Days and times of this century, decade, year or month: of what is over, what is to come, or all of it.

use gusher::internal::calendar::civil;

use super::arguments::{flag, is_absent};
use super::call::{Call, Made};
use super::dates::{MICROS_PER_DAY, date_of, day_between, days_before, moment_between, time_of};
use super::words::Words;

/// The first and the last day of the period of `years` years that a day lies in; a month has none.
fn period(years: i64, day: i64) -> Option<(i64, i64)> {
    let (year, month, _) = civil(i32::try_from(day).ok()?);
    let (year, month) = (i64::from(year), i64::from(month));
    if years == 0 {
        let next = if month == 12 { days_before(year + 1, 1) } else { days_before(year, month + 1) };
        return Some((days_before(year, month), next - 1));
    }
    let first = year - year % years;
    Some((days_before(first.max(1), 1), days_before((first + years).min(10_000), 1) - 1))
}

fn date_this<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>, years: i64) -> Made<'py> {
    let Some([before, after]) = call.arguments.named(["before_today", "after_today"]) else {
        return Ok(None);
    };
    let (Some(before), Some(after)) = (flag(&before, true), flag(&after, false)) else { return Ok(None) };
    let today = call.present.day(call.py)?;
    let Some((first, last)) = period(years, today) else { return Ok(None) };
    let (first, last) = (if before { first } else { today }, if after { last } else { today });
    date_of(call, day_between(words, Some(first), Some(last)))
}

fn date_time_this<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>, years: i64) -> Made<'py> {
    let Some([before, after, zone]) = call.arguments.named(["before_now", "after_now", "tzinfo"]) else {
        return Ok(None);
    };
    let (Some(before), Some(after)) = (flag(&before, true), flag(&after, false)) else { return Ok(None) };
    if !is_absent(&zone) {
        return Ok(None);
    }
    let now = call.present.micros(call.py)?;
    let Some((first, last)) = period(years, now.div_euclid(MICROS_PER_DAY)) else { return Ok(None) };
    let first = if before { first * MICROS_PER_DAY } else { now };
    let last = if after { (last + 1) * MICROS_PER_DAY - 1 } else { now };
    time_of(call, moment_between(words, Some(first), Some(last)))
}

pub fn date_this_century<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_this(call, words, 100)
}

pub fn date_this_decade<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_this(call, words, 10)
}

pub fn date_this_year<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_this(call, words, 1)
}

pub fn date_this_month<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_this(call, words, 0)
}

pub fn date_time_this_century<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_time_this(call, words, 100)
}

pub fn date_time_this_decade<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_time_this(call, words, 10)
}

pub fn date_time_this_year<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_time_this(call, words, 1)
}

pub fn date_time_this_month<'py>(call: &Call<'_, 'py>, words: &mut Words<'_>) -> Made<'py> {
    date_time_this(call, words, 0)
}

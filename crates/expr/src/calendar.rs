//! Days and dates, and how times are read and written as texts.

use crate::types::{DAY, FIRST_DAY, LAST_DAY, SECOND};
use crate::value::Interval;

/// Year, month and day.
pub(crate) type Date = (i64, i64, i64);

/// The date that is n days after 1970-01-01 (H. Hinnant, chrono-compatible low-level date algorithms).
#[inline]
pub(crate) fn civil(day: i64) -> Date {
    let shifted = day + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, of_year - (153 * shifted_month + 2) / 5 + 1)
}

/// Days from 1970-01-01 to a date.
#[inline]
pub(crate) fn days((year, month, day): Date) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The last day of a month.
#[inline]
pub(crate) fn last_day(year: i64, month: i64) -> i64 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// The weekday, from Sunday = 0 to Saturday = 6.
#[inline]
pub(crate) fn weekday(day: i64) -> i64 {
    (day + 4).rem_euclid(7)
}

/// The year and the week of ISO 8601 that a day is in.
pub(crate) fn iso_week(day: i64) -> (i64, i64) {
    // A week belongs to the year of its Thursday.
    let thursday = day - (weekday(day) + 6) % 7 + 3;
    let (year, ..) = civil(thursday);
    (year, (thursday - days((year, 1, 1))) / 7 + 1)
}

/// The day n months later, at most the last of its month.
#[inline]
pub(crate) fn add_months(day: i64, months: i64) -> i64 {
    let (year, month, of_month) = civil(day);
    let count = year * 12 + month - 1 + months;
    let (year, month) = (count.div_euclid(12), count.rem_euclid(12) + 1);
    days((year, month, of_month.min(last_day(year, month))))
}

/// A point in time and an interval: months first, then days, then the rest.
#[inline]
pub(crate) fn add(micros: i64, interval: Interval) -> i64 {
    let (mut day, time) = (micros.div_euclid(DAY), micros.rem_euclid(DAY));
    if interval.months != 0 {
        day = add_months(day, interval.months);
    }
    (day + interval.days).wrapping_mul(DAY).wrapping_add(time).wrapping_add(interval.micros)
}

/// A date as YYYY-MM-DD.
pub(crate) fn parse_date(text: &str) -> Option<i64> {
    let mut parts = text.trim().splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let number = |text: &str, max_len: usize| {
        let is_number = (1..=max_len).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { text.parse::<i64>().ok() } else { None }
    };
    let (year, month, day) =
        (number(year, 4).filter(|_| year.len() == 4)?, number(month, 2)?, number(day, 2)?);
    let fits = (1..=12).contains(&month) && (1..=last_day(year, month)).contains(&day) && year > 0;
    fits.then(|| days((year, month, day)))
}

/// A time of day as HH:MM, HH:MM:SS or with up to six decimal places, in microseconds.
pub(crate) fn parse_time(text: &str) -> Option<i64> {
    let mut parts = text.trim().splitn(3, ':');
    let two = |text: &str| {
        let is_number = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { text.parse::<i64>().ok() } else { None }
    };
    let (hour, minute) = (two(parts.next()?)?, two(parts.next()?)?);
    let seconds = parts.next().unwrap_or("0");
    let (integer, places) = seconds.split_once('.').unwrap_or((seconds, ""));
    let micros = fraction(places)?;
    let second = two(integer)?;
    let fits = hour < 24 && minute < 60 && second < 60 || (hour, minute, second, micros) == (24, 0, 0, 0);
    fits.then_some((hour * 3600 + minute * 60 + second) * SECOND + micros)
}

/// The microseconds that the decimal places are.
fn fraction(places: &str) -> Option<i64> {
    let is_number = places.len() <= 6 && places.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { format!("{places:0<6}").parse().ok() } else { None }
}

/// A date, or a date and a time after a space or a T, in UTC; in microseconds.
pub(crate) fn parse_timestamp(text: &str) -> Option<i64> {
    let text = text.trim();
    let text = ["Z", "z", "+00", "+00:00"].iter().find_map(|zone| text.strip_suffix(zone)).unwrap_or(text);
    match text.split_once([' ', 'T', 't']) {
        None => parse_date(text).map(|day| day * DAY),
        Some((date, time)) => Some(parse_date(date)? * DAY + parse_time(time)?),
    }
}

/// An interval in PostgreSQL's notation, such as `1 day 02:30:00`.
pub(crate) fn parse_interval(text: &str) -> Option<Interval> {
    let lower = text.to_lowercase();
    let mut tokens = split(lower.trim()).into_iter().peekable();
    let mut sum = Interval::default();
    tokens.peek()?;
    let mut is_ago = false;
    while let Some(token) = tokens.next() {
        if token == "ago" && tokens.peek().is_none() {
            is_ago = true;
            break;
        }
        let (sign, digits) = match token.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, token.strip_prefix('+').unwrap_or(token)),
        };
        if digits.contains(':') {
            sum.micros += sign * parse_hours(digits)?;
            continue;
        }
        let (value, scale) = crate::numeric::parse(digits)?;
        let (value, scale) = (i64::try_from(value).ok().filter(|value| *value < 1 << 50)?, scale);
        let part = unit(value, scale, tokens.next()?)?;
        sum.months += sign * part.months;
        sum.days += sign * part.days;
        sum.micros += sign * part.micros;
    }
    if is_ago {
        sum = Interval { months: -sum.months, days: -sum.days, micros: -sum.micros };
    }
    Some(sum)
}

/// The tokens of an interval; there may be no space between a number and its unit: `2h30m`.
fn split(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for mut token in text.split_whitespace() {
        while !token.is_empty() {
            let is_unit = token.starts_with(char::is_alphabetic);
            let end = token.find(|c: char| c.is_alphabetic() != is_unit).unwrap_or(token.len());
            let (part, rest) = token.split_at(end);
            tokens.push(part);
            token = rest;
        }
    }
    tokens
}

/// Hours and minutes, of which there may be more than a day has.
fn parse_hours(text: &str) -> Option<i64> {
    let (hours, rest) = text.split_once(':')?;
    let hours: i64 = hours.parse().ok().filter(|hours| (0..1_000_000).contains(hours))?;
    Some(hours * 3600 * SECOND + parse_time(&format!("00:{rest}"))?)
}

/// An amount of a unit. A fraction of it goes to the next smaller one.
fn unit(value: i64, scale: u32, name: &str) -> Option<Interval> {
    let one = 10i64.checked_pow(scale)?;
    let (integer, rest) = (value / one, value % one);
    let name = name.strip_suffix('s').filter(|name| name.len() > 1).unwrap_or(name);
    let months = |each: i64| {
        // A month has 30 days, of which a part may be left.
        let total = i128::from(value) * i128::from(each);
        let (months, rest) = (total / i128::from(one), total % i128::from(one));
        let (days, rest) = (rest * 30 / i128::from(one), rest * 30 % i128::from(one));
        let micros = rest * i128::from(DAY) / i128::from(one);
        Some(Interval { months: months as i64, days: days as i64, micros: micros as i64 })
    };
    let micros = |each: i64| {
        let micros = i128::from(value) * i128::from(each);
        let micros = crate::numeric::div_round(micros, i128::from(one));
        Some(Interval { micros: i64::try_from(micros).ok()?, ..Interval::default() })
    };
    let part = |each: i64| (i128::from(rest) * i128::from(each) * i128::from(DAY) / i128::from(one)) as i64;
    match name {
        // Parts of years are rounded to months.
        "y" | "yr" | "year" => {
            let months = crate::numeric::div_round(i128::from(value) * 12, i128::from(one));
            Some(Interval { months: months as i64, ..Interval::default() })
        }
        "mon" | "month" => months(1),
        "w" | "week" => {
            let micros = part(7);
            Some(Interval { months: 0, days: integer * 7 + micros / DAY, micros: micros % DAY })
        }
        "d" | "day" => Some(Interval { months: 0, days: integer, micros: part(1) }),
        "h" | "hr" | "hour" => micros(3600 * SECOND),
        "m" | "min" | "minute" => micros(60 * SECOND),
        "s" | "sec" | "second" => micros(SECOND),
        "ms" | "msec" | "millisecond" => micros(1000),
        "us" | "usec" | "microsecond" => micros(1),
        _ => None,
    }
}

/// Writes a date.
pub(crate) fn write_date(day: i64, out: &mut String) {
    use std::fmt::Write as _;
    let (year, month, day) = civil(day.clamp(FIRST_DAY, LAST_DAY));
    // Writing to a string cannot fail.
    let _ = write!(out, "{year:04}-{month:02}-{day:02}");
}

/// Writes a time of day, with as many decimal places as it has.
pub(crate) fn write_time(micros: i64, out: &mut String) {
    use std::fmt::Write as _;
    let (seconds, micros) = (micros / SECOND, micros % SECOND);
    let _ = write!(out, "{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if micros != 0 {
        let places = format!("{micros:06}");
        out.push('.');
        out.push_str(places.trim_end_matches('0'));
    }
}

/// Writes a point in time.
pub(crate) fn write_timestamp(micros: i64, out: &mut String) {
    write_date(micros.div_euclid(DAY), out);
    out.push(' ');
    write_time(micros.rem_euclid(DAY), out);
}

/// Writes an interval as PostgreSQL does by default.
pub(crate) fn write_interval(Interval { months, days, micros }: Interval, out: &mut String) {
    gusher::types::write_postgres_span(months, days, micros, out);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        add_months, civil, days, iso_week, last_day, parse_date, parse_interval, parse_timestamp, weekday,
    };
    use super::{write_date, write_interval, write_timestamp};
    use crate::types::{DAY, FIRST_DAY, LAST_DAY};
    use crate::value::Interval;

    #[test]
    fn intervals_are_read() {
        let of = |months, days, micros| Some(Interval { months, days, micros });
        assert_eq!(parse_interval("1 day"), of(0, 1, 0));
        assert_eq!(parse_interval("1 year 2 mons -3 days 04:05:06.7"), of(14, -3, 14_706_700_000));
        assert_eq!(parse_interval("2h30m"), of(0, 0, 9_000_000_000));
        assert_eq!(parse_interval("1.5 days"), of(0, 1, DAY / 2));
        assert_eq!(parse_interval("1.5 months ago"), of(-1, -15, 0));
        assert_eq!(parse_interval("1 week"), of(0, 7, 0));
        assert_eq!((parse_interval(""), parse_interval("1"), parse_interval("1 foo")), (None, None, None));
    }

    #[test]
    fn intervals_are_written_as_postgresql_does() {
        let shown = |text: &str| {
            let mut out = String::new();
            write_interval(parse_interval(text).unwrap(), &mut out);
            out
        };
        assert_eq!(shown("0 days"), "00:00:00");
        assert_eq!(shown("14 months 1 day 90 s"), "1 year 2 mons 1 day 00:01:30");
        assert_eq!(shown("-1 month 1 day 1 s"), "-1 mons +1 day 00:00:01");
        assert_eq!(shown("-1 day 1 s"), "-1 days +00:00:01");
        assert_eq!(shown("-90 s"), "-00:01:30");
    }

    #[test]
    fn impossible_dates_are_refused() {
        for text in ["2023-02-29", "2024-13-01", "2024-00-01", "24-01-01", "2024-01", "2024-01-01x"] {
            assert_eq!(parse_date(text), None, "{text}");
        }
        assert_eq!(
            parse_timestamp("2024-02-29T12:30Z"),
            Some(days((2024, 2, 29)) * DAY + DAY / 2 + 1_800_000_000)
        );
    }

    proptest! {
        #[test]
        fn dates_and_days_are_inverse(day in FIRST_DAY + 400..=LAST_DAY) {
            let (year, month, of_month) = civil(day);
            let there = gusher::internal::calendar::civil(day as i32);
            prop_assert_eq!((year, month, of_month), (i64::from(there.0), i64::from(there.1), i64::from(there.2)));
            prop_assert_eq!(days((year, month, of_month)), day);
            prop_assert!(of_month <= last_day(year, month));
            let (mut text, mut time) = (String::new(), String::new());
            write_date(day, &mut text);
            prop_assert_eq!(parse_date(&text), Some(day));
            write_timestamp(day * DAY + 1_000_001, &mut time);
            prop_assert_eq!(parse_timestamp(&time), Some(day * DAY + 1_000_001));
            let (_, week) = iso_week(day);
            prop_assert!((1..=53).contains(&week) && iso_week(day - (weekday(day) + 6) % 7).1 == week);
        }

        #[test]
        fn months_end_with_the_month(day in -100_000i64..100_000, months in -500i64..500) {
            let (year, month, of_month) = civil(add_months(day, months));
            let (from_year, from_month, from_day) = civil(day);
            prop_assert_eq!(year * 12 + month, from_year * 12 + from_month + months);
            prop_assert_eq!(of_month, from_day.min(last_day(year, month)));
        }
    }
}

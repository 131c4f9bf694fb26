//! `to_date` and `to_timestamp`: times read from a text by a pattern. Both are known before the rows, as a text of a column
//! might not be of the pattern.

use gusher::internal::calendar::{MONTHS, WEEKDAYS};
use gusher::internal::computed::ExpressionError;

use super::super::super::Args;
use super::letters::{self, Name, TimeField, TimeItem};
use crate::calendar::{days, last_day};
use crate::convert;
use crate::run::{Checked, Scalar, Typed, literal};
use crate::types::{DAY, FIRST_DAY, LAST_DAY, SECOND, Span, Type, gcd};

pub(in super::super) fn to_date(args: Args<'_>) -> Checked {
    let at = args.at.clone();
    let (text, pattern) = args.two();
    let found = read(&text, &pattern)?.map(|micros| micros.div_euclid(DAY));
    let day = found.unwrap_or(0);
    let ty = Type::Date(Span::new(day, day, DAY));
    Ok(literal(ty, found.map_or(Scalar::Null, |day| Scalar::Number(day.into())), &at))
}

/// A point in time by a pattern, or by seconds after 1970-01-01.
pub(in super::super) fn to_timestamp(mut args: Args<'_>) -> Checked {
    let at = args.at.clone();
    if args.args.len() == 1 {
        let seconds = args.args.remove(0);
        return of_seconds(seconds);
    }
    let (text, pattern) = args.two();
    let found = read(&text, &pattern)?;
    let micros = found.unwrap_or(0);
    let ty = Type::Timestamp(Span { zoned: true, ..Span::new(micros, micros, gcd(SECOND, micros)) });
    Ok(literal(ty, found.map_or(Scalar::Null, |micros| Scalar::Number(micros.into())), &at))
}

fn of_seconds(seconds: Typed) -> Checked {
    let seconds = convert::unquoted(seconds)?;
    let seconds =
        if matches!(seconds.ty, Type::Float(_)) { convert::decimal_of_float(seconds)? } else { seconds };
    let Some(number) = seconds.number().copied() else {
        return Err(seconds.error(format!("expected seconds since 1970-01-01, and this is a {}", seconds.ty)));
    };
    let mut micros = convert::rescaled(seconds, 6)?;
    let (min, max) = micros.number().map_or((0, 0), |number| (number.min, number.max));
    let days = [min, max].map(|micros| micros.div_euclid(DAY.into()));
    if days[0] < FIRST_DAY.into() || days[1] > LAST_DAY.into() {
        let text = "the time may be outside of the years 0 to 9999; limit it, as with greatest(least(x, 253402300799), 0)";
        return Err(micros.error(text));
    }
    let step = 10i64.pow(6 - number.scale.min(6));
    micros.ty = Type::Timestamp(Span { zoned: true, ..Span::new(min as i64, max as i64, step) });
    Ok(micros)
}

/// A text read by a pattern, in microseconds; `None` if one of them is null.
fn read(text: &Typed, pattern: &Typed) -> Result<Option<i64>, ExpressionError> {
    let (known, known_pattern) = match (text.known_text(), pattern.known_text()) {
        (Some(text), Some(pattern)) => (text, pattern),
        _ if text.is_null() || pattern.is_null() => return Ok(None),
        (None, _) => {
            let message = "the text has to be written here, as a text of a column might be no time; make the column of dates in the first place";
            return Err(text.error(message));
        }
        (_, None) => return Err(pattern.error("the pattern has to be written here, such as 'YYYY-MM-DD'")),
    };
    let items = letters::parse(&known_pattern).map_err(|message| pattern.error(message))?;
    match parts(&known, &items) {
        Ok(parts) => parts.micros().map(Some).map_err(|message| text.error(message)),
        Err(Failed::Text) => Err(text.error(format!("'{known}' is not written as {known_pattern}"))),
        Err(Failed::Pattern) => Err(pattern.error(
            "a text is read by YYYY, MM, Month, Mon, DD, DDD, HH24, HH12, MI, SS, MS, US and AM alone; Day and Dy are skipped",
        )),
    }
}

/// Why nothing was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failed {
    Text,
    Pattern,
}

/// The parts of a time that a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    year: i64,
    month: i64,
    day: i64,
    day_of_year: Option<i64>,
    hour: i64,
    half: Option<bool>,
    is_of_half: bool,
    minute: i64,
    second: i64,
    micros: i64,
}

impl Parts {
    fn micros(self) -> Result<i64, String> {
        let is_in = |value: i64, low: i64, high: i64, what: &str| match (low..=high).contains(&value) {
            true => Ok(()),
            false => Err(format!("the {what} is {value}, and has to be from {low} to {high}")),
        };
        is_in(self.year, 1, 9999, "year")?;
        let day = match self.day_of_year {
            Some(of_year) => {
                is_in(of_year, 1, if last_day(self.year, 2) == 29 { 366 } else { 365 }, "day of the year")?;
                days((self.year, 1, 1)) + of_year - 1
            }
            None => {
                is_in(self.month, 1, 12, "month")?;
                is_in(self.day, 1, last_day(self.year, self.month), "day")?;
                days((self.year, self.month, self.day))
            }
        };
        let hour = if self.is_of_half {
            is_in(self.hour, 1, 12, "hour")?;
            self.hour % 12 + if self.half == Some(true) { 12 } else { 0 }
        } else {
            self.hour
        };
        is_in(hour, 0, 23, "hour")?;
        is_in(self.minute, 0, 59, "minute")?;
        is_in(self.second, 0, 59, "second")?;
        Ok(day * DAY + ((hour * 60 + self.minute) * 60 + self.second) * SECOND + self.micros)
    }
}

fn parts(text: &str, items: &[TimeItem]) -> Result<Parts, Failed> {
    let mut parts = Parts {
        year: 1,
        month: 1,
        day: 1,
        day_of_year: None,
        hour: 0,
        half: None,
        is_of_half: false,
        minute: 0,
        second: 0,
        micros: 0,
    };
    let mut rest = text;
    for (index, item) in items.iter().enumerate() {
        match item {
            // Any sign separates as well as any other; spaces may be more.
            TimeItem::Text(separators) => {
                for separator in separators.chars() {
                    rest = match (separator.is_alphanumeric(), rest.chars().next()) {
                        (true, Some(found)) if found.eq_ignore_ascii_case(&separator) => {
                            &rest[found.len_utf8()..]
                        }
                        (false, Some(found)) if !found.is_alphanumeric() => &rest[found.len_utf8()..],
                        (false, _) => rest,
                        _ => return Err(Failed::Text),
                    };
                }
            }
            TimeItem::Number(part, _) => {
                let is_fixed = matches!(items.get(index + 1), Some(TimeItem::Number(..)));
                rest = number(*part, is_fixed, rest.trim_start(), &mut parts)?;
            }
            TimeItem::Name(name, ..) => rest = read_name(*name, rest.trim_start(), &mut parts)?,
            TimeItem::HalfDay { dots, .. } => {
                let length = if *dots { 4 } else { 2 };
                let (found, after) = rest.trim_start().split_at_checked(length).ok_or(Failed::Text)?;
                parts.half = match found.to_uppercase().replace('.', "").as_str() {
                    "AM" => Some(false),
                    "PM" => Some(true),
                    _ => return Err(Failed::Text),
                };
                rest = after;
            }
            TimeItem::CommaYear | TimeItem::Ordinal { .. } => return Err(Failed::Pattern),
        }
    }
    if rest.trim().is_empty() { Ok(parts) } else { Err(Failed::Text) }
}

fn number<'t>(part: TimeField, is_fixed: bool, rest: &'t str, parts: &mut Parts) -> Result<&'t str, Failed> {
    let width = match part {
        TimeField::Year => 4,
        TimeField::Month
        | TimeField::Day
        | TimeField::Hour24
        | TimeField::Hour12
        | TimeField::Minute
        | TimeField::Second => 2,
        TimeField::DayOfYear | TimeField::Millisecond => 3,
        TimeField::Microsecond => 6,
        _ => return Err(Failed::Pattern),
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let digits = if is_fixed { digits.min(width) } else { digits };
    if digits == 0 || digits > 6 {
        return Err(Failed::Text);
    }
    let (found, after) = rest.split_at(digits);
    let value: i64 = found.parse().map_err(|_| Failed::Text)?;
    match part {
        TimeField::Year => parts.year = value,
        TimeField::Month => parts.month = value,
        TimeField::Day => parts.day = value,
        TimeField::DayOfYear => parts.day_of_year = Some(value),
        TimeField::Hour24 => parts.hour = value,
        TimeField::Hour12 => (parts.hour, parts.is_of_half) = (value, true),
        TimeField::Minute => parts.minute = value,
        TimeField::Second => parts.second = value,
        // Both are decimal places of the second.
        _ => parts.micros += value * 10i64.pow(6 - digits as u32),
    }
    Ok(after)
}

fn read_name<'t>(name: Name, rest: &'t str, parts: &mut Parts) -> Result<&'t str, Failed> {
    let find = |names: &[&str], short: bool| {
        let found = names.iter().enumerate().find_map(|(index, name)| {
            let name = if short { &name[..3] } else { name };
            let start = rest.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name))?;
            Some((index as i64 + 1, &rest[start.len()..]))
        });
        found.ok_or(Failed::Text)
    };
    let is_short = matches!(name, Name::ShortMonth | Name::ShortWeekday);
    match name {
        Name::Month | Name::ShortMonth => {
            let (month, after) = find(&MONTHS, is_short)?;
            parts.month = month;
            Ok(after)
        }
        Name::Weekday | Name::ShortWeekday => find(&WEEKDAYS, is_short).map(|(_, after)| after),
        Name::RomanMonth => Err(Failed::Pattern),
    }
}

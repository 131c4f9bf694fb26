//! Patterns of times, such as `YYYY-MM-DD HH24:MI:SS`.

use std::fmt::Write as _;

use gusher::internal::calendar::{MONTHS, WEEKDAYS};

use super::texts::{ordinal, quoted};
use crate::calendar::{civil, days, iso_week, weekday};
use crate::types::{DAY, SECOND};

/// A item of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TimeItem {
    Text(String),
    /// A number of n digits, filled with zeros unless it follows `FM`.
    Number(TimeField, usize),
    /// A name in a case, filled to n letters with spaces.
    Name(Name, Case, usize),
    /// AM or PM.
    HalfDay {
        upper: bool,
        dots: bool,
    },
    /// The year with a comma, as in 2,024.
    CommaYear,
    /// `TH` after a number: st, nd, rd or th.
    Ordinal {
        upper: bool,
    },
}

/// A number of a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeField {
    Hour24,
    Hour12,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    SecondOfDay,
    Year,
    YearOf(u32),
    IsoYear,
    IsoYearOf(u32),
    DayOfIsoYear,
    /// Units of n microseconds, within the second.
    Fraction(u32),
    JulianDay,
    Month,
    DayOfYear,
    Day,
    Weekday,
    IsoWeekday,
    WeekOfMonth,
    WeekOfYear,
    IsoWeek,
    Century,
    Quarter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Name {
    Month,
    ShortMonth,
    Weekday,
    ShortWeekday,
    RomanMonth,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Upper,
    Title,
    Lower,
}

/// The numbers by their letters, in any case, with how many digits each has. The longest of those with one beginning is
/// first.
const NUMBERS: [(&str, TimeField, usize); 34] = [
    ("HH24", TimeField::Hour24, 2),
    ("HH12", TimeField::Hour12, 2),
    ("HH", TimeField::Hour12, 2),
    ("MI", TimeField::Minute, 2),
    ("SSSSS", TimeField::SecondOfDay, 1),
    ("SSSS", TimeField::SecondOfDay, 1),
    ("SS", TimeField::Second, 2),
    ("MS", TimeField::Millisecond, 3),
    ("US", TimeField::Microsecond, 6),
    ("FF1", TimeField::Fraction(100_000), 1),
    ("FF2", TimeField::Fraction(10_000), 2),
    ("FF3", TimeField::Fraction(1000), 3),
    ("FF4", TimeField::Fraction(100), 4),
    ("FF5", TimeField::Fraction(10), 5),
    ("FF6", TimeField::Fraction(1), 6),
    ("YYYY", TimeField::Year, 4),
    ("YYY", TimeField::YearOf(1000), 3),
    ("YY", TimeField::YearOf(100), 2),
    ("Y", TimeField::YearOf(10), 1),
    ("IYYY", TimeField::IsoYear, 4),
    ("IYY", TimeField::IsoYearOf(1000), 3),
    ("IY", TimeField::IsoYearOf(100), 2),
    ("IDDD", TimeField::DayOfIsoYear, 3),
    ("IW", TimeField::IsoWeek, 2),
    ("ID", TimeField::IsoWeekday, 1),
    ("I", TimeField::IsoYearOf(10), 1),
    ("MM", TimeField::Month, 2),
    ("DDD", TimeField::DayOfYear, 3),
    ("DD", TimeField::Day, 2),
    ("WW", TimeField::WeekOfYear, 2),
    ("W", TimeField::WeekOfMonth, 1),
    ("CC", TimeField::Century, 2),
    ("Q", TimeField::Quarter, 1),
    ("J", TimeField::JulianDay, 1),
];

const NAMES: [(&str, Name, Case, usize); 14] = [
    ("MONTH", Name::Month, Case::Upper, 9),
    ("Month", Name::Month, Case::Title, 9),
    ("month", Name::Month, Case::Lower, 9),
    ("MON", Name::ShortMonth, Case::Upper, 3),
    ("Mon", Name::ShortMonth, Case::Title, 3),
    ("mon", Name::ShortMonth, Case::Lower, 3),
    ("DAY", Name::Weekday, Case::Upper, 9),
    ("Day", Name::Weekday, Case::Title, 9),
    ("day", Name::Weekday, Case::Lower, 9),
    ("DY", Name::ShortWeekday, Case::Upper, 3),
    ("Dy", Name::ShortWeekday, Case::Title, 3),
    ("dy", Name::ShortWeekday, Case::Lower, 3),
    ("RM", Name::RomanMonth, Case::Upper, 4),
    ("rm", Name::RomanMonth, Case::Lower, 4),
];

const ROMAN: [&str; 12] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];

/// The items of a pattern, or what is wrong with it.
pub(super) fn parse(pattern: &str) -> Result<Vec<TimeItem>, String> {
    let mut items = Vec::new();
    let mut rest = pattern;
    // Letters without a meaning are texts between quotes that are written.
    let mut is_quoted = false;
    while !rest.is_empty() {
        if let Some(after_quote) = rest.strip_prefix('"') {
            let (text, after) = quoted(after_quote);
            push_text(&text, &mut items);
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix("\\\"") {
            is_quoted = !is_quoted;
            push_text("\"", &mut items);
            rest = after;
            continue;
        }
        let (fills, after) = match rest.get(..2).filter(|mark| mark.eq_ignore_ascii_case("FM")) {
            Some(_) => (false, &rest[2..]),
            None => (true, rest),
        };
        rest = match item(after, fills) {
            Some((item, length)) => {
                let is_number = matches!(item, TimeItem::Number(..) | TimeItem::CommaYear);
                items.push(item);
                match after[length..].get(..2) {
                    Some("TH" | "th") if is_number => {
                        items.push(TimeItem::Ordinal { upper: after[length..].starts_with('T') });
                        &after[length + 2..]
                    }
                    _ => &after[length..],
                }
            }
            None if !fills => after,
            None => {
                let first = rest.chars().next().unwrap_or_default();
                if first.is_ascii_alphabetic() && !is_quoted {
                    return Err(unknown(rest));
                }
                push_text(first.encode_utf8(&mut [0; 4]), &mut items);
                &rest[first.len_utf8()..]
            }
        };
    }
    Ok(items)
}

fn push_text(text: &str, items: &mut Vec<TimeItem>) {
    match items.last_mut() {
        Some(TimeItem::Text(last)) => last.push_str(text),
        _ => items.push(TimeItem::Text(text.into())),
    }
}

fn unknown(rest: &str) -> String {
    let letters: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    format!("`{letters}` has no meaning in a pattern; put text in double quotes, as in YYYY\"-Q\"Q")
}

/// The item that the pattern begins with, and how long it is there.
fn item(rest: &str, fills: bool) -> Option<(TimeItem, usize)> {
    let starts =
        |letters: &str| rest.get(..letters.len()).is_some_and(|start| start.eq_ignore_ascii_case(letters));
    if let Some((letters, name, case, width)) = NAMES.iter().find(|(letters, ..)| rest.starts_with(letters)) {
        return Some((TimeItem::Name(*name, *case, if fills { *width } else { 0 }), letters.len()));
    }
    for letters in ["AM", "PM", "A.M.", "P.M."] {
        if starts(letters) {
            let upper = rest.starts_with(|c: char| c.is_ascii_uppercase());
            return Some((TimeItem::HalfDay { upper, dots: letters.len() > 2 }, letters.len()));
        }
    }
    // No year is before 1.
    for era in ["AD", "BC", "A.D.", "B.C."] {
        if starts(era) {
            let upper = rest.starts_with(|c: char| c.is_ascii_uppercase());
            let text = if era.len() > 2 { "A.D." } else { "AD" };
            let text = if upper { text.into() } else { text.to_lowercase() };
            return Some((TimeItem::Text(text), era.len()));
        }
    }
    if starts("Y,YYY") {
        return Some((TimeItem::CommaYear, 5));
    }
    if let Some((letters, part, width)) = NUMBERS.iter().find(|(letters, ..)| starts(letters)) {
        return Some((TimeItem::Number(*part, if fills { *width } else { 0 }), letters.len()));
    }
    starts("D").then_some((TimeItem::Number(TimeField::Weekday, 1), 1))
}

/// The maximum number of bytes of a time by a pattern.
pub(super) fn longest(items: &[TimeItem]) -> usize {
    let item = |item: &TimeItem| match item {
        TimeItem::Text(text) => text.len(),
        TimeItem::Number(..) => 7,
        TimeItem::Name(..) => 9,
        TimeItem::HalfDay { .. } => 4,
        TimeItem::CommaYear => 6,
        TimeItem::Ordinal { .. } => 2,
    };
    items.iter().map(item).sum()
}

/// Writes a time.
pub(super) fn write(items: &[TimeItem], micros: i64, out: &mut String) {
    let (day, time) = (micros.div_euclid(DAY), micros.rem_euclid(DAY));
    let mut last = 0;
    for item in items {
        // Writing to a string cannot fail.
        let _ = match item {
            TimeItem::Text(text) => out.write_str(text),
            TimeItem::Number(part, width) => {
                last = number(*part, day, time);
                write!(out, "{last:0width$}", width = *width)
            }
            TimeItem::CommaYear => {
                last = civil(day).0;
                write!(out, "{},{:03}", last / 1000, last % 1000)
            }
            TimeItem::Ordinal { upper } => {
                let ending = ordinal(last);
                if *upper { out.write_str(&ending.to_uppercase()) } else { out.write_str(ending) }
            }
            TimeItem::Name(name, case, width) => {
                let name = name_of(*name, day);
                let cased = match case {
                    Case::Upper => name.to_uppercase(),
                    Case::Title => name.to_owned(),
                    Case::Lower => name.to_lowercase(),
                };
                write!(out, "{cased:width$}", width = *width)
            }
            TimeItem::HalfDay { upper, dots } => {
                let half = match (time >= DAY / 2, dots) {
                    (false, false) => "AM",
                    (true, false) => "PM",
                    (false, true) => "A.M.",
                    (true, true) => "P.M.",
                };
                if *upper { out.write_str(half) } else { out.write_str(&half.to_lowercase()) }
            }
        };
    }
}

fn name_of(name: Name, day: i64) -> &'static str {
    let month = MONTHS[civil(day).1 as usize - 1];
    let weekday_name = |day: i64| WEEKDAYS[((weekday(day) + WEEKDAYS_FROM) % 7) as usize];
    match name {
        Name::Month => month,
        Name::ShortMonth => &month[..3],
        Name::Weekday => weekday_name(day),
        Name::ShortWeekday => &weekday_name(day)[..3],
        Name::RomanMonth => ROMAN[civil(day).1 as usize - 1],
    }
}

/// The list of weekdays begins with Monday.
const WEEKDAYS_FROM: i64 = 6;

/// The Julian day of 1970-01-01.
const EPOCH_JULIAN: i64 = 2_440_588;

fn number(part: TimeField, day: i64, time: i64) -> i64 {
    let (year, month, of_month) = civil(day);
    let of_year = day - days((year, 1, 1)) + 1;
    let hour = time / (3600 * SECOND);
    match part {
        TimeField::Hour24 => hour,
        TimeField::Hour12 => (hour + 11) % 12 + 1,
        TimeField::Minute => time / (60 * SECOND) % 60,
        TimeField::Second => time / SECOND % 60,
        TimeField::Millisecond => time / 1000 % 1000,
        TimeField::Microsecond => time % SECOND,
        TimeField::SecondOfDay => time / SECOND,
        TimeField::Year => year,
        TimeField::YearOf(modulus) => year % i64::from(modulus),
        TimeField::IsoYear => iso_week(day).0,
        TimeField::IsoYearOf(modulus) => iso_week(day).0 % i64::from(modulus),
        TimeField::DayOfIsoYear => (iso_week(day).1 - 1) * 7 + (weekday(day) + 6) % 7 + 1,
        TimeField::Fraction(unit) => time % SECOND / i64::from(unit),
        TimeField::JulianDay => day + EPOCH_JULIAN,
        TimeField::Month => month,
        TimeField::DayOfYear => of_year,
        TimeField::Day => of_month,
        TimeField::Weekday => weekday(day) + 1,
        TimeField::IsoWeekday => (weekday(day) + 6) % 7 + 1,
        TimeField::WeekOfMonth => (of_month - 1) / 7 + 1,
        TimeField::WeekOfYear => (of_year - 1) / 7 + 1,
        TimeField::IsoWeek => iso_week(day).1,
        TimeField::Century => (year + 99) / 100,
        TimeField::Quarter => (month - 1) / 3 + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, write};
    use crate::calendar::parse_timestamp;

    fn shown(pattern: &str, time: &str) -> String {
        let mut out = String::new();
        write(&parse(pattern).unwrap(), parse_timestamp(time).unwrap(), &mut out);
        out
    }

    #[test]
    fn times_are_written_by_their_pattern() {
        let time = "2024-03-05 14:07:09.012345";
        assert_eq!(shown("YYYY-MM-DD HH24:MI:SS.US", time), "2024-03-05 14:07:09.012345");
        assert_eq!(shown("Day, FMDDMonth|Mon DY", time), "Tuesday  , 5March    |Mar TUE");
        assert_eq!(
            shown("DDth, FMDDTH J Y,YYY ad IYY-IDDD FF3", time),
            "05th, 5TH 2460375 2,024 ad 024-065 012"
        );
        assert_eq!(shown("FMHH12:MI am \"Q\"Q IYYY-IW-ID", time), "2:07 pm Q1 2024-10-2");
    }

    #[test]
    fn letters_without_a_meaning_are_refused() {
        assert!(parse("YYYY-xx").unwrap_err().contains("`xx`"));
        assert!(parse("TH").is_err());
    }
}

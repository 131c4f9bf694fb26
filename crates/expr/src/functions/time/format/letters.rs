//! Patterns of times, such as `YYYY-MM-DD HH24:MI:SS`.

use std::fmt::Write as _;

use gusher::calendar::{MONTHS, WEEKDAYS};

use super::texts::{ordinal, quoted};
use crate::calendar::{civil, days, iso_week, weekday};
use crate::types::{DAY, SECOND};

/// A piece of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Piece {
    Text(String),
    /// A number of so many digits, filled with zeros unless `FM` stands before it.
    Number(Part, usize),
    /// A name in a case, filled to so many letters with spaces.
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
pub(super) enum Part {
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
    /// Units of so many microseconds, within the second.
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
const NUMBERS: [(&str, Part, usize); 34] = [
    ("HH24", Part::Hour24, 2),
    ("HH12", Part::Hour12, 2),
    ("HH", Part::Hour12, 2),
    ("MI", Part::Minute, 2),
    ("SSSSS", Part::SecondOfDay, 1),
    ("SSSS", Part::SecondOfDay, 1),
    ("SS", Part::Second, 2),
    ("MS", Part::Millisecond, 3),
    ("US", Part::Microsecond, 6),
    ("FF1", Part::Fraction(100_000), 1),
    ("FF2", Part::Fraction(10_000), 2),
    ("FF3", Part::Fraction(1000), 3),
    ("FF4", Part::Fraction(100), 4),
    ("FF5", Part::Fraction(10), 5),
    ("FF6", Part::Fraction(1), 6),
    ("YYYY", Part::Year, 4),
    ("YYY", Part::YearOf(1000), 3),
    ("YY", Part::YearOf(100), 2),
    ("Y", Part::YearOf(10), 1),
    ("IYYY", Part::IsoYear, 4),
    ("IYY", Part::IsoYearOf(1000), 3),
    ("IY", Part::IsoYearOf(100), 2),
    ("IDDD", Part::DayOfIsoYear, 3),
    ("IW", Part::IsoWeek, 2),
    ("ID", Part::IsoWeekday, 1),
    ("I", Part::IsoYearOf(10), 1),
    ("MM", Part::Month, 2),
    ("DDD", Part::DayOfYear, 3),
    ("DD", Part::Day, 2),
    ("WW", Part::WeekOfYear, 2),
    ("W", Part::WeekOfMonth, 1),
    ("CC", Part::Century, 2),
    ("Q", Part::Quarter, 1),
    ("J", Part::JulianDay, 1),
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

/// The pieces of a pattern, or what is wrong with it.
pub(super) fn parse(pattern: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    // Letters without a meaning are texts between quotes that are written.
    let mut is_quoted = false;
    while !rest.is_empty() {
        if let Some(after_quote) = rest.strip_prefix('"') {
            let (text, after) = quoted(after_quote);
            push_text(&text, &mut pieces);
            rest = after;
            continue;
        }
        if let Some(after) = rest.strip_prefix("\\\"") {
            is_quoted = !is_quoted;
            push_text("\"", &mut pieces);
            rest = after;
            continue;
        }
        let (fills, after) = match rest.get(..2).filter(|mark| mark.eq_ignore_ascii_case("FM")) {
            Some(_) => (false, &rest[2..]),
            None => (true, rest),
        };
        rest = match piece(after, fills) {
            Some((piece, length)) => {
                let is_number = matches!(piece, Piece::Number(..) | Piece::CommaYear);
                pieces.push(piece);
                match after[length..].get(..2) {
                    Some("TH" | "th") if is_number => {
                        pieces.push(Piece::Ordinal { upper: after[length..].starts_with('T') });
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
                push_text(first.encode_utf8(&mut [0; 4]), &mut pieces);
                &rest[first.len_utf8()..]
            }
        };
    }
    Ok(pieces)
}

fn push_text(text: &str, pieces: &mut Vec<Piece>) {
    match pieces.last_mut() {
        Some(Piece::Text(last)) => last.push_str(text),
        _ => pieces.push(Piece::Text(text.into())),
    }
}

fn unknown(rest: &str) -> String {
    let word: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    format!("`{word}` is nothing in a pattern; a text stands in double quotes, as in YYYY\"-Q\"Q")
}

/// The piece that the pattern begins with, and how long it is there.
fn piece(rest: &str, fills: bool) -> Option<(Piece, usize)> {
    let starts =
        |letters: &str| rest.get(..letters.len()).is_some_and(|start| start.eq_ignore_ascii_case(letters));
    if let Some((letters, name, case, width)) = NAMES.iter().find(|(letters, ..)| rest.starts_with(letters)) {
        return Some((Piece::Name(*name, *case, if fills { *width } else { 0 }), letters.len()));
    }
    for letters in ["AM", "PM", "A.M.", "P.M."] {
        if starts(letters) {
            let upper = rest.starts_with(|c: char| c.is_ascii_uppercase());
            return Some((Piece::HalfDay { upper, dots: letters.len() > 2 }, letters.len()));
        }
    }
    // No year is before 1.
    for era in ["AD", "BC", "A.D.", "B.C."] {
        if starts(era) {
            let upper = rest.starts_with(|c: char| c.is_ascii_uppercase());
            let text = if era.len() > 2 { "A.D." } else { "AD" };
            let text = if upper { text.into() } else { text.to_lowercase() };
            return Some((Piece::Text(text), era.len()));
        }
    }
    if starts("Y,YYY") {
        return Some((Piece::CommaYear, 5));
    }
    if let Some((letters, part, width)) = NUMBERS.iter().find(|(letters, ..)| starts(letters)) {
        return Some((Piece::Number(*part, if fills { *width } else { 0 }), letters.len()));
    }
    starts("D").then_some((Piece::Number(Part::Weekday, 1), 1))
}

/// The most bytes that a time has by a pattern.
pub(super) fn longest(pieces: &[Piece]) -> usize {
    let piece = |piece: &Piece| match piece {
        Piece::Text(text) => text.len(),
        Piece::Number(..) => 7,
        Piece::Name(..) => 9,
        Piece::HalfDay { .. } => 4,
        Piece::CommaYear => 6,
        Piece::Ordinal { .. } => 2,
    };
    pieces.iter().map(piece).sum()
}

/// Writes a time.
pub(super) fn write(pieces: &[Piece], micros: i64, out: &mut String) {
    let (day, time) = (micros.div_euclid(DAY), micros.rem_euclid(DAY));
    let mut last = 0;
    for piece in pieces {
        // Writing to a string cannot fail.
        let _ = match piece {
            Piece::Text(text) => out.write_str(text),
            Piece::Number(part, width) => {
                last = number(*part, day, time);
                write!(out, "{last:0width$}", width = *width)
            }
            Piece::CommaYear => {
                last = civil(day).0;
                write!(out, "{},{:03}", last / 1000, last % 1000)
            }
            Piece::Ordinal { upper } => {
                let ending = ordinal(last);
                if *upper { out.write_str(&ending.to_uppercase()) } else { out.write_str(ending) }
            }
            Piece::Name(name, case, width) => {
                let name = name_of(*name, day);
                let cased = match case {
                    Case::Upper => name.to_uppercase(),
                    Case::Title => name.to_owned(),
                    Case::Lower => name.to_lowercase(),
                };
                write!(out, "{cased:width$}", width = *width)
            }
            Piece::HalfDay { upper, dots } => {
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

fn number(part: Part, day: i64, time: i64) -> i64 {
    let (year, month, of_month) = civil(day);
    let of_year = day - days((year, 1, 1)) + 1;
    let hour = time / (3600 * SECOND);
    match part {
        Part::Hour24 => hour,
        Part::Hour12 => (hour + 11) % 12 + 1,
        Part::Minute => time / (60 * SECOND) % 60,
        Part::Second => time / SECOND % 60,
        Part::Millisecond => time / 1000 % 1000,
        Part::Microsecond => time % SECOND,
        Part::SecondOfDay => time / SECOND,
        Part::Year => year,
        Part::YearOf(most) => year % i64::from(most),
        Part::IsoYear => iso_week(day).0,
        Part::IsoYearOf(most) => iso_week(day).0 % i64::from(most),
        Part::DayOfIsoYear => (iso_week(day).1 - 1) * 7 + (weekday(day) + 6) % 7 + 1,
        Part::Fraction(unit) => time % SECOND / i64::from(unit),
        Part::JulianDay => day + EPOCH_JULIAN,
        Part::Month => month,
        Part::DayOfYear => of_year,
        Part::Day => of_month,
        Part::Weekday => weekday(day) + 1,
        Part::IsoWeekday => (weekday(day) + 6) % 7 + 1,
        Part::WeekOfMonth => (of_month - 1) / 7 + 1,
        Part::WeekOfYear => (of_year - 1) / 7 + 1,
        Part::IsoWeek => iso_week(day).1,
        Part::Century => (year + 99) / 100,
        Part::Quarter => (month - 1) / 3 + 1,
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

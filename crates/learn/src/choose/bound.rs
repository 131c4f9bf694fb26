//! The first and the last day or moment that conditions allow.

use jiff::civil::{Date, DateTime, Time, date, time};
use jiff::{Span, Timestamp, tz::TimeZone};

use super::facts::Facts;
use super::spec::Spec;

/// How many years there are to choose from where one end is open.
const OPEN_YEARS: i64 = 5;
/// An open end is this day, if it is later than the first one.
const LAST: Date = date(2025, 12, 31);

/// Days or moments within the bounds of a column; nothing where they are not read, or nothing is between them.
pub fn between(facts: &Facts, is_day: bool) -> Option<Spec> {
    let from = facts.from.as_ref().map(|bound| first(bound, is_day));
    let until = facts.until.as_ref().map(|bound| last(bound, is_day));
    let years = Span::new().years(OPEN_YEARS);
    let (from, until) = match (from, until) {
        (Some(from), Some(until)) => (from?, until?),
        (Some(from), None) => {
            let from = from?;
            let open = LAST.at(23, 59, 59, 0);
            (from, if from.date() < date(2025, 1, 1) { open } else { from.saturating_add(years) })
        }
        (None, Some(until)) => {
            let until = until?;
            (until.saturating_sub(years), until)
        }
        (None, None) => return None,
    };
    if from > until {
        return None;
    }
    Some(match is_day {
        true => Spec::of(&format!("date:{},{}", from.date(), until.date())),
        false => Spec::of(&format!("datetime:{},{}", moment(from, true), moment(until, false))),
    })
}

/// A moment as the generator reads it: a day alone where the first, or the last, moment of it is meant.
fn moment(at: DateTime, is_first: bool) -> String {
    let is_whole = at.time() == if is_first { Time::midnight() } else { time(23, 59, 59, 0) };
    if is_whole { at.date().to_string() } else { format!("{at}Z") }
}

/// The first day or second that is allowed.
fn first((text, is_included): &(String, bool), is_day: bool) -> Option<DateTime> {
    let (at, is_local) = read(text)?;
    let is_midnight = at.time() == Time::midnight();
    match is_day {
        true if *is_included && is_midnight => Some(at),
        true => Some(at.date().tomorrow().ok()?.at(0, 0, 0, 0)),
        // Another zone may be meant, which is less than a day away.
        false if is_local => at.checked_add(Span::new().days(1)).ok(),
        false => {
            let second = at.with().subsec_nanosecond(0).build().ok()?;
            let is_met = *is_included && second == at;
            if is_met { Some(at) } else { second.checked_add(Span::new().seconds(1)).ok() }
        }
    }
}

/// The last day or second that is allowed.
fn last((text, is_included): &(String, bool), is_day: bool) -> Option<DateTime> {
    let (at, is_local) = read(text)?;
    let is_midnight = at.time() == Time::midnight();
    match is_day {
        true if !is_included && is_midnight => Some(at.date().yesterday().ok()?.at(0, 0, 0, 0)),
        true => Some(at.date().at(0, 0, 0, 0)),
        false if is_local => at.checked_sub(Span::new().days(1)).ok(),
        false => {
            let second = at.with().subsec_nanosecond(0).build().ok()?;
            let is_met = *is_included || second != at;
            if is_met { Some(second) } else { second.checked_sub(Span::new().seconds(1)).ok() }
        }
    }
}

/// A day or a moment in UTC, and whether its zone is not known: one without a zone is as good as in UTC, as the file has no zone either.
fn read(text: &str) -> Option<(DateTime, bool)> {
    let text = text.trim();
    if let Ok(day) = text.parse::<Date>()
        && text.len() <= 10
    {
        return Some((day.at(0, 0, 0, 0), false));
    }
    // `+00` has no minutes.
    let has_hours_only =
        text.get(text.len().checked_sub(3)?..).is_some_and(|end| end.starts_with(['+', '-']));
    let padded = if has_hours_only && text.len() > 16 { format!("{text}:00") } else { text.to_owned() };
    if let Ok(at) = padded.parse::<Timestamp>() {
        return Some((TimeZone::UTC.to_datetime(at), false));
    }
    match text.parse::<DateTime>() {
        Ok(at) => Some((at, false)),
        Err(_) => text.get(..10)?.parse::<Date>().ok().map(|day| (day.at(0, 0, 0, 0), true)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(from: Option<(&str, bool)>, until: Option<(&str, bool)>, is_day: bool) -> Option<String> {
        let bound =
            |bound: Option<(&str, bool)>| bound.map(|(text, is_included)| (text.to_owned(), is_included));
        let facts = Facts { from: bound(from), until: bound(until), ..Facts::default() };
        between(&facts, is_day).and_then(|spec| spec.short())
    }

    #[test]
    fn bounds_are_exact_and_strict_where_the_condition_is() {
        let (first, last) = ("2007-01-01", "2007-02-01");
        let cases = [
            ((first, true), (last, false), false, "datetime:2007-01-01,2007-01-31"),
            ((first, true), (last, true), false, "datetime:2007-01-01,2007-02-01T00:00:00Z"),
            ((first, false), (last, false), false, "datetime:2007-01-01T00:00:01Z,2007-01-31"),
            ((first, true), (last, false), true, "date:2007-01-01,2007-01-31"),
            ((first, false), (last, true), true, "date:2007-01-02,2007-02-01"),
            (
                ("2024-02-28 12:30:00", false),
                ("2024-03-01 00:00:00", false),
                false,
                "datetime:2024-02-28T12:30:01Z,2024-02-29",
            ),
            (("2024-02-28 12:30:00", true), ("2024-03-01", false), true, "date:2024-02-29,2024-02-29"),
            (
                ("2024-01-01 00:00:00+02", true),
                ("2024-01-02 00:00:00.5+00", false),
                false,
                "datetime:2023-12-31T22:00:00Z,2024-01-02T00:00:00Z",
            ),
        ];
        for (from, until, is_day, expected) in cases {
            assert_eq!(
                spec(Some(from), Some(until), is_day).as_deref(),
                Some(expected),
                "{from:?} {until:?}"
            );
        }
        assert_eq!(spec(Some((first, false)), Some((first, true)), true), None);
        assert_eq!(spec(Some((first, true)), None, true).as_deref(), Some("date:2007-01-01,2025-12-31"));
        assert_eq!(spec(None, Some((last, false)), true).as_deref(), Some("date:2002-01-31,2007-01-31"));
    }
}

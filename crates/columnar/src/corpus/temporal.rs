//! Dates and times as texts.

use gusher::internal::calendar::civil;

use super::types::Unit;

/// The date of a day by its number since 1970-01-01, in the Gregorian calendar as if it had always been there.
pub(super) fn date_text(days: i64) -> String {
    let (year, month, day) = civil(i32::try_from(days).expect("a day of the years 1 to 9999"));
    format!("{year:04}-{month:02}-{day:02}")
}

/// The time of a day, with as many decimal places as the unit has.
pub(super) fn time_text(n: i64, unit: Unit) -> String {
    let (seconds, rest) = (n / unit.per_second(), n % unit.per_second());
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let places = match unit {
        Unit::Millis => 3,
        Unit::Micros => 6,
        Unit::Nanos => 9,
    };
    format!("{hour:02}:{minute:02}:{second:02}.{rest:0places$}")
}

/// A point in time, with a `Z` where it is in UTC.
pub(super) fn timestamp_text(n: i64, unit: Unit, utc: bool) -> String {
    let day = 86_400 * unit.per_second();
    let zone = if utc { "Z" } else { "" };
    format!("{}T{}{zone}", date_text(n.div_euclid(day)), time_text(n.rem_euclid(day), unit))
}

#[cfg(test)]
mod tests {
    use super::{date_text, timestamp_text};
    use crate::corpus::types::Unit;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (days, date) in [
            (0, "1970-01-01"),
            (-719_162, "0001-01-01"),
            (2_932_896, "9999-12-31"),
            (19_782, "2024-02-29"),
            (11_016, "2000-02-29"),
            (-25_508, "1900-03-01"),
        ] {
            assert_eq!(date_text(days), date);
        }
        let least = timestamp_text(i64::MIN + 1, Unit::Nanos, false);
        assert_eq!(least, "1677-09-21T00:12:43.145224193");
        assert_eq!(timestamp_text(-1, Unit::Millis, true), "1969-12-31T23:59:59.999Z");
    }
}

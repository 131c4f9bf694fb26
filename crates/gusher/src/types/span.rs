//! Spans of time as databases have them: months, days and microseconds, none of which is a fixed number of another.

use std::fmt::Write as _;

/// A span of time, none of whose parts is negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    /// Full months.
    pub months: u32,
    /// Days beside them.
    pub days: u32,
    /// Microseconds beside them.
    pub micros: u64,
}

/// Microseconds in a second.
const SECOND: u64 = 1_000_000;

impl Span {
    /// The span as one number, as [`Array::Ids`](super::Array::Ids) holds it.
    pub fn packed(self) -> u128 {
        u128::from(self.months) << 96 | u128::from(self.days) << 64 | u128::from(self.micros)
    }

    /// The span that is packed as this number.
    pub fn unpacked(packed: u128) -> Span {
        Span { months: (packed >> 96) as u32, days: (packed >> 64) as u32, micros: packed as u64 }
    }

    /// Microseconds as days of 24 hours and what is left.
    pub fn of_micros(micros: u64) -> Span {
        const DAY: u64 = 86_400 * SECOND;
        Span { months: 0, days: (micros / DAY) as u32, micros: micros % DAY }
    }

    /// Months, days and nanoseconds, the least significant byte first: Arrow's `month_day_nano`.
    pub fn month_day_nano(self) -> [u8; 16] {
        let nanos = (self.micros as i64).wrapping_mul(1000);
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&self.months.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.days.to_le_bytes());
        bytes[8..].copy_from_slice(&nanos.to_le_bytes());
        bytes
    }

    /// Months, days and thousandths of a second, the least significant byte first: Parquet's and Avro's.
    pub fn month_day_milli(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.months.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.days.to_le_bytes());
        bytes[8..].copy_from_slice(&((self.micros / 1000) as u32).to_le_bytes());
        bytes
    }

    /// As PostgreSQL writes it: `1 year 2 mons 3 days 04:05:06`.
    pub fn postgres(self) -> String {
        let mut text = String::new();
        for (count, unit) in [(self.months / 12, "year"), (self.months % 12, "mon"), (self.days, "day")] {
            if count > 0 {
                let space = if text.is_empty() { "" } else { " " };
                let plural = if count == 1 { "" } else { "s" };
                // Writing to a string cannot fail.
                let _ = write!(text, "{space}{count} {unit}{plural}");
            }
        }
        if self.micros > 0 || text.is_empty() {
            let seconds = self.micros / SECOND;
            let space = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{space}{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
            text.push_str(&fraction(self.micros % SECOND));
        }
        text
    }

    /// As ISO 8601 has it: `P1Y2M3DT4H5M6S`.
    pub fn iso(self) -> String {
        let mut text = String::from("P");
        for (count, unit) in [(self.months / 12, 'Y'), (self.months % 12, 'M'), (self.days, 'D')] {
            if count > 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "{count}{unit}");
            }
        }
        let seconds = self.micros / SECOND;
        if self.micros > 0 || text == "P" {
            text.push('T');
        }
        for (count, unit) in [(seconds / 3600, 'H'), (seconds / 60 % 60, 'M')] {
            if count > 0 {
                let _ = write!(text, "{count}{unit}");
            }
        }
        if !self.micros.is_multiple_of(60 * SECOND) || text == "PT" {
            let _ = write!(text, "{}{}S", seconds % 60, fraction(self.micros % SECOND));
        }
        text
    }
}

/// The decimal places of a number of microseconds, with their point.
fn fraction(micros: u64) -> String {
    match micros {
        0 => String::new(),
        micros => format!(".{micros:06}").trim_end_matches('0').to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn spans_are_written_as_postgresql_does() {
        let span = |months, days, micros| Span { months, days, micros };
        for (span, postgres, iso) in [
            (span(0, 0, 0), "00:00:00", "PT0S"),
            (span(14, 3, 14_706_000_000), "1 year 2 mons 3 days 04:05:06", "P1Y2M3DT4H5M6S"),
            (span(1, 1, 0), "1 mon 1 day", "P1M1D"),
            (span(24, 0, 500_000), "2 years 00:00:00.5", "P2YT0.5S"),
            (span(0, 0, 360_000_000_000), "100:00:00", "PT100H"),
            (span(0, 40, 60_000_000), "40 days 00:01:00", "P40DT1M"),
        ] {
            assert_eq!((span.postgres().as_str(), span.iso().as_str()), (postgres, iso));
            assert_eq!(Span::unpacked(span.packed()), span);
        }
    }
}

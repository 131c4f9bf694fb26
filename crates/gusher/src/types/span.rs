//! Spans of time as databases have them: months, days and microseconds, none of which is a fixed number of another.

use std::fmt::Write as _;

/// A span of time, each part of which may be negative.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Span {
    /// Full months.
    pub months: i32,
    /// Days beside them.
    pub days: i32,
    /// Microseconds beside them.
    pub micros: i64,
}

/// How a span is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanForm {
    /// As ISO 8601 has it.
    Iso,
    /// As PostgreSQL writes it.
    Postgres,
    /// The same without the sign of positive numbers, for databases that read none.
    WithoutPlus,
}

/// Microseconds in a second.
const SECOND: u64 = 1_000_000;

impl Span {
    /// The span as one number, as [`Array::Ids`](super::Array::Ids) holds it.
    pub fn packed(self) -> u128 {
        u128::from(self.months as u32) << 96
            | u128::from(self.days as u32) << 64
            | u128::from(self.micros as u64)
    }

    /// The span that is packed as this number.
    pub fn unpacked(packed: u128) -> Span {
        Span { months: (packed >> 96) as i32, days: (packed >> 64) as i32, micros: packed as i64 }
    }

    /// Microseconds as days of 24 hours and what is left.
    pub fn of_micros(micros: i64) -> Span {
        const DAY: i64 = 86_400 * SECOND as i64;
        Span { months: 0, days: (micros / DAY) as i32, micros: micros % DAY }
    }

    /// Whether each part lies between those of the two.
    pub fn is_between(self, min: Span, max: Span) -> bool {
        (min.months..=max.months).contains(&self.months)
            && (min.days..=max.days).contains(&self.days)
            && (min.micros..=max.micros).contains(&self.micros)
    }

    /// Whether no part is negative.
    pub fn is_positive(self) -> bool {
        self.months >= 0 && self.days >= 0 && self.micros >= 0
    }

    /// Months, days and nanoseconds, the least significant byte first: Arrow's `month_day_nano`.
    pub fn month_day_nano(self) -> [u8; 16] {
        let nanos = self.micros.wrapping_mul(1000);
        let mut bytes = [0; 16];
        bytes[..4].copy_from_slice(&self.months.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.days.to_le_bytes());
        bytes[8..].copy_from_slice(&nanos.to_le_bytes());
        bytes
    }

    /// Months, days and thousandths of a second, the least significant byte first: Parquet's and Avro's, which have no signs.
    pub fn month_day_milli(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.months.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.days.to_le_bytes());
        bytes[8..].copy_from_slice(&((self.micros / 1000) as u32).to_le_bytes());
        bytes
    }

    /// Its text in this form.
    pub fn text(self, form: SpanForm) -> String {
        match form {
            SpanForm::Iso => self.iso(),
            SpanForm::Postgres => self.postgres(),
            SpanForm::WithoutPlus => self.postgres().replace('+', ""),
        }
    }

    /// As PostgreSQL writes it: `1 year 2 mons 3 days 04:05:06`.
    pub fn postgres(self) -> String {
        let mut text = String::new();
        write_postgres(self.months.into(), self.days.into(), self.micros, &mut text);
        text
    }

    /// As ISO 8601 has it: `P1Y2M3DT4H5M6S`. As in PostgreSQL, each number has a sign of its own: `P-1Y-2M3DT-4H`.
    pub fn iso(self) -> String {
        let mut text = String::from("P");
        for (count, unit) in [(self.months / 12, 'Y'), (self.months % 12, 'M'), (self.days, 'D')] {
            if count != 0 {
                // Writing to a string cannot fail.
                let _ = write!(text, "{count}{unit}");
            }
        }
        let micros = self.micros.unsigned_abs();
        let sign = if self.micros < 0 { "-" } else { "" };
        let seconds = micros / SECOND;
        if micros > 0 || text == "P" {
            text.push('T');
        }
        for (count, unit) in [(seconds / 3600, 'H'), (seconds / 60 % 60, 'M')] {
            if count > 0 {
                let _ = write!(text, "{sign}{count}{unit}");
            }
        }
        if !micros.is_multiple_of(60 * SECOND) || text == "PT" {
            let _ = write!(text, "{sign}{}{}S", seconds % 60, fraction(micros % SECOND));
        }
        text
    }
}

/// Writes a span as PostgreSQL does: a number after a negative one shows that it is positive.
pub fn write_postgres(months: i64, days: i64, micros: i64, out: &mut String) {
    let (mut is_first, mut was_negative) = (true, false);
    for (count, unit) in [(months / 12, "year"), (months % 12, "mon"), (days, "day")] {
        if count == 0 {
            continue;
        }
        let space = if is_first { "" } else { " " };
        let sign = if was_negative && count > 0 { "+" } else { "" };
        let plural = if count == 1 { "" } else { "s" };
        // Writing to a string cannot fail.
        let _ = write!(out, "{space}{sign}{count} {unit}{plural}");
        (is_first, was_negative) = (false, count < 0);
    }
    if micros != 0 || is_first {
        let space = if is_first { "" } else { " " };
        let sign = match micros {
            ..0 => "-",
            _ if was_negative => "+",
            _ => "",
        };
        let (seconds, rest) = (micros.unsigned_abs() / SECOND, micros.unsigned_abs() % SECOND);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let _ = write!(out, "{space}{sign}{hours:02}:{minutes:02}:{seconds:02}{}", fraction(rest));
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
            (span(-14, 3, -14_706_500_000), "-1 years -2 mons +3 days -04:05:06.5", "P-1Y-2M3DT-4H-5M-6.5S"),
            (span(0, -1, 1_000_000), "-1 days +00:00:01", "P-1DT1S"),
            (span(1, 0, -1), "1 mon -00:00:00.000001", "P1MT-0.000001S"),
        ] {
            assert_eq!((span.postgres().as_str(), span.iso().as_str()), (postgres, iso));
            assert_eq!(Span::unpacked(span.packed()), span);
        }
    }

    #[test]
    fn spans_lie_between_others_part_by_part() {
        let span = |months, days, micros| Span { months, days, micros };
        let (min, max) = (span(-1, 0, -5), span(1, 9, 5));
        assert!(span(0, 9, -5).is_between(min, max));
        for other in [span(-2, 0, 0), span(0, 10, 0), span(0, 0, 6)] {
            assert!(!other.is_between(min, max));
        }
        assert!(span(0, 0, 0).is_positive() && !span(0, 1, -1).is_positive());
    }
}

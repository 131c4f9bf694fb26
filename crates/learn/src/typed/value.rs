//! One value of a typed file, and the text that it is in a sketch.

use std::io::Write as _;

use jiff::civil::Date;

use crate::files::Sketch;

/// Nanoseconds of a second.
const SECOND: i128 = 1_000_000_000;
/// Seconds of a day.
const DAY: i128 = 86_400;

/// A value that is not null and has no parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'v> {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// One of 32 bits.
    Single(f32),
    /// A multiple of 10^-scale.
    Decimal { digits: i128, scale: u32 },
    /// Days since 1970-01-01.
    Date(i64),
    /// Nanoseconds since midnight.
    Time(i128),
    /// Nanoseconds since 1970-01-01T00:00:00.
    Moment { nanos: i128, digits: u8, has_zone: bool },
    /// Months, days and nanoseconds.
    Interval { months: i64, days: i64, nanos: i64 },
    /// A text.
    Text(&'v [u8]),
    /// Bytes, of which nothing but their number is looked at.
    Bytes(&'v [u8]),
    /// A UUID.
    Uuid(&'v [u8]),
    /// What is only counted.
    Opaque,
}

/// What is known of the values of a column beside its sketch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extras {
    /// How many numbers are not a number, infinite, and -0.
    pub nans: u64,
    /// See `nans`.
    pub infinite: u64,
    /// The most months, days and seconds of spans of time.
    pub spans: Option<[i64; 3]>,
}

/// Adds a value to what is known of its column.
pub fn add(value: Value<'_>, sketch: &mut Sketch, extras: &mut Extras) {
    let mut text = Short::default();
    match value {
        Value::Bool(value) => return sketch.add_bool(value),
        Value::Text(text) => return sketch.add_text(text),
        Value::Bytes(bytes) => return sketch.add_length(bytes.len() as u64),
        Value::Opaque => return,
        Value::Float(number) if !number.is_finite() => return extras.add(number),
        Value::Single(number) if !number.is_finite() => return extras.add(f64::from(number)),
        Value::Interval { months, days, nanos } => {
            return extras.add_span([months, days, nanos / 1_000_000_000]);
        }
        Value::Uuid(bytes) => uuid(bytes, &mut text),
        Value::Date(days) => date(days, &mut text),
        Value::Time(nanos) => time(nanos, 9, &mut text),
        Value::Moment { nanos, digits, has_zone } => {
            date(nanos.div_euclid(SECOND * DAY) as i64, &mut text);
            text.push(b"T");
            time(nanos.rem_euclid(SECOND * DAY), digits, &mut text);
            if has_zone {
                text.push(b"Z");
            }
        }
        number => return sketch.add_number(digits(number, &mut text)),
    }
    // A day that no calendar has is none of the values.
    if text.len > 0 {
        sketch.add_text(text.bytes());
    }
}

/// A bound that metadata has for the values of a column: it widens the range, and counts for nothing else.
pub fn widen(value: Value<'_>, sketch: &mut Sketch) {
    let mut text = Short::default();
    match value {
        Value::Int(_) | Value::Decimal { .. } => {
            digits(value, &mut text);
        }
        Value::Float(number) if number.is_finite() => {
            digits(value, &mut text);
        }
        Value::Single(number) if number.is_finite() => {
            digits(value, &mut text);
        }
        Value::Date(days) => date(days, &mut text),
        Value::Moment { nanos, digits, .. } => {
            date(nanos.div_euclid(SECOND * DAY) as i64, &mut text);
            text.push(b"T");
            time(nanos.rem_euclid(SECOND * DAY), digits, &mut text);
        }
        _ => return,
    }
    if text.len > 0 {
        sketch.widen(text.bytes());
    }
}

/// A number in its digits.
fn digits<'t>(value: Value<'_>, text: &'t mut Short) -> &'t [u8] {
    match value {
        Value::Int(number) => text.write(format_args!("{number}")),
        Value::Float(number) => text.push(float(number, &mut zmij::Buffer::new())),
        Value::Single(number) => text.push(zmij::Buffer::new().format(number).as_bytes()),
        Value::Decimal { digits, scale: 0 } => text.write(format_args!("{digits}")),
        Value::Decimal { digits, scale } => {
            let sign = if digits < 0 { "-" } else { "" };
            let magnitude = digits.unsigned_abs();
            match 10_u128.checked_pow(scale) {
                Some(unit) => text.write(format_args!(
                    "{sign}{}.{:02$}",
                    magnitude / unit,
                    magnitude % unit,
                    scale as usize
                )),
                None => text.push(b"0"),
            }
        }
        _ => {}
    }
    text.bytes()
}

/// The digits of a number; an integer has none behind a point.
fn float(number: f64, buffer: &mut zmij::Buffer) -> &[u8] {
    let text = buffer.format(number).as_bytes();
    text.strip_suffix(b".0").filter(|whole| whole.len() < 19).unwrap_or(text)
}

fn date(days: i64, text: &mut Short) {
    let (first, last) = (-719_528, 2_932_896);
    if !(first..=last).contains(&days) {
        return;
    }
    let Ok(days) = i32::try_from(days) else { return };
    let day = Date::constant(1970, 1, 1).checked_add(jiff::Span::new().days(days));
    if let Ok(day) = day {
        text.write(format_args!("{:04}-{:02}-{:02}", day.year(), day.month(), day.day()));
    }
}

fn time(nanos: i128, digits: u8, text: &mut Short) {
    let (seconds, part) = (nanos.div_euclid(SECOND), nanos.rem_euclid(SECOND));
    if !(0..DAY).contains(&seconds) || text.len == 1 {
        text.len = 0;
        return;
    }
    text.write(format_args!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60));
    match digits {
        0 => {}
        1..=3 => text.write(format_args!(".{:03}", part / 1_000_000)),
        4..=6 => text.write(format_args!(".{:06}", part / 1000)),
        _ => text.write(format_args!(".{part:09}")),
    }
}

fn uuid(bytes: &[u8], text: &mut Short) {
    for (index, byte) in bytes.iter().take(16).enumerate() {
        if matches!(index, 4 | 6 | 8 | 10) {
            text.push(b"-");
        }
        text.write(format_args!("{byte:02x}"));
    }
}

impl Extras {
    fn add(&mut self, number: f64) {
        match number.is_nan() {
            true => self.nans += 1,
            false => self.infinite += 1,
        }
    }

    fn add_span(&mut self, span: [i64; 3]) {
        let most = self.spans.get_or_insert([0; 3]);
        most.iter_mut().zip(span).for_each(|(most, part)| *most = (*most).max(part));
    }
}

/// A short text, without memory of its own.
struct Short {
    bytes: [u8; 64],
    len: usize,
}

impl Default for Short {
    fn default() -> Short {
        Short { bytes: [0; 64], len: 0 }
    }
}

impl Short {
    fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    fn push(&mut self, bytes: &[u8]) {
        if let Some(to) = self.bytes.get_mut(self.len..self.len + bytes.len()) {
            to.copy_from_slice(bytes);
            self.len += bytes.len();
        }
    }

    /// No text of ours has more than 64 bytes: what would is cut.
    fn write(&mut self, text: std::fmt::Arguments<'_>) {
        let mut rest = &mut self.bytes[self.len..];
        let room = rest.len();
        let _ = rest.write_fmt(text);
        self.len += room - rest.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::decoded;
    use crate::model::Kind;

    fn range(values: &[Value<'_>], kind: &Kind) -> Option<(String, String)> {
        let (mut sketch, mut extras) = (Sketch::new(100), Extras::default());
        values.iter().for_each(|value| add(*value, &mut sketch, &mut extras));
        sketch.statistics(kind, &decoded).range
    }

    #[test]
    fn values_are_the_texts_that_text_files_have() {
        let moment = |nanos| Value::Moment { nanos, digits: 3, has_zone: true };
        let kind = Kind::DateTime { digits: 3, has_zone: true };
        assert_eq!(
            range(&[moment(-1_500_000_000), moment(86_400_000_000_000)], &kind),
            Some(("1969-12-31T23:59:58".into(), "1970-01-02T00:00:00".into()))
        );
        assert_eq!(
            range(&[Value::Date(19_782), Value::Date(-1), Value::Date(i64::MAX)], &Kind::Date),
            Some(("1969-12-31".into(), "2024-02-29".into()))
        );
        let kind = Kind::Decimal { precision: Some(9), scale: Some(2) };
        assert_eq!(
            range(
                &[Value::Decimal { digits: -5, scale: 2 }, Value::Decimal { digits: 1234, scale: 2 }],
                &kind
            ),
            Some(("-0.05".into(), "12.34".into()))
        );
    }
}

//! What the values of a column say together of how its numbers are written: which custom all of them have, and what is around each.

use super::sample::Sample;
use super::written::{Digits, parse};

/// What all such values of a column have in common.
#[derive(Debug)]
pub struct Writing {
    count: u64,
    comma: Reading,
    point: Reading,
    prefix: Box<[u8]>,
    suffix: Box<[u8]>,
    /// Whether what is around the digits differs.
    is_mixed: bool,
    /// How many numbers are another one in the other custom.
    doubtful: u64,
    has_groups: bool,
    has_odd_groups: bool,
    lengths: (usize, usize),
}

/// The values in one custom.
#[derive(Debug, Default)]
struct Reading {
    count: u64,
    digits: (u8, u8),
    range: Option<(f64, f64)>,
    sample: Sample,
}

/// The numbers that the values of a column are.
#[derive(Debug)]
pub struct WrittenNumbers {
    pub count: u64,
    /// The most digits of the integer part, and the most decimals.
    pub digits: (u8, u8),
    pub range: (f64, f64),
    pub sample: Sample,
    pub prefix: Box<[u8]>,
    pub suffix: Box<[u8]>,
    pub has_comma: bool,
    pub has_groups: bool,
    /// Whether they may be others, in the other custom.
    pub is_doubtful: bool,
}

impl Writing {
    /// Begins with a value.
    pub fn new(value: &[u8]) -> Option<Box<Writing>> {
        let written = parse(value)?;
        let mut writing = Writing {
            count: 0,
            comma: Reading::default(),
            point: Reading::default(),
            prefix: written.prefix.into(),
            suffix: written.suffix.into(),
            is_mixed: false,
            doubtful: 0,
            has_groups: false,
            has_odd_groups: false,
            lengths: (value.len(), value.len()),
        };
        writing.add(value);
        Some(Box::new(writing))
    }

    /// Adds a value.
    pub fn add(&mut self, value: &[u8]) {
        let Some(written) = parse(value) else { return };
        self.count += 1;
        self.is_mixed |= *self.prefix != *written.prefix || *self.suffix != *written.suffix;
        self.has_groups |= written.has_groups;
        self.has_odd_groups |= written.is_odd_group;
        self.lengths = (self.lengths.0.min(value.len()), self.lengths.1.max(value.len()));
        let both = written.comma.zip(written.point);
        self.doubtful += u64::from(both.is_some_and(|(comma, point)| comma != point));
        for (reading, digits) in [(&mut self.comma, written.comma), (&mut self.point, written.point)] {
            if let Some(digits) = digits {
                reading.add(digits);
            }
        }
    }

    /// The numbers that all of the values are in one custom; none where there is no such custom. `decimals` is how many others have a
    /// point before their decimals, and `plain` how many others are numbers.
    pub fn numbers(self, decimals: u64, plain: u64) -> Option<WrittenNumbers> {
        let is_around = !self.prefix.is_empty() || !self.suffix.is_empty();
        // Digits in groups of one length are more often a telephone or a code.
        let is_code = self.has_odd_groups
            && self.lengths.0 == self.lengths.1
            && self.comma.digits.1 == 0
            && self.point.digits.1 == 0
            && !is_around;
        if self.is_mixed || is_code || is_around && plain > 0 {
            return None;
        }
        let (can_be_point, can_be_comma) =
            (self.point.count == self.count, self.comma.count == self.count && decimals == 0);
        let has_comma = !can_be_point && can_be_comma;
        let reading = match has_comma {
            true => self.comma,
            false if can_be_point => self.point,
            false => return None,
        };
        Some(WrittenNumbers {
            count: self.count,
            digits: reading.digits,
            range: reading.range?,
            sample: reading.sample,
            prefix: self.prefix,
            suffix: self.suffix,
            has_comma,
            has_groups: self.has_groups,
            is_doubtful: can_be_point && can_be_comma && self.doubtful > 0,
        })
    }
}

impl Reading {
    fn add(&mut self, digits: Digits) {
        self.count += 1;
        self.digits = (self.digits.0.max(digits.integer_digits), self.digits.1.max(digits.scale));
        let (least, most) = self.range.unwrap_or((digits.number, digits.number));
        self.range = Some((least.min(digits.number), most.max(digits.number)));
        self.sample.add(digits.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(values: &[&str]) -> Option<(bool, bool, (f64, f64))> {
        let mut values = values.iter();
        let mut writing = Writing::new(values.next()?.as_bytes())?;
        values.for_each(|value| writing.add(value.as_bytes()));
        writing.numbers(0, 0).map(|found| (found.has_comma, found.is_doubtful, found.range))
    }

    #[test]
    fn all_values_say_which_custom_is_meant() {
        assert_eq!(numbers(&["1,234", "12,345"]), Some((false, true, (1234.0, 12345.0))));
        assert_eq!(numbers(&["1,234", "1,50"]), Some((true, false, (1.234, 1.5))));
        assert_eq!(numbers(&["1,234", "1,234,567"]), Some((false, false, (1234.0, 1_234_567.0))));
        assert_eq!(numbers(&["$1", "$2.50"]), Some((false, false, (1.0, 2.5))));
        assert_eq!(numbers(&["$1", "€2"]), None);
        assert_eq!(numbers(&["1,50", "1,234.50"]), None);
        // So are telephones written.
        assert_eq!(numbers(&["555 123", "555 124"]), None);
        assert_eq!(numbers(&["555 123", "1 555 124"]), Some((false, false, (555_123.0, 1_555_124.0))));
    }
}

//! Exact decimal numbers, as constraints and bounds have them.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number: `digits` / 10^`scale`.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    digits: i128,
    scale: u32,
}

/// More decimal places, or more digits, are not read.
const MAX_SCALE: u32 = 18;

impl Number {
    /// A whole number.
    #[must_use]
    pub fn whole(digits: i128) -> Self {
        Self { digits, scale: 0 }
    }

    /// Reads `-12.50` and `1e3`; nothing where it is no number or too long.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, places) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let places = places.trim_end_matches('0');
        let is_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        if !is_digits(whole.strip_prefix(['-', '+']).unwrap_or(whole))
            || !is_digits(places)
            || whole.len() + places.len() > 38
        {
            return None;
        }
        let digits: i128 = format!("{whole}{places}").parse().ok()?;
        let scale = i32::try_from(places.len()).ok()? - exponent;
        match u32::try_from(scale) {
            Ok(scale) if scale <= MAX_SCALE => Some(Self { digits, scale }),
            Err(_) if scale > -19 => {
                Some(Self::whole(digits.checked_mul(10_i128.checked_pow(scale.unsigned_abs())?)?))
            }
            Ok(_) | Err(_) => None,
        }
    }

    /// The largest number of steps of 10^-`scale` that is not above it.
    #[must_use]
    pub fn floor(self, scale: u32) -> i128 {
        match scale.checked_sub(self.scale) {
            Some(more) => self.digits.saturating_mul(10_i128.pow(more.min(30))),
            None => self.digits.div_euclid(10_i128.pow(self.scale - scale)),
        }
    }

    /// The smallest number of steps of 10^-`scale` that is not below it.
    #[must_use]
    pub fn ceil(self, scale: u32) -> i128 {
        -Self { digits: -self.digits, ..self }.floor(scale)
    }

    /// As a number of these steps, written out.
    #[must_use]
    pub fn text(steps: i128, scale: u32) -> String {
        if scale == 0 {
            return steps.to_string();
        }
        let sign = if steps < 0 { "-" } else { "" };
        let (one, steps) = (10_u128.pow(scale), steps.unsigned_abs());
        let text = format!("{sign}{}.{:0width$}", steps / one, steps % one, width = scale as usize);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.floor(scale).cmp(&other.floor(scale))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Self::text(self.digits, self.scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        let number = |text| Number::parse(text).expect("a number");
        assert_eq!((number("12.50").to_string(), number("1e3").to_string()), ("12.5".into(), "1000".into()));
        assert_eq!((number("-0.05").floor(1), number("-0.05").ceil(1), number("2.5").ceil(0)), (-1, 0, 3));
        assert!(number("-2") < number("-1.5") && number("1.50") == number("1.5"));
        assert!(Number::parse("abc").is_none() && Number::parse("1.2.3").is_none());
        assert_eq!((Number::text(-5, 2), Number::text(1200, 2)), ("-0.05".into(), "12".into()));
    }
}

//! Sizes, rates and counts as people type them: `64k`, `1.5G`, `10MiB`, `1_000_000`.

/// What the letters k, M, G and T multiply by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Base {
    /// Powers of 1000, as for counts.
    Decimal,
    /// Powers of 1024, as for sizes of memory.
    Binary,
}

/// What is allowed besides digits and one letter for the power.
#[derive(Debug, Clone, Copy)]
pub struct QuantitySyntax {
    /// What a bare letter (`k`, `M`, `G`, `T` in either case) multiplies by.
    pub base: Base,
    /// Whether units of bytes may follow: `B`, `kB` … `TB` (powers of 1000), `KiB` … `TiB` (powers of 1024).
    pub byte_units: bool,
    /// Whether the number may have a fraction, as in `1.5G`. The result is rounded down to a whole number.
    pub fractions: bool,
}

/// What the number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Whatever the option counts: there was no unit.
    Plain,
    /// Bytes, because a unit of bytes said so.
    Bytes,
}

/// A number with its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity {
    /// The number, with its power multiplied in.
    pub value: u64,
    /// What it counts.
    pub unit: Unit,
}

/// Why a text is not a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantityError {
    /// It does not follow the syntax.
    Malformed,
    /// It is larger than 2^64 - 1.
    TooLarge,
}

const LETTERS: [char; 4] = ['k', 'm', 'g', 't'];

impl QuantitySyntax {
    /// Reads a quantity. Underscores may separate digits.
    ///
    /// ```
    /// use gush_diagnostics::{Base, QuantitySyntax};
    ///
    /// let size = QuantitySyntax { base: Base::Binary, byte_units: false, fractions: true };
    /// assert_eq!(size.parse("1.5k").map(|size| size.value), Ok(1536));
    /// ```
    ///
    /// # Errors
    /// If the text does not follow the syntax, or the number needs more than 64 bits.
    pub fn parse(self, text: &str) -> Result<Quantity, QuantityError> {
        let (number, factor, unit) = self.split(text).ok_or(QuantityError::Malformed)?;
        let (integer, fraction) = match number.split_once('.') {
            Some((integer, fraction)) if self.fractions => (integer, fraction),
            Some(_) => return Err(QuantityError::Malformed),
            None => (number, ""),
        };
        // `.5` and `5.` are numbers, `.` is none.
        let is_number = match (integer, fraction) {
            (_, "") => is_digits(integer),
            ("", _) => is_digits(fraction),
            _ => is_digits(integer) && is_digits(fraction),
        };
        if !is_number {
            return Err(QuantityError::Malformed);
        }
        let value = digits(integer).and_then(|integer| integer.checked_mul(u128::from(factor)));
        let value = value.and_then(|value| value.checked_add(part(fraction, factor)));
        match value.map(u64::try_from) {
            Some(Ok(value)) => Ok(Quantity { value, unit }),
            _ => Err(QuantityError::TooLarge),
        }
    }

    /// The digits, what they are multiplied by, and what they count.
    fn split(self, text: &str) -> Option<(&str, u64, Unit)> {
        let end = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
        let (number, suffix) = text.split_at(end);
        let power = |letter: char| (1..).zip(LETTERS).find(|(_, known)| letter.eq_ignore_ascii_case(known));
        let mut letters = suffix.chars();
        let (factor, unit) = match (letters.next(), letters.as_str()) {
            (None, _) => (1, Unit::Plain),
            (Some(letter), "") if power(letter).is_some() => {
                (self.base.to_the(power(letter)?.0), Unit::Plain)
            }
            _ if !self.byte_units => return None,
            (Some('B'), "") => (1, Unit::Bytes),
            (Some(letter @ ('k' | 'M' | 'G' | 'T')), "B") => {
                (Base::Decimal.to_the(power(letter)?.0), Unit::Bytes)
            }
            (Some(letter @ ('K' | 'M' | 'G' | 'T')), "iB") => {
                (Base::Binary.to_the(power(letter)?.0), Unit::Bytes)
            }
            _ => return None,
        };
        Some((number, factor, unit))
    }
}

impl Base {
    /// The factor of the `power`-th letter, from 1.
    fn to_the(self, power: u32) -> u64 {
        match self {
            Base::Decimal => 1000_u64.pow(power),
            Base::Binary => 1024_u64.pow(power),
        }
    }
}

/// Whether these are digits, with single underscores between them at most.
pub(crate) fn is_digits(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.ends_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_')
        && !text.contains("__")
}

/// The number that the digits are; no digits are 0. `None` when it is far beyond 64 bits.
fn digits(text: &str) -> Option<u128> {
    let number = |sum: u128, byte| sum.checked_mul(10)?.checked_add(u128::from(byte - b'0'));
    text.bytes().filter(|&byte| byte != b'_').try_fold(0, number)
}

/// The integer part of 0.`digits` × `factor`, at most 1024^4: digits beyond the twentieth cannot change it.
fn part(digits: &str, factor: u64) -> u128 {
    let mut digits = digits.bytes().filter(|&byte| byte != b'_').take(20);
    let (sum, scale) = digits
        .by_ref()
        .fold((0_u128, 1_u128), |(sum, scale), byte| (sum * 10 + u128::from(byte - b'0'), scale * 10));
    // At most 10^20 × 2^40 < 2^107.
    sum * u128::from(factor) / scale
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Base, Quantity, QuantityError, QuantitySyntax, Unit};

    const SIZES: QuantitySyntax = QuantitySyntax { base: Base::Binary, byte_units: false, fractions: true };
    const RATES: QuantitySyntax = QuantitySyntax { base: Base::Decimal, byte_units: true, fractions: false };

    fn plain(value: u64) -> Result<Quantity, QuantityError> {
        Ok(Quantity { value, unit: Unit::Plain })
    }

    fn bytes(value: u64) -> Result<Quantity, QuantityError> {
        Ok(Quantity { value, unit: Unit::Bytes })
    }

    #[test]
    fn letters_are_powers_of_the_base() {
        for (text, value) in
            [("0", 0), ("64k", 64 << 10), ("2M", 2 << 20), ("1.5G", 3 << 29), (".5k", 512), ("1.k", 1024)]
        {
            assert_eq!(SIZES.parse(text), plain(value), "{text}");
        }
        assert_eq!(RATES.parse("2m"), plain(2_000_000));
        assert_eq!(RATES.parse("1_000k"), plain(1_000_000));
    }

    #[test]
    fn units_of_bytes_say_what_is_counted() {
        assert_eq!(RATES.parse("7B"), bytes(7));
        assert_eq!(RATES.parse("10MB"), bytes(10_000_000));
        assert_eq!(RATES.parse("10MiB"), bytes(10 << 20));
        assert_eq!(RATES.parse("1kB"), bytes(1000));
        assert_eq!(RATES.parse("1KiB"), bytes(1024));
    }

    #[test]
    fn anything_else_is_malformed() {
        for text in
            ["", "k", "-5", "+5", "1kk", "10kb", "1 k", "1__0", "_1", "1_", "1kiB", "1KB", "1x", "é", "1é"]
        {
            for syntax in [SIZES, RATES] {
                assert_eq!(syntax.parse(text), Err(QuantityError::Malformed), "{text}");
            }
        }
        assert_eq!(SIZES.parse("1KiB"), Err(QuantityError::Malformed));
        assert_eq!(RATES.parse("1.5k"), Err(QuantityError::Malformed));
        for text in [".", ".k", "1.2.3", "1._2"] {
            assert_eq!(SIZES.parse(text), Err(QuantityError::Malformed), "{text}");
        }
    }

    #[test]
    fn the_largest_number_is_accepted_and_larger_ones_are_refused() {
        assert_eq!(SIZES.parse("18446744073709551615"), plain(u64::MAX));
        assert_eq!(SIZES.parse("18446744073709551615.9"), plain(u64::MAX));
        for text in ["18446744073709551616", "16777216T", "99999999999999999999999999999999999999999999T"] {
            assert_eq!(SIZES.parse(text), Err(QuantityError::TooLarge), "{text}");
        }
    }

    proptest! {
        /// Fractions against exact arithmetic in a wider type.
        #[test]
        fn fractions_are_exact(integer in 0u64..1 << 20, hundredths in 0u64..100, power in 0u32..=4) {
            let letter = ["", "k", "m", "g", "t"][power as usize];
            let value = (u128::from(integer) * 100 + u128::from(hundredths)) * (1u128 << (10 * power)) / 100;
            prop_assert_eq!(SIZES.parse(&format!("{integer}.{hundredths:02}{letter}")), plain(value as u64));
        }

        #[test]
        fn nothing_panics(text in "\\PC*") {
            let _ = (SIZES.parse(&text), RATES.parse(&text));
        }
    }
}

//! Rates as people type them: `1k` lines a second, `10MiB` a second.

use std::num::NonZeroU64;

use gush_diagnostics::{Base, QuantitySyntax, Unit};
use gush_pipe::flood::Rate;

/// How a rate is written. Only the units distinguish bytes from lines.
const RATES: QuantitySyntax = QuantitySyntax { base: Base::Decimal, byte_units: true, fractions: false };

/// A rate of bytes if a unit of bytes follows the number, and of lines otherwise. Never 0.
pub fn parse(text: &str) -> Option<Rate> {
    let rate = RATES.parse(text).ok()?;
    let number = NonZeroU64::new(rate.value)?;
    Some(match rate.unit {
        Unit::Bytes => Rate::Bytes(number),
        Unit::Plain => Rate::Lines(number),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_of_bytes_make_the_difference() {
        let lines = |n| NonZeroU64::new(n).map(Rate::Lines);
        let bytes = |n| NonZeroU64::new(n).map(Rate::Bytes);
        assert_eq!(parse("1k"), lines(1000));
        assert_eq!(parse("2M"), lines(2_000_000));
        assert_eq!(parse("10MiB"), bytes(10 << 20));
        assert_eq!(parse("10MB"), bytes(10_000_000));
        assert_eq!(parse("7B"), bytes(7));
        for text in ["", "0", "0B", "B", "-1", "1.5k", "1kiB", "99999999999TiB", "10 MiB"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}

//! Rates as people type them: `1k` lines a second, `10MiB` a second.

use std::num::NonZeroU64;

use gush_diagnostics::parse_count;
use gush_pipe::flood::Rate;

/// The units of bytes, longest first where one ends another.
const UNITS: [(&str, u64); 9] = [
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("B", 1),
];

/// A rate of bytes where a unit of bytes stands behind the number, and of lines otherwise. Never 0.
pub fn parse(text: &str) -> Option<Rate> {
    let bytes = UNITS.iter().find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)));
    match bytes {
        Some((number, factor)) => {
            let bytes = parse_count(number)?.checked_mul(*factor)?;
            NonZeroU64::new(bytes).map(Rate::Bytes)
        }
        None => NonZeroU64::new(parse_count(text)?).map(Rate::Lines),
    }
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

//! Numbers of bytes as users write them.

use gush_diagnostics::parse_count;

/// A number of bytes: by decimal units, or binary ones such as `GiB`.
pub(super) fn parse_bytes(text: &str) -> Option<u64> {
    let binary = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("TiB", 40)];
    match binary.iter().find_map(|(unit, bits)| Some((text.strip_suffix(unit)?, bits))) {
        Some((number, bits)) => parse_count(number).and_then(|number| number.checked_mul(1 << bits)),
        None => parse_count(text.strip_suffix('B').unwrap_or(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::parse_bytes;

    #[test]
    fn units_are_decimal_or_binary() {
        for (text, bytes) in [
            ("128MiB", Some(128 << 20)),
            ("1G", Some(1_000_000_000)),
            ("5kB", Some(5000)),
            ("7", Some(7)),
            ("16777216TiB", None),
            ("x", None),
        ] {
            assert_eq!(parse_bytes(text), bytes, "{text}");
        }
    }
}

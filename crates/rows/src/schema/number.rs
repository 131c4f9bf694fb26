//! Numbers as people type them: `1_000_000`, `10k`, `2M`, `1G`.

use std::ops::Range;

/// A whole number, with underscores between digits and a factor k, M, G or T (powers of 1000) behind it.
pub fn parse_int(text: &str) -> Option<i128> {
    let (text, factor) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 1_000),
        (at, 'm' | 'M') => (&text[..at], 1_000_000),
        (at, 'g' | 'G') => (&text[..at], 1_000_000_000),
        (at, 't' | 'T') => (&text[..at], 1_000_000_000_000),
        _ => (text, 1),
    };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let well_formed = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|b| b.is_ascii_digit() || b == b'_')
        && !digits.contains("__");
    let number = text.replace('_', "").parse::<i128>().ok().filter(|_| well_formed)?;
    number.checked_mul(factor)
}

/// A whole number that is not negative; see [`parse_int`].
pub fn parse_count(text: &str) -> Option<u64> {
    parse_int(text).and_then(|number| u64::try_from(number).ok())
}

/// The rows from one number to another, which is not included: `0..1000`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_range(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").map(|(a, b)| (parse_count(a), parse_count(b)));
    let Some((Some(start), Some(end))) = ends else {
        return Err("expected the first row and the one behind the last, such as 0..1000 or 1M..2M".into());
    };
    if start > end {
        return Err(format!("row {} comes after row {}", grouped(start), grouped(end)));
    }
    Ok(start..end)
}

/// A share from 0 to 1.
pub fn parse_share(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    text.parse().ok().filter(|share| plain && (0.0..=1.0).contains(share))
}

/// The number with commas between its thousands, as messages show it.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, parse_count, parse_int, parse_share};

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in
            [("0", 0), ("-5", -5), ("+7", 7), ("1_000_000", 1_000_000), ("10k", 10_000), ("2M", 2_000_000)]
        {
            assert_eq!(parse_int(text), Some(number), "{text}");
        }
        assert_eq!(parse_count("1G"), Some(1_000_000_000));
        assert_eq!(parse_count("18446744073709551615"), Some(u64::MAX));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", "k", "_1", "1_", "1__0", "1.5", "ten", "1 0", "10kk", "--5", "1e3"] {
            assert_eq!(parse_int(text), None, "{text}");
        }
        for text in ["-1", "18446744073709551616", "99999999999999999999999999T"] {
            assert_eq!(parse_count(text), None, "{text}");
        }
    }

    #[test]
    fn shares_lie_between_0_and_1() {
        assert_eq!(parse_share("0.25"), Some(0.25));
        assert_eq!(parse_share("1"), Some(1.0));
        for text in ["", "1.1", "-0.1", "nan", "inf", "5%", "1e-3"] {
            assert_eq!(parse_share(text), None, "{text}");
        }
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}

//! Numbers as people type them: `1_000_000`, `10k`, `2M`, `1G`.

use std::ops::Range;

use crate::quantity::is_digits;

/// A whole number, with underscores between digits and a factor k, M, G or T (powers of 1000) after it.
pub fn parse_int(text: &str) -> Option<i128> {
    let (text, factor) = parts(text)?;
    text.replace('_', "").parse::<i128>().ok()?.checked_mul(factor)
}

/// The digits with their sign, and the factor, of what is a whole number of any size.
fn parts(text: &str) -> Option<(&str, i128)> {
    let (text, factor) = match text.char_indices().last()? {
        (at, 'k' | 'K') => (&text[..at], 1_000),
        (at, 'm' | 'M') => (&text[..at], 1_000_000),
        (at, 'g' | 'G') => (&text[..at], 1_000_000_000),
        (at, 't' | 'T') => (&text[..at], 1_000_000_000_000),
        _ => (text, 1),
    };
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    is_digits(digits).then_some((text, factor))
}

/// A whole number that is not negative; see [`parse_int`].
pub fn parse_count(text: &str) -> Option<u64> {
    parse_int(text).and_then(|number| u64::try_from(number).ok())
}

/// The same, where one that is too large counts as the largest there is.
pub fn parse_count_saturating(text: &str) -> Option<u64> {
    let (digits, _) = parts(text)?;
    match parse_int(text) {
        Some(number) if number < 0 => None,
        Some(number) => Some(u64::try_from(number).unwrap_or(u64::MAX)),
        None => (!digits.starts_with('-')).then_some(u64::MAX),
    }
}

/// What is wrong with a text that is no whole number of 64 bits.
pub fn integer_error(text: &str) -> String {
    match parts(text) {
        Some((digits, _)) if digits.starts_with('-') => {
            format!("too small; the smallest whole number is -{}", grouped(i64::MIN.unsigned_abs()))
        }
        Some(_) => format!("too large; the largest whole number is {}", grouped(i64::MAX.unsigned_abs())),
        None => "expected a whole number such as 100, -5, 10k or 1_000_000".into(),
    }
}

/// The rows from one number to another, which is not included: `0..1000`.
///
/// # Errors
/// What is wrong with it.
pub fn parse_range(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").map(|(a, b)| (parse_count_saturating(a), parse_count_saturating(b)));
    let Some((Some(start), Some(end))) = ends else {
        return Err("expected the first row and the one after the last, such as 0..1000 or 1M..2M".into());
    };
    if start > end {
        return Err(format!("row {} comes after row {}", grouped(start), grouped(end)));
    }
    Ok(start..end)
}

/// A share from 0 to 1.
pub fn parse_share(text: &str) -> Option<f64> {
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let plain = begins && text.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
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

/// A number with its noun, in the plural unless it is one: `1 row`, `2,000 rows`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{
        counted, grouped, integer_error, parse_count, parse_count_saturating, parse_int, parse_share,
    };

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
        assert_eq!(parse_share("1e-3"), Some(0.001));
        assert_eq!(parse_share("2.5E-1"), Some(0.25));
        assert_eq!(parse_share("1e-30"), Some(1e-30));
        for text in ["", "1.1", "-0.1", "-0", "+1", "nan", "inf", "5%", "1e3", "e", "1e", "-1e-3"] {
            assert_eq!(parse_share(text), None, "{text}");
        }
    }

    #[test]
    fn too_large_numbers_are_distinguished_from_invalid_ones() {
        let [max, beyond] = ["18446744073709551615", "99999999999999999999999999999999999999999999T"];
        assert_eq!(parse_count_saturating("5k"), Some(5000));
        assert_eq!(parse_count_saturating(max), Some(u64::MAX));
        assert_eq!(parse_count_saturating(beyond), Some(u64::MAX));
        for text in ["-1", &format!("-{beyond}"), "x", ""] {
            assert_eq!(parse_count_saturating(text), None, "{text}");
        }
        assert_eq!(integer_error(max), "too large; the largest whole number is 9,223,372,036,854,775,807");
        assert_eq!(integer_error(beyond), integer_error(max));
        assert_eq!(integer_error("-10T0").split(' ').next(), Some("expected"));
        assert_eq!(
            integer_error(&format!("-{beyond}")),
            "too small; the smallest whole number is -9,223,372,036,854,775,808"
        );
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!([1, 0, 2000].map(|n| counted(n, "row")), ["1 row", "0 rows", "2,000 rows"]);
    }
}

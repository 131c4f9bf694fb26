//! Floating-point numbers as text: the shortest that reads back as the same number, laid out as PostgreSQL does.

mod block;
mod plain;
mod shortest;

use crate::types::{FloatWidth, shortest_half};
pub(super) use block::{Block, each, put_with};
pub(in crate::text) use plain::FLOAT_CAPACITY;

/// How a format writes the floating-point numbers that are no plain digits. Each has at most 24 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::text) struct FloatTexts {
    /// No number.
    pub nan: &'static str,
    /// The infinite ones, of which the first is above all others.
    pub infinite: [&'static str; 2],
    /// Zero with a minus sign.
    pub negative_zero: &'static str,
    /// What follows the digits of a number without an exponent.
    pub suffix: &'static str,
    /// Whether a number with an exponent has a point before it, as in `1.0e+20`.
    pub points_exponents: bool,
    /// What is between the integer and its decimal places.
    pub point: u8,
    /// How wide the numbers are.
    pub width: FloatWidth,
}

impl FloatTexts {
    /// What PostgreSQL writes.
    pub const USUAL: FloatTexts = FloatTexts {
        nan: "NaN",
        infinite: ["Infinity", "-Infinity"],
        negative_zero: "-0",
        suffix: "",
        points_exponents: false,
        point: b'.',
        width: FloatWidth::Double,
    };
}

/// Whether a number is written without an exponent, as PostgreSQL does (`float8out`, `float4out`), and is not zero.
#[inline(always)]
fn is_plain(value: f64, width: FloatWidth) -> bool {
    let (smallest, limit) = match width {
        FloatWidth::Double => (1e-4, 1e15),
        FloatWidth::Single => (f64::from(1e-4f32), 1e6),
        FloatWidth::Half => (1e-4, 1e5),
    };
    (value.abs() >= smallest) & (value.abs() < limit)
}

/// A power of two, a number with an exponent, or none at all, and zeros.
#[cold]
#[inline(never)]
fn put_rare(value: f64, texts: &FloatTexts, out: &mut [u8; FLOAT_CAPACITY]) -> usize {
    if !value.is_finite() || value == 0.0 {
        return put_special(value, texts, out);
    }
    let mut buffer = zmij::Buffer::new();
    let text = match texts.width {
        FloatWidth::Double => buffer.format_finite(value),
        FloatWidth::Single => buffer.format_finite(value as f32),
        // Of a decimal of five digits at most, the shortest text of 64 bits is the decimal.
        FloatWidth::Half => buffer.format_finite(shortest_half(value)),
    };
    let is_plain = is_plain(value, texts.width);
    let len = match is_plain {
        true => put_text(text.strip_suffix(".0").unwrap_or(text), out, 0),
        false => put_scientific(text.as_bytes(), texts.points_exponents, out),
    };
    if let Some(at) = out[..len].iter().position(|&byte| byte == b'.') {
        out[at] = texts.point;
    }
    if is_plain { len + put_text(texts.suffix, out, len) } else { len }
}

/// What is no digits, and zeros.
fn put_special(value: f64, texts: &FloatTexts, out: &mut [u8; FLOAT_CAPACITY]) -> usize {
    let text = match value {
        value if value.is_nan() => texts.nan,
        value if value == f64::INFINITY => texts.infinite[0],
        value if value == f64::NEG_INFINITY => texts.infinite[1],
        value if value.is_sign_negative() => texts.negative_zero,
        _ => {
            out[0] = b'0';
            return 1 + put_text(texts.suffix, out, 1);
        }
    };
    put_text(text, out, 0)
}

fn put_text(text: &str, out: &mut [u8; FLOAT_CAPACITY], at: usize) -> usize {
    out[at..at + text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// A very large or very small number: one digit before the point, and an exponent with a sign and at least two digits.
fn put_scientific(text: &[u8], points: bool, out: &mut [u8; FLOAT_CAPACITY]) -> usize {
    let (sign, text) = match text.strip_prefix(b"-") {
        Some(rest) => (1, rest),
        None => (0, text),
    };
    let (mantissa, exponent) = match text.iter().position(|&byte| byte == b'e') {
        Some(at) => (&text[..at], parsed(&text[at + 1..])),
        None => (text, 0),
    };
    let point = mantissa.iter().position(|&byte| byte == b'.').unwrap_or(mantissa.len());
    let mut own = [0u8; 24];
    let mut count = 0;
    // Where the point is, counted from the first digit that is not 0.
    let mut exponent = exponent + point as i32 - 1;
    for &byte in mantissa.iter().filter(|byte| **byte != b'.') {
        if count == 0 && byte == b'0' {
            exponent -= 1;
        } else {
            own[count] = byte;
            count += 1;
        }
    }
    while count > 1 && own[count - 1] == b'0' {
        count -= 1;
    }
    debug_assert!(!(-4..6).contains(&exponent));
    out[0] = b'-';
    let mut at = sign;
    out[at] = own[0];
    at += 1;
    if count > 1 {
        out[at] = b'.';
        out[at + 1..at + count].copy_from_slice(&own[1..count]);
        at += count;
    } else if points {
        out[at..at + 2].copy_from_slice(b".0");
        at += 2;
    }
    out[at..at + 2].copy_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
    at += 2;
    let exponent = exponent.unsigned_abs();
    if exponent >= 100 {
        out[at] = b'0' + (exponent / 100) as u8;
        at += 1;
    }
    out[at..at + 2].copy_from_slice(&super::digits::PAIRS[(exponent % 100) as usize]);
    at + 2
}

fn parsed(exponent: &[u8]) -> i32 {
    let (sign, digits) = match exponent.split_first() {
        Some((b'-', digits)) => (-1, digits),
        Some((b'+', digits)) => (1, digits),
        _ => (1, exponent),
    };
    sign * digits.iter().fold(0, |sum, digit| 10 * sum + i32::from(digit - b'0'))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Block, FLOAT_CAPACITY, FloatTexts};
    use crate::types::{FloatWidth, of_half_bits};

    fn text(value: f64, width: FloatWidth) -> String {
        let mut out = [b'?'; FLOAT_CAPACITY];
        let texts = FloatTexts { width, ..FloatTexts::USUAL };
        let len = Block::default().put(&[value], 0, &texts, &mut out);
        String::from_utf8(out[..len].to_vec()).unwrap()
    }

    /// The naive twin: the digits of the standard library, laid out by the rule of PostgreSQL.
    fn naive(value: f64, shortest: &str, digits: i32) -> String {
        if value.is_nan() {
            return "NaN".into();
        }
        if value.is_infinite() {
            return if value > 0.0 { "Infinity".into() } else { "-Infinity".into() };
        }
        let (mantissa, exponent) = shortest.split_once('e').unwrap();
        let exponent: i32 = exponent.parse().unwrap();
        if value == 0.0 || (-4..digits).contains(&exponent) {
            let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
            let own: String = mantissa.chars().filter(|c| *c != '.').collect();
            if exponent < 0 {
                return format!("{sign}0.{}{own}", "0".repeat((-exponent - 1) as usize));
            }
            let before = exponent as usize + 1;
            if own.len() <= before {
                return format!("{sign}{own:0<before$}");
            }
            return format!("{sign}{}.{}", &own[..before], &own[before..]);
        }
        format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }

    #[test]
    fn numbers_are_laid_out_as_postgres_does() {
        // As PostgreSQL 17 writes them.
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.1, "0.1"),
            (-2.5, "-2.5"),
            (1e14, "100000000000000"),
            (1e15, "1e+15"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (0.0001, "0.0001"),
            (0.00001, "1e-05"),
            (0.00012345, "0.00012345"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "Infinity"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(text(value, FloatWidth::Double), expected);
        }
        for (value, expected) in [
            (0.1f32, "0.1"),
            (1e5, "100000"),
            (1e6, "1e+06"),
            (1234567.0, "1.234567e+06"),
            (1e-4, "0.0001"),
            (1e-5, "1e-05"),
            (f32::MAX, "3.4028235e+38"),
            (1e-45, "1e-45"),
            (16777216.0, "1.6777216e+07"),
        ] {
            assert_eq!(text(f64::from(value), FloatWidth::Single), expected);
        }
    }

    /// Of two shortest texts that are as near, the standard library and we may choose different ones.
    fn agrees(text: &str, naive: &str) -> bool {
        let value: fn(&str) -> Option<f64> = |text| text.parse().ok();
        let is_near = || text.len() == naive.len() && text[..text.len() / 2] == naive[..text.len() / 2];
        text == naive || (is_near() && value(text).is_some())
    }

    #[test]
    fn halves_are_laid_out_so_too() {
        // The digits are those of NumPy.
        for (value, expected) in [
            (0x2E66, "0.1"),
            (0x7BFF, "65500"),
            (0xFBFF, "-65500"),
            (0x0001, "6e-08"),
            (0x8400, "-6.104e-05"),
            (0x068E, "0.0001"),
            (0x3C00, "1"),
            (0x8000, "-0"),
            (0x7C00, "Infinity"),
            (0x7E00, "NaN"),
        ] {
            assert_eq!(text(of_half_bits(value), FloatWidth::Half), expected);
        }
    }

    proptest! {
        #[test]
        fn the_layout_is_that_of_the_naive_twin(bits: u64, small in -1e7f64..1e7, zeros in 0u32..52) {
            for value in [f64::from_bits(bits), f64::from_bits(bits >> zeros << zeros), small, small.trunc(), small * 1e-9] {
                let (own, expected) = (text(value, FloatWidth::Double), naive(value, &format!("{value:e}"), 15));
                prop_assert!(agrees(&own, &expected), "{own} {expected}");
                prop_assert!(value.is_nan() || own.parse::<f64>().unwrap().to_bits() == value.to_bits());
                let single = value as f32;
                let (own, expected) = (text(single.into(), FloatWidth::Single), naive(single.into(), &format!("{single:e}"), 6));
                prop_assert!(agrees(&own, &expected), "{own} {expected}");
                prop_assert!(single.is_nan() || own.parse::<f32>().unwrap().to_bits() == single.to_bits());
            }
        }
    }
}

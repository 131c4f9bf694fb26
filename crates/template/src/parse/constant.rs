//! Constants: quoted texts, characters and numbers, as Go writes them.

use crate::ast::ExprKind;
use crate::utf8;

/// What a text in its quotes says: any bytes.
pub(crate) fn text(quoted: &[u8]) -> Result<Vec<u8>, String> {
    let inner = &quoted[1..quoted.len() - 1];
    if quoted[0] == b'`' {
        return Ok(inner.iter().copied().filter(|&byte| byte != b'\r').collect());
    }
    let mut bytes = Vec::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((c, width)) = utf8::first(rest) {
        let (found, left) = if c == '\\' { escape(rest, '"')? } else { (Escaped::Char(c), &rest[width..]) };
        match found {
            // As in Go, only an escape makes a byte that belongs to no character.
            Escaped::Char(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Escaped::Byte(byte) => bytes.push(byte),
        }
        rest = left;
    }
    Ok(bytes)
}

/// The character between apostrophes.
pub(crate) fn character(quoted: &[u8]) -> Result<i64, String> {
    let inner = &quoted[1..quoted.len() - 1];
    let one = "one character belongs between apostrophes; texts have double quotes";
    let (value, rest) = match utf8::first(inner).ok_or(one)? {
        ('\\', _) => match escape(inner, '\'')? {
            (Escaped::Char(c), rest) => (i64::from(u32::from(c)), rest),
            (Escaped::Byte(byte), rest) => (i64::from(byte), rest),
        },
        (c, width) => (i64::from(u32::from(c)), &inner[width..]),
    };
    if rest.is_empty() { Ok(value) } else { Err(one.into()) }
}

enum Escaped {
    Char(char),
    Byte(u8),
}

/// The escape at the front of `text`, and what follows it.
fn escape(text: &[u8], quote: char) -> Result<(Escaped, &[u8]), String> {
    let unknown = "there is no such escape; there are \\n \\t \\r \\\\ \\\" \\x41 \\101 \\u00e9 \\U0001f600 and Go's others";
    let (c, width) = utf8::first(&text[1..]).ok_or("an escape has no end")?;
    let rest = &text[1 + width..];
    let simple = match c {
        'a' => 7,
        'b' => 8,
        't' => 9,
        'n' => 10,
        'v' => 11,
        'f' => 12,
        'r' => 13,
        '\\' => b'\\',
        c if c == quote => c as u8,
        'x' => return digits(rest, 2, 16).map(|(n, rest)| (Escaped::Byte(n as u8), rest)),
        '0'..='7' => {
            let (n, rest) = digits(&text[1..], 3, 8)?;
            let byte = u8::try_from(n).map_err(|_| "an octal escape goes up to \\377")?;
            return Ok((Escaped::Byte(byte), rest));
        }
        'u' | 'U' => {
            let (n, rest) = digits(rest, if c == 'u' { 4 } else { 8 }, 16)?;
            let c = char::from_u32(n).ok_or("there is no such character")?;
            return Ok((Escaped::Char(c), rest));
        }
        _ => return Err(unknown.into()),
    };
    Ok((Escaped::Char(char::from(simple)), rest))
}

fn digits(text: &[u8], count: usize, base: u32) -> Result<(u32, &[u8]), String> {
    let value = |digits: &[u8]| {
        digits.iter().try_fold(0, |value: u32, &digit| {
            value.checked_mul(base)?.checked_add(char::from(digit).to_digit(base)?)
        })
    };
    let value = text.get(..count).and_then(value);
    let value = value.ok_or_else(|| format!("{count} digits of base {base} belong here"))?;
    Ok((value, &text[count..]))
}

/// The number that `text` is: an integer, or one with a decimal point or an exponent.
pub(crate) fn number(text: &str) -> Result<ExprKind, String> {
    let (negative, magnitude) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    let lower = magnitude.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        // An older way to write octal numbers.
        [b'0', b'0'..=b'9' | b'_', ..] if !lower.contains(['.', 'e']) => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    let fractional = if base == 16 { lower.contains(['.', 'p']) } else { lower.contains(['.', 'e']) };
    let prefixed = base != 10;
    if fractional && matches!(base, 2 | 8) {
        return Err(format!("a number of base {base} has no decimal point"));
    }
    if !good_underscores(digits, prefixed, base == 16) {
        return Err("underscores go between digits".into());
    }
    let plain = digits.replace('_', "");
    if fractional {
        let value = if base == 16 { hex_float(&plain) } else { plain.parse().ok() };
        let value = value.filter(|value: &f64| value.is_finite()).ok_or("this is no number")?;
        return Ok(ExprKind::Float(if negative { -value } else { value }));
    }
    if plain.is_empty() || !plain.chars().all(|c| c.is_digit(base)) {
        return Err(format!("this is no number of base {base}"));
    }
    let value = u128::from_str_radix(&plain, base).ok().and_then(|n| i128::try_from(n).ok());
    let value = value.and_then(|n| i64::try_from(if negative { -n } else { n }).ok());
    value.map(ExprKind::Int).ok_or_else(|| "whole numbers have 64 bits: up to 9223372036854775807".into())
}

/// Whether each underscore is between digits, or between a prefix and a digit.
fn good_underscores(digits: &str, prefixed: bool, hex: bool) -> bool {
    let mut before = if prefixed { '0' } else { '.' };
    for c in digits.chars().chain(['.']) {
        let wrong = |c: char| !c.is_digit(if hex { 16 } else { 10 });
        if (c == '_' && wrong(before)) || (before == '_' && wrong(c)) {
            return false;
        }
        before = c;
    }
    true
}

/// The value of hexadecimal digits with a point and a binary exponent, which must be there.
fn hex_float(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once('p')?;
    let exponent: i32 = exponent.parse().ok()?;
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all: String = [integer, fraction].concat();
    if all.is_empty() || !all.chars().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let exponent = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    // Of the digits after the first ones, it only matters whether they are all zeros.
    let significant = all.trim_start_matches('0');
    let (first, rest) = significant.split_at(significant.len().min(HEX_DIGITS));
    let mantissa = u128::from_str_radix(first, 16).unwrap_or(0) | u128::from(rest.contains(|c| c != '0'));
    let exponent = exponent.checked_add(i32::try_from(rest.len()).ok()?.checked_mul(4)?)?;
    Some(nearest(mantissa, exponent))
}

/// More hexadecimal digits than a float has; they fit 128 bits.
const HEX_DIGITS: usize = 30;

/// The float that is nearest to `mantissa` times a power of two, the even one of two that are as near.
fn nearest(mantissa: u128, exponent: i32) -> f64 {
    let bits = 128 - mantissa.leading_zeros() as i32;
    // A float has 53 bits, of which none means less than 2^-1074.
    let excess = (bits - 53).max(-1074i32.saturating_sub(exponent)).max(0);
    if excess > 127 {
        return 0.0;
    }
    let (kept, rest) = (mantissa >> excess, mantissa & ((1 << excess) - 1));
    let half = if excess == 0 { u128::MAX } else { 1 << (excess - 1) };
    let up = rest > half && excess > 0 || rest == half && kept & 1 == 1;
    libm::scalbn((kept + u128::from(up)) as f64, exponent.saturating_add(excess))
}

#[cfg(test)]
mod tests {
    use super::{character, number, text};
    use crate::ast::ExprKind::{Float, Int};

    #[test]
    fn numbers_are_read_as_go_reads_them() {
        for (text, value) in [
            ("0", Int(0)),
            ("-0x1F", Int(-31)),
            ("+0b101", Int(5)),
            ("0o17", Int(15)),
            ("017", Int(15)),
            ("1_000", Int(1000)),
            ("0x_ff", Int(255)),
            ("-9223372036854775808", Int(i64::MIN)),
            ("1.", Float(1.0)),
            (".5", Float(0.5)),
            ("1e3", Float(1000.0)),
            ("-2.5E-1", Float(-0.25)),
            ("0x1p-2", Float(0.25)),
            ("089.5", Float(89.5)),
            ("1_0e1_0", Float(1e11)),
            ("0x_1.8p1_0", Float(1536.0)),
            ("0x123456789abcdef1234.8p0", Float(5.373_003_642_731_685e21)),
            ("0x1p-1074", Float(5e-324)),
            ("0x1p-1075", Float(0.0)),
            ("0x1.8p-1075", Float(5e-324)),
            ("0x1.00000000000008p0", Float(1.0)),
            ("0x1.000000000000080000000000000000000001p0", Float(1.000_000_000_000_000_2)),
            ("0x1.00000000000018p0", Float(1.000_000_000_000_000_4)),
            ("0x0p9", Float(0.0)),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
        for text in [
            "",
            "-",
            ".",
            "1__0",
            "_1",
            "1_",
            "9223372036854775808",
            "08",
            "0x",
            "1e",
            "1e999",
            "0b2",
            "0b101.",
            "0b1.1",
            "0o1.0",
            "1e_2",
            "1e+_2",
            "1_e2",
            "0x1p1024",
        ] {
            assert!(number(text).is_err(), "{text}");
        }
    }

    #[test]
    fn escapes_are_gos() {
        let read = |quoted: &str| text(quoted.as_bytes());
        assert_eq!(read(r#""a\n\"\\\x41\101\u00e9\U0001F600é""#).unwrap(), "a\n\"\\AAé😀é".as_bytes());
        assert_eq!(read(r#""\xff\377\x80é""#).unwrap(), b"\xff\xff\x80\xc3\xa9");
        assert_eq!(read("`a\r\\n`").unwrap(), b"a\\n");
        for wrong in [r#""\q""#, r#""\x4""#, r#""\400""#, r#""\ud800""#, r#""\'""#, r#""\xé""#] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        for (quoted, value) in [(r"'\''", 39), ("'é'", 0xe9), (r"'\xff'", 0xff), (r"'\377'", 0xff)] {
            assert_eq!(character(quoted.as_bytes()), Ok(value), "{quoted}");
        }
        assert!(character(b"''").is_err() && character(b"'ab'").is_err());
    }

    #[test]
    fn bytes_of_no_character_become_one_in_double_quotes_only() {
        assert_eq!(text(b"\"a\xff\"").unwrap(), "a\u{fffd}".as_bytes());
        assert_eq!(text(b"`a\xff`").unwrap(), b"a\xff");
        assert_eq!(character(b"'\xff'"), Ok(0xfffd));
    }
}

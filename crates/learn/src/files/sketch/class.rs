//! What one value of a text file looks like.

use super::moment::{self, Moment};
use super::written;

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// Nothing at all.
    Empty,
    /// A word that other programs write for null: `NA`, `NULL`, `\N`.
    NullWord,
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int(i64),
    /// A whole number that 64 bits do not have.
    LongInt(i128),
    /// Digits with zeros before them, which a number would lose.
    ZeroPadded,
    /// A number with digits behind a point: how many digits in all, and how many behind it.
    Decimal { digits: u8, scale: u8, value: f64 },
    /// A number with an exponent, or more digits than a decimal has.
    Float(f64),
    /// A number with a comma, groups of digits, or a sign of money or of percent: see [`written::parse`].
    Written,
    /// A day, a time of day or a moment.
    Moment(Moment),
    /// 32 hexadecimal digits in five groups.
    Uuid,
    /// Four numbers with points, or hexadecimal numbers with colons.
    IpAddress,
    /// Six pairs of hexadecimal digits.
    MacAddress,
    /// `name@host.tld`.
    Email,
    /// `http://` or `https://`, and more.
    Url,
    /// Anything else.
    Text,
}

/// Powers of ten that a floating-point number has exactly.
pub const POWERS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/// The most digits of a whole or decimal number.
const MAX_DIGITS: usize = 38;

/// What a value looks like.
pub fn class(value: &[u8]) -> Class {
    let Some(&first) = value.first() else { return Class::Empty };
    match first {
        b'0'..=b'9' => number(value, value).unwrap_or_else(|| of_digits(value)),
        b'-' | b'+' | b'.' if value.len() > 1 => {
            let digits = if first == b'.' { value } else { &value[1..] };
            number(value, digits).unwrap_or_else(|| word(value))
        }
        _ => word(value),
    }
}

/// A number, whose digits begin after the sign.
fn number(value: &[u8], digits: &[u8]) -> Option<Class> {
    let integer = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &digits[integer..];
    if rest.is_empty() {
        return int(value, digits);
    }
    let is_number = rest.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
    if !is_number {
        return None;
    }
    let behind = rest.strip_prefix(b".");
    let is_decimal = behind.is_some_and(|behind| behind.iter().all(u8::is_ascii_digit));
    let float = match behind.filter(|behind| is_decimal && (1..=15).contains(&(integer + behind.len()))) {
        // Both are exact, so that their quotient is the nearest number.
        Some(behind) => {
            let all = digits[..integer].iter().chain(behind);
            let mantissa = all.fold(0_i64, |all, digit| all * 10 + i64::from(digit - b'0')) as f64;
            let number = mantissa / POWERS[behind.len()];
            if value[0] == b'-' { -number } else { number }
        }
        None => std::str::from_utf8(value).ok()?.parse::<f64>().ok()?,
    };
    let padded = integer > 1 && digits[0] == b'0';
    Some(match behind {
        _ if padded => Class::ZeroPadded,
        Some(behind) if is_decimal && integer + behind.len() <= MAX_DIGITS => {
            let digits = (integer + behind.len()) as u8;
            Class::Decimal { digits, scale: behind.len() as u8, value: float }
        }
        _ => Class::Float(float),
    })
}

fn int(value: &[u8], digits: &[u8]) -> Option<Class> {
    // No program writes a long number with a plus before it: that is how telephones are written.
    let is_phone = value[0] == b'+' && digits.len() > 6;
    if digits.len() > 1 && digits[0] == b'0' || is_phone {
        return Some(Class::ZeroPadded);
    }
    if digits.len() > MAX_DIGITS {
        return Some(Class::Text);
    }
    let is_negative = value[0] == b'-';
    // Eighteen digits fit 63 bits.
    if digits.len() <= 18 {
        let number = digits.iter().fold(0_i64, |all, digit| all * 10 + i64::from(digit - b'0'));
        return Some(Class::Int(if is_negative { -number } else { number }));
    }
    let number = digits.iter().fold(0_i128, |all, digit| all * 10 + i128::from(digit - b'0'));
    let number = if is_negative { -number } else { number };
    Some(i64::try_from(number).map_or(Class::LongInt(number), Class::Int))
}

/// What begins with a digit and is no number.
fn of_digits(value: &[u8]) -> Class {
    match moment::parse(value) {
        Some(moment) => Class::Moment(moment),
        None => identifier(value).unwrap_or_else(|| text(value)),
    }
}

/// What is a text, unless it is a number as people write it.
fn text(value: &[u8]) -> Class {
    if written::parse(value).is_some() { Class::Written } else { Class::Text }
}

fn word(value: &[u8]) -> Class {
    if is_null(value) {
        return Class::NullWord;
    }
    let is = |word: &[u8]| value.len() == word.len() && value.eq_ignore_ascii_case(word);
    if is(b"true") || is(b"false") {
        return Class::Bool;
    }
    identifier(value).or_else(|| moment::parse(value).map(Class::Moment)).unwrap_or_else(|| text(value))
}

/// Whether it is written as programs write null; `na` and `nil` are words, too.
pub fn is_null(value: &[u8]) -> bool {
    const WORDS: [&[u8]; 16] = [
        b"-", b"?", b"NA", b"N/A", b"n/a", b"#N/A", b"NULL", b"Null", b"null", b"None", b"NONE", b"\\N",
        b"NaN", b"nan", b"NAN", b"--",
    ];
    value.len() <= 4 && WORDS.contains(&value)
}

fn identifier(value: &[u8]) -> Option<Class> {
    let is_hex = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_hexdigit);
    if value.len() == 36 && [8, 13, 18, 23].iter().all(|&at| value[at] == b'-') {
        let is_uuid = value.split(|&byte| byte == b'-').all(is_hex);
        return is_uuid.then_some(Class::Uuid);
    }
    if value.len() == 17 && (value[2] == b':' || value[2] == b'-') {
        let parts = value.split(|&byte| byte == value[2]);
        let (mut count, mut is_mac) = (0, true);
        for part in parts {
            count += 1;
            is_mac &= part.len() == 2 && is_hex(part);
        }
        return (is_mac && count == 6).then_some(Class::MacAddress);
    }
    if value.starts_with(b"http://") || value.starts_with(b"https://") {
        return Some(Class::Url);
    }
    if let Some(at) = memchr::memchr(b'@', value) {
        let host = &value[at + 1..];
        let is_plain = |bytes: &[u8]| !bytes.iter().any(|byte| byte.is_ascii_whitespace() || *byte == b'@');
        let has_domain = memchr::memrchr(b'.', host).is_some_and(|dot| dot > 0 && dot + 2 < host.len());
        return (at > 0 && has_domain && is_plain(&value[..at]) && is_plain(host)).then_some(Class::Email);
    }
    let is_address = value.len() >= 3
        && value.len() <= 39
        && value.iter().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b'.' | b':'))
        && (memchr::memchr(b':', value).is_some() || value.iter().filter(|&&byte| byte == b'.').count() == 3);
    let parsed = is_address.then(|| std::str::from_utf8(value).ok()?.parse::<std::net::IpAddr>().ok());
    parsed.flatten().map(|_| Class::IpAddress)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_what_they_look_like() {
        for (value, expected) in [
            ("", Class::Empty),
            ("NA", Class::NullWord),
            ("\\N", Class::NullWord),
            ("na", Class::Text),
            ("TRUE", Class::Bool),
            ("-42", Class::Int(-42)),
            ("0", Class::Int(0)),
            ("007", Class::ZeroPadded),
            ("00.5", Class::ZeroPadded),
            ("170141183460469231731687303715884105727", Class::Text),
            ("12345678901234567890", Class::LongInt(12_345_678_901_234_567_890)),
            ("0.50", Class::Decimal { digits: 3, scale: 2, value: 0.5 }),
            ("1e3", Class::Float(1000.0)),
            ("1.2.3.4", Class::IpAddress),
            ("fe80::1", Class::IpAddress),
            ("face", Class::Text),
            ("00:1a:2B:3c:4d:5e", Class::MacAddress),
            ("3f333df6-90a4-4fda-8dd3-9485d27cee36", Class::Uuid),
            ("a@b.org", Class::Email),
            ("@b.org", Class::Text),
            ("a@b.o", Class::Text),
            ("https://x.org/y", Class::Url),
            ("12-34", Class::Text),
            ("+", Class::Text),
            ("1-2", Class::Text),
            ("1,50", Class::Written),
            ("$5", Class::Written),
            ("(5)", Class::Written),
            ("-.", Class::Text),
            ("-.5", Class::Decimal { digits: 1, scale: 1, value: -0.5 }),
        ] {
            assert_eq!(class(value.as_bytes()), expected, "{value}");
        }
    }
}

//! What a value most likely is, by the one before it: most columns have values of one class, which is faster to confirm than to find.
//!
//! A hint gives a class only if [`class`](super::class::class) gives the same; a test compares the two.

use super::super::bytes::any_below;
use super::class::{Class, POWERS};
use super::moment::{self, Moment, Orders, Padding, TimeForm, Zone};

/// The class of the value before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hint {
    /// Another class, or none yet.
    #[default]
    None,
    Bool,
    Digits,
    Decimal,
    Moment,
    Uuid,
    Email,
    Url,
}

impl Hint {
    /// What a value of this class says of the next one.
    pub fn of(class: &Class) -> Hint {
        match class {
            Class::Bool => Hint::Bool,
            Class::Int(_) | Class::ZeroPadded => Hint::Digits,
            Class::Decimal { .. } => Hint::Decimal,
            Class::Moment(_) => Hint::Moment,
            Class::Uuid => Hint::Uuid,
            Class::Email => Hint::Email,
            Class::Url => Hint::Url,
            Class::Empty
            | Class::NullWord
            | Class::LongInt(_)
            | Class::Float(_)
            | Class::Written
            | Class::IpAddress
            | Class::MacAddress
            | Class::Text => Hint::None,
        }
    }

    /// The class of a value, if it is the one that the hint is about.
    #[inline(always)]
    pub fn confirm(self, value: &[u8]) -> Option<Class> {
        match self {
            Hint::None => None,
            Hint::Bool => truth(value),
            Hint::Digits => digits(value),
            Hint::Decimal => decimal(value),
            Hint::Moment => iso(value).or_else(|| moment::parse(value)).map(Class::Moment),
            Hint::Uuid => is_uuid(value).then_some(Class::Uuid),
            Hint::Email => is_email(value).then_some(Class::Email),
            Hint::Url => is_url(value).then_some(Class::Url),
        }
    }
}

fn truth(value: &[u8]) -> Option<Class> {
    let is_truth = match value.len() {
        4 => value.eq_ignore_ascii_case(b"true"),
        5 => value.eq_ignore_ascii_case(b"false"),
        _ => false,
    };
    is_truth.then_some(Class::Bool)
}

/// Up to eighteen digits, which fit 63 bits, with or without a minus.
fn digits(value: &[u8]) -> Option<Class> {
    let (is_negative, digits) = match value {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, value),
    };
    if digits.is_empty() || digits.len() > 18 {
        return None;
    }
    let number = integer(digits)?;
    if digits[0] == b'0' && digits.len() > 1 {
        return Some(Class::ZeroPadded);
    }
    Some(Class::Int(if is_negative { -number } else { number }))
}

/// The number that digits are, if all of them are some and they fit.
fn integer(digits: &[u8]) -> Option<i64> {
    let mut number = 0_i64;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + i64::from(digit);
    }
    Some(number)
}

/// Up to fifteen digits with a point among them: the quotient of two exact numbers is the nearest one.
fn decimal(value: &[u8]) -> Option<Class> {
    let (is_negative, digits) = match value {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, value),
    };
    if digits.len() < 3 || digits.len() > 16 {
        return None;
    }
    let (mut mantissa, mut point) = (0_i64, None);
    for (at, byte) in digits.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        match (digit, byte, point) {
            (0..=9, ..) => mantissa = mantissa * 10 + i64::from(digit),
            (_, b'.', None) => point = Some(at),
            _ => return None,
        }
    }
    let integer = point?;
    let scale = digits.len() - integer - 1;
    if integer == 0 || scale == 0 || integer > 1 && digits[0] == b'0' {
        return None;
    }
    let number = mantissa as f64 / POWERS[scale];
    Some(Class::Decimal {
        digits: (integer + scale) as u8,
        scale: scale as u8,
        value: if is_negative { -number } else { number },
    })
}

/// Two digits as a number; 100 or more where they are none.
fn two(value: &[u8], at: usize) -> u32 {
    let (tens, ones) = (value[at].wrapping_sub(b'0'), value[at + 1].wrapping_sub(b'0'));
    if tens > 9 || ones > 9 { 100 } else { u32::from(tens) * 10 + u32::from(ones) }
}

/// A day as `2024-01-31`, alone or with a time as `10:00:00`, and `Z` behind it or nothing.
fn iso(value: &[u8]) -> Option<Moment> {
    if !matches!(value.len(), 10 | 19 | 20) || value[4] != b'-' || value[7] != b'-' {
        return None;
    }
    let (century, year, month, day) = (two(value, 0), two(value, 2), two(value, 5), two(value, 8));
    // Other days are in some months only.
    if century > 99 || year > 99 || !(1..=12).contains(&month) || !(1..=28).contains(&day) {
        return None;
    }
    let number = (((century * 100 + year) * 12 + month - 1) * 31 + day - 1) as f64;
    let padding = Padding { has_zeros: month < 10 || day < 10, is_short: false };
    let base = Moment {
        orders: Orders { ymd: true, ..Orders::default() },
        separator: b'-',
        short_years: None,
        padding,
        time: None,
        key: number * moment::DAY,
    };
    if value.len() == 10 {
        return Some(base);
    }
    let zone = match value.get(19) {
        None => Zone::None,
        Some(b'Z') => Zone::Utc,
        Some(_) => return None,
    };
    let (hour, minute, second) = (two(value, 11), two(value, 14), two(value, 17));
    let is_time = matches!(value[10], b'T' | b' ') && value[13] == b':' && value[16] == b':';
    if !is_time || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let padding = Padding { has_zeros: hour < 10, is_short: false };
    let form = TimeForm { before: value[10], has_seconds: true, digits: 0, half: None, padding, zone };
    let key = base.key + f64::from(hour * 3600 + minute * 60) + f64::from(second);
    Some(Moment { time: Some(form), key, ..base })
}

/// Which bytes are hexadecimal digits.
const IS_HEX: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < 256 {
        table[byte] = (byte as u8).is_ascii_hexdigit();
        byte += 1;
    }
    table
};

fn is_uuid(value: &[u8]) -> bool {
    let Some(value) = value.first_chunk::<36>().filter(|_| value.len() == 36) else { return false };
    let has_marks = value[8] == b'-' && value[13] == b'-' && value[18] == b'-' && value[23] == b'-';
    let mut digits = 0;
    for byte in value {
        digits += u32::from(IS_HEX[usize::from(*byte)]);
    }
    has_marks && digits == 32
}

/// Letters, digits and signs with one `@` among them, and a domain with a point behind it.
fn is_email(value: &[u8]) -> bool {
    // Of these lengths other things are looked for first, and longer ones of the web.
    if matches!(value.len(), 17 | 36) || !value.first().is_some_and(u8::is_ascii_alphabetic) {
        return false;
    }
    if value.starts_with(b"http") || any_below(value, b'!') {
        return false;
    }
    let Some(at) = memchr::memchr(b'@', value) else { return false };
    let host = &value[at + 1..];
    let dot = host.iter().rposition(|byte| *byte == b'.').unwrap_or(0);
    dot > 0 && dot + 2 < host.len() && memchr::memchr(b'@', host).is_none()
}

fn is_url(value: &[u8]) -> bool {
    !matches!(value.len(), 17 | 36) && (value.starts_with(b"https://") || value.starts_with(b"http://"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Just, Strategy, any, prop};
    use proptest::{prop_assert_eq, prop_oneof, proptest};

    use super::super::class::class;
    use super::*;

    /// Values that are what hints are about, and such with one byte that is another.
    fn values() -> impl Strategy<Value = Vec<u8>> {
        let like = prop_oneof![
            "-?[0-9]{1,20}",
            "-?[0-9]{1,12}\\.[0-9]{0,6}",
            "[0-9]{4}-[0-3][0-9]-[0-3][0-9]([T ][0-2][0-9]:[0-6][0-9]:[0-6][0-9]Z?)?",
            "[0-9a-fA-F]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
            "[a-z][a-z0-9.]{0,9}@[a-z]{1,6}\\.[a-z]{0,4}",
            "https?://[a-z]{1,9}/[a-z@.]{0,30}",
            "true|false|TRUE|False|trues",
        ];
        (like, any::<(usize, u8)>(), prop::bool::ANY).prop_map(|(text, (at, byte), is_changed)| {
            let mut value = text.into_bytes();
            if is_changed && !value.is_empty() {
                let at = at % value.len();
                value[at] = byte;
            }
            value
        })
    }

    proptest! {
        #[test]
        fn hints_give_the_class_that_a_value_has(value in values()) {
            for hint in [Hint::Bool, Hint::Digits, Hint::Decimal, Hint::Moment, Hint::Uuid, Hint::Email, Hint::Url] {
                if let Some(found) = hint.confirm(&value) {
                    prop_assert_eq!(found, class(&value), "{:?}: {}", hint, String::from_utf8_lossy(&value));
                }
            }
        }

        #[test]
        fn usual_values_are_confirmed(value in prop_oneof![
            Just("-123"), Just("007"), Just("12.50"), Just("2024-01-28"), Just("2024-01-28T10:00:00Z"), Just("true"),
            Just("3f333df6-90a4-4fda-8dd3-9485d27cee36"), Just("anna.b@corp.example"), Just("https://x.org/y"), Just("31.12.2024"),
        ]) {
            let found = class(value.as_bytes());
            prop_assert_eq!(Hint::of(&found).confirm(value.as_bytes()), Some(found));
        }
    }
}

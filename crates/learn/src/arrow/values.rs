//! Values of a type from their bytes.

use crate::typed::convert::half;
use crate::typed::types::Type;
use crate::typed::value::Value;

/// A text, or bytes that are not one.
pub fn text_of<'t>(of: &Type, bytes: &'t [u8]) -> Value<'t> {
    match of {
        Type::Bytes => Value::Bytes(bytes),
        Type::Json => Value::Opaque,
        _ => Value::Text(bytes),
    }
}

/// A value of a fixed number of bytes.
pub fn fixed<'b>(of: &Type, bytes: &'b [u8]) -> Value<'b> {
    let unsigned = || bytes.iter().rev().fold(0_u128, |all, &byte| all << 8 | u128::from(byte));
    let signed = || {
        let unused = 128 - 8 * bytes.len().min(16) as u32;
        (unsigned() << unused) as i128 >> unused
    };
    let unit = |digits: u8| 10_i128.pow(9 - u32::from(digits.min(9)));
    match of {
        Type::Int { is_unsigned: true, .. } => Value::Int(unsigned() as i128),
        Type::Int { .. } => Value::Int(signed()),
        Type::Float { .. } => match *bytes {
            [low, high] => Value::Single(half(u16::from_le_bytes([low, high]))),
            [a, b, c, d] => Value::Single(f32::from_le_bytes([a, b, c, d])),
            [a, b, c, d, e, f, g, h] => Value::Float(f64::from_le_bytes([a, b, c, d, e, f, g, h])),
            _ => Value::Opaque,
        },
        // What 128 bits do not have is only counted.
        Type::Decimal { scale, .. } if bytes.len() <= 16 => {
            Value::Decimal { digits: signed(), scale: *scale }
        }
        Type::Decimal { scale, .. } => {
            let (low, high) = bytes.split_at(16);
            let digits = low.iter().rev().fold(0_u128, |all, &byte| all << 8 | u128::from(byte)) as i128;
            let sign = if digits < 0 { 0xff } else { 0 };
            match high.iter().all(|&byte| byte == sign) {
                true => Value::Decimal { digits, scale: *scale },
                false => Value::Opaque,
            }
        }
        Type::Date if bytes.len() == 4 => Value::Date(signed() as i64),
        Type::Date => Value::Date(signed().div_euclid(86_400_000) as i64),
        Type::Time { digits } => Value::Time(signed() * unit(*digits)),
        Type::Moment { digits, has_zone } => {
            Value::Moment { nanos: signed() * unit(*digits), digits: *digits, has_zone: *has_zone }
        }
        Type::Duration { digits } => Value::Decimal { digits: signed(), scale: u32::from(*digits) },
        Type::Interval => interval(bytes),
        Type::Uuid => Value::Uuid(bytes),
        Type::Fixed(_) => Value::Bytes(bytes),
        _ => Value::Opaque,
    }
}

/// Months; days and milliseconds; or months, days and nanoseconds.
fn interval(bytes: &[u8]) -> Value<'_> {
    let number =
        |at: usize| i64::from(i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]));
    match bytes.len() {
        4 => Value::Interval { months: number(0), days: 0, nanos: 0 },
        8 => Value::Interval { months: 0, days: number(0), nanos: number(4) * 1_000_000 },
        16 => {
            let nanos = bytes[8..].iter().rev().fold(0_u64, |all, &byte| all << 8 | u64::from(byte)) as i64;
            Value::Interval { months: number(0), days: number(4), nanos }
        }
        _ => Value::Opaque,
    }
}

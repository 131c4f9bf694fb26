//! Stored values as what they mean.

use super::types::Type;
use super::value::Value;

/// The Julian day of 1970-01-01.
const EPOCH: i64 = 2_440_588;
/// Nanoseconds of a day.
const DAY: i128 = 86_400_000_000_000;

/// A value as Parquet and Avro store it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Raw<'b> {
    Bool(bool),
    Int(i64),
    Float(f32),
    Double(f64),
    Bytes(&'b [u8]),
}

/// What a stored value means.
pub fn value<'r>(of: &Type, raw: Raw<'r>) -> Value<'r> {
    match (of, raw) {
        (Type::Bool, Raw::Bool(value)) => Value::Bool(value),
        (Type::Int { bits, is_unsigned: true }, Raw::Int(number)) => Value::Int(match bits {
            64 => i128::from(number as u64),
            _ => i128::from(number as u32),
        }),
        (Type::Int { .. }, Raw::Int(number)) => Value::Int(i128::from(number)),
        (Type::Float { .. }, Raw::Float(number)) => Value::Single(number),
        (Type::Float { .. }, Raw::Double(number)) => Value::Float(number),
        (Type::Float { .. }, Raw::Bytes(&[low, high])) => {
            Value::Single(half(u16::from_le_bytes([low, high])))
        }
        (Type::Decimal { scale, .. }, Raw::Int(number)) => {
            Value::Decimal { digits: i128::from(number), scale: *scale }
        }
        (Type::Decimal { scale, .. }, Raw::Bytes(bytes)) => match big_endian(bytes) {
            Some(digits) => Value::Decimal { digits, scale: *scale },
            None => Value::Opaque,
        },
        (Type::Date, Raw::Int(days)) => Value::Date(days),
        (Type::Time { digits }, Raw::Int(number)) => Value::Time(i128::from(number) * unit(*digits)),
        (Type::Moment { digits, has_zone }, Raw::Int(number)) => {
            let nanos = i128::from(number) * unit(*digits);
            Value::Moment { nanos, digits: *digits, has_zone: *has_zone }
        }
        (Type::Moment { digits, has_zone }, Raw::Bytes(bytes)) if bytes.len() == 12 => {
            let (nanos, day) = bytes.split_at(8);
            let day = day.iter().rev().fold(0_i64, |all, &byte| all << 8 | i64::from(byte));
            let nanos = nanos.iter().rev().fold(0_i128, |all, &byte| all << 8 | i128::from(byte));
            let nanos = i128::from(day - EPOCH) * DAY + nanos;
            Value::Moment { nanos, digits: *digits, has_zone: *has_zone }
        }
        (Type::Interval, Raw::Bytes(&[a, b, c, d, e, f, g, h, i, j, k, l])) => Value::Interval {
            months: i64::from(u32::from_le_bytes([a, b, c, d])),
            days: i64::from(u32::from_le_bytes([e, f, g, h])),
            nanos: i64::from(u32::from_le_bytes([i, j, k, l])) * 1_000_000,
        },
        (Type::Text | Type::Word, Raw::Bytes(text)) => Value::Text(text),
        (Type::Bytes | Type::Fixed(_), Raw::Bytes(bytes)) => Value::Bytes(bytes),
        (Type::Uuid, Raw::Bytes(bytes)) => Value::Uuid(bytes),
        _ => Value::Opaque,
    }
}

/// How many nanoseconds the last of these digits of a second has.
fn unit(digits: u8) -> i128 {
    10_i128.pow(9 - u32::from(digits.min(9)))
}

/// A number with its sign in its first bit.
fn big_endian(bytes: &[u8]) -> Option<i128> {
    let (&first, _) = bytes.split_first()?;
    let sign: i128 = if first >= 0x80 { -1 } else { 0 };
    let extra = bytes.len().saturating_sub(16);
    let is_sign = |byte: &u8| i128::from(*byte as i8) == sign;
    if !bytes[..extra].iter().all(is_sign) {
        return None;
    }
    Some(bytes[extra..].iter().fold(sign, |all, &byte| all << 8 | i128::from(byte)))
}

/// A floating-point number of 16 bits.
pub fn half(bits: u16) -> f32 {
    let sign = if bits >= 0x8000 { -1.0 } else { 1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2_f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2_f32.powi(exponent - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_mean_what_their_types_say() {
        let int = |bits, is_unsigned| Type::Int { bits, is_unsigned };
        assert_eq!(value(&int(64, true), Raw::Int(-1)), Value::Int(u64::MAX.into()));
        assert_eq!(value(&int(32, true), Raw::Int(-1)), Value::Int(u32::MAX.into()));
        let decimal = Type::Decimal { precision: 5, scale: 2 };
        assert_eq!(value(&decimal, Raw::Bytes(&[0xff, 0x85])), Value::Decimal { digits: -123, scale: 2 });
        assert_eq!(big_endian(&[0; 40]), Some(0));
        assert_eq!(big_endian(&[1; 17]), None);
        let moment = Type::Moment { digits: 9, has_zone: false };
        let old = [1, 0, 0, 0, 0, 0, 0, 0, 0x8d, 0x3d, 0x25, 0];
        assert_eq!(
            value(&moment, Raw::Bytes(&old)),
            Value::Moment { nanos: DAY + 1, digits: 9, has_zone: false }
        );
        assert_eq!([0x3c00, 0xc000, 1, 0x7bff].map(half), [1.0, -2.0, 2_f32.powi(-24), 65504.0]);
    }
}

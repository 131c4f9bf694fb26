//! Numbers that are written without an exponent.

use super::shortest::shortest;
use super::sixteen::sixteen_digits;
use crate::types::FloatWidth;

/// The bytes that a number needs, and a text in place of one.
pub(in crate::text) const FLOAT_CAPACITY: usize = 48;

/// 10^16: the first of 17 digits counts multiples of it.
const TEN_TO_16: u64 = 10_000_000_000_000_000;

/// The digits of a number, and where its point is.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct Decimal {
    /// 16 or 17 digits, the last ones of which may be zeros.
    digits: u64,
    /// It is an integral multiple of 10^-places.
    places: usize,
    is_negative: bool,
}

impl Decimal {
    /// The digits of a number of this width, if it is [plain](is_plain) and its neighbours are at equal distances: if it
    /// is no power of two.
    #[inline(always)]
    pub fn of(value: f64, width: FloatWidth) -> Option<Decimal> {
        if !is_plain(value, width) {
            return None;
        }
        match width {
            FloatWidth::Double => Decimal::of_double(value),
            FloatWidth::Single => Decimal::of_single(value as f32),
        }
    }

    #[inline(always)]
    fn of_double(value: f64) -> Option<Decimal> {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        if fraction == 0 {
            return None;
        }
        let (digits, places) = shortest(fraction | 1 << 52, (bits >> 52 & 0x7FF) as i32 - 1075);
        Some(Decimal { digits, places, is_negative: value.is_sign_negative() })
    }

    /// Those of a number of 32 bits, of which there are 7 to 9.
    #[inline(always)]
    fn of_single(value: f32) -> Option<Decimal> {
        let bits = value.to_bits();
        let fraction = bits & ((1 << 23) - 1);
        if fraction == 0 {
            return None;
        }
        let (digits, places) = shortest(u64::from(fraction | 1 << 23), (bits >> 23 & 0xFF) as i32 - 150);
        let (factor, more) = if digits < 10_000_000 { (1_000_000_000, 9) } else { (100_000_000, 8) };
        Some(Decimal {
            digits: digits * factor,
            places: places + more,
            is_negative: value.is_sign_negative(),
        })
    }
}

/// Whether a number is written without an exponent, as PostgreSQL does (`float8out`, `float4out`), and is not zero.
#[inline(always)]
pub(super) fn is_plain(value: f64, width: FloatWidth) -> bool {
    let (smallest, limit) = match width {
        FloatWidth::Double => (1e-4, 1e15),
        FloatWidth::Single => (f64::from(1e-4f32), 1e6),
    };
    value.abs() >= smallest && value.abs() < limit
}

/// Writes digits to the front of a block, without the zeros at their end, with a point between them or zeros before them as it is
/// needed, and says how many bytes count.
#[inline(always)]
pub(super) fn put(decimal: Decimal, point: u8, out: &mut [u8; FLOAT_CAPACITY]) -> usize {
    let Decimal { digits, places, is_negative } = decimal;
    let has_17 = digits >= TEN_TO_16;
    let digits = if has_17 { digits } else { 10 * digits };
    // How many digits are before the point.
    let integers = 16 + isize::from(has_17) - places as isize;
    let first = digits / TEN_TO_16;
    let (others, zeros) = sixteen_digits(digits - first * TEN_TO_16);
    let (first, count) = (first + u64::from(b'0'), 17 - zeros);
    out[0] = b'-';
    let sign = usize::from(is_negative);
    let out = &mut out[sign..sign + 40];
    if integers <= 0 {
        // Zeros before the first digit: none to three after the point.
        out[..8].copy_from_slice(b"0.000000");
        out[1] = point;
        let at = (2 - integers) as usize & 7;
        out[at] = first as u8;
        out[at + 1..at + 17].copy_from_slice(&others.to_le_bytes());
        return sign + at + count;
    }
    let integers = integers as usize;
    if integers < 8 {
        // All but the first word of digits is behind the point, one byte further. That word has the point.
        let before = (1 << (8 * integers)) - 1;
        let word = first | (others as u64) << 8;
        let word = (word & before) | u64::from(point) << (8 * integers) | (word & !before) << 8;
        out[2..18].copy_from_slice(&others.to_le_bytes());
        out[..8].copy_from_slice(&word.to_le_bytes());
    } else {
        let integers = integers & 15;
        out[0] = first as u8;
        out[1..17].copy_from_slice(&others.to_le_bytes());
        out[integers] = point;
        out[integers + 1..integers + 17].copy_from_slice(&(others >> (8 * (integers - 1))).to_le_bytes());
    }
    // An integer has no point, and all of its digits.
    sign + if count > integers { count + 1 } else { integers }
}

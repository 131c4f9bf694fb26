//! Numbers that are written without an exponent: the digits of many at once, from which each text is copied.

use super::shortest::{Decimal, low, shortest};
use crate::rng::{Instructions, Kernel, best_instructions, run};
use crate::text::engine::digits::eight_digits;
use crate::types::FloatWidth;

/// The bytes that a number needs, and a text in place of one.
pub(in crate::text) const FLOAT_CAPACITY: usize = 48;

/// How many bytes a [`Record`] has.
pub(super) const RECORD: usize = 32;

/// What the text of a number is copied from: four zeros, 17 digits of which the first may be a zero, and in the last eight
/// bytes which of them are copied to where ([`Parts`]).
pub(super) type Record = [u8; RECORD];

/// How many zeros are before the digits: no more than are before and behind the point of a number that is plain.
const ZEROS: u64 = 4;
/// Four of them as text, and eight.
const FOUR_ZEROS: u64 = 0x3030_3030;
const EIGHT_ZEROS: u64 = FOUR_ZEROS << 32 | FOUR_ZEROS;

/// What of a record is copied.
struct Parts {
    /// Where its first byte is that is copied.
    start: u64,
    /// How many bytes are before the point.
    before: u64,
    /// Where the first byte is that is behind the point.
    point: u64,
    /// How many bytes the text has, or 0 if it is none that is plain.
    len: u64,
    is_negative: u64,
}

impl Parts {
    #[inline(always)]
    fn pack(self) -> u64 {
        self.start | self.before << 8 | self.point << 16 | self.len << 24 | self.is_negative << 32
    }

    /// Those of a record. Each is cut to what it can be at most, so that nobody has to look whether it is within bounds.
    #[inline(always)]
    fn unpack(packed: u64) -> Parts {
        let byte = |at: u32| packed >> (8 * at);
        Parts {
            start: byte(0) & 7,
            before: byte(1) & 15,
            point: byte(2) & 31,
            len: byte(3) & 63,
            is_negative: byte(4) & 1,
        }
    }
}

/// Fills a record for each number of this width that is [plain](super::is_plain) and no power of two. The others get one
/// of length 0.
pub(super) fn fill(values: &[f64], width: FloatWidth, records: &mut [Record]) {
    // Without vectors, numbers one by one are faster by products of 128 bits.
    let by_halves = best_instructions() > Instructions::Any;
    match (width, by_halves) {
        (FloatWidth::Double, true) => run(Records::<false, true> { values, records }),
        (FloatWidth::Double, false) => Records::<false, false> { values, records }.run(),
        (FloatWidth::Single, true) => run(Records::<true, true> { values, records }),
        (FloatWidth::Single, false) => Records::<true, false> { values, records }.run(),
        // There are few of them, and each is found by itself.
        (FloatWidth::Half, _) => records.fill([0; RECORD]),
    }
}

/// The loop of [`fill`].
struct Records<'a, const IS_SINGLE: bool, const BY_HALVES: bool> {
    values: &'a [f64],
    records: &'a mut [Record],
}

impl<const IS_SINGLE: bool, const BY_HALVES: bool> Kernel for Records<'_, IS_SINGLE, BY_HALVES> {
    #[inline(always)]
    fn run(self) {
        for (value, record) in self.values.iter().zip(self.records) {
            let words = record_of::<IS_SINGLE, BY_HALVES>(*value);
            for (chunk, word) in record.as_chunks_mut().0.iter_mut().zip(words) {
                *chunk = word.to_le_bytes();
            }
        }
    }
}

#[inline(always)]
fn record_of<const IS_SINGLE: bool, const BY_HALVES: bool>(value: f64) -> [u64; 4] {
    let fraction_bits = if IS_SINGLE { 23 } else { 52 };
    let bits = |value: f64| if IS_SINGLE { u64::from((value as f32).to_bits()) } else { value.to_bits() };
    let fraction = |bits: u64| bits & ((1 << fraction_bits) - 1);
    let width = if IS_SINGLE { FloatWidth::Single } else { FloatWidth::Double };
    let is_plain = super::is_plain(value, width) & (fraction(bits(value)) != 0);
    // The others are computed with as if they were some plain number.
    let bits = if is_plain { bits(value) } else { bits(1.5) };
    let (exponent_mask, exponent_of_units) = if IS_SINGLE { (0xFF, 150) } else { (0x7FF, 1075) };
    let exponent = exponent_of_units - (bits >> fraction_bits & exponent_mask);
    let mut decimal = shortest::<BY_HALVES>(fraction(bits) | 1 << fraction_bits, exponent);
    if IS_SINGLE {
        decimal = widened(decimal);
    }
    let Decimal { tens, last, places } = decimal;
    let (upper, lower) = halves(tens);
    let (upper, lower) = (eight_digits(upper), eight_digits(lower));
    let digits = if last != 0 {
        17
    } else if lower != 0 {
        8 + significant(lower)
    } else {
        significant(upper)
    };
    let point = ZEROS + 17 - places;
    // One byte before the point at least, and no zero before other digits.
    let start = (ZEROS + u64::from(upper & 0xF == 0)).min(point - 1);
    let before = point - start;
    let end = ZEROS + digits;
    let is_negative = bits >> if IS_SINGLE { 31 } else { 63 };
    let len = before + is_negative + if end > point { 1 + end - point } else { 0 };
    let parts = Parts { start, before, point, len: if is_plain { len } else { 0 }, is_negative };
    let (upper, lower, last) = (upper + EIGHT_ZEROS, lower + EIGHT_ZEROS, last + u64::from(b'0'));
    [FOUR_ZEROS | upper << 32, upper >> 32 | lower << 32, lower >> 32 | last << 32, parts.pack()]
}

/// The 7 to 9 digits of a number of 32 bits as 16 or 17.
#[inline(always)]
fn widened(decimal: Decimal) -> Decimal {
    let digits = 10 * decimal.tens + decimal.last;
    let (factor, more) = if digits < 100_000_000 { (100_000_000, 9) } else { (10_000_000, 8) };
    Decimal { tens: low(digits) * factor, last: 0, places: decimal.places + more }
}

/// 10^8 / 2^8.
const DIVISOR: f64 = 390_625.0;
/// 1.5 * 2^52.
const TO_INTEGER: f64 = 6_755_399_441_055_744.0;

/// The upper and the lower eight digits of a number below 10^16.
#[inline(always)]
fn halves(n: u64) -> (u64, u64) {
    // 10^8 is 2^8 * 390625. A quotient by the second is its nearest integer when half of the divisor is taken off before;
    // adding 1.5 * 2^52 leaves that integer in the lowest bits. What is rounded on the way is a millionth of what would
    // make it another one.
    let quotient = ((n >> 8) as f64 - 195_312.0) * (1.0 / DIVISOR) + TO_INTEGER;
    let upper = quotient.to_bits() & 0xFFF_FFFF;
    (upper, n - upper * 100_000_000)
}

/// How many of eight digits are left without the zeros at their end, of which not all are zeros: the first digit is the
/// lowest byte.
#[inline(always)]
fn significant(digits: u64) -> u64 {
    // The highest bit that is set is in the exponent: none of the bytes is above nine, so the number is not rounded to the
    // next power of two.
    (((digits as f64).to_bits() >> 52) - 1023) / 8 + 1
}

/// Writes the text of a record to the front of a block, all of which it may touch, and says how many bytes count: 0 if
/// the record is of no plain number. The record is the first of these bytes, and what follows it may be anything.
#[inline(always)]
pub(super) fn put(record: &[u8; 2 * RECORD], sign: u8, out: &mut [u8; FLOAT_CAPACITY]) -> usize {
    let packed = u64::from_le_bytes(*record[RECORD - 8..].first_chunk().expect("a record has these bytes"));
    let Parts { start, before, point, len, is_negative } = Parts::unpack(packed);
    let (start, before, point) = (start as usize, before as usize, point as usize);
    out[0] = b'-';
    let out = &mut out[is_negative as usize..];
    out[..16].copy_from_slice(&record[start..start + 16]);
    out[before] = sign;
    let behind = before + 1;
    out[behind..behind + 16].copy_from_slice(&record[point..point + 16]);
    out[behind + 16..behind + 24].copy_from_slice(&record[point + 16..point + 24]);
    len as usize
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Kernel, RECORD, Record, Records};
    use crate::rng::{Instructions, run_up_to};

    /// The records of these numbers by these instructions.
    fn records<const IS_SINGLE: bool>(values: &[f64], most: Option<Instructions>) -> Vec<Record> {
        let mut records = vec![[0; RECORD]; values.len()];
        match most {
            None => Records::<IS_SINGLE, false> { values, records: &mut records }.run(),
            Some(most) => run_up_to(most, Records::<IS_SINGLE, true> { values, records: &mut records }),
        }
        records
    }

    proptest! {
        #[test]
        fn records_are_the_same_by_all_instructions(
            bits in prop::collection::vec(any::<u64>(), 1..40),
            small in prop::collection::vec(-1e7f64..1e7, 1..40),
        ) {
            // Of all exponents, and of those that are plain.
            let plain = |bits: &u64| f64::from_bits(bits & !(0x7FF << 52) | (1009 + bits % 65) << 52);
            let values: Vec<f64> =
                bits.iter().map(|bits| f64::from_bits(*bits)).chain(bits.iter().map(plain)).chain(small).collect();
            for most in [Instructions::Any, Instructions::Avx2, Instructions::Avx512] {
                prop_assert_eq!(records::<false>(&values, Some(most)), records::<false>(&values, None));
                prop_assert_eq!(records::<true>(&values, Some(most)), records::<true>(&values, None));
            }
        }
    }
}

//! The shortest digits of a number that read back as the same number, of all those the nearest: the answer of
//! Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2022), for numbers that are small enough for
//! exact arithmetic.
//!
//! Nothing here branches: which of the candidates it is, is as random as the numbers are. So a loop over many numbers
//! becomes one of vectors, if the products are [taken by halves](product), as vectors have none of 128 bits.

/// The powers of five by which numbers are multiplied; all that are asked for fit into 64 bits.
const FIVES: [u64; 64] = {
    let mut fives = [1; 64];
    let mut power = 1;
    while power < 27 {
        fives[power] = fives[power - 1] * 5;
        power += 1;
    }
    fives
};

/// A number as `(10 * tens + last) / 10^places`, where `last` is below ten.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Decimal {
    pub tens: u64,
    pub last: u64,
    pub places: u64,
}

/// The digits of `significand / 2^exponent`. Zeros may be at their end.
///
/// The significand has all bits of the format and more than one of them set, and neighbours at equal distances: it is
/// no power of two. The exponent is from 3 to 66, so that `10^places` is exact.
#[inline(always)]
pub(super) fn shortest<const BY_HALVES: bool>(significand: u64, exponent: u64) -> Decimal {
    // The ceiling of exponent * log10(2): one unit in the last place is 0.1 to 1 times the distance to a neighbour.
    let places = (low(exponent) * 315_653 + (1 << 20) - 1) >> 20;
    let five = FIVES[places as usize % FIVES.len()];
    // In quarters: significand * 10^places / 2^exponent = product / 2^bits.
    let bits = (2 + exponent - places) % 64;
    let (product_low, product_high) = product::<BY_HALVES>(4 * significand, five);
    let floor = product_low >> bits | product_high << ((64 - bits) % 64);
    let unit = 1 << bits;
    let rest = product_low & (unit - 1);
    // Half of the distance to a neighbour. What is as far away reads back as this number if the significand is even.
    let half = 2 * five - (significand & 1);
    let tens = tenth::<BY_HALVES>(floor);
    let below_ten = ((floor - 10 * tens) << bits) + rest;
    let is_ten_below = u64::from(below_ten <= half);
    let is_ten_above = u64::from((10 << bits) - below_ten <= half);
    let (is_below, is_above) = (u64::from(rest <= half), u64::from(unit - rest <= half));
    // Of two that read back, the nearer one; of two as near, the even one.
    let is_nearer_above = u64::from(2 * rest + (floor & 1) > unit);
    let up = if is_below == is_above { is_nearer_above } else { is_above };
    let last = floor - 10 * tens + up;
    if is_ten_below != is_ten_above {
        Decimal { tens: tens + is_ten_above, last: 0, places }
    } else if last == 10 {
        Decimal { tens: tens + 1, last: 0, places }
    } else {
        Decimal { tens, last, places }
    }
}

/// 2^67 / 10, rounded up.
const TENTH: u64 = 0xCCCC_CCCC_CCCC_CCCD;

/// The lower half of a word.
#[inline(always)]
pub(super) fn low(n: u64) -> u64 {
    n & 0xFFFF_FFFF
}

/// The product of a number below 2^55 and one below 2^47: its lower 64 bits and its upper ones.
#[inline(always)]
fn product<const BY_HALVES: bool>(a: u64, b: u64) -> (u64, u64) {
    if !BY_HALVES {
        let product = u128::from(a) * u128::from(b);
        return (product as u64, (product >> 64) as u64);
    }
    let (a_low, a_high, b_low, b_high) = (low(a), a >> 32, low(b), b >> 32);
    let lowest = a_low * b_low;
    let middle = (lowest >> 32) + a_low * b_high + a_high * b_low;
    (middle << 32 | low(lowest), (middle >> 32) + a_high * b_high)
}

/// The integral tenth of a number below 2^58.
#[inline(always)]
fn tenth<const BY_HALVES: bool>(n: u64) -> u64 {
    if !BY_HALVES {
        return n / 10;
    }
    let (n_low, n_high, low_factor, high_factor) = (low(n), n >> 32, low(TENTH), TENTH >> 32);
    let [high, low_high, high_low] = [n_high * high_factor, n_low * high_factor, n_high * low_factor];
    let carry = (((n_low * low_factor) >> 32) + low(low_high) + low(high_low)) >> 32;
    (high + (low_high >> 32) + (high_low >> 32) + carry) >> 3
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{product, tenth};

    proptest! {
        #[test]
        fn products_and_tenths_by_halves_are_those_of_wider_words(
            a in 0u64..1 << 55,
            b in 0u64..1 << 47,
            n in 0u64..1 << 58,
        ) {
            prop_assert_eq!(product::<true>(a, b), product::<false>(a, b));
            for n in [n, n / 10 * 10, (n / 10 * 10).saturating_sub(1)] {
                prop_assert_eq!(tenth::<true>(n), n / 10);
            }
        }
    }
}

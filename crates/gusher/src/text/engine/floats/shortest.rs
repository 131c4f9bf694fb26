//! The shortest digits of a number that read back as the same number, of all those the nearest: the answer of
//! Schubfach (Raffaello Giulietti, "The Schubfach way to render doubles", 2022), for numbers that are small enough for
//! exact arithmetic.
//!
//! Nothing here branches: which of the candidates it is, is as random as the numbers are.

use std::hint::select_unpredictable;

/// The powers of five by which numbers are multiplied; all fit into 64 bits.
const FIVES: [u64; 32] = {
    let mut fives = [1; 32];
    let mut power = 1;
    while power < 27 {
        fives[power] = fives[power - 1] * 5;
        power += 1;
    }
    fives
};

/// The digits of `significand * 2^exponent`, as an integral multiple of `10^-places`. Zeros may be at their end.
///
/// The significand has all bits of the format and more than one of them set, and neighbours at equal distances: it is
/// no power of two. The exponent is from -66 to -3, so that `10^places` is exact.
#[inline(always)]
pub(super) fn shortest(significand: u64, exponent: i32) -> (u64, usize) {
    // `places` is the ceiling of -exponent * log10(2): one unit in the last place is 0.1 to 1 times the distance to a neighbour.
    let places = -((exponent * 315_653) >> 20);
    let five = FIVES[places as usize & 31];
    // In quarters: significand * 2^exponent * 10^places = product / 2^bits.
    let bits = (2 - exponent - places) as u32 & 63;
    let product = u128::from(4 * significand) * u128::from(five);
    let floor = (product as u64 >> bits) | (((product >> 64) as u64) << (64 - bits));
    let unit = 1 << bits;
    let rest = product as u64 & (unit - 1);
    // Half of the distance to a neighbour. What is as far away reads back as this number if the significand is even.
    let half = 2 * five - (significand & 1);
    let tens = floor / 10;
    let below_ten = (floor - 10 * tens) * unit + rest;
    let (is_ten_below, is_ten_above) =
        (u64::from(below_ten <= half), u64::from(10 * unit - below_ten <= half));
    let (is_below, is_above) = (u64::from(rest <= half), u64::from(unit - rest <= half));
    // Of two that read back, the nearer one; of two as near, the even one.
    let is_nearer_above = u64::from(2 * rest + (floor & 1) > unit);
    let is_only_one = is_below ^ is_above;
    let up = (is_only_one & is_above) | ((is_only_one ^ 1) & is_nearer_above);
    let digits = select_unpredictable(is_ten_below != is_ten_above, 10 * (tens + is_ten_above), floor + up);
    (digits, places as usize)
}

//! Shares of [0, 1) as numbers: integers between two, and floating-point ones.

use crate::rng::{Draws, fill_between};
use crate::types::Array;

/// How many integers there are from `min` to `max`; 0 means 2^64.
pub(crate) fn span(min: i64, max: i64) -> u64 {
    max.abs_diff(min).wrapping_add(1)
}

/// Fills with integers from `min` on, `span` of them (0 means 2^64), each as likely as any other.
pub(crate) fn fill_span(draws: &mut Draws<'_>, values: &mut Array, min: i64, span: u64) {
    let fractions = draws.load(0);
    fill_between(fractions, min, span, values.ints(fractions.len()));
}

/// The fraction as a number strictly between 0 and 1: the middle of one of 2^52 equal shares, which is exact in an f64.
#[inline(always)]
pub(crate) fn unit(x: u64) -> f64 {
    // The upper 52 bits after the decimal point of a number from 1 on: no conversion, and no machine lacks it in its vectors.
    f64::from_bits((x >> 12) | 1f64.to_bits()) - (1.0 - f64::EPSILON / 2.0)
}

/// The integer nearest to `x`, or the end of the range that is.
#[inline(always)]
pub(crate) fn nearest(x: f64, min: i64, max: i64) -> i64 {
    // The cast cuts off towards 0, and at the ends of i64.
    ((x + 0.5f64.copysign(x)) as i64).clamp(min, max)
}

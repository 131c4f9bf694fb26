//! Numbers: `int`, `decimal`, `double`, `bool`, `seq`; evenly, or by a distribution.

mod bool;
mod decimal;
mod dist;
mod drawn;
mod int;
mod normal;
mod seq;
mod zipf;

use super::Entry;
use crate::batch::Values;
use crate::rng::{Draws, bounded};

pub(crate) use int::Int;

/// The generators of this topic.
pub(super) static ENTRIES: &[Entry] = &[
    Entry::new("bool", "true or false", bool::bool).optional(
        "P",
        "probability of true, 0.5 by default",
        "bool:0.9",
    ),
    Entry::new("decimal", "a number with digits behind the point, even by default", decimal::decimal)
        .optional(
            "MIN,MAX,PLACES",
            "both ends included, 0 to 1000 by default, with 2 digits behind the point or as many as said; \
             with @dist the distribution is cut off at the ends that are given",
            "decimal:1,500,2",
        )
        .modifiers(&["dist"]),
    Entry::new(
        "double",
        "a number with digits behind the point; normal with mean 0 and deviation 1000 by default",
        decimal::double,
    )
    .optional(
        "MIN,MAX,DIGITS",
        "even between the two, both included, with 4 digits or as many as said",
        "double:0,99.99,2",
    )
    .modifiers(&["dist"]),
    Entry::new("int", "a whole number", int::int)
        .optional(
            "MIN,MAX",
            "both included, 0 to 1000 by default; with @dist the distribution is cut off at the ends that are given",
            "int:1,6",
        )
        .modifiers(&["dist"]),
    Entry::new("seq", "a series by row number: 1, 2, 3 …", seq::seq).optional(
        "START,STEP",
        "first value and distance, both 1 by default",
        "seq:1000,10",
    ),
];

/// How many whole numbers there are from `min` to `max`; 0 stands for 2^64.
fn span(min: i64, max: i64) -> u64 {
    max.abs_diff(min).wrapping_add(1)
}

/// Fills with whole numbers from `min` on, `span` of them (0 stands for 2^64), each as likely as any other.
pub(super) fn fill_span(draws: &mut Draws<'_>, values: &mut Values, min: i64, span: u64) {
    let fractions = draws.load(0);
    for (value, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
        *value = min.wrapping_add(bounded(*x, span) as i64);
    }
}

/// The fraction as a number strictly between 0 and 1: the middle of one of 2^52 equal shares, which is exact in an f64.
#[inline(always)]
fn unit(x: u64) -> f64 {
    // The upper 52 bits behind the point of a number from 1 on: no conversion, and no machine lacks it in its vectors.
    f64::from_bits((x >> 12) | 1f64.to_bits()) - (1.0 - f64::EPSILON / 2.0)
}

/// The whole number nearest to `x`, or the end of the range that is.
#[inline(always)]
fn nearest(x: f64, min: i64, max: i64) -> i64 {
    // The cast cuts off towards 0, and at the ends of i64.
    ((x + 0.5f64.copysign(x)) as i64).clamp(min, max)
}

#[cfg(test)]
mod tests;

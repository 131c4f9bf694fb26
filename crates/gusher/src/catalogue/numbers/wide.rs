//! Numbers beyond 64 bits: those of `int` and `decimal` whose range needs more.

use std::sync::Arc;

use crate::generators::{BuildResult, Constraint, Generate, MAX_VALUES, stored};
use crate::rng::Draws;
use crate::types::{Array, Field, IntType, MAX_PRECISION, StorageType};

/// The largest number of 38 digits.
pub(super) const MOST: i128 = 10i128.pow(MAX_PRECISION) - 1;

/// Multiples of 10^-scale between the two, each as likely as any other. Integers from 0 on that fit have 64 bits without a sign in typed formats.
pub(super) fn build(
    constraint: &Constraint<'_>,
    scale: u32,
    min: i128,
    max: i128,
    is_int: bool,
) -> BuildResult {
    let settings = &constraint.settings;
    if let Some(field) = settings.dist.as_ref().or(settings.clamp.as_ref()) {
        return Err(
            field.error("a distribution has numbers of up to 18 digits; limit the range, or leave it")
        );
    }
    if min > max {
        return Err(constraint.reversed(text(min, scale), text(max, scale)));
    }
    let numbers: Arc<dyn Generate> = Arc::new(Wide { scale, min, max });
    let int = IntType { bits: 64, is_signed: false };
    let (least, most) = int.range();
    Ok(if is_int && min >= least && max <= most { stored(numbers, StorageType::Int(int)) } else { numbers })
}

/// The number, unless it has more than 38 digits.
pub(super) fn checked(number: Option<i128>) -> Option<i128> {
    number.filter(|number| (-MOST..=MOST).contains(number))
}

/// A number as people write it.
fn text(number: i128, scale: u32) -> String {
    let scale = scale as usize;
    let digits = format!("{:0width$}", number.unsigned_abs(), width = scale + 1);
    let (integer, places) = digits.split_at(digits.len() - scale);
    let places = places.trim_end_matches('0');
    let point = if places.is_empty() { "" } else { "." };
    format!("{}{integer}{point}{places}", if number < 0 { "-" } else { "" })
}

#[derive(Debug)]
struct Wide {
    scale: u32,
    min: i128,
    max: i128,
}

impl Generate for Wide {
    fn field(&self) -> Field {
        Field::wide(self.scale, self.min, self.max)
    }

    fn cardinality(&self) -> u64 {
        u64::try_from(self.max.abs_diff(self.min)).unwrap_or(u64::MAX).min(MAX_VALUES - 1) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let key = draws.key(1);
        let span = self.max.abs_diff(self.min) + 1;
        let len = draws.len();
        let mut low = vec![0; len];
        key.fill_bits(draws.counters(), &mut low);
        let fractions = draws.load(0);
        for ((number, &high), low) in values.wides(len).iter_mut().zip(&*fractions).zip(low) {
            let share = product_high(u128::from(high) << 64 | u128::from(low), span);
            *number = self.min.wrapping_add_unsigned(share);
        }
    }
}

/// The upper 128 bits of the product of two numbers: a fraction of 2^128 as one of `span` equal parts.
fn product_high(fraction: u128, span: u128) -> u128 {
    let halves = |n: u128| (n >> 64, n & u128::from(u64::MAX));
    let ((a, b), (c, d)) = (halves(fraction), halves(span));
    let (ad, bc) = (a * d, b * c);
    let middle = ((b * d) >> 64) + halves(ad).1 + halves(bc).1;
    a * c + (ad >> 64) + (bc >> 64) + (middle >> 64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{product_high, text};

    proptest! {
        /// Against the product of 32-bit digits, as on paper.
        #[test]
        fn the_upper_half_of_a_product_is_that_on_paper(a: u128, b: u128) {
            let digits = |n: u128| [0, 32, 64, 96].map(|shift| n >> shift & 0xffff_ffff);
            let mut sums = [0u128; 9];
            for (i, x) in digits(a).into_iter().enumerate() {
                for (j, y) in digits(b).into_iter().enumerate() {
                    sums[i + j] += x * y;
                }
            }
            for i in 0..8 {
                let carry = sums[i] >> 32;
                sums[i] &= 0xffff_ffff;
                sums[i + 1] += carry;
            }
            let high = (4..8).rev().fold(0, |high, i| high << 32 | sums[i]);
            prop_assert_eq!(product_high(a, b), high);
        }
    }

    #[test]
    fn numbers_are_shown_as_they_are_written() {
        for (number, scale, expected) in [(-150, 2, "-1.5"), (7, 0, "7"), (5, 3, "0.005"), (3000, 3, "3")] {
            assert_eq!(text(number, scale), expected);
        }
    }
}

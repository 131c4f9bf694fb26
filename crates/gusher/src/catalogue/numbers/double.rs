//! `double` as it comes: normal, by a table.

use crate::generators::Generate;
use crate::generators::distribution::fractions::unit;
use crate::generators::distribution::quantile_table::{LANES, QUANTILES, QuantileTable};
use crate::rng::{Draws, Kernel, run};
use crate::types::{Array, Field};

/// The normal distribution with mean 0, standard deviation 1000 and 4 digits, by inversion.
#[derive(Debug)]
pub(super) struct Double;

/// Beyond this many standard deviations no 64-bit fraction leads.
const LIMIT: f64 = 8.3;
const DEVIATION: f64 = 1000.0 * 10_000.0;
/// The density at the mean is 1 / √2π a standard deviation, that is one in 25,066,282 for the last digit:
/// quantiles that lie 1 / 25,000,000 apart are at least one last digit apart everywhere.
pub(super) const DOUBLES: u64 = 25_000_000;

impl Generate for Double {
    fn field(&self) -> Field {
        let limit = (LIMIT * DEVIATION) as i64;
        Field::decimal(4, -limit, limit)
    }

    fn cardinality(&self) -> u64 {
        DOUBLES
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let fractions = draws.load(0);
        let values = values.ints(fractions.len());
        doubles(fractions, values);
    }
}

/// The numbers of some fractions, in units of their last digit.
///
/// # Panics
/// If there are not as many numbers as fractions.
pub(super) fn doubles(fractions: &[u64], values: &mut [i64]) {
    assert_eq!(fractions.len(), values.len(), "there must be a number for each fraction");
    run(Doubles { table: &QUANTILES, fractions, values });
}

struct Doubles<'a> {
    table: &'a QuantileTable,
    fractions: &'a [u64],
    values: &'a mut [i64],
}

impl Kernel for Doubles<'_> {
    #[inline(always)]
    fn run(self) {
        let (lanes, rest) = self.fractions.as_chunks::<LANES>();
        let (values, last) = self.values.as_chunks_mut::<LANES>();
        for (values, fractions) in values.iter_mut().zip(lanes) {
            *values = self.table.of_lanes(fractions.map(unit)).map(rounded);
        }
        for (value, x) in last.iter_mut().zip(rest) {
            *value = rounded(self.table.of_inner(unit(*x)));
        }
    }
}

/// What is added to make numbers positive.
const ABOVE_0: f64 = (1u64 << 40) as f64;
/// Numbers from here to twice this are integers.
const INTEGERS: f64 = (1u64 << 52) as f64;

/// The nearest unit of the last digit, the greater of two that are as near.
#[inline(always)]
fn rounded(z: f64) -> i64 {
    let number = z * DEVIATION + ABOVE_0;
    // The addition rounds, and leaves the integer in the lower bits: no vector has a conversion everywhere. Of two that
    // are as near it takes the even one.
    let sum = number + INTEGERS;
    let is_half_more = number - (sum - INTEGERS) == 0.5;
    let integer = sum.to_bits() - INTEGERS.to_bits() + u64::from(is_half_more);
    integer as i64 - ABOVE_0 as i64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{DEVIATION, Doubles, rounded};
    use crate::generators::distribution::fractions::unit;
    use crate::generators::distribution::quantile_table::QUANTILES;
    use crate::rng::{Instructions, run_up_to};

    /// The naive twin: the cast cuts off what is positive.
    fn naive(z: f64) -> i64 {
        (z * DEVIATION + (1u64 << 40) as f64 + 0.5) as i64 - (1 << 40)
    }

    proptest! {
        #[test]
        fn every_machine_has_the_numbers_of_the_naive_twin(fractions in prop::collection::vec(any::<u64>(), 0..40)) {
            let expected: Vec<i64> = fractions.iter().map(|x| naive(QUANTILES.of_inner(unit(*x)))).collect();
            for most in [Instructions::Any, Instructions::Avx2, Instructions::Avx512] {
                let mut values = vec![7; fractions.len()];
                run_up_to(most, Doubles { table: &QUANTILES, fractions: &fractions, values: &mut values });
                prop_assert_eq!(&values, &expected, "{:?}", most);
            }
        }

        #[test]
        fn halves_are_rounded_up(number in -83_000_000i64..83_000_000, parts in -5i64..5) {
            // About the halves, in steps of what the sum with 2^40 can tell apart.
            let z = (number as f64 + 0.5 + parts as f64 / 4096.0) / DEVIATION;
            prop_assert_eq!(rounded(z), naive(z));
        }
    }
}

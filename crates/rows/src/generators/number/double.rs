//! `double` as it comes: normal, by a table.

use super::quantile_table::QUANTILES;
use super::shares::unit;
use crate::generators::Generate;
use crate::rng::Draws;
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
pub(super) fn doubles(fractions: &[u64], values: &mut [i64]) {
    let table = &*QUANTILES;
    for (value, x) in values.iter_mut().zip(fractions) {
        let z = table.of_inner(unit(*x));
        // Made positive first, as the cast rounds towards 0: this rounds to the nearest without a call to `round`.
        *value = (z * DEVIATION + (1u64 << 40) as f64 + 0.5) as i64 - (1 << 40);
    }
}

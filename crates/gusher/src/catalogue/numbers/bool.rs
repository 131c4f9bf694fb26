//! Truth values: `bool`.

use std::sync::Arc;

use crate::generators::{BuildResult, Constraint, Generate};
use crate::rng::{Draws, TWO_64};
use crate::types::{Array, DataType, Field};

/// `bool[:P]`: true with probability P.
pub(super) fn bool(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(1, "bool:P")?;
    let share = match fields.first() {
        None => 0.5,
        Some(field) => gush_diagnostics::parse_share(&field.text)
            .ok_or_else(|| field.error("expected a probability from 0 to 1, such as 0.25"))?,
    };
    Ok(Arc::new(Bool { threshold: (share * TWO_64) as u128 }))
}

#[derive(Debug)]
struct Bool {
    /// Fractions below this, of 2^64, are true.
    threshold: u128,
}

impl Bool {
    fn is_constant(&self) -> bool {
        self.threshold == 0 || self.threshold == 1 << 64
    }
}

impl Generate for Bool {
    fn field(&self) -> Field {
        DataType::Bool.into()
    }

    /// A value of no probability is not counted.
    fn cardinality(&self) -> u64 {
        if self.is_constant() { 1 } else { 2 }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        // Where both values come once, each has half of the fractions.
        let halves = draws.is_unique() && !self.is_constant();
        let threshold = if halves { 1 << 63 } else { self.threshold };
        let fractions = draws.load(0);
        for (value, x) in values.bools(fractions.len()).iter_mut().zip(fractions) {
            *value = u128::from(*x) < threshold;
        }
    }
}

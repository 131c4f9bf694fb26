//! `phone.local`: numbers without their country.

use std::sync::Arc;

use crate::generators::{BuildResult, Constraint, ConstraintField, Generate};
use crate::rng::{Draws, bounded};
use crate::types::{Array, Field};

/// `phone.local[:digits]`
pub(super) fn local(constraint: Constraint<'_>) -> BuildResult {
    let fields = constraint.fields(1, "phone.local:DIGITS")?;
    let digits = |field: &ConstraintField| {
        let digits = u32::try_from(field.int()?).ok().filter(|digits| (8..=12).contains(digits));
        digits.ok_or_else(|| field.error("expected 8 to 12 digits"))
    };
    Ok(Arc::new(Local { first: 10i64.pow(fields.first().map_or(Ok(8), digits)? - 1) }))
}

/// Numbers of as many digits as the first of them has.
#[derive(Debug)]
struct Local {
    first: i64,
}

impl Generate for Local {
    fn field(&self) -> Field {
        // Text, not a number: nobody calculates with it.
        Field::int64(self.first, 10 * self.first - 1).affixed("", "")
    }

    fn cardinality(&self) -> u64 {
        9 * self.first as u64
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let count = self.cardinality();
        let fractions = draws.load(0);
        for (number, x) in values.ints(fractions.len()).iter_mut().zip(fractions) {
            *number = self.first + bounded(*x, count) as i64;
        }
    }
}

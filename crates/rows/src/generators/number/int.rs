//! Whole numbers: `int`.

use std::sync::Arc;

use super::dist::{self, Bounds, Dist};
use super::shares::{fill_span, span};
use crate::generators::{BuildResult, Constraint, ConstraintField, Generate, MOST_VALUES};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// `int[:min[,max]]`: whole numbers, both ends included, each as likely as any other unless `@dist` says otherwise.
pub(super) fn int(constraint: Constraint<'_>) -> BuildResult {
    let (least, most) = constraint.pair("int:MIN,MAX")?;
    let min = least.as_ref().map(ConstraintField::int).transpose()?;
    let max = most.as_ref().map(ConstraintField::int).transpose()?;
    match dist::asked(&constraint)? {
        Dist::Uniform => {
            let (min, max) = ends(&constraint, min, max, 0)?;
            Ok(Arc::new(Int { min, max }))
        }
        Dist::Zipf { s } => {
            let (min, max) = ends(&constraint, min, max, 1)?;
            Ok(Arc::new(super::zipf::Zipf::new(min, max, s)))
        }
        Dist::Continuous(dist) => dist.between(&Bounds { min, max, scale: 0 }, &constraint),
    }
}

/// The two ends where one or both may not be given: `first`, and 1000.
fn ends(
    constraint: &Constraint<'_>,
    min: Option<i64>,
    max: Option<i64>,
    first: i64,
) -> Result<(i64, i64), crate::generators::ConstraintError> {
    let min = min.unwrap_or(first);
    // Above the usual maximum, a lower end alone asks for as wide a range as the usual one.
    let max = max.unwrap_or_else(|| if min > 1000 { min.saturating_add(1000) } else { 1000 });
    if min > max {
        return Err(constraint.reversed(min, max));
    }
    Ok((min, max))
}

/// Whole numbers, each as likely as any other.
#[derive(Debug)]
pub(crate) struct Int {
    pub min: i64,
    pub max: i64,
}

impl Generate for Int {
    fn field(&self) -> Field {
        Field::int64(self.min, self.max)
    }

    fn cardinality(&self) -> u64 {
        // 2^64 wraps around to 0.
        span(self.min, self.max).wrapping_sub(1).min(MOST_VALUES - 1) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        fill_span(draws, values, self.min, span(self.min, self.max));
    }
}

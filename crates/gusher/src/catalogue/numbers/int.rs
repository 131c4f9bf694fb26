//! Integers: `int`.

use std::sync::Arc;

use super::{totalled, wide};
use crate::generators::distribution::axis::Axis;
use crate::generators::distribution::fractions::{fill_span, span};
use crate::generators::distribution::sampled::{Sampled, Sampler};
use crate::generators::{BuildResult, Constraint, ConstraintField, Generate, MAX_VALUES};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// `int[:min[,max]]`: integers, both ends included, each as likely as any other unless `@dist` says otherwise.
pub(super) fn int(constraint: Constraint<'_>) -> BuildResult {
    let (least, most) = constraint.pair("int:MIN,MAX")?;
    let min = least.as_ref().map(ConstraintField::wide_int).transpose()?;
    let max = most.as_ref().map(ConstraintField::wide_int).transpose()?;
    let narrow = |end: Option<i128>| end.map(i64::try_from).transpose().ok();
    let (Some(min), Some(max)) = (narrow(min), narrow(max)) else {
        let min = min.unwrap_or(0);
        let max = max.unwrap_or(if min > 1000 { min.saturating_add(1000) } else { 1000 });
        return wide::build(&constraint, 0, min, max, true);
    };
    let axis = Axis::numbers(min, max, [0, 1000], 0, &|value| value.to_string());
    if let Some(sampler) = Sampler::asked(&constraint, &axis)?.filter(|_| constraint.settings.sum.is_none()) {
        let field = Field::int64(sampler.min, sampler.max);
        return Ok(Arc::new(Sampled::new(sampler, field)));
    }
    let (min, max) = axis.ends(&constraint)?;
    let read = |field: &ConstraintField| Ok(i128::from(field.int()?));
    let totalled =
        totalled::asked(&constraint, (min, max), &Field::int64(min, max), read, |sum| sum.to_string())?;
    if let Some(totalled) = totalled {
        return Ok(totalled);
    }
    Ok(Arc::new(Int { min, max }))
}

/// Integers, each as likely as any other.
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
        span(self.min, self.max).wrapping_sub(1).min(MAX_VALUES - 1) + 1
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        fill_span(draws, values, self.min, span(self.min, self.max));
    }
}

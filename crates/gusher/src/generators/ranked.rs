//! `@dist` of lists and of whatever else one fraction draws: the values in their order are the ranks 1, 2, 3 …

use std::sync::Arc;

use super::distribution::{Axis, REPEATS, Sampler};
use super::{BuildResult, Constraint, Generate, MAX_VALUES, Properties};
use crate::rng::{Draws, index_fraction};
use crate::types::{Array, Field};

/// The generator with its values by the distribution that the column asks for, if it does.
pub(crate) fn by_dist(constraint: &Constraint<'_>, inner: Arc<dyn Generate>) -> BuildResult {
    let settings = constraint.settings;
    let Some(asked) = settings.dist.as_ref().or(settings.clamp.as_ref()) else { return Ok(inner) };
    if !is_ranked(&*inner) {
        let name = constraint.generator;
        return Err(asked.error(format!("`{name}` has no order that a distribution could follow")));
    }
    if inner.cardinality() >= MAX_VALUES {
        let name = constraint.generator;
        return Err(asked.error(format!("`{name}` has too many values for a distribution over them")));
    }
    let count = inner.cardinality() as i64;
    let text = |rank: i64| rank.to_string();
    let axis = Axis::numbers(Some(1), Some(count), [1, count], 0, &text);
    Ok(match Sampler::asked(constraint, &axis)? {
        None => inner,
        Some(sampler) => Arc::new(Ranked { inner, sampler }),
    })
}

/// Whether each value of a generator has an index among all of them, which the first draw gives.
fn is_ranked(generate: &dyn Generate) -> bool {
    let properties = generate.properties();
    properties.unique_support.is_ok() && !properties.is_by_row && !properties.is_unique_as_entity
}

/// Values by the distribution of their ranks, from 1.
#[derive(Debug)]
struct Ranked {
    inner: Arc<dyn Generate>,
    sampler: Sampler,
}

impl Generate for Ranked {
    fn field(&self) -> Field {
        self.inner.field()
    }

    fn cardinality(&self) -> u64 {
        self.inner.cardinality()
    }

    fn properties(&self) -> Properties<'_> {
        Properties { uses_now: self.inner.properties().uses_now, ..Properties::not_unique(REPEATS) }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let count = self.inner.cardinality();
        let mut ranks = vec![0; draws.len()];
        self.sampler.fill(draws.load(0), &mut ranks);
        let indices: Vec<u64> = ranks.iter().map(|rank| index_fraction(*rank as u64 - 1, count)).collect();
        self.inner.fill(&mut draws.at_indices(&indices), values);
    }
}

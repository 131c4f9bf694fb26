//! Texts of which each is a part of a thing that other columns describe too.

use std::fmt::{Debug, Formatter};
use std::sync::Arc;

use super::{BuildResult, Generate, Properties};
use crate::rng::Draws;
use crate::types::{Array, Field, TextPart};

struct PartOf<F> {
    reason: &'static str,
    parts: Vec<TextPart>,
    draw: F,
}

/// A column of entries of these dictionaries: `draw` writes the index of each part in each row. `reason` is why there is no
/// `@unique`.
pub(crate) fn part_of<F>(reason: &'static str, parts: Vec<TextPart>, draw: F) -> BuildResult
where
    F: Fn(&mut Draws<'_>, &mut [Vec<u32>]) + Send + Sync + 'static,
{
    Ok(Arc::new(PartOf { reason, parts, draw }))
}

impl<F> Debug for PartOf<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PartOf").field("parts", &self.parts).finish_non_exhaustive()
    }
}

impl<F: Fn(&mut Draws<'_>, &mut [Vec<u32>]) + Send + Sync> Generate for PartOf<F> {
    fn field(&self) -> Field {
        Field::composed(self.parts.iter().cloned())
    }

    fn cardinality(&self) -> u64 {
        self.parts.iter().map(|part| part.dictionary.len() as u64).product()
    }

    fn properties(&self) -> Properties<'_> {
        Properties::not_unique(self.reason)
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        let columns = values.indices(self.parts.len(), draws.len());
        (self.draw)(draws, columns);
    }
}

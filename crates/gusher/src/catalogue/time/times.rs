//! Times between two, each as likely as any other.

use crate::generators::distribution::fill_span;
use crate::generators::{Generate, MAX_VALUES, Properties};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// Times, counted in some unit, each as likely as any other between two.
#[derive(Debug)]
pub(super) struct Times {
    pub min: i64,
    pub max: i64,
    /// The unit of the times.
    pub field: Field,
    /// Why some may read the same, if they may.
    pub unique_support: Result<(), &'static str>,
}

impl Generate for Times {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        (self.max.abs_diff(self.min) + 1).min(MAX_VALUES)
    }

    fn properties(&self) -> Properties<'_> {
        Properties { unique_support: self.unique_support, ..Properties::default() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        fill_span(draws, values, self.min, self.max.abs_diff(self.min) + 1);
    }
}

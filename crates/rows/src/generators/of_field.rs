//! What is in a generator's place for values that others make, as those of a computed column: its field, and no draws.

use std::sync::Arc;

use super::{Generate, MOST_VALUES};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// A generator that only says what the values are. Nobody fills it.
pub(crate) fn of_field(field: Field, uses_now: bool) -> Arc<dyn Generate> {
    Arc::new(OfField { field, uses_now })
}

#[derive(Debug)]
struct OfField {
    field: Field,
    uses_now: bool,
}

impl Generate for OfField {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        MOST_VALUES
    }

    fn unique_support(&self) -> Result<(), &'static str> {
        Err("computed from other columns")
    }

    fn uses_now(&self) -> bool {
        self.uses_now
    }

    fn fill(&self, _: &mut Draws<'_>, _: &mut Array) {
        unreachable!("its values are made by others")
    }
}

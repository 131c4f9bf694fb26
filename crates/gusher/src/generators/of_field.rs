//! A placeholder for the generator of values that are computed elsewhere, as in a computed column: it has a field and no draws.

use std::sync::Arc;

use super::{Generate, MAX_VALUES, Properties, RowLimit};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// A generator that only says what the values are, and for how many rows, if not for all. Nobody fills it.
pub(crate) fn of_field(field: Field, uses_now: bool, rows: Option<u64>) -> Arc<dyn Generate> {
    Arc::new(OfField { field, uses_now, rows })
}

#[derive(Debug)]
struct OfField {
    field: Field,
    uses_now: bool,
    rows: Option<u64>,
}

impl Generate for OfField {
    fn field(&self) -> Field {
        self.field.clone()
    }

    fn cardinality(&self) -> u64 {
        MAX_VALUES
    }

    fn properties(&self) -> Properties<'_> {
        Properties {
            max_rows: self
                .rows
                .map(|rows| RowLimit { rows, reason: "that this is computed from becomes too large for it" }),
            uses_now: self.uses_now,
            ..Properties::not_unique("computed from other columns")
        }
    }

    fn fill(&self, _: &mut Draws<'_>, _: &mut Array) {
        unreachable!("its values are made by others")
    }
}

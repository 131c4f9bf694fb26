//! Ids that the row alone distinguishes, as if they were created one after the other.

use crate::generators::{Generate, MAX_VALUES, Properties};
use crate::rng::Draws;
use crate::types::{Array, Field};

/// Ids from a first time on.
#[derive(Debug)]
pub(super) struct ByRow {
    /// The time of row 0, in units of the id.
    pub first: u64,
    pub field: fn() -> Field,
    /// Whether nothing else is in an id: no random bits.
    pub is_one_a_row: bool,
    /// Makes the ids of rows, by `first`.
    pub fill: fn(u64, &mut Draws<'_>, &mut Array),
}

impl Generate for ByRow {
    fn field(&self) -> Field {
        (self.field)()
    }

    fn cardinality(&self) -> u64 {
        MAX_VALUES
    }

    fn properties(&self) -> Properties<'_> {
        Properties { is_one_a_row: self.is_one_a_row, ..Properties::by_row() }
    }

    fn fill(&self, draws: &mut Draws<'_>, values: &mut Array) {
        (self.fill)(self.first, draws, values);
    }
}

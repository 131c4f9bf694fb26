//! Links that only some rows have.

use std::fmt::Debug;

use crate::rng::Rows;
use crate::types::{LinkRows, Scratch};

/// Decides which rows have a parent.
pub(crate) trait Decide: Debug + Send + Sync {
    /// Whether each of the rows has one.
    fn decide(&self, rows: Rows<'_>, scratch: &mut Scratch) -> Vec<bool>;
}

/// Takes the parents away from rows that have none.
pub(super) fn apply(when: &dyn Decide, rows: Rows<'_>, found: &mut LinkRows) {
    // What it knows is of other rows.
    found.inner.reset();
    let has_parent = when.decide(rows, &mut found.inner);
    let known = std::mem::take(&mut found.validity);
    found.validity.mark(rows.len(), |at| has_parent[at] && !known.is_null(at));
}

//! `nth`: 1, 2, 3 … among the children of one parent.

use std::sync::Arc;

use crate::links::Link;
use crate::plan::column::Derive;
use crate::rng::Rows;
use crate::types::{ColumnData, LinkRows, Scratch};

/// The row's ordinal among the children of its parent by a counted link, from 1.
#[derive(Debug)]
pub(in crate::plan) struct Nth(pub Arc<Link>);

impl Derive for Nth {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        // Not the id of the link itself, as the parents alone are found faster.
        let id = Arc::as_ptr(&self.0).addr() + 2;
        let LinkRows { fractions: nths, .. } = scratch.link(id, |found| {
            found.parents.resize(rows.len(), 0);
            found.fractions.resize(rows.len(), 0);
            self.0.fill_nths(rows, &mut found.parents, &mut found.fractions);
        });
        let ordinals = out.values.ints(rows.len());
        ordinals.iter_mut().zip(nths).for_each(|(ordinal, nth)| *ordinal = *nth as i64 + 1);
    }
}

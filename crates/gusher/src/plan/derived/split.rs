//! `split`: the parts of a number of the parent, which its rows add up to.

use std::sync::Arc;

use super::read::Read;
use super::shift::time;
use crate::generators::Total;
use crate::links::{Link, Sibling};
use crate::plan::column::Derive;
use crate::rng::{Key, Rows};
use crate::types::{ColumnData, LinkRows, Scratch};

/// A part of a parent's number: those of all rows of the parent add up to it.
#[derive(Debug)]
pub(in crate::plan) struct Split {
    pub read: Read,
    pub link: Arc<Link>,
    pub key: Key,
}

impl Derive for Split {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let mut totals = scratch.take();
        self.read.fill(rows, fractions, scratch, &mut totals);
        // Not the ids of the link's rows; the parents and the positions stay as they are.
        let id = Arc::as_ptr(&self.link).addr() + 3 + Sibling::COUNT;
        let LinkRows { parents, fractions: nths, .. } = scratch.link(id, |found| {
            found.parents.resize(rows.len(), 0);
            found.fractions.resize(rows.len(), 0);
            self.link.fill_nths(rows, &mut found.parents, &mut found.fractions);
        });
        let mut at = 0;
        let values = out.values.ints(rows.len());
        self.link.slots_of(Rows::At(parents), |slots| {
            if !totals.validity.is_null(at) {
                let sum = time(&totals.values, at);
                let total =
                    Total { parts: slots.end - slots.start, sum: sum.into(), min: 0, max: sum.max(0) };
                values[at] = total.at(self.key.draw(parents[at]), nths[at]);
            } else {
                values[at] = 0;
            }
            at += 1;
        });
        out.validity.intersect(&totals.validity);
        scratch.give(totals);
    }
}

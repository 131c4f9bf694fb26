//! `prev`, `first`, `last`: the value of another row of the same parent; `is_first`, `is_last`; `cumsum`.

use std::sync::Arc;

use super::shift::time;
use crate::links::{Link, Sibling, steps};
use crate::plan::column::{Derive, PlannedColumn};
use crate::rng::Rows;
use crate::types::{BATCH_ROWS, ColumnData, LinkRows, Scratch};

/// The value of another row of the same parent by a counted link; null where there is no such row.
#[derive(Debug)]
pub(in crate::plan) struct SiblingValue {
    pub link: Arc<Link>,
    pub which: Sibling,
    pub column: Arc<PlannedColumn>,
}

impl Derive for SiblingValue {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        // Not the ids of the link itself, of its positions and of its children.
        let id = Arc::as_ptr(&self.link).addr() + 3 + self.which as usize;
        let found = scratch.link(id, |found| self.link.fill_siblings(rows, self.which, found));
        let LinkRows { parents: siblings, validity, inner, .. } = found;
        self.column.fill(Rows::At(siblings), fractions, inner, out);
        out.validity.intersect(validity);
    }
}

/// Whether a row is the first, or the last, of its parent.
#[derive(Debug)]
pub(in crate::plan) struct IsEnd {
    pub link: Arc<Link>,
    pub is_last: bool,
}

impl Derive for IsEnd {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let which = if self.is_last { Sibling::Last } else { Sibling::First };
        let id = Arc::as_ptr(&self.link).addr() + 3 + which as usize;
        let found = scratch.link(id, |found| self.link.fill_siblings(rows, which, found));
        rows.zip(out.values.bools(rows.len()).iter_mut().zip(&found.parents), |(is_end, sibling), row| {
            *is_end = *sibling == row;
        });
    }
}

/// The sum of a column over the rows of the same parent up to the own one; null where none of them has a value.
#[derive(Debug)]
pub(in crate::plan) struct RunningSum {
    pub link: Arc<Link>,
    pub column: Arc<PlannedColumn>,
    pub may_be_null: bool,
}

impl Derive for RunningSum {
    fn fill(&self, rows: Rows<'_>, fractions: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let id = Arc::as_ptr(&self.link).addr() + 3 + Sibling::Own as usize;
        let found = scratch.link(id, |found| self.link.fill_siblings(rows, Sibling::Own, found));
        let LinkRows { parents: slots, fractions: nths, inner, .. } = found;
        let steps = steps(slots, nths);
        let mut coming = steps.iter().flat_map(|step| step.slots.clone());
        let (mut values, mut chunk, mut at) = (inner.take(), inner.take_rows(), 0);
        let mut draws = inner.take_rows();
        let sums = out.values.ints(rows.len());
        let (mut sum, mut count) = (0i64, 0u64);
        for (row, step) in steps.iter().enumerate() {
            if !step.goes_on {
                (sum, count) = (0, 0);
            }
            for _ in step.slots.clone() {
                if at == chunk.len() {
                    chunk.clear();
                    chunk.extend(coming.by_ref().take(BATCH_ROWS));
                    self.link.rows_of_slots(&mut chunk);
                    draws.resize(chunk.len(), 0);
                    at = 0;
                    inner.reset();
                    values.validity.clear();
                    self.column.fill(Rows::At(&chunk), &mut draws, inner, &mut values);
                }
                if !values.validity.is_null(at) {
                    // The bounds of the column and the most rows of a parent were checked before.
                    sum = sum.wrapping_add(time(&values.values, at));
                    count += 1;
                }
                at += 1;
            }
            sums[row] = sum;
            fractions[row] = count;
        }
        if self.may_be_null {
            out.validity.mark(rows.len(), |row| fractions[row] > 0);
        }
        inner.give(values);
        inner.give_rows(chunk);
        inner.give_rows(draws);
    }
}

//! `chain`: the states that the rows of one parent go through, one after the other.

use std::sync::Arc;

use crate::links::{Link, Sibling, steps};
use crate::plan::column::Derive;
use crate::rng::{Key, Rows};
use crate::schema::StateMachine;
use crate::types::{BATCH_ROWS, ColumnData, LinkRows, Scratch};

/// The state of each row: it follows from that of the row before, of the same parent, and from a draw of its own.
#[derive(Debug)]
pub(in crate::plan) struct Chain {
    pub link: Arc<Link>,
    pub machine: Arc<StateMachine>,
    pub key: Key,
}

impl Derive for Chain {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], scratch: &mut Scratch, out: &mut ColumnData) {
        let id = Arc::as_ptr(&self.link).addr() + 3 + Sibling::Own as usize;
        let found = scratch.link(id, |found| self.link.fill_siblings(rows, Sibling::Own, found));
        let LinkRows { parents: slots, fractions: nths, inner, .. } = found;
        let steps = steps(slots, nths);
        let mut coming = steps.iter().flat_map(|step| step.slots.clone());
        let (mut chunk, mut bits, mut at) = (inner.take_rows(), inner.take_rows(), 0);
        let indices = &mut out.values.indices(1, rows.len())[0];
        let key = self.key.draw(0);
        let mut state = None;
        for (index, step) in indices.iter_mut().zip(&steps) {
            if !step.goes_on {
                state = None;
            }
            for _ in step.slots.clone() {
                if at == chunk.len() {
                    chunk.clear();
                    chunk.extend(coming.by_ref().take(BATCH_ROWS));
                    self.link.rows_of_slots(&mut chunk);
                    bits.resize(chunk.len(), 0);
                    key.fill_bits(Rows::At(&chunk), &mut bits);
                    at = 0;
                }
                state = Some(self.machine.next(state, bits[at]));
                at += 1;
            }
            *index = state.unwrap_or(0);
        }
        inner.give_rows(chunk);
        inner.give_rows(bits);
    }
}

//! The rows of one parent by a counted link, in their order.

use std::ops::Range;

use super::{Link, Way};
use crate::rng::Rows;
use crate::types::LinkRows;

/// A row of the same parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sibling {
    /// The row itself.
    Own,
    /// The row before it; the first has none.
    Previous,
    /// The first.
    First,
    /// The last.
    Last,
}

impl Sibling {
    /// How many there are.
    pub(crate) const COUNT: usize = 4;
}

/// The most rows of a parent that are added up for a row.
pub const MAX_SUMMED: u64 = 65_536;

impl Link {
    /// Finds a row of the same parent for each row: its number takes the place of the parents, and rows without such a row are not
    /// valid. Of the own rows these are the slots, and their indices among those of the parent take the place of the fractions.
    ///
    /// # Panics
    /// If the link is not counted.
    pub(crate) fn fill_siblings(&self, rows: Rows<'_>, which: Sibling, found: &mut LinkRows) {
        let LinkRows { parents, fractions: nths, validity, .. } = found;
        parents.resize(rows.len(), 0);
        nths.resize(rows.len(), 0);
        validity.clear();
        self.fill_nths(rows, parents, nths);
        if which == Sibling::Last {
            let (owners, mut at) = (std::mem::take(parents), 0);
            parents.resize(rows.len(), 0);
            self.slots_of(Rows::At(&owners), |slots| {
                parents[at] = slots.end - 1;
                at += 1;
            });
            return self.rows_of_slots(parents);
        }
        match &self.way {
            Way::Scattered { slots, .. } => slots.fill(rows, parents),
            _ => rows.zip(parents.iter_mut(), |slot, row| *slot = row),
        }
        match which {
            Sibling::Own | Sibling::Last => {}
            Sibling::First => {
                parents.iter_mut().zip(nths.iter()).for_each(|(slot, nth)| *slot -= nth);
                self.rows_of_slots(parents);
            }
            Sibling::Previous => {
                parents.iter_mut().zip(nths.iter()).for_each(|(slot, nth)| *slot -= (*nth).min(1));
                self.rows_of_slots(parents);
                validity.mark(rows.len(), |at| nths[at] > 0);
            }
        }
    }
}

/// The slots that are gone through for a row: after those of the row before it, or from the parent's first one on.
#[derive(Debug)]
pub(crate) struct Step {
    pub slots: Range<u64>,
    pub goes_on: bool,
}

/// The slots of each row: where a row follows another one of the same parent, its own slot alone.
pub(crate) fn steps(slots: &[u64], nths: &[u64]) -> Vec<Step> {
    let step = |at: usize| {
        let (slot, nth) = (slots[at], nths[at]);
        let goes_on = at > 0 && nth > 0 && slot - 1 == slots[at - 1];
        Step { slots: if goes_on { slot..slot + 1 } else { slot - nth..slot + 1 }, goes_on }
    };
    (0..slots.len()).map(step).collect()
}

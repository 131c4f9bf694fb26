//! Which rows have a parent: those that are neither null by chance nor roots of a tree.

use super::{Link, Way};
use crate::rng::{Rows, TWO_64};
use crate::types::LinkRows;

impl Link {
    /// Marks the rows that have a parent, as if none were decided on.
    pub(super) fn fill_validity(&self, rows: Rows<'_>, found: &mut LinkRows) {
        let LinkRows { fractions, validity, .. } = found;
        let is_drawn = self.null.is_some() || matches!(self.way, Way::Earlier(_));
        validity.clear();
        if !is_drawn {
            return;
        }
        fractions.resize(rows.len(), 0);
        let least = match self.null {
            None => {
                fractions.fill(u64::MAX);
                Some(1)
            }
            Some(share) => {
                self.key.derive("null").fill_bits(rows, fractions);
                u64::try_from((share * TWO_64) as u128).ok()
            }
        };
        let is_tree = matches!(self.way, Way::Earlier(_));
        if is_tree {
            // Those of each ancestor have no candidate.
            let roots = if self.scope.is_some() { 1 } else { self.tree.roots };
            rows.zip(fractions.iter_mut(), |bits, row| *bits = if row < roots { 0 } else { *bits });
        }
        validity.draw(fractions, if is_tree { least.map(|least| least.max(1)) } else { least });
    }
}

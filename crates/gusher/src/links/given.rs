//! Given links: a column says which row of the other table is a row's parent.

use std::fmt::Debug;
use std::sync::Arc;

use super::siblings::steps;
use super::{Link, Sibling};
use crate::rng::Rows;
use crate::types::{BATCH_ROWS, LinkRows, Scratch};

/// The most children of one owner that lead to different parents: each is compared with those before it.
pub const MAX_GIVEN: u64 = 1024;

/// Says which row of another table each row leads to.
pub(crate) trait Locate: Debug + Send + Sync {
    /// Appends the index of the row that each of these leads to, from 0.
    fn locate(&self, rows: Rows<'_>, scratch: &mut Scratch, indices: &mut Vec<u64>);
}

impl Link {
    /// The same link, where something says which row the parent is. The rows of one parent by `owner`, a counted link, lead to
    /// different ones, where there is one.
    #[must_use]
    pub(crate) fn given(self, locate: Arc<dyn Locate>, owner: Option<Arc<Link>>) -> Link {
        Link { given: Some(locate), given_owner: owner, ..self }
    }

    /// Finds the parents that are given.
    pub(super) fn fill_given(&self, locate: &dyn Locate, rows: Rows<'_>, found: &mut LinkRows) {
        let LinkRows { parents: indices, inner, .. } = found;
        // What it knows is of other rows.
        inner.reset();
        indices.clear();
        match &self.given_owner {
            None => {
                locate.locate(rows, inner, indices);
                // The bounds of the column were checked before the first row.
                indices.iter_mut().for_each(|index| *index = (*index).min(self.parents.saturating_sub(1)));
            }
            Some(owner) => self.fill_different(locate, owner, rows, (indices, inner)),
        }
    }

    /// The same, where a row whose parent a row before it of the same owner has already leads to the next one that is free.
    fn fill_different(
        &self,
        locate: &dyn Locate,
        owner: &Arc<Link>,
        rows: Rows<'_>,
        (indices, scratch): (&mut Vec<u64>, &mut Scratch),
    ) {
        // Not the ids of the owner itself and of its positions.
        let id = Arc::as_ptr(owner).addr() + 3 + Sibling::Own as usize;
        let found = scratch.link(id, |found| owner.fill_siblings(rows, Sibling::Own, found));
        let LinkRows { parents: slots, fractions: nths, inner, .. } = found;
        let steps = steps(slots, nths);
        let mut coming = steps.iter().flat_map(|step| step.slots.clone());
        let (mut chunk, mut given, mut at) = (inner.take_rows(), inner.take_rows(), 0);
        let mut taken = Taken::default();
        for step in &steps {
            if !step.goes_on {
                taken.next.clear();
            }
            let mut parent = 0;
            for _ in step.slots.clone() {
                if at == chunk.len() {
                    chunk.clear();
                    chunk.extend(coming.by_ref().take(BATCH_ROWS));
                    owner.rows_of_slots(&mut chunk);
                    given.clear();
                    inner.reset();
                    locate.locate(Rows::At(&chunk), inner, &mut given);
                    at = 0;
                }
                parent = taken.take(given[at].min(self.parents.saturating_sub(1)), self.parents);
                at += 1;
            }
            indices.push(parent);
        }
        inner.give_rows(chunk);
        inner.give_rows(given);
    }
}

/// The parents that rows of one owner have: each with one after it that may be free.
#[derive(Debug, Default)]
struct Taken {
    next: Vec<(u64, u64)>,
}

impl Taken {
    /// Takes this parent, or the first free one after it; after the last of all `parents` comes the first.
    fn take(&mut self, parent: u64, parents: u64) -> u64 {
        let (mut free, mut first) = (parent, None);
        while let Some(known) = self.next.iter().position(|(taken, _)| *taken == free) {
            first = first.or(Some(known));
            free = self.next[known].1;
        }
        let after = (free + 1) % parents.max(1);
        self.next.push((free, after));
        // The next one that asks for the same parent goes there at once.
        if let Some(first) = first {
            self.next[first].1 = after;
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::Taken;

    proptest! {
        #[test]
        fn each_takes_the_first_free_one(parents in 1..12u64, wanted in prop::collection::vec(0..12u64, 0..12)) {
            let (mut taken, mut known) = (Taken::default(), HashSet::new());
            for wanted in wanted.iter().take(parents as usize).map(|wanted| wanted % parents) {
                let expected = (0..parents).map(|more| (wanted + more) % parents).find(|one| !known.contains(one));
                let found = taken.take(wanted, parents);
                prop_assert_eq!(Some(found), expected);
                known.insert(found);
            }
        }
    }
}

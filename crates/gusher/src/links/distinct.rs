//! Distinct choices: each of several children of one owner has another parent.

use crate::rng::{Key, bounded};

/// The parent of the child at index `nth` of `owner`, which is none of those of the indices before.
///
/// This is the first steps of a Fisher–Yates shuffle over all parents, of which nothing is kept: step i swaps what is at
/// index i with what is at some index from i on. Whatever ends up at index `nth` is followed back through the swaps.
pub(super) fn parent(key: Key, owner: u64, nth: u64, parents: u64) -> u64 {
    let owner = key.draw(owner);
    let swapped = |step: u64| step + bounded(owner.bits(step), parents - step);
    let mut index = swapped(nth);
    for step in (0..nth).rev() {
        if swapped(step) == index {
            index = step;
        }
    }
    index
}

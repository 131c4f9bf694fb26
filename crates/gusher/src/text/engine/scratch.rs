//! Buffers and vectors that writing rows needs, kept from one batch to the next.

use std::fmt;

use super::buffer::Buffer;
use super::floats;
use super::groups::{self, Group};
use super::step::{Bound, Step};
use super::table::Slot;
use super::uuid;
use crate::types::Strings;

/// Buffers of a program, for whoever keeps them from one batch to the next.
#[derive(Debug, Default)]
pub(in crate::text) struct RowScratch {
    pub(super) steps: Vec<Scratch>,
    pub(super) vectors: Vectors,
}

/// Empty vectors. Without them each batch would allocate some KiB, for which some allocators ask the system each time.
#[derive(Default)]
pub(super) struct Vectors {
    pub(super) steps: Vec<Step<'static>>,
    pub(super) fused: Vec<Step<'static>>,
    pub(super) groups: Vec<Group<'static>>,
    pub(super) run: RunScratch,
}

/// What writing a run of rows needs.
#[derive(Default)]
pub(super) struct RunScratch {
    pub(super) groups: groups::GroupScratch,
    /// The records of each step of floating-point numbers, and no others.
    pub(super) floats: Vec<floats::Block>,
}

impl RunScratch {
    /// Gives each step of floating-point numbers a block of its own, which is empty.
    pub fn give_blocks(&mut self, steps: &mut [Step<'_>]) {
        let mut count = 0;
        for step in steps {
            let Bound::Float(.., block) = &mut step.bound else { continue };
            *block = count;
            count += 1;
        }
        self.floats.iter_mut().for_each(floats::Block::clear);
        self.floats.resize_with(count, floats::Block::default);
    }
}

impl fmt::Debug for Vectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vectors").finish_non_exhaustive()
    }
}

/// The vector without what is in it, for what lives longer or shorter. It keeps its memory: the standard library collects into
/// that of the vector which is iterated over.
pub(super) fn emptied<T, U>(mut vector: Vec<T>) -> Vec<U> {
    vector.clear();
    vector.into_iter().map(|_| unreachable!("the vector is empty")).collect()
}

/// Buffers for the texts of items and fields.
#[derive(Debug, Default)]
pub(in crate::text) struct NestedRows {
    pub scratch: RowScratch,
    pub rows: Buffer,
    /// Where each of them ends.
    pub ends: Vec<usize>,
}

/// Buffers for what a step makes of a batch before its rows are written.
#[derive(Debug, Default)]
pub(in crate::text) struct Scratch {
    pub(super) indices: Vec<u32>,
    pub(super) days: Vec<i64>,
    pub(super) texts: Strings,
    pub(super) escaped: Vec<u8>,
    pub(super) slots: Vec<Slot<16>>,
    pub(super) ids: uuid::Texts,
    pub(super) nested: Strings,
    pub(super) nested_rows: NestedRows,
    /// A bit for each row, which is 0 where it has another text than its value.
    pub(super) unpatched: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::emptied;

    #[test]
    fn an_emptied_vector_keeps_its_memory() {
        let vector = vec!["a"; 100];
        let (address, capacity) = (vector.as_ptr().addr(), vector.capacity());
        let other: Vec<&[u8]> = emptied(vector);
        assert_eq!((other.as_ptr().addr(), other.capacity(), other.len()), (address, capacity, 0));
    }
}

//! Counted links: each parent has a given number of children, and both ways are arithmetic.

use std::ops::Range;

use super::class_index::ClassOrder;
use super::classes::ClassRanks;
use super::degrees::{ClassDegrees, Degrees, Step};
use crate::rng::{Key, Permutation, Rows};

/// Parents and their slots, which are one for each child: slot → step → rank → parent, and back.
#[derive(Debug, Clone)]
pub(super) struct Counted {
    /// Those with children, by rank; the ranks before the first have none.
    steps: Box<[Step]>,
    /// How many slots there are.
    slots: u64,
    /// How many ranks, which are parents, there are.
    parents: u64,
    /// Which parent has which rank.
    ranks: Ranks,
}

/// Which parent has which rank.
#[derive(Debug, Clone)]
enum Ranks {
    /// All have the same degree, and the rank is the parent.
    Same,
    Shuffled(Permutation),
    ByClass(Box<ClassRanks>),
}

impl Ranks {
    /// The parents of ranks.
    fn fill(&self, ranks: Rows<'_>, parents: &mut [u64]) {
        match self {
            Ranks::Same => ranks.zip(parents, |parent, rank| *parent = rank),
            Ranks::Shuffled(permutation) => permutation.fill(ranks, parents),
            Ranks::ByClass(classes) => classes.fill(ranks, parents),
        }
    }

    /// The ranks of parents.
    fn fill_inverse(&self, parents: Rows<'_>, ranks: &mut [u64]) {
        match self {
            Ranks::Same => parents.zip(ranks, |rank, parent| *rank = parent),
            Ranks::Shuffled(permutation) => permutation.fill_inverse(parents, ranks),
            Ranks::ByClass(classes) => classes.fill_inverse(parents, ranks),
        }
    }
}

/// Where a slot is.
#[derive(Debug, Clone, Copy)]
struct SlotPosition {
    step: usize,
    rank: u64,
    nth: u64,
}

impl Counted {
    /// Deals slots out to `parents` parents; `None` where they are more than 64 bits count.
    pub fn new(key: Key, degrees: &Degrees, parents: u64) -> Option<Counted> {
        let (steps, slots) = degrees.steps(parents)?;
        let ranks = match steps.len() > 1 {
            true => Ranks::Shuffled(Permutation::new(key.derive("ranks"), parents)),
            false => Ranks::Same,
        };
        let steps = steps.into_iter().filter(|step| step.degree > 0).collect();
        Some(Counted { steps, slots, parents, ranks })
    }

    /// The same for parents of several classes, in the order of these.
    pub fn by_class(key: Key, degrees: &ClassDegrees, order: ClassOrder) -> Option<Counted> {
        let parents = order.parents();
        let (steps, slots) = degrees.steps(parents)?;
        let ranks = Ranks::ByClass(Box::new(ClassRanks::new(key.derive("ranks"), degrees, order)?));
        let steps = steps.into_iter().filter(|step| step.degree > 0).collect();
        Some(Counted { steps, slots, parents, ranks })
    }

    /// How many slots there are: as many as children.
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// The different numbers of slots that parents have, but for 0.
    pub fn degrees(&self) -> Vec<u64> {
        self.steps.iter().map(|step| step.degree).collect()
    }

    /// Whether every parent has a slot.
    pub fn is_total(&self) -> bool {
        self.parents == 0 || self.steps.first().is_some_and(|step| step.first_rank == 0)
    }

    /// Where a slot below [`Counted::slots`] is.
    #[inline]
    fn position(&self, slot: u64) -> SlotPosition {
        let step = match self.steps.len() {
            // To count them all is faster than to guess which half it is in.
            0..=FEW => self.steps.iter().map(|step| usize::from(step.first_slot <= slot)).sum::<usize>() - 1,
            _ => self.steps.partition_point(|step| step.first_slot <= slot) - 1,
        };
        let Step { first_rank, first_slot, degree } = self.steps[step];
        let (rank, nth) = divided(slot - first_slot, degree);
        SlotPosition { step, rank: first_rank + rank, nth }
    }

    /// The parents of consecutive slots, and where among its parent's slots each is, from 0, where that is wanted.
    pub fn fill_run(&self, first: u64, parents: &mut [u64], nths: Option<&mut [u64]>) {
        let Some(last) = parents.len().checked_sub(1) else { return };
        let (start, end) = (self.position(first), self.position(first + last as u64));
        // Ranks with slots follow each other: each parent is looked up once.
        let ranks = Rows::Run { first: start.rank, len: (end.rank - start.rank + 1) as usize };
        let looked_up = &mut parents[..ranks.len()];
        self.ranks.fill(ranks, looked_up);
        // From the last on, as no rank is after its first slot.
        let mut nths = nths;
        let mut position = end;
        for slot in (0..parents.len()).rev() {
            parents[slot] = parents[(position.rank - start.rank) as usize];
            if let Some(nths) = &mut nths {
                nths[slot] = position.nth;
            }
            position = self.before(position);
        }
    }

    /// The position before; before the first it is itself.
    #[inline(always)]
    fn before(&self, position: SlotPosition) -> SlotPosition {
        if position.nth > 0 {
            return SlotPosition { nth: position.nth - 1, ..position };
        }
        let Some(rank) = position.rank.checked_sub(1) else { return position };
        let step = if rank < self.steps[position.step].first_rank {
            position.step.saturating_sub(1)
        } else {
            position.step
        };
        SlotPosition { step, rank, nth: self.steps[step].degree - 1 }
    }

    /// The same for any slots, which are in `parents` and give way to them.
    pub fn fill_at(&self, parents: &mut [u64], nths: Option<&mut [u64]>) {
        match nths {
            None => parents.iter_mut().for_each(|slot| *slot = self.position(*slot).rank),
            Some(nths) => {
                for (slot, nth) in parents.iter_mut().zip(nths) {
                    let position = self.position(*slot);
                    (*slot, *nth) = (position.rank, position.nth);
                }
            }
        }
        if !matches!(self.ranks, Ranks::Same) {
            let mut ranks = [0; CHUNK];
            for parents in parents.chunks_mut(CHUNK) {
                let ranks = &mut ranks[..parents.len()];
                ranks.copy_from_slice(parents);
                self.ranks.fill(Rows::At(ranks), parents);
            }
        }
    }

    /// The slots of each of the parents.
    pub fn slots_of(&self, parents: Rows<'_>, mut each: impl FnMut(Range<u64>)) {
        let mut ranks = [0; CHUNK];
        let mut start = 0;
        while start < parents.len() {
            let end = parents.len().min(start + CHUNK);
            let (some, ranks) = (parents.slice(start..end), &mut ranks[..end - start]);
            self.ranks.fill_inverse(some, ranks);
            ranks.iter().for_each(|&rank| each(self.slots_of_rank(rank)));
            start = end;
        }
    }

    fn slots_of_rank(&self, rank: u64) -> Range<u64> {
        match self.steps.partition_point(|step| step.first_rank <= rank).checked_sub(1) {
            None => 0..0,
            Some(step) => {
                let Step { first_rank, first_slot, degree } = self.steps[step];
                let first = first_slot + (rank - first_rank) * degree;
                first..first + degree
            }
        }
    }
}

/// As many steps are few.
const FEW: usize = 32;

/// The quotient and the remainder, where both numbers are usually far below 2^53: a division of floating-point numbers is
/// several times as fast as one of whole numbers.
#[inline(always)]
fn divided(number: u64, by: u64) -> (u64, u64) {
    if number >= 1 << 53 {
        return (number / by, number % by);
    }
    // Rounded, it may be one too large.
    let quotient = (number as f64 / by as f64) as u64;
    let quotient = quotient - u64::from(quotient * by > number);
    (quotient, number - quotient * by)
}

/// How many numbers are looked up at a time.
const CHUNK: usize = 256;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::divided;

    proptest! {
        #[test]
        fn quotients_are_those_of_whole_numbers(number: u64, shift in 0u32..64, by in 1u64.., few in 0u32..64) {
            let by = (by >> few).max(1);
            for number in [number, number >> shift, (number >> shift) / by * by, ((number >> shift) / by * by).wrapping_sub(1)] {
                prop_assert_eq!(divided(number, by), (number / by, number % by));
            }
        }
    }
}

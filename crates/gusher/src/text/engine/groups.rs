//! Short entries that follow each other in a row: one step for up to four of them, in a loop without checks.
//!
//! Most rows are rows of dictionary entries, and a check of each index and of each offset costs as much as copying an entry does. So
//! all indices are checked once for a batch, and the capacity once for a row. Rows of several groups are written by blocks, for which
//! vectors find out first where each text is: the indices of many columns lie where they push each other out of the cache.
#![expect(unsafe_code, reason = "dictionary entries are copied without a check of each index")]

use std::ops::Range;

use super::ends::Ends;
use super::table::Slot;
use crate::rng::{Kernel, run};

/// A text for each row of a batch: prepared texts, and the index of the one that each row has.
#[derive(Clone, Copy)]
pub(in crate::text) struct Lookup<'a> {
    /// Each text in one slot, or in two where it is wide. There is one for each of the indices.
    slots: &'a [Slot<16>],
    indices: &'a [u32],
    is_wide: bool,
}

impl<'a> Lookup<'a> {
    /// Lookups in slots of 16 bytes; none if there is no slot for one of the indices, which may be anything in rows that are null.
    pub fn narrow(slots: &'a [Slot<16>], indices: &'a [u32]) -> Option<Lookup<'a>> {
        let is_sound = indices.is_empty() || largest(indices) < slots.len();
        is_sound.then_some(Lookup { slots, indices, is_wide: false })
    }

    /// Lookups in slots of 32 bytes; none where [`narrow`](Lookup::narrow) has none.
    pub fn wide(slots: &'a [Slot<32>], indices: &'a [u32]) -> Option<Lookup<'a>> {
        let is_sound = indices.is_empty() || largest(indices) < slots.len();
        let slots = slots.as_flattened().as_chunks().0;
        is_sound.then_some(Lookup { slots, indices, is_wide: true })
    }

    /// Writes the text of a row to `at`, and returns where it ends.
    ///
    /// # Safety
    /// `IS_WIDE` is what the lookup was built with. The row has an index. There are at least [`LOOKUP_CAPACITY`] bytes
    /// from `at` on.
    #[inline(always)]
    unsafe fn put<const IS_WIDE: bool>(&self, row: usize, buffer: &mut [u8], at: usize) -> usize {
        // SAFETY: the caller guarantees that there is an index.
        let index = *unsafe { self.indices.get_unchecked(row) } as usize;
        if IS_WIDE {
            // SAFETY: all indices of wide lookups are below half the number of slots, by how lookups are built.
            let pair = unsafe { self.slots.get_unchecked(2 * index..2 * index + 2) };
            // SAFETY: the caller guarantees the capacity.
            let to = unsafe { buffer.get_unchecked_mut(at..at + 32) };
            to.copy_from_slice(pair.as_flattened());
            return at + usize::from(pair[1][15]);
        }
        // SAFETY: all indices of narrow lookups are below the number of slots, by how lookups are built.
        let slot = unsafe { self.slots.get_unchecked(index) };
        // SAFETY: the caller guarantees the capacity.
        let to = unsafe { buffer.get_unchecked_mut(at..at + 16) };
        to.copy_from_slice(slot);
        at + usize::from(slot[15])
    }
}

/// What a lookup touches at most, and how far its length can lead, whatever the last byte of its slot says.
const LOOKUP_CAPACITY: usize = 32 + u8::MAX as usize;

/// The largest of some indices.
fn largest(indices: &[u32]) -> usize {
    let mut largest = 0;
    run(Largest { indices, largest: &mut largest });
    largest as usize
}

struct Largest<'a> {
    indices: &'a [u32],
    largest: &'a mut u32,
}

impl Kernel for Largest<'_> {
    #[inline(always)]
    fn run(self) {
        *self.largest = self.indices.iter().fold(0, |largest, &index| largest.max(index));
    }
}

/// Calls `$put` with the number of lookups and the bits of those that are wide.
macro_rules! by_kind {
    ($kind:expr, $put:ident $arguments:tt) => {
        by_kind!(@ $kind, $put $arguments,
            2 1 0, 3 1 1,
            4 2 0, 5 2 1, 6 2 2, 7 2 3,
            8 3 0, 9 3 1, 10 3 2, 11 3 3, 12 3 4, 13 3 5, 14 3 6, 15 3 7,
            16 4 0, 17 4 1, 18 4 2, 19 4 3, 20 4 4, 21 4 5, 22 4 6, 23 4 7,
            24 4 8, 25 4 9, 26 4 10, 27 4 11, 28 4 12, 29 4 13, 30 4 14, 31 4 15)
    };
    (@ $kind:expr, $put:ident $arguments:tt, $($known:literal $len:literal $wide:literal),*) => {
        match $kind {
            $($known => $put::<$len, $wide> $arguments,)*
            _ => unreachable!("a group has one to four words"),
        }
    };
}

/// One to four lookups that follow each other.
#[derive(Clone, Copy)]
pub(in crate::text) struct Group<'a> {
    lookups: [Lookup<'a>; Group::MAX_LOOKUPS],
    /// All of the lookups have indices for this many rows.
    rows: usize,
    /// A bit for each wide lookup, the first one's the lowest, and above them a bit that says how many lookups there are.
    kind: u8,
}

impl<'a> Group<'a> {
    /// How many lookups a group has at most.
    pub const MAX_LOOKUPS: usize = 4;
    /// The bytes that a row needs from its begin on for each of its groups.
    pub const CAPACITY: usize = Group::MAX_LOOKUPS * LOOKUP_CAPACITY;

    /// A lookup alone.
    pub fn of(lookup: Lookup<'a>) -> Group<'a> {
        let kind = 0b10 | u8::from(lookup.is_wide);
        Group { lookups: [lookup; Group::MAX_LOOKUPS], rows: lookup.indices.len(), kind }
    }

    /// The same followed by another lookup, if there is one left.
    pub fn followed(mut self, lookup: Lookup<'a>) -> Option<Group<'a>> {
        let len = self.kind.ilog2() as usize;
        *self.lookups.get_mut(len)? = lookup;
        let wide = self.kind & !(1 << len) | u8::from(lookup.is_wide) << len;
        let rows = self.rows.min(lookup.indices.len());
        Some(Group { kind: 2 << len | wide, rows, ..self })
    }

    /// Writes the lookups of a row to `at`, and returns where they end.
    ///
    /// # Panics
    /// If there is no such row, or no capacity for it ([`Group::CAPACITY`]).
    #[inline(always)]
    pub fn put(&self, row: usize, buffer: &mut [u8], at: usize) -> usize {
        let has_space = buffer.len().checked_sub(Group::CAPACITY).is_some_and(|last| at <= last);
        assert!(row < self.rows && has_space, "there must be such a row, and capacity for it");
        // SAFETY: the kind is the group's; the row and the capacity were just checked.
        unsafe { by_kind!(self.kind, put_lookups(self, row, buffer, at)) }
    }
}

/// Writes `LEN` lookups of a row, of which `WIDE` has the wide ones; returns where they end.
///
/// # Safety
/// `LEN` and `WIDE` are those of the group, by its kind. It has the row, and there are [`Group::CAPACITY`] bytes
/// from `at` on.
#[inline(always)]
unsafe fn put_lookups<const LEN: usize, const WIDE: u8>(
    group: &Group<'_>,
    row: usize,
    buffer: &mut [u8],
    mut at: usize,
) -> usize {
    for (number, lookup) in group.lookups[..LEN].iter().enumerate() {
        debug_assert!(lookup.is_wide == (WIDE & 1 << number != 0), "the kind says which words are wide");
        at = if WIDE & 1 << number == 0 {
            // SAFETY: the group has the row, and there is capacity for as many lookups as it has at most.
            unsafe { lookup.put::<false>(row, buffer, at) }
        } else {
            // SAFETY: the same.
            unsafe { lookup.put::<true>(row, buffer, at) }
        };
    }
    at
}

/// How many rows a block has.
const BLOCK: usize = 64;

/// Where the texts of a group are, for each row of a block.
type Locations = [[*const Slot<16>; Group::MAX_LOOKUPS]; BLOCK];

/// The locations of each group of a row.
#[derive(Default)]
pub(super) struct GroupScratch(Vec<Locations>);

// SAFETY: the pointers in it are read only by the call of `write` that has put them there.
unsafe impl Send for GroupScratch {}
// SAFETY: as above; through a shared reference nothing is read.
unsafe impl Sync for GroupScratch {}

/// Finds the locations of the texts of some rows.
struct Locate<'p, 'g> {
    group: &'p Group<'g>,
    rows: Range<usize>,
    locations: &'p mut Locations,
}

impl Kernel for Locate<'_, '_> {
    #[inline(always)]
    fn run(self) {
        let Locate { group, rows, locations } = self;
        let indices = group.lookups.map(|lookup| &lookup.indices[rows.clone()]);
        let slots = group.lookups.map(|lookup| lookup.slots.as_ptr());
        let shifts = group.lookups.map(|lookup| u32::from(lookup.is_wide));
        let [a, b, c, d] = indices;
        for ((((location, a), b), c), d) in locations.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            let slot =
                |lookup: usize, index: u32| slots[lookup].wrapping_add((index as usize) << shifts[lookup]);
            *location = [slot(0, *a), slot(1, *b), slot(2, *c), slot(3, *d)];
        }
    }
}

/// Writes `LEN` texts of a row by their locations, of which `WIDE` has the wide ones; returns where they end.
///
/// # Safety
/// The first `LEN` locations are those of slots, two for each that is wide. There are [`Group::CAPACITY`] bytes from `at` on.
#[inline(always)]
unsafe fn put_located<const LEN: usize, const WIDE: u8>(
    locations: &[*const Slot<16>; Group::MAX_LOOKUPS],
    buffer: &mut [u8],
    mut at: usize,
) -> usize {
    for (number, location) in locations[..LEN].iter().enumerate() {
        if WIDE & 1 << number == 0 {
            // SAFETY: the location is that of a slot.
            let slot = unsafe { &**location };
            // SAFETY: there is capacity for as many texts as there are.
            let to = unsafe { buffer.get_unchecked_mut(at..at + 16) };
            to.copy_from_slice(slot);
            at += usize::from(slot[15]);
        } else {
            // SAFETY: the location is that of two slots.
            let pair = unsafe { &*location.cast::<[Slot<16>; 2]>() };
            // SAFETY: there is capacity for as many texts as there are.
            let to = unsafe { buffer.get_unchecked_mut(at..at + 32) };
            to.copy_from_slice(pair.as_flattened());
            at += usize::from(pair[1][15]);
        }
    }
    at
}

/// Writes rows of these groups alone, and returns where they end.
///
/// # Panics
/// If there are no such rows, or no capacity for them.
#[inline(never)]
pub(super) fn write<E: Ends>(
    groups: &[Group<'_>],
    rows: Range<usize>,
    out: &mut [u8],
    scratch: &mut GroupScratch,
    ends: &mut E,
) -> usize {
    if let [group] = groups {
        // SAFETY: the kind is the group's.
        return unsafe { by_kind!(group.kind, rows_of(group, rows, out, ends)) };
    }
    assert!(groups.iter().all(|group| rows.end <= group.rows), "all words must have these rows");
    let last =
        out.len().checked_sub(groups.len() * Group::CAPACITY).expect("there is capacity for complete rows");
    scratch.0.resize(groups.len(), [[std::ptr::null(); Group::MAX_LOOKUPS]; BLOCK]);
    let mut at = 0;
    for first in rows.clone().step_by(BLOCK) {
        let block = first..rows.end.min(first + BLOCK);
        for (group, locations) in groups.iter().zip(&mut scratch.0) {
            run(Locate { group, rows: block.clone(), locations });
        }
        for row in 0..block.len() {
            assert!(at <= last, "there is capacity for complete rows");
            for (group, locations) in groups.iter().zip(&scratch.0) {
                let locations = &locations[row % BLOCK];
                // SAFETY: the kind is the group's, whose locations in this row were just found. At the row's begin there was capacity for
                // all groups, and none takes more than its share.
                at = unsafe { by_kind!(group.kind, put_located(locations, out, at)) };
            }
            ends.add(at);
        }
    }
    at
}

/// Writes rows of one group, of `LEN` lookups of which `WIDE` has the wide ones: a function for each, in which all is in registers.
///
/// # Safety
/// `LEN` and `WIDE` are those of the group, by its kind.
#[inline(never)]
unsafe fn rows_of<const LEN: usize, const WIDE: u8>(
    group: &Group<'_>,
    rows: Range<usize>,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    assert!(rows.end <= group.rows, "all words must have these rows");
    let last = buffer.len().checked_sub(Group::CAPACITY).expect("there is capacity for complete rows");
    let group = *group;
    let mut at = 0;
    for row in rows {
        assert!(at <= last, "there is capacity for complete rows");
        // SAFETY: the kind is the group's, by the caller. The group has all these rows, and there is capacity for one more.
        at = unsafe { put_lookups::<LEN, WIDE>(&group, row, buffer, at) };
        ends.add(at);
    }
    at
}

#[cfg(test)]
mod tests;

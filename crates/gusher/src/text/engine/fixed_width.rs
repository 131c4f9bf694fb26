//! Rows of nothing but a few entries: loops without a decision that depends on the row.

use std::ops::Range;

use super::ends::Ends;
use super::step::{Bound, SlotColumn, Step};
use super::table::Slot;

/// Only rows of up to this many entries have a loop.
pub(super) const MAX_STEPS: usize = 3;

/// The values of a row, in order.
trait PutRow {
    /// The same for these rows only.
    fn of(self, rows: Range<usize>) -> Self;

    /// Writes what a row has at this offset, and returns how long it is.
    fn put(&self, row: usize, buffer: &mut [u8], at: usize) -> usize;
}

/// Entries of one width.
struct Fixed<'a, const BYTES: usize>(SlotColumn<'a, BYTES>);

impl<const BYTES: usize> PutRow for Fixed<'_, BYTES> {
    #[inline(always)]
    fn of(self, rows: Range<usize>) -> Self {
        Fixed((self.0.0, &self.0.1[rows]))
    }

    #[inline(always)]
    fn put(&self, row: usize, buffer: &mut [u8], at: usize) -> usize {
        put_slot(self.0.0, self.0.1[row], buffer, at)
    }
}

/// One after the other.
struct Both<A, B>(A, B);

impl<A: PutRow, B: PutRow> PutRow for Both<A, B> {
    #[inline(always)]
    fn of(self, rows: Range<usize>) -> Self {
        Both(self.0.of(rows.clone()), self.1.of(rows))
    }

    #[inline(always)]
    fn put(&self, row: usize, buffer: &mut [u8], at: usize) -> usize {
        let len = self.0.put(row, buffer, at);
        len + self.1.put(row, buffer, at + len)
    }
}

/// The loop.
fn each(values: impl PutRow, rows: Range<usize>, buffer: &mut [u8], ends: &mut impl Ends) -> usize {
    let count = rows.len();
    let values = values.of(rows);
    let mut at = 0;
    for row in 0..count {
        at += values.put(row, buffer, at);
        ends.add(at);
    }
    at
}

/// Returns `$rows` of a step, whose entries have one of these widths, as `$values`.
macro_rules! for_widths {
    ([$($width:ident)+] $step:expr, $values:ident => $rows:expr) => {
        match $step.bound {
            $(Bound::$width(slots, indices) => {
                let $values = Fixed((slots, indices));
                $rows
            })+
            _ => None,
        }
    };
}

/// Writes rows of two or three entries each; `None` where they have something else, or there is no loop for entries of such widths.
pub(super) fn write(
    steps: &[Step<'_>],
    rows: Range<usize>,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> Option<usize> {
    match steps {
        [a, b] => for_widths!([W8 W16 W32 W64] a, a => for_widths!([W8 W16 W32 W64] b, b =>
            Some(each(Both(a, b), rows, buffer, ends)))),
        [a, b, c] => for_widths!([W8 W16 W32] a, a => for_widths!([W8 W16 W32] b, b =>
            for_widths!([W8 W16 W32 W64] c, c => Some(each(Both(a, Both(b, c)), rows, buffer, ends))))),
        _ => None,
    }
}

#[inline(always)]
pub(super) fn put_slot<const BYTES: usize>(
    slots: &[Slot<BYTES>],
    index: u32,
    buffer: &mut [u8],
    at: usize,
) -> usize {
    copy_slot(&slots[index as usize], buffer, at)
}

#[inline(always)]
pub(super) fn copy_slot<const BYTES: usize>(slot: &Slot<BYTES>, buffer: &mut [u8], at: usize) -> usize {
    let len = usize::from(slot[BYTES - 1]);
    *chunk(buffer, at) = *slot;
    len
}

/// The `N` bytes from `at` on.
#[inline(always)]
pub(super) fn chunk<const N: usize>(buffer: &mut [u8], at: usize) -> &mut [u8; N] {
    buffer[at..].first_chunk_mut().expect("there is capacity for complete rows")
}

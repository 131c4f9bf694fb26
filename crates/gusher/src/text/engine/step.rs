//! The steps of a row's program with the values of one batch.

use super::floats::FloatTexts;
use super::groups::Group;
use super::table::{FixedText, LongTable, Slot, Table, Tail};
use super::uuid::Ids;
use crate::calendar::Unit;
use crate::types::{BytesForm, FixedBytes, Strings};
use std::ops::Range;

/// The slots of a table and which of them each row has.
pub(in crate::text) type SlotColumn<'a, const BYTES: usize> = (&'a [Slot<BYTES>], &'a [u32]);

/// A step of the row's program, and the short text that follows its value.
#[derive(Clone, Copy)]
pub(in crate::text) struct Step<'a> {
    pub bound: Bound<'a>,
    pub tail: &'a Tail,
}

impl<'a> Step<'a> {
    /// The entries, if it has no other values.
    pub fn group(&self) -> Option<Group<'a>> {
        if let Bound::Group(group) = self.bound { Some(group) } else { None }
    }
}

/// A step of the row's program with the values of one batch in its hand.
#[derive(Clone, Copy)]
pub(in crate::text) enum Bound<'a> {
    Text(&'a FixedText),
    W8(&'a [Slot<8>], &'a [u32]),
    W16(&'a [Slot<16>], &'a [u32]),
    W32(&'a [Slot<32>], &'a [u32]),
    W64(&'a [Slot<64>], &'a [u32]),
    /// Short entries that follow each other.
    Group(Group<'a>),
    /// Texts of this batch, one a row.
    Slots(&'a [Slot<16>]),
    /// Numbers from this one on; no other steps.
    Serial(u64),
    Long(&'a LongTable, &'a [u32]),
    /// Texts one after the other, and where each ends.
    Free(&'a [u8], &'a [u32]),
    Int(&'a [i64]),
    Decimal(&'a [i64], u32),
    /// The same with this sign instead of a point.
    LocalDecimal(&'a [i64], u32, u8),
    /// Numbers, and which of the run's blocks has records of them.
    Float(&'a [f64], &'a FloatTexts, usize),
    Date(&'a [i32]),
    DateTime(&'a [i64], u8),
    Unix(&'a [i64], Unit),
    Duration(&'a [i64]),
    Uuid(Ids<'a>),
    UpperUuid(&'a [u128]),
    Ipv4(&'a [u32]),
    Ipv6(&'a [u128]),
    Bytes(&'a FixedBytes, BytesForm),
    /// Where a row's bit is 0: its text instead of the next n steps.
    Patch(&'a [u8], &'a [u8], &'a [u32], usize),
    /// Where a row is null by the bitmap: the text instead of the next n steps.
    Null(&'a [u8], &'a FixedText, usize),
}

impl Bound<'_> {
    /// How many bytes writing the texts of these rows touches, if they are built for each row.
    pub fn text_bytes(&self, rows: &Range<usize>) -> Option<usize> {
        let (Bound::Free(_, ends) | Bound::Patch(_, _, ends, _)) = self else { return None };
        let end = |row: usize| if row == 0 { 0 } else { ends[row - 1] as usize };
        Some(end(rows.end) - end(rows.start) + rows.len() * Strings::SLACK)
    }
}

impl<'a> Bound<'a> {
    pub fn table(table: &'a Table, indices: &'a [u32]) -> Bound<'a> {
        match table {
            Table::W8(slots) => Bound::W8(slots, indices),
            Table::W16(slots) => Bound::W16(slots, indices),
            Table::W32(slots) => Bound::W32(slots, indices),
            Table::W64(slots) => Bound::W64(slots, indices),
            Table::Long(table) => Bound::Long(table, indices),
        }
    }
}

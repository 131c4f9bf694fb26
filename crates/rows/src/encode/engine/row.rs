//! The row loop: the one place where each value of each row passes by.

use std::ops::Range;

use super::buffer::Buffer;
use super::table::{LongTable, Table, Text};
use super::{address, bytes, digits};
use crate::calendar::Unit;
use crate::types::{BytesForm, FixedBytes, is_null};

/// A step of the row's program with the values of one batch in its hand.
pub(in crate::encode) enum Bound<'a> {
    Text(&'a Text),
    W8(&'a [[u8; 8]], &'a [u32]),
    W16(&'a [[u8; 16]], &'a [u32]),
    W32(&'a [[u8; 32]], &'a [u32]),
    W64(&'a [[u8; 64]], &'a [u32]),
    Long(&'a LongTable, &'a [u32]),
    /// Texts one behind the other, and where each ends.
    Free(&'a [u8], &'a [u32]),
    Int(&'a [i64]),
    Decimal(&'a [i64], u32),
    Date(&'a [i32]),
    DateTime(&'a [i64], u8),
    Unix(&'a [i64], Unit),
    Duration(&'a [i64]),
    Uuid(&'a [u128]),
    UpperUuid(&'a [u128]),
    Ipv4(&'a [u32]),
    Ipv6(&'a [u128]),
    Bytes(&'a FixedBytes, BytesForm),
    /// Where a row is null by the bitmap: the text instead of the next so many steps.
    Null(&'a [u8], &'a Text, usize),
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

/// Rows are written in runs that take no more room than this, so that wide rows take no more memory than narrow ones.
const RUN_BYTES: usize = 64 << 10;

/// Appends the rows of a batch whose program is `ops`; none of them touches more than `max_bytes`.
pub(in crate::encode) fn write(ops: &[Bound<'_>], rows: Range<usize>, max_bytes: usize, out: &mut Buffer) {
    let run = (RUN_BYTES / max_bytes.max(1)).max(1);
    let mut start = rows.start;
    while start < rows.end {
        let end = rows.end.min(start + run);
        let room = out.room((end - start) * max_bytes);
        let written = match ops {
            [Bound::W8(slots, indices)] => write_slots(slots, &indices[start..end], room),
            [Bound::W16(slots, indices)] => write_slots(slots, &indices[start..end], room),
            [Bound::W32(slots, indices)] => write_slots(slots, &indices[start..end], room),
            _ => write_rows(ops, start..end, room),
        };
        out.advance(written);
        start = end;
    }
}

/// Appends the first `rows` rows of a batch, and notes where each ends in `out`.
pub(in crate::encode) fn write_each(
    ops: &[Bound<'_>],
    rows: usize,
    max_bytes: usize,
    out: &mut Buffer,
    ends: &mut Vec<usize>,
) {
    let run = (RUN_BYTES / max_bytes.max(1)).max(1);
    let mut start = 0;
    while start < rows {
        let end = rows.min(start + run);
        let before = out.len();
        let room = out.room((end - start) * max_bytes);
        let mut at = 0;
        for row in start..end {
            at += write_rows(ops, row..row + 1, &mut room[at..]);
            ends.push(before + at);
        }
        out.advance(at);
        start = end;
    }
}

/// Rows of one word each.
fn write_slots<const N: usize>(slots: &[[u8; N]], indices: &[u32], room: &mut [u8]) -> usize {
    let mut at = 0;
    for &index in indices {
        at += put_slot(slots, index, room, at);
    }
    at
}

#[inline(always)]
fn write_rows(ops: &[Bound<'_>], rows: Range<usize>, room: &mut [u8]) -> usize {
    let mut at = 0;
    for row in rows {
        let mut steps = ops.iter();
        while let Some(op) = steps.next() {
            at += match op {
                Bound::Text(text) => put_text(text, room, at),
                Bound::W8(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::W16(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::W32(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::W64(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::Long(table, indices) => put_bytes(table.get(indices[row]), room, at),
                Bound::Int(values) => digits::put_int(values[row], chunk(room, at)),
                Bound::Decimal(values, scale) => digits::put_decimal(values[row], *scale, chunk(room, at)),
                Bound::Date(values) => digits::put_date(values[row], chunk(room, at)),
                Bound::Free(texts, ends) => put_free(texts, ends, row, room, at),
                Bound::Uuid(values) => digits::put_uuid::<false>(values[row], chunk(room, at)),
                Bound::Ipv4(values) => digits::put_ipv4(values[row], chunk(room, at)),
                Bound::Null(validity, text, skip) if is_null(validity, row) => {
                    steps = steps.as_slice()[*skip..].iter();
                    put_text(text, room, at)
                }
                Bound::Null(..) => 0,
                rare => put_rare(rare, row, room, at),
            };
        }
    }
    at
}

/// The steps that few rows have. They stand apart, so that the loop above keeps its registers for what most rows have.
#[inline(never)]
fn put_rare(op: &Bound<'_>, row: usize, room: &mut [u8], at: usize) -> usize {
    match op {
        Bound::DateTime(values, between) => digits::put_date_time(values[row], *between, chunk(room, at)),
        Bound::Unix(values, unit) => digits::put_int(unit.seconds(values[row]), chunk(room, at)),
        Bound::Duration(values) => digits::put_duration(values[row], chunk(room, at)),
        Bound::UpperUuid(values) => digits::put_uuid::<true>(values[row], chunk(room, at)),
        Bound::Ipv6(values) => address::put_ipv6(values[row], chunk(room, at)),
        Bound::Bytes(blobs, form) => bytes::put(blobs, row, *form, &mut room[at..]),
        _ => unreachable!("the loop has this step itself"),
    }
}

/// The `N` bytes from `at` on.
#[inline(always)]
fn chunk<const N: usize>(room: &mut [u8], at: usize) -> &mut [u8; N] {
    room[at..].first_chunk_mut().expect("room was made for whole rows")
}

#[inline(always)]
fn put_slot<const N: usize>(slots: &[[u8; N]], index: u32, room: &mut [u8], at: usize) -> usize {
    let slot = &slots[index as usize];
    *chunk(room, at) = *slot;
    usize::from(slot[N - 1])
}

#[inline(always)]
fn put_text(text: &Text, room: &mut [u8], at: usize) -> usize {
    for (i, block) in text.blocks.iter().enumerate() {
        *chunk(room, at + 16 * i) = *block;
    }
    text.len
}

fn put_bytes(bytes: &[u8], room: &mut [u8], at: usize) -> usize {
    room[at..at + bytes.len()].copy_from_slice(bytes);
    bytes.len()
}

/// The text of one row, in blocks of 16 bytes: there is slack behind the last one.
#[inline(always)]
fn put_free(texts: &[u8], ends: &[u32], row: usize, room: &mut [u8], at: usize) -> usize {
    let start = if row == 0 { 0 } else { ends[row - 1] as usize };
    let len = ends[row] as usize - start;
    for i in (0..len).step_by(16) {
        let block: &[u8; 16] = texts[start + i..].first_chunk().expect("there is slack behind the texts");
        *chunk(room, at + i) = *block;
    }
    len
}

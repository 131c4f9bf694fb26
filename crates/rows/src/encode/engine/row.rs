//! The row loop: the one place where each value of each row passes by.

use std::ops::Range;

use super::buffer::Buffer;
use super::table::{LongTable, Slot, Table, Tail, Text};
use super::{address, bytes, digits, serial, uuid};
use crate::calendar::Unit;
use crate::types::{BytesForm, FixedBytes, is_null};

/// A step of the row's program, and the short text that follows its value.
pub(in crate::encode) struct Step<'a> {
    pub bound: Bound<'a>,
    pub tail: &'a Tail,
}

/// A step of the row's program with the values of one batch in its hand.
#[derive(Clone, Copy)]
pub(in crate::encode) enum Bound<'a> {
    Text(&'a Text),
    W8(&'a [Slot<8>], &'a [u32]),
    W16(&'a [Slot<16>], &'a [u32]),
    W32(&'a [Slot<32>], &'a [u32]),
    W64(&'a [Slot<64>], &'a [u32]),
    /// Short words that follow each other.
    Words2([Words<'a, 16>; 2]),
    Words3([Words<'a, 16>; 3]),
    Words4([Words<'a, 16>; 4]),
    /// Texts of this batch, one a row.
    Slots(&'a [Slot<16>]),
    /// Numbers from this one on; no other steps.
    Serial(u64),
    Long(&'a LongTable, &'a [u32]),
    /// Texts one after the other, and where each ends.
    Free(&'a [u8], &'a [u32]),
    Int(&'a [i64]),
    Decimal(&'a [i64], u32),
    Date(&'a [i32]),
    DateTime(&'a [i64], u8),
    Unix(&'a [i64], Unit),
    Duration(&'a [i64]),
    /// The digits of ids.
    Uuid([&'a [u64]; 4]),
    UpperUuid(&'a [u128]),
    Ipv4(&'a [u32]),
    Ipv6(&'a [u128]),
    Bytes(&'a FixedBytes, BytesForm),
    /// Where a row's bit is 0: its text instead of the next so many steps.
    Patch(&'a [u8], &'a [u8], &'a [u32], usize),
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

/// Appends the rows of a batch whose program is `steps`; none of them touches more than `max_bytes`.
pub(in crate::encode) fn write(steps: &[Step<'_>], rows: Range<usize>, max_bytes: usize, out: &mut Buffer) {
    let run = (RUN_BYTES / max_bytes.max(1)).max(1);
    let mut start = rows.start;
    while start < rows.end {
        let end = rows.end.min(start + run);
        let room = out.room((end - start) * max_bytes);
        let written = match steps {
            [Step { bound, tail }] => write_values(bound, tail, start..end, room),
            _ => write_several(steps, start..end, room),
        };
        out.advance(written);
        start = end;
    }
}

/// Appends the first `rows` rows of a batch, and notes where each ends in `out`.
pub(in crate::encode) fn write_each(
    steps: &[Step<'_>],
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
            at += write_rows(steps, row..row + 1, &mut room[at..]);
            ends.push(before + at);
        }
        out.advance(at);
        start = end;
    }
}

/// Rows of one value each, in a loop for each kind.
fn write_values(bound: &Bound<'_>, tail: &Tail, rows: Range<usize>, room: &mut [u8]) -> usize {
    match bound {
        Bound::W8(slots, indices) => write_slots(slots, &indices[rows], room),
        Bound::W16(slots, indices) => write_slots(slots, &indices[rows], room),
        Bound::W32(slots, indices) => write_slots(slots, &indices[rows], room),
        Bound::Slots(slots) => {
            let mut at = 0;
            for slot in &slots[rows] {
                at += copy_slot(slot, room, at);
            }
            at
        }
        Bound::Serial(first) => {
            let mut at = 0;
            serial::each(first + rows.start as u64, rows.len(), tail.text(), |slot| {
                at += copy_slot(&slot, room, at);
            });
            at
        }
        Bound::Int(values) => write_each_value(&values[rows], tail, room, |value, room, at| {
            digits::put_int(*value, chunk(room, at))
        }),
        Bound::Uuid(words) => {
            let [a, b, c, d] = words.map(|words| &words[rows.clone()]);
            let ids = a.iter().zip(b).zip(c).zip(d);
            let put =
                |(((a, b), c), d): Id<'_>, room: &mut [u8], at| uuid::put([*a, *b, *c, *d], chunk(room, at));
            write_each_value(ids, tail, room, put)
        }
        Bound::Ipv4(values) => write_each_value(&values[rows], tail, room, |value, room, at| {
            digits::put_ipv4(*value, chunk(room, at))
        }),
        Bound::Words4(words) => {
            let words = words.map(|(slots, indices)| (slots, &indices[rows.clone()]));
            let mut at = 0;
            for row in 0..rows.len() {
                at += put_words(&words, row, room, at);
            }
            at
        }
        _ => write_rows(&[Step { bound: *bound, tail }], rows, room),
    }
}

/// The digits of one id.
type Id<'a> = (((&'a u64, &'a u64), &'a u64), &'a u64);

/// Rows of one value each, which `put` writes to a place of the room.
#[inline(always)]
fn write_each_value<T>(
    values: impl IntoIterator<Item = T>,
    tail: &Tail,
    room: &mut [u8],
    put: impl Fn(T, &mut [u8], usize) -> usize,
) -> usize {
    let (block, len) = (tail.block, tail.len);
    let mut at = 0;
    for value in values {
        at += put(value, room, at);
        *chunk(room, at) = block;
        at += len;
    }
    at
}

/// Rows of one word each.
fn write_slots<const BYTES: usize>(slots: &[Slot<BYTES>], indices: &[u32], room: &mut [u8]) -> usize {
    let mut at = 0;
    for &index in indices {
        at += put_slot(slots, index, room, at);
    }
    at
}

/// The slots of a table and which of them each row has.
pub(in crate::encode) type Words<'a, const BYTES: usize> = (&'a [Slot<BYTES>], &'a [u32]);

/// Rows of two words each.
fn write_pairs<const A: usize, const B: usize>(a: Words<'_, A>, b: Words<'_, B>, room: &mut [u8]) -> usize {
    let mut at = 0;
    for (&first, &second) in a.1.iter().zip(b.1) {
        at += put_slot(a.0, first, room, at);
        at += put_slot(b.0, second, room, at);
    }
    at
}

/// Rows of three words each.
fn write_triples<const A: usize, const B: usize, const C: usize>(
    a: Words<'_, A>,
    b: Words<'_, B>,
    c: Words<'_, C>,
    room: &mut [u8],
) -> usize {
    let mut at = 0;
    for ((&first, &second), &third) in a.1.iter().zip(b.1).zip(c.1) {
        at += put_slot(a.0, first, room, at);
        at += put_slot(b.0, second, room, at);
        at += put_slot(c.0, third, room, at);
    }
    at
}

/// Compiles `$then` for each width of slots that most tables have, or else does `$otherwise`.
macro_rules! for_words {
    ($bound:expr, $rows:expr, $words:ident => $then:expr, $otherwise:expr) => {
        match $bound {
            Bound::W8(slots, indices) => {
                let $words = (slots, &indices[$rows]);
                $then
            }
            Bound::W16(slots, indices) => {
                let $words = (slots, &indices[$rows]);
                $then
            }
            _ => $otherwise,
        }
    };
}

/// Rows of several values each: in a loop of their own where these are two or three short words.
fn write_several(steps: &[Step<'_>], rows: Range<usize>, room: &mut [u8]) -> usize {
    let any = |room| write_rows(steps, rows.clone(), room);
    match steps {
        [a, b] => for_words!(a.bound, rows.clone(), a => for_words!(b.bound, rows.clone(), b =>
            write_pairs(a, b, room), any(room)), any(room)),
        [a, b, c] => for_words!(a.bound, rows.clone(), a => for_words!(b.bound, rows.clone(), b =>
            for_words!(c.bound, rows.clone(), c => write_triples(a, b, c, room), any(room)), any(room)), any(room)),
        _ => any(room),
    }
}

#[inline(always)]
fn write_rows(steps: &[Step<'_>], rows: Range<usize>, room: &mut [u8]) -> usize {
    let mut at = 0;
    for row in rows {
        let mut left = steps.iter();
        while let Some(Step { bound, tail }) = left.next() {
            at += match bound {
                Bound::Text(text) => put_text(text, room, at),
                Bound::W8(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::W16(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::W32(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::W64(slots, indices) => put_slot(slots, indices[row], room, at),
                Bound::Words2(words) => put_words(words, row, room, at),
                Bound::Words3(words) => put_words(words, row, room, at),
                Bound::Words4(words) => put_words(words, row, room, at),
                Bound::Slots(slots) => put_slot(slots, row as u32, room, at),
                Bound::Long(table, indices) => put_bytes(table.get(indices[row]), room, at),
                Bound::Int(values) => {
                    let len = digits::put_int(values[row], chunk(room, at));
                    len + put_tail(tail, room, at + len)
                }
                Bound::Decimal(values, scale) => {
                    let len = digits::put_decimal(values[row], *scale, chunk(room, at));
                    len + put_tail(tail, room, at + len)
                }
                Bound::Date(values) => {
                    let len = digits::put_date(values[row], chunk(room, at));
                    len + put_tail(tail, room, at + len)
                }
                Bound::Free(texts, ends) => {
                    let len = put_free(texts, ends, row, room, at);
                    len + put_tail(tail, room, at + len)
                }
                Bound::Uuid(values) => {
                    let len = uuid::put(values.map(|words| words[row]), chunk(room, at));
                    len + put_tail(tail, room, at + len)
                }
                Bound::Ipv4(values) => {
                    let len = digits::put_ipv4(values[row], chunk(room, at));
                    len + put_tail(tail, room, at + len)
                }
                Bound::Serial(first) => put_serial(*first, tail, row, room, at),
                Bound::Null(validity, text, skip) if is_null(validity, row) => {
                    left = left.as_slice()[*skip..].iter();
                    put_text(text, room, at)
                }
                Bound::Patch(unpatched, texts, ends, skip) if is_null(unpatched, row) => {
                    left = left.as_slice()[*skip..].iter();
                    put_patch(texts, ends, row, room, at)
                }
                Bound::Null(..) | Bound::Patch(..) => 0,
                rare => put_rare(rare, row, room, at),
            };
        }
    }
    at
}

#[inline(always)]
fn put_tail(tail: &Tail, room: &mut [u8], at: usize) -> usize {
    *chunk(room, at) = tail.block;
    tail.len
}

/// A row that is written alone where others would be in a loop of their own.
#[inline(never)]
fn put_serial(first: u64, tail: &Tail, row: usize, room: &mut [u8], at: usize) -> usize {
    let len = digits::put_int((first + row as u64) as i64, chunk(room, at));
    len + put_tail(tail, room, at + len)
}

/// The other text of a row: few rows have one.
#[inline(never)]
fn put_patch(texts: &[u8], ends: &[u32], row: usize, room: &mut [u8], at: usize) -> usize {
    put_free(texts, ends, row, room, at)
}

/// The steps that few rows have. They are apart, so that the loop above keeps its registers for what most rows have.
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
fn put_slot<const BYTES: usize>(slots: &[Slot<BYTES>], index: u32, room: &mut [u8], at: usize) -> usize {
    copy_slot(&slots[index as usize], room, at)
}

/// The words of one row, one after the other.
#[inline(always)]
fn put_words<const N: usize>(words: &[Words<'_, 16>; N], row: usize, room: &mut [u8], start: usize) -> usize {
    let mut at = start;
    for (slots, indices) in words {
        at += put_slot(slots, indices[row], room, at);
    }
    at - start
}

#[inline(always)]
fn copy_slot<const BYTES: usize>(slot: &Slot<BYTES>, room: &mut [u8], at: usize) -> usize {
    let len = usize::from(slot[BYTES - 1]);
    *chunk(room, at) = *slot;
    len
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

/// The text of one row, in blocks of 16 bytes: there is slack after the last one.
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

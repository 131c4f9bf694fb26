//! The row loop: the one loop through which each value of each row passes.

use std::ops::Range;

use super::ends::Ends;
use super::fixed_width::{self, chunk, copy_slot, put_slot};
use super::floats::FloatTexts;
use super::groups::{self, Group};
use super::scratch::RunScratch;
use super::step::{Bound, Step};
use super::table::{FixedText, Slot, Tail};
use super::{address, bytes, digits, even, floats, serial};
use crate::types::is_null;

/// Writes these rows, one after the other: `groups` are those of the steps. Says how long they are.
pub(super) fn write_run(
    steps: &[Step<'_>],
    groups: &[Group<'_>],
    scratch: &mut RunScratch,
    rows: Range<usize>,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    if groups.len() == steps.len() && !steps.is_empty() {
        return groups::write(groups, rows, buffer, &mut scratch.groups, ends);
    }
    let blocks = &mut scratch.floats[..];
    match steps {
        [Step { bound, tail }] => write_values(bound, tail, rows.clone(), buffer, ends)
            .unwrap_or_else(|| write_any(steps, blocks, rows, buffer, ends)),
        [Step { bound: Bound::Float(values, texts, _), .. }, Step { bound: Bound::Text(after), .. }]
            if after.blocks.len() == 1 =>
        {
            write_floats(&values[rows], texts, after, buffer, ends)
        }
        _ => fixed_width::write(steps, rows.clone(), buffer, ends)
            .unwrap_or_else(|| write_any(steps, blocks, rows, buffer, ends)),
    }
}

/// Rows of one value each, in a loop for each kind; `None` where the kind has no loop of its own.
fn write_values(
    bound: &Bound<'_>,
    tail: &Tail,
    rows: Range<usize>,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> Option<usize> {
    Some(match bound {
        Bound::W8(slots, indices) => write_slots(slots, &indices[rows], buffer, ends),
        Bound::W16(slots, indices) => write_slots(slots, &indices[rows], buffer, ends),
        Bound::W32(slots, indices) => write_slots(slots, &indices[rows], buffer, ends),
        Bound::Slots(slots) => {
            let mut at = 0;
            for slot in &slots[rows] {
                at += copy_slot(slot, buffer, at);
                if tail.len > 0 {
                    at += put_tail(tail, buffer, at);
                }
                ends.add(at);
            }
            at
        }
        Bound::Serial(first) => {
            let mut at = 0;
            serial::each(first + rows.start as u64, rows.len(), tail.text(), |slot, len| {
                *chunk(buffer, at) = slot.to_le_bytes();
                at += len;
                ends.add(at);
            });
            at
        }
        Bound::Int(values) => write_each_value(&values[rows], tail, buffer, ends, |value, buffer, at| {
            digits::put_int(*value, chunk(buffer, at))
        }),
        Bound::Uuid(ids) => {
            let mut at = 0;
            for words in ids.iter(rows) {
                at += ids.put(words, chunk(buffer, at));
                if tail.len > 0 {
                    at += put_tail(tail, buffer, at);
                }
                ends.add(at);
            }
            at
        }
        Bound::Ipv4(values) => write_each_value(&values[rows], tail, buffer, ends, |value, buffer, at| {
            digits::put_ipv4(*value, chunk(buffer, at))
        }),
        Bound::Free(texts, text_ends) => match even::width(text_ends, &rows) {
            Some(width) => even::write(&texts[width * rows.start..], width, rows.len(), tail, buffer, ends),
            None => return None,
        },
        _ => return None,
    })
}

/// Rows of one value each, which `put` writes to an offset of the buffer.
#[inline(always)]
fn write_each_value<T>(
    values: impl IntoIterator<Item = T>,
    tail: &Tail,
    buffer: &mut [u8],
    ends: &mut impl Ends,
    put: impl Fn(T, &mut [u8], usize) -> usize,
) -> usize {
    let (block, len) = (tail.block, tail.len);
    let mut at = 0;
    for value in values {
        at += put(value, buffer, at);
        *chunk(buffer, at) = block;
        at += len;
        ends.add(at);
    }
    at
}

/// Rows of one floating-point number and a short text each.
fn write_floats(
    values: &[f64],
    texts: &FloatTexts,
    after: &FixedText,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    let mut at = 0;
    floats::each(values, texts, |value, record| {
        at += floats::put_with(record, value, texts, chunk(buffer, at));
        at += put_text(after, buffer, at);
        ends.add(at);
    });
    at
}

/// Rows of one entry each.
fn write_slots<const BYTES: usize>(
    slots: &[Slot<BYTES>],
    indices: &[u32],
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    let mut at = 0;
    for &index in indices {
        at += put_slot(slots, index, buffer, at);
        ends.add(at);
    }
    at
}

/// Rows of any steps.
fn write_any(
    steps: &[Step<'_>],
    blocks: &mut [floats::Block],
    rows: Range<usize>,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    // The loop without blocks has a register more for everything else.
    match blocks.is_empty() {
        true => write_rows::<false>(steps, blocks, rows, buffer, ends),
        false => write_rows::<true>(steps, blocks, rows, buffer, ends),
    }
}

#[inline(always)]
fn write_rows<const HAS_FLOATS: bool>(
    steps: &[Step<'_>],
    blocks: &mut [floats::Block],
    rows: Range<usize>,
    buffer: &mut [u8],
    ends: &mut impl Ends,
) -> usize {
    let mut at = 0;
    for row in rows {
        let mut left = steps.iter();
        while let Some(Step { bound, tail }) = left.next() {
            at += match bound {
                Bound::Text(text) => put_text(text, buffer, at),
                Bound::W8(slots, indices) => put_slot(slots, indices[row], buffer, at),
                Bound::W16(slots, indices) => put_slot(slots, indices[row], buffer, at),
                Bound::W32(slots, indices) => put_slot(slots, indices[row], buffer, at),
                Bound::W64(slots, indices) => put_slot(slots, indices[row], buffer, at),
                Bound::Group(group) => group.put(row, buffer, at) - at,
                Bound::Slots(slots) => {
                    let len = put_slot(slots, row as u32, buffer, at);
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Long(table, indices) => put_bytes(table.get(indices[row]), buffer, at),
                Bound::Int(values) => {
                    let len = digits::put_int(values[row], chunk(buffer, at));
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Decimal(values, scale) => {
                    let len = digits::put_decimal(values[row], *scale, chunk(buffer, at));
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Date(values) => {
                    let len = digits::put_date(values[row], chunk(buffer, at));
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Free(texts, ends) => {
                    let len = put_free(texts, ends, row, buffer, at);
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Uuid(ids) => {
                    let len = ids.put(ids.get(row), chunk(buffer, at));
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Ipv4(values) => {
                    let len = digits::put_ipv4(values[row], chunk(buffer, at));
                    len + put_tail(tail, buffer, at + len)
                }
                Bound::Serial(first) => put_serial(*first, tail, row, buffer, at),
                Bound::Null(validity, text, skip) if is_null(validity, row) => {
                    left = left.as_slice()[*skip..].iter();
                    put_text(text, buffer, at)
                }
                Bound::Patch(unpatched, texts, ends, skip) if is_null(unpatched, row) => {
                    left = left.as_slice()[*skip..].iter();
                    put_patch(texts, ends, row, buffer, at)
                }
                Bound::Null(..) | Bound::Patch(..) => 0,
                Bound::Float(values, texts, block) if HAS_FLOATS => {
                    blocks[*block].put(values, row, texts, chunk(buffer, at))
                }
                rare => put_rare(rare, row, buffer, at),
            };
        }
        ends.add(at);
    }
    at
}

#[inline(always)]
fn put_tail(tail: &Tail, buffer: &mut [u8], at: usize) -> usize {
    *chunk(buffer, at) = tail.block;
    tail.len
}

/// A row that is written alone where others would be in a loop of their own.
#[inline(never)]
fn put_serial(first: u64, tail: &Tail, row: usize, buffer: &mut [u8], at: usize) -> usize {
    let len = digits::put_int((first + row as u64) as i64, chunk(buffer, at));
    len + put_tail(tail, buffer, at + len)
}

/// The other text of a row: few rows have one.
#[inline(never)]
fn put_patch(texts: &[u8], ends: &[u32], row: usize, buffer: &mut [u8], at: usize) -> usize {
    put_free(texts, ends, row, buffer, at)
}

/// The steps that few rows have. They are apart, so that the loop above keeps its registers for what most rows have.
#[inline(never)]
fn put_rare(op: &Bound<'_>, row: usize, buffer: &mut [u8], at: usize) -> usize {
    match op {
        Bound::DateTime(values, between) => digits::put_date_time(values[row], *between, chunk(buffer, at)),
        Bound::LocalDecimal(values, scale, point) => {
            let len = digits::put_decimal(values[row], *scale, chunk(buffer, at));
            if *scale > 0 {
                buffer[at + len - 1 - *scale as usize] = *point;
            }
            len
        }
        Bound::Unix(values, unit) => digits::put_int(unit.seconds(values[row]), chunk(buffer, at)),
        Bound::Duration(values) => digits::put_duration(values[row], chunk(buffer, at)),
        Bound::UpperUuid(values) => digits::put_uuid::<true>(values[row], chunk(buffer, at)),
        Bound::Ipv6(values) => address::put_ipv6(values[row], chunk(buffer, at)),
        Bound::Bytes(blobs, form) => bytes::put(blobs, row, *form, &mut buffer[at..]),
        _ => unreachable!("the loop has this step itself"),
    }
}

#[inline(always)]
fn put_text(text: &FixedText, buffer: &mut [u8], at: usize) -> usize {
    for (i, block) in text.blocks.iter().enumerate() {
        *chunk(buffer, at + 16 * i) = *block;
    }
    text.len
}

fn put_bytes(bytes: &[u8], buffer: &mut [u8], at: usize) -> usize {
    buffer[at..at + bytes.len()].copy_from_slice(bytes);
    bytes.len()
}

/// The text of one row, in blocks of 16 bytes: there is slack after the last one.
#[inline(always)]
fn put_free(texts: &[u8], ends: &[u32], row: usize, buffer: &mut [u8], at: usize) -> usize {
    let start = if row == 0 { 0 } else { ends[row - 1] as usize };
    let len = ends[row] as usize - start;
    for i in (0..len).step_by(16) {
        let block: &[u8; 16] = texts[start + i..].first_chunk().expect("there is slack behind the texts");
        *chunk(buffer, at + i) = *block;
    }
    len
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::text::Buffer;
    use crate::text::engine::bound::BoundRow;
    use crate::text::engine::list::List;
    use crate::text::engine::scratch::Vectors;
    use crate::text::engine::serial::NO_TAIL;
    use crate::text::engine::step::{Bound, Step};
    use crate::text::engine::table::Table;

    proptest! {
        #[test]
        fn rows_of_lookups_are_those_of_the_naive_twin(
            lists in prop::collection::vec((prop::collection::vec("[a-z]{0,5}", 1..6), 0usize..4), 1..6),
            rows in 0usize..50,
            most in 1usize..200,
            seed: u32,
        ) {
            // One text of each list decides how wide the slots are.
            let lists: Vec<Vec<String>> = lists
                .into_iter()
                .map(|(mut texts, wide)| {
                    texts.push("w".repeat([7, 15, 31, 63][wide]));
                    texts
                })
                .collect();
            let tables: Vec<Table> =
                lists.iter().map(|texts| Table::of(&texts.iter().collect::<List>(), b"", b"")).collect();
            let index = |list: usize, row: usize| seed.rotate_left((7 * list + 3 * row) as u32) % lists[list].len() as u32;
            let indices: Vec<Vec<u32>> =
                (0..lists.len()).map(|list| (0..rows).map(|row| index(list, row)).collect()).collect();
            let steps: Vec<Step<'_>> = tables
                .iter()
                .zip(&indices)
                .map(|(table, indices)| Step { bound: Bound::table(table, indices), tail: &NO_TAIL })
                .collect();
            let (mut naive, mut naive_ends) = (b"before".to_vec(), vec![6]);
            for row in 0..rows {
                for (texts, indices) in lists.iter().zip(&indices) {
                    naive.extend_from_slice(texts[indices[row] as usize].as_bytes());
                }
                naive_ends.push(naive.len());
            }
            // More capacity in some cases than the rows need, so that they are cut into other runs.
            let max_bytes = 64 * steps.len() + most * 64;
            let (mut each, mut all, mut ends) = (Buffer::default(), Buffer::default(), vec![6]);
            each.extend(b"before");
            all.extend(b"before");
            let mut vectors = Vectors::default();
            // The second has the vectors of the first.
            for (is_noted, out) in [(true, &mut each), (false, &mut all)] {
                let mut bound = BoundRow::new(steps.iter().copied(), rows, [max_bytes; 2], &mut vectors);
                if is_noted {
                    bound.write_each(rows, out, &mut ends);
                } else {
                    bound.write(0..rows, out);
                }
            }
            prop_assert_eq!(each.as_ref(), &naive[..]);
            prop_assert_eq!(all.as_ref(), &naive[..]);
            prop_assert_eq!(ends, naive_ends);
        }
    }
}

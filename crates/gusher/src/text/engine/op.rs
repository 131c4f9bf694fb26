//! The steps of a row's program: what each needs of a batch, and the most bytes that it touches.

use std::fmt;
use std::sync::Arc;

use super::decimals;
use super::digit::Digit;
use super::escape::{Escape, escaped, lay_patches};
use super::scratch::{NestedRoom, Scratch};
use super::serial;
use super::step::{Bound, Step};
use super::table::{Table, Tail, Text};
use super::time_index::Index;
use super::uuid;
use crate::calendar::Unit;
use crate::types::{Array, BytesForm, ColumnData, Strings};

/// Where a step finds its values: a column, or a part of a joined text in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::text) struct Place {
    column: usize,
    /// From the outside in.
    parts: Vec<usize>,
}

/// One step of a row's program.
#[derive(Debug)]
pub(in crate::text) enum Op {
    /// Unchanging text.
    Text(Text),
    /// The word of a part.
    Word {
        place: Place,
        part: usize,
        table: Arc<Table>,
    },
    /// A number or date of a small range, or a truth value, by its distance from `base`.
    Small {
        place: Place,
        base: i64,
        table: Arc<Table>,
    },
    /// A free text of at most so many bytes.
    Free {
        place: Place,
        longest: usize,
        escape: Escape,
    },
    Int {
        place: Place,
    },
    Decimal {
        place: Place,
        scale: u32,
    },
    Date {
        place: Place,
    },
    /// A time in UTC to the second, with this byte between day and hour.
    DateTime {
        place: Place,
        between: u8,
    },
    /// A part of a time, by a table.
    Time {
        place: Place,
        index: Index,
        table: Arc<Table>,
    },
    /// A digit of a number, by a table.
    Digit {
        place: Place,
        digit: Digit,
        table: Arc<Table>,
    },
    /// A time as Unix seconds.
    Unix {
        place: Place,
        unit: Unit,
    },
    /// Seconds as a duration.
    Duration {
        place: Place,
    },
    Uuid {
        place: Place,
        upper: bool,
    },
    Ipv4 {
        place: Place,
    },
    Ipv6 {
        place: Place,
    },
    /// So many bytes, as text.
    Bytes {
        place: Place,
        len: usize,
        form: BytesForm,
    },
    /// A list or a struct.
    Nested {
        place: Place,
        values: Box<dyn Nested>,
        escape: Escape,
    },
    /// Where the column has another text than its value: that one, of at most so many bytes, instead of the next `skip` steps.
    Patch {
        column: usize,
        longest: usize,
        escape: Escape,
        skip: usize,
    },
    /// Where the column is null: this text instead of the next `skip` steps.
    Null {
        column: usize,
        text: Text,
        skip: usize,
    },
}

/// Writes lists or structs, whose values have programs of their own.
pub(in crate::text) trait Nested: fmt::Debug + Send + Sync {
    /// Adds the text of each of so many rows to `texts`.
    fn write(&self, values: &Array, rows: usize, room: &mut NestedRoom, texts: &mut Strings);

    /// The most bytes that the text of a row has.
    fn max_bytes(&self) -> usize;
}

impl Place {
    pub fn column(column: usize) -> Place {
        Place { column, parts: Vec::new() }
    }

    /// A part of the joined text in this place.
    pub fn part(&self, part: usize) -> Place {
        Place { column: self.column, parts: [&self.parts[..], &[part]].concat() }
    }

    fn values<'a>(&self, columns: &'a [ColumnData]) -> &'a Array {
        let values = match columns[self.column].values() {
            Array::Patched(patched) => patched.values(),
            values => values,
        };
        self.parts.iter().fold(values, |values, &part| match values {
            Array::Joined(parts) => &parts[part],
            other => mismatch("a joined text", other),
        })
    }
}

impl Op {
    /// Whether it writes texts that are made for each row.
    pub fn is_free(&self) -> bool {
        matches!(self, Op::Free { .. } | Op::Patch { .. } | Op::Nested { .. })
    }

    /// The most bytes that the step touches.
    pub fn max_bytes(&self) -> usize {
        match self {
            Op::Text(text) | Op::Null { text, .. } => text.blocks.len() * 16,
            Op::Word { table, .. }
            | Op::Small { table, .. }
            | Op::Time { table, .. }
            | Op::Digit { table, .. } => table.max_bytes(),
            Op::Free { longest, escape, .. } | Op::Patch { longest, escape, .. } => {
                escape.longest(*longest).saturating_add(Strings::SLACK)
            }
            Op::Int { .. } | Op::Decimal { .. } | Op::Unix { .. } => super::digits::NUMBER_ROOM,
            Op::Date { .. } | Op::Ipv4 { .. } => 16,
            Op::DateTime { .. } => 24,
            Op::Duration { .. } => super::digits::DURATION_ROOM,
            Op::Uuid { .. } => 8 * uuid::WORDS,
            Op::Ipv6 { .. } => super::address::IPV6_ROOM,
            Op::Bytes { len, form, .. } => super::bytes::room(*len, *form),
            Op::Nested { values, escape, .. } => {
                escape.longest(values.max_bytes()).saturating_add(Strings::SLACK)
            }
        }
    }

    /// The prepared texts of the step, if it has some, to be replaced.
    pub fn table(&mut self) -> Option<&mut Arc<Table>> {
        match self {
            Op::Word { table, .. }
            | Op::Small { table, .. }
            | Op::Time { table, .. }
            | Op::Digit { table, .. } => Some(table),
            Op::Text(_)
            | Op::Free { .. }
            | Op::Int { .. }
            | Op::Decimal { .. }
            | Op::Date { .. }
            | Op::DateTime { .. }
            | Op::Unix { .. }
            | Op::Duration { .. }
            | Op::Uuid { .. }
            | Op::Ipv4 { .. }
            | Op::Ipv6 { .. }
            | Op::Bytes { .. }
            | Op::Nested { .. }
            | Op::Patch { .. }
            | Op::Null { .. } => None,
        }
    }

    /// Whether a short text may follow the value in the same step.
    pub fn takes_tail(&self) -> bool {
        match self {
            Op::Free { .. }
            | Op::Int { .. }
            | Op::Decimal { .. }
            | Op::Date { .. }
            | Op::Uuid { upper: false, .. }
            | Op::Ipv4 { .. } => true,
            // The slots of tables have room for what is short; the others are rare.
            Op::Text(_)
            | Op::Word { .. }
            | Op::Small { .. }
            | Op::DateTime { .. }
            | Op::Time { .. }
            | Op::Digit { .. }
            | Op::Unix { .. }
            | Op::Duration { .. }
            | Op::Uuid { upper: true, .. }
            | Op::Ipv6 { .. }
            | Op::Bytes { .. }
            | Op::Nested { .. }
            | Op::Patch { .. }
            | Op::Null { .. } => false,
        }
    }

    /// The step with its values of this batch in its hand; `is_alone` says that rows have no other.
    pub fn bind<'a>(
        &'a self,
        is_alone: bool,
        tail: &'a Tail,
        columns: &'a [ColumnData],
        rows: usize,
        scratch: &'a mut Scratch,
    ) -> Step<'a> {
        let first = match self {
            Op::Int { place } => serial::first(ints(place.values(columns))),
            _ => None,
        };
        if let Some(first) = first
            && is_alone
            && serial::fits(first, rows, tail.text())
        {
            return Step { bound: Bound::Serial(first), tail };
        }
        if let Some(first) = first
            && serial::fill(first, rows, tail.text(), &mut scratch.slots)
        {
            return Step { bound: Bound::Slots(&scratch.slots), tail: &serial::NO_TAIL };
        }
        if let Op::Int { place } | Op::Decimal { place, .. } = self {
            let scale = if let Op::Decimal { scale, .. } = self { *scale } else { 0 };
            let values = ints(place.values(columns));
            // A tail that is too long for the slots is left to follow them.
            for (inside, after) in [(tail.text(), &serial::NO_TAIL), (b"", tail)] {
                if decimals::fill(values, scale, inside, &mut scratch.slots) {
                    return Step { bound: Bound::Slots(&scratch.slots), tail: after };
                }
            }
        }
        let bound = self.bound(tail, columns, rows, scratch);
        let is_inside = matches!(bound, Bound::Uuid(_)) && uuid::Ids::takes(tail.text());
        Step { bound, tail: if is_inside { &serial::NO_TAIL } else { tail } }
    }

    /// The same, with nothing made of several rows at once but what the step cannot do without.
    pub(super) fn bound<'a>(
        &'a self,
        tail: &Tail,
        columns: &'a [ColumnData],
        rows: usize,
        scratch: &'a mut Scratch,
    ) -> Bound<'a> {
        match *self {
            Op::Text(ref text) => Bound::Text(text),
            Op::Word { ref place, part, ref table } => match place.values(columns) {
                Array::Indices(parts) => Bound::table(table, &parts[part]),
                other => mismatch("words", other),
            },
            Op::Small { ref place, base, ref table } => {
                distances(place.values(columns), base, &mut scratch.indices);
                Bound::table(table, &scratch.indices)
            }
            Op::Free { ref place, ref escape, .. } => match place.values(columns) {
                Array::Strings(texts) => {
                    let (bytes, ends) =
                        escaped(texts, escape, &mut scratch.texts, &mut scratch.escaped).raw();
                    Bound::Free(bytes, ends)
                }
                other => mismatch("texts", other),
            },
            Op::Int { ref place } => Bound::Int(ints(place.values(columns))),
            Op::Decimal { ref place, scale } => Bound::Decimal(ints(place.values(columns)), scale),
            Op::Date { ref place } => match place.values(columns) {
                Array::Dates(dates) => Bound::Date(dates),
                other => mismatch("dates", other),
            },
            Op::DateTime { ref place, between } => Bound::DateTime(ints(place.values(columns)), between),
            Op::Time { ref place, ref index, ref table } => {
                index.fill(times(place.values(columns), &mut scratch.days), &mut scratch.indices);
                Bound::table(table, &scratch.indices)
            }
            Op::Digit { ref place, ref digit, ref table } => {
                digit.fill(ints(place.values(columns)), &mut scratch.indices);
                Bound::table(table, &scratch.indices)
            }
            Op::Unix { ref place, unit } => {
                Bound::Unix(times(place.values(columns), &mut scratch.days), unit)
            }
            Op::Duration { ref place } => Bound::Duration(ints(place.values(columns))),
            Op::Uuid { ref place, upper } => match place.values(columns) {
                Array::Ids(ids) if upper => Bound::UpperUuid(ids),
                Array::Ids(ids) => Bound::Uuid(scratch.ids.fill(ids, tail.text())),
                other => mismatch("ids", other),
            },
            Op::Ipv4 { ref place } => match place.values(columns) {
                Array::Ipv4s(addresses) => Bound::Ipv4(addresses),
                other => mismatch("addresses", other),
            },
            Op::Ipv6 { ref place } => match place.values(columns) {
                Array::Ids(addresses) => Bound::Ipv6(addresses),
                other => mismatch("addresses", other),
            },
            Op::Bytes { ref place, form, .. } => match place.values(columns) {
                Array::FixedBytes(blobs) => Bound::Bytes(blobs, form),
                other => mismatch("bytes", other),
            },
            Op::Nested { ref place, ref values, ref escape } => {
                let Scratch { nested, room, texts, escaped: bytes, .. } = scratch;
                nested.clear();
                values.write(place.values(columns), rows, room, nested);
                let (bytes, ends) = escaped(nested, escape, texts, bytes).raw();
                Bound::Free(bytes, ends)
            }
            Op::Patch { column, ref escape, skip, .. } => match columns[column].values() {
                Array::Patched(patched) => {
                    let Scratch { texts, escaped, unpatched, .. } = scratch;
                    lay_patches(patched, rows, escape, texts, escaped, unpatched);
                    let (bytes, ends) = texts.raw();
                    Bound::Patch(unpatched, bytes, ends, skip)
                }
                other => mismatch("values with other texts between them", other),
            },
            Op::Null { column, ref text, skip } => {
                Bound::Null(columns[column].validity().bitmap(), text, skip)
            }
        }
    }
}

fn ints(values: &Array) -> &[i64] {
    match values {
        Array::Ints(ints) => ints,
        other => mismatch("ints", other),
    }
}

/// Times, or the days that take their place.
fn times<'a>(values: &'a Array, days: &'a mut Vec<i64>) -> &'a [i64] {
    match values {
        Array::Dates(dates) => {
            days.clear();
            days.extend(dates.iter().map(|&day| i64::from(day)));
            days
        }
        other => ints(other),
    }
}

/// How far each value lies from `base`.
fn distances(values: &Array, base: i64, indices: &mut Vec<u32>) {
    indices.clear();
    match values {
        Array::Ints(ints) => indices.extend(ints.iter().map(|n| n.wrapping_sub(base) as u32)),
        Array::Dates(dates) => indices.extend(dates.iter().map(|day| day.wrapping_sub(base as i32) as u32)),
        Array::Bools(bools) => indices.extend(bools.iter().map(|&b| u32::from(b))),
        other => mismatch("numbers", other),
    }
}

/// A generator made other values than its field announces: a fault in it, not in what was asked for.
pub(in crate::text) fn mismatch(expected: &str, found: &Array) -> ! {
    panic!("a generator announced {expected} and made {found:?}")
}

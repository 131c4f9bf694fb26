//! The steps of a row's program: what each needs of a batch, and the most bytes that it touches.

use std::fmt;
use std::sync::Arc;

use super::decimals;
use super::digit::Digit;
use super::escape::{Escape, escaped, lay_patches};
use super::floats::{self, FloatTexts};
use super::scratch::{NestedRows, Scratch};
use super::serial;
use super::step::{Bound, Step};
use super::table::{FixedText, Table, Tail};
use super::time_index::Index;
use super::uuid;
use super::value_path::{ValuePath, distances, ints, mismatch, times};
use super::wide;
use crate::calendar::Unit;
use crate::types::{Array, BytesForm, ColumnData, Span, SpanForm, Strings};

/// The most bytes of the text of a span of time: all units with ten digits, and what is null may be any number.
const MAX_INTERVAL_LEN: usize = 80;

/// One step of a row's program.
#[derive(Debug)]
pub(in crate::text) enum Op {
    /// Unchanging text.
    Text(FixedText),
    /// The dictionary entry of a part.
    Entry {
        path: ValuePath,
        part: usize,
        table: Arc<Table>,
    },
    /// A number or date of a small range, or a truth value, by its distance from `base`.
    Small {
        path: ValuePath,
        base: i64,
        table: Arc<Table>,
    },
    /// A free text of at most `longest` bytes.
    Free {
        path: ValuePath,
        longest: usize,
        escape: Escape,
    },
    Int {
        path: ValuePath,
    },
    /// A number with this sign before its decimal places.
    Decimal {
        path: ValuePath,
        scale: u32,
        point: u8,
    },
    /// A floating-point number, and how those that are no digits are written.
    Float {
        path: ValuePath,
        texts: FloatTexts,
    },
    Date {
        path: ValuePath,
    },
    /// A time in UTC to the second, with this byte between day and hour.
    DateTime {
        path: ValuePath,
        between: u8,
    },
    /// A part of a time, by a table.
    Time {
        path: ValuePath,
        index: Index,
        table: Arc<Table>,
    },
    /// A digit of a number, by a table.
    Digit {
        path: ValuePath,
        digit: Digit,
        table: Arc<Table>,
    },
    /// A time as Unix seconds.
    Unix {
        path: ValuePath,
        unit: Unit,
    },
    /// Seconds as a duration.
    Duration {
        path: ValuePath,
    },
    /// A number beyond 64 bits.
    Wide {
        path: ValuePath,
        scale: u32,
        point: u8,
    },
    /// A span of time.
    Interval {
        path: ValuePath,
        form: SpanForm,
    },
    Uuid {
        path: ValuePath,
        upper: bool,
    },
    Ipv4 {
        path: ValuePath,
    },
    Ipv6 {
        path: ValuePath,
    },
    /// `len` bytes, as text.
    Bytes {
        path: ValuePath,
        len: usize,
        form: BytesForm,
    },
    /// A list or a struct.
    Nested {
        path: ValuePath,
        values: Box<dyn Nested>,
        escape: Escape,
    },
    /// Where the column has another text than its value: that one, of at most `longest` bytes, instead of the next `skip` steps.
    Patch {
        column: usize,
        longest: usize,
        escape: Escape,
        skip: usize,
    },
    /// Where the column is null: this text instead of the next `skip` steps.
    Null {
        column: usize,
        text: FixedText,
        skip: usize,
    },
}

/// Writes lists or structs, whose values have programs of their own.
pub(in crate::text) trait Nested: fmt::Debug + Send + Sync {
    /// Adds the text of each of `rows` rows to `texts`.
    fn write(&self, values: &Array, rows: usize, buffer: &mut NestedRows, texts: &mut Strings);

    /// The most bytes that the text of a row has.
    fn max_bytes(&self) -> usize;
}

impl Op {
    /// Whether it writes texts that are built for each row.
    pub fn is_free(&self) -> bool {
        matches!(
            self,
            Op::Free { .. } | Op::Wide { .. } | Op::Interval { .. } | Op::Patch { .. } | Op::Nested { .. }
        )
    }

    /// The most bytes that the step touches.
    pub fn max_bytes(&self) -> usize {
        match self {
            Op::Text(text) | Op::Null { text, .. } => text.blocks.len() * 16,
            Op::Entry { table, .. }
            | Op::Small { table, .. }
            | Op::Time { table, .. }
            | Op::Digit { table, .. } => table.max_bytes(),
            Op::Free { longest, escape, .. } | Op::Patch { longest, escape, .. } => {
                escape.longest(*longest).saturating_add(Strings::SLACK)
            }
            Op::Int { .. } | Op::Decimal { .. } | Op::Unix { .. } => super::digits::NUMBER_CAPACITY,
            Op::Float { .. } => floats::FLOAT_CAPACITY,
            Op::Date { .. } | Op::Ipv4 { .. } => 16,
            Op::DateTime { .. } => 24,
            Op::Duration { .. } => super::digits::DURATION_CAPACITY,
            Op::Wide { .. } => wide::MAX_LEN + Strings::SLACK,
            Op::Interval { .. } => MAX_INTERVAL_LEN + Strings::SLACK,
            Op::Uuid { .. } => 8 * uuid::WORDS,
            Op::Ipv6 { .. } => super::address::IPV6_CAPACITY,
            Op::Bytes { len, form, .. } => super::bytes::capacity(*len, *form),
            Op::Nested { values, escape, .. } => {
                escape.longest(values.max_bytes()).saturating_add(Strings::SLACK)
            }
        }
    }

    /// The prepared texts of the step, if it has some, to be replaced.
    pub fn table(&mut self) -> Option<&mut Arc<Table>> {
        match self {
            Op::Entry { table, .. }
            | Op::Small { table, .. }
            | Op::Time { table, .. }
            | Op::Digit { table, .. } => Some(table),
            Op::Text(_)
            | Op::Free { .. }
            | Op::Int { .. }
            | Op::Decimal { .. }
            | Op::Float { .. }
            | Op::Date { .. }
            | Op::DateTime { .. }
            | Op::Unix { .. }
            | Op::Duration { .. }
            | Op::Wide { .. }
            | Op::Interval { .. }
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
            | Op::Decimal { point: b'.', .. }
            | Op::Date { .. }
            | Op::Uuid { upper: false, .. }
            | Op::Ipv4 { .. } => true,
            // The slots of tables can hold what is short; the others are rare.
            Op::Text(_)
            | Op::Decimal { .. }
            | Op::Entry { .. }
            | Op::Small { .. }
            | Op::DateTime { .. }
            | Op::Time { .. }
            | Op::Digit { .. }
            | Op::Float { .. }
            | Op::Unix { .. }
            | Op::Duration { .. }
            | Op::Wide { .. }
            | Op::Interval { .. }
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
            Op::Int { path } => serial::first(ints(path.values(columns))),
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
        if let Op::Int { path } | Op::Decimal { path, point: b'.', .. } = self {
            let scale = if let Op::Decimal { scale, .. } = self { *scale } else { 0 };
            let values = ints(path.values(columns));
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

    /// The same, with nothing computed for several rows at once but what the step cannot do without.
    pub(super) fn bound<'a>(
        &'a self,
        tail: &Tail,
        columns: &'a [ColumnData],
        rows: usize,
        scratch: &'a mut Scratch,
    ) -> Bound<'a> {
        match *self {
            Op::Text(ref text) => Bound::Text(text),
            Op::Entry { ref path, part, ref table } => match path.values(columns) {
                Array::Indices(parts) => Bound::table(table, &parts[part]),
                other => mismatch("words", other),
            },
            Op::Small { ref path, base, ref table } => {
                distances(path.values(columns), base, &mut scratch.indices);
                Bound::table(table, &scratch.indices)
            }
            Op::Free { ref path, ref escape, .. } => match path.values(columns) {
                Array::Strings(texts) => {
                    let (bytes, ends) =
                        escaped(texts, escape, &mut scratch.texts, &mut scratch.escaped).raw();
                    Bound::Free(bytes, ends)
                }
                other => mismatch("texts", other),
            },
            Op::Int { ref path } => Bound::Int(ints(path.values(columns))),
            Op::Decimal { ref path, scale, point: b'.' } => Bound::Decimal(ints(path.values(columns)), scale),
            Op::Decimal { ref path, scale, point } => {
                Bound::LocalDecimal(ints(path.values(columns)), scale, point)
            }
            Op::Float { ref path, ref texts } => match path.values(columns) {
                Array::Floats(values) => Bound::Float(values, texts, 0),
                other => mismatch("floating-point numbers", other),
            },
            Op::Date { ref path } => match path.values(columns) {
                Array::Dates(dates) => Bound::Date(dates),
                other => mismatch("dates", other),
            },
            Op::DateTime { ref path, between } => Bound::DateTime(ints(path.values(columns)), between),
            Op::Time { ref path, ref index, ref table } => {
                index.fill(times(path.values(columns), &mut scratch.days), &mut scratch.indices);
                Bound::table(table, &scratch.indices)
            }
            Op::Digit { ref path, ref digit, ref table } => {
                digit.fill(ints(path.values(columns)), &mut scratch.indices);
                Bound::table(table, &scratch.indices)
            }
            Op::Unix { ref path, unit } => Bound::Unix(times(path.values(columns), &mut scratch.days), unit),
            Op::Duration { ref path } => Bound::Duration(ints(path.values(columns))),
            Op::Wide { ref path, scale, point } => match path.values(columns) {
                Array::Wides(numbers) => {
                    wide::write(numbers, scale, point, &mut scratch.texts);
                    let (bytes, ends) = scratch.texts.raw();
                    Bound::Free(bytes, ends)
                }
                other => mismatch("numbers beyond 64 bits", other),
            },
            Op::Interval { ref path, form } => match path.values(columns) {
                Array::Ids(spans) => {
                    scratch.texts.clear();
                    for span in spans.iter().map(|&packed| Span::unpacked(packed)) {
                        scratch.texts.push(span.text(form).as_bytes());
                    }
                    let (bytes, ends) = scratch.texts.raw();
                    Bound::Free(bytes, ends)
                }
                other => mismatch("spans of time", other),
            },
            Op::Uuid { ref path, upper } => match path.values(columns) {
                Array::Ids(ids) if upper => Bound::UpperUuid(ids),
                Array::Ids(ids) => Bound::Uuid(scratch.ids.fill(ids, tail.text())),
                other => mismatch("ids", other),
            },
            Op::Ipv4 { ref path } => match path.values(columns) {
                Array::Ipv4s(addresses) => Bound::Ipv4(addresses),
                other => mismatch("addresses", other),
            },
            Op::Ipv6 { ref path } => match path.values(columns) {
                Array::Ids(addresses) => Bound::Ipv6(addresses),
                other => mismatch("addresses", other),
            },
            Op::Bytes { ref path, form, .. } => match path.values(columns) {
                Array::FixedBytes(blobs) => Bound::Bytes(blobs, form),
                other => mismatch("bytes", other),
            },
            Op::Nested { ref path, ref values, ref escape } => {
                let Scratch { nested, nested_rows, texts, escaped: bytes, .. } = scratch;
                nested.clear();
                values.write(path.values(columns), rows, nested_rows, nested);
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

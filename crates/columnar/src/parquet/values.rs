//! The values of one page: taken from batches without those that are null, encoded, and their bounds found.

use gusher::text::{Buffer, TextWriter};
use gusher::types::{Array, ColumnData, Span, Validity};

use super::bounds::Bounds;
use super::column::{Column, Form};
use super::nesting::Slots;
use super::physical::Physical;
use super::texts::{Extremes, Gap};
use super::value_bounds::{ends_of, fixed_bounds, float_bounds, point_bounds, wide_bounds};
use crate::kind::{Kind, TextKind, mismatch, span_of_seconds};

/// Values of a page that a dictionary can be made of.
#[derive(Debug, Clone, Copy)]
pub(super) enum View<'v> {
    Ints(&'v [i64]),
    Floats(&'v [f64]),
    /// Bytes of this width.
    Fixed(&'v [u8], usize),
    /// Texts with a gap before each; a text's end is the end of the gap after it.
    Texts {
        bytes: &'v [u8],
        ends: &'v [usize],
        gap: usize,
    },
}

/// The values of a page, with buffers that are used again.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub rows: u64,
    /// How many values there are, those included that are null, and how many are null.
    pub slots: u64,
    pub nulls: u64,
    /// Which rows have a value, eight a byte.
    pub(super) validity: Vec<u8>,
    /// Where each value of a list or struct belongs.
    pub(super) repetition: Vec<u32>,
    pub(super) definition: Vec<u32>,
    pub(super) indices: Vec<u32>,
    pub(super) ints: Vec<i64>,
    pub(super) floats: Vec<f64>,
    pub(super) bools: Vec<bool>,
    /// Values of one width, one after the other.
    pub(super) fixed: Vec<u8>,
    pub(super) texts: Buffer,
    pub(super) ends: Vec<usize>,
    /// The smallest and the largest text.
    extremes: Extremes,
    /// Texts of a batch with nulls among them, and where they end.
    mixed: (Buffer, Vec<usize>),
    /// Scratch for the indices of a batch.
    scratch: Vec<u32>,
}

impl Values {
    pub fn clear(&mut self) {
        let Values { rows, slots, nulls, validity, repetition, definition, .. } = self;
        (*rows, *slots, *nulls) = (0, 0, 0);
        validity.clear();
        repetition.clear();
        definition.clear();
        let Values { indices, ints, floats, bools, fixed, texts, ends, .. } = self;
        indices.clear();
        ints.clear();
        floats.clear();
        bools.clear();
        fixed.clear();
        texts.clear();
        ends.clear();
        self.extremes = Extremes::default();
    }

    /// Adds the values of this many rows of a column that is a leaf. All batches but the last of a page have a multiple of 8
    /// rows.
    ///
    /// # Panics
    /// If there are other values than the column's field announces.
    pub fn add(
        &mut self,
        column: &Column,
        data: &ColumnData,
        rows: usize,
        writer: Option<&mut TextWriter<'_>>,
    ) {
        let validity = data.validity();
        let nulls = if validity.is_empty() { 0 } else { validity.null_count() };
        self.rows += rows as u64;
        self.slots += rows as u64;
        self.nulls += nulls as u64;
        if column.levels.definition > 0 {
            self.add_validity(validity, rows);
        }
        self.push(column, data, rows, (nulls > 0).then_some(validity), writer);
    }

    /// Adds the values of a leaf of this many rows of lists or structs: `len` values, of which these slots have some.
    ///
    /// # Panics
    /// As [`Values::add`].
    pub fn add_slots(
        &mut self,
        column: &Column,
        rows: usize,
        (data, len, slots): (&ColumnData, usize, &Slots),
        writer: Option<&mut TextWriter<'_>>,
    ) {
        let count = slots.count();
        self.rows += rows as u64;
        self.slots += slots.len() as u64;
        self.nulls += (slots.len() - count) as u64;
        self.repetition.extend_from_slice(&slots.repetition);
        self.definition.extend_from_slice(&slots.definition);
        let used = (count < len).then(|| slots.used(len));
        self.push(column, data, len, used.as_ref(), writer);
    }

    /// How many values there are that are not null.
    pub fn count(&self) -> usize {
        (self.slots - self.nulls) as usize
    }

    /// The values of a column without a dictionary of its own, where these are numbers, texts or bytes of one width.
    pub fn view(&self, column: &Column) -> View<'_> {
        match &column.form {
            Form::Texts { gap, .. } => {
                View::Texts { bytes: self.texts.as_ref(), ends: &self.ends, gap: gap.len() }
            }
            Form::Values if !self.ints.is_empty() => View::Ints(&self.ints),
            Form::Values if !self.floats.is_empty() => View::Floats(&self.floats),
            Form::Values => View::Fixed(&self.fixed, self.fixed.len() / self.count().max(1)),
            Form::Dictionary { .. } | Form::Range { .. } => View::Ints(&[]),
        }
    }

    /// Adds those of `len` values that are not null by `some_null`.
    fn push(
        &mut self,
        column: &Column,
        data: &ColumnData,
        len: usize,
        some_null: Option<&Validity>,
        writer: Option<&mut TextWriter<'_>>,
    ) {
        match &column.form {
            Form::Dictionary { dictionary, .. } if some_null.is_none() => {
                dictionary.append(data.values(), &mut self.indices);
            }
            Form::Dictionary { dictionary, .. } => {
                dictionary.indices(data.values(), &mut self.scratch);
                push(&self.scratch, some_null, &mut self.indices, |index| index);
            }
            Form::Range { least, .. } => {
                let least = *least;
                match data.values() {
                    Array::Ints(ints) => {
                        push(ints, some_null, &mut self.indices, |n| n.wrapping_sub(least) as u32);
                    }
                    Array::Dates(days) => {
                        push(days, some_null, &mut self.indices, |n| i64::from(n).wrapping_sub(least) as u32);
                    }
                    other => mismatch(other),
                }
            }
            Form::Texts { gap, .. } => {
                self.add_texts(data, len, *gap, some_null, writer);
                // While they are in the nearest cache.
                self.extremes.look(self.texts.as_ref(), &self.ends, *gap);
            }
            Form::Values => self.add_values(column, data, len, some_null),
        }
    }

    fn add_validity(&mut self, validity: &Validity, rows: usize) {
        if !validity.is_empty() {
            self.validity.extend_from_slice(validity.bitmap());
            return;
        }
        self.validity.resize(self.validity.len() + rows / 8, u8::MAX);
        if !rows.is_multiple_of(8) {
            self.validity.push((1 << (rows % 8)) - 1);
        }
    }

    fn add_values(&mut self, column: &Column, data: &ColumnData, rows: usize, some_null: Option<&Validity>) {
        if column.kind == Kind::Interval {
            return self.add_spans(data.values(), some_null);
        }
        let factor = column.kind.factor();
        match data.values() {
            Array::Ints(ints) if factor == 1 => push(ints, some_null, &mut self.ints, |n| n),
            Array::Ints(ints) => push(ints, some_null, &mut self.ints, |n| n.wrapping_mul(factor)),
            Array::Wides(wides) => self.add_wides(column, wides, some_null),
            Array::Floats(floats) => push(floats, some_null, &mut self.floats, |n| n),
            Array::Dates(days) => push(days, some_null, &mut self.ints, i64::from),
            Array::Bools(bools) => push(bools, some_null, &mut self.bools, |b| b),
            Array::Ids(ids) => {
                for (row, id) in ids.iter().enumerate() {
                    if some_null.is_none_or(|validity| !validity.is_null(row)) {
                        self.fixed.extend_from_slice(&id.to_be_bytes());
                    }
                }
            }
            Array::FixedBytes(bytes) => {
                for row in 0..rows {
                    if some_null.is_none_or(|validity| !validity.is_null(row)) {
                        self.fixed.extend_from_slice(bytes.get(row));
                    }
                }
            }
            other => mismatch(other),
        }
    }

    /// Numbers beyond 64 bits: of 64 without a sign, or as bytes with the most significant one first.
    fn add_wides(&mut self, column: &Column, wides: &[i128], some_null: Option<&Validity>) {
        let Some(Physical::Fixed { len, factor }) = column.physical else {
            return push(wides, some_null, &mut self.ints, |n| n as i64);
        };
        for (row, number) in wides.iter().enumerate() {
            if some_null.is_none_or(|validity| !validity.is_null(row)) {
                let bytes = number.wrapping_mul(factor).to_be_bytes();
                self.fixed.extend_from_slice(&bytes[16 - len..]);
            }
        }
    }

    fn add_spans(&mut self, values: &Array, some_null: Option<&Validity>) {
        let mut add = |row: usize, span: Span| {
            if some_null.is_none_or(|validity| !validity.is_null(row)) {
                self.fixed.extend_from_slice(&span.month_day_milli());
            }
        };
        match values {
            Array::Ids(spans) => {
                spans.iter().enumerate().for_each(|(row, &packed)| add(row, Span::unpacked(packed)));
            }
            Array::Ints(seconds) => {
                seconds.iter().enumerate().for_each(|(row, &seconds)| add(row, span_of_seconds(seconds)));
            }
            other => mismatch(other),
        }
    }

    fn add_texts(
        &mut self,
        data: &ColumnData,
        len: usize,
        gap: Gap,
        some_null: Option<&Validity>,
        writer: Option<&mut TextWriter<'_>>,
    ) {
        let Some(writer) = writer else { return };
        if self.texts.is_empty() {
            self.texts.extend(&[0; 4][..gap.len()]);
        }
        let Some(validity) = some_null else {
            return writer.write_each(data, len, &mut self.texts, &mut self.ends);
        };
        let (mixed, ends) = &mut self.mixed;
        mixed.clear();
        ends.clear();
        writer.write_each(data, len, mixed, ends);
        let mut start = 0;
        for (row, &end) in ends.iter().enumerate() {
            if !validity.is_null(row) {
                self.texts.extend(&mixed.as_ref()[start..end]);
                self.ends.push(self.texts.len());
            }
            start = end;
        }
    }

    /// The smallest and the largest value.
    pub fn bounds(&self, column: &Column) -> Bounds {
        if self.nulls == self.slots {
            return Bounds::None;
        }
        match &column.form {
            Form::Dictionary { dictionary, order, .. } => {
                order.bounds(dictionary.dictionary(), &self.indices)
            }
            Form::Range { least, .. } => {
                let factor = column.kind.factor();
                let (first, last) = ends_of(&self.indices).unwrap_or_default();
                Bounds::Ints((least + i64::from(first)) * factor, (least + i64::from(last)) * factor)
            }
            Form::Texts { .. } if column.kind == Kind::Text(TextKind::Geometry) => {
                let view = self.view(column);
                point_bounds((0..view.len()).map(|at| view.bytes_at(at)))
            }
            Form::Texts { .. } => self.extremes.bounds(self.texts.as_ref()),
            // No order of theirs is agreed on.
            Form::Values if column.has_no_bounds => Bounds::Unknown,
            Form::Values if !self.ints.is_empty() && column.is_wide => {
                let unsigned = |n: &i64| i128::from(*n as u64);
                let ends = self.ints.iter().map(unsigned).min().zip(self.ints.iter().map(unsigned).max());
                ends.map_or(Bounds::Unknown, |(first, last)| Bounds::Wides(first, last))
            }
            Form::Values if !self.ints.is_empty() => {
                ends_of(&self.ints).map_or(Bounds::Unknown, |(first, last)| Bounds::Ints(first, last))
            }
            Form::Values if !self.floats.is_empty() => float_bounds(&self.floats),
            Form::Values if !self.bools.is_empty() => Bounds::Ints(
                i64::from(self.bools.iter().all(|&b| b)),
                i64::from(self.bools.iter().any(|&b| b)),
            ),
            Form::Values => {
                let width = self.fixed.len() / (self.slots - self.nulls) as usize;
                let bounds = if column.is_wide { wide_bounds } else { fixed_bounds };
                bounds(&self.fixed, width)
            }
        }
    }
}

/// Appends the values that are not null, each changed by `f`.
#[inline(always)]
fn push<T: Copy, U: Copy + Default>(
    values: &[T],
    some_null: Option<&Validity>,
    out: &mut Vec<U>,
    f: impl Fn(T) -> U,
) {
    let Some(validity) = some_null else { return out.extend(values.iter().map(|&value| f(value))) };
    let mut at = out.len();
    out.resize(at + values.len(), U::default());
    for (eight, &bits) in values.chunks(8).zip(validity.bitmap()) {
        for (bit, &value) in eight.iter().enumerate() {
            // Overwritten by the next one where it is null: no branch that could be guessed wrong.
            out[at] = f(value);
            at += usize::from(bits >> bit & 1);
        }
    }
    out.truncate(at);
}

//! Puts the values of batches into the buffers of one column.

use std::borrow::Cow;
use std::sync::Arc;

use gusher::text::{Buffer, ColumnText, TextWriter};
use gusher::types::{Array, ColumnData, FloatWidth, Span, Validity, float_of_decimal, half_bits};

use super::layout::{ColumnLayout, Form};
use super::values::{ColumnArray, Indices, Values, begun, le_bytes, view};
use crate::bits::Bits;
use crate::kind::{Kind, mismatch, span_of_seconds};

/// Collects the rows of one column.
#[derive(Debug)]
pub struct ArrayBuilder<'l> {
    layout: &'l ColumnLayout,
    rows: usize,
    nulls: usize,
    /// No bits as long as no row is null.
    validity: Bits,
    values: Values,
    bools: Bits,
    texts: Option<TextScratch<'l>>,
    indices: Vec<u32>,
    /// Of the items of lists, or of the fields of structs.
    children: Vec<ArrayBuilder<'l>>,
}

/// What writes the texts that offsets or views are of.
#[derive(Debug)]
struct TextScratch<'l> {
    writer: TextWriter<'l>,
    /// Those of one batch, which stay in the nearest cache, and where each ends.
    batch: Buffer,
    ends: Vec<usize>,
}

impl<'l> ArrayBuilder<'l> {
    /// A builder with the capacity for this many rows.
    pub fn new(layout: &'l ColumnLayout, rows: usize) -> ArrayBuilder<'l> {
        let (texts, children) = match &layout.form {
            Form::Offsets(text) | Form::LargeOffsets(text) | Form::Views(text) => {
                (Some(TextScratch::new(text)), Vec::new())
            }
            Form::Vector { item, len: items_a_row } | Form::List { item, items_a_row, .. } => {
                (None, vec![ArrayBuilder::new(item, rows.saturating_mul(*items_a_row))])
            }
            Form::Struct(fields) => {
                (None, fields.iter().map(|field| ArrayBuilder::new(field, rows)).collect())
            }
            Form::Fixed | Form::Dictionary { .. } | Form::DictionaryViews { .. } => (None, Vec::new()),
        };
        ArrayBuilder {
            layout,
            rows: 0,
            nulls: 0,
            validity: Bits::default(),
            values: empty(layout, rows),
            bools: Bits::default(),
            texts,
            indices: Vec::new(),
            children,
        }
    }

    /// Appends the rows of a batch's column.
    ///
    /// # Panics
    /// If the column is not of the layout's field.
    pub fn push(&mut self, column: &ColumnData, rows: usize) {
        self.push_validity(column.validity(), rows);
        self.rows += rows;
        let array = column.values();
        match (&self.layout.form, array, &mut self.values) {
            (Form::Dictionary { dictionary, .. }, _, Values::Dictionary { indices, .. }) => {
                indices.extend(dictionary.indices_in(array, &mut self.indices));
            }
            (Form::DictionaryViews { dictionary, views: all, .. }, _, Values::Views { views, .. }) => {
                let found = dictionary.indices_in(array, &mut self.indices);
                views.extend(found.iter().map(|&index| all[index as usize]));
            }
            (Form::Offsets(_) | Form::LargeOffsets(_) | Form::Views(_), _, values) => {
                if let Some(texts) = &mut self.texts {
                    texts.push(column, rows, values);
                }
            }
            (Form::List { .. }, Array::List(lists), Values::List { offsets, .. }) => {
                let start = offsets.last().map_or(0, |last| *last);
                let ends = &lists.offsets()[1..];
                // Whoever takes the offsets looks at `counted` first.
                offsets.extend(ends.iter().map(|end| start.wrapping_add(*end)));
                let items = ends.last().map_or(0, |last| *last as usize);
                self.children[0].push(lists.items(), items);
            }
            (Form::Vector { len, .. }, Array::List(lists), _) => {
                assert_eq!(
                    lists.offsets().last().map_or(0, |&end| end as usize),
                    len * rows,
                    "the lists of a vector have one length"
                );
                self.children[0].push(lists.items(), len * rows);
            }
            (Form::Struct(_), Array::Struct(fields), _) => {
                self.children.iter_mut().zip(fields).for_each(|(child, field)| child.push(field, rows));
            }
            (Form::Fixed, ..) => self.push_fixed(array, rows),
            (_, other, _) => mismatch(other),
        }
    }

    fn push_validity(&mut self, validity: &Validity, rows: usize) {
        let nulls = validity.null_count();
        if nulls == 0 && self.nulls == 0 {
            return;
        }
        if self.nulls == 0 {
            self.validity.extend_ones(self.rows);
        }
        if validity.is_empty() {
            self.validity.extend_ones(rows);
        } else {
            self.validity.extend(validity.bitmap().iter().copied(), rows);
        }
        self.nulls += nulls;
    }

    fn push_fixed(&mut self, array: &Array, rows: usize) {
        let factor = self.layout.kind.factor();
        match (array, &mut self.values) {
            (Array::Ints(ints), Values::Int64(out)) if factor == 1 => out.extend_from_slice(ints),
            (Array::Ints(ints), Values::Int64(out)) => {
                out.extend(ints.iter().map(|n| n.wrapping_mul(factor)));
            }
            (Array::Ints(ints), Values::Int128(out)) => {
                let factor = self.layout.kind.wide_factor();
                out.extend(ints.iter().map(|&n| i128::from(n) * factor));
            }
            (Array::Wides(wides), Values::Int64(out)) => out.extend(wides.iter().map(|&n| n as i64)),
            (Array::Wides(wides), Values::Int128(out)) => {
                let factor = self.layout.kind.wide_factor();
                out.extend(wides.iter().map(|&n| n.wrapping_mul(factor)));
            }
            (Array::Ints(ints), Values::Int8(out)) => out.extend(ints.iter().map(|&n| n as i8)),
            (Array::Ints(ints), Values::Int16(out)) => out.extend(ints.iter().map(|&n| n as i16)),
            (Array::Ints(ints), Values::Int32(out)) => {
                out.extend(ints.iter().map(|&n| n.wrapping_mul(factor) as i32));
            }
            (Array::Ints(ints), Values::Float64(out)) => {
                out.extend(ints.iter().map(|&n| float_of_decimal(n, self.layout.kind.places())));
            }
            (Array::Ints(ints), Values::Float16(out)) => {
                let places = self.layout.kind.places();
                out.extend(ints.iter().map(|&n| half_bits(float_of_decimal(n, places))));
            }
            (Array::Floats(floats), Values::Float16(out)) => out.extend(floats.iter().map(|&n| half_bits(n))),
            (Array::Ints(ints), Values::Float32(out)) => {
                out.extend(ints.iter().map(|&n| float_of_decimal(n, self.layout.kind.places()) as f32));
            }
            (Array::Floats(floats), Values::Float64(out)) => out.extend_from_slice(floats),
            (Array::Floats(floats), Values::Float32(out)) => out.extend(floats.iter().map(|&n| n as f32)),
            (Array::Dates(days), Values::Int32(out)) => out.extend_from_slice(days),
            (Array::Bools(bools), Values::Bools(_)) => self.bools.extend_bools(bools),
            (Array::Ids(spans), Values::FixedBytes(out)) if self.layout.kind == Kind::Interval => {
                out.extend(spans.iter().flat_map(|&packed| Span::unpacked(packed).month_day_nano()));
            }
            (Array::Ints(seconds), Values::FixedBytes(out)) if self.layout.kind == Kind::Interval => {
                out.extend(seconds.iter().flat_map(|&seconds| span_of_seconds(seconds).month_day_nano()));
            }
            (Array::Ids(ids), Values::FixedBytes(out)) => {
                let start = out.len();
                out.resize(start + 16 * rows, 0);
                for (bytes, id) in out[start..].as_chunks_mut().0.iter_mut().zip(ids) {
                    *bytes = id.to_be_bytes();
                }
            }
            (Array::FixedBytes(bytes), Values::FixedBytes(out)) => {
                out.extend_from_slice(&bytes.raw()[..rows * bytes.width()]);
            }
            (other, _) => mismatch(other),
        }
    }

    /// How many bytes of text, or items of lists, the fullest of its buffers has: what offsets count.
    pub fn extent(&self) -> usize {
        let children = self.children.iter().map(|child| child.extent().max(child.rows));
        children.fold(self.values.text_bytes(), usize::max)
    }

    /// How much its own 32-bit offsets count, or the offsets in its views: more than they can, and they are wrong.
    fn counted(&self) -> usize {
        match (&self.values, &self.layout.form) {
            (Values::Texts { bytes, .. }, _) => bytes.len(),
            (Values::List { .. }, _) => self.children[0].rows,
            // The offsets of views have no sign.
            (Values::Views { bytes, .. }, Form::Views(_)) => bytes.len() / 2,
            _ => 0,
        }
    }

    /// Takes all rows away, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        (self.rows, self.nulls) = (0, 0);
        self.validity.clear();
        self.values.clear();
        self.bools.clear();
        self.children.iter_mut().for_each(ArrayBuilder::clear);
    }

    /// How many rows there are, and how many of them are null.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.rows as u64, self.nulls as u64)
    }

    /// The builders of the items of lists, or of the fields of structs.
    pub(crate) fn children(&self) -> &[ArrayBuilder<'l>] {
        &self.children
    }

    /// Which rows are not null; nothing where all of them are not.
    pub(crate) fn validity(&self) -> &[u8] {
        if self.nulls == 0 { &[] } else { self.validity.bytes() }
    }

    /// Its own buffers of values, in Arrow's order; `None` where there is more than their offsets count.
    pub(crate) fn buffers(&self) -> Option<Vec<Cow<'_, [u8]>>> {
        if i32::try_from(self.counted()).is_err() {
            return None;
        }
        Some(match &self.values {
            Values::Bools(_) => vec![self.bools.bytes().into()],
            Values::FixedBytes(bytes) => vec![bytes.into()],
            Values::Int8(values) => vec![le_bytes(values)],
            Values::Int16(values) => vec![le_bytes(values)],
            Values::Float16(values) => vec![le_bytes(values)],
            Values::Float32(values) => vec![le_bytes(values)],
            Values::Float64(values) => vec![le_bytes(values)],
            Values::Int32(values) => vec![le_bytes(values)],
            Values::Int64(values) => vec![le_bytes(values)],
            Values::Int128(values) => vec![le_bytes(values)],
            Values::Texts { offsets, bytes } => vec![le_bytes(offsets), bytes.into()],
            Values::LargeTexts { offsets, bytes } => vec![le_bytes(offsets), bytes.into()],
            Values::Views { views, bytes } => vec![le_bytes(views), bytes.as_slice().into()],
            Values::Dictionary { indices: Indices::Int8(indices), .. } => vec![le_bytes(indices)],
            Values::Dictionary { indices: Indices::Int16(indices), .. } => vec![le_bytes(indices)],
            Values::Dictionary { indices: Indices::Int32(indices), .. } => vec![le_bytes(indices)],
            Values::List { offsets, .. } => vec![le_bytes(offsets)],
            Values::Vector(_) | Values::Struct(_) => Vec::new(),
        })
    }

    /// The rows as an array.
    ///
    /// # Panics
    /// If a column of texts or lists has more than its offsets count: see [`ArrayBuilder::extent`].
    pub fn finish(self) -> ColumnArray {
        i32::try_from(self.counted()).expect("an array is cut long before its offsets are too large");
        let ArrayBuilder { rows, nulls, validity, mut values, bools, children, .. } = self;
        let mut children = children.into_iter().map(ArrayBuilder::finish);
        match &mut values {
            Values::Bools(out) => *out = bools.into_bytes(),
            Values::List { items, .. } | Values::Vector(items) => {
                if let Some(filled) = children.next() {
                    **items = filled;
                }
            }
            Values::Struct(fields) => fields.extend(children),
            _ => {}
        }
        let validity = (nulls > 0).then(|| validity.into_bytes());
        ColumnArray { rows, nulls, validity, values }
    }
}

impl<'l> TextScratch<'l> {
    fn new(text: &'l ColumnText) -> TextScratch<'l> {
        TextScratch { writer: text.writer(), batch: Buffer::default(), ends: Vec::new() }
    }

    /// Appends the texts of a batch, and where each of them is.
    fn push(&mut self, column: &ColumnData, rows: usize, values: &mut Values) {
        let TextScratch { writer, batch, ends } = self;
        batch.clear();
        ends.clear();
        writer.write_each(column, rows, batch, ends);
        let texts = batch.as_ref();
        match values {
            Values::Texts { offsets, bytes } => {
                let before = bytes.len();
                bytes.extend_from_slice(texts);
                offsets.extend(ends.iter().map(|end| (before + end) as i32));
            }
            Values::LargeTexts { offsets, bytes } => {
                let before = bytes.len();
                bytes.extend_from_slice(texts);
                offsets.extend(ends.iter().map(|end| (before + end) as i64));
            }
            Values::Views { views, bytes } => {
                let bytes =
                    Arc::get_mut(bytes).expect("nobody else has the texts of a column that is being built");
                let (before, mut start) = (bytes.len(), 0);
                bytes.extend_from_slice(texts);
                views.extend(ends.iter().map(|&end| {
                    let view = view(&texts[start..end], before + start);
                    start = end;
                    view
                }));
            }
            _ => unreachable!("the layout of texts has values of texts"),
        }
    }
}

/// No values, with the capacity for this many rows.
fn empty(layout: &ColumnLayout, rows: usize) -> Values {
    match (&layout.form, layout.kind) {
        (Form::Dictionary { texts, index, .. }, _) => {
            Values::Dictionary { indices: Indices::new(*index, rows), texts: Arc::clone(texts) }
        }
        (Form::DictionaryViews { bytes, .. }, _) => {
            Values::Views { views: Vec::with_capacity(rows), bytes: Arc::clone(bytes) }
        }
        (Form::Views(text), _) => {
            Values::Views { views: Vec::with_capacity(rows), bytes: Arc::new(texts(text, rows)) }
        }
        (Form::Offsets(text), _) => Values::Texts { offsets: begun(rows, 0), bytes: texts(text, rows) },
        (Form::LargeOffsets(text), _) => {
            Values::LargeTexts { offsets: begun(rows, 0), bytes: texts(text, rows) }
        }
        (Form::List { .. }, _) => Values::List { offsets: begun(rows, 0), items: Box::default() },
        (Form::Vector { .. }, _) => Values::Vector(Box::default()),
        (Form::Struct(fields), _) => Values::Struct(Vec::with_capacity(fields.len())),
        (Form::Fixed, Kind::Bool) => Values::Bools(Vec::new()),
        (Form::Fixed, Kind::Decimal { .. }) => Values::Int128(Vec::with_capacity(rows)),
        (Form::Fixed, Kind::Uuid | Kind::Interval) => Values::FixedBytes(Vec::with_capacity(16 * rows)),
        (Form::Fixed, Kind::Bytes { len }) => Values::FixedBytes(Vec::with_capacity(len * rows)),
        (Form::Fixed, Kind::Float { width: FloatWidth::Half, .. }) => {
            Values::Float16(Vec::with_capacity(rows))
        }
        (Form::Fixed, Kind::Float { width: FloatWidth::Single, .. }) => {
            Values::Float32(Vec::with_capacity(rows))
        }
        (Form::Fixed, Kind::Float { width: FloatWidth::Double, .. }) => {
            Values::Float64(Vec::with_capacity(rows))
        }
        (
            Form::Fixed,
            Kind::Int(_)
            | Kind::Date
            | Kind::Timestamp { .. }
            | Kind::Time(_)
            | Kind::Duration
            | Kind::Text(_),
        ) => match layout.kind.arrow_bytes() {
            Some(1) => Values::Int8(Vec::with_capacity(rows)),
            Some(2) => Values::Int16(Vec::with_capacity(rows)),
            Some(4) => Values::Int32(Vec::with_capacity(rows)),
            _ => Values::Int64(Vec::with_capacity(rows)),
        },
    }
}

/// No texts, with the capacity for those of this many rows.
fn texts(text: &ColumnText, rows: usize) -> Vec<u8> {
    Vec::with_capacity(rows.saturating_mul(text.mean_bytes()))
}

#[cfg(test)]
mod tests;

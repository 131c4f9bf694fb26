//! Puts the values of batches into the buffers of one column.

use std::borrow::Cow;
use std::sync::Arc;

use gusher::text::{Buffer, ColumnText, TextWriter};
use gusher::types::{Array, ColumnData, Validity};

use super::layout::{ColumnLayout, Form};
use super::values::{ColumnArray, Indices, Values, begun, le_bytes, view};
use crate::bits::Bits;
use crate::kind::{Kind, mismatch};

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
            Form::List { item, items_a_row } => {
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
            (Array::Ints(ints), Values::Int128(out)) => out.extend(ints.iter().map(|&n| i128::from(n))),
            (Array::Dates(days), Values::Int32(out)) => out.extend_from_slice(days),
            (Array::Bools(bools), Values::Bools(_)) => self.bools.extend_bools(bools),
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
            Values::Struct(_) => Vec::new(),
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
            Values::List { items, .. } => {
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
        (Form::Struct(fields), _) => Values::Struct(Vec::with_capacity(fields.len())),
        (Form::Fixed, Kind::Bool) => Values::Bools(Vec::new()),
        (Form::Fixed, Kind::Date) => Values::Int32(Vec::with_capacity(rows)),
        (Form::Fixed, Kind::Decimal { .. }) => Values::Int128(Vec::with_capacity(rows)),
        (Form::Fixed, Kind::Uuid) => Values::FixedBytes(Vec::with_capacity(16 * rows)),
        (Form::Fixed, Kind::Bytes { len }) => Values::FixedBytes(Vec::with_capacity(len * rows)),
        (Form::Fixed, Kind::Int | Kind::Timestamp { .. } | Kind::Time | Kind::Duration | Kind::Text) => {
            Values::Int64(Vec::with_capacity(rows))
        }
    }
}

/// No texts, with the capacity for those of this many rows.
fn texts(text: &ColumnText, rows: usize) -> Vec<u8> {
    Vec::with_capacity(rows.saturating_mul(text.mean_bytes()))
}

#[cfg(test)]
mod tests {
    use gusher::generators::Context;
    use gusher::plan::Plan;
    use gusher::schema::Schema;
    use gusher::types::Batch;

    use super::{ArrayBuilder, ColumnArray, Indices, Values};
    use crate::memory::{ColumnLayout, TextLayout};

    fn array(spec: &str, texts: TextLayout, rows: u64) -> ColumnArray {
        array_by(512, spec, texts, rows)
    }

    /// The array, whose rows are pushed `step` at a time.
    fn array_by(step: usize, spec: &str, texts: TextLayout, rows: u64) -> ColumnArray {
        let context = Context::default().now(0);
        let (schema, diagnostics) = Schema::parse("t", &[spec], &context);
        assert_eq!(diagnostics, []);
        let plan = Plan::new(&schema, 3, &(0..rows)).unwrap();
        let layout = ColumnLayout::new(plan.columns()[0].field(), texts, rows);
        let (mut batch, mut builder) = (Batch::default(), ArrayBuilder::new(&layout, rows as usize));
        // A builder that had rows before is as a new one.
        plan.fill(0..rows.min(50), &mut batch);
        builder.push(&batch.columns()[0], batch.len());
        builder.clear();
        for start in (0..rows).step_by(step) {
            plan.fill(start..rows.min(start + step as u64), &mut batch);
            builder.push(&batch.columns()[0], batch.len());
        }
        builder.finish()
    }

    /// The text of each row, however it is held.
    fn texts(array: &ColumnArray) -> Vec<String> {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        match &array.values {
            Values::Texts { offsets, bytes } => {
                offsets.windows(2).map(|at| text(&bytes[at[0] as usize..at[1] as usize])).collect()
            }
            Values::LargeTexts { offsets, bytes } => {
                offsets.windows(2).map(|at| text(&bytes[at[0] as usize..at[1] as usize])).collect()
            }
            Values::Views { views, bytes } => views
                .iter()
                .map(|view| {
                    let view = view.to_le_bytes();
                    let number =
                        |at: usize| u32::from_le_bytes(view[at..at + 4].try_into().unwrap()) as usize;
                    let len = number(0);
                    if len <= 12 {
                        return text(&view[4..4 + len]);
                    }
                    let long = &bytes[number(12)..number(12) + len];
                    assert_eq!((&view[4..8], number(8)), (&long[..4], 0));
                    text(long)
                })
                .collect(),
            Values::Dictionary { indices, texts } => {
                let entry = |index: usize| {
                    let at = &texts.offsets[index..];
                    text(&texts.bytes[at[0] as usize..at[1] as usize])
                };
                match indices {
                    Indices::Int8(indices) => indices.iter().map(|&index| entry(index as usize)).collect(),
                    Indices::Int16(indices) => indices.iter().map(|&index| entry(index as usize)).collect(),
                    Indices::Int32(indices) => indices.iter().map(|&index| entry(index as usize)).collect(),
                }
            }
            other => panic!("no texts: {other:?}"),
        }
    }

    #[test]
    fn all_layouts_have_the_same_texts() {
        for spec in
            ["name.first", "name", "country:any", "words:3", "int:1,5@prefix=n@suffix=, as a longer text"]
        {
            let plain = texts(&array(spec, TextLayout::Offsets, 1300));
            assert_eq!(plain.len(), 1300);
            let others = [
                TextLayout::Dictionary,
                TextLayout::NarrowDictionary,
                TextLayout::LargeOffsets,
                TextLayout::Views,
            ];
            for layout in others {
                assert_eq!(texts(&array(spec, layout, 1300)), plain, "{spec}, {layout:?}");
            }
        }
    }

    #[test]
    fn arrays_are_the_same_however_many_rows_are_pushed() {
        let specs = [
            "seq@null=0.2",
            "bool@null=0.5",
            "name",
            "noun@null=0.1@list=0,5",
            "bool@list=0,9",
            "date@list=3",
        ];
        for spec in specs {
            for texts in [TextLayout::Dictionary, TextLayout::LargeOffsets, TextLayout::Views] {
                let at_once = array_by(1000, spec, texts, 1000);
                let parts = array_by(77, spec, texts, 1000);
                assert_eq!(format!("{at_once:?}"), format!("{parts:?}"), "{spec}, {texts:?}");
            }
        }
    }

    #[test]
    fn items_of_lists_are_one_after_the_other() {
        let array = array_by(100, "noun@list=0,5", TextLayout::Offsets, 1000);
        let Values::List { offsets, items } = &array.values else { panic!("no lists: {array:?}") };
        assert_eq!((offsets.len(), offsets[0]), (1001, 0));
        assert!(offsets.windows(2).all(|at| (0..=5).contains(&(at[1] - at[0]))));
        assert_eq!(*offsets.last().unwrap() as usize, items.rows);
        assert_eq!(texts(items).len(), items.rows);
    }

    #[test]
    fn nulls_are_counted_and_marked() {
        let array = array("seq@null=0.3", TextLayout::Views, 1001);
        let validity = array.validity.as_ref().unwrap();
        let ones: u32 = validity.iter().map(|byte| byte.count_ones()).sum();
        assert_eq!((validity.len(), ones as usize), (1001usize.div_ceil(8), 1001 - array.nulls));
        assert!(array.nulls > 200);
        assert!(
            super::ArrayBuilder::new(
                &ColumnLayout::new(&gusher::types::Field::int64(0, 1), TextLayout::Views, 0),
                0
            )
            .finish()
            .validity
            .is_none()
        );
    }
}

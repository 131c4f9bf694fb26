//! Puts the values of batches into the buffers of one column.

use std::sync::Arc;

use gusher::text::{Buffer, ColumnText, TextWriter};
use gusher::types::{Array, ColumnData, Validity};

use super::layout::{ColumnLayout, Form};
use super::values::{ColumnArray, Values, view};
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

/// The texts that offsets or views are of.
#[derive(Debug)]
struct TextScratch<'l> {
    writer: TextWriter<'l>,
    /// Those of one batch, which stay in the nearest cache, and where each ends.
    batch: Buffer,
    ends: Vec<usize>,
    all: Vec<u8>,
}

impl<'l> ArrayBuilder<'l> {
    /// A builder with the capacity for this many rows.
    pub fn new(layout: &'l ColumnLayout, rows: usize) -> ArrayBuilder<'l> {
        let (texts, children) = match &layout.form {
            Form::Offsets(text) | Form::LargeOffsets(text) | Form::Views(text) => {
                (Some(TextScratch::new(text, rows)), Vec::new())
            }
            Form::List { item, items_a_row } => {
                (None, vec![ArrayBuilder::new(item, rows.saturating_mul(*items_a_row))])
            }
            Form::Struct(fields) => {
                (None, fields.iter().map(|field| ArrayBuilder::new(field, rows)).collect())
            }
            Form::Fixed | Form::Dictionary { .. } | Form::WordViews { .. } => (None, Vec::new()),
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
            (Form::Dictionary { words, .. }, _, Values::Dictionary { indices, .. }) => {
                let made = words.indices_in(array, &mut self.indices);
                indices.extend(made.iter().map(|&index| index as i32));
            }
            (Form::WordViews { words, views: all, .. }, _, Values::Views { views, .. }) => {
                let made = words.indices_in(array, &mut self.indices);
                views.extend(made.iter().map(|&index| all[index as usize]));
            }
            (Form::Offsets(_) | Form::LargeOffsets(_) | Form::Views(_), _, values) => {
                if let Some(texts) = &mut self.texts {
                    texts.push(column, rows, values);
                }
            }
            (Form::List { .. }, Array::List(lists), Values::List { offsets, .. }) => {
                let start = offsets.last().map_or(0, |last| *last);
                let ends = &lists.offsets()[1..];
                offsets
                    .extend(ends.iter().map(|end| start.checked_add(*end).expect("a batch is cut before")));
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
                ids.iter().for_each(|id| out.extend_from_slice(&id.to_be_bytes()));
            }
            (Array::FixedBytes(bytes), Values::FixedBytes(out)) => {
                out.extend_from_slice(&bytes.raw()[..rows * bytes.width()]);
            }
            (other, _) => mismatch(other),
        }
    }

    /// How many bytes of text, or items of lists, the fullest of its buffers has: what offsets count.
    pub fn extent(&self) -> usize {
        let own = self.texts.as_ref().map_or(0, |texts| texts.all.len());
        let children = self.children.iter().map(|child| child.extent().max(child.rows));
        children.fold(own, usize::max)
    }

    /// The rows as an array.
    pub fn finish(self) -> ColumnArray {
        let ArrayBuilder { rows, nulls, validity, mut values, bools, texts, children, .. } = self;
        let mut children = children.into_iter().map(ArrayBuilder::finish);
        match &mut values {
            Values::Texts { bytes, .. } | Values::LargeTexts { bytes, .. } => {
                *bytes = texts.map_or_else(Vec::new, |texts| texts.all);
            }
            Values::Views { bytes, .. } => {
                if let Some(texts) = texts {
                    *bytes = Arc::new(texts.all);
                }
            }
            Values::Bools(out) => *out = bools.into_bytes(),
            Values::List { items, .. } => {
                if let Some(made) = children.next() {
                    **items = made;
                }
            }
            Values::Struct(fields) => fields.extend(children),
            Values::FixedBytes(_)
            | Values::Int32(_)
            | Values::Int64(_)
            | Values::Int128(_)
            | Values::Dictionary { .. } => {}
        }
        let validity = (nulls > 0).then(|| validity.into_bytes());
        ColumnArray { rows, nulls, validity, values }
    }
}

impl<'l> TextScratch<'l> {
    fn new(text: &'l ColumnText, rows: usize) -> TextScratch<'l> {
        let all = Vec::with_capacity(rows.saturating_mul(text.mean_bytes()));
        TextScratch { writer: text.writer(), batch: Buffer::default(), ends: Vec::new(), all }
    }

    /// Appends the texts of a batch, and to the values where each of them is.
    fn push(&mut self, column: &ColumnData, rows: usize, values: &mut Values) {
        let TextScratch { writer, batch, ends, all } = self;
        batch.clear();
        ends.clear();
        writer.write_each(column, rows, batch, ends);
        let before = all.len();
        all.extend_from_slice(batch.as_ref());
        match values {
            Values::Texts { offsets, .. } => {
                i32::try_from(all.len()).expect("an array of texts is cut long before 2 GiB");
                offsets.extend(ends.iter().map(|end| (before + end) as i32));
            }
            Values::LargeTexts { offsets, .. } => {
                offsets.extend(ends.iter().map(|end| (before + end) as i64));
            }
            Values::Views { views, .. } => {
                u32::try_from(all.len()).expect("an array of texts is cut long before 4 GiB");
                let (texts, mut start) = (batch.as_ref(), 0);
                views.extend(ends.iter().map(|&end| {
                    let view = view(&texts[start..end], before + start);
                    start = end;
                    view
                }));
            }
            Values::Bools(_)
            | Values::FixedBytes(_)
            | Values::Int32(_)
            | Values::Int64(_)
            | Values::Int128(_)
            | Values::Dictionary { .. }
            | Values::List { .. }
            | Values::Struct(_) => {}
        }
    }
}

/// No values, with the capacity for this many rows.
fn empty(layout: &ColumnLayout, rows: usize) -> Values {
    match (&layout.form, layout.kind) {
        (Form::Dictionary { texts, .. }, _) => {
            Values::Dictionary { indices: Vec::with_capacity(rows), texts: Arc::clone(texts) }
        }
        (Form::WordViews { bytes, .. }, _) => {
            Values::Views { views: Vec::with_capacity(rows), bytes: Arc::clone(bytes) }
        }
        (Form::Views(_), _) => Values::Views { views: Vec::with_capacity(rows), bytes: Arc::default() },
        (Form::Offsets(_), _) => Values::Texts { offsets: begun(rows, 0), bytes: Vec::new() },
        (Form::LargeOffsets(_), _) => Values::LargeTexts { offsets: begun(rows, 0), bytes: Vec::new() },
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

/// Offsets with the capacity for this many rows, the first of which is there.
fn begun<T>(rows: usize, first: T) -> Vec<T> {
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(first);
    offsets
}

#[cfg(test)]
mod tests {
    use gusher::generators::Context;
    use gusher::plan::Plan;
    use gusher::schema::Schema;
    use gusher::types::Batch;

    use super::{ArrayBuilder, ColumnArray, Values};
    use crate::memory::{ColumnLayout, TextLayout};

    fn array(word: &str, texts: TextLayout, rows: u64) -> ColumnArray {
        array_by(512, word, texts, rows)
    }

    /// The array, whose rows are pushed `step` at a time.
    fn array_by(step: usize, word: &str, texts: TextLayout, rows: u64) -> ColumnArray {
        let context = Context::default().now(0);
        let (schema, mistakes) = Schema::parse("t", &[word], &context);
        assert_eq!(mistakes, []);
        let plan = Plan::new(&schema, 3, &(0..rows)).unwrap();
        let layout = ColumnLayout::new(plan.columns()[0].field(), texts, rows);
        let (mut batch, mut builder) = (Batch::default(), ArrayBuilder::new(&layout, rows as usize));
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
                let word = |&index: &i32| {
                    let at = &texts.offsets[index as usize..];
                    text(&texts.bytes[at[0] as usize..at[1] as usize])
                };
                indices.iter().map(word).collect()
            }
            other => panic!("no texts: {other:?}"),
        }
    }

    #[test]
    fn all_layouts_have_the_same_texts() {
        for word in
            ["name.first", "name", "country:any", "words:3", "int:1,5@prefix=n@suffix=, as a longer text"]
        {
            let plain = texts(&array(word, TextLayout::Offsets, 1300));
            assert_eq!(plain.len(), 1300);
            for layout in [TextLayout::Dictionary, TextLayout::LargeOffsets, TextLayout::Views] {
                assert_eq!(texts(&array(word, layout, 1300)), plain, "{word}, {layout:?}");
            }
        }
    }

    #[test]
    fn arrays_are_the_same_however_many_rows_are_pushed() {
        let words = [
            "seq@null=0.2",
            "bool@null=0.5",
            "name",
            "noun@null=0.1@list=0,5",
            "bool@list=0,9",
            "date@list=3",
        ];
        for word in words {
            for texts in [TextLayout::Dictionary, TextLayout::LargeOffsets, TextLayout::Views] {
                let whole = array_by(1000, word, texts, 1000);
                let parts = array_by(77, word, texts, 1000);
                assert_eq!(format!("{whole:?}"), format!("{parts:?}"), "{word}, {texts:?}");
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

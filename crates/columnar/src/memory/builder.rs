//! Puts the values of batches into the buffers of one column.

use std::sync::Arc;

use gusher::encode::Buffer;
use gusher::types::{Array, ColumnData};

use super::layout::{ColumnLayout, Form};
use super::values::{ColumnArray, Values, view};
use crate::bits::pack_bools;
use crate::kind::Kind;

/// Collects the rows of one column. All pushes but the last one must have a multiple of 8 rows.
#[derive(Debug)]
pub struct ArrayBuilder<'l> {
    layout: &'l ColumnLayout,
    rows: usize,
    nulls: usize,
    validity: Vec<u8>,
    values: Values,
    /// Texts that offsets or views are of.
    texts: Buffer,
    ends: Vec<usize>,
    indices: Vec<u32>,
}

impl<'l> ArrayBuilder<'l> {
    /// A builder with room for so many rows.
    pub fn new(layout: &'l ColumnLayout, rows: usize) -> ArrayBuilder<'l> {
        let values = match (&layout.form, layout.kind) {
            (Form::Dictionary { texts, .. }, _) => {
                Values::Dictionary { indices: Vec::with_capacity(rows), texts: Arc::clone(texts) }
            }
            (Form::WordViews { bytes, .. }, _) => {
                Values::Views { views: Vec::with_capacity(rows), bytes: Arc::clone(bytes) }
            }
            (Form::Views(_), _) => Values::Views { views: Vec::with_capacity(rows), bytes: Arc::default() },
            (Form::Offsets(_), _) => Values::Texts { offsets: begun(rows, 0), bytes: Vec::new() },
            (Form::LargeOffsets(_), _) => Values::LargeTexts { offsets: begun(rows, 0), bytes: Vec::new() },
            (Form::Fixed, Kind::Bool) => Values::Bools(Vec::with_capacity(rows.div_ceil(8))),
            (Form::Fixed, Kind::Date) => Values::Int32(Vec::with_capacity(rows)),
            (Form::Fixed, Kind::Decimal { .. }) => Values::Int128(Vec::with_capacity(rows)),
            (Form::Fixed, Kind::Uuid) => Values::FixedBytes(Vec::with_capacity(16 * rows)),
            (Form::Fixed, Kind::Bytes { len }) => Values::FixedBytes(Vec::with_capacity(len * rows)),
            (Form::Fixed, Kind::Int | Kind::Timestamp { .. } | Kind::Time | Kind::Duration | Kind::Text) => {
                Values::Int64(Vec::with_capacity(rows))
            }
        };
        let (texts, ends, indices) = (Buffer::default(), Vec::new(), Vec::new());
        ArrayBuilder { layout, rows: 0, nulls: 0, validity: Vec::new(), values, texts, ends, indices }
    }

    /// Appends the rows of a batch's column.
    ///
    /// # Panics
    /// If the column is not of the layout's field, or rows that were pushed before are no multiple of 8.
    pub fn push(&mut self, column: &ColumnData, rows: usize) {
        assert!(self.rows.is_multiple_of(8), "{} rows are no multiple of 8", self.rows);
        self.push_validity(column, rows);
        let array = column.values();
        match &self.layout.form {
            Form::Dictionary { words, .. } => {
                words.indices(array, &mut self.indices);
                let Values::Dictionary { indices, .. } = &mut self.values else { return mismatch(array) };
                indices.extend(self.indices.iter().map(|&index| index as i32));
            }
            Form::WordViews { words, views: all, .. } => {
                words.indices(array, &mut self.indices);
                let Values::Views { views, .. } = &mut self.values else { return mismatch(array) };
                views.extend(self.indices.iter().map(|&index| all[index as usize]));
            }
            Form::Offsets(text) | Form::LargeOffsets(text) | Form::Views(text) => {
                let start = self.texts.len();
                self.ends.clear();
                text.writer().write_each(column, rows, &mut self.texts, &mut self.ends);
                self.push_ends(start);
            }
            Form::Fixed => self.push_fixed(array, rows),
        }
        self.rows += rows;
    }

    fn push_validity(&mut self, column: &ColumnData, rows: usize) {
        let validity = column.validity();
        let nulls = validity.null_count();
        if nulls > 0 && self.validity.is_empty() {
            self.validity.resize(self.rows / 8, u8::MAX);
        }
        if nulls > 0 || !self.validity.is_empty() {
            match validity.is_empty() {
                true => self.validity.resize(self.validity.len() + rows.div_ceil(8), u8::MAX),
                false => self.validity.extend_from_slice(validity.bitmap()),
            }
        }
        self.nulls += nulls;
    }

    /// Notes where the new texts end, the first of which begins at `start`.
    fn push_ends(&mut self, start: usize) {
        match &mut self.values {
            Values::Texts { offsets, .. } => offsets.extend(
                self.ends
                    .iter()
                    .map(|&end| i32::try_from(end).expect("an array of texts is cut long before 2 GiB")),
            ),
            Values::LargeTexts { offsets, .. } => offsets.extend(self.ends.iter().map(|&end| end as i64)),
            Values::Views { views, .. } => {
                let (texts, mut start) = (self.texts.as_ref(), start);
                views.extend(self.ends.iter().map(|&end| {
                    let view = view(&texts[start..end], start);
                    start = end;
                    view
                }));
            }
            Values::Bools(_)
            | Values::FixedBytes(_)
            | Values::Int32(_)
            | Values::Int64(_)
            | Values::Int128(_)
            | Values::Dictionary { .. } => {}
        }
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
            (Array::Bools(bools), Values::Bools(out)) => pack_bools(bools, out),
            (Array::Ids(ids), Values::FixedBytes(out)) => {
                ids.iter().for_each(|id| out.extend_from_slice(&id.to_be_bytes()));
            }
            (Array::FixedBytes(bytes), Values::FixedBytes(out)) => {
                out.extend_from_slice(&bytes.raw()[..rows * bytes.width()]);
            }
            (other, _) => mismatch(other),
        }
    }

    /// How many bytes the texts have that were pushed.
    pub fn text_bytes(&self) -> usize {
        self.texts.len()
    }

    /// The rows as an array.
    pub fn finish(self) -> ColumnArray {
        let ArrayBuilder { rows, nulls, validity, mut values, texts, .. } = self;
        match &mut values {
            Values::Texts { bytes, .. } | Values::LargeTexts { bytes, .. } => *bytes = texts.into_vec(),
            Values::Views { bytes, .. } if bytes.is_empty() => *bytes = Arc::new(texts.into_vec()),
            Values::Views { .. }
            | Values::Bools(_)
            | Values::FixedBytes(_)
            | Values::Int32(_)
            | Values::Int64(_)
            | Values::Int128(_)
            | Values::Dictionary { .. } => {}
        }
        let validity = (nulls > 0).then_some(validity);
        ColumnArray { rows, nulls, validity, values }
    }
}

/// Offsets of so many rows, the first of which is there.
fn begun<T>(rows: usize, first: T) -> Vec<T> {
    let mut offsets = Vec::with_capacity(rows + 1);
    offsets.push(first);
    offsets
}

fn mismatch(array: &Array) {
    panic!("a generator made values that its field does not announce: {array:?}")
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
        let context = Context {
            locale: gusher::locale::english(),
            now: 0,
            read: &|_| Ok(Vec::new()),
            expressions: None,
        };
        let (schema, mistakes) = Schema::parse("t", &[word], &context);
        assert_eq!(mistakes, []);
        let plan = Plan::new(&schema, 3, &(0..rows)).unwrap();
        let layout = ColumnLayout::new(plan.columns()[0].field(), texts, rows);
        let (mut batch, mut builder) = (Batch::default(), ArrayBuilder::new(&layout, rows as usize));
        for start in (0..rows).step_by(512) {
            plan.fill(start..rows.min(start + 512), &mut batch);
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
        for word in ["name.first", "name", "country", "words:3", "int:1,5@prefix=n@suffix=, as a longer text"]
        {
            let plain = texts(&array(word, TextLayout::Offsets, 1300));
            assert_eq!(plain.len(), 1300);
            for layout in [TextLayout::Dictionary, TextLayout::LargeOffsets, TextLayout::Views] {
                assert_eq!(texts(&array(word, layout, 1300)), plain, "{word}, {layout:?}");
            }
        }
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

//! Record batches: column by column, each with its nulls and its values.

use std::io;
use std::ops::Range;

use gusher::encode::{Buffer, TextWriter};
use gusher::types::{self, Array, Batch};

use super::block::Block;
use super::flat::Builder;
use super::message::{self, Body, Header};
use super::table::{Arrow, Form};
use crate::bits::pack_bools;
use crate::codec::Compressor;
use crate::kind::Kind;

/// Makes record batches on one thread.
pub(crate) struct BatchMaker<'w> {
    table: &'w Arrow<'w>,
    writers: Vec<Option<TextWriter<'w>>>,
    batch_rows: u64,
    batch: Batch,
    values: Values,
    body: Body,
    compressor: Option<Compressor>,
}

/// The buffers of a column.
#[derive(Default)]
struct Values {
    nulls: u64,
    validity: Vec<u8>,
    /// Values of one width, or where texts end.
    fixed: Vec<u8>,
    texts: Buffer,
    ends: Vec<usize>,
    indices: Vec<u32>,
}

impl<'w> BatchMaker<'w> {
    pub fn new(table: &'w Arrow<'w>) -> BatchMaker<'w> {
        let writer = |form: &'w Form| match form {
            Form::Texts(text) => Some(text.writer()),
            Form::Words(_) | Form::Values => None,
        };
        BatchMaker {
            table,
            writers: table.columns.iter().map(|column| writer(&column.form)).collect(),
            // The bits of one batch then end with a byte.
            batch_rows: (table.plan.batch_rows().min(types::BATCH_ROWS) & !7).max(8) as u64,
            batch: Batch::default(),
            values: Values::default(),
            body: Body::default(),
            compressor: table.codec.map(Compressor::framed),
        }
    }

    /// Appends the record batch of these rows.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Block> {
        let count = rows.end - rows.start;
        self.body.clear();
        for column in 0..self.table.columns.len() {
            self.fill(column, rows.clone());
            let Values { nulls, validity, fixed, texts, .. } = &self.values;
            self.body.node(count, *nulls);
            let no_nulls = *nulls == 0;
            self.body.buffer(if no_nulls { &[] } else { validity }, self.compressor.as_mut())?;
            self.body.buffer(fixed, self.compressor.as_mut())?;
            if matches!(self.table.columns[column].form, Form::Texts(_)) {
                self.body.buffer(texts.as_ref(), self.compressor.as_mut())?;
            }
        }
        let mut metadata = Builder::default();
        let root = self.body.describe(count, self.table.codec, &mut metadata);
        let metadata = message::write(Header::RecordBatch, root, metadata, &self.body.bytes, out);
        Ok(Block { metadata: metadata as u64, body: self.body.bytes.len() as u64 })
    }

    /// Makes the buffers of a column.
    fn fill(&mut self, index: usize, rows: Range<u64>) {
        let BatchMaker { table, writers, batch, values, .. } = self;
        let column = &table.columns[index];
        values.clear();
        if matches!(column.form, Form::Texts(_)) {
            values.fixed.extend_from_slice(&[0; 4]);
        }
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at + self.batch_rows);
            table.plan.fill_columns(&[index], &(at..end), batch);
            values.add_validity(batch);
            match (&column.form, &mut writers[index]) {
                (Form::Words(words), _) => {
                    words.indices(batch.columns()[0].values(), &mut values.indices);
                    let Values { indices, fixed, .. } = values;
                    put(indices, fixed, u32::to_le_bytes);
                }
                (Form::Texts(_), Some(writer)) => {
                    values.ends.clear();
                    writer.write_each(batch, &mut values.texts, &mut values.ends);
                    let Values { ends, fixed, .. } = values;
                    put(ends, fixed, |end| (end as u32).to_le_bytes());
                }
                (Form::Texts(_) | Form::Values, _) => values.add(batch, column.kind),
            }
            at = end;
        }
    }
}

impl Values {
    fn clear(&mut self) {
        self.nulls = 0;
        self.validity.clear();
        self.fixed.clear();
        self.texts.clear();
    }

    fn add_validity(&mut self, batch: &Batch) {
        let validity = batch.columns()[0].validity();
        if validity.is_empty() {
            self.validity.resize(self.validity.len() + batch.len().div_ceil(8), u8::MAX);
        } else {
            self.nulls += validity.null_count() as u64;
            self.validity.extend_from_slice(validity.bitmap());
        }
    }

    /// Adds values of one width; those of null rows mean nothing.
    fn add(&mut self, batch: &Batch, kind: Kind) {
        let fixed = &mut self.fixed;
        let factor = kind.factor();
        match (batch.columns()[0].values(), kind) {
            (Array::Ints(ints), Kind::Decimal { .. }) => put(ints, fixed, |n| i128::from(n).to_le_bytes()),
            (Array::Ints(ints), _) => put(ints, fixed, |n| n.wrapping_mul(factor).to_le_bytes()),
            (Array::Dates(days), _) => put(days, fixed, i32::to_le_bytes),
            (Array::Bools(bools), _) => pack_bools(bools, fixed),
            (Array::Ids(ids), _) => put(ids, fixed, u128::to_be_bytes),
            (Array::FixedBytes(bytes), _) => {
                fixed.extend_from_slice(&bytes.raw()[..batch.len() * bytes.width()]);
            }
            (other, _) => panic!("a generator made values that its field does not announce: {other:?}"),
        }
    }
}

/// Appends values of one width.
#[inline(always)]
fn put<T: Copy, const N: usize>(values: &[T], out: &mut Vec<u8>, bytes: impl Fn(T) -> [u8; N]) {
    let start = out.len();
    out.resize(start + N * values.len(), 0);
    for (place, &value) in out[start..].as_chunks_mut::<N>().0.iter_mut().zip(values) {
        *place = bytes(value);
    }
}

impl std::fmt::Debug for BatchMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchMaker").field("table", self.table).finish_non_exhaustive()
    }
}

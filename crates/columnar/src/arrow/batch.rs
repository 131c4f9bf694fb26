//! Record batches: column by column, each with its nulls and its values.

use std::io;
use std::ops::Range;

use gusher::types::{self, Batch};

use super::block::Block;
use super::flat::Builder;
use super::message::{self, Body, Header};
use super::table::Arrow;
use crate::codec::Compressor;
use crate::memory::{ArrayBuilder, verbatim};

/// Makes record batches on one thread.
pub(crate) struct BatchMaker<'w> {
    table: &'w Arrow<'w>,
    batch_rows: u64,
    batch: Batch,
    builders: Vec<ArrayBuilder<'w>>,
    body: Body,
    /// How many bytes the metadata of the last record batch had. That of the next one has as many.
    metadata: usize,
    compressor: Option<Compressor>,
}

impl<'w> BatchMaker<'w> {
    pub fn new(table: &'w Arrow<'w>) -> BatchMaker<'w> {
        BatchMaker {
            table,
            // The bits of one batch then end with a byte.
            batch_rows: (table.plan.batch_rows().min(types::BATCH_ROWS) & !7).max(8) as u64,
            batch: Batch::default(),
            builders: table.columns.iter().map(|column| ArrayBuilder::new(column, 0)).collect(),
            body: Body::default(),
            metadata: 0,
            compressor: table.codec.map(Compressor::framed),
        }
    }

    /// Appends the record batch of these rows.
    ///
    /// # Errors
    /// If a compressor fails, or a column has more than the format counts.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Block> {
        let start = out.len();
        out.resize(start + self.metadata, 0);
        self.body.begin(out);
        let body = out.len();
        for index in 0..self.builders.len() {
            if self.compressor.is_none() && self.table.verbatim[index] {
                self.copy(index, rows.clone(), out);
            } else {
                self.fill(index, rows.clone());
                write(&self.builders[index], &mut self.body, &mut self.compressor, out)?;
            }
        }
        let bytes = out.len() - body;
        let mut metadata = Builder::default();
        let root = self.body.describe(rows.end - rows.start, self.table.codec, &mut metadata);
        let metadata = message::metadata(Header::RecordBatch, root, metadata, bytes);
        self.metadata = metadata.len();
        let block = Block { metadata: metadata.len() as u64, body: bytes as u64 };
        // Nothing is moved but before the body of the first record batch.
        out.splice(start..body, metadata);
        Ok(block)
    }

    /// Makes the buffers of a column.
    fn fill(&mut self, index: usize, rows: Range<u64>) {
        let builder = &mut self.builders[index];
        builder.clear();
        for rows in parts(rows, self.batch_rows) {
            self.table.plan.fill_columns(&[index], &rows, &mut self.batch);
            builder.push(&self.batch.columns()[0], self.batch.len());
        }
    }

    /// Appends the buffers of a column whose values are in batches as Arrow has them: nothing is between the two.
    fn copy(&mut self, index: usize, rows: Range<u64>, out: &mut Vec<u8>) {
        self.body.node(rows.end - rows.start, 0);
        self.body.end_buffer(out.len(), out);
        let start = out.len();
        for rows in parts(rows, self.batch_rows) {
            self.table.plan.fill_columns(&[index], &rows, &mut self.batch);
            out.extend_from_slice(&verbatim(self.batch.columns()[0].values()));
        }
        self.body.end_buffer(start, out);
    }
}

/// The rows, as many at a time.
fn parts(rows: Range<u64>, most: u64) -> impl Iterator<Item = Range<u64>> {
    let end = rows.end;
    rows.step_by(most as usize).map(move |start| start..end.min(start + most))
}

/// Appends the buffers of a column and of those that it holds.
fn write(
    column: &ArrayBuilder<'_>,
    body: &mut Body,
    compressor: &mut Option<Compressor>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let (rows, nulls) = column.counts();
    body.node(rows, nulls);
    body.buffer(column.validity(), compressor.as_mut(), out)?;
    let buffers = column.buffers().ok_or_else(|| {
        io::Error::other(
            "a column of a record batch has more than 2,147,483,647 bytes of text or items of lists; \
             make record batches of fewer rows",
        )
    })?;
    buffers.iter().try_for_each(|buffer| body.buffer(buffer, compressor.as_mut(), out))?;
    column.children().iter().try_for_each(|child| write(child, body, compressor, out))
}

impl std::fmt::Debug for BatchMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchMaker").field("table", self.table).finish_non_exhaustive()
    }
}

//! Record batches: column by column, each with its nulls and its values.

use std::io;
use std::ops::Range;

use gusher::text::TextWriter;
use gusher::types::{self, Array, Batch, ColumnData};

use super::block::Block;
use super::flat::Builder;
use super::message::{self, Body, Header};
use super::table::Arrow;
use super::values::Values;
use crate::codec::Compressor;
use crate::kind::mismatch;
use crate::tree::{Form, Node, Shape};

/// Makes record batches on one thread.
pub(crate) struct BatchMaker<'w> {
    table: &'w Arrow<'w>,
    batch_rows: u64,
    batch: Batch,
    /// For each node of the columns.
    scratches: Vec<Scratch<'w>>,
    body: Body,
    /// How many bytes the metadata of the last record batch had. That of the next one has as many.
    metadata: usize,
    compressor: Option<Compressor>,
}

/// The buffers of a node while its column is written.
#[derive(Default)]
struct Scratch<'w> {
    values: Values,
    writer: Option<TextWriter<'w>>,
}

impl<'w> BatchMaker<'w> {
    pub fn new(table: &'w Arrow<'w>) -> BatchMaker<'w> {
        let mut scratches: Vec<Scratch<'w>> =
            std::iter::repeat_with(Scratch::default).take(table.nodes).collect();
        let mut give = |number: usize, writer| scratches[number].writer = Some(writer);
        table.columns.iter().for_each(|column| column.text_writers(&mut give));
        BatchMaker {
            table,
            // The bits of one batch then end with a byte.
            batch_rows: (table.plan.batch_rows().min(types::BATCH_ROWS) & !7).max(8) as u64,
            batch: Batch::default(),
            scratches,
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
        for (index, column) in self.table.columns.iter().enumerate() {
            self.fill(index, column, rows.clone());
            self.write(column, out)?;
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
    fn fill(&mut self, index: usize, column: &Node, rows: Range<u64>) {
        clear(column, &mut self.scratches);
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at + self.batch_rows);
            self.table.plan.fill_columns(&[index], &(at..end), &mut self.batch);
            add(column, &self.batch.columns()[0], self.batch.len(), &mut self.scratches);
            at = end;
        }
    }

    /// Appends the buffers of a node and of those that it holds.
    fn write(&mut self, node: &Node, out: &mut Vec<u8>) -> io::Result<()> {
        let BatchMaker { scratches, body, compressor, .. } = self;
        let values = &scratches[node.number].values;
        let is_text = matches!(&node.shape, Shape::Leaf(column) if matches!(column.form, Form::Texts(_)));
        body.node(values.len as u64, values.nulls);
        body.buffer(values.bitmap(), compressor.as_mut(), out)?;
        match &node.shape {
            Shape::Struct(_) => {}
            Shape::List(_) => body.buffer(values.ends()?, compressor.as_mut(), out)?,
            Shape::Leaf(_) if is_text => {
                body.buffer(values.ends()?, compressor.as_mut(), out)?;
                body.buffer(values.texts(), compressor.as_mut(), out)?;
            }
            Shape::Leaf(_) => body.buffer(values.fixed(), compressor.as_mut(), out)?,
        }
        match &node.shape {
            Shape::Leaf(_) => Ok(()),
            Shape::List(item) => self.write(item, out),
            Shape::Struct(fields) => fields.iter().try_for_each(|field| self.write(field, out)),
        }
    }
}

/// Takes all values of a node away.
fn clear(node: &Node, scratches: &mut [Scratch<'_>]) {
    scratches[node.number].values.clear();
    match &node.shape {
        Shape::Leaf(_) => {}
        Shape::List(item) => clear(item, scratches),
        Shape::Struct(fields) => fields.iter().for_each(|field| clear(field, scratches)),
    }
}

/// Adds `len` values of a node. What null lists and structs hold is kept: no offset refers to it, or it is null itself.
fn add(node: &Node, data: &ColumnData, len: usize, scratches: &mut [Scratch<'_>]) {
    let Scratch { values, writer } = &mut scratches[node.number];
    values.add_validity(data.validity(), len);
    match (&node.shape, data.values()) {
        (Shape::Leaf(column), _) => values.add(column, data, len, writer.as_mut()),
        (Shape::List(item), Array::List(lists)) => {
            values.add_lists(lists.offsets());
            let items = lists.offsets().last().map_or(0, |end| *end as usize);
            add(item, lists.items(), items, scratches);
        }
        (Shape::Struct(nodes), Array::Struct(fields)) => {
            for (node, field) in nodes.iter().zip(fields) {
                add(node, field, len, scratches);
            }
        }
        (Shape::List(_) | Shape::Struct(_), other) => mismatch(other),
    }
}

impl std::fmt::Debug for BatchMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BatchMaker").field("table", self.table).finish_non_exhaustive()
    }
}

//! Blocks: rows one after the other, compressed together.

use std::io;
use std::ops::Range;

use gusher::types::{Array, BATCH_ROWS, Batch, ColumnData};

use super::table::Avro;
use super::values::{Leaf, Scratch, long, put};
use crate::codec::{Codec, Compressor};
use crate::kind::mismatch;
use crate::tree::{Node, Shape};

/// Makes blocks on one thread.
pub(crate) struct BlockMaker<'w> {
    table: &'w Avro<'w>,
    batch_rows: u64,
    batch: Batch,
    /// For each node of the columns.
    scratches: Vec<Scratch<'w>>,
    body: Vec<u8>,
    compressor: Option<Compressor>,
}

impl<'w> BlockMaker<'w> {
    pub fn new(table: &'w Avro<'w>) -> BlockMaker<'w> {
        let mut scratches: Vec<Scratch<'w>> =
            std::iter::repeat_with(Scratch::default).take(table.leaves.len()).collect();
        let mut give = |number: usize, writer| scratches[number].writer = Some(writer);
        table.columns.iter().for_each(|column| column.text_writers(&mut give));
        BlockMaker {
            table,
            batch_rows: table.plan.batch_rows().min(BATCH_ROWS) as u64,
            batch: Batch::default(),
            scratches,
            body: Vec::new(),
            compressor: table.codec.map(Compressor::bare),
        }
    }

    /// Appends the block of these rows.
    ///
    /// # Errors
    /// If a compressor fails.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<()> {
        let BlockMaker { table, batch_rows, batch, scratches, body, compressor } = self;
        body.clear();
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at + *batch_rows);
            table.plan.fill(&(at..end), batch);
            let columns = || table.columns.iter().zip(batch.columns());
            columns().for_each(|(node, data)| prepare(node, data, batch.len(), scratches));
            for row in 0..batch.len() {
                columns().for_each(|(node, data)| write(node, data, row, &table.leaves, scratches, body));
            }
            at = end;
        }
        let bytes = match compressor {
            None => &body[..],
            Some(compressor) => compressor.compress(body)?,
        };
        // Snappy has a checksum of what was compressed.
        let sum = matches!(table.codec, Some(Codec::Snappy)).then(|| crc32fast::hash(body).to_be_bytes());
        let sum: &[u8] = sum.as_ref().map_or(&[], |sum| sum);
        long((rows.end - rows.start) as i64, out);
        long((bytes.len() + sum.len()) as i64, out);
        for part in [bytes, sum, table.sync()] {
            out.extend_from_slice(part);
        }
        Ok(())
    }
}

/// Prepares the texts of `len` values of a node.
fn prepare(node: &Node, data: &ColumnData, len: usize, scratches: &mut [Scratch<'_>]) {
    match (&node.shape, data.values()) {
        (Shape::Leaf(column), _) => scratches[node.number].prepare(column, data, len),
        (Shape::List(item), Array::List(lists)) => {
            let items = lists.offsets().last().map_or(0, |end| *end as usize);
            prepare(item, lists.items(), items, scratches);
        }
        (Shape::Struct(nodes), Array::Struct(fields)) => {
            nodes.iter().zip(fields).for_each(|(node, field)| prepare(node, field, len, scratches));
        }
        (Shape::List(_) | Shape::Struct(_), other) => mismatch(other),
    }
}

/// Appends the value of a node at this index.
fn write(
    node: &Node,
    data: &ColumnData,
    at: usize,
    leaves: &[Option<Leaf>],
    scratches: &[Scratch<'_>],
    out: &mut Vec<u8>,
) {
    if node.nullable {
        // Which of the two types it has: null, or its own.
        if data.validity().is_null(at) {
            return long(0, out);
        }
        long(1, out);
    }
    match (&node.shape, data.values(), &leaves[node.number]) {
        (Shape::Leaf(column), values, Some(leaf)) => {
            put(column, leaf, &scratches[node.number], values, at, out);
        }
        (Shape::List(item), Array::List(lists), _) => {
            let [start, end] = [0, 1].map(|next| lists.offsets()[at + next] as usize);
            if start < end {
                long((end - start) as i64, out);
                (start..end).for_each(|place| write(item, lists.items(), place, leaves, scratches, out));
            }
            long(0, out);
        }
        (Shape::Struct(nodes), Array::Struct(fields), _) => {
            nodes.iter().zip(fields).for_each(|(node, field)| write(node, field, at, leaves, scratches, out));
        }
        (_, other, _) => mismatch(other),
    }
}

impl std::fmt::Debug for BlockMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockMaker").field("table", self.table).finish_non_exhaustive()
    }
}

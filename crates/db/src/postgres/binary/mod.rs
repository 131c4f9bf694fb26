//! Rows in the binary format of COPY (the manual of PostgreSQL, section "COPY", "Binary Format"), straight from batches.
//!
//! How a column is written depends on its field and on the type that the table has for it. What writes it is chosen once
//! (`leaf.rs`); where there is nothing that fits, the whole table goes as text, and the server reads what it can.

mod address;
mod bytes;
mod leaf;
mod node;
mod number;
mod scratch;
#[cfg(test)]
mod tests;
mod text;

use gusher::types::{Batch, Field};

use super::table::PgType;
use node::Node;
use scratch::Scratch;

/// How the rows of a table are written. Shared by whoever writes some of them.
#[derive(Debug)]
pub(super) struct RowFormat {
    /// Each with its index in the batch.
    columns: Vec<(usize, Node)>,
    nodes: usize,
}

/// What writes rows, with buffers of its own.
pub(super) struct RowWriter<'f> {
    format: &'f RowFormat,
    /// For each node.
    scratches: Vec<Scratch<'f>>,
}

/// A value that is outside of the range of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OutOfRange {
    /// The index of its column in the batch.
    pub column: usize,
    pub value: i64,
}

/// What a file begins with: its signature, no flags, and no header beyond that.
pub(super) const HEADER: &[u8; 19] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// What it ends with.
pub(super) const TRAILER: [u8; 2] = (-1i16).to_be_bytes();
impl RowFormat {
    /// The format of these columns, each with its index in a batch and the type that the table has for it.
    ///
    /// # Errors
    /// The indices of the columns that nothing writes.
    pub fn of<'c>(
        columns: impl IntoIterator<Item = (usize, &'c Field, &'c PgType)>,
    ) -> Result<RowFormat, Vec<usize>> {
        let (mut found, mut nodes, mut without) = (Vec::new(), 0, Vec::new());
        for (index, field, of) in columns {
            match Node::of(field, of, &mut nodes) {
                Some(node) => found.push((index, node)),
                None => without.push(index),
            }
        }
        if without.is_empty() { Ok(RowFormat { columns: found, nodes }) } else { Err(without) }
    }

    /// What writes rows.
    pub fn writer(&self) -> RowWriter<'_> {
        let mut scratches: Vec<Scratch<'_>> =
            std::iter::repeat_with(Scratch::default).take(self.nodes).collect();
        for (_, node) in &self.columns {
            node.give_writers(&mut scratches);
        }
        RowWriter { format: self, scratches }
    }
}

impl RowWriter<'_> {
    /// Appends the rows of a batch.
    ///
    /// # Errors
    /// A value that cannot be written; then what was appended means nothing.
    pub fn write(&mut self, batch: &Batch, out: &mut Vec<u8>) -> Result<(), OutOfRange> {
        let RowWriter { format, scratches } = self;
        let (columns, all) = (&format.columns, batch.columns());
        for (index, node) in columns {
            node.prepare(&all[*index], batch.len(), scratches);
        }
        let count = (columns.len() as i16).to_be_bytes();
        for row in 0..batch.len() {
            out.extend_from_slice(&count);
            for (index, node) in columns {
                node.put(&all[*index], row, scratches, out);
            }
        }
        // Nodes of a column follow each other.
        let outside =
            scratches.iter().enumerate().find_map(|(node, scratch)| Some((node, scratch.outside.take()?)));
        let Some((number, value)) = outside else { return Ok(()) };
        let of_node = columns.iter().rev().find(|(_, node)| node.number <= number);
        Err(OutOfRange { column: of_node.map_or(0, |(index, _)| *index), value })
    }
}

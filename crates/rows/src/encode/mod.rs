//! Encoders: batches → bytes of one format.
//!
//! All that does not change from row to row is prepared once: the text between fields, and every word of every
//! table, escaped. What is left for a row is a short program of copies.

mod buffer;
mod compile;
mod digits;
mod escape;
mod format;
mod layout;
mod op;
mod row;
mod table;
mod value;

use std::ops::Range;

pub use buffer::Buffer;
pub use format::{FORMATS, Format, FormatEntry, FormatError, FormatOptions};

use crate::batch::Batch;
use crate::plan::Plan;
use compile::Program;
use layout::Layout;

/// Turns batches of one plan into one format. Shared by all workers; each writes through its own [`RowWriter`].
#[derive(Debug)]
pub struct Encoder {
    layout: Layout,
    program: Program,
    /// All the rows that are asked for, by all shards together: groups of rows begin and end by it.
    whole: Range<u64>,
}

impl Encoder {
    /// An encoder for the rows `whole` of `plan`'s table called `table`.
    pub fn new(plan: &Plan, table: &str, options: &FormatOptions, whole: Range<u64>) -> Encoder {
        let names: Vec<&str> = plan.columns().iter().map(|column| column.name.as_str()).collect();
        let layout = Layout::new(options, table, &names);
        let program = Program::compile(plan, &layout);
        Encoder { layout, program, whole }
    }

    /// An encoder of rows that are the values of `plan` as they are, each behind its text of `before`, and then
    /// `after`.
    pub(crate) fn around(plan: &Plan, before: Vec<Vec<u8>>, after: Vec<u8>) -> Encoder {
        let layout = Layout::around(before, after);
        let program = Program::compile(plan, &layout);
        Encoder { layout, program, whole: 0..u64::MAX }
    }

    /// What stands before the first row, where a header was asked for.
    pub fn header(&self) -> &[u8] {
        &self.layout.header
    }

    /// About how many bytes a row takes, rather more than less.
    pub fn mean_row_bytes(&self) -> usize {
        self.program.mean_bytes().max(1)
    }

    /// The most bytes that writing one row touches.
    pub fn max_row_bytes(&self) -> usize {
        self.program.max_bytes().max(1)
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> RowWriter<'_> {
        RowWriter { encoder: self, scratch: Vec::new() }
    }

    /// Part `part` (from 0) of `parts` equal parts of the whole, such that the parts' bytes concatenate to
    /// those of the whole: a group of rows, such as one SQL statement, is never cut.
    pub fn shard(&self, part: u64, parts: u64) -> Range<u64> {
        let Range { start, end } = self.whole;
        let cut = |part: u64| {
            let at = start + (u128::from(end - start) * u128::from(part) / u128::from(parts)) as u64;
            let group = self.layout.group.as_ref().map_or(1, |group| group.rows);
            if part == parts { end } else { (at / group * group).max(start) }
        };
        cut(part)..cut(part + 1)
    }
}

/// Writes batches as rows of text.
#[derive(Debug)]
pub struct RowWriter<'e> {
    encoder: &'e Encoder,
    scratch: Vec<op::Scratch>,
}

impl RowWriter<'_> {
    /// Appends the rows of `batch`.
    pub fn write(&mut self, batch: &Batch, out: &mut Buffer) {
        let Encoder { layout, program, whole } = self.encoder;
        let bound = program.bind(batch, &mut self.scratch);
        let Some(group) = &layout.group else {
            return row::write(&bound, 0..batch.len, program.max_bytes(), out);
        };
        let (mut at, end) = (batch.first_row, batch.first_row + batch.len as u64);
        while at < end {
            let group_end = (at / group.rows + 1).saturating_mul(group.rows).min(whole.end);
            if at.is_multiple_of(group.rows) || at == whole.start {
                out.extend(&group.open);
            }
            let stop = group_end.min(end);
            let rows = (at - batch.first_row) as usize..(stop - batch.first_row) as usize;
            row::write(&bound, rows, program.max_bytes(), out);
            if stop == group_end {
                out.replace_tail(&layout.after, &group.close);
            }
            at = stop;
        }
    }

    /// Appends the rows of `batch`, which stand in no groups, and notes where each ends in `out`.
    pub(crate) fn write_each(&mut self, batch: &Batch, out: &mut Buffer, ends: &mut Vec<usize>) {
        let program = &self.encoder.program;
        let bound = program.bind(batch, &mut self.scratch);
        for row in 0..batch.len {
            row::write(&bound, row..row + 1, program.max_bytes(), out);
            ends.push(out.len());
        }
    }
}

#[cfg(test)]
mod tests;

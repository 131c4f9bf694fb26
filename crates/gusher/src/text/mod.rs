//! Encoders: batches → bytes of one format.
//!
//! All that does not change from row to row is prepared once: the text between fields, and every entry of every
//! table, escaped. What is left for a row is a short program of copies.

pub(crate) mod column_text;
mod dialect;
pub(crate) mod engine;
mod format;
pub(crate) mod formats;
mod options;

use std::ops::Range;

pub(crate) use column_text::TextScratch;
pub use column_text::{ColumnText, TextWriter};
pub use dialect::{DIALECTS, Dialect, DialectEntry};
pub use engine::buffer::Buffer;
pub use format::{Format, FormatSpec, Names, Transaction};
pub use formats::{
    FORMATS, ForeignKeyNames, IndexStatement, ScriptKey, ScriptTable, Statements, TableStatements,
    TypeStatements, UnknownFormat, sql_script, statements,
};
pub use options::{FormatError, FormatOptions, FormatRules};

use crate::types::{Batch, ColumnData, Heads};
use engine::layout::Layout;
use engine::program::Program;
use engine::scratch::RowScratch;
use format::{Records, TableHead};

/// Turns batches of one plan into one format. Shared by all workers; each writes through its own [`RowWriter`].
#[derive(Debug)]
pub struct Encoder {
    body: Body,
    /// All the rows that are asked for, by all shards together: groups of rows begin and end by it.
    all_rows: Range<u64>,
    batch_rows: usize,
}

/// The layout of a row, and its program.
#[derive(Debug)]
enum Body {
    Text { layout: Box<Layout>, program: Program },
    Records(Box<dyn Records>),
}

impl Encoder {
    /// An encoder for the rows `all_rows` of the table called `table`, which has these columns: those of a
    /// [plan](crate::plan::Plan), as a rule.
    ///
    /// # Panics
    /// If the format refuses one of the columns ([`FormatOptions::refusal`]).
    pub fn new(
        heads: impl Into<Heads>,
        table: &str,
        options: &FormatOptions,
        all_rows: Range<u64>,
    ) -> Encoder {
        let (heads, choices) = (heads.into(), &options.choices);
        let head = TableHead { table, columns: &heads.columns, choices, is_empty: all_rows.is_empty() };
        let body = match options.format.rows().body(&head) {
            format::Body::Records(records) => Body::Records(records),
            format::Body::Text(layout) => {
                let program = Program::compile(heads.fields(), &layout);
                Body::Text { layout, program }
            }
        };
        Encoder { body, all_rows, batch_rows: heads.batch_rows }
    }

    /// An encoder of rows that are the values of `plan` as they are, each after its text of `before`, and then
    /// `after`.
    pub(crate) fn around(heads: &Heads, before: Vec<Vec<u8>>, after: Vec<u8>) -> Encoder {
        let layout = Box::new(Layout::around(before, after));
        let program = Program::compile(heads.fields(), &layout);
        Encoder { body: Body::Text { layout, program }, all_rows: 0..u64::MAX, batch_rows: heads.batch_rows }
    }

    /// What precedes the first of all rows: a header, the statement that creates a table, what opens a list.
    pub fn header(&self) -> &[u8] {
        self.layout().map_or(&[], |layout| &layout.header)
    }

    /// What follows the last of all rows.
    pub fn footer(&self) -> &[u8] {
        self.layout().map_or(&[], |layout| &layout.footer)
    }

    /// What precedes the first row of a shard that follows another one.
    pub fn shard_header(&self) -> &[u8] {
        self.layout().map_or(&[], |layout| &layout.between[0])
    }

    /// What follows the last row of a shard that another one follows.
    pub fn shard_footer(&self) -> &[u8] {
        self.layout().map_or(&[], |layout| &layout.between[1])
    }

    fn layout(&self) -> Option<&Layout> {
        match &self.body {
            Body::Text { layout, .. } => Some(layout),
            Body::Records(_) => None,
        }
    }

    /// About how many bytes a row takes, rather more than less.
    pub fn mean_row_bytes(&self) -> usize {
        match &self.body {
            Body::Text { program, .. } => program.mean_bytes().max(1),
            Body::Records(records) => records.width().max(1),
        }
    }

    /// The most bytes that writing one row touches.
    pub fn max_row_bytes(&self) -> usize {
        match &self.body {
            Body::Text { program, .. } => program.max_bytes().max(1),
            Body::Records(records) => records.width().max(1),
        }
    }

    /// Whether no row is written as any byte.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(&self.body, Body::Text { program, .. } if program.max_bytes() == 0)
    }

    /// How many rows a batch should have ([`Heads::batch_rows`]).
    pub fn batch_rows(&self) -> usize {
        self.batch_rows
    }

    /// A writer with buffers of its own.
    pub fn writer(&self) -> RowWriter<'_> {
        RowWriter { encoder: self, scratch: RowScratch::default() }
    }

    /// Part `part` (from 0) of `parts` equal parts of all rows, such that the parts' bytes concatenate to
    /// those of all rows: a group of rows, such as one SQL statement, is never cut.
    pub fn shard(&self, part: u64, parts: u64) -> Range<u64> {
        let Range { start, end } = self.all_rows;
        let group = self.layout().and_then(|layout| layout.group.as_ref()).filter(|group| !group.is_cut);
        let cut = |part: u64| {
            let at = start + (u128::from(end - start) * u128::from(part) / u128::from(parts)) as u64;
            let group = group.map_or(1, |group| group.rows);
            if part == parts { end } else { (at / group * group).max(start) }
        };
        cut(part)..cut(part + 1)
    }
}

/// Writes batches as rows.
#[derive(Debug)]
pub struct RowWriter<'e> {
    encoder: &'e Encoder,
    scratch: RowScratch,
}

impl RowWriter<'_> {
    /// Appends the rows of `batch`.
    pub fn write(&mut self, batch: &Batch, out: &mut Buffer) {
        let Encoder { body, all_rows, .. } = self.encoder;
        let (layout, program) = match body {
            Body::Text { layout, program } => (layout, program),
            Body::Records(records) => return records.write(batch, out),
        };
        let mut bound = program.bind(batch.columns(), batch.len(), &mut self.scratch);
        let Some(group) = &layout.group else {
            return bound.write(0..batch.len(), out);
        };
        let (mut at, end) = (batch.first_row(), batch.first_row() + batch.len() as u64);
        while at < end {
            let group_end = (at / group.rows + 1).saturating_mul(group.rows).min(all_rows.end);
            if at.is_multiple_of(group.rows) || at == all_rows.start {
                out.extend(&group.open);
            }
            let stop = group_end.min(end);
            let rows = (at - batch.first_row()) as usize..(stop - batch.first_row()) as usize;
            bound.write(rows, out);
            if stop == group_end {
                out.replace_tail(&layout.after, &group.close);
            }
            at = stop;
        }
    }

    /// Appends the rows of `batch`, which are in no groups, and notes where each ends in `out`.
    pub(crate) fn write_each(&mut self, batch: &Batch, out: &mut Buffer, ends: &mut Vec<usize>) {
        self.write_columns(batch.columns(), batch.len(), out, ends);
    }

    /// The same with columns that are in no batch.
    pub(crate) fn write_columns(
        &mut self,
        columns: &[ColumnData],
        rows: usize,
        out: &mut Buffer,
        ends: &mut Vec<usize>,
    ) {
        let Body::Text { program, .. } = &self.encoder.body else {
            unreachable!("what is around values is text")
        };
        program.bind(columns, rows, &mut self.scratch).write_each(rows, out, ends);
    }
}

#[cfg(test)]
mod tests;

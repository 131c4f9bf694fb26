//! Groups of rows: column by column, page by page.

use std::io;
use std::ops::Range;

use gusher::text::TextWriter;
use gusher::types::{BATCH_ROWS, Batch, ColumnData};

use super::bloom::BloomHashes;
use super::chunk::{Chunk, Group};
use super::column::{Column, Form};
use super::contest::{Contest, Progress};
use super::nesting::Slots;
use super::packer::{Habits, Packer, PageFacts};
use super::table::{Parquet, Top};
use super::values::Values;

/// Makes groups on one thread.
pub(crate) struct GroupMaker<'w> {
    table: &'w Parquet<'w>,
    batch_rows: u64,
    batch: Batch,
    /// For each leaf of the column that has the most.
    scratches: Vec<Scratch>,
    /// For each leaf of the table.
    writers: Vec<Option<TextWriter<'w>>>,
    packer: Packer,
    /// The bloom filters of the group, which come after its chunks.
    blooms: Vec<u8>,
}

/// The buffers of a leaf while its column is written.
#[derive(Default)]
struct Scratch {
    values: Values,
    habits: Habits,
    contest: Contest,
    bloom: BloomHashes,
    /// Its pages, where other leaves come before them.
    pages: Vec<u8>,
}

impl<'w> GroupMaker<'w> {
    pub fn new(table: &'w Parquet<'w>) -> GroupMaker<'w> {
        let writer = |column: &'w Column| match &column.form {
            Form::Texts { text, .. } => Some(text.writer()),
            Form::Dictionary { .. } | Form::Range { .. } | Form::Values => None,
        };
        let most = table.tops.iter().map(|top| top.leaves.len()).max().unwrap_or(0);
        GroupMaker {
            table,
            // The bits of one batch's nulls then end with a byte.
            batch_rows: (table.plan.batch_rows().min(BATCH_ROWS) & !7).max(8) as u64,
            batch: Batch::default(),
            scratches: std::iter::repeat_with(Scratch::default).take(most).collect(),
            writers: table.columns.iter().map(writer).collect(),
            packer: Packer::new(table.options),
            blooms: Vec::new(),
        }
    }

    /// Appends the group of these rows.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Group> {
        let mut chunks = Vec::with_capacity(self.table.columns.len());
        for column in 0..self.table.tops.len() {
            self.column(column, rows.clone(), out, &mut chunks)?;
        }
        out.append(&mut self.blooms);
        Ok(Group { rows: rows.end - rows.start, chunks })
    }

    /// Appends the chunks of a column's leaves. Its values are filled once for all of them.
    fn column(
        &mut self,
        at: usize,
        rows: Range<u64>,
        out: &mut Vec<u8>,
        chunks: &mut Vec<Chunk>,
    ) -> io::Result<()> {
        let table = self.table;
        let Top { leaves, page_rows, .. } = &table.tops[at];
        let (page_rows, first) = (*page_rows, chunks.len());
        let all = rows.end - rows.start;
        for (leaf, column) in table.columns[leaves.clone()].iter().enumerate() {
            let scratch = &mut self.scratches[leaf];
            scratch.habits = Habits::default();
            scratch.pages.clear();
            let out = if leaf == 0 { &mut *out } else { &mut scratch.pages };
            chunks.push(begin_chunk(column, all.div_ceil(page_rows), out));
            scratch.contest.begin(column, out.len());
            scratch.bloom.clear();
        }
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start + page_rows);
            self.fill(at, start..end);
            let progress = Progress { rows: end - rows.start, all };
            for (leaf, column) in table.columns[leaves.clone()].iter().enumerate() {
                let Scratch { values, habits, contest, bloom, pages } = &mut self.scratches[leaf];
                let out = if leaf == 0 { &mut *out } else { pages };
                let (packer, chunk) = (&mut self.packer, &mut chunks[first + leaf]);
                if let Some(entries) = &column.bloom {
                    bloom.add(column, entries, values);
                }
                let facts = PageFacts::of(values, column)?;
                if !contest.take((column, values, &facts), progress, packer, chunk, out)? {
                    packer.page(column, values, facts, habits, chunk, out)?;
                    contest.judge(column, progress, packer, chunk, out)?;
                }
            }
            start = end;
        }
        for (leaf, column) in table.columns[leaves.clone()].iter().enumerate() {
            let Scratch { contest, bloom, pages, .. } = &mut self.scratches[leaf];
            let (out, chunk) = (if leaf == 0 { &mut *out } else { pages }, &mut chunks[first + leaf]);
            contest.end(column, &mut self.packer, chunk, out)?;
            if column.bloom.is_some() {
                chunk.bloom = Some(bloom.write(&mut self.blooms) as u64);
            }
        }
        for scratch in self.scratches[..leaves.len()].iter().skip(1) {
            out.extend_from_slice(&scratch.pages);
        }
        Ok(())
    }

    /// Takes the values of a page from batches.
    fn fill(&mut self, at: usize, rows: Range<u64>) {
        let GroupMaker { table, batch_rows, batch, scratches, writers, .. } = self;
        let Top { leaves, node, .. } = &table.tops[at];
        let (columns, writers) = (&table.columns[leaves.clone()], &mut writers[leaves.clone()]);
        scratches.iter_mut().for_each(|scratch| scratch.values.clear());
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start + *batch_rows);
            table.plan.fill_columns(&[at], &(start..end), batch);
            let (data, len) = (&batch.columns()[0], batch.len());
            if node.is_leaf() {
                scratches[0].values.add(&columns[0], data, len, writers[0].as_mut());
            } else {
                node.take_apart(data, len, |leaf, data: &ColumnData, values, slots: &Slots| {
                    let scratch = &mut scratches[leaf].values;
                    scratch.add_slots(&columns[leaf], len, (data, values, slots), writers[leaf].as_mut());
                });
            }
            start = end;
        }
    }
}

/// A chunk of this many pages to come. Appends the column's dictionary, if it has one.
fn begin_chunk(column: &Column, pages: u64, out: &mut Vec<u8>) -> Chunk {
    let dictionary = match &column.form {
        Form::Dictionary { page, .. } | Form::Range { page, .. } => Some(page),
        Form::Texts { .. } | Form::Values => None,
    };
    out.extend_from_slice(dictionary.map_or(&[], |page| &page.bytes));
    Chunk {
        dictionary: dictionary.map(|page| page.bytes.len() as u64),
        distinct: None,
        bloom: None,
        pages: Vec::with_capacity(pages as usize),
        uncompressed: dictionary.map_or(0, |page| page.uncompressed),
    }
}

impl std::fmt::Debug for GroupMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GroupMaker").field("table", self.table).finish_non_exhaustive()
    }
}

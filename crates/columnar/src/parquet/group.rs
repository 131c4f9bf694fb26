//! Groups of rows: column by column, page by page.

use std::io;
use std::ops::Range;

use gusher::encode::TextWriter;
use gusher::types::{BATCH_ROWS, Batch};

use super::bounds::Bounds;
use super::column::{Column, Form};
use super::page::{DataPage, Encoding};
use super::table::Parquet;
use super::values::Values;
use crate::codec::Compressor;

/// What is known of a group that was written.
#[derive(Debug)]
pub(crate) struct Group {
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// What is known of the values of one column in a group.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The bytes of its dictionary page.
    pub(super) dictionary: Option<u64>,
    pub(super) pages: Vec<Page>,
    pub(super) encoding: Encoding,
    /// How many bytes it would have uncompressed, with the headers of pages.
    pub(super) uncompressed: u64,
}

/// What is known of a page.
#[derive(Debug)]
pub(crate) struct Page {
    /// With its header.
    pub(super) bytes: u32,
    pub(super) rows: u32,
    pub(super) nulls: u32,
    pub(super) bounds: Bounds,
}

/// Makes groups on one thread.
pub(crate) struct GroupMaker<'w> {
    table: &'w Parquet<'w>,
    writers: Vec<Option<TextWriter<'w>>>,
    batch_rows: u64,
    batch: Batch,
    values: Values,
    body: Vec<u8>,
    levels: Vec<u8>,
    compressor: Option<Compressor>,
}

/// What is found out with the first page of a chunk.
#[derive(Default)]
struct Habits {
    /// Whether numbers are written by their differences.
    by_delta: Option<bool>,
    /// Whether compressing is worth it.
    compressed: Option<bool>,
}

impl<'w> GroupMaker<'w> {
    pub fn new(table: &'w Parquet<'w>) -> GroupMaker<'w> {
        let writer = |column: &'w Column| match &column.form {
            Form::Texts(text) => Some(text.writer()),
            Form::Words { .. } | Form::Range { .. } | Form::Values => None,
        };
        GroupMaker {
            table,
            writers: table.columns.iter().map(writer).collect(),
            // The bits of one batch's nulls then end with a byte.
            batch_rows: (table.plan.batch_rows().min(BATCH_ROWS) & !7).max(8) as u64,
            batch: Batch::default(),
            values: Values::default(),
            body: Vec::new(),
            levels: Vec::new(),
            compressor: table.codec.map(Compressor::new),
        }
    }

    /// Appends the group of these rows.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Group> {
        let chunks = (0..self.table.columns.len()).map(|column| self.chunk(column, rows.clone(), out));
        Ok(Group { rows: rows.end - rows.start, chunks: chunks.collect::<io::Result<_>>()? })
    }

    fn chunk(&mut self, index: usize, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Chunk> {
        let column = &self.table.columns[index];
        let dictionary = match &column.form {
            Form::Words { page, .. } | Form::Range { page, .. } => Some(page),
            Form::Texts(_) | Form::Values => None,
        };
        out.extend_from_slice(dictionary.map_or(&[], |page| &page.bytes));
        let mut chunk = Chunk {
            dictionary: dictionary.map(|page| page.bytes.len() as u64),
            pages: Vec::with_capacity((rows.end - rows.start).div_ceil(column.page_rows) as usize),
            encoding: Encoding::Plain,
            uncompressed: dictionary.map_or(0, |page| page.uncompressed),
        };
        let mut habits = Habits::default();
        let exactly = rows.end - rows.start <= column.page_rows;
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at + column.page_rows);
            self.fill(index, at..end);
            self.page(column, exactly, &mut habits, &mut chunk, out)?;
            at = end;
        }
        Ok(chunk)
    }

    /// Takes the values of a page from batches.
    fn fill(&mut self, column: usize, rows: Range<u64>) {
        self.values.clear();
        let mut at = rows.start;
        while at < rows.end {
            let end = rows.end.min(at + self.batch_rows);
            self.table.plan.fill_columns(&[column], &(at..end), &mut self.batch);
            self.values.add(&self.table.columns[column], &self.batch, self.writers[column].as_mut());
            at = end;
        }
    }

    /// Appends the page that was filled.
    fn page(
        &mut self,
        column: &Column,
        exactly: bool,
        habits: &mut Habits,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let GroupMaker { values, body, levels, compressor, .. } = self;
        let bounds = values.bounds(column, exactly);
        let (rows, nulls) = (values.rows as u32, values.nulls as u32);
        levels.clear();
        values.levels(levels);
        body.clear();
        let (encoding, rest) = values.encode(column, &mut habits.by_delta, body);
        let uncompressed = body.len() + rest.len();
        let mut parts = [&body[..], rest];
        if let Some(compressor) = compressor.as_mut().filter(|_| habits.compressed != Some(false)) {
            body.extend_from_slice(rest);
            let shorter = compressor.compress(body)?;
            // Bits that are packed or random do not get shorter; what little they do is not worth the work on both sides.
            let is_worth = shorter.len() < uncompressed - uncompressed / 32;
            let is_worth = *habits.compressed.get_or_insert(is_worth) && shorter.len() < uncompressed;
            parts = if is_worth { [shorter, &[]] } else { [&body[..], &[]] };
        }
        let bytes = parts[0].len() + parts[1].len();
        let start = out.len();
        let is_compressed = bytes < uncompressed;
        let page =
            DataPage { rows, nulls, encoding, levels: levels.len(), bytes, uncompressed, is_compressed };
        page.header(out);
        let header = out.len() - start;
        for part in [&levels[..], parts[0], parts[1]] {
            out.extend_from_slice(part);
        }
        chunk.encoding = encoding;
        chunk.uncompressed += (header + levels.len() + uncompressed) as u64;
        let bytes = u32::try_from(out.len() - start).map_err(io::Error::other)?;
        chunk.pages.push(Page { bytes, rows, nulls, bounds });
        Ok(())
    }
}

impl std::fmt::Debug for GroupMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GroupMaker").field("table", self.table).finish_non_exhaustive()
    }
}

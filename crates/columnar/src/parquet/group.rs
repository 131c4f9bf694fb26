//! Groups of rows: column by column, page by page.

use std::io;
use std::ops::Range;

use gusher::text::TextWriter;
use gusher::types::{BATCH_ROWS, Batch, ColumnData};

use super::bounds::Bounds;
use super::column::{Column, Form};
use super::nesting::Slots;
use super::page::{DataPage, Encoding, checksum};
use super::table::{Parquet, Top};
use super::values::Values;
use crate::codec::Compressor;
use crate::kind::Kind;
use crate::options::PageVersion;

/// The facts about a group that was written.
#[derive(Debug)]
pub(crate) struct Group {
    pub(super) rows: u64,
    pub(super) chunks: Vec<Chunk>,
}

/// The facts about the values of one column in a group.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The bytes of its dictionary page.
    pub(super) dictionary: Option<u64>,
    pub(super) pages: Vec<Page>,
    pub(super) encoding: Encoding,
    /// How many bytes it would have uncompressed, with the headers of pages.
    pub(super) uncompressed: u64,
}

/// The facts about a page.
#[derive(Debug)]
pub(crate) struct Page {
    /// With its header.
    pub(super) bytes: u32,
    pub(super) rows: u32,
    /// How many values there are, those included that are null, and how many are null.
    pub(super) slots: u32,
    pub(super) nulls: u32,
    pub(super) bounds: Bounds,
}

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
}

/// The buffers of a leaf while its column is written.
#[derive(Default)]
struct Scratch {
    values: Values,
    habits: Habits,
    /// Its pages, where other leaves come before them.
    pages: Vec<u8>,
}

/// The choices made with the first page of a chunk.
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
            packer: Packer {
                body: Vec::new(),
                levels: Vec::new(),
                compressor: table.codec.map(Compressor::new),
                checksums: table.checksums,
                version: table.pages,
            },
        }
    }

    /// Appends the group of these rows.
    pub fn make(&mut self, rows: Range<u64>, out: &mut Vec<u8>) -> io::Result<Group> {
        let mut chunks = Vec::with_capacity(self.table.columns.len());
        for column in 0..self.table.tops.len() {
            self.column(column, rows.clone(), out, &mut chunks)?;
        }
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
        for (leaf, column) in table.columns[leaves.clone()].iter().enumerate() {
            let scratch = &mut self.scratches[leaf];
            scratch.habits = Habits::default();
            scratch.pages.clear();
            let out = if leaf == 0 { &mut *out } else { &mut scratch.pages };
            chunks.push(Chunk::begin(column, (rows.end - rows.start).div_ceil(page_rows), out));
        }
        let exactly = rows.end - rows.start <= page_rows;
        let mut start = rows.start;
        while start < rows.end {
            let end = rows.end.min(start + page_rows);
            self.fill(at, start..end);
            for (leaf, column) in table.columns[leaves.clone()].iter().enumerate() {
                let Scratch { values, habits, pages } = &mut self.scratches[leaf];
                let out = if leaf == 0 { &mut *out } else { pages };
                self.packer.page(column, values, exactly, habits, &mut chunks[first + leaf], out)?;
            }
            start = end;
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

impl Chunk {
    /// A chunk of this many pages to come. Appends the column's dictionary, if it has one.
    fn begin(column: &Column, pages: u64, out: &mut Vec<u8>) -> Chunk {
        let dictionary = match &column.form {
            Form::Dictionary { page, .. } | Form::Range { page, .. } => Some(page),
            Form::Texts { .. } | Form::Values => None,
        };
        out.extend_from_slice(dictionary.map_or(&[], |page| &page.bytes));
        Chunk {
            dictionary: dictionary.map(|page| page.bytes.len() as u64),
            pages: Vec::with_capacity(pages as usize),
            encoding: Encoding::Plain,
            uncompressed: dictionary.map_or(0, |page| page.uncompressed),
        }
    }
}

/// How many bytes of a page compressing has to save: bits that are packed or random do not get shorter, and what little they do is not
/// worth the work on both sides. Of random floating-point numbers it saves a 16th (64 bits) or a tenth (32), for three times the time.
fn min_saving(kind: Kind, bytes: usize) -> usize {
    match kind {
        Kind::Float { .. } => bytes / 8,
        _ => bytes / 32,
    }
}

/// How many bytes of floating-point numbers show whether those of a group get shorter.
const SAMPLE_BYTES: usize = 16 << 10;

/// Whether it is worth to compress a chunk's first page as a trial. Trying is most of the work that random floating-point
/// numbers make: of them, a part of the page says what the others are like.
fn is_sample_shorter(kind: Kind, body: &[u8], compressor: &mut Compressor) -> io::Result<bool> {
    let Some(sample) = body.get(..SAMPLE_BYTES).filter(|_| matches!(kind, Kind::Float { .. })) else {
        return Ok(true);
    };
    Ok(compressor.compress(sample)?.len() < sample.len() - min_saving(kind, sample.len()))
}

/// Makes pages of values.
struct Packer {
    body: Vec<u8>,
    levels: Vec<u8>,
    compressor: Option<Compressor>,
    checksums: bool,
    version: PageVersion,
}

impl Packer {
    /// Appends the page of these values.
    fn page(
        &mut self,
        column: &Column,
        values: &mut Values,
        exactly: bool,
        habits: &mut Habits,
        chunk: &mut Chunk,
        out: &mut Vec<u8>,
    ) -> io::Result<()> {
        let Packer { body, levels: level_bytes, compressor, checksums, version } = self;
        let is_first = *version == PageVersion::V1;
        let bounds = values.bounds(column, exactly);
        let number = |count: u64| u32::try_from(count).map_err(io::Error::other);
        let (rows, slots, nulls) = (number(values.rows)?, number(values.slots)?, number(values.nulls)?);
        level_bytes.clear();
        body.clear();
        // The first version compresses them with the values.
        let levels = values.levels(column, is_first, if is_first { &mut *body } else { level_bytes });
        let (encoding, rest) = values.encode(column, &mut habits.by_delta, body);
        let uncompressed = body.len() + rest.len();
        if habits.compressed.is_none()
            && let Some(compressor) = compressor
            && !is_sample_shorter(column.kind, body, compressor)?
        {
            habits.compressed = Some(false);
        }
        let mut parts = [&body[..], rest];
        if let Some(compressor) = compressor {
            let mut shorter = None;
            if habits.compressed != Some(false) || is_first {
                body.extend_from_slice(rest);
                parts = [&body[..], &[]];
            }
            if habits.compressed != Some(false) {
                let len = compressor.compress(body)?.len();
                let is_worth = len < uncompressed - min_saving(column.kind, uncompressed);
                let is_worth = *habits.compressed.get_or_insert(is_worth) && len < uncompressed;
                shorter = is_worth.then_some(len);
            }
            parts = match shorter {
                Some(len) => [compressor.output(len), &[]],
                // There a page of a compressed column is compressed.
                None if is_first => [compressor.store(body)?, &[]],
                None => parts,
            };
        }
        let bytes = parts[0].len() + parts[1].len();
        let start = out.len();
        let is_compressed = bytes < uncompressed;
        let parts = [&level_bytes[..], parts[0], parts[1]];
        let checksum = checksums.then(|| checksum(&parts));
        let page =
            DataPage { rows, slots, nulls, encoding, levels, bytes, uncompressed, is_compressed, checksum };
        page.header(*version, out);
        let header = out.len() - start;
        for part in parts {
            out.extend_from_slice(part);
        }
        chunk.encoding = encoding;
        chunk.uncompressed += (header + level_bytes.len() + uncompressed) as u64;
        let bytes = u32::try_from(out.len() - start).map_err(io::Error::other)?;
        chunk.pages.push(Page { bytes, rows, slots, nulls, bounds });
        Ok(())
    }
}

impl std::fmt::Debug for GroupMaker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GroupMaker").field("table", self.table).finish_non_exhaustive()
    }
}

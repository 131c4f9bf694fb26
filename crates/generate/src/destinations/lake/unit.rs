//! Units: the rows that are made at once, on one thread, for one file. A group of a columnar format, or some hundred kilobytes
//! of text.

use std::io;
use std::num::NonZeroUsize;
use std::ops::Range;

use gush_columnar::lake::ColumnSummary;
use gush_columnar::{Group, Writer};
use gusher::text::Buffer;

use crate::columnar::{ColumnarRows, RowGroupMaker};
use crate::compress::{Compressing, Compression};
use crate::job::Job;
use crate::parts::Parts;
use crate::pieces::Pieces;
use crate::source::{Edge, RowMaker, RowSource};
use crate::table::{Table, TableSource};

/// How the files of a table are made.
pub(super) enum Body<'t> {
    Columns { columns: &'t ColumnarRows, writer: Box<Writer<'t>> },
    Rows { source: &'t dyn RowSource, compression: Option<Compression>, unit_rows: u64, piece_bytes: usize },
}

impl<'t> Body<'t> {
    /// The files of the rows of `table` in `rows`, each of `file_bytes` at most where that is given.
    pub fn new(
        job: &Job,
        table: &'t Table,
        rows: Range<u64>,
        file_bytes: Option<u64>,
    ) -> io::Result<Body<'t>> {
        let compression = job.compression();
        Ok(match table.source() {
            TableSource::Columns(columns) => {
                let writer = Box::new(columns.writer_of_files(compression, file_bytes, rows)?);
                Body::Columns { columns, writer }
            }
            TableSource::Rows(source) => {
                // Where files are divided must not depend on the number of threads.
                let parts = Parts::new(&**source, rows, NonZeroUsize::MIN, compression);
                // Files are at most one unit smaller than they may be.
                let most = file_bytes.map_or(u64::MAX, |bytes| bytes / 16 / source.mean_row_bytes() as u64);
                let unit_rows = parts.part_rows().min(most.max(1));
                Body::Rows { source: &**source, compression, unit_rows, piece_bytes: parts.piece_bytes() }
            }
        })
    }

    /// How many rows a unit has.
    pub fn unit_rows(&self) -> u64 {
        match self {
            Body::Columns { writer, .. } => writer.group_rows(),
            Body::Rows { unit_rows, .. } => *unit_rows,
        }
    }

    /// The bytes at the beginning of each file.
    pub fn header(&self) -> io::Result<Vec<u8>> {
        match self {
            Body::Columns { writer, .. } => Ok(writer.header().to_vec()),
            Body::Rows { source, .. } => self.fixed(source.header(Edge::Table)),
        }
    }

    /// The bytes at the end of a file with these groups.
    pub fn footer(&self, groups: &[Group]) -> io::Result<Vec<u8>> {
        match self {
            Body::Columns { writer, .. } => writer.footer(groups),
            Body::Rows { source, .. } => self.fixed(source.footer(Edge::Table)),
        }
    }

    /// What is known of the columns of a file with these groups, and where the groups begin.
    pub fn summary(&self, groups: &[Group]) -> (Vec<ColumnSummary>, Vec<u64>) {
        match self {
            Body::Columns { writer, .. } => (writer.summaries(groups), writer.offsets(groups)),
            Body::Rows { .. } => (Vec::new(), Vec::new()),
        }
    }

    /// Text as it is in the files.
    fn fixed(&self, text: &[u8]) -> io::Result<Vec<u8>> {
        match self {
            Body::Rows { compression: Some(compression), source, .. } if !text.is_empty() => {
                let mut packed = Vec::new();
                compression.around(RowUnits::fixed(*source, text)).make(0, &mut packed)?;
                Ok(packed)
            }
            _ => Ok(text.to_vec()),
        }
    }

    /// What makes units on one thread.
    pub fn maker(&self) -> UnitMaker<'_> {
        match self {
            Body::Columns { columns, writer } => {
                UnitMaker::Group { maker: Box::new(columns.maker(writer)), block: Vec::new() }
            }
            Body::Rows { source, compression, piece_bytes, .. } => {
                let rows = RowUnits::new(*source, *piece_bytes);
                match compression {
                    None => UnitMaker::Plain { rows, block: Buffer::default() },
                    Some(compression) => {
                        UnitMaker::Packed { rows: Box::new(compression.around(rows)), block: Vec::new() }
                    }
                }
            }
        }
    }
}

/// Makes units on one thread, with buffers of its own.
pub(super) enum UnitMaker<'b> {
    Group { maker: Box<RowGroupMaker<'b>>, block: Vec<u8> },
    Plain { rows: RowUnits<'b>, block: Buffer },
    Packed { rows: Box<Compressing<RowUnits<'b>>>, block: Vec<u8> },
}

impl UnitMaker<'_> {
    /// Makes a unit of these rows, and hands it to `take`, piece by piece; the group, if it is one, comes with the last piece.
    pub fn make(
        &mut self,
        unit: Range<u64>,
        mut take: impl FnMut(&[u8], Option<Group>) -> io::Result<()>,
    ) -> io::Result<()> {
        match self {
            UnitMaker::Group { maker, block } => {
                block.clear();
                let group = maker.make(unit, block)?;
                take(block, Some(group))
            }
            UnitMaker::Plain { rows, block } => {
                rows.left = unit;
                loop {
                    let is_complete = rows.make(0, block)?;
                    take(block.as_ref(), None)?;
                    if is_complete {
                        return Ok(());
                    }
                }
            }
            UnitMaker::Packed { rows, block } => {
                rows.maker_mut().left = unit;
                loop {
                    let is_complete = rows.make(0, block)?;
                    take(block, None)?;
                    if is_complete {
                        return Ok(());
                    }
                }
            }
        }
    }
}

/// Makes rows as text, in pieces where they are wide.
pub(super) struct RowUnits<'r> {
    maker: Box<dyn RowMaker + 'r>,
    left: Range<u64>,
    limit: usize,
    /// What comes in place of rows.
    text: Option<Vec<u8>>,
}

impl<'r> RowUnits<'r> {
    fn new(source: &'r dyn RowSource, limit: usize) -> RowUnits<'r> {
        RowUnits { maker: source.maker(), left: 0..0, limit, text: None }
    }

    fn fixed(source: &'r dyn RowSource, text: &[u8]) -> RowUnits<'r> {
        RowUnits { text: Some(text.to_vec()), ..RowUnits::new(source, 0) }
    }
}

impl Pieces for RowUnits<'_> {
    type Block = Buffer;

    fn make(&mut self, _: u64, block: &mut Buffer) -> io::Result<bool> {
        block.clear();
        if let Some(text) = self.text.take() {
            block.extend(&text);
            return Ok(true);
        }
        let end = self.left.end;
        let next = self.maker.make(self.left.clone(), self.limit, block).map_err(io::Error::other)?;
        self.left.start = next;
        Ok(next >= end)
    }
}

//! Makes the parts of a table on one thread, with what belongs before the first row and after the last.

use std::io;
use std::ops::Range;

use gusher::text::Buffer;

use crate::parts::Parts;
use crate::pieces::Pieces;
use crate::shard::Shard;
use crate::source::{Edge, RowFailure, RowMaker, RowSource};
use crate::stalled::Written;

/// Makes any part of the rows, in pieces where it is larger than its rows were thought to be: nobody knows how long those of a
/// template are.
pub(crate) struct PartMaker<'r> {
    pub source: &'r dyn RowSource,
    pub parts: &'r Parts,
    pub shard: Shard,
    /// The row that the next piece of a part begins with, while there is one to come.
    pub next: Option<u64>,
    pub maker: Box<dyn RowMaker + 'r>,
    /// What is before the table's header, and after its footer.
    pub around: [&'r [u8]; 2],
    /// How far anything was written, of a stream that may never write anything again.
    pub written: Option<&'r Written>,
}

impl Pieces for PartMaker<'_> {
    type Block = Buffer;

    fn make(&mut self, part: u64, block: &mut Buffer) -> io::Result<bool> {
        block.clear();
        let Range { start, end } = self.parts.rows(part);
        let first = self.next.take();
        if part == 0 && first.is_none() {
            block.extend(self.around[0]);
            block.extend(self.source.header(edge(self.shard.is_first())));
        }
        let first = first.unwrap_or(start);
        let next = self.piece(first..end, block).map_err(io::Error::other)?;
        if next == self.parts.all().end {
            block.extend(self.source.footer(edge(self.shard.is_last())));
            block.extend(self.around[1]);
        }
        self.written.map_or(Ok(()), |written| written.note(first..next, block.len()))?;
        self.next = (next < end).then_some(next);
        Ok(next == end)
    }
}

impl PartMaker<'_> {
    /// Makes a piece of these rows, and gives the first row after it. Those before a row that cannot be made are a piece: the
    /// next one fails.
    fn piece(&mut self, rows: Range<u64>, block: &mut Buffer) -> Result<u64, RowFailure> {
        let (before, limit) = (block.len(), self.parts.piece_bytes());
        match self.maker.make(rows.clone(), limit, block) {
            Err(failure) if failure.row > rows.start => {
                block.truncate(before);
                self.maker.make(rows.start..failure.row, limit, block)
            }
            made => made,
        }
    }
}

fn edge(is_whole: bool) -> Edge {
    if is_whole { Edge::Table } else { Edge::Shard }
}

//! Makes the parts of a table on one thread, with what belongs before the first row and after the last.

use std::io;
use std::ops::Range;

use gush_pipe::pump::Maker;
use gusher::encode::Buffer;

use crate::parts::Parts;
use crate::shard::Shard;
use crate::silence::Written;
use crate::source::{Edge, RowMaker, RowSource};

/// Makes any part of the rows. Rows from `end` on are left out.
pub(crate) struct PartMaker<'r> {
    pub source: &'r dyn RowSource,
    pub parts: &'r Parts,
    pub shard: Shard,
    pub end: u64,
    pub maker: Box<dyn RowMaker + 'r>,
    /// What is before the table's header, and after its footer.
    pub around: [&'r [u8]; 2],
    /// What is looked at in a stream that may never write anything again.
    pub written: Option<&'r Written>,
}

impl Maker for PartMaker<'_> {
    type Block = Buffer;

    fn make(&mut self, part: u64, block: &mut Buffer) -> io::Result<()> {
        block.clear();
        let Range { start, end } = self.parts.rows(part);
        let rows = start..end.min(self.end);
        if part == 0 {
            block.extend(self.around[0]);
            block.extend(self.source.header(edge(self.shard.is_first())));
        }
        let is_last = rows.end == self.parts.all().end;
        self.maker.make(rows.clone(), block).map_err(io::Error::other)?;
        if is_last {
            block.extend(self.source.footer(edge(self.shard.is_last())));
            block.extend(self.around[1]);
        }
        self.written.map_or(Ok(()), |written| written.note(rows, block.len()))
    }
}

fn edge(is_whole: bool) -> Edge {
    if is_whole { Edge::Whole } else { Edge::Shard }
}

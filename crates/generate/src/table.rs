//! A table of a job: its name, its rows, and what makes them.

use std::ops::Range;

use gusher::schema::STREAM_ROWS;

use crate::shard::Shard;
use crate::source::RowSource;

/// One table of a job.
#[derive(Debug)]
pub struct Table {
    name: String,
    whole: Range<u64>,
    source: Box<dyn RowSource>,
}

impl Table {
    /// The rows `whole` of `source`. If they end at [`STREAM_ROWS`], it is a stream without an end.
    pub fn new(name: impl Into<String>, whole: Range<u64>, source: impl RowSource + 'static) -> Table {
        Table { name: name.into(), whole, source: Box::new(source) }
    }

    /// The table's name, which its files have too.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All its rows, those of all shards together.
    pub fn whole(&self) -> Range<u64> {
        self.whole.clone()
    }

    /// What makes its rows.
    pub fn source(&self) -> &dyn RowSource {
        &*self.source
    }

    /// Whether it has no end.
    pub fn is_stream(&self) -> bool {
        self.whole.end == STREAM_ROWS
    }

    /// The rows of one shard.
    pub fn rows(&self, shard: Shard) -> Range<u64> {
        self.source.shard(&self.whole, shard)
    }
}

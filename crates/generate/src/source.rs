//! What makes the rows of a table: a trait that columns and templates implement.

use std::fmt::{self, Debug};
use std::ops::Range;

use gush_diagnostics::Diagnostic;
use gusher::plan::Plan;
use gusher::text::Buffer;
use gusher::types::BATCH_ROWS;

use crate::shard::Shard;

/// Makes the rows of one table as bytes: any range of them, alone, on any thread. The bytes of a range must not depend
/// on how it is cut.
pub trait RowSource: Debug + Send + Sync {
    /// What makes rows on one thread, with buffers of its own.
    fn maker(&self) -> Box<dyn RowMaker + '_>;

    /// About how many bytes a row takes, at least 1: rather more than less.
    fn mean_row_bytes(&self) -> usize;

    /// The most bytes that a row takes, at least 1; the mean where nobody knows.
    fn max_row_bytes(&self) -> usize;

    /// How many rows are best made at once.
    fn batch_rows(&self) -> usize {
        BATCH_ROWS
    }

    /// What is written before the first row.
    fn header(&self, _edge: Edge) -> &[u8] {
        &[]
    }

    /// What is written after the last row.
    fn footer(&self, _edge: Edge) -> &[u8] {
        &[]
    }

    /// The rows of one shard. A source whose rows are in groups that must not be cut moves the borders; the shards must
    /// still be neighbours and together be `all_rows`.
    fn shard(&self, all_rows: &Range<u64>, shard: Shard) -> Range<u64> {
        shard.of(all_rows)
    }

    /// Whether rows may be written as no bytes at all, so that a stream of them may never write anything again.
    fn may_be_silent(&self) -> bool {
        false
    }

    /// What makes the values, where they are columns.
    fn plan(&self) -> Option<&Plan> {
        None
    }

    /// What the names of files with these rows end in, without a dot.
    fn extension(&self) -> &str {
        "txt"
    }
}

/// Makes rows on one thread.
pub trait RowMaker: Send {
    /// Appends these rows to `out`, at least one of them, until that is `limit` bytes or more. Gives the first row that was not
    /// made.
    ///
    /// # Errors
    /// The first row that cannot be made. What is in `out` is then not used.
    fn make(&mut self, rows: Range<u64>, limit: usize, out: &mut Buffer) -> Result<u64, RowFailure>;
}

/// A beginning or an end of rows: of the table, or of a shard in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// That of the rows of all shards together.
    Table,
    /// That between two shards.
    Shard,
}

/// A row that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowFailure {
    /// The row's number, from 0.
    pub row: u64,
    /// What went wrong.
    pub diagnostic: Box<Diagnostic>,
}

impl fmt::Display for RowFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} cannot be made\n{}", self.row, self.diagnostic)
    }
}

impl std::error::Error for RowFailure {}

//! How rows are cut into parts: the pieces that threads make and the pump puts in order.

use std::num::NonZeroUsize;
use std::ops::Range;

use crate::compress::Compression;
use crate::source::RowSource;

/// About how many bytes a part has: two of them fit a core's second-level cache.
const PART_BYTES: usize = 256 << 10;
/// About how many bytes all parts on their way have, of which there are two a thread.
const ALL_BYTES: usize = 8 << 20;
/// What a part never exceeds, unless a single row does.
const MAX_BYTES: usize = 4 << 20;

/// Rows, cut into parts.
#[derive(Debug)]
pub(crate) struct Parts {
    rows: Range<u64>,
    part_rows: u64,
    piece_bytes: usize,
}

impl Parts {
    /// Cuts `rows`. Where they are compressed, the cuts do not depend on the number of threads, as the bytes do on them.
    pub(crate) fn new(
        source: &dyn RowSource,
        rows: Range<u64>,
        threads: NonZeroUsize,
        compression: Option<Compression>,
    ) -> Parts {
        let (usual, most) = match compression {
            None => {
                let bytes = PART_BYTES.min(ALL_BYTES / (2 * threads.get()));
                (bytes, MAX_BYTES.min(8 * bytes))
            }
            Some(compression) => (compression.part_bytes(), 8 * compression.part_bytes()),
        };
        let part_rows = (usual / source.mean_row_bytes()).min(most / source.max_row_bytes()).max(1);
        let batch_rows = source.batch_rows();
        // Complete batches, unless rows are so wide that a batch would be too much.
        let part_rows = if part_rows > batch_rows { part_rows / batch_rows * batch_rows } else { part_rows };
        Parts { rows, part_rows: part_rows as u64, piece_bytes: most }
    }

    /// How many parts there are. Without rows there is one, which may still have a header and a footer.
    pub(crate) fn count(&self) -> u64 {
        (self.rows.end - self.rows.start).div_ceil(self.part_rows).max(1)
    }

    /// All rows.
    pub(crate) fn all(&self) -> Range<u64> {
        self.rows.clone()
    }

    /// How many rows a part has, except for the last one.
    pub(crate) fn part_rows(&self) -> u64 {
        self.part_rows
    }

    /// A part with this many bytes or more is made and written in pieces, each of which ends with the row, or the batch of rows, that
    /// brings it there. It does not depend on the number of threads where the rows are compressed, as the bytes do on it.
    pub(crate) fn piece_bytes(&self) -> usize {
        self.piece_bytes
    }

    /// The rows of a part.
    pub(crate) fn rows(&self, part: u64) -> Range<u64> {
        let start = self.rows.start + part * self.part_rows;
        start..self.rows.end.min(start + self.part_rows)
    }
}

//! A batch: up to 1,024 rows of typed columns, whose buffers are used again and again.

use super::{ColumnData, Scratch};
use crate::rng::Rows;

/// How many rows a batch holds at most: its columns and the dictionaries stay in the first-level cache.
pub const BATCH_ROWS: usize = 1024;

/// Up to [`BATCH_ROWS`] rows, column by column.
#[derive(Debug, Default)]
pub struct Batch {
    first_row: u64,
    len: usize,
    columns: Vec<ColumnData>,
    /// A buffer for the draws of the column being filled.
    fractions: Vec<u64>,
    /// The buffers that links need while they are followed.
    scratch: Scratch,
}

impl Batch {
    /// Where the rows are among all that are written, which decides where groups of them begin: the number of the first
    /// row of a run, and 0 for rows that were gathered.
    pub fn first_row(&self) -> u64 {
        self.first_row
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The columns in the order asked for.
    pub fn columns(&self) -> &[ColumnData] {
        &self.columns
    }

    /// Makes a batch of these rows of `columns` columns, none of which is null: the columns to be filled, and a buffer for
    /// their draws and for following links.
    pub(crate) fn reset(
        &mut self,
        columns: usize,
        rows: Rows<'_>,
    ) -> (&mut [ColumnData], &mut Vec<u64>, &mut Scratch) {
        self.first_row = match rows {
            Rows::Run { first, .. } => first,
            Rows::At(_) => 0,
        };
        self.len = rows.len();
        self.fractions.resize(self.len, 0);
        self.columns.resize_with(columns, Default::default);
        for column in &mut self.columns {
            column.validity.clear();
        }
        self.scratch.reset();
        (&mut self.columns, &mut self.fractions, &mut self.scratch)
    }
}

//! `rows`: how many rows a table has.

use crate::plan::column::Derive;
use crate::rng::Rows;
use crate::types::{ColumnData, Scratch};

/// The same number in every row.
#[derive(Debug)]
pub(in crate::plan) struct RowCount(pub i64);

impl Derive for RowCount {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], _: &mut Scratch, out: &mut ColumnData) {
        out.values.ints(rows.len()).fill(self.0);
    }
}

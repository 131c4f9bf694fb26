//! `depth`: how many rows are above a row of a tree.

use std::sync::Arc;

use crate::links::Link;
use crate::plan::column::Derive;
use crate::rng::Rows;
use crate::types::{ColumnData, Scratch};

/// How many rows a tree has above the row, up to its root.
#[derive(Debug)]
pub(in crate::plan) struct Depth(pub Arc<Link>);

impl Derive for Depth {
    fn fill(&self, rows: Rows<'_>, _: &mut [u64], _: &mut Scratch, out: &mut ColumnData) {
        self.0.fill_depths(rows, out.values.ints(rows.len()));
    }
}

//! Which row of another table a row leads to: the one whose index a column has.

use std::sync::Arc;

use crate::links::Locate;
use crate::plan::column::PlannedColumn;
use crate::rng::Rows;
use crate::types::{Array, Scratch};

/// Rows of another table by a column of whole numbers from 0 on, which is never null.
#[derive(Debug)]
pub(in crate::plan) struct RowIndex(pub Arc<PlannedColumn>);

impl Locate for RowIndex {
    fn locate(&self, rows: Rows<'_>, scratch: &mut Scratch, indices: &mut Vec<u64>) {
        let (mut values, mut draws) = (scratch.take(), scratch.take_rows());
        draws.resize(rows.len(), 0);
        self.0.fill(rows, &mut draws, scratch, &mut values);
        match &values.values {
            Array::Ints(numbers) => indices.extend(numbers.iter().map(|number| (*number).max(0) as u64)),
            _ => indices.resize(indices.len() + rows.len(), 0),
        }
        scratch.give_rows(draws);
        scratch.give(values);
    }
}

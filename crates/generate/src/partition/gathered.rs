//! Rows that are gathered from all over a table: a plan reads them as if they were consecutive.

use std::sync::{PoisonError, RwLock};

use gusher::plan::RowIndex;

/// The numbers of the rows that are being written, partition by partition.
#[derive(Debug, Default)]
pub(crate) struct Gathered(RwLock<Vec<u64>>);

impl Gathered {
    /// Replaces the rows, and gives back the memory of those before.
    pub fn replace(&self, rows: Vec<u64>) -> Vec<u64> {
        std::mem::replace(&mut *self.0.write().unwrap_or_else(PoisonError::into_inner), rows)
    }
}

impl RowIndex for Gathered {
    fn fill(&self, first: u64, numbers: &mut [u64]) {
        let rows = self.0.read().unwrap_or_else(PoisonError::into_inner);
        numbers.copy_from_slice(&rows[first as usize..first as usize + numbers.len()]);
    }
}

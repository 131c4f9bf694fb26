//! Batches of a table, one after the other, as a reader asks for them.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::{self, ThreadId};

use gush_columnar::memory::{ArrayBuilder, ColumnArray, ColumnLayout};
use gusher::rng::Rows;
use gusher::types::Batch;
use pyo3::prelude::*;

use crate::ffi::{self, BatchSource, SourceError};
use crate::planned::PlannedTable;

/// How many rows a batch for a reader has.
pub const ROWS: u64 = 1 << 16;
/// Where a column has this many bytes of text or items of lists, the batch ends: offsets have 32 bits.
const EXTENT: usize = 64 << 20;

/// Which columns, and how they are held.
#[derive(Debug, Clone)]
pub struct Selection {
    pub made: Arc<PlannedTable>,
    /// The indices of the columns; all where there are none.
    pub indices: Option<Vec<usize>>,
    pub layouts: Vec<Arc<ColumnLayout>>,
}

/// Makes batches of rows one after the other.
pub struct Reader {
    selection: Selection,
    rows: Range<u64>,
    batch_rows: u64,
    batch: Batch,
    /// The thread that asked for the stream: Python's lock may be asked for in it without waiting for itself.
    home: ThreadId,
}

impl Selection {
    /// Makes these rows, or the first of them; says how many.
    pub fn fill(&self, rows: Rows<'_>, batch: &mut Batch) -> (usize, Vec<ColumnArray>) {
        let plan = &self.made.plan;
        let step = (plan.batch_rows() & !7).max(8);
        let mut builders: Vec<_> =
            self.layouts.iter().map(|layout| ArrayBuilder::new(layout, rows.len())).collect();
        let mut at = 0;
        while at < rows.len() && builders.iter().all(|builder| builder.extent() < EXTENT) {
            let next = rows.len().min(at + step);
            match &self.indices {
                None => plan.fill(rows.slice(at..next), batch),
                Some(indices) => plan.fill_columns(indices, rows.slice(at..next), batch),
            }
            for (builder, column) in builders.iter_mut().zip(batch.columns()) {
                builder.push(column, next - at);
            }
            at = next;
        }
        (at, builders.into_iter().map(ArrayBuilder::finish).collect())
    }

    /// The same, with the exception that a Python function raised.
    ///
    /// # Errors
    /// That one.
    pub fn try_fill(&self, rows: Rows<'_>, batch: &mut Batch) -> PyResult<(usize, Vec<ColumnArray>)> {
        match catch_unwind(AssertUnwindSafe(|| self.fill(rows, batch))) {
            Ok(filled) => Ok(filled),
            Err(panic) => match self.made.raised.take() {
                Some(error) => Err(error),
                None => std::panic::resume_unwind(panic),
            },
        }
    }
}

impl Reader {
    /// A reader of these rows.
    pub fn new(selection: Selection, rows: Range<u64>, batch_rows: u64) -> Reader {
        let batch_rows = batch_rows.max(1);
        Reader { selection, rows, batch_rows, batch: Batch::default(), home: thread::current().id() }
    }

    /// The next batch, if there is one.
    ///
    /// # Errors
    /// What a Python function raised.
    pub fn read(&mut self) -> PyResult<Option<(usize, Vec<ColumnArray>)>> {
        if self.rows.is_empty() {
            return Ok(None);
        }
        let wanted = self.batch_rows.min(self.rows.end - self.rows.start);
        let rows = Rows::Run { first: self.rows.start, len: wanted as usize };
        let (made, columns) = self.selection.try_fill(rows, &mut self.batch)?;
        self.rows.start += made as u64;
        Ok(Some((made, columns)))
    }
}

impl BatchSource for Reader {
    fn layouts(&self) -> &[Arc<ColumnLayout>] {
        &self.selection.layouts
    }

    fn next(&mut self) -> Result<Option<(usize, Vec<ColumnArray>)>, SourceError> {
        let has_signal = || Python::attach(|py| py.check_signals().is_err());
        if thread::current().id() == self.home && has_signal() {
            // The reader makes an error of its own of it. Afterwards Python raises the exception itself.
            ffi::interrupt();
            return Err(SourceError::Interrupted);
        }
        self.read().map_err(|error| SourceError::Failed(error.to_string()))
    }
}

/// Batches that are there already.
pub struct Ready {
    layouts: Vec<Arc<ColumnLayout>>,
    batches: std::vec::IntoIter<(usize, Vec<ColumnArray>)>,
}

impl Ready {
    /// These batches.
    pub fn new(layouts: Vec<Arc<ColumnLayout>>, batches: Vec<(usize, Vec<ColumnArray>)>) -> Ready {
        Ready { layouts, batches: batches.into_iter() }
    }
}

impl BatchSource for Ready {
    fn layouts(&self) -> &[Arc<ColumnLayout>] {
        &self.layouts
    }

    fn next(&mut self) -> Result<Option<(usize, Vec<ColumnArray>)>, SourceError> {
        Ok(self.batches.next())
    }
}

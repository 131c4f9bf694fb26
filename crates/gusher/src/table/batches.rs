//! The values of a table's rows, batch by batch, with the names of their columns.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::UnknownName;
use super::column_values::ColumnValues;
use crate::plan::Plan;
use crate::text::ColumnText;
use crate::types::Batch;

/// Generates the rows of a table batch by batch: [`Table::batches`](super::Table::batches). The memory of a batch is used again
/// when it was dropped before the next one is filled, as in a `for` loop.
#[derive(Debug)]
pub struct Batches {
    planned: Arc<Planned>,
    rows: Range<u64>,
    last: Option<Arc<Batch>>,
}

/// What all batches of a table share.
#[derive(Debug)]
pub(super) struct Planned {
    plan: Plan,
    /// How each column is written as text, once that was asked for.
    texts: Box<[OnceLock<ColumnText>]>,
}

/// Up to [`BATCH_ROWS`](crate::types::BATCH_ROWS) rows of a table. It can be kept, and sent to other threads.
///
/// ```
/// # use gusher::Table;
/// let table = Table::new("t", ["id=seq", "email"])?;
/// for batch in table.batches(5_000..10_000)? {
///     assert!(batch.rows().start >= 5_000 && batch.columns().len() == 2);
/// }
/// let error = table.batches(0..1)?.next().ok_or("no rows")?.column("emial").unwrap_err();
/// assert_eq!(error.to_string(), "there is no column `emial`; did you mean `email`?");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct TableBatch {
    planned: Arc<Planned>,
    batch: Arc<Batch>,
}

impl Batches {
    pub(super) fn new(plan: Plan, rows: Range<u64>) -> Batches {
        let texts = plan.columns().iter().map(|_| OnceLock::new()).collect();
        Batches { planned: Arc::new(Planned { plan, texts }), rows, last: None }
    }
}

impl Iterator for Batches {
    type Item = TableBatch;

    fn next(&mut self) -> Option<TableBatch> {
        if self.rows.is_empty() {
            return None;
        }
        let plan = &self.planned.plan;
        let end = self.rows.end.min(self.rows.start.saturating_add(plan.batch_rows() as u64));
        let mut batch = self.last.take().and_then(Arc::into_inner).unwrap_or_default();
        plan.fill(self.rows.start..end, &mut batch);
        self.rows.start = end;
        let batch = Arc::new(batch);
        self.last = Some(Arc::clone(&batch));
        Some(TableBatch { planned: Arc::clone(&self.planned), batch })
    }
}

impl TableBatch {
    /// The numbers of its rows.
    pub fn rows(&self) -> Range<u64> {
        let first = self.batch.first_row();
        first..first + self.batch.len() as u64
    }

    /// How many rows it has.
    pub fn len(&self) -> usize {
        self.batch.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.batch.is_empty()
    }

    /// The values of the first column of this name.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn column(&self, name: &str) -> Result<ColumnValues<'_>, UnknownName> {
        let columns = self.planned.plan.columns();
        match columns.iter().position(|column| column.field().name == name) {
            Some(index) => Ok(self.values(index)),
            None => {
                let names = columns.iter().map(|column| column.field().name.as_str());
                Err(UnknownName::new("column", name, names))
            }
        }
    }

    /// The values of all columns, in order.
    pub fn columns(&self) -> impl ExactSizeIterator<Item = ColumnValues<'_>> {
        (0..self.planned.plan.columns().len()).map(|index| self.values(index))
    }

    /// The batch as encoders read it: typed arrays with validity bitmaps.
    pub fn batch(&self) -> &Batch {
        &self.batch
    }

    fn values(&self, index: usize) -> ColumnValues<'_> {
        let field = self.planned.plan.columns()[index].field();
        ColumnValues::new(field, &self.batch.columns()[index], self.len(), &self.planned.texts[index])
    }
}

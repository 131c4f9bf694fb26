//! The profile of a table: its rows are made and counted in parts, in any order.

use std::ops::Range;

use gusher::plan::Plan;
use gusher::text::ColumnText;
use gusher::types::Batch;

use crate::column::ColumnProfile;
use crate::texts::{TextReader, texts_of};

/// The rows are counted in this many neighbouring parts, whatever the number of threads, so that the result does not depend on it.
const MAX_PARTS: u64 = 32;
/// Fewer rows than this are one part.
const MIN_ROWS: u64 = 1 << 16;

/// Counts the rows of a plan, part by part.
#[derive(Debug)]
pub struct Counting<'p> {
    plan: &'p Plan,
    rows: Range<u64>,
    parts: Vec<Range<u64>>,
    texts: Vec<Option<ColumnText>>,
}

/// What is known of the rows of one part.
#[derive(Debug)]
pub struct PartProfile(Vec<ColumnProfile>);

impl<'p> Counting<'p> {
    /// What counts these rows.
    pub fn new(plan: &'p Plan, rows: Range<u64>) -> Counting<'p> {
        let texts = plan.columns().iter().map(|planned| texts_of(planned.field())).collect();
        Counting { plan, parts: parts(&rows), rows, texts }
    }

    /// How many parts there are.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// Makes the rows of a part and counts them. Each time some more are made, `made` is called with their number.
    ///
    /// # Panics
    /// If there is no such part, or a generator does, as [`Plan::fill`] would.
    pub fn count(&self, part: usize, made: &dyn Fn(u64)) -> PartProfile {
        let rows = &self.parts[part];
        let mut columns = vec![ColumnProfile::default(); self.plan.columns().len()];
        let mut readers: Vec<_> =
            self.texts.iter().map(|texts| texts.as_ref().map(TextReader::new)).collect();
        let (mut batch, size) = (Batch::default(), self.plan.batch_rows() as u64);
        let mut first = rows.start;
        while first < rows.end {
            let end = (first + size).min(rows.end);
            self.plan.fill(first..end, &mut batch);
            for ((profile, column), reader) in columns.iter_mut().zip(batch.columns()).zip(&mut readers) {
                profile.add(column, first, (end - first) as usize, reader.as_mut());
            }
            made(end - first);
            first = end;
        }
        PartProfile(columns)
    }

    /// The profile of all parts, which are given in order.
    pub fn profile(self, parts: Vec<PartProfile>) -> TableProfile {
        let mut columns = vec![ColumnProfile::default(); self.plan.columns().len()];
        for PartProfile(part) in parts {
            columns.iter_mut().zip(&part).for_each(|(column, later)| column.merge(later));
        }
        TableProfile { columns, rows: self.rows }
    }
}

/// What the rows of a table look like.
#[derive(Debug)]
pub struct TableProfile {
    columns: Vec<ColumnProfile>,
    rows: Range<u64>,
}

impl TableProfile {
    /// The columns, in order.
    pub fn columns(&self) -> &[ColumnProfile] {
        &self.columns
    }

    /// The rows that were counted.
    pub fn rows(&self) -> Range<u64> {
        self.rows.clone()
    }
}

/// The rows in neighbouring parts.
fn parts(rows: &Range<u64>) -> Vec<Range<u64>> {
    let count = rows.end - rows.start;
    let size = count.div_ceil(MAX_PARTS).max(MIN_ROWS);
    let starts = (0..count.div_ceil(size)).map(|part| rows.start + part * size);
    starts.map(|start| start..(start + size).min(rows.end)).collect()
}

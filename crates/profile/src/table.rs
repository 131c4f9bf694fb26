//! The profile of a table: its rows are made on several threads and counted.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use gusher::plan::Plan;
use gusher::text::ColumnText;
use gusher::types::Batch;

use crate::column::ColumnProfile;
use crate::texts::{TextReader, texts_of};

/// The rows are counted in so many neighbouring parts, whatever the number of threads, so that the result does not depend on it.
const PARTS: u64 = 32;
/// Fewer rows than this are one part.
const MIN_ROWS: u64 = 1 << 16;

/// What the rows of a table look like.
#[derive(Debug)]
pub struct TableProfile {
    columns: Vec<ColumnProfile>,
    rows: Range<u64>,
}

impl TableProfile {
    /// Makes the `rows` of a plan on so many threads and counts them. `made` is told, by any of the threads, of how many
    /// rows more each time.
    ///
    /// # Panics
    /// If a generator does, as [`Plan::fill`] would.
    pub fn of(
        plan: &Plan,
        rows: Range<u64>,
        threads: NonZeroUsize,
        made: &(dyn Fn(u64) + Sync),
    ) -> TableProfile {
        let parts = parts(&rows);
        let counts: Vec<Mutex<Vec<ColumnProfile>>> = parts.iter().map(|_| Mutex::default()).collect();
        let texts: Vec<_> = plan.columns().iter().map(|planned| texts_of(planned.field())).collect();
        let next = AtomicUsize::new(0);
        let count_parts = || {
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let (Some(part), Some(slot)) = (parts.get(place), counts.get(place)) else { return };
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = counted(plan, &texts, part, made);
            }
        };
        thread::scope(|scope| {
            let spawn = || Builder::new().name("profile".to_owned()).spawn_scoped(scope, count_parts).ok();
            // Where the system starts no more threads, those that there are do the work.
            let others: Vec<_> = (1..threads.get().min(parts.len())).map_while(|_| spawn()).collect();
            count_parts();
            for other in others {
                // A scope would replace the panic's message by its own.
                other.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        let mut columns = vec![ColumnProfile::default(); plan.columns().len()];
        for part in counts {
            let part = part.into_inner().unwrap_or_else(PoisonError::into_inner);
            columns.iter_mut().zip(&part).for_each(|(column, later)| column.merge(later));
        }
        TableProfile { columns, rows }
    }

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
    let size = count.div_ceil(PARTS).max(MIN_ROWS);
    let starts = (0..count.div_ceil(size)).map(|part| rows.start + part * size);
    starts.map(|start| start..(start + size).min(rows.end)).collect()
}

/// The profiles of the columns over some rows.
fn counted(
    plan: &Plan,
    texts: &[Option<ColumnText>],
    rows: &Range<u64>,
    made: &dyn Fn(u64),
) -> Vec<ColumnProfile> {
    let mut columns = vec![ColumnProfile::default(); plan.columns().len()];
    let mut readers: Vec<_> = texts.iter().map(|texts| texts.as_ref().map(TextReader::new)).collect();
    let (mut batch, size) = (Batch::default(), plan.batch_rows() as u64);
    let mut first = rows.start;
    while first < rows.end {
        let end = (first + size).min(rows.end);
        plan.fill(first..end, &mut batch);
        for ((profile, column), reader) in columns.iter_mut().zip(batch.columns()).zip(&mut readers) {
            profile.add(column, first, (end - first) as usize, reader.as_mut());
        }
        made(end - first);
        first = end;
    }
    columns
}

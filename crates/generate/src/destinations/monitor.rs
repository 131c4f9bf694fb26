//! Watching a running job from another thread, and stopping it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gush_pipe::pump::Watch;

/// Counts what a job has written, and asks it to stop. One monitor is for one run.
#[derive(Debug, Default)]
pub struct Monitor {
    watch: Watch,
    files: AtomicU64,
    /// How many rows were written to files of partitions.
    gathered: AtomicU64,
    current: Mutex<Option<Current>>,
}

/// The file being written.
#[derive(Debug, Clone, Copy)]
struct Current {
    /// The index of its table.
    table: usize,
    /// How many rows were written before it, and how many parts.
    rows_before: u64,
    parts_before: u64,
    part_rows: u64,
    /// How many rows it will have.
    rows: u64,
}

impl Monitor {
    /// How many rows have been written so far, to within a part.
    pub fn rows(&self) -> u64 {
        self.current().map_or(0, |current| self.rows_of(current)) + self.gathered.load(Ordering::Relaxed)
    }

    /// How many bytes have been written so far, as compressed.
    pub fn bytes(&self) -> u64 {
        self.watch.bytes()
    }

    /// How many files are complete.
    pub fn files(&self) -> u64 {
        self.files.load(Ordering::Relaxed)
    }

    /// The index of the table that is being written, or was written last; `None` before the destination is open.
    pub fn table(&self) -> Option<usize> {
        self.current().map(|current| current.table)
    }

    /// Asks the job to end soon. A write that waits for its reader is not interrupted.
    pub fn stop(&self) {
        self.watch.stop();
    }

    /// The flag that [`Monitor::stop`] sets, for a signal handler to set.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.watch.stop_flag()
    }

    /// Whether the job was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.watch.is_stopped()
    }

    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Notes that `rows` rows of a table come next.
    pub(crate) fn begin(&self, table: usize, rows: u64, part_rows: u64) {
        let rows_before = self.rows();
        let parts_before = self.watch.parts();
        *self.lock() = Some(Current { table, rows_before, parts_before, part_rows, rows });
    }

    /// Notes that rows of a table come next which are counted as they are written.
    pub(crate) fn begin_gathered(&self, table: usize) {
        let parts_before = self.watch.parts();
        *self.lock() = Some(Current { table, rows_before: 0, parts_before, part_rows: 0, rows: 0 });
    }

    /// Notes that this many more rows were written.
    pub(crate) fn gathered(&self, rows: u64) {
        self.gathered.fetch_add(rows, Ordering::Relaxed);
    }

    /// Notes that this many more bytes were written.
    pub(crate) fn wrote(&self, bytes: usize) {
        self.watch.wrote(bytes);
    }

    /// Notes that `rows` rows of a table are there already.
    pub(crate) fn skip(&self, table: usize, rows: u64) {
        let rows_before = self.rows().saturating_add(rows);
        let parts_before = self.watch.parts();
        *self.lock() = Some(Current { table, rows_before, parts_before, part_rows: 0, rows: 0 });
        self.finished_file();
    }

    /// Notes that a file is complete.
    pub(crate) fn finished_file(&self) {
        self.files.fetch_add(1, Ordering::Relaxed);
    }

    fn rows_of(&self, current: Current) -> u64 {
        let parts = self.watch.parts() - current.parts_before;
        current.rows_before.saturating_add(parts.saturating_mul(current.part_rows).min(current.rows))
    }

    fn current(&self) -> Option<Current> {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Option<Current>> {
        // What is in it is never half written.
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

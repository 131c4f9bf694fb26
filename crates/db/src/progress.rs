//! How far a load is, for whoever shows it from another thread, and whether it shall end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Counts what has been sent.
#[derive(Debug)]
pub struct Progress {
    table: AtomicUsize,
    rows: AtomicU64,
    bytes: AtomicU64,
    stop: Arc<AtomicBool>,
    is_connecting: Arc<AtomicBool>,
    note: Option<fn(&str)>,
}

/// No table yet.
const NONE: usize = usize::MAX;

impl Default for Progress {
    fn default() -> Progress {
        Progress {
            table: AtomicUsize::new(NONE),
            rows: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            stop: Arc::default(),
            is_connecting: Arc::new(AtomicBool::new(true)),
            note: None,
        }
    }
}

impl Progress {
    /// The index of the table that is being loaded, or was loaded last; `None` before the first.
    pub fn table(&self) -> Option<usize> {
        Some(self.table.load(Ordering::Relaxed)).filter(|&table| table != NONE)
    }

    /// Calls `note` with what is to be said while the load runs.
    pub fn with_notes(self, note: fn(&str)) -> Progress {
        Progress { note: Some(note), ..self }
    }

    #[cfg(any(feature = "sqlite", feature = "mysql"))]
    pub(crate) fn note(&self, text: &str) {
        if let Some(note) = self.note {
            note(text);
        }
    }

    /// How many rows have been sent.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// How many bytes have been sent.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The flag that ends a load, for a signal handler to set. A server may have tables that were complete before.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The flag that is set until there is a connection: nothing looks at [`Progress::stop_flag`] before, and there is nothing to end.
    pub fn connecting_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_connecting)
    }

    #[cfg(feature = "postgres")]
    pub(crate) fn is_connected(&self) {
        self.is_connecting.store(false, Ordering::Relaxed);
    }

    #[cfg(any(feature = "sqlite", feature = "postgres", feature = "mysql"))]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Begins anew: what was sent was in vain.
    #[cfg(feature = "sqlite")]
    pub(crate) fn restart(&self) {
        self.rows.store(0, Ordering::Relaxed);
        self.bytes.store(0, Ordering::Relaxed);
    }

    pub(crate) fn begin(&self, table: usize) {
        self.table.store(table, Ordering::Relaxed);
    }

    pub(crate) fn sent(&self, rows: u64, bytes: usize) {
        self.rows.fetch_add(rows, Ordering::Relaxed);
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }
}

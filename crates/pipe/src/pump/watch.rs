//! Looking at a running pump from another thread, and ending it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Counts what a pump has written, and asks it to stop. Meant to be read by another thread while the pump runs; one
/// watch may see several runs, whose counts add up.
#[derive(Debug, Default)]
pub struct Watch {
    bytes: AtomicU64,
    parts: AtomicU64,
    stopped: Arc<AtomicBool>,
}

impl Watch {
    /// How many bytes have been written so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// How many parts have been written so far.
    pub fn parts(&self) -> u64 {
        self.parts.load(Ordering::Relaxed)
    }

    /// Asks the pump to end after the parts and the block that it is busy with. A write that waits for its reader is
    /// not interrupted.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The flag that [`Watch::stop`] sets, for a signal handler to set.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stopped)
    }

    /// Whether [`Watch::stop`] was called or its flag set.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Some bytes were written.
    pub fn wrote(&self, bytes: usize) {
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// The last bytes of a part were written.
    pub(super) fn finished(&self) {
        self.parts.fetch_add(1, Ordering::Relaxed);
    }
}

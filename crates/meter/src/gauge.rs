//! What the transfer and its onlookers share: counts that one side writes and the other reads, and wishes that go the
//! other way.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Counts and wishes. Only the transfer counts, so it needs no atomic addition.
#[derive(Debug, Default)]
pub struct Gauge {
    bytes: AtomicU64,
    lines: AtomicU64,
    held: AtomicU64,
    room: AtomicU64,
    limit: AtomicU64,
    stopped: AtomicBool,
    base: AtomicU64,
    kept: AtomicUsize,
    wanted: AtomicUsize,
    tail: Mutex<Vec<u8>>,
}

impl Gauge {
    /// How many bytes have passed.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// How many lines have passed, where they are counted.
    pub fn lines(&self) -> u64 {
        self.lines.load(Relaxed)
    }

    /// How full the transfer buffer is, in per cent; `None` while bytes pass by without one.
    pub fn fullness(&self) -> Option<u64> {
        let room = self.room.load(Relaxed);
        (room > 0).then(|| self.held.load(Relaxed) * 100 / room)
    }

    /// The last bytes that were written, where they are kept.
    pub fn tail(&self) -> Vec<u8> {
        self.tail.lock().map(|tail| tail.clone()).unwrap_or_default()
    }

    /// The limit in units a second; 0 is none.
    pub fn limit(&self) -> u64 {
        self.limit.load(Relaxed)
    }

    /// Changes the limit, also of a running transfer.
    pub fn set_limit(&self, limit: u64) {
        self.limit.store(limit, Relaxed);
    }

    /// Asks a running transfer to keep so many of the last bytes, for [`tail`](Gauge::tail).
    pub fn keep_last(&self, bytes: usize) {
        self.kept.store(bytes, Relaxed);
    }

    /// Asks a running transfer to read so many bytes at once, through a buffer of its own.
    pub fn set_buffer(&self, bytes: usize) {
        self.wanted.store(bytes, Relaxed);
    }

    /// How many of the last bytes are to be kept, by a wish that came on the way.
    pub(crate) fn kept(&self) -> usize {
        self.kept.load(Relaxed)
    }

    /// The size of the buffer, by a wish that came on the way.
    pub(crate) fn wanted(&self) -> Option<usize> {
        Some(self.wanted.load(Relaxed)).filter(|&bytes| bytes > 0)
    }

    /// Whether bytes must come through memory by now, though they did not have to at first.
    pub(crate) fn wants_bytes(&self) -> bool {
        self.kept() > 0 || self.wanted().is_some()
    }

    /// Asks the transfer to end after the call that it is in.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    pub(crate) fn passed(&self, bytes: usize) {
        self.bytes.store(self.bytes() + bytes as u64, Relaxed);
    }

    pub(crate) fn passed_lines(&self, lines: usize) {
        self.lines.store(self.lines() + lines as u64, Relaxed);
    }

    pub(crate) fn buffer(&self, held: usize, room: usize) {
        self.held.store(held as u64, Relaxed);
        self.room.store(room as u64, Relaxed);
    }

    /// Keeps the last `most` bytes of what was written.
    pub(crate) fn keep(&self, written: &[u8], most: usize) {
        let Ok(mut tail) = self.tail.lock() else { return };
        tail.extend_from_slice(&written[written.len().saturating_sub(most)..]);
        let surplus = tail.len().saturating_sub(most);
        tail.drain(..surplus);
    }

    /// Begins to count again.
    pub fn restart(&self) {
        self.bytes.store(0, Relaxed);
        self.lines.store(0, Relaxed);
    }

    /// Counts what somebody else moved, as seen from outside.
    pub fn saw(&self, bytes: u64) {
        self.bytes.store(bytes, Relaxed);
    }

    /// The same at first sight: what had been moved before the clock started is not the doing of its time.
    pub fn saw_first(&self, bytes: u64) {
        self.base.store(bytes, Relaxed);
        self.saw(bytes);
    }

    /// What had been moved before the clock started.
    pub fn base(&self) -> u64 {
        self.base.load(Relaxed)
    }
}

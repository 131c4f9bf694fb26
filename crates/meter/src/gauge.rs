//! What the transfer and its onlookers share: counts that one side writes and the other reads, and wishes that go the
//! other way.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gush_pipe::Direct;

/// Counts and wishes. Only the transfer counts, so it needs no atomic addition.
#[derive(Debug, Default)]
pub struct Gauge {
    bytes: AtomicU64,
    lines: AtomicU64,
    buffer: Arc<Fullness>,
    limit: AtomicU64,
    stopped: AtomicBool,
    base: AtomicU64,
    kept: AtomicUsize,
    wanted: AtomicUsize,
    tail: Mutex<Vec<u8>>,
    beat: Mutex<Option<Beat>>,
    direct: Mutex<Directs>,
}

/// How full a buffer is.
#[derive(Debug, Default)]
pub(crate) struct Fullness {
    held: AtomicU64,
    room: AtomicU64,
}

impl Fullness {
    pub(crate) fn set(&self, held: usize, room: usize) {
        self.held.store(held as u64, Relaxed);
        self.room.store(room as u64, Relaxed);
    }

    pub(crate) fn per_cent(&self) -> Option<u64> {
        let room = self.room.load(Relaxed);
        // It may have been made smaller than what it holds.
        (room > 0).then(|| (self.held.load(Relaxed) * 100 / room).min(100))
    }
}

/// The files that go past the system's cache because of us, for as long as these are kept.
#[derive(Debug, Default)]
pub(crate) struct Directs {
    pub(crate) source: Option<Direct>,
    pub(crate) sink: Option<Direct>,
}

/// When an onlooker looks: a limited transfer lets the same pass between any two of these moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beat {
    /// The moment from which on the intervals are counted.
    pub start: Instant,
    /// The time from one look to the next.
    pub interval: Duration,
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
        self.buffer.per_cent()
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

    /// Says when an onlooker looks.
    pub fn set_beat(&self, beat: Beat) {
        *lock(&self.beat) = Some(beat);
    }

    pub(crate) fn beat(&self) -> Option<Beat> {
        *lock(&self.beat)
    }

    /// Gives back what a transfer has changed for a while and others share: that its files go past the system's cache.
    /// For an end by which a transfer that is in a call cannot do so itself.
    pub fn tidy(&self) {
        *self.direct() = Directs::default();
    }

    pub(crate) fn direct(&self) -> MutexGuard<'_, Directs> {
        lock(&self.direct)
    }

    pub(crate) fn passed(&self, bytes: usize) {
        self.bytes.store(self.bytes() + bytes as u64, Relaxed);
    }

    pub(crate) fn passed_lines(&self, lines: usize) {
        self.lines.store(self.lines() + lines as u64, Relaxed);
    }

    /// How full the transfer buffer is, for whoever fills it.
    pub(crate) fn buffer(&self) -> Arc<Fullness> {
        Arc::clone(&self.buffer)
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

    /// Counts the lines that somebody else moved.
    pub fn saw_lines(&self, lines: u64) {
        self.lines.store(lines, Relaxed);
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

/// Nothing that is kept here can be left half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

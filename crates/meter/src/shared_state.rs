//! What the transfer and the display share: counts that the transfer writes and the display reads, and controls that go
//! the other way.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gush_pipe::Direct;

/// The state of a meter.
#[derive(Debug, Default)]
pub struct SharedState {
    /// What has passed.
    pub counts: Counts,
    /// What is asked of a running transfer.
    pub controls: Controls,
    direct: Mutex<Directs>,
}

/// What has passed. Only the transfer counts, so it needs no atomic addition.
#[derive(Debug, Default)]
pub struct Counts {
    bytes: AtomicU64,
    lines: AtomicU64,
    base: AtomicU64,
    buffer: Arc<Fullness>,
    tail: Mutex<Vec<u8>>,
}

/// What is asked of a running transfer: limits, sizes, and to stop.
#[derive(Debug, Default)]
pub struct Controls {
    limit: AtomicU64,
    stopped: AtomicBool,
    tail: AtomicUsize,
    buffer: AtomicUsize,
    times: Mutex<Option<TickTimes>>,
}

/// How full a buffer is.
#[derive(Debug, Default)]
pub(crate) struct Fullness {
    held: AtomicU64,
    capacity: AtomicU64,
}

impl Fullness {
    pub(crate) fn set(&self, held: usize, capacity: usize) {
        self.held.store(held as u64, Relaxed);
        self.capacity.store(capacity as u64, Relaxed);
    }

    pub(crate) fn per_cent(&self) -> Option<u64> {
        let capacity = self.capacity.load(Relaxed);
        // It may be smaller than what it holds, once its size was changed.
        (capacity > 0).then(|| (self.held.load(Relaxed) * 100 / capacity).min(100))
    }
}

/// The files that bypass the system's cache because of us, for as long as these are kept.
#[derive(Debug, Default)]
pub(crate) struct Directs {
    pub(crate) source: Option<Direct>,
    pub(crate) sink: Option<Direct>,
}

/// When the display's ticks come: a limited transfer moves the same amount between any two of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TickTimes {
    /// The moment from which on the intervals are counted.
    pub start: Instant,
    /// The time from one tick to the next.
    pub interval: Duration,
}

impl SharedState {
    /// Undoes what a transfer has changed for a while and other processes share: that its files bypass the page cache.
    /// For an end by which a transfer that is in a call cannot do so itself.
    pub fn tidy(&self) {
        *self.direct() = Directs::default();
    }

    pub(crate) fn direct(&self) -> MutexGuard<'_, Directs> {
        lock(&self.direct)
    }
}

impl Counts {
    /// The number of bytes that have passed.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// The number of lines that have passed, where they are counted.
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

    /// What had been moved before the clock started.
    pub fn base(&self) -> u64 {
        self.base.load(Relaxed)
    }

    /// Sets the count at the start of the clock: what was moved before belongs to no rate.
    pub fn start_at(&self, bytes: u64) {
        self.base.store(bytes, Relaxed);
        self.set_bytes(bytes);
    }

    /// Sets the count of what another process moved.
    pub fn set_bytes(&self, bytes: u64) {
        self.bytes.store(bytes, Relaxed);
    }

    /// Sets the count of the lines that another process moved.
    pub fn set_lines(&self, lines: u64) {
        self.lines.store(lines, Relaxed);
    }

    /// Begins to count again.
    pub fn restart(&self) {
        self.set_bytes(0);
        self.set_lines(0);
    }

    pub(crate) fn add_bytes(&self, bytes: usize) {
        self.set_bytes(self.bytes() + bytes as u64);
    }

    pub(crate) fn add_lines(&self, lines: usize) {
        self.set_lines(self.lines() + lines as u64);
    }

    /// How full the transfer buffer is, for the thread that fills it.
    pub(crate) fn buffer(&self) -> Arc<Fullness> {
        Arc::clone(&self.buffer)
    }

    /// Keeps the last `length` bytes of what was written.
    pub(crate) fn keep(&self, written: &[u8], length: usize) {
        let Ok(mut tail) = self.tail.lock() else { return };
        tail.extend_from_slice(&written[written.len().saturating_sub(length)..]);
        let surplus = tail.len().saturating_sub(length);
        tail.drain(..surplus);
    }
}

impl Controls {
    /// The limit in units a second; 0 is none.
    pub fn limit(&self) -> u64 {
        self.limit.load(Relaxed)
    }

    /// Changes the limit, also of a running transfer.
    pub fn set_limit(&self, limit: u64) {
        self.limit.store(limit, Relaxed);
    }

    /// Asks a running transfer to keep this many of the last bytes, for [`Counts::tail`].
    pub fn set_tail(&self, bytes: usize) {
        self.tail.store(bytes, Relaxed);
    }

    /// Asks a running transfer to read this many bytes at once, through a buffer of its own.
    pub fn set_buffer(&self, bytes: usize) {
        self.buffer.store(bytes, Relaxed);
    }

    /// How many of the last bytes are to be kept, if that was changed since the start.
    pub(crate) fn tail(&self) -> usize {
        self.tail.load(Relaxed)
    }

    /// The size of the buffer, if that was changed since the start.
    pub(crate) fn buffer(&self) -> Option<usize> {
        Some(self.buffer.load(Relaxed)).filter(|&bytes| bytes > 0)
    }

    /// Whether bytes must come through memory by now, though they did not have to at first.
    pub(crate) fn needs_bytes(&self) -> bool {
        self.tail() > 0 || self.buffer().is_some()
    }

    /// Asks the transfer to end after the call that it is in.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Publishes when the display's ticks come.
    pub fn set_tick_times(&self, times: TickTimes) {
        *lock(&self.times) = Some(times);
    }

    pub(crate) fn tick_times(&self) -> Option<TickTimes> {
        *lock(&self.times)
    }
}

/// No state here is left half changed by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

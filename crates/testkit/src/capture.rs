//! Taking what a program writes, on a thread of its own so that the program never waits for the test.

use crate::stream::{Source, is_full};
use crate::wait::nap;
use std::fs::File;
use std::io::Read as _;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// The maximum that is read at once.
const STEP: usize = 64 * 1024;

/// A stream that is being taken.
pub(crate) struct Capture {
    bytes: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<bool>,
}

/// All that came by a stream.
#[derive(Default)]
pub(crate) struct Captured {
    pub bytes: Vec<u8>,
    /// Whether the pipe was seen full before reading began.
    pub was_full: bool,
}

impl Capture {
    /// Takes all that comes, or closes the reading end after `limit` bytes: at once when that is 0.
    /// `over` says that nothing will be written to the stream any more.
    pub(crate) fn start(source: Source, limit: Option<usize>, over: Arc<AtomicBool>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let Source { fd, brim } = source;
        let source = if limit == Some(0) { None } else { Some(fd) };
        let shared = Arc::clone(&bytes);
        let thread = std::thread::spawn(move || {
            let was_full = brim.is_some_and(|brim| wait_until_full(&brim, &over));
            if let Some(fd) = source {
                take(File::from(fd), limit.unwrap_or(usize::MAX), &shared);
            }
            was_full
        });
        Self { bytes, thread }
    }

    /// How many bytes have come so far.
    pub(crate) fn so_far(&self) -> usize {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The bytes so far.
    pub(crate) fn peek(&self) -> Vec<u8> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the stream has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for the end of the stream.
    pub(crate) fn finish(self) -> Captured {
        let was_full = self.thread.join().expect("the capturing thread does not panic");
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        Captured { bytes, was_full }
    }
}

fn wait_until_full(writing_end: &OwnedFd, over: &AtomicBool) -> bool {
    while !is_full(writing_end) {
        if over.load(Ordering::Acquire) {
            return false;
        }
        nap();
    }
    true
}

/// Reads to the end or to `limit`. A terminal whose other side is gone says `EIO` where a pipe says 0.
fn take(mut from: File, limit: usize, into: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; STEP];
    let mut left = limit;
    while left > 0 {
        let step = left.min(STEP);
        let Ok(n @ 1..) = from.read(&mut buffer[..step]) else { break };
        into.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&buffer[..n]);
        left -= n;
    }
}

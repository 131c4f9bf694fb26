//! The state of a transfer, as all strategies see it: how much may move now, and what has moved.

use gush_pipe::{FileKind, Sink};

use super::bucket::Bucket;
use super::count;
use super::options::{Options, PIPE_SIZE};
use crate::SharedState;

/// The state of a transfer, as the strategies see it.
#[derive(Debug)]
pub(super) struct Flow<'g> {
    pub(super) sink: Sink,
    pub(super) past_cache: PastCache<'g>,
    pub(super) shared: &'g SharedState,
    pub(super) options: Options,
    pub(super) bucket: Bucket,
    pub(super) skipped: Vec<(u64, u64)>,
    pub(super) hole: bool,
    /// Where the sink's file ended at first: holes can only be left after that, because before it old bytes would show.
    /// `None` where no holes can be left at all.
    pub(super) old_end: Option<u64>,
}

impl<'g> Flow<'g> {
    /// A transfer to `sink` that counts in `shared`.
    pub(super) fn new(mut sink: Sink, options: Options, shared: &'g SharedState) -> Flow<'g> {
        if options.enlarges_pipes() {
            // Whether or not they may grow, the rest works.
            let _ = sink.enlarge_pipe(PIPE_SIZE);
        }
        if options.direct {
            shared.direct().sink = sink.go_direct().ok().flatten();
        }
        let sparse = options.sparse && sink.kind() == FileKind::File && !sink.appends();
        let old_end = sparse.then(|| sink.metadata().ok()).flatten().map(|metadata| metadata.len());
        let (bucket, skipped) = (Bucket::new(), Vec::new());
        let past_cache = PastCache(shared);
        Flow { sink, past_cache, shared, options, bucket, skipped, hole: false, old_end }
    }

    /// Whether a buffer of the user's size is wanted.
    pub(super) fn is_buffered(&self) -> bool {
        self.options.buffer.is_some() || self.shared.controls.buffer().is_some()
    }

    /// How many bytes may move now, at most `max`; waits where the rate is limited. `None` is the end.
    pub(super) fn allowed(&mut self, max: usize) -> Option<usize> {
        if self.shared.controls.is_stopped() {
            return None;
        }
        let left = self.left().min(max);
        let left =
            if self.shared.controls.limit() == 0 { left } else { self.bucket.wait(self.shared).min(left) };
        (left > 0).then_some(left)
    }

    /// How many units are still to pass.
    pub(super) fn left(&self) -> usize {
        match self.options.stop_at {
            None => usize::MAX,
            Some(stop) => usize::try_from(stop.saturating_sub(self.units())).unwrap_or(usize::MAX),
        }
    }

    pub(super) fn units(&self) -> u64 {
        if self.options.by_lines { self.shared.counts.lines() } else { self.shared.counts.bytes() }
    }

    /// Counts bytes that have passed.
    pub(super) fn add_bytes(&mut self, bytes: usize) {
        self.shared.counts.add_bytes(bytes);
        if !self.options.by_lines {
            self.bucket.spend(bytes);
        }
    }

    /// Counts, and keeps as far as that is wanted, bytes that were written from memory.
    pub(super) fn wrote(&mut self, bytes: &[u8]) {
        self.add_bytes(bytes.len());
        self.add_lines(bytes);
        let tail = self.options.tail.max(self.shared.controls.tail());
        if tail > 0 {
            self.shared.counts.keep(bytes, tail);
        }
    }

    /// Counts the lines among bytes that have passed.
    pub(super) fn add_lines(&mut self, bytes: &[u8]) {
        if let Some(end) = self.options.lines {
            let lines = count::ends(bytes, end);
            self.shared.counts.add_lines(lines);
            if self.options.by_lines {
                self.bucket.spend(lines);
            }
        }
    }
}

/// The sink's bypass of the page cache, which ends with the transfer.
#[derive(Debug)]
pub(super) struct PastCache<'g>(&'g SharedState);

impl Drop for PastCache<'_> {
    fn drop(&mut self) {
        self.0.direct().sink = None;
    }
}

//! A transfer: tries the strategies, best first, and continues by the next one where one is refused.

use std::io;
use std::mem;

use gush_pipe::{FileKind, Sink, Source};

use super::flow::Flow;
use super::options::Options;
use super::options::PIPE_SIZE;
use super::outcome::{Ended, StopReason, TransferError};
use super::{buffer, read_ahead, zero_copy};
use crate::SharedState;

/// Bytes on their way into one sink. See the [module](super).
#[derive(Debug)]
pub struct Transfer<'g> {
    flow: Flow<'g>,
}

impl<'g> Transfer<'g> {
    /// A transfer to `sink` that counts in `shared`.
    pub fn new(sink: Sink, options: Options, shared: &'g SharedState) -> Transfer<'g> {
        Transfer { flow: Flow::new(sink, options, shared) }
    }

    /// What it writes to.
    pub fn sink(&self) -> &Sink {
        &self.flow.sink
    }

    /// Moves all that `source` gives.
    ///
    /// # Errors
    /// What reading or writing came to. All that was counted by then has been written.
    pub fn pass(&mut self, source: &Source) -> Result<Ended, TransferError> {
        if self.flow.options.enlarges_pipes() {
            let _ = source.enlarge_pipe(PIPE_SIZE);
        }
        if self.flow.options.direct {
            let mut direct = self.flow.shared.direct();
            // The display that stops a transfer tidies up after it, and not twice.
            if !self.flow.shared.controls.is_stopped() {
                direct.source = source.go_direct().ok().flatten();
            }
        }
        let ended = self.by_strategies(source);
        self.flow.shared.direct().source = None;
        ended
    }

    fn by_strategies(&mut self, source: &Source) -> Result<Ended, TransferError> {
        // A buffer may be asked for while it runs.
        let later: &[Strategy] = &[buffer::pass_until_buffered, read_ahead::pass];
        let later = if self.flow.is_buffered() || self.flow.options.direct { &[] } else { later };
        for strategy in self.zero_copy(source.kind()).iter().chain(later) {
            match strategy(&mut self.flow, source) {
                Ok(ended) => return Ok(ended),
                Err(StopReason::Failed(error)) => return Err(error),
                Err(StopReason::Refused) => {} // the next one goes on from here
            }
        }
        buffer::pass(&mut self.flow, source)
    }

    /// Ends what the last source left open.
    ///
    /// # Errors
    /// When the file's end could not be set.
    pub fn finish(&mut self) -> Result<(), TransferError> {
        if mem::take(&mut self.flow.hole) {
            self.flow.sink.cut().map_err(TransferError::Write)?;
        }
        Ok(())
    }

    /// Closes the sink; standard output stays open until [`gush_pipe::close_stdout`].
    ///
    /// # Errors
    /// What the system reports, which may learn only now that something could not be stored.
    pub fn close(self) -> io::Result<()> {
        let Flow { sink, past_cache, .. } = self.flow;
        drop(past_cache);
        sink.close()
    }

    /// The ranges that could not be read since this was last asked: where each begins, and its length.
    pub fn skipped(&mut self) -> Vec<(u64, u64)> {
        mem::take(&mut self.flow.skipped)
    }

    /// The zero-copy strategies for a source of this kind, best first.
    fn zero_copy(&self, from: FileKind) -> &'static [Strategy] {
        let options = &self.flow.options;
        if self.flow.is_buffered() {
            // What bypasses the cache must be read and written by complete blocks.
            return if options.direct { &[] } else { &[read_ahead::pass] };
        }
        if self.flow.shared.controls.needs_bytes() {
            return &[];
        }
        let looks = options.tail > 0 || options.sparse || options.sync || options.direct;
        if options.plain || looks || options.skip_errors.is_some() {
            return &[];
        }
        if options.lines.is_some() {
            let counts_on =
                !options.by_lines || options.stop_at.is_none() && self.flow.shared.controls.limit() == 0;
            let piped =
                from == FileKind::Pipe && matches!(self.flow.sink.kind(), FileKind::Pipe | FileKind::Socket);
            return if piped && counts_on { &[zero_copy::tee] } else { &[] };
        }
        match (from, self.flow.sink.kind()) {
            (FileKind::Pipe, _) | (_, FileKind::Pipe) => &[zero_copy::splice],
            (FileKind::File, FileKind::File) => &[zero_copy::copy],
            (FileKind::File, FileKind::CharacterDevice | FileKind::Socket) => &[zero_copy::through],
            _ => &[],
        }
    }
}

/// A zero-copy strategy: it moves what it may, until the end, a refusal or an error.
type Strategy = fn(&mut Flow<'_>, &Source) -> Result<Ended, StopReason>;

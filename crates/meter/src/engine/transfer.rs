//! A transfer: tries the ways of moving bytes, best first, and continues by the next one where one is refused.

use std::io;
use std::mem;

use gush_pipe::{Sink, SinkKind, Source};

use super::flow::{Flow, PIPE_SIZE};
use super::options::Options;
use super::outcome::{Ended, StopReason, Trouble};
use super::{ahead, buffer, ways};
use crate::Gauge;

/// Bytes on their way into one sink. See the [module](super).
#[derive(Debug)]
pub struct Transfer<'g> {
    flow: Flow<'g>,
}

impl<'g> Transfer<'g> {
    /// A transfer to `sink` that counts by `gauge`.
    pub fn new(sink: Sink, options: Options, gauge: &'g Gauge) -> Transfer<'g> {
        Transfer { flow: Flow::new(sink, options, gauge) }
    }

    /// What it writes to.
    pub fn sink(&self) -> &Sink {
        &self.flow.sink
    }

    /// Moves all that `source` gives.
    ///
    /// # Errors
    /// What reading or writing came to. All that was counted by then has been written.
    pub fn pass(&mut self, source: &Source) -> Result<Ended, Trouble> {
        if !self.flow.options.keep_pipes {
            let _ = source.enlarge_pipe(PIPE_SIZE);
        }
        if self.flow.options.direct {
            let mut direct = self.flow.gauge.direct();
            // Whoever stops a transfer tidies up after it, and not twice.
            if !self.flow.gauge.is_stopped() {
                direct.source = source.go_direct().ok().flatten();
            }
        }
        let ended = self.by_ways(source);
        self.flow.gauge.direct().source = None;
        ended
    }

    fn by_ways(&mut self, source: &Source) -> Result<Ended, Trouble> {
        // A buffer may come to be wanted on the way.
        let later: &[Way] = &[buffer::pass_until_buffered, ahead::pass];
        let later = if self.flow.is_buffered() || self.flow.options.direct { &[] } else { later };
        for way in self.ways(source.kind()).iter().chain(later) {
            match way(&mut self.flow, source) {
                Ok(ended) => return Ok(ended),
                Err(StopReason::Trouble(trouble)) => return Err(trouble),
                Err(StopReason::Refused) => {} // the next one goes on from here
            }
        }
        buffer::pass(&mut self.flow, source)
    }

    /// Ends what the last source left open.
    ///
    /// # Errors
    /// When the file's end could not be set.
    pub fn finish(&mut self) -> Result<(), Trouble> {
        if mem::take(&mut self.flow.hole) {
            self.flow.sink.cut().map_err(Trouble::Write)?;
        }
        Ok(())
    }

    /// Closes the sink; standard output stays open until [`gush_pipe::close_stdout`].
    ///
    /// # Errors
    /// What the system says, which may learn only now that something could not be stored.
    pub fn close(self) -> io::Result<()> {
        let Flow { sink, past_cache, .. } = self.flow;
        drop(past_cache);
        sink.close()
    }

    /// The ranges that could not be read since this was last asked: where each begins, and its length.
    pub fn skipped(&mut self) -> Vec<(u64, u64)> {
        mem::take(&mut self.flow.skipped)
    }

    /// The clever ways for a source of this kind, best first.
    fn ways(&self, from: SinkKind) -> &'static [Way] {
        let options = &self.flow.options;
        if self.flow.is_buffered() {
            // What goes past the cache must be read and written by whole blocks.
            return if options.direct { &[] } else { &[ahead::pass] };
        }
        if self.flow.gauge.wants_bytes() {
            return &[];
        }
        let looks = options.tail > 0 || options.sparse || options.sync || options.direct;
        if options.plain || looks || options.skip_errors.is_some() {
            return &[];
        }
        if options.lines.is_some() {
            let counts_on = !options.by_lines || options.stop_at.is_none() && self.flow.gauge.limit() == 0;
            let piped =
                from == SinkKind::Pipe && matches!(self.flow.sink.kind(), SinkKind::Pipe | SinkKind::Socket);
            return if piped && counts_on { &[ways::tee] } else { &[] };
        }
        match (from, self.flow.sink.kind()) {
            (SinkKind::Pipe, _) | (_, SinkKind::Pipe) => &[ways::splice],
            (SinkKind::File, SinkKind::File) => &[ways::copy],
            (SinkKind::File, SinkKind::CharacterDevice | SinkKind::Socket) => &[ways::through],
            _ => &[],
        }
    }
}

/// A clever way: it moves what it may, until the end, a refusal or an error.
type Way = fn(&mut Flow<'_>, &Source) -> Result<Ended, StopReason>;

//! Moves bytes from sources to a sink by the cheapest safe way, and counts them.
//!
//! | from, to | way |
//! |---|---|
//! | a pipe on either side | `splice` in the largest steps that the pipes allow |
//! | the same, lines counted, pipe to pipe | `tee` aside, `splice` the original on, read and count the copy |
//! | file to file | `copy_file_range`, for as long as that is no copy |
//! | file to device or socket | `splice` into a pipe of our own, and out of it |
//! | anything else, with a buffer of the user's | a thread of its own `read`s ahead, another `write`s |
//! | anything else, and where bytes are looked at | `read` and `write` |
//!
//! Whatever is refused, at the first call or the millionth, the last way goes on at the very byte. It also has the last
//! word on where the input ends and what is wrong with it.

mod ahead;
mod bucket;
mod buffer;
mod count;
mod ways;

use std::io;
use std::mem;

use gush_pipe::{Sink, SinkKind, Source};

use crate::Gauge;
use bucket::Bucket;
pub use count::ends_in;

/// What pipes are enlarged to: the most that an ordinary user may ask for.
const PIPE_SIZE: usize = 1 << 20;

/// What a transfer is to do besides moving bytes.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Counts lines that end in this byte.
    pub lines: Option<u8>,
    /// Lines are the units of [`stop_at`](Options::stop_at) and of the limit; otherwise bytes are.
    pub by_lines: bool,
    /// Ends once so many units have passed.
    pub stop_at: Option<u64>,
    /// Uses `read` and `write` alone.
    pub plain: bool,
    /// How many bytes are read ahead at most, or where that is not possible, at once.
    pub buffer: Option<usize>,
    /// Keeps so many of the last bytes for [`Gauge::tail`].
    pub tail: usize,
    /// Goes on behind what cannot be read, and writes zeros for it.
    pub skip_errors: Option<Skip>,
    /// Leaves holes where a file would get blocks of zeros.
    pub sparse: bool,
    /// Leaves pipes as large as they are.
    pub keep_pipes: bool,
    /// Forces every write to the device.
    pub sync: bool,
    /// Goes past the system's cache where it lets us.
    pub direct: bool,
}

/// How to go on behind what cannot be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Skip {
    /// The size of the blocks of which the rest is skipped at once; by default one byte at first, and up to 512 when there
    /// are many errors in a row.
    pub block: Option<u64>,
}

/// Why a transfer did not come to its end.
#[derive(Debug)]
pub enum Trouble {
    /// The source could not be read.
    Read(io::Error),
    /// The sink could not be written.
    Write(io::Error),
}

/// Why a transfer came to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The source has no more.
    Dry,
    /// So many units have passed as were asked for, or [`Gauge::stop`] was called.
    Stopped,
}

/// Why one way ended; another may go on from there.
enum Halt {
    /// The system refuses, or has no more.
    Refused,
    Trouble(Trouble),
}

impl From<Trouble> for Halt {
    fn from(trouble: Trouble) -> Halt {
        Halt::Trouble(trouble)
    }
}

/// Bytes on their way into one sink. See the [module](self).
#[derive(Debug)]
pub struct Transfer<'g> {
    sink: Sink,
    past_cache: PastCache<'g>,
    gauge: &'g Gauge,
    options: Options,
    bucket: Bucket,
    skipped: Vec<(u64, u64)>,
    hole: bool,
    /// Where the sink's file ended at first: only behind that can holes be left, as before it old bytes would show.
    /// `None` where no holes can be left at all.
    old_end: Option<u64>,
}

impl<'g> Transfer<'g> {
    /// A transfer to `sink` that counts by `gauge`.
    pub fn new(mut sink: Sink, options: Options, gauge: &'g Gauge) -> Transfer<'g> {
        if !options.keep_pipes {
            // Whether or not they may grow, the rest works.
            let _ = sink.enlarge_pipe(PIPE_SIZE);
        }
        if options.direct {
            gauge.direct().sink = sink.go_direct().ok().flatten();
        }
        let sparse = options.sparse && sink.kind() == SinkKind::File && !sink.appends();
        let old_end = sparse.then(|| sink.metadata().ok()).flatten().map(|metadata| metadata.len());
        let (bucket, skipped) = (Bucket::new(), Vec::new());
        let past_cache = PastCache(gauge);
        Transfer { sink, past_cache, gauge, options, bucket, skipped, hole: false, old_end }
    }

    /// What it writes to.
    pub fn sink(&self) -> &Sink {
        &self.sink
    }

    /// Moves all that `source` gives.
    ///
    /// # Errors
    /// What reading or writing came to. All that was counted by then has been written.
    pub fn pass(&mut self, source: &Source) -> Result<Ended, Trouble> {
        if !self.options.keep_pipes {
            let _ = source.enlarge_pipe(PIPE_SIZE);
        }
        if self.options.direct {
            let mut direct = self.gauge.direct();
            // Whoever stops a transfer tidies up after it, and not twice.
            if !self.gauge.is_stopped() {
                direct.source = source.go_direct().ok().flatten();
            }
        }
        let ended = self.by_ways(source);
        self.gauge.direct().source = None;
        ended
    }

    fn by_ways(&mut self, source: &Source) -> Result<Ended, Trouble> {
        // A buffer may come to be wanted on the way.
        let later: &[Way] = &[buffer::pass_until_buffered, ahead::pass];
        let later = if self.is_buffered() || self.options.direct { &[] } else { later };
        for way in self.ways(source.kind()).iter().chain(later) {
            match way(self, source) {
                Ok(ended) => return Ok(ended),
                Err(Halt::Trouble(trouble)) => return Err(trouble),
                Err(Halt::Refused) => {} // the next one goes on from here
            }
        }
        buffer::pass(self, source)
    }

    /// Whether a buffer of the user's size is wanted.
    fn is_buffered(&self) -> bool {
        self.options.buffer.is_some() || self.gauge.wanted().is_some()
    }

    /// Ends what the last source left open.
    ///
    /// # Errors
    /// When the file's end could not be set.
    pub fn finish(&mut self) -> Result<(), Trouble> {
        if mem::take(&mut self.hole) {
            self.sink.cut().map_err(Trouble::Write)?;
        }
        Ok(())
    }

    /// Closes the sink; standard output stays open until [`gush_pipe::close_stdout`].
    ///
    /// # Errors
    /// What the system says, which may learn only now that something could not be stored.
    pub fn close(self) -> io::Result<()> {
        let Transfer { sink, past_cache, .. } = self;
        drop(past_cache);
        sink.close()
    }

    /// The ranges that could not be read since this was last asked: where each begins, and its length.
    pub fn skipped(&mut self) -> Vec<(u64, u64)> {
        mem::take(&mut self.skipped)
    }

    /// The clever ways for a source of this kind, best first.
    fn ways(&self, from: SinkKind) -> &'static [Way] {
        let options = &self.options;
        if self.is_buffered() {
            // What goes past the cache must be read and written by whole blocks.
            return if options.direct { &[] } else { &[ahead::pass] };
        }
        if self.gauge.wants_bytes() {
            return &[];
        }
        let looks = options.tail > 0 || options.sparse || options.sync || options.direct;
        if options.plain || looks || options.skip_errors.is_some() {
            return &[];
        }
        if options.lines.is_some() {
            let counts_on = !options.by_lines || options.stop_at.is_none() && self.gauge.limit() == 0;
            let piped =
                from == SinkKind::Pipe && matches!(self.sink.kind(), SinkKind::Pipe | SinkKind::Socket);
            return if piped && counts_on { &[ways::tee] } else { &[] };
        }
        match (from, self.sink.kind()) {
            (SinkKind::Pipe, _) | (_, SinkKind::Pipe) => &[ways::splice],
            (SinkKind::File, SinkKind::File) => &[ways::copy],
            (SinkKind::File, SinkKind::CharacterDevice | SinkKind::Socket) => &[ways::through],
            _ => &[],
        }
    }

    /// How many bytes may move now, at most `most`; waits where the rate is limited. `None` is the end.
    fn allowed(&mut self, most: usize) -> Option<usize> {
        if self.gauge.is_stopped() {
            return None;
        }
        let left = self.left().min(most);
        let left = if self.gauge.limit() == 0 { left } else { self.bucket.wait(self.gauge).min(left) };
        (left > 0).then_some(left)
    }

    /// How many units are still to pass.
    fn left(&self) -> usize {
        match self.options.stop_at {
            None => usize::MAX,
            Some(stop) => usize::try_from(stop.saturating_sub(self.units())).unwrap_or(usize::MAX),
        }
    }

    fn units(&self) -> u64 {
        if self.options.by_lines { self.gauge.lines() } else { self.gauge.bytes() }
    }

    /// Counts bytes that have passed.
    fn passed(&mut self, bytes: usize) {
        self.gauge.passed(bytes);
        if !self.options.by_lines {
            self.bucket.spend(bytes);
        }
    }

    /// Counts, and keeps as far as that is wanted, bytes that were written from memory.
    fn wrote(&mut self, bytes: &[u8]) {
        self.passed(bytes.len());
        self.passed_lines(bytes);
        let tail = self.options.tail.max(self.gauge.kept());
        if tail > 0 {
            self.gauge.keep(bytes, tail);
        }
    }

    /// Counts the lines among bytes that have passed.
    fn passed_lines(&mut self, bytes: &[u8]) {
        if let Some(end) = self.options.lines {
            let lines = count::ends(bytes, end);
            self.gauge.passed_lines(lines);
            if self.options.by_lines {
                self.bucket.spend(lines);
            }
        }
    }
}

/// The sink's way past the system's cache, which ends with the transfer.
#[derive(Debug)]
struct PastCache<'g>(&'g Gauge);

impl Drop for PastCache<'_> {
    fn drop(&mut self) {
        self.0.direct().sink = None;
    }
}

/// A clever way: it moves what it may, and is refused or told of trouble in the end.
type Way = fn(&mut Transfer<'_>, &Source) -> Result<Ended, Halt>;

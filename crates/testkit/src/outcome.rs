//! The outcome of a run, and expectations of it.

use crate::capture::Captured;
use crate::{End, Signal, first_difference};

/// The outcome of a run. Its methods are expectations, which fail the test if they are not met, and can be chained.
#[derive(Debug)]
pub struct Outcome {
    what: String,
    /// How it ended.
    pub end: End,
    /// All that came by standard output, where it was captured.
    pub stdout: Vec<u8>,
    /// All that came by standard error, where it was captured.
    pub stderr: Vec<u8>,
    was_full: bool,
    peak: u64,
    floor: u64,
}

impl Outcome {
    pub(crate) fn new(
        what: String,
        end: End,
        out: Captured,
        stderr: Vec<u8>,
        [peak, floor]: [u64; 2],
    ) -> Self {
        Self { what, end, stdout: out.bytes, stderr, was_full: out.was_full, peak, floor }
    }

    /// It must have ended with code 0.
    ///
    /// # Panics
    /// When it has not.
    #[track_caller]
    pub fn ok(self) -> Self {
        self.ended(End::Code(0))
    }

    /// It must have ended with this code.
    ///
    /// # Panics
    /// When it has not.
    #[track_caller]
    pub fn code(self, code: i32) -> Self {
        self.ended(End::Code(code))
    }

    /// This signal must have ended it.
    ///
    /// # Panics
    /// When it has not.
    #[track_caller]
    pub fn died_of(self, signal: Signal) -> Self {
        self.ended(End::by(signal))
    }

    #[track_caller]
    fn ended(self, end: End) -> Self {
        assert!(self.end == end, "{}: {}, where {end} was expected\n{}", self.what, self.end, self.errors());
        self
    }

    /// Standard output must be exactly this.
    ///
    /// # Panics
    /// When it is not; the first difference is shown.
    #[track_caller]
    pub fn stdout_is(self, expected: impl AsRef<[u8]>) -> Self {
        if let Some(difference) = first_difference(&self.stdout, expected.as_ref()) {
            panic!("{}: not the standard output expected\n{difference}{}", self.what, self.errors());
        }
        self
    }

    /// Standard output must contain this.
    ///
    /// # Panics
    /// When it does not.
    #[track_caller]
    pub fn stdout_has(self, expected: &str) -> Self {
        let text = String::from_utf8_lossy(&self.stdout);
        assert!(
            text.contains(expected),
            "{}: no {expected:?} on stdout\n{text}\n{}",
            self.what,
            self.errors()
        );
        self
    }

    /// Standard error must be exactly this.
    ///
    /// # Panics
    /// When it is not; the first difference is shown.
    #[track_caller]
    pub fn stderr_is(self, expected: impl AsRef<[u8]>) -> Self {
        if let Some(difference) = first_difference(&self.stderr, expected.as_ref()) {
            panic!("{}: not the standard error expected\n{difference}{}", self.what, self.errors());
        }
        self
    }

    /// Standard error must contain this.
    ///
    /// # Panics
    /// When it does not.
    #[track_caller]
    pub fn stderr_has(self, expected: &str) -> Self {
        assert!(
            self.errors().contains(expected),
            "{}: no {expected:?} on stderr\n{}",
            self.what,
            self.errors()
        );
        self
    }

    /// Standard error must be empty.
    ///
    /// # Panics
    /// When it is not.
    #[track_caller]
    pub fn silent(self) -> Self {
        self.stderr_is("")
    }

    /// The pipe must have been full before anything was read from it, see
    /// [`Stream::NonBlocking`](crate::Stream::NonBlocking).
    ///
    /// # Panics
    /// When it was not.
    #[track_caller]
    pub fn filled_the_pipe(self) -> Self {
        assert!(self.was_full, "{}: its output never filled the pipe", self.what);
        self
    }

    /// It must not have had more than `limit` bytes of memory resident at any time.
    ///
    /// # Panics
    /// When it had, or when this process is itself so large that it cannot be measured: a child is charged
    /// for the size of the process that forked it. Such a test belongs in a test program of its own.
    #[track_caller]
    pub fn peak_memory_at_most(self, limit: u64) -> Self {
        assert!(self.floor < limit, "the test itself held {} of {limit} bytes when it forked", self.floor);
        assert!(self.peak <= limit, "{}: peak memory {} bytes, limit {limit}", self.what, self.peak);
        self
    }

    /// Standard output as text.
    ///
    /// # Panics
    /// When it is not UTF-8.
    #[must_use]
    #[track_caller]
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout)
            .unwrap_or_else(|why| panic!("{}: stdout is no text: {why}", self.what))
    }

    /// The lines of standard output.
    ///
    /// # Panics
    /// When it is not UTF-8.
    #[must_use]
    #[track_caller]
    pub fn lines(&self) -> Vec<&str> {
        self.text().lines().collect()
    }

    /// Standard error as text.
    #[must_use]
    pub fn errors(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// How much memory this process has resident, in bytes; 0 where that is unknown.
pub(crate) fn own_size() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = resident.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

//! A source: one open file descriptor that gives bytes, and the calls that move them on without looking at them.
//!
//! Each call here is one system call, at most one wait longer. `Interrupted` is returned, so that the
//! caller can do what a signal asked for; a descriptor that another process set to non-blocking is waited for, at both
//! ends, as the system does not report which of the two was not ready.

use std::fs::{File, Metadata};
use std::io;
use std::time::Duration;

use crate::direct::Direct;
use crate::file_kind::FileKind;
use crate::sink::Sink;
use crate::sys;

/// An open file descriptor that gives bytes. See the [module](self).
#[derive(Debug)]
pub struct Source {
    input: sys::Input,
    kind: FileKind,
}

impl Source {
    /// The process's standard input, unbuffered.
    ///
    /// # Errors
    /// `Bad file descriptor` where standard input was closed when the process started.
    pub fn stdin() -> io::Result<Source> {
        Ok(Source::new(sys::Input::stdin()?))
    }

    /// A source that reads `file` from its current position on.
    pub fn from_file(file: File) -> Source {
        Source::new(sys::Input::from_file(file))
    }

    fn new(input: sys::Input) -> Source {
        let kind = input.kind();
        Source { input, kind }
    }

    pub(crate) fn input(&self) -> &sys::Input {
        &self.input
    }

    /// What it reads from.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The metadata of the open file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.input.metadata()
    }

    /// Reads what there is into the front of `buffer`, and returns its length; 0 at the end.
    ///
    /// # Errors
    /// What the system answers, also `Interrupted`.
    pub fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        checked(self.input.read(buffer)?, buffer.len())
    }

    /// Goes `bytes` further in a seekable source, and returns the new position.
    ///
    /// # Errors
    /// When the source is not seekable.
    pub fn skip(&self, bytes: u64) -> io::Result<u64> {
        self.input.skip(bytes)
    }

    /// The position in its file.
    ///
    /// # Errors
    /// When the source has no positions.
    pub fn position(&self) -> io::Result<u64> {
        self.input.skip(0)
    }

    /// Asks for a pipe that holds at least `bytes`; one that holds more stays as it is.
    ///
    /// # Errors
    /// When the source is not a pipe, or the user may not have one of that size.
    pub fn enlarge_pipe(&self, bytes: usize) -> io::Result<()> {
        self.input.enlarge_pipe(bytes)
    }

    /// Makes a pipe hold `bytes`, or the next size above that there is, and returns its capacity.
    ///
    /// # Errors
    /// When the source is not a pipe, holds more than that now, or the user may not have one of that size.
    pub fn resize_pipe(&self, bytes: usize) -> io::Result<usize> {
        self.input.resize_pipe(bytes)
    }

    /// Waits until bytes can be read, or there will be no more: true. False after `timeout`.
    ///
    /// # Errors
    /// Where the system does not know.
    pub fn wait(&self, timeout: Duration) -> io::Result<bool> {
        self.input.wait(timeout)
    }

    /// How many bytes can be read at once.
    ///
    /// # Errors
    /// Where the system does not know.
    pub fn waiting(&self) -> io::Result<u64> {
        self.input.waiting()
    }

    /// The same source once more, for another thread: both go on where the other left off.
    ///
    /// # Errors
    /// When the system has no descriptor left.
    pub fn try_clone(&self) -> io::Result<Source> {
        Ok(Source { input: self.input.try_clone()?, kind: self.kind })
    }

    /// Asks the system to read past its cache, for as long as what is returned lives; `None` where it does so already.
    ///
    /// # Errors
    /// When the file does not allow that, or it is neither a file nor a block device.
    pub fn go_direct(&self) -> io::Result<Option<Direct>> {
        Ok(self.input.go_direct()?.map(Direct::new))
    }

    /// Moves up to `max` bytes to `sink` without a copy, where one of the two is a pipe; 0 at the end.
    ///
    /// # Errors
    /// What the system answers: also `Interrupted`, and refusals of all sorts. Nothing has then moved.
    pub fn splice(&self, sink: &Sink, max: usize) -> io::Result<usize> {
        checked(self.input.splice(sink.output(), max)?, max)
    }

    /// Copies up to `max` bytes to `sink` within the system, from file to file; 0 at the end.
    ///
    /// # Errors
    /// As [`splice`](Source::splice).
    pub fn copy(&self, sink: &Sink, max: usize) -> io::Result<usize> {
        checked(self.input.copy(sink.output(), max)?, max)
    }
}

/// A number of bytes that cannot be more than was asked for.
pub(crate) fn checked(moved: usize, asked: usize) -> io::Result<usize> {
    if moved > asked {
        return Err(io::Error::other("the system says that it moved more than it was asked to"));
    }
    Ok(moved)
}

//! A pipe of our own beside or between a source and a sink.

use std::io;

use crate::sink::Sink;
use crate::source::{Source, checked};
use crate::sys;

/// A private pipe beside or between a source and a sink.
#[derive(Debug)]
pub struct SidePipe {
    pipe: sys::Pipe,
    held: usize,
}

impl SidePipe {
    /// An empty pipe of `bytes`, or of as many as are granted.
    ///
    /// # Errors
    /// When the system gives no pipe.
    pub fn new(bytes: usize) -> io::Result<SidePipe> {
        let pipe = sys::Pipe::new()?;
        // Whatever was granted, nothing here waits until there is space.
        let _ = pipe.enlarge(bytes);
        Ok(SidePipe { pipe, held: 0 })
    }

    /// How many bytes are in it.
    pub fn held(&self) -> usize {
        self.held
    }

    /// Puts references to the next bytes of `source`, a pipe, into the empty side pipe; they stay in the source too.
    /// Waits for the first of them; 0 at the end.
    ///
    /// # Errors
    /// As [`Source::splice`].
    pub fn tee(&mut self, source: &Source, max: usize) -> io::Result<usize> {
        let teed = checked(source.input().tee(&self.pipe, max)?, max)?;
        self.held += teed;
        Ok(teed)
    }

    /// Moves the next bytes of `source`, which is not a pipe, into the empty side pipe; 0 at the end.
    ///
    /// # Errors
    /// As [`Source::splice`].
    pub fn take(&mut self, source: &Source, max: usize) -> io::Result<usize> {
        let taken = checked(source.input().splice_to_pipe(&self.pipe, max)?, max)?;
        self.held += taken;
        Ok(taken)
    }

    /// Moves up to `max` of the bytes it holds to `sink`.
    ///
    /// # Errors
    /// As [`Source::splice`]; what was held is held still.
    pub fn give(&mut self, sink: &Sink, max: usize) -> io::Result<usize> {
        let max = max.min(self.held);
        let given = checked(sink.output().splice_from_once(&self.pipe, max)?, max)?;
        self.held -= given;
        Ok(given)
    }

    /// Reads bytes that it holds.
    ///
    /// # Errors
    /// What the system answers; nothing is then lost.
    pub fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let max = buffer.len().min(self.held);
        let read = checked(self.pipe.read(&mut buffer[..max])?, max)?;
        self.held -= read;
        Ok(read)
    }
}

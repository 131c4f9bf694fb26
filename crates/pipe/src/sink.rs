//! A sink: one open file descriptor that takes bytes, and plain `write` done right.
//!
//! Every byte given is written exactly once, whatever the system answers: part of the bytes, an interrupting signal,
//! or, on a descriptor that somebody set to non-blocking, "not now".

use std::fs::File;
use std::io;

use crate::sys;

/// What a sink writes to, as far as that decides how to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SinkKind {
    /// A pipe or FIFO.
    Pipe,
    /// A regular file.
    File,
    /// A character device that is not a terminal, such as `/dev/null`.
    CharacterDevice,
    /// A socket.
    Socket,
    /// A terminal.
    Terminal,
    /// Anything else, and whatever the platform does not tell apart.
    Other,
}

impl SinkKind {
    /// How many bytes to give to one `write`.
    fn step(self) -> usize {
        match self {
            SinkKind::Pipe => sys::PIPE_STEP,
            _ => usize::MAX,
        }
    }
}

/// An open file descriptor that takes bytes. See the [module](self).
#[derive(Debug)]
pub struct Sink {
    output: sys::Output,
    kind: SinkKind,
    step: usize,
}

impl Sink {
    /// The process's standard output, unbuffered.
    ///
    /// # Errors
    /// `Bad file descriptor` where standard output was closed when the process started.
    pub fn stdout() -> io::Result<Sink> {
        Ok(Sink::new(sys::Output::stdout()?))
    }

    /// A sink that writes to `file` from its current position on.
    ///
    /// # Errors
    /// None on the platforms known today.
    pub fn from_file(file: File) -> io::Result<Sink> {
        Ok(Sink::new(sys::Output::from_file(file)))
    }

    fn new(output: sys::Output) -> Sink {
        let kind = output.kind();
        Sink { output, kind, step: kind.step() }
    }

    /// What the sink writes to.
    pub fn kind(&self) -> SinkKind {
        self.kind
    }

    /// Sets how many bytes at most are given to one `write`; the default depends on the kind. For measurements.
    ///
    /// # Panics
    /// When `bytes` is 0.
    pub fn set_step(&mut self, bytes: usize) {
        assert!(bytes > 0, "a step of 0 bytes never ends");
        self.step = bytes;
    }

    /// Asks for a pipe that holds `bytes`, and returns how many the system granted.
    ///
    /// # Errors
    /// When the sink is not a pipe, when the user may not have one of that size, or where pipes have no set size.
    pub fn resize_pipe(&self, bytes: usize) -> io::Result<usize> {
        self.output.resize_pipe(bytes)
    }

    /// Writes all of `bytes`, in order, however many calls that takes. On a non-blocking descriptor it waits until the
    /// reader has made room.
    ///
    /// # Errors
    /// Whatever `write` answers, other than "interrupted" and "would block"; `WriteZero` when it takes nothing.
    pub fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let step = rest.len().min(self.step);
            match self.output.write(&rest[..step]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) if written <= step => rest = &rest[written..],
                Ok(_) => {
                    return Err(io::Error::other("the system says that it wrote more than it was given"));
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.output.wait_writable(),
                Err(e) => return Err(e),
            }
        }
        Ok(())
    }
}

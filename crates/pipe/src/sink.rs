//! A sink: one open file descriptor that takes bytes, and plain `write` done right.
//!
//! Every byte given is written exactly once, whatever the system answers: part of the bytes, an interrupting signal,
//! or, on a descriptor that another process set to non-blocking, "not now".
//!
//! A pipe gets 8 KiB a call, as it keeps two pages for the next write, and is enlarged to 256 KiB once the first 64 KiB are out. From
//! there on bytes enter it through a relay, a stream socket of our own, whose messages of 32 KiB `splice` passes on as one buffer
//! of the pipe each. Everything else takes entire blocks. docs/engineering/jobs-and-output.md has the measurements.

use std::fs::{File, Metadata};
use std::io;
use std::mem;

use crate::direct::Direct;
use crate::sys;

use crate::file_kind::FileKind;

/// What a pipe is enlarged to.
const PIPE_SIZE: usize = 256 << 10;
/// Output shorter than a usual pipe has no use for a larger one.
const GROWS_AFTER: usize = 64 << 10;

/// Why a socket of datagrams is no sink.
const DATAGRAMS: &str = "it is a datagram socket, which would cut the output into messages and may lose some; use a pipe \
                         or a stream socket";

/// An open file descriptor that takes bytes. See the [module](self).
#[derive(Debug)]
pub struct Sink {
    output: sys::Output,
    kind: FileKind,
    step: usize,
    /// How many bytes a pipe gets before it is enlarged and gets a relay; `None` once that was tried, and for all
    /// other kinds.
    grows_in: Option<usize>,
    /// A cheaper strategy than `write`, for as long as the system allows it.
    relay: Option<sys::Relay>,
    /// What gives a pipe its size back.
    enlarged: sys::Enlarged,
}

impl Sink {
    /// The process's standard output, unbuffered.
    ///
    /// # Errors
    /// `Bad file descriptor` where standard output was closed when the process started; a text where it is a socket of
    /// datagrams.
    pub fn stdout() -> io::Result<Sink> {
        Sink::new(sys::Output::stdout()?)
    }

    /// A sink that writes to `file` from its current position on.
    ///
    /// # Errors
    /// A text where it is a socket of datagrams: a reader with a small buffer would lose the rest of each, and by some
    /// protocols any may be lost.
    pub fn from_file(file: File) -> io::Result<Sink> {
        Sink::new(sys::Output::from_file(file))
    }

    fn new(output: sys::Output) -> io::Result<Sink> {
        let kind = output.kind();
        if kind == FileKind::Socket && output.has_messages() {
            return Err(io::Error::new(io::ErrorKind::Unsupported, DATAGRAMS));
        }
        let grows_in = (kind == FileKind::Pipe).then_some(GROWS_AFTER);
        Ok(Sink { output, kind, step: step(kind), grows_in, relay: None, enlarged: sys::Enlarged::default() })
    }

    /// Closes what was written to. Some file systems report only now that the data could not be stored. Standard output
    /// stays open, as others may use it too: see [`close_stdout`].
    ///
    /// # Errors
    /// What the system reports.
    pub fn close(self) -> io::Result<()> {
        self.output.close()
    }

    /// The file that is written to.
    pub(crate) fn into_file(self) -> io::Result<File> {
        self.output.into_file()
    }

    /// What the sink writes to.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Sets how many bytes at most are given to one `write`; the default depends on the kind. For measurements.
    ///
    /// # Panics
    /// When `bytes` is 0.
    pub fn set_step(&mut self, bytes: usize) {
        assert!(bytes > 0, "a step of 0 bytes never ends");
        self.step = bytes;
        self.grows_in = None;
    }

    /// From now on bytes go by `write` alone, and a pipe stays as large as it is.
    pub(crate) fn write_plainly(&mut self) {
        (self.grows_in, self.relay) = (None, None);
    }

    pub(crate) fn output(&self) -> &sys::Output {
        &self.output
    }

    /// Asks for a pipe that holds at least `bytes`; one that holds more stays as it is. A pipe that takes more than a
    /// little is enlarged without being asked. When the sink is dropped, the pipe gets its size back, if what is in it
    /// fits: others may go on with it.
    ///
    /// # Errors
    /// When the sink is not a pipe, when the user may not have one of that size, or where pipes have no set size.
    pub fn enlarge_pipe(&mut self, bytes: usize) -> io::Result<()> {
        self.grows_in = None;
        self.output.enlarge_pipe(bytes, &mut self.enlarged)
    }

    /// Gives a pipe that was enlarged its size back, for the process that uses it next. Waits, up to a second, until the reader
    /// has taken enough of what it holds: a pipe of that size would have made us wait, too.
    pub fn restore_pipe(&mut self) {
        mem::take(&mut self.enlarged).give_back();
    }

    /// Writes all of `bytes`, in order, however many calls that takes. On a non-blocking descriptor it waits until the
    /// reader has taken some.
    ///
    /// # Errors
    /// Whatever `write` answers, other than "interrupted" and "would block"; `WriteZero` when it takes nothing.
    pub fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let written = match &self.relay {
                Some(_) => self.pass_on(rest)?,
                None => self.write(rest)?,
            };
            rest = &rest[written..];
            self.grow(written);
        }
        Ok(())
    }

    /// Writes the front of `bytes` plainly, and returns its length; 0 where it has to be tried again.
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let step = bytes.len().min(self.step);
        match self.output.write(&bytes[..step]) {
            Ok(0) => Err(io::ErrorKind::WriteZero.into()),
            Ok(written) if written <= step => Ok(written),
            Ok(_) => Err(io::Error::other("the system says that it wrote more than it was given")),
            Err(e) => self.retry(e).map(|()| 0),
        }
    }

    /// Writes the front of `bytes` through the relay, and returns its length. What the relay holds when it fails is
    /// not lost: those bytes were not counted, and are written by `write` next.
    fn pass_on(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(relay) = &self.relay else { return Ok(0) };
        let Ok(loaded) = relay.load(bytes) else {
            self.relay = None;
            return Ok(0);
        };
        let mut passed = 0;
        while passed < loaded {
            match relay.unload(&self.output, loaded - passed) {
                Ok(moved) if 0 < moved && moved <= loaded - passed => passed += moved,
                Err(e) if e.kind() == io::ErrorKind::BrokenPipe => return Err(e),
                // `write` will show whether it was the relay's fault.
                _ => {
                    self.relay = None;
                    break;
                }
            }
        }
        Ok(passed)
    }

    /// Writes the front of `bytes` plainly, in one call, and returns its length.
    ///
    /// # Errors
    /// As [`write_all`](Sink::write_all), but also `Interrupted`.
    pub fn write_some(&self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            let step = bytes.len().min(self.step);
            match self.output.write(&bytes[..step]) {
                Ok(0) if step > 0 => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) if written <= step => return Ok(written),
                Ok(_) => {
                    return Err(io::Error::other("the system says that it wrote more than it was given"));
                }
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.output.wait_writable(),
                Err(e) => return Err(e),
            }
        }
    }

    /// The metadata of the open file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.output.metadata()
    }

    /// Whether it is a pipe or a socket that nobody reads any more. False where the system does not report it.
    pub fn is_unread(&self) -> bool {
        self.output.is_unread()
    }

    /// Forces what was written to the device.
    ///
    /// # Errors
    /// When that fails, or what is written to has no device.
    pub fn sync(&self) -> io::Result<()> {
        self.output.sync()
    }

    /// The same, and all that the system knows of the file.
    ///
    /// # Errors
    /// As [`sync`](Sink::sync).
    pub fn sync_all(&self) -> io::Result<()> {
        self.output.sync_all()
    }

    /// Asks the system to write past its cache, for as long as what is returned lives; `None` where it does so already.
    ///
    /// # Errors
    /// When the file does not allow that, or it is neither a file nor a block device.
    pub fn go_direct(&self) -> io::Result<Option<Direct>> {
        Ok(self.output.go_direct()?.map(Direct::new))
    }

    /// Whether all is written to the end of the file, wherever its position is, or that is not known.
    pub fn appends(&self) -> bool {
        self.output.appends()
    }

    /// The position in its file.
    ///
    /// # Errors
    /// When it is not seekable.
    pub fn position(&self) -> io::Result<u64> {
        self.output.skip(0)
    }

    /// Leaves a hole of `bytes` in a file. One at its end counts only after [`cut`](Sink::cut).
    ///
    /// # Errors
    /// When it is not seekable.
    pub fn skip(&self, bytes: u64) -> io::Result<()> {
        self.output.skip(bytes).map(drop)
    }

    /// Ends a file where it is now being written.
    ///
    /// # Errors
    /// When it is no file.
    pub fn cut(&self) -> io::Result<()> {
        self.output.cut()
    }

    /// Takes an error that only asks to try again: returns once that may help. Any other one is given back.
    fn retry(&self, error: io::Error) -> io::Result<()> {
        if !is_passing(&error) {
            return Err(error);
        }
        if error.kind() == io::ErrorKind::WouldBlock {
            self.output.wait_writable();
        }
        Ok(())
    }

    /// Enlarges a pipe that has taken more than a little, and sets up a relay into it. Where that is refused, all stays
    /// as it is.
    fn grow(&mut self, written: usize) {
        let Some(rest) = self.grows_in else { return };
        self.grows_in = rest.checked_sub(written);
        if self.grows_in.is_none() {
            let _ = self.enlarge_pipe(PIPE_SIZE);
            self.relay = sys::Relay::new().ok();
        }
    }
}

/// How many bytes to give to one `write`.
fn step(kind: FileKind) -> usize {
    match kind {
        FileKind::Pipe => sys::PIPE_STEP,
        _ => usize::MAX,
    }
}

/// Closes standard output at the end of a process, if a sink was made of it: some file systems report only now that what
/// was written could not be stored. Nothing may be written to it afterwards.
///
/// # Errors
/// What the system reports.
pub fn close_stdout() -> io::Result<()> {
    sys::close_stdout()
}

/// Whether an error only asks to try again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}

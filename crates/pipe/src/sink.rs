//! A sink: one open file descriptor that takes bytes, and plain `write` done right.
//!
//! Every byte given is written exactly once, whatever the system answers: part of the bytes, an interrupting signal,
//! or, on a descriptor that another process set to non-blocking, "not now".
//!
//! # How much to write at once
//! A pipe of Linux before 7.2 keeps two pages for the next write. A write of two pages uses them again; a longer one
//! allocates, and the reader frees. And a pipe of more than the usual 64 KiB lets both sides run longer without waking
//! each other. `examples/steps.rs`, hot blocks of 256 KiB, Linux 6.18 on two shared cores, medians of 3 in GiB/s:
//!
//! | step | 4 KiB | 8 KiB | 16 KiB | 32 KiB | 64 KiB | 256 KiB | 8 KiB, pipe 1 MiB | 64 KiB, pipe 1 MiB |
//! |---|---|---|---|---|---|---|---|---|
//! | into `splice` of 1 MiB | 5.0 | 6.2 | 2.4 | 1.7 | 1.0 | 0.7 | 10.2 | 4.0 |
//! | into `read` of 64 KiB | 2.9 | 6.8 | 1.9 | 1.3 | 1.0 | 0.7 | 8.0 | 2.8 |
//! | into `read` of 8 KiB | 3.7 | 5.6 | 1.3 | 1.3 | 1.0 | 0.8 | 7.6 | 2.0 |
//! | counting lines, 64 KiB | 4.2 | 2.8 | 2.8 | 1.6 | 1.1 | 0.7 | 3.8 | 3.0 |
//!
//! In a second run (medians of 7) with steps of 8 KiB, a pipe of 64, 128, 256, 512 and 1024 KiB took 8.1, 14.7, 16.0,
//! 15.4, 15.3 by `splice` and 3.9, 4.9, 4.8, 4.6, 4.9 when lines were counted. So: 8 KiB a step into a pipe of 256 KiB,
//! asked for once the first 64 KiB are out. Everything else takes whole blocks.
//!
//! # The relay
//! From there on bytes do not enter a pipe by `write` but through a stream socket of our own: a socket keeps a message
//! of 32 KiB in one piece of memory, and `splice` passes that on as one buffer of the pipe, where `write` makes eight
//! of a page each. One copy either way, but less work for each byte on both sides, and the memory is the kernel's, so
//! that no reader can see it change. Four messages a call, hot blocks of 256 KiB, pipe of 256 KiB, medians of 5 in one run:
//!
//! | GiB/s into | `write` of 8 KiB | the relay |
//! |---|---|---|
//! | counting lines, 64 KiB | 2.5 | 5.2 |
//! | `read` of 64 KiB | 3.4 | 7.3 |
//! | `splice` of 128 KiB | 3.4 | 6.6 |
//!
//! It is no gain for every reader of bytes that cost nothing to make: in another, calmer run `read` of 8 KiB took 10.4 by
//! `write` and 7.8 by the relay. What makes rows is slower than both, and gains by it whoever reads: words of 256 KiB blocks,
//! made by two threads in 0.25 ns a byte, into `read` of 64 KiB, on a machine of its own (medians of 7):
//!
//! | | GiB/s | sys, ns a byte | reader, ns a byte | waits a MiB |
//! |---|---|---|---|---|
//! | relay, pipe of 256 KiB | 4.6 | 0.09 | 0.06 | 0.6 |
//! | relay, pipe of 1 MiB | 4.1 | 0.14 | 0.08 | 0.2 |
//! | `write` of 8 KiB, pipe of 256 KiB | 3.8 | 0.12 | 0.11 | 4.0 |
//! | `write` of 8 KiB, pipe of 1 MiB | 3.8 | 0.13 | 0.11 | 1.0 |
//!
//! Where the two cores do not share a cache, as a virtual machine's may not for a while, pages that go to and fro between them
//! are what costs: prepared lines by `write` of 8 KiB fall from 6.3 to 1.5 GiB/s, rows by the relay from 4.6 to 2.9. So rows
//! take the relay on any pipe. With a relay, a pipe of 64 KiB was as fast, but had both sides wait four times a MiB.
//!
//! On a machine with several times as many busy processes as cores, rounds of anything vary tenfold (GNU `yes` too: 0.1 to
//! 3.0), as each wake-up waits for a processor. Medians of 21 rounds in one run, counting lines, 64 KiB: the relay 1.65, `write` 0.93,
//! GNU `yes` 0.91; and of 11 with both sides on one core: 2.46, 1.56, 1.49. A short sleep before waiting for room, so that the reader
//! wakes no reader for a while, was no gain (1.49 for 1.65). By processor time the relay costs its side 0.09 ns a byte and
//! the reader 0.12; GNU `yes` takes 0.17 and 0.20.

use std::fs::{File, Metadata};
use std::io;

use crate::direct::Direct;
use crate::sys;

use crate::file_kind::FileKind;

/// What a pipe is enlarged to. See the [module](self) for the measurement.
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
    enlarged: Option<sys::Enlarged>,
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
        Ok(Sink { output, kind, step: step(kind), grows_in, relay: None, enlarged: None })
    }

    /// Closes what was written to. Some file systems report only now that the data could not be stored. Standard output
    /// stays open, as others may use it too: see [`close_stdout`].
    ///
    /// # Errors
    /// What the system says.
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

    /// Gives a pipe that was enlarged its size back, for whoever uses it next. Waits, up to a second, until the reader
    /// has taken enough of what it holds: a pipe of that size would have made us wait, too.
    pub fn restore_pipe(&mut self) {
        if let Some(enlarged) = self.enlarged.take() {
            enlarged.give_back();
        }
    }

    /// Writes all of `bytes`, in order, however many calls that takes. On a non-blocking descriptor it waits until the
    /// reader has made room.
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

    /// Writes the front of `bytes` plainly, and says how much of it; 0 where it has to be tried again.
    fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let step = bytes.len().min(self.step);
        match self.output.write(&bytes[..step]) {
            Ok(0) => Err(io::ErrorKind::WriteZero.into()),
            Ok(written) if written <= step => Ok(written),
            Ok(_) => Err(io::Error::other("the system says that it wrote more than it was given")),
            Err(e) => self.retry(e).map(|()| 0),
        }
    }

    /// Writes the front of `bytes` through the relay, and says how much of it. What the relay holds when it fails is
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

    /// Writes the front of `bytes` plainly, in one call, and says how much of it.
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

    /// What the system knows of the open file.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn metadata(&self) -> io::Result<Metadata> {
        self.output.metadata()
    }

    /// Whether it is a pipe or a socket that nobody reads any more. False where the system cannot say.
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

    /// Where in its file it is.
    ///
    /// # Errors
    /// When it is no file that can be sought.
    pub fn position(&self) -> io::Result<u64> {
        self.output.skip(0)
    }

    /// Leaves a hole of `bytes` in a file. One at its end counts only after [`cut`](Sink::cut).
    ///
    /// # Errors
    /// When it is no file that can be sought.
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
/// What the system says.
pub fn close_stdout() -> io::Result<()> {
    sys::close_stdout()
}

/// Whether an error only asks to try again.
fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}

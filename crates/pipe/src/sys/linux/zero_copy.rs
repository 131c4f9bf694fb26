//! Pipes of our own, and the calls that pass on references to pages instead of bytes.
#![expect(unsafe_code, reason = "vmsplice takes an address")]

use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;

use rustix::fs::{OFlags, fcntl_getfl};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketFlags, SocketType, recv, send, socketpair, sockopt,
};
use rustix::pipe::{
    IoSliceRaw, PipeFlags, SpliceFlags, fcntl_setpipe_size, pipe_with, splice, tee, vmsplice,
};

use crate::sys::Output;

/// The largest block that a stream socket keeps in one piece (`UNIX_SKB_FRAGS_SZ` in the kernel).
pub(crate) const FRAGMENT: usize = 32 << 10;

/// How often in a row a descriptor may claim to be writable and then refuse a reference to a page. It then gets bytes.
const MAX_ATTEMPTS: u32 = 100;

/// Does a call again when a signal came in between.
fn again<T>(mut call: impl FnMut() -> Result<T, Errno>) -> io::Result<T> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            result => return Ok(result?),
        }
    }
}

/// A pipe whose both ends are ours. Nothing here ever waits for it to be filled or emptied.
#[derive(Debug)]
pub(crate) struct Pipe {
    read: OwnedFd,
    write: OwnedFd,
}

impl Pipe {
    pub(crate) fn new() -> io::Result<Pipe> {
        let (read, write) = pipe_with(PipeFlags::CLOEXEC)?;
        Ok(Pipe { read, write })
    }

    pub(crate) fn enlarge(&self, bytes: usize) -> io::Result<()> {
        fcntl_setpipe_size(&self.write, bytes)?;
        Ok(())
    }

    /// Fills the pipe with `bytes`; what does not fit is left out.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        let mut left = bytes;
        rustix::io::ioctl_fionbio(&self.write, true)?;
        while !left.is_empty() {
            match again(|| rustix::io::write(&self.write, left)) {
                Ok(written) => left = left.get(written..).ok_or(ErrorKind::InvalidData)?,
                Err(e) if e.kind() == ErrorKind::WouldBlock => break,
                Err(e) => return Err(e),
            }
        }
        Ok(bytes.len() - left.len())
    }

    pub(super) fn writer(&self) -> &OwnedFd {
        &self.write
    }

    /// Takes bytes out.
    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(&self.read, buffer)?)
    }

    /// Copies references to the first `length` bytes to the end of `to`, as far as these exist and fit.
    pub(crate) fn tee(&self, to: &Pipe, length: usize) -> io::Result<usize> {
        positive(again(|| tee(&self.read, &to.write, length, SpliceFlags::NONBLOCK))?, length)
    }
}

/// Checks a number of bytes that must be neither none nor more than asked for.
fn positive(moved: usize, asked: usize) -> io::Result<usize> {
    if moved == 0 || moved > asked { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(moved) }
}

/// A pair of connected stream sockets, of which both ends are ours.
#[derive(Debug)]
pub(crate) struct Socket {
    near: OwnedFd,
    far: OwnedFd,
}

impl Socket {
    pub(crate) fn new() -> io::Result<Socket> {
        let (near, far) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
        // A fragment must fit into half of it. That is so by default; where it is not and we may not change it, the
        // first `put` fails.
        let _ = sockopt::set_socket_send_buffer_size(&near, 4 * FRAGMENT);
        Ok(Socket { near, far })
    }

    /// Appends `bytes`, at most a fragment, to `pipe`, in as few buffers as the kernel will use: one.
    pub(crate) fn put(&self, bytes: &[u8], pipe: &Pipe) -> io::Result<()> {
        // Only what is sent by full fragments is kept in one piece.
        let mut fragment = bytes.to_vec();
        fragment.resize(FRAGMENT, 0);
        let sent = again(|| send(&self.near, &fragment, SendFlags::DONTWAIT | SendFlags::NOSIGNAL))?;
        if sent != FRAGMENT {
            return Err(ErrorKind::WouldBlock.into());
        }
        self.splice(pipe, bytes.len())?;
        self.skip(FRAGMENT - bytes.len())
    }

    fn splice(&self, pipe: &Pipe, length: usize) -> io::Result<()> {
        let mut left = length;
        while left > 0 {
            let moved = again(|| splice(&self.far, None, &pipe.write, None, left, SpliceFlags::NONBLOCK))?;
            left -= positive(moved, left)?;
        }
        Ok(())
    }

    fn skip(&self, length: usize) -> io::Result<()> {
        let mut scratch = vec![0; length];
        while !scratch.is_empty() {
            let (_, read) = again(|| recv(&self.far, scratch.as_mut_slice(), RecvFlags::DONTWAIT))?;
            scratch.truncate(scratch.len() - positive(read, scratch.len())?);
        }
        Ok(())
    }
}

impl Output {
    /// Moves up to `length` bytes of what `pipe` holds here, and waits until at least one byte could be moved.
    pub(crate) fn splice_from(&self, pipe: &Pipe, length: usize) -> io::Result<usize> {
        self.when_writable(length, || splice(&pipe.read, None, self, None, length, SpliceFlags::empty()))
    }

    /// The same, but reports that a signal came in between.
    pub(crate) fn splice_from_once(&self, pipe: &Pipe, length: usize) -> io::Result<usize> {
        let mut refusals = 0;
        loop {
            match splice(&pipe.read, None, self, None, length, SpliceFlags::MOVE) {
                Err(Errno::AGAIN) if refusals < MAX_ATTEMPTS => {
                    refusals += 1;
                    self.wait_writable();
                }
                result => return positive(result?, length),
            }
        }
    }

    /// Repeats `call` until it moves something, and waits in between where the descriptor is non-blocking.
    pub(super) fn when_writable(
        &self,
        asked: usize,
        call: impl Fn() -> Result<usize, Errno>,
    ) -> io::Result<usize> {
        let mut refusals = 0;
        loop {
            match call() {
                Err(Errno::AGAIN) if refusals < MAX_ATTEMPTS => {
                    refusals += 1;
                    self.wait_writable();
                }
                Err(Errno::INTR) => {}
                result => return positive(result?, asked),
            }
        }
    }
}

/// The right to `vmsplice` into an output: it is known to be open for writing.
#[derive(Debug)]
pub(crate) struct VmSplicer<'o> {
    output: &'o Output,
}

impl<'o> VmSplicer<'o> {
    /// On a descriptor that is open for reading only, the same call would fill our memory instead of reading it.
    pub(crate) fn new(output: &'o Output) -> io::Result<VmSplicer<'o>> {
        match fcntl_getfl(output)? & OFlags::RWMODE {
            OFlags::WRONLY | OFlags::RDWR => Ok(VmSplicer { output }),
            _ => Err(Errno::BADF.into()),
        }
    }

    /// Puts references to the start of `bytes` into the pipe, and returns the length of that start.
    pub(crate) fn splice(&self, bytes: &'static [u8]) -> io::Result<usize> {
        self.output.when_writable(bytes.len(), || {
            let bytes = [IoSliceRaw::from_slice(bytes)];
            // SAFETY: the descriptor is open for writing, so the memory is only read; it is shared and 'static, so it
            // neither changes nor goes away while some pipe refers to it. It is not gifted.
            unsafe { vmsplice(self.output, &bytes, SpliceFlags::empty()) }
        })
    }
}

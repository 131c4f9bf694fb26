//! A strategy into a pipe that is cheaper than `write`: through a stream socket of our own.

use std::io::{self, ErrorKind, IoSlice};
use std::os::fd::OwnedFd;

use rustix::net::{
    AddressFamily, MMsgHdr, SendAncillaryBuffer, SendFlags, SocketFlags, SocketType, sendmmsg, socketpair,
};
use rustix::pipe::{SpliceFlags, splice};

use crate::sys::Output;

/// What a stream socket keeps in one piece: bytes sent in messages of exactly this many stay together, and each
/// becomes one buffer of the pipe.
const PIECE: usize = 32 << 10;
/// Messages a call: 128 KiB, which fits the buffer that a socket has by default.
const PIECES: usize = 4;

/// A socket pair through which bytes enter a pipe.
#[derive(Debug)]
pub(crate) struct Relay {
    enter: OwnedFd,
    leave: OwnedFd,
}

impl Relay {
    pub(crate) fn new() -> io::Result<Relay> {
        let (enter, leave) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
        Ok(Relay { enter, leave })
    }

    /// Copies the front of `bytes` into the socket, which must be empty, and returns its length; never waits.
    pub(crate) fn load(&self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(PIECE * PIECES)];
        let slices: Vec<_> = bytes.chunks(PIECE).map(|piece| [IoSlice::new(piece)]).collect();
        let mut controls: Vec<_> = slices.iter().map(|_| SendAncillaryBuffer::default()).collect();
        let mut messages: Vec<_> =
            slices.iter().zip(&mut controls).map(|(slice, control)| MMsgHdr::new(slice, control)).collect();
        let count = sendmmsg(&self.enter, &mut messages, SendFlags::DONTWAIT | SendFlags::NOSIGNAL)?;
        let sent: Vec<usize> = messages.iter().take(count).map(MMsgHdr::bytes_sent).collect();
        // A message after one that was cut short would leave a gap.
        let is_gapless = sent.iter().rev().skip(1).all(|&sent| sent == PIECE);
        let sum = sent.iter().sum();
        if is_gapless && 0 < sum && sum <= bytes.len() { Ok(sum) } else { Err(ErrorKind::InvalidData.into()) }
    }

    /// Moves up to `len` bytes of those loaded to `output`, and returns how many, at least one; waits for the reader.
    pub(crate) fn unload(&self, output: &Output, len: usize) -> io::Result<usize> {
        output.when_writable(len, || splice(&self.leave, None, output, None, len, SpliceFlags::MOVE))
    }
}

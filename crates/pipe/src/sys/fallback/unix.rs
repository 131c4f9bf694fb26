//! What Unix systems have in different ways, or do not have.

use std::fs::File;
use std::io;
use std::os::unix::net::UnixStream;

use rustix::fs::fsync;

use crate::sys::Output;

impl Output {
    /// Forces what was written to the device.
    pub(crate) fn sync(&self) -> io::Result<()> {
        match self {
            Output::Stdout(stdout) => Ok(fsync(stdout)?),
            Output::File(file) => file.sync_data(),
        }
    }
}

/// Other machines may write to any file system, as far as is known: nothing is taken for a leftover.
pub(crate) fn is_shared(_file: &File) -> io::Result<bool> {
    Ok(true)
}

/// Only the user may enter the socket's folder; who is at the other end is unknown.
pub(crate) fn is_own(_socket: &UnixStream) -> bool {
    true
}

//! What Unix systems have in different ways, or do not tell.

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

/// The folder that the socket is in lets nobody else in; who is there is not told.
pub(crate) fn is_own(_socket: &UnixStream) -> bool {
    true
}

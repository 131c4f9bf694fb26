//! Owners: whether a file or the other end of a socket belongs to the user that we run as.

use std::fs::Metadata;
#[cfg(unix)]
use std::os::unix::net::UnixStream;

use crate::sys;

/// The number of the user that we run as; 0 where users have none.
pub fn own_id() -> u32 {
    sys::own_id()
}

/// Whether a file is our user's.
pub fn owns(file: &Metadata) -> bool {
    sys::owns(file)
}

/// Whether the process at the other end of a socket is our user's, or the superuser's.
#[cfg(unix)]
pub fn is_own(socket: &UnixStream) -> bool {
    sys::is_own(socket)
}

//! Locks on the folders in which programs are built: a build that goes on holds one, a build that was killed does not.

use std::fs::File;
use std::io;
use std::path::Path;

use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;

/// Locks a folder until the file is dropped; nothing, where another process has locked it.
///
/// # Errors
/// There is no such folder, or the file system has no locks.
pub(super) fn take(folder: &Path) -> io::Result<Option<File>> {
    let file = File::open(folder)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(Some(file)),
        Err(Errno::WOULDBLOCK) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

//! One process at a time: a lock on a file, which ends with the process at the latest.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::sys;

/// A lock that is held; dropping it gives it back.
#[derive(Debug)]
pub struct Held<'f>(&'f File);

/// Waits until no other process holds a lock on `file`, and takes it. Where the platform has no locks, it does not
/// wait.
///
/// # Errors
/// When the file system has no locks.
pub fn hold(file: &File) -> io::Result<Held<'_>> {
    sys::lock_file(file)?;
    Ok(Held(file))
}

/// Locks a file or folder until what is returned is dropped; `None` where another process has locked it.
///
/// # Errors
/// When it cannot be opened, or the file system has no locks.
pub fn try_hold(path: &Path) -> io::Result<Option<File>> {
    let file = File::open(path)?;
    Ok(sys::try_lock_file(&file)?.then_some(file))
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // It ends with the file in any case.
        let _ = sys::unlock_file(self.0);
    }
}

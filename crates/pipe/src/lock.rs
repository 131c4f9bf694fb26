//! One process at a time: a lock on a file, which ends with the process at the latest.

use std::fs::File;
use std::io;

use crate::sys;

/// A lock that is held; dropping it gives it back.
#[derive(Debug)]
pub struct Held<'f>(&'f File);

/// Waits until no other process holds a lock on `file`, and takes it. Where the platform has no locks, it holds up nothing
/// off.
///
/// # Errors
/// When the file system has no locks.
pub fn hold(file: &File) -> io::Result<Held<'_>> {
    sys::lock_file(file)?;
    Ok(Held(file))
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        // It ends with the file in any case.
        let _ = sys::unlock_file(self.0);
    }
}

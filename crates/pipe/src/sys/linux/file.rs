//! Owners and permissions of files, and locks.

use std::fs::{File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

use rustix::fs::{FlockOperation, flock};
use rustix::io::retry_on_intr;

/// The permissions that a new file asks for; the system takes the umask off.
pub(crate) fn new_file_permissions() -> Option<Permissions> {
    Some(Permissions::from_mode(0o666))
}

/// Gives `file` the permissions, and where we may the owner, of the file that it will replace.
pub(crate) fn inherit(file: &File, from: &Metadata) -> io::Result<()> {
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (from.uid(), from.gid()) {
        // Only the superuser may give files away. For everybody else the new file is their own, as with any editor.
        let _ = fchown(file, Some(from.uid()), Some(from.gid()));
    }
    file.set_permissions(Permissions::from_mode(from.mode() & 0o777))
}

/// Waits until no other process has a lock on `file`, and takes it.
pub(crate) fn lock_file(file: &File) -> io::Result<()> {
    Ok(retry_on_intr(|| flock(file, FlockOperation::LockExclusive))?)
}

/// Gives such a lock back.
pub(crate) fn unlock_file(file: &File) -> io::Result<()> {
    Ok(flock(file, FlockOperation::Unlock)?)
}

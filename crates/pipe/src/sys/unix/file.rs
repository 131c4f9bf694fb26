//! Owners and permissions of files, and locks.

use std::fs::{self, File, Metadata, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::Path;

use rustix::fs::{CWD, Dir, FlockOperation, Mode, OFlags, flock, openat};
use rustix::io::{Errno, retry_on_intr};

use super::peer::own_id;
use crate::sys::is_shared;

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

/// Takes a lock on `file` without waiting; false where another process has one.
pub(crate) fn try_lock_file(file: &File) -> io::Result<bool> {
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Ok(false),
        locked => Ok(locked.map(|()| true)?),
    }
}

/// Gives such a lock back.
pub(crate) fn unlock_file(file: &File) -> io::Result<()> {
    Ok(flock(file, FlockOperation::Unlock)?)
}

/// What identifies a file.
pub(crate) fn identity(file: &Metadata) -> Option<(u64, u64)> {
    Some((file.dev(), file.ino()))
}

/// Forces the names in a folder to the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Locks a file that is being written; false where another process took it for a leftover before.
pub(crate) fn hold(file: &File) -> io::Result<bool> {
    match flock(file, FlockOperation::NonBlockingLockShared) {
        Err(Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(file.metadata()?.nlink() > 0),
    }
}

/// The names in a folder that are `wanted`, of the first `max`. The standard library would panic where the system has an
/// error to report when the folder is closed; here there are only fewer names.
pub(crate) fn names_in(folder: &Path, max: usize, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let Ok(entries) = openat(CWD, folder, flags, Mode::empty()).and_then(Dir::new) else { return Vec::new() };
    let names = entries.take(max).map_while(Result::ok);
    names
        .filter_map(|entry| entry.file_name().to_str().ok().filter(|name| wanted(name)).map(str::to_owned))
        .collect()
}

/// Removes a file of our own that no process holds.
pub(crate) fn remove_abandoned(path: &Path) -> io::Result<()> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(openat(CWD, path, flags, Mode::empty())?);
    let found = file.metadata()?;
    if !found.is_file() || !is_ours(&found) || is_shared(&file)? {
        return Ok(());
    }
    flock(&file, FlockOperation::NonBlockingLockExclusive)?;
    // The process that held it until now may have given it its name, and another one the name to a new file.
    if identity(&fs::symlink_metadata(path)?) == identity(&found) { fs::remove_file(path) } else { Ok(()) }
}

/// Whether we may decide about a file; the superuser writes files for others too.
fn is_ours(file: &Metadata) -> bool {
    let own = own_id();
    own == 0 || own == file.uid()
}

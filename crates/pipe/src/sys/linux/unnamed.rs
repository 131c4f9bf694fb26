//! Files without a name, which get one when they are complete.

use std::fs::{self, File};
use std::io;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::path::Path;

use rustix::fs::{AtFlags, CWD, FlockOperation, Mode, OFlags, flock, linkat, openat};

use crate::sys::Output;

/// A new file in `folder` that has no name, is locked, and goes when it is closed.
pub(crate) fn unnamed_file(folder: &Path) -> io::Result<File> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(openat(CWD, folder, flags, Mode::from_raw_mode(0o666))?);
    // It will be named by this; without /proc it could not be.
    fs::metadata(name_of(file.as_raw_fd()))?;
    // Where locks are refused, they are refused to those who look for leftovers too.
    let _ = flock(&file, FlockOperation::NonBlockingLockShared);
    Ok(file)
}

/// Gives the file that `output` writes to, which has no name, the name `path`.
pub(crate) fn link(output: &Output, path: &Path) -> io::Result<()> {
    Ok(linkat(CWD, name_of(output.as_fd().as_raw_fd()), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

fn name_of(fd: RawFd) -> String {
    format!("/proc/self/fd/{fd}")
}

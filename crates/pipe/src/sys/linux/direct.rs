//! Files that go past the system's cache for a while.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{FileType, OFlags, fcntl_getfl, fcntl_setfl, fstat};
use rustix::io::Errno;

use crate::sys::{Input, Output};

/// The flag on an opening, which all who share it see; taken off again when this goes.
#[derive(Debug)]
pub(crate) struct Direct(OwnedFd);

impl Direct {
    /// Sets the flag; `None` where it was set before, and so is not ours to take off. On a pipe the same flag means packets,
    /// of which a reader with a smaller buffer loses the rest: only files and block devices may have it.
    fn set(fd: BorrowedFd<'_>) -> io::Result<Option<Direct>> {
        let kind = FileType::from_raw_mode(fstat(fd)?.st_mode);
        if !matches!(kind, FileType::RegularFile | FileType::BlockDevice) {
            return Err(Errno::INVAL.into());
        }
        let flags = fcntl_getfl(fd)?;
        if flags.contains(OFlags::DIRECT) {
            return Ok(None);
        }
        // Before the flag is set, so that it can be taken off whatever becomes of the other descriptor.
        let copy = fd.try_clone_to_owned()?;
        fcntl_setfl(fd, flags | OFlags::DIRECT)?;
        Ok(Some(Direct(copy)))
    }
}

impl Drop for Direct {
    fn drop(&mut self) {
        if let Ok(flags) = fcntl_getfl(&self.0) {
            let _ = fcntl_setfl(&self.0, flags - OFlags::DIRECT);
        }
    }
}

impl Input {
    pub(crate) fn go_direct(&self) -> io::Result<Option<Direct>> {
        Direct::set(self.as_fd())
    }
}

impl Output {
    pub(crate) fn go_direct(&self) -> io::Result<Option<Direct>> {
        Direct::set(self.as_fd())
    }
}

//! A descriptor that takes bytes.
#![expect(unsafe_code, reason = "a descriptor is closed whose owner is the standard library")]

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal, Stdout};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, IntoRawFd, RawFd};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, OFlags, SeekFrom, fcntl_getfl, fstat, fsync, ftruncate, seek};
use rustix::io::{Errno, FdFlags, fcntl_getfd};
use rustix::net::{SocketType, sockopt};

use super::startup::was_open;
use crate::file_kind::FileKind;

/// Whether anybody was given standard output, and it is not closed yet.
static STDOUT_IS_USED: AtomicBool = AtomicBool::new(false);

/// An open descriptor. Standard output is used as it is, not duplicated: that needs no free descriptor.
#[derive(Debug)]
pub(crate) enum Output {
    Stdout(Stdout),
    File(File),
}

impl AsFd for Output {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Output::Stdout(stdout) => stdout.as_fd(),
            Output::File(file) => file.as_fd(),
        }
    }
}

impl Output {
    pub(crate) fn stdout() -> io::Result<Output> {
        was_open(libc::STDOUT_FILENO)?;
        STDOUT_IS_USED.store(true, Ordering::Relaxed);
        Ok(Output::Stdout(io::stdout()))
    }

    pub(crate) fn from_file(file: File) -> Output {
        Output::File(file)
    }

    /// A descriptor that cannot be looked at is `Other`: writing to it will show what is wrong, if anything is.
    pub(crate) fn kind(&self) -> FileKind {
        kind_of(self.as_fd())
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        metadata_of(self.as_fd())
    }

    /// Whether a write would find no reader.
    pub(crate) fn is_unread(&self) -> bool {
        let mut looked = [PollFd::new(self, PollFlags::empty())];
        poll(&mut looked, Some(&Timespec::default())).is_ok()
            && looked[0].revents().intersects(PollFlags::ERR | PollFlags::HUP)
    }

    /// Forces what was written, and all that the system knows of the file, to the device.
    pub(crate) fn sync_all(&self) -> io::Result<()> {
        match self {
            Output::Stdout(stdout) => Ok(fsync(stdout)?),
            Output::File(file) => file.sync_all(),
        }
    }

    /// Whether what is written is cut into messages, of which a reader may lose a part, or all.
    pub(crate) fn has_messages(&self) -> bool {
        sockopt::socket_type(self).is_ok_and(|kind| kind != SocketType::STREAM)
    }

    /// Closes it, and returns the system's result. Standard output stays open until [`close_stdout`].
    pub(crate) fn close(self) -> io::Result<()> {
        match self {
            Output::Stdout(_) => Ok(()),
            Output::File(file) => close(file.into_raw_fd()),
        }
    }

    pub(crate) fn into_file(self) -> io::Result<File> {
        match self {
            Output::Stdout(stdout) => stdout.as_fd().try_clone_to_owned().map(File::from),
            Output::File(file) => Ok(file),
        }
    }

    /// Whether all is written to the end, wherever the position is.
    pub(crate) fn appends(&self) -> bool {
        fcntl_getfl(self).map_or(true, |flags| flags.contains(OFlags::APPEND))
    }

    /// Leaves a hole of `bytes`, and returns where it ends.
    pub(crate) fn skip(&self, bytes: u64) -> io::Result<u64> {
        let bytes = i64::try_from(bytes).map_err(|_| Errno::INVAL)?;
        Ok(seek(self, SeekFrom::Current(bytes))?)
    }

    /// Ends the file here, so that a hole at its end counts.
    pub(crate) fn cut(&self) -> io::Result<()> {
        let end = self.skip(0)?;
        Ok(ftruncate(self, end)?)
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(self, bytes)?)
    }

    /// Returns when a write may go on; it may also return early. Where `poll` itself is refused, a short sleep serves.
    pub(crate) fn wait_writable(&self) {
        if poll(&mut [PollFd::new(self, PollFlags::OUT)], None).is_err() {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Closes standard output if it was used, and returns the system's result. The number is free afterwards, so this
/// is for the end of a process.
pub(crate) fn close_stdout() -> io::Result<()> {
    if STDOUT_IS_USED.swap(false, Ordering::Relaxed) { close(libc::STDOUT_FILENO) } else { Ok(()) }
}

fn close(fd: RawFd) -> io::Result<()> {
    // SAFETY: both callers own the descriptor, and it is not used any more. The standard library closes without a look at
    // the answer.
    let closed = unsafe { libc::close(fd) };
    if closed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// A copy of the open descriptor `number` that the parent handed over, which `_path` is a name of.
pub(crate) fn own_descriptor(number: u32, _path: &Path) -> io::Result<File> {
    let number = RawFd::try_from(number).map_err(|_| Errno::BADF)?;
    was_open(number)?;
    // SAFETY: the number may be of no open descriptor, which makes the calls below fail. Nothing here closes
    // one, so it refers to the same file while it is borrowed.
    let fd = unsafe { BorrowedFd::borrow_raw(number) };
    // What is closed on exec was not handed over: it is ours.
    if fcntl_getfd(fd)?.contains(FdFlags::CLOEXEC) {
        return Err(Errno::BADF.into());
    }
    fd.try_clone_to_owned().map(File::from)
}

/// What the standard library knows of a descriptor; it asks for a file of its own, or for a name.
pub(super) fn metadata_of(fd: BorrowedFd<'_>) -> io::Result<Metadata> {
    match fd.try_clone_to_owned() {
        Ok(copy) => File::from(copy).metadata(),
        Err(error) => {
            let names = ["/proc/self/fd", "/dev/fd"].map(|folder| format!("{folder}/{}", fd.as_raw_fd()));
            names.iter().find_map(|name| fs::metadata(name).ok()).ok_or(error)
        }
    }
}

/// What kind of thing a descriptor is. One that cannot be looked at is `Other`.
pub(super) fn kind_of(fd: BorrowedFd<'_>) -> FileKind {
    let Ok(stat) = fstat(fd) else { return FileKind::Other };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Fifo => FileKind::Pipe,
        FileType::RegularFile => FileKind::File,
        FileType::Socket => FileKind::Socket,
        FileType::CharacterDevice if fd.is_terminal() => FileKind::Terminal,
        FileType::CharacterDevice => FileKind::CharacterDevice,
        _ => FileKind::Other,
    }
}

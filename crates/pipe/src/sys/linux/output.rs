//! A descriptor that takes bytes.

use std::fs::{self, File, Metadata};
use std::io::{self, IsTerminal, Stdout};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FileType, OFlags, SeekFrom, fcntl_getfl, fdatasync, fstat, ftruncate, seek};
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

use super::stdout_was_closed;
use crate::sink::SinkKind;

/// How many bytes one `write` to a pipe is given.
pub(crate) const PIPE_STEP: usize = 8 << 10;

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
        if stdout_was_closed() {
            return Err(rustix::io::Errno::BADF.into());
        }
        Ok(Output::Stdout(io::stdout()))
    }

    pub(crate) fn from_file(file: File) -> Output {
        Output::File(file)
    }

    /// A descriptor that cannot be looked at is `Other`: writing to it will tell what is wrong, if anything is.
    pub(crate) fn kind(&self) -> SinkKind {
        kind_of(self.as_fd())
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        metadata_of(self.as_fd())
    }

    /// Forces what was written to the device.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(fdatasync(self)?)
    }

    /// Whether all is written to the end, wherever the position is.
    pub(crate) fn appends(&self) -> bool {
        fcntl_getfl(self).map_or(true, |flags| flags.contains(OFlags::APPEND))
    }

    /// Leaves a hole of `bytes`, and says where that ends.
    pub(crate) fn skip(&self, bytes: u64) -> io::Result<u64> {
        let bytes = i64::try_from(bytes).map_err(|_| rustix::io::Errno::INVAL)?;
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

    pub(crate) fn enlarge_pipe(&self, bytes: usize) -> io::Result<()> {
        if fcntl_getpipe_size(self)? < bytes {
            fcntl_setpipe_size(self, bytes)?;
        }
        Ok(())
    }
}

/// What the standard library knows of a descriptor; it asks for a file of its own, or for a name.
pub(super) fn metadata_of(fd: BorrowedFd<'_>) -> io::Result<Metadata> {
    match fd.try_clone_to_owned() {
        Ok(copy) => File::from(copy).metadata(),
        Err(error) => fs::metadata(format!("/proc/self/fd/{}", fd.as_raw_fd())).map_err(|_| error),
    }
}

/// What kind of thing a descriptor is. One that cannot be looked at is `Other`.
pub(super) fn kind_of(fd: BorrowedFd<'_>) -> SinkKind {
    let Ok(stat) = fstat(fd) else { return SinkKind::Other };
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Fifo => SinkKind::Pipe,
        FileType::RegularFile => SinkKind::File,
        FileType::Socket => SinkKind::Socket,
        FileType::CharacterDevice if fd.is_terminal() => SinkKind::Terminal,
        FileType::CharacterDevice => SinkKind::CharacterDevice,
        _ => SinkKind::Other,
    }
}

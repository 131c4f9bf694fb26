//! A descriptor that takes bytes.

use std::fs::File;
use std::io::{self, IsTerminal, Stdout};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FileType, fstat};
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
        let Ok(stat) = fstat(self) else { return SinkKind::Other };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Fifo => SinkKind::Pipe,
            FileType::RegularFile => SinkKind::File,
            FileType::Socket => SinkKind::Socket,
            FileType::CharacterDevice if self.as_fd().is_terminal() => SinkKind::Terminal,
            FileType::CharacterDevice => SinkKind::CharacterDevice,
            _ => SinkKind::Other,
        }
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

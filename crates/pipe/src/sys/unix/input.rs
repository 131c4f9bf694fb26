//! A descriptor that gives bytes.

use std::fs::{File, Metadata};
use std::io::{self, Stdin};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{SeekFrom, seek};
use rustix::io::{Errno, ioctl_fionread};

use super::output::{kind_of, metadata_of};
use super::startup::was_open;
use crate::file_kind::FileKind;

/// How often in a row a pair of descriptors may claim to be ready and then refuse.
const MAX_ATTEMPTS: u32 = 100;

/// An open descriptor. Standard input is used as it is, not duplicated.
#[derive(Debug)]
pub(crate) enum Input {
    Stdin(Stdin),
    File(File),
}

impl AsFd for Input {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Input::Stdin(stdin) => stdin.as_fd(),
            Input::File(file) => file.as_fd(),
        }
    }
}

impl Input {
    pub(crate) fn stdin() -> io::Result<Input> {
        was_open(libc::STDIN_FILENO)?;
        Ok(Input::Stdin(io::stdin()))
    }

    pub(crate) fn from_file(file: File) -> Input {
        Input::File(file)
    }

    pub(crate) fn kind(&self) -> FileKind {
        kind_of(self.as_fd())
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        metadata_of(self.as_fd())
    }

    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        self.ready(None, || rustix::io::read(self, &mut *buffer))
    }

    pub(crate) fn skip(&self, bytes: u64) -> io::Result<u64> {
        let bytes = i64::try_from(bytes).map_err(|_| Errno::INVAL)?;
        Ok(seek(self, SeekFrom::Current(bytes))?)
    }

    /// The same opening once more.
    pub(crate) fn try_clone(&self) -> io::Result<Input> {
        Ok(match self {
            Input::Stdin(_) => Input::Stdin(io::stdin()),
            Input::File(file) => Input::File(file.try_clone()?),
        })
    }

    pub(crate) fn wait(&self, timeout: Duration) -> io::Result<bool> {
        let timeout = Timespec::try_from(timeout).map_err(|_| Errno::INVAL)?;
        match poll(&mut [PollFd::new(self, PollFlags::IN)], Some(&timeout)) {
            Err(Errno::INTR) => Ok(false),
            ready => Ok(ready? > 0),
        }
    }

    pub(crate) fn waiting(&self) -> io::Result<u64> {
        Ok(ioctl_fionread(self)?)
    }

    /// Does `call` until the system does not answer "not now", waiting for this and the `other` descriptor in between.
    pub(in crate::sys) fn ready<T>(
        &self,
        other: Option<BorrowedFd<'_>>,
        mut call: impl FnMut() -> Result<T, Errno>,
    ) -> io::Result<T> {
        let mut refusals = 0;
        loop {
            match call() {
                Err(Errno::AGAIN) if refusals < MAX_ATTEMPTS => {
                    refusals += 1;
                    wait(PollFd::new(self, PollFlags::IN))?;
                    if let Some(other) = &other {
                        wait(PollFd::new(other, PollFlags::OUT))?;
                    }
                }
                result => return Ok(result?),
            }
        }
    }
}

/// Returns when the descriptor is ready, or early. Where `poll` itself is refused, a short sleep serves.
fn wait(fd: PollFd<'_>) -> io::Result<()> {
    match poll(&mut [fd], None) {
        Err(Errno::INTR) => Err(Errno::INTR.into()),
        Err(_) => {
            thread::sleep(Duration::from_millis(1));
            Ok(())
        }
        Ok(_) => Ok(()),
    }
}

//! How much a pipe holds. It belongs to the pipe, not to a descriptor, so other processes that have it open see a change, now
//! and after we are gone.

use std::io;
use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};

use crate::sys::{Input, Output};

/// How long a reader is waited for in all, and how long between two looks.
const TIMEOUT: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 200_000 };

/// A pipe that was made larger, if one was. It gets its size back when this is dropped, if what it holds fits.
#[derive(Debug, Default)]
pub(crate) struct Enlarged {
    pipe: Option<OwnedFd>,
    before: usize,
    after: usize,
}

impl Enlarged {
    /// Gives the pipe its size back once the reader has taken enough, or not at all if that takes it longer than a second.
    pub(crate) fn give_back(self) {
        let Some(pipe) = &self.pipe else { return };
        let start = Instant::now();
        while self.shrink(pipe) == Err(Errno::BUSY) && start.elapsed() < TIMEOUT {
            // No event is asked for, so this wakes early only when the reader has left.
            match poll(&mut [PollFd::new(pipe, PollFlags::empty())], Some(&POLL_INTERVAL)) {
                Ok(0) | Err(Errno::INTR) => {}
                _ => break,
            }
        }
    }

    /// A pipe whose size somebody has changed since then stays as it is.
    fn shrink(&self, pipe: &OwnedFd) -> Result<(), Errno> {
        if fcntl_getpipe_size(pipe)? == self.after {
            fcntl_setpipe_size(pipe, self.before)?;
        }
        Ok(())
    }
}

impl Drop for Enlarged {
    fn drop(&mut self) {
        if let Some(pipe) = &self.pipe {
            let _ = self.shrink(pipe);
        }
    }
}

impl Output {
    /// Has a pipe hold at least `bytes`. `enlarged` is what an earlier call has left there.
    pub(crate) fn enlarge_pipe(&self, bytes: usize, enlarged: &mut Enlarged) -> io::Result<()> {
        let now = fcntl_getpipe_size(self)?;
        if now < bytes {
            let pipe = fcntl_dupfd_cloexec(self, 0)?;
            let after = fcntl_setpipe_size(self, bytes)?;
            let before = if enlarged.after == now { enlarged.before } else { now };
            *enlarged = Enlarged { pipe: Some(pipe), before, after };
        }
        Ok(())
    }
}

impl Input {
    pub(crate) fn enlarge_pipe(&self, bytes: usize) -> io::Result<()> {
        if fcntl_getpipe_size(self)? < bytes {
            fcntl_setpipe_size(self, bytes)?;
        }
        Ok(())
    }

    pub(crate) fn resize_pipe(&self, bytes: usize) -> io::Result<usize> {
        Ok(fcntl_setpipe_size(self, bytes)?)
    }
}

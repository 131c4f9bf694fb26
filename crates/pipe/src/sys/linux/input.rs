//! A descriptor that gives bytes.

use std::fs::{File, Metadata};
use std::io::{self, Stdin};
use std::os::fd::{AsFd, BorrowedFd};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{FileType, OFlags, SeekFrom, copy_file_range, fcntl_getfl, fcntl_setfl, fstat, seek};
use rustix::io::{Errno, ioctl_fionread};
use rustix::pipe::{SpliceFlags, fcntl_getpipe_size, fcntl_setpipe_size, splice, tee};

use super::output::{kind_of, metadata_of};
use super::startup::stdin_was_closed;
use super::{Output, Pipe};
use crate::sink::SinkKind;

/// How often in a row a pair of descriptors may claim to be ready and then refuse.
const PATIENCE: u32 = 100;

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
        if stdin_was_closed() {
            return Err(Errno::BADF.into());
        }
        Ok(Input::Stdin(io::stdin()))
    }

    pub(crate) fn from_file(file: File) -> Input {
        Input::File(file)
    }

    pub(crate) fn kind(&self) -> SinkKind {
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

    pub(crate) fn wait_either(&self, output: &Output, read: bool, write: bool) -> io::Result<(bool, bool)> {
        // Who is not asked about is left out: that it is broken is told when it is its turn.
        let (input, output) = (PollFd::new(self, PollFlags::IN), PollFd::new(output, PollFlags::OUT));
        match (read, write) {
            (true, true) => {
                let mut both = [input, output];
                poll(&mut both, None)?;
                let [input, output] = both.map(|polled| !polled.revents().is_empty());
                Ok((input, output))
            }
            _ => {
                poll(&mut [if read { input } else { output }], None)?;
                Ok((read, write))
            }
        }
    }

    pub(crate) fn enlarge_pipe(&self, bytes: usize) -> io::Result<()> {
        if fcntl_getpipe_size(self)? < bytes {
            fcntl_setpipe_size(self, bytes)?;
        }
        Ok(())
    }

    pub(crate) fn resize_pipe(&self, bytes: usize) -> io::Result<usize> {
        Ok(fcntl_setpipe_size(self, bytes)?)
    }

    pub(crate) fn wait(&self, patience: Duration) -> io::Result<bool> {
        let patience = Timespec::try_from(patience).map_err(|_| Errno::INVAL)?;
        match poll(&mut [PollFd::new(self, PollFlags::IN)], Some(&patience)) {
            Err(Errno::INTR) => Ok(false),
            ready => Ok(ready? > 0),
        }
    }

    pub(crate) fn waiting(&self) -> io::Result<u64> {
        Ok(ioctl_fionread(self)?)
    }

    pub(crate) fn set_direct(&self, direct: bool) -> io::Result<bool> {
        set_direct(self.as_fd(), direct)
    }

    pub(crate) fn splice(&self, output: &Output, most: usize) -> io::Result<usize> {
        self.ready(Some(output.as_fd()), || splice(self, None, output, None, most, SpliceFlags::MOVE))
    }

    pub(crate) fn copy(&self, output: &Output, most: usize) -> io::Result<usize> {
        Ok(copy_file_range(self, None, output, None, most)?)
    }

    pub(crate) fn tee(&self, pipe: &Pipe, most: usize) -> io::Result<usize> {
        self.ready(None, || tee(self, pipe.writer(), most, SpliceFlags::empty()))
    }

    pub(crate) fn splice_to_pipe(&self, pipe: &Pipe, most: usize) -> io::Result<usize> {
        self.ready(None, || splice(self, None, pipe.writer(), None, most, SpliceFlags::MOVE))
    }

    /// Does `call` until it is not told to come later, waiting for this and the `other` descriptor in between.
    fn ready<T>(
        &self,
        other: Option<BorrowedFd<'_>>,
        mut call: impl FnMut() -> Result<T, Errno>,
    ) -> io::Result<T> {
        let mut refusals = 0;
        loop {
            match call() {
                Err(Errno::AGAIN) if refusals < PATIENCE => {
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

/// Sets or clears the flag, and says whether it was set. On a pipe the same flag means packets, of which a reader with
/// a smaller buffer loses the rest: only files and block devices may have it.
pub(super) fn set_direct(fd: BorrowedFd<'_>, direct: bool) -> io::Result<bool> {
    if !matches!(FileType::from_raw_mode(fstat(fd)?.st_mode), FileType::RegularFile | FileType::BlockDevice) {
        return Err(Errno::INVAL.into());
    }
    let mut flags = fcntl_getfl(fd)?;
    let before = flags.contains(OFlags::DIRECT);
    flags.set(OFlags::DIRECT, direct);
    fcntl_setfl(fd, flags)?;
    Ok(before)
}

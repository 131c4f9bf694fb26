//! Bytes that move within the kernel, from an input or into an output, and the size of pipes.

use std::io;
use std::os::fd::AsFd;

use rustix::fs::{copy_file_range, fdatasync};
use rustix::pipe::{SpliceFlags, fcntl_getpipe_size, fcntl_setpipe_size, splice, tee};

use super::zero_copy::Pipe;
use crate::sys::{Input, Output};

/// How many bytes one `write` to a pipe is given.
pub(crate) const PIPE_STEP: usize = 8 << 10;

impl Output {
    /// Forces what was written to the device.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(fdatasync(self)?)
    }

    pub(crate) fn enlarge_pipe(&self, bytes: usize) -> io::Result<()> {
        enlarge(self, bytes)
    }
}

impl Input {
    pub(crate) fn enlarge_pipe(&self, bytes: usize) -> io::Result<()> {
        enlarge(self, bytes)
    }

    pub(crate) fn resize_pipe(&self, bytes: usize) -> io::Result<usize> {
        Ok(fcntl_setpipe_size(self, bytes)?)
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
}

/// Has a pipe hold at least `bytes`.
fn enlarge(pipe: impl AsFd, bytes: usize) -> io::Result<()> {
    if fcntl_getpipe_size(&pipe)? < bytes {
        fcntl_setpipe_size(&pipe, bytes)?;
    }
    Ok(())
}

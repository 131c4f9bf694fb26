//! Bytes that move within the kernel, from an input or into an output.

use std::io;
use std::os::fd::AsFd;

use rustix::fs::{copy_file_range, fdatasync};
use rustix::pipe::{SpliceFlags, splice, tee};

use super::zero_copy::Pipe;
use crate::sys::{Input, Output};

/// How many bytes one `write` to a pipe is given.
pub(crate) const PIPE_STEP: usize = 8 << 10;

impl Output {
    /// Forces what was written to the device.
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(fdatasync(self)?)
    }
}

impl Input {
    pub(crate) fn splice(&self, output: &Output, max: usize) -> io::Result<usize> {
        self.ready(Some(output.as_fd()), || splice(self, None, output, None, max, SpliceFlags::MOVE))
    }

    pub(crate) fn copy(&self, output: &Output, max: usize) -> io::Result<usize> {
        Ok(copy_file_range(self, None, output, None, max)?)
    }

    pub(crate) fn tee(&self, pipe: &Pipe, max: usize) -> io::Result<usize> {
        self.ready(None, || tee(self, pipe.writer(), max, SpliceFlags::empty()))
    }

    pub(crate) fn splice_to_pipe(&self, pipe: &Pipe, max: usize) -> io::Result<usize> {
        self.ready(None, || splice(self, None, pipe.writer(), None, max, SpliceFlags::MOVE))
    }
}

//! Bytes that move by reference, or past the cache: everything here is refused, and plain reads and writes serve.

use std::io::{self, ErrorKind};
use std::marker::PhantomData;

use crate::sys::{Input, Output};

/// How many bytes one `write` to a pipe is given.
pub(crate) const PIPE_STEP: usize = 64 << 10;
/// The largest block of a [`Socket`].
pub(crate) const FRAGMENT: usize = 32 << 10;

fn refused<T>() -> io::Result<T> {
    Err(ErrorKind::Unsupported.into())
}

/// There is none.
#[derive(Debug)]
pub(crate) enum Pipe {}

impl Pipe {
    pub(crate) fn new() -> io::Result<Pipe> {
        refused()
    }

    pub(crate) fn enlarge(&self, _bytes: usize) -> io::Result<()> {
        refused()
    }

    pub(crate) fn write(&self, _bytes: &[u8]) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn read(&self, _buffer: &mut [u8]) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn tee(&self, _to: &Pipe, _length: usize) -> io::Result<usize> {
        refused()
    }
}

/// There is none.
#[derive(Debug)]
pub(crate) enum Socket {}

impl Socket {
    pub(crate) fn new() -> io::Result<Socket> {
        refused()
    }

    pub(crate) fn put(&self, _bytes: &[u8], _pipe: &Pipe) -> io::Result<()> {
        refused()
    }
}

/// Files that bypass the system's cache: there are none.
#[derive(Debug)]
pub(crate) enum Direct {}

/// A cheaper strategy into a pipe than `write`: there is none.
#[derive(Debug)]
pub(crate) enum Relay {}

impl Relay {
    pub(crate) fn new() -> io::Result<Relay> {
        refused()
    }

    pub(crate) fn load(&self, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    pub(crate) fn unload(&self, _output: &Output, _len: usize) -> io::Result<usize> {
        match *self {}
    }
}

/// A pipe that was made larger: there is none.
#[derive(Debug, Default)]
pub(crate) struct Enlarged {}

impl Enlarged {
    pub(crate) fn give_back(self) {}
}

impl Output {
    pub(crate) fn enlarge_pipe(&self, _bytes: usize, _enlarged: &mut Enlarged) -> io::Result<()> {
        refused()
    }

    pub(crate) fn go_direct(&self) -> io::Result<Option<Direct>> {
        refused()
    }

    pub(crate) fn splice_from_once(&self, _pipe: &Pipe, _length: usize) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn splice_from(&self, _pipe: &Pipe, _length: usize) -> io::Result<usize> {
        refused()
    }
}

impl Input {
    pub(crate) fn enlarge_pipe(&self, _bytes: usize) -> io::Result<()> {
        refused()
    }

    pub(crate) fn resize_pipe(&self, _bytes: usize) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn go_direct(&self) -> io::Result<Option<Direct>> {
        refused()
    }

    pub(crate) fn splice(&self, _output: &Output, _most: usize) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn copy(&self, _output: &Output, _most: usize) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn tee(&self, _pipe: &Pipe, _most: usize) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn splice_to_pipe(&self, _pipe: &Pipe, _most: usize) -> io::Result<usize> {
        refused()
    }
}

/// There is none, as `new` never gives one.
#[derive(Debug)]
pub(crate) struct VmSplicer<'o>(PhantomData<&'o Output>);

impl<'o> VmSplicer<'o> {
    pub(crate) fn new(_output: &'o Output) -> io::Result<VmSplicer<'o>> {
        refused()
    }

    pub(crate) fn splice(&self, _bytes: &'static [u8]) -> io::Result<usize> {
        refused()
    }
}

//! The standard library passes bytes, not references: everything here is refused, and plain writes serve.

use std::io::{self, ErrorKind};
use std::marker::PhantomData;

use super::Output;

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

impl Output {
    pub(crate) fn splice_from_once(&self, _pipe: &Pipe, _length: usize) -> io::Result<usize> {
        refused()
    }

    pub(crate) fn splice_from(&self, _pipe: &Pipe, _length: usize) -> io::Result<usize> {
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

//! The calling thread, of which next to nothing is known.

use std::hint::black_box;
use std::io;
use std::time::Duration;

/// There is none.
#[derive(Debug)]
pub(crate) enum Affinity {}

impl Affinity {
    pub(crate) fn now() -> io::Result<Affinity> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn last(&self) -> Option<usize> {
        match *self {}
    }

    pub(crate) fn only(&self, _core: usize) -> io::Result<()> {
        match *self {}
    }

    pub(crate) fn restore(&self) -> io::Result<()> {
        match *self {}
    }
}

pub(crate) fn processor_time() -> Option<Duration> {
    None
}

/// The cheapest call that the standard library makes on every platform.
pub(crate) fn empty_call() {
    black_box(std::process::id());
}

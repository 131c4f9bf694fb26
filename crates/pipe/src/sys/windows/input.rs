//! A file that gives bytes, by the standard library: `read`, and nothing cleverer.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::time::Duration;

use super::handles;
use super::output::{kind_of, pause};
use crate::file_kind::FileKind;

/// An open file.
#[derive(Debug)]
pub(crate) struct Input(File);

impl Input {
    pub(crate) fn stdin() -> io::Result<Input> {
        handles::duplicate_input(&io::stdin()).map(Input)
    }

    pub(crate) fn from_file(file: File) -> Input {
        Input(file)
    }

    pub(crate) fn kind(&self) -> FileKind {
        kind_of(&self.0)
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.0.metadata()
    }

    pub(crate) fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match (&self.0).read(buffer) {
                // The standard library cannot wait for a descriptor, so this sleeps.
                Err(e) if e.kind() == ErrorKind::WouldBlock => pause(),
                result => return result,
            }
        }
    }

    pub(crate) fn skip(&self, bytes: u64) -> io::Result<u64> {
        let bytes = i64::try_from(bytes).map_err(|_| io::Error::from(ErrorKind::InvalidInput))?;
        (&self.0).seek(SeekFrom::Current(bytes))
    }

    /// The same opening once more.
    pub(crate) fn try_clone(&self) -> io::Result<Input> {
        self.0.try_clone().map(Input)
    }

    pub(crate) fn wait(&self, _timeout: Duration) -> io::Result<bool> {
        refused()
    }

    pub(crate) fn waiting(&self) -> io::Result<u64> {
        refused()
    }
}

fn refused<T>() -> io::Result<T> {
    Err(ErrorKind::Unsupported.into())
}

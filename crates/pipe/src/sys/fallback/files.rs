//! Files without a name, and what is known of file systems: nothing.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use crate::sys::Output;

/// Files without a name: there are none that could be given one.
pub(crate) fn unnamed_file(_folder: &Path) -> io::Result<File> {
    Err(ErrorKind::Unsupported.into())
}

pub(crate) fn link(_output: &Output, _path: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

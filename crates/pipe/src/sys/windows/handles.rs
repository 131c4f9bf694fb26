//! Handles of the system, by the standard library.

use std::fs::{File, FileType};
use std::io::{self, Stdin, Stdout};
use std::os::windows::io::AsHandle;

use crate::file_kind::FileKind;

pub(super) fn duplicate(stdout: &Stdout) -> io::Result<File> {
    stdout.as_handle().try_clone_to_owned().map(File::from)
}

pub(super) fn duplicate_input(stdin: &Stdin) -> io::Result<File> {
    stdin.as_handle().try_clone_to_owned().map(File::from)
}

pub(super) fn kind(of: FileType) -> FileKind {
    if of.is_file() { FileKind::File } else { FileKind::Other }
}

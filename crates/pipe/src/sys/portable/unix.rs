//! What Unix systems have in common, by the standard library alone.

use std::fs::{File, FileType, Metadata, Permissions};
use std::io::{self, Stdin, Stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};

use crate::sink::SinkKind;

/// The permissions that a new file asks for; the system takes the umask off.
pub(crate) fn new_file_permissions() -> Option<Permissions> {
    Some(Permissions::from_mode(0o666))
}

/// Gives `file` the permissions of the file that it will replace.
pub(crate) fn inherit(file: &File, from: &Metadata) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(from.permissions().mode() & 0o777))
}

pub(super) fn duplicate(stdout: &Stdout) -> io::Result<File> {
    stdout.as_fd().try_clone_to_owned().map(File::from)
}

pub(super) fn duplicate_input(stdin: &Stdin) -> io::Result<File> {
    stdin.as_fd().try_clone_to_owned().map(File::from)
}

pub(super) fn kind(of: FileType) -> SinkKind {
    match of {
        t if t.is_fifo() => SinkKind::Pipe,
        t if t.is_file() => SinkKind::File,
        t if t.is_socket() => SinkKind::Socket,
        t if t.is_char_device() => SinkKind::CharacterDevice,
        _ => SinkKind::Other,
    }
}

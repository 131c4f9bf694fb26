//! What Unix systems have in common, by the standard library alone.

use std::fs::{File, FileType, Metadata, Permissions};
use std::io::{self, Stdin, Stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::Path;

use crate::kind::SinkKind;

/// The permissions that a new file asks for; the system takes the umask off.
pub(crate) fn new_file_permissions() -> Option<Permissions> {
    Some(Permissions::from_mode(0o666))
}

/// Gives `file` the permissions of the file that it will replace.
pub(crate) fn inherit(file: &File, from: &Metadata) -> io::Result<()> {
    file.set_permissions(Permissions::from_mode(from.permissions().mode() & 0o777))
}

/// What tells a file from all others.
pub(crate) fn identity(file: &Metadata) -> Option<(u64, u64)> {
    Some((file.dev(), file.ino()))
}

/// Forces the names in a folder to the disk.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

pub(super) fn duplicate(stdout: &Stdout) -> io::Result<File> {
    stdout.as_fd().try_clone_to_owned().map(File::from)
}

/// The user that new files belong to; the standard library does not ask more directly.
pub(crate) fn own_id() -> u32 {
    let probe = tempfile::tempfile().and_then(|file| file.metadata());
    probe.map_or(u32::MAX, |metadata| metadata.uid())
}

pub(crate) fn owns(file: &Metadata) -> bool {
    file.uid() == own_id()
}

/// The folder that the socket is in lets nobody else in; the standard library does not say who is there.
pub(crate) fn is_own(_socket: &UnixStream) -> bool {
    true
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

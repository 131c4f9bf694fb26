//! Windows, by the standard library alone.

use std::fs::{File, FileType, Metadata, Permissions};
use std::io::{self, Stdin, Stdout};
use std::os::windows::io::AsHandle;
use std::path::Path;

use crate::kind::SinkKind;

/// New files get what their folder says.
pub(crate) fn new_file_permissions() -> Option<Permissions> {
    None
}

/// Gives `file` the permissions of the file that it will replace.
pub(crate) fn inherit(file: &File, from: &Metadata) -> io::Result<()> {
    file.set_permissions(from.permissions())
}

/// The standard library does not tell files apart here.
pub(crate) fn identity(_file: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Folders cannot be forced to the disk here; the system does that by itself.
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

pub(super) fn duplicate(stdout: &Stdout) -> io::Result<File> {
    stdout.as_handle().try_clone_to_owned().map(File::from)
}

/// Users have no numbers here.
pub(crate) fn own_id() -> u32 {
    0
}

/// A folder of the user's own is all there is.
pub(crate) fn owns(_file: &Metadata) -> bool {
    true
}

pub(super) fn duplicate_input(stdin: &Stdin) -> io::Result<File> {
    stdin.as_handle().try_clone_to_owned().map(File::from)
}

pub(super) fn kind(of: FileType) -> SinkKind {
    if of.is_file() { SinkKind::File } else { SinkKind::Other }
}

//! Whether two names are one file, and how large a device is.

use std::fs::{self, File, Metadata};
use std::io::{Seek, SeekFrom};
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::Path;

use gush_pipe::Sink;

/// Whether both paths are of one file, there or not.
pub fn are_one(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(one), Ok(other)) => one.is_file() && are_same(&one, &other),
        _ => one == other,
    }
}

/// Whether `path` is the file that `sink` writes to.
pub fn is_of(path: &Path, sink: &Sink) -> bool {
    let (Ok(one), Ok(other)) = (fs::metadata(path), sink.metadata()) else { return false };
    one.is_file() && other.is_file() && are_same(&one, &other)
}

/// Whether both are of one file.
pub fn are_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// How many bytes a block device has; `None` for other files.
pub fn device_size(path: &Path) -> Option<u64> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.file_type().is_block_device() {
        return None;
    }
    File::open(path).ok()?.seek(SeekFrom::End(0)).ok()
}

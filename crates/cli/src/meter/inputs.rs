//! The inputs of a meter: files by name, `-` for standard input, each opened when its turn comes.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use gush_pipe::{Sink, Source};

/// One input.
pub struct Input {
    name: PathBuf,
    metadata: Option<Metadata>,
    opened: Option<File>,
}

impl Input {
    /// The input of that name, looked at but not opened.
    ///
    /// # Errors
    /// When there is none.
    pub fn look(name: &OsStr) -> io::Result<Input> {
        let metadata = if name == "-" { Source::stdin()?.metadata()? } else { fs::metadata(name)? };
        Ok(Input { name: name.into(), metadata: Some(metadata), opened: None })
    }

    /// A file that is open already.
    pub fn opened(file: File) -> Input {
        Input { name: "-".into(), metadata: file.metadata().ok(), opened: Some(file) }
    }

    /// Opens it.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn open(&self) -> io::Result<Source> {
        match &self.opened {
            Some(file) => Ok(Source::from_file(file.try_clone()?)),
            None if self.name.as_os_str() == "-" => Source::stdin(),
            None => Ok(Source::from_file(File::open(&self.name)?)),
        }
    }

    /// What messages call it.
    pub fn name(&self) -> std::path::Display<'_> {
        self.name.display()
    }

    /// How many bytes it has, where that can be known.
    pub fn size(&self) -> Option<u64> {
        let metadata = self.metadata.as_ref()?;
        if metadata.is_file() {
            return Some(metadata.len());
        }
        device_size(&self.name)
    }

    /// Whether writing to `sink` would write to it.
    pub fn is_output(&self, sink: &Sink) -> bool {
        let (Some(own), Ok(other)) = (&self.metadata, sink.metadata()) else { return false };
        own.is_file() && other.is_file() && same(own, &other)
    }

    /// Whether it is the file of that path.
    pub fn is_file(&self, path: &Path) -> bool {
        let by_name =
            || matches!((fs::canonicalize(&self.name), fs::canonicalize(path)), (Ok(a), Ok(b)) if a == b);
        let (Some(own), Ok(other)) = (&self.metadata, fs::metadata(path)) else { return false };
        own.is_file() && other.is_file() && (same(own, &other) || by_name())
    }
}

/// Whether `path` is the file that `sink` writes to.
pub fn are_same(path: &Path, sink: &Sink) -> bool {
    let (Ok(one), Ok(other)) = (fs::metadata(path), sink.metadata()) else { return false };
    one.is_file() && other.is_file() && same(&one, &other)
}

#[cfg(unix)]
fn same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same(_one: &Metadata, _other: &Metadata) -> bool {
    false
}

/// How many bytes a block device has; `None` for what is none.
#[cfg(unix)]
pub fn device_size(path: &Path) -> Option<u64> {
    use std::os::unix::fs::FileTypeExt as _;
    let metadata = fs::metadata(path).ok()?;
    if !metadata.file_type().is_block_device() {
        return None;
    }
    File::open(path).ok()?.seek(SeekFrom::End(0)).ok()
}

#[cfg(not(unix))]
pub fn device_size(_path: &Path) -> Option<u64> {
    None
}

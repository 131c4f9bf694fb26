//! Output files appear whole or not at all: they are written beside their target under another name, and renamed
//! when they are complete.
//!
//! What is being written goes with the process that drops it; only one that is killed outright (SIGKILL) leaves a file
//! `.gush-….part` behind.
//!
//! A target that is replaced keeps its permissions; another hard link to it keeps the old content. The data is handed
//! to the system, not forced to the disk.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf, is_separator};

use tempfile::{Builder, NamedTempFile};

use crate::reason;
use crate::sink::Sink;
use crate::sys;

/// More links in a row than any system follows.
const MAX_LINKS: usize = 40;

/// A file being written. Dropped without [`commit`](OutputFile::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct OutputFile {
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// To a new file that will take the target's name.
    Beside { file: NamedTempFile, target: PathBuf },
    /// To a device, a FIFO or an open descriptor: nothing to rename.
    Direct(File),
}

/// Where a path leads in the end.
enum Target {
    New(PathBuf),
    Regular(PathBuf, Metadata),
    Special,
}

impl OutputFile {
    /// Prepares to write the file `path`. Where that is a symbolic link, the file that it points to will be replaced,
    /// or created, and the link stays. Devices and FIFOs are opened and written to directly.
    ///
    /// # Errors
    /// When `path` is a folder, its folder is missing, or one of them may not be written to; the text names which.
    pub fn create(path: &Path) -> io::Result<OutputFile> {
        let way = match find(path).map_err(|e| named(path, &e))? {
            Target::New(target) => beside(target, None)?,
            Target::Regular(target, metadata) => {
                // Renaming would get around a file's own write protection: ask the system whether we may.
                OpenOptions::new().write(true).open(&target).map_err(|e| named(&target, &e))?;
                beside(target, Some(&metadata))?
            }
            // Appending, as a descriptor that leads to a file (/dev/stdout) may have been written to before.
            Target::Special => {
                Way::Direct(OpenOptions::new().append(true).open(path).map_err(|e| named(path, &e))?)
            }
        };
        Ok(OutputFile { way })
    }

    /// A sink that writes to the file. Take it once: two sinks would write in turns to the same place.
    ///
    /// # Errors
    /// When the system has no descriptor left.
    pub fn sink(&self) -> io::Result<Sink> {
        match &self.way {
            Way::Beside { file, .. } => Sink::from_file(file.as_file().try_clone()?),
            Way::Direct(file) => Sink::from_file(file.try_clone()?),
        }
    }

    /// The file to remove when the process has to end without dropping this, as by a signal; `None` when there is none.
    pub fn temporary_path(&self) -> Option<&Path> {
        match &self.way {
            Way::Beside { file, .. } => Some(file.path()),
            Way::Direct(_) => None,
        }
    }

    /// Gives the file its name. From here on it is there, whole.
    ///
    /// # Errors
    /// When the system refuses to rename; the target is then as it was before.
    pub fn commit(self) -> io::Result<()> {
        match self.way {
            Way::Beside { file, target } => {
                file.persist(&target).map(drop).map_err(|e| named(&target, &e.error))
            }
            Way::Direct(_) => Ok(()),
        }
    }
}

/// Whether `path` leads to a device, a FIFO or an open descriptor, which is written to as it is.
pub fn is_direct(path: &Path) -> bool {
    matches!(find(path), Ok(Target::Special))
}

/// Follows `path` to what would be written.
fn find(path: &Path) -> io::Result<Target> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if !fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) {
            return look_at(path);
        }
        if is_descriptor(&path) {
            return Ok(Target::Special);
        }
        let link = fs::read_link(&path)?;
        path = folder(&path).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

fn look_at(path: PathBuf) -> io::Result<Target> {
    match fs::metadata(&path) {
        Ok(m) if m.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(m) if m.is_file() => Ok(Target::Regular(path, m)),
        Ok(_) => Ok(Target::Special),
        Err(e) if e.kind() == ErrorKind::NotFound && !names_a_folder(&path) => Ok(Target::New(path)),
        Err(e) if e.kind() == ErrorKind::NotFound => Err(ErrorKind::IsADirectory.into()),
        Err(e) => Err(e),
    }
}

/// Whether a link is one of Linux's names for an open descriptor (`/dev/stdout` leads to one), which is not a path.
fn is_descriptor(link: &Path) -> bool {
    fs::canonicalize(folder(link)).is_ok_and(|folder| folder.starts_with("/proc"))
}

fn names_a_folder(path: &Path) -> bool {
    path.file_name().is_none() || path.to_string_lossy().ends_with(is_separator)
}

/// The folder that a path is in, to be used as a path itself.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        Some(_) => Path::new("."),
        None => path,
    }
}

fn beside(target: PathBuf, existing: Option<&Metadata>) -> io::Result<Way> {
    let folder = folder(&target);
    let mut builder = Builder::new();
    builder.prefix(".gush-").suffix(".part");
    if let Some(permissions) = sys::new_file_permissions() {
        builder.permissions(permissions);
    }
    let file = builder.tempfile_in(folder).map_err(|e| explain(&target, folder, &e))?;
    if let Some(metadata) = existing {
        sys::inherit(file.as_file(), metadata).map_err(|e| named(&target, &e))?;
    }
    Ok(Way::Beside { file, target })
}

/// Says which folder is at fault when no file could be created beside the target.
fn explain(target: &Path, folder: &Path, error: &io::Error) -> io::Error {
    let target = target.display();
    let fault = match error.kind() {
        ErrorKind::NotFound if !folder.is_dir() => {
            format!("the folder '{}' does not exist", folder.display())
        }
        ErrorKind::NotADirectory => format!("'{}' is not a folder", folder.display()),
        ErrorKind::PermissionDenied => format!("the folder '{}' may not be written to", folder.display()),
        ErrorKind::ReadOnlyFilesystem => format!("the folder '{}' is read-only", folder.display()),
        _ => reason(error),
    };
    io::Error::new(error.kind(), format!("cannot create '{target}': {fault}"))
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    let fault = match error.kind() {
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        _ => reason(error),
    };
    io::Error::new(error.kind(), format!("cannot write to '{}': {fault}", path.display()))
}

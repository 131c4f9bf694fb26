//! A file that is made beside its place, and gets its name once it is complete.
//!
//! Its name begins and ends as those of `gush_pipe`'s parts, and the process holds a shared lock on it: whoever writes to that folder
//! later removes it if this process was killed.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is not complete yet. It is removed when this is dropped.
pub(super) struct PartFile {
    path: Option<PathBuf>,
    /// Has the lock.
    _held: File,
}

impl PartFile {
    /// A new file in the folder of the target.
    pub fn create(target: &Path) -> io::Result<PartFile> {
        let folder = folder(target);
        let process = std::process::id();
        let mut number = 0;
        loop {
            let path = folder.join(format!(".gush-{process}-{number}.sqlite.part"));
            match File::create_new(&path) {
                Ok(file) if is_held(&file) => return Ok(PartFile { path: Some(path), _held: file }),
                // Another process takes it for a leftover.
                Ok(_) => number += 1,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(explained(error, folder)),
            }
        }
    }

    pub fn path(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(""))
    }

    /// Gives it its name.
    ///
    /// # Errors
    /// Something else has that name by now; it stays as it is.
    pub fn rename(mut self, target: &Path) -> io::Result<()> {
        let appeared =
            || io::Error::new(io::ErrorKind::AlreadyExists, "a file of this name has appeared meanwhile");
        // A link never replaces a file, as a new name does. The old name goes when this is dropped.
        match fs::hard_link(self.path(), target) {
            Ok(()) => return sync_folder(folder(target)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(appeared()),
            // There are file systems without links.
            Err(_) => {}
        }
        if fs::symlink_metadata(target).is_ok() {
            return Err(appeared());
        }
        fs::rename(self.path(), target)?;
        self.path = None;
        sync_folder(folder(target))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Nothing more can be done about it.
            let _ = fs::remove_file(path);
        }
    }
}

/// The folder of a file.
fn folder(target: &Path) -> &Path {
    target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Locks a file that is being written; false where another process has it. Where there are no locks, no part is taken for a leftover.
fn is_held(file: &File) -> bool {
    // Elsewhere the lock may keep SQLite from writing.
    !cfg!(target_os = "linux") || !matches!(file.try_lock_shared(), Err(fs::TryLockError::WouldBlock))
}

/// Forces the names in a folder to the disk, so that the file is there after a power failure.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Why no file could be made in a folder.
fn explained(error: io::Error, folder: &Path) -> io::Error {
    let folder = match error.kind() {
        io::ErrorKind::NotFound => format!("the folder '{}' does not exist", folder.display()),
        io::ErrorKind::NotADirectory => format!("'{}' is not a folder", folder.display()),
        io::ErrorKind::PermissionDenied => format!("the folder '{}' may not be written to", folder.display()),
        _ => return error,
    };
    io::Error::new(error.kind(), folder)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::PartFile;

    #[test]
    fn a_file_that_has_appeared_stays() {
        let folder = TempDir::new().unwrap();
        let target = folder.path().join("db");
        let part = PartFile::create(&target).unwrap();
        fs::write(part.path(), "ours").unwrap();
        fs::write(&target, "theirs").unwrap();
        let error = part.rename(&target).unwrap_err();
        assert_eq!(error.to_string(), "a file of this name has appeared meanwhile");
        assert_eq!(fs::read_to_string(&target).unwrap(), "theirs");
        fs::remove_file(&target).unwrap();
        let part = PartFile::create(&target).unwrap();
        fs::write(part.path(), "ours").unwrap();
        part.rename(&target).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "ours");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

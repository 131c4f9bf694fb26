//! What a connection takes from around the program: variables, files, the user.

use std::io;
use std::path::{Path, PathBuf};

/// What a connection takes from around the program.
pub trait Environment {
    /// A variable, if it is set and a text.
    fn variable(&self, name: &str) -> Option<String>;

    /// The user's own folder.
    fn home(&self) -> Option<PathBuf>;

    /// The user's name.
    fn user(&self) -> Option<String>;

    /// The text of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read(&self, path: &Path) -> io::Result<String>;

    /// The same, with other signs in place of bytes that are not UTF-8.
    ///
    /// # Errors
    /// If it cannot be read.
    fn read_lossy(&self, path: &Path) -> io::Result<String> {
        self.read(path)
    }

    /// The files of a folder with this extension, in the order of their names.
    fn files(&self, folder: &Path, extension: &str) -> Vec<PathBuf>;

    /// Whether others than its owner may read or write a file; false where the system does not say.
    fn is_open_to_others(&self, path: &Path) -> bool;
}

/// The environment of this process.
#[derive(Debug, Clone, Copy, Default)]
pub struct System;

impl Environment for System {
    fn variable(&self, name: &str) -> Option<String> {
        std::env::var(name).ok()
    }

    fn home(&self) -> Option<PathBuf> {
        std::env::home_dir()
    }

    fn user(&self) -> Option<String> {
        let variable = |name| self.variable(name).filter(|user| !user.is_empty());
        account()
            .or_else(|| variable("USER"))
            .or_else(|| variable("LOGNAME"))
            .or_else(|| variable("USERNAME"))
    }

    fn read(&self, path: &Path) -> io::Result<String> {
        std::fs::read_to_string(path)
    }

    fn read_lossy(&self, path: &Path) -> io::Result<String> {
        Ok(String::from_utf8_lossy(&std::fs::read(path)?).into_owned())
    }

    fn files(&self, folder: &Path, extension: &str) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let has_extension = |path: &PathBuf| path.extension().is_some_and(|found| found == extension);
        let mut found: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(has_extension).collect();
        found.sort();
        found
    }

    #[cfg(unix)]
    fn is_open_to_others(&self, path: &Path) -> bool {
        use std::os::unix::fs::MetadataExt;
        std::fs::metadata(path).is_ok_and(|known| known.is_file() && known.mode() & 0o077 != 0)
    }

    #[cfg(not(unix))]
    fn is_open_to_others(&self, _path: &Path) -> bool {
        false
    }
}

/// The name of the account that the process runs as, where the system has a file of them.
#[cfg(unix)]
fn account() -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let id = std::fs::metadata("/proc/self").ok()?.uid().to_string();
    let accounts = std::fs::read_to_string("/etc/passwd").ok()?;
    let mut fields = accounts.lines().map(|line| line.split(':'));
    fields.find_map(|mut fields| {
        let name = fields.next()?;
        (fields.nth(1)? == id).then(|| name.to_owned())
    })
}

#[cfg(not(unix))]
fn account() -> Option<String> {
    None
}

//! A folder of the test's own, gone when the test is.

use std::fs;
use std::path::{Path, PathBuf};

/// A temporary folder, removed with all that is in it when dropped.
#[derive(Debug)]
pub struct Scratch(tempfile::TempDir);

impl Scratch {
    /// Makes an empty one.
    ///
    /// # Panics
    /// When the system's temporary folder cannot be written.
    #[must_use]
    #[expect(clippy::new_without_default, reason = "making a folder is no default value")]
    pub fn new() -> Self {
        Self(tempfile::Builder::new().prefix("gush-test-").tempdir().expect("a temporary folder can be made"))
    }

    /// Makes an empty one in `folder`.
    ///
    /// # Panics
    /// When that cannot be written.
    #[must_use]
    pub(crate) fn within(folder: &Path) -> Self {
        let made = tempfile::Builder::new().prefix("gush-test-").tempdir_in(folder);
        Self(made.expect("a folder can be made"))
    }

    /// The folder itself.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    /// The path of `name` in it, whether there is such a file or not.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file and returns its path.
    ///
    /// # Panics
    /// When that fails.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).expect("a scratch file can be written");
        path
    }

    /// The content of a file.
    ///
    /// # Panics
    /// When there is no such file.
    #[must_use]
    #[track_caller]
    pub fn read(&self, name: &str) -> Vec<u8> {
        let path = self.path(name);
        fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    }

    /// The names of all that is in the folder, sorted, hidden ones too.
    ///
    /// # Panics
    /// When the folder cannot be read.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder()).expect("the scratch folder can be read");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry can be read").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

#[cfg(test)]
mod tests {
    use super::Scratch;

    #[test]
    fn a_scratch_folder_goes_with_its_value() {
        let scratch = Scratch::new();
        scratch.write("b", "2");
        scratch.write(".a", "1");
        assert_eq!(scratch.names(), [".a", "b"]);
        assert_eq!(scratch.read("b"), b"2");
        let folder = scratch.folder().to_owned();
        drop(scratch);
        assert!(!folder.exists());
    }
}

//! A file that is made beside its place, and gets its name once it is complete.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// A file that is not complete yet. It is removed when this is dropped.
pub(super) struct PartFile(Option<PathBuf>);

impl PartFile {
    /// A new file in the folder of the target.
    pub fn create(target: &Path) -> io::Result<PartFile> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let process = std::process::id();
        let mut number = 0;
        loop {
            let path = folder.join(format!(".gush-{process}-{number}.sqlite"));
            match File::create_new(&path) {
                Ok(_) => return Ok(PartFile(Some(path))),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    pub fn path(&self) -> &Path {
        self.0.as_deref().unwrap_or(Path::new(""))
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
            Ok(()) => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(appeared()),
            // There are file systems without links.
            Err(_) => {}
        }
        if fs::symlink_metadata(target).is_ok() {
            return Err(appeared());
        }
        fs::rename(self.path(), target)?;
        self.0 = None;
        Ok(())
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // Nothing more can be done about it.
            let _ = fs::remove_file(path);
        }
    }
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

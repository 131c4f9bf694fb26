//! What a run has created, which goes again unless the run ends well.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gush_pipe::output::OutputDirectory;
use gush_pipe::{Durability, OutputFile};

/// The files and directories of a run. Dropped, it removes them.
#[derive(Debug, Default)]
pub(super) struct Undo(Mutex<Created>);

#[derive(Debug, Default)]
struct Created {
    files: Vec<PathBuf>,
    directories: Vec<OutputDirectory>,
}

impl Undo {
    /// Creates a directory, and those that it is in, where they are missing.
    pub fn create_directory(&self, path: &Path, durability: Durability) -> io::Result<()> {
        let directory = OutputDirectory::create(path, durability)?;
        self.created().directories.push(directory);
        Ok(())
    }

    /// Gives a file, which will be `path`, its name, unless another file has it by now.
    pub fn commit_new(&self, file: OutputFile, path: &Path, durability: Durability) -> io::Result<()> {
        file.commit_new(durability)?;
        self.created().files.push(path.to_owned());
        Ok(())
    }

    /// Gives a file, which will be `path`, its name.
    pub fn commit(&self, file: OutputFile, path: &Path, durability: Durability) -> io::Result<()> {
        // One that replaces another file is not removed unless it has replaced it.
        let is_new = !path.exists();
        if is_new {
            self.created().files.push(path.to_owned());
        }
        file.commit(durability)?;
        if !is_new {
            self.created().files.push(path.to_owned());
        }
        Ok(())
    }

    /// Keeps all of it.
    pub fn keep(&self) {
        self.created().files.clear();
    }

    fn created(&self) -> MutexGuard<'_, Created> {
        // What is in it is never half written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Undo {
    fn drop(&mut self) {
        let mut created = self.created();
        for path in created.files.drain(..) {
            // One that did not get its name is not there.
            let _ = fs::remove_file(path);
        }
        // The innermost first; each goes where it is empty.
        while created.directories.pop().is_some() {}
    }
}

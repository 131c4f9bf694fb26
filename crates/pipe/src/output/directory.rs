//! A directory that output files appear in.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::Durability;
use super::target::folder;
use crate::reason;
use crate::sys;

/// A directory for output files. Dropped, it removes those directories that were created for it and are still empty.
#[derive(Debug)]
pub struct OutputDirectory {
    /// The directories that were created, the outermost first.
    created: Vec<PathBuf>,
}

impl OutputDirectory {
    /// Creates the directory `path`, and those that it is in, where they are missing.
    ///
    /// # Errors
    /// When one of them cannot be created, or forced to the disk where that is asked for; or `path` is not a directory.
    pub fn create(path: &Path, durability: Durability) -> io::Result<OutputDirectory> {
        let missing: Vec<&Path> =
            path.ancestors().take_while(|path| !path.as_os_str().is_empty() && !path.exists()).collect();
        let mut directory = OutputDirectory { created: Vec::new() };
        for path in missing.into_iter().rev() {
            match fs::create_dir(path) {
                Ok(()) => directory.created.push(path.to_owned()),
                // Another process was faster.
                Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_dir() => continue,
                Err(error) => return Err(named(path, &error)),
            }
            if durability == Durability::Disk {
                sys::sync_folder(folder(path)).map_err(|error| named(path, &error))?;
            }
        }
        if path.is_dir() { Ok(directory) } else { Err(named(path, &ErrorKind::NotADirectory.into())) }
    }
}

impl Drop for OutputDirectory {
    fn drop(&mut self) {
        for path in self.created.iter().rev() {
            // One that has files stays.
            let _ = fs::remove_dir(path);
        }
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    let fault = match error.kind() {
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => "it is not a directory".to_owned(),
        _ => reason(error),
    };
    io::Error::new(error.kind(), format!("cannot create the directory '{}': {fault}", path.display()))
}

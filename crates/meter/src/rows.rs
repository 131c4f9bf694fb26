//! Which row of a terminal is whose, when several meters of one pipeline share it.
//!
//! Each meter adds a file to a folder of the user's that stands for the terminal, named so that they sort by when they
//! came. A meter's place is its rank among them; what a meter that was killed left behind is swept out by the next.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::home;

/// A meter's place on a terminal; gone when dropped.
#[derive(Debug)]
pub(crate) struct Row {
    file: PathBuf,
}

impl Row {
    /// The next row of the terminal on standard error; `None` where there is nowhere to note it.
    pub(crate) fn take() -> Option<Row> {
        let terminal = fs::read_link("/proc/self/fd/2").ok()?;
        Row::within(&home::folder().ok()?.join(terminal.to_string_lossy().replace('/', "_")))
    }

    fn within(folder: &Path) -> Option<Row> {
        fs::create_dir_all(folder).ok()?;
        for (file, process) in members(folder) {
            if !Path::new("/proc").join(&process).exists() {
                let _ = fs::remove_file(file);
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_micros();
        // The order in a pipeline is that of the process ids, as a rule; that of the clock is by chance.
        let file = folder.join(format!("{:010}.{now}.{}", process::id(), process::id()));
        File::create(&file).ok()?;
        Some(Row { file })
    }

    /// Its rank from 0, and how many there are.
    pub(crate) fn place(&self) -> (usize, usize) {
        let mut files: Vec<PathBuf> = self
            .file
            .parent()
            .map_or_else(Vec::new, |folder| members(folder).map(|(file, _)| file).collect());
        files.sort();
        (files.iter().position(|file| *file == self.file).unwrap_or(0), files.len().max(1))
    }

    /// Whether no other meter is left.
    pub(crate) fn is_last(&self) -> bool {
        self.place().1 == 1
    }
}

/// The files of a folder, each with the id of its process.
fn members(folder: &Path) -> impl Iterator<Item = (PathBuf, String)> {
    fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        Some((entry.path(), name.rsplit('.').next()?.to_owned()))
    })
}

impl Drop for Row {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
        if let Some(folder) = self.file.parent() {
            // Only an empty one goes.
            let _ = fs::remove_dir(folder);
        }
    }
}

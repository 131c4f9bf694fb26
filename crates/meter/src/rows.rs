//! Which row of a terminal is whose, when several meters of one pipeline share it.
//!
//! Each meter adds a file to a folder of the user's that stands for the terminal. A meter's place is its rank among them.
//! The file stays when a meter ends before the others, as its last line stays too; the last one sweeps all of them out,
//! or the next that comes and finds nobody alive.

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
        if !anybody(folder) {
            sweep(folder);
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
        self.file.parent().is_none_or(|folder| !anybody(folder))
    }
}

/// Whether a meter but this one is alive.
fn anybody(folder: &Path) -> bool {
    let own = process::id().to_string();
    members(folder).any(|(_, process)| process != own && Path::new("/proc").join(&process).exists())
}

fn sweep(folder: &Path) {
    for (file, _) in members(folder) {
        let _ = fs::remove_file(file);
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
        if let Some(folder) = self.file.parent()
            && !anybody(folder)
        {
            sweep(folder);
            // Only an empty one goes.
            let _ = fs::remove_dir(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_until_the_last_one_leaves() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("terminal");
        // A meter that was killed long ago, and one that lives: process 1 always does.
        fs::create_dir(&folder).unwrap();
        File::create(folder.join("4294967294.1.4294967294")).unwrap();
        let row = Row::within(&folder).unwrap();
        assert_eq!((row.place(), row.is_last()), ((0, 1), true));
        File::create(folder.join("0000000001.1.1")).unwrap();
        assert_eq!((row.place(), row.is_last()), ((1, 2), false));
        drop(row);
        assert_eq!(members(&folder).count(), 2, "its line is still there");
        fs::remove_file(folder.join("0000000001.1.1")).unwrap();
        let row = Row::within(&folder).unwrap();
        assert_eq!(row.place(), (0, 1));
        drop(row);
        assert!(!folder.exists());
    }
}

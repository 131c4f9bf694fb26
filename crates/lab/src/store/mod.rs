//! Runs, rungs, rounds and ticks in SQLite. `docs/bench-database.md` describes the tables.
//!
//! A round is written in one transaction, so a kill loses at most the one that was being measured. Several processes may
//! write to one file at a time. Files that older versions made are brought up to date when they are opened.

mod error;
mod open;
mod read;
mod recording;
#[cfg(test)]
mod tests;
mod words;
mod write;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

pub use error::{Error, ErrorKind};
pub use read::Summary;
pub use recording::{Recorded, Recording};

/// How long to wait for other programs that write.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a run is called in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(pub i64);

/// What a rung of a run is called in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RungId(pub i64);

/// What a round of a rung is called in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoundId(pub i64);

/// An open database.
#[derive(Debug)]
pub struct Store {
    database: Connection,
    path: PathBuf,
    /// Whether it was opened to be written to.
    writes: bool,
}

impl Store {
    /// Opens the database, or makes it; one of an older version is brought up to date.
    ///
    /// # Errors
    /// When it is no database of ours, newer than this program, or cannot be written.
    pub fn open(path: &Path) -> Result<Store, Error> {
        open::open(path, true, PATIENCE)
    }

    /// Opens a database that must be there already, as for a report. Nothing is written, but for bringing an older version up
    /// to date.
    ///
    /// # Errors
    /// When there is none, it is not ours, or newer than this program.
    pub fn open_existing(path: &Path) -> Result<Store, Error> {
        open::open(path, false, PATIENCE)
    }

    /// Which file it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, error: rusqlite::Error) -> Error {
        Error::new(&self.path, error)
    }
}

impl Drop for Store {
    /// Leaves one plain file behind, that can be copied, and read where nothing may be written. It fails while others
    /// have the file open; the last of them will do it.
    fn drop(&mut self) {
        if !self.writes {
            return;
        }
        let _ = self.database.busy_timeout(Duration::ZERO);
        let _ = self.database.pragma_update(None, "journal_mode", "DELETE");
    }
}

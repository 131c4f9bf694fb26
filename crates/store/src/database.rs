//! An open database, and what its rows are called.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::Connection;

use super::error::Error;

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
    pub(super) database: Connection,
    pub(super) path: PathBuf,
    /// Whether it was opened to be written to.
    pub(super) writes: bool,
}

impl Store {
    /// Which file it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// An error of SQLite about this file, as what it means.
    pub(super) fn error(&self, error: rusqlite::Error) -> Error {
        Error::new(&self.path, error)
    }
}

impl Drop for Store {
    /// Leaves one plain file, that can be copied, and read where nothing may be written. It fails while others
    /// have the file open; the last of them will do it.
    fn drop(&mut self) {
        if !self.writes {
            return;
        }
        let _ = self.database.busy_timeout(Duration::ZERO);
        let _ = self.database.pragma_update(None, "journal_mode", "DELETE");
    }
}

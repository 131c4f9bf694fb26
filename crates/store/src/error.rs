//! What may be wrong with a database.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// What went wrong, and with which file.
#[derive(Debug)]
pub struct Error {
    /// The database.
    pub path: PathBuf,
    /// What is wrong with it.
    pub kind: ErrorKind,
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file to be read is not there.
    #[error("there is no such database")]
    Missing,
    /// The file can be neither opened nor created, with the system's message.
    #[error("{0}")]
    CannotOpen(String),
    /// It is some other file.
    #[error("this is not an SQLite database")]
    NotADatabase,
    /// It is some other program's database; nothing in it was touched.
    #[error("this is a database of another program: it has none of the tables of gush bench")]
    NotOurs,
    /// It was created by a gush that is newer than this one.
    #[error(
        "a newer gush made this database: its tables are of version {found}, and this one knows up to {known}"
    )]
    Newer {
        /// The version of its tables.
        found: i64,
        /// The version that this program creates.
        known: i64,
    },
    /// It may be read only.
    #[error("the database may be read, but not written")]
    ReadOnly,
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// Another program has kept it to itself for too long.
    #[error("the database is locked by another program")]
    Locked,
    /// Its content is invalid.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// There is no run of this number.
    #[error("there is no run {0} in it")]
    NoSuchRun(i64),
    /// Any other error of SQLite.
    #[error("{0}")]
    Other(rusqlite::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.kind)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.kind {
            ErrorKind::Other(error) => Some(error),
            _ => None,
        }
    }
}

impl Error {
    /// An error of SQLite about `path`, as what it means.
    pub(super) fn new(path: &Path, error: rusqlite::Error) -> Error {
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ErrorKind::Locked,
            Some(ErrorCode::DiskFull) => ErrorKind::Full,
            Some(ErrorCode::ReadOnly) => ErrorKind::ReadOnly,
            Some(ErrorCode::NotADatabase) => ErrorKind::NotADatabase,
            Some(ErrorCode::CannotOpen) => ErrorKind::CannotOpen(why_not(path)),
            Some(ErrorCode::DatabaseCorrupt) => ErrorKind::Damaged(error.to_string()),
            None if is_about_a_value(&error) => ErrorKind::Damaged(error.to_string()),
            _ => ErrorKind::Other(error),
        };
        Error { path: path.to_owned(), kind }
    }

    /// The same, without an error of SQLite.
    pub(super) fn of(path: &Path, kind: ErrorKind) -> Error {
        Error { path: path.to_owned(), kind }
    }
}

/// Whether a column holds an impossible value.
fn is_about_a_value(error: &rusqlite::Error) -> bool {
    use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
    matches!(error, FromSqlConversionFailure(..) | IntegralValueOutOfRange(..) | InvalidColumnType(..))
}

/// The system's reason for what SQLite only calls "unable to open".
fn why_not(path: &Path) -> String {
    let error = if fs::symlink_metadata(path).is_ok() {
        OpenOptions::new().read(true).write(true).open(path).err()
    } else {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        fs::read_dir(folder.unwrap_or(Path::new("."))).err()
    };
    error.map_or_else(|| "the file cannot be made".into(), |error| gush_pipe::reason(&error))
}

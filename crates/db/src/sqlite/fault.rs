//! What goes wrong with a file.

use std::io;

use rusqlite::ErrorCode;

use crate::error::Error;

/// Why something could not be done.
#[derive(Debug)]
pub(super) enum Fault {
    /// The library says why.
    Sql(rusqlite::Error),
    /// The system says why.
    Io(io::Error),
    /// Someone asked for the end.
    Stopped,
    /// A number of a row is not above that of the row before, so that the rows are in no order of a table.
    Unordered,
    /// In our words.
    Text(String),
    /// All that does not fit; nothing was changed.
    Refused(Vec<String>),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        match error.sqlite_error_code() {
            // Only `Load::watch` interrupts.
            Some(ErrorCode::OperationInterrupted) => Fault::Stopped,
            _ => Fault::Sql(error),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Io(error)
    }
}

/// Whether the values of a row are at fault, and not the file.
pub(super) fn is_of_row(error: &rusqlite::Error) -> bool {
    use ErrorCode::{ConstraintViolation, TooBig, TypeMismatch};
    matches!(error.sqlite_error_code(), Some(ConstraintViolation | TooBig | TypeMismatch))
}

impl Fault {
    /// The error of a step on a file.
    pub fn into_error(self, file: &str, doing: &str) -> Error {
        let reason = match self {
            Fault::Stopped => return Error::Stopped,
            Fault::Refused(found) => return Error::Refused { server: file.to_owned(), found },
            Fault::Sql(error) => explained(&error),
            Fault::Io(error) => crate::error::reason(&error),
            Fault::Unordered => "the key of a row is not above that of the row before".into(),
            Fault::Text(text) => text,
        };
        Error::File { file: file.to_owned(), doing: doing.to_owned(), reason }
    }
}

/// The words of the library, and what to do.
pub(super) fn explained(error: &rusqlite::Error) -> String {
    let words = match error {
        rusqlite::Error::SqliteFailure(_, Some(words)) => words.clone(),
        other => other.to_string(),
    };
    let advice = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "; another program has it open for writing: try again when that has ended"
        }
        Some(ErrorCode::NotADatabase) => "; it is no database of SQLite, or an encrypted one",
        Some(ErrorCode::ReadOnly) => "; this user may not write to the file or to its folder",
        _ => "",
    };
    format!("{words}{advice}")
}

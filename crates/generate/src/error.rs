//! What can go wrong, as types. How it is reported, and what to do about it, is the caller's business.

use std::fmt;
use std::io;

use gush_diagnostics::Diagnostic;
use gush_pipe::reason;

use crate::manifest::RecordError;
use crate::silence::Silent;
use crate::source::RowFailure;

/// Why a job ended before its last row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The job cannot be written to this destination; nothing was written.
    #[error(transparent)]
    Destination(#[from] DestinationError),
    /// A row cannot be made. A stream has all rows before it.
    #[error("{failure}")]
    Row {
        /// The table it is of.
        table: String,
        /// Which row, and why.
        failure: RowFailure,
    },
    /// A stream has stopped writing anything.
    #[error(transparent)]
    Silent(#[from] Silent),
    /// A write failed.
    #[error("{target}: {}", reason(.error))]
    Write {
        /// What was written to.
        target: String,
        /// Why it failed.
        error: io::Error,
    },
    /// The directory to be resumed has the files of another job; nothing was written.
    #[error("{0}")]
    OtherJob(String),
    /// The record of a directory could not be read or written, or is that of another version.
    #[error("{0}")]
    Record(String),
    /// A file or a folder could not be created, or a file could not be finished; the error names it.
    #[error("{0}")]
    Output(io::Error),
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        match error {
            RecordError::Other { .. } => Error::OtherJob(error.to_string()),
            _ => Error::Record(error.to_string()),
        }
    }
}

/// Why a job does not fit a destination.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DestinationError {
    /// Several tables for one stream or one file.
    #[error("{0} tables cannot be written to one file; a directory has a file for each")]
    SeveralTables(usize),
    /// A table whose name cannot be that of a file.
    #[error("the table's name `{0}` cannot be a file's name")]
    FileName(String),
    /// Several files a table for a job of one shard, which is one file already.
    #[error("one shard is one file; it cannot be written as several files")]
    FilesOfShard,
    /// Several files for a stream, which has no end to be divided.
    #[error("`{0}` is a stream without an end; it cannot be written as several files")]
    FilesOfStream(String),
    /// More files than their numbers have digits for.
    #[error("a table is written as at most 99,999 files")]
    TooManyFiles,
}

/// Something that makes no sense in a job.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// Nothing to make.
    #[error("a job needs a table")]
    NoTable,
    /// Two tables of one name.
    #[error("two tables are called `{0}`")]
    TakenName(String),
    /// A stream in a format whose files end with what says where everything is.
    #[error("`{0}` is a stream without an end, and its format needs one")]
    NoEnd(String),
    /// A compression that the format does not have.
    #[error("`{table}` cannot be compressed by {method} in its format")]
    Compression {
        /// The table.
        table: String,
        /// The compression.
        method: &'static str,
    },
    /// A column that cannot be made, or not in this format.
    #[error("{diagnostic}")]
    Column {
        /// Its table.
        table: String,
        /// What is wrong, and where.
        diagnostic: Diagnostic,
    },
}

/// All that is wrong with a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobErrors(pub Vec<JobError>);

impl fmt::Display for JobErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, error) in self.0.iter().enumerate() {
            let line_end = if at == 0 { "" } else { "\n" };
            write!(f, "{line_end}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for JobErrors {}

//! Why a job ended before its last row. How that is reported, and what to do about it, is the caller's business.

use std::io;

use gush_diagnostics::grouped;
use gush_pipe::reason;

use super::journal::RecordError;
use crate::source::RowFailure;
use crate::stalled::StreamStalled;

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
    Stalled(#[from] StreamStalled),
    /// A write failed.
    #[error("{target}: {}", reason(.error))]
    Write {
        /// What was written to.
        target: String,
        /// Why it failed.
        error: io::Error,
    },
    /// The record of a directory could not be read or written.
    #[error("{0}")]
    Record(String),
    /// A file or a folder could not be created, or a file could not be finished; the error names it.
    #[error("{0}")]
    Output(io::Error),
}

impl From<RecordError> for Error {
    fn from(error: RecordError) -> Error {
        match error {
            RecordError::File { .. } => Error::Record(error.to_string()),
            RecordError::Other { .. } | RecordError::Version { .. } => {
                DestinationError::Record(error.to_string()).into()
            }
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
    /// More partitions than there can be open files.
    #[error(
        "`{table}` would have more than {} partitions by {fields}, each of which is an open file; partition by what has fewer values, \
         such as year(…), bucket(16,…) or truncate(2,…)",
        grouped(*limit as u64)
    )]
    TooManyPartitions {
        /// The table.
        table: String,
        /// The fields of its partitions.
        fields: String,
        /// The most partitions that there can be.
        limit: usize,
    },
    /// A directory that is to have a table and has something else already.
    #[error(
        "'{directory}' is not empty (it has '{name}'), and whoever reads it takes all its files for the table; choose another \
         directory, or empty it"
    )]
    NotEmpty {
        /// The directory.
        directory: String,
        /// Something in it.
        name: String,
    },
    /// A table that another process is writing.
    #[error("another process is writing to '{directory}'; try again when it has ended")]
    Busy {
        /// The directory of the table.
        directory: String,
    },
    /// A table that another process has appended to since its state was read.
    #[error(
        "another process has added '{file}' in the meantime, so these rows no longer continue the table; nothing of them was kept"
    )]
    Overtaken {
        /// The entry of the table's log that is there now.
        file: String,
    },
    /// The directory has the files of another job, or of another version of the program.
    #[error("{0}")]
    Record(String),
}

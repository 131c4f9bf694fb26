//! What makes no sense in a job.

use std::fmt;

use gush_diagnostics::Diagnostic;

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

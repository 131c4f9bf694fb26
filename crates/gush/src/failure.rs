//! Why a command did not do what was asked for.

use std::fmt::Display;
use std::io;

use gush_diagnostics::Diagnostic;
use gush_generate::{Error, JobError, JobErrors};
use gush_pipe::reason;

use crate::advice;

/// Why a command did not do what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The arguments are invalid; nothing was written.
    #[error("{}", DiagnosticReport("gush", .0))]
    Diagnostics(Vec<Diagnostic>),
    /// The request conflicts with existing files or data; nothing was written.
    #[error("{0}")]
    Refused(String),
    /// A write failed: to what, and why.
    #[error("{target}: {}", reason(.error))]
    Write {
        /// The target of the write.
        target: String,
        /// Why it could not be.
        error: io::Error,
    },
    /// Rows could not be generated or written.
    #[error("{0}")]
    Rows(Error),
    /// Rows are not in a database; what was loaded before is named.
    #[error("{0}")]
    Database(gush_db::Error),
    /// An output file could not be created; the error names it.
    #[error("{0}")]
    Output(io::Error),
    /// A signal asked for the end, and everything was cleaned up.
    #[error("interrupted; partial output was removed")]
    Signal(i32),
    /// A signal asked for the end of a run; what was measured before is kept.
    #[error("interrupted; {kept}")]
    Interrupted {
        /// The signal's number.
        signal: i32,
        /// What is kept of it, and where.
        kept: String,
    },
    /// Anything else.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

/// The diagnostics under one head line, with the advice of this program.
pub struct DiagnosticReport<'a>(pub &'a str, pub &'a [Diagnostic]);

impl Failure {
    /// A write to standard output that failed.
    pub fn stdout(error: io::Error) -> Failure {
        Failure::Write { target: "standard output".into(), error }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Stalled(stalled) => Failure::Other(anyhow::anyhow!("{stalled}: give a --limit")),
            Error::Destination(reason) => Failure::Refused(reason.to_string()),
            error => Failure::Rows(error),
        }
    }
}

impl From<gush_db::Error> for Failure {
    fn from(error: gush_db::Error) -> Failure {
        match error {
            gush_db::Error::Refused { .. } | gush_db::Error::Missing { .. } => {
                Failure::Refused(error.to_string())
            }
            error => Failure::Database(error),
        }
    }
}

impl From<JobErrors> for Failure {
    fn from(JobErrors(errors): JobErrors) -> Failure {
        let mut diagnostics = Vec::new();
        for error in errors {
            match error {
                JobError::Column { diagnostic, .. } => diagnostics.push(diagnostic),
                other => return Failure::Other(other.into()),
            }
        }
        Failure::Diagnostics(diagnostics)
    }
}

impl Display for DiagnosticReport<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let DiagnosticReport(program, diagnostics) = self;
        match diagnostics.len() {
            1 => f.write_str("error in ")?,
            n => write!(f, "{n} errors in ")?,
        }
        let file = diagnostics.iter().find_map(|diagnostic| diagnostic.position.as_ref());
        match (file, diagnostics.iter().any(|diagnostic| diagnostic.position.is_none())) {
            (None, _) => f.write_str("the arguments; nothing was written")?,
            (Some(position), true) => write!(f, "the arguments and {}; nothing was written", position.file)?,
            (Some(position), false) => write!(f, "{}; nothing was written", position.file)?,
        }
        let advice = |topic| advice::of(program, topic);
        diagnostics.iter().try_for_each(|diagnostic| write!(f, "\n{}", diagnostic.with_advice(advice)))
    }
}

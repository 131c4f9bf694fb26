//! What a run ends with: the one place where exit codes and messages on stderr are decided.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use gush_diagnostics::Diagnostic;
use gush_pipe::{close_stdout, reason};
use gush_template::RowError;

use crate::rows::write::{self, Silent};

/// A mistake in what the user typed.
const USAGE: u8 = 2;
/// Something went wrong on the way.
const FAILURE: u8 = 1;

/// Why a command did not do what was asked for.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Mistakes on the command line; nothing was written.
    #[error("{}", Mistakes(.0))]
    Mistakes(Vec<Diagnostic>),
    /// A write failed: to what, and why.
    #[error("{target}: {}", reason(.error))]
    Write {
        /// What was written to.
        target: String,
        /// Why it could not be.
        error: io::Error,
    },
    /// A template that cannot be followed in some row.
    #[error("{0}")]
    Row(RowError),
    /// An output file could not be made; the error names it.
    #[error("{0}")]
    Output(io::Error),
    /// A signal asked for the end, and everything was cleaned up.
    #[error("interrupted; nothing was left behind")]
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

/// The mistakes under one head line.
struct Mistakes<'a>(&'a [Diagnostic]);

impl Failure {
    /// A write to standard output that failed.
    pub fn stdout(error: io::Error) -> Failure {
        Failure::write("standard output", error)
    }

    /// Rows that could not be written to `target`, or not even be made.
    pub fn write(target: &str, error: io::Error) -> Failure {
        match error.downcast::<RowError>() {
            Ok(error) => Failure::Row(error),
            Err(error) => match error.downcast::<Silent>() {
                Ok(error) => Failure::Other(error.into()),
                Err(error) => Failure::Write { target: target.into(), error },
            },
        }
    }
}

impl Display for Mistakes<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0.len() {
            1 => f.write_str("a mistake in ")?,
            n => write!(f, "{n} mistakes in ")?,
        }
        let file = self.0.iter().find_map(|mistake| mistake.place.as_ref());
        match (file, self.0.iter().any(|mistake| mistake.place.is_none())) {
            (None, _) => f.write_str("the command line; nothing was written")?,
            (Some(place), true) => write!(f, "the command line and {}; nothing was written", place.file)?,
            (Some(place), false) => write!(f, "{}; nothing was written", place.file)?,
        }
        self.0.iter().try_for_each(|mistake| write!(f, "\n{mistake}"))
    }
}

/// The exit code of a command, after the message that it calls for.
pub fn of(result: Result<(), Failure>) -> ExitCode {
    by("gush", result)
}

/// The same for a command that is called by a name of its own.
pub fn by(program: &str, result: Result<(), Failure>) -> ExitCode {
    by_code(program, result, |_| USAGE)
}

/// The same for a command with its own exit codes for mistakes in what was typed.
pub fn by_code(
    program: &str,
    result: Result<(), Failure>,
    usage: impl FnOnce(&[Diagnostic]) -> u8,
) -> ExitCode {
    // What was written may turn out to be lost only when it is closed.
    let result = result.and_then(|()| close_stdout().map_err(Failure::stdout));
    let Err(failure) = result else { return ExitCode::SUCCESS };
    say(format_args!("{program}: {failure}"));
    match failure {
        Failure::Mistakes(mistakes) => ExitCode::from(usage(&mistakes)),
        Failure::Signal(signal) | Failure::Interrupted { signal, .. } => {
            // Whoever started us sees that it was the signal. Where that does not end us, the code says it.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            ExitCode::from(128 + signal as u8)
        }
        _ => ExitCode::from(FAILURE),
    }
}

/// A line on stderr, written at once so that it is not torn by what others write there. If there is no stderr there
/// is nobody to tell.
pub fn say(text: impl Display) {
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// Help, version, or what clap found wrong; `mistakes` were found before.
pub fn clap(error: Option<&clap::Error>, mistakes: &[Diagnostic]) -> ExitCode {
    if let Some(error) = error.filter(|error| error.exit_code() == 0 && mistakes.is_empty()) {
        return of(write::text(&error.to_string()));
    }
    if !mistakes.is_empty() {
        say(format_args!("gush: {}", Mistakes(mistakes)));
    }
    if let Some(error) = error.filter(|error| error.exit_code() != 0) {
        let text = error.to_string();
        say(format_args!("gush: {}", text.trim_start_matches("error: ").trim_end()));
    }
    ExitCode::from(USAGE)
}

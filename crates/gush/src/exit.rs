//! What a run ends with: the only module that decides exit codes and writes messages to stderr.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use gush_diagnostics::Diagnostic;
use gush_pipe::close_stdout;

use crate::failure::DiagnosticReport;
pub use crate::failure::Failure;
use crate::{color, layout};

/// Invalid arguments.
const USAGE: u8 = 2;
/// A failure while the command ran.
const FAILURE: u8 = 1;

/// The exit code of a command, after the message that it calls for.
pub fn of(result: Result<(), Failure>) -> ExitCode {
    by("gush", result)
}

/// The same for a command that is called by a name of its own.
pub fn by(program: &str, result: Result<(), Failure>) -> ExitCode {
    by_code(program, result, |_| USAGE)
}

/// The same for a command with its own exit codes for invalid arguments.
pub fn by_code(
    program: &str,
    result: Result<(), Failure>,
    usage: impl FnOnce(&[Diagnostic]) -> u8,
) -> ExitCode {
    // Some write errors are reported only on close.
    let result = result.and_then(|()| close_stdout().map_err(Failure::stdout));
    let Err(failure) = result else { return ExitCode::SUCCESS };
    let text = match &failure {
        Failure::Diagnostics(diagnostics) => format!("{program}: {}", DiagnosticReport(program, diagnostics)),
        other => format!("{program}: {other}"),
    };
    say(color::on_stderr().message(&layout::message(&text)));
    match failure {
        Failure::Diagnostics(diagnostics) => ExitCode::from(usage(&diagnostics)),
        Failure::Refused(_) => ExitCode::from(USAGE),
        Failure::Signal(signal) | Failure::Interrupted { signal, .. } => {
            // The parent process sees that it was the signal. If that does not end us, the exit code reports it.
            let _ = signal_hook::low_level::emulate_default_handler(signal);
            ExitCode::from(128 + signal as u8)
        }
        _ => ExitCode::from(FAILURE),
    }
}

/// A line on stderr, written at once so that it is not torn by what others write there. If there is no stderr there
/// is nowhere to report to.
pub fn say(text: impl Display) {
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// A message of the program on stderr, which fits the terminal.
pub fn note(program: &str, text: impl Display) {
    say(layout::message(&format!("{program}: {text}")));
}

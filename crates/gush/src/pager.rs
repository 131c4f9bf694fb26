//! Long lists on a terminal go through the pager that the user has; all else is written as it is.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gush_pipe::terminal;

use crate::failure::Failure;
use crate::{signals, write};

/// Shows a text on standard output: by `$PAGER`, or else by less if it is there, where that is a terminal with fewer lines.
///
/// # Errors
/// If nothing can be written.
pub fn show(text: &str) -> Result<(), Failure> {
    let is_shown = pager(text).is_some_and(|child| paged(child, text));
    if is_shown { Ok(()) } else { write::text(text) }
}

/// The pager, started, where one is wanted and can be: where nobody is there to press keys, it would wait for ever.
fn pager(text: &str) -> Option<Child> {
    let is_watched = io::stdout().is_terminal() && io::stdin().is_terminal();
    let (_, rows) = terminal::stdout_size().filter(|_| is_watched)?;
    let given = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    if text.lines().count() < usize::from(rows) || given("TERM").is_none_or(|term| term == "dumb") {
        return None;
    }
    let mut command = match given("PAGER") {
        Some(pager) => {
            let mut shell = Command::new("sh");
            shell.args(["-c", &pager]);
            // What less needs, however it is called, as git does it.
            if given("LESS").is_none() {
                shell.env("LESS", "FRX");
            }
            shell
        }
        None => {
            let mut less = Command::new("less");
            less.arg("-FRX");
            less
        }
    };
    command.stdin(Stdio::piped()).spawn().ok()
}

/// Gives the text to the pager and waits for its end. Whether it showed anything: a shell that does not know its name did not.
fn paged(mut child: Child, text: &str) -> bool {
    // An interrupt is for the pager, which has the terminal until it ends.
    let _caught = signals::catch(&Arc::new(AtomicBool::new(false)));
    if let Some(mut stdin) = child.stdin.take() {
        // Who has seen enough reads no more.
        let _ = stdin.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.code() != Some(127))
}

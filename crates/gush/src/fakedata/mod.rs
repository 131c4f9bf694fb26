//! `fakedata`: `gush rows` in the shape of the Go program of that name, for the scripts that have it.
//!
//! Its arguments are parsed here and translated into a request of `gush rows`, which does all the rest.

mod args;
mod info;
mod names;
mod translate;

use std::ffi::OsString;
use std::io::{BufRead, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use gush_diagnostics::Diagnostic;
use gush_pipe::{reason, startup};

use crate::exit::{self, Failure};
use crate::names::FAKEDATA;
use crate::rows::{arguments, flags, make};
use crate::write;
use args::{TEMPLATE, Typed};
pub use info::command;

/// All its options.
#[cfg(test)]
pub fn flags() -> impl Iterator<Item = &'static crate::flags::Flag> {
    args::OPTIONS.iter().copied()
}

/// Runs the command on the arguments after its name.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
    let typed = args::parse(arguments);
    let unparsed = !typed.diagnostics.is_empty();
    // As in the Go program: 2 where an option cannot be parsed, 1 for every other error.
    let code = |diagnostics: &[Diagnostic]| {
        let is_number =
            |diagnostic: &Diagnostic| NUMBERS.iter().any(|option| diagnostic.text.starts_with(option));
        if unparsed || diagnostics.iter().any(is_number) { 2 } else { 1 }
    };
    exit::by_code(FAKEDATA, execute(typed), code)
}

/// The options whose values are not any text.
const NUMBERS: [&str; 4] = ["--limit ", "--seed ", "--now ", "--threads "];

fn execute(mut typed: Typed) -> Result<(), Failure> {
    if let Some(text) = info::requested(&typed)? {
        return write::text(&text);
    }
    let mut template = typed.value(&TEMPLATE).map(PathBuf::from);
    if template.is_none() && typed.given.operands().is_empty() {
        let missing = nothing_to_make(&typed);
        template = if typed.diagnostics.is_empty() && missing.len() == 1 { piped()? } else { None };
        if template.is_none() {
            return if typed.is_empty() {
                write::text(&info::help())
            } else {
                Err(Failure::Diagnostics(missing))
            };
        }
    }
    let mut args = translate::args(&typed);
    let mut notes = Vec::new();
    match &template {
        Some(_) => translate::refuse_table(&mut args, &mut typed.diagnostics),
        None => {
            notes.extend(translate::apply_format(&mut args, &mut typed.diagnostics));
            notes.extend(translate::notes(typed.given.operands()));
        }
    }
    if let Some(template) = template {
        args.set(&flags::TEMPLATE, template);
    }
    let request = arguments::prepared(&args, &translate::program(&args), typed.diagnostics)?;
    for note in notes {
        exit::note(FAKEDATA, note);
    }
    for note in &request.notes {
        exit::note(FAKEDATA, note);
    }
    make::rows(&request)
}

/// The diagnostics of the options where there is neither a column nor the file of a template; that a column is missing
/// comes last.
fn nothing_to_make(typed: &Typed) -> Vec<Diagnostic> {
    let mut args = translate::args(typed);
    let mut diagnostics = typed.diagnostics.clone();
    translate::apply_format(&mut args, &mut diagnostics);
    match arguments::prepared(&args, &translate::program(&args), diagnostics) {
        Err(Failure::Diagnostics(mut diagnostics)) => {
            // With an invalid argument it is unknown which columns were meant.
            if !typed.diagnostics.is_empty() {
                diagnostics.pop();
            }
            diagnostics
        }
        _ => Vec::new(),
    }
}

/// Standard input as a template, if something comes by it. It is looked at only where a column is all that is missing:
/// it may belong to another process, such as the loop that calls us.
fn piped() -> Result<Option<PathBuf>, Failure> {
    // It was not asked for: one that is closed has no template, as a terminal has none.
    let Some(stdin) = startup::stdin().ok().filter(|stdin| !stdin.is_terminal()) else { return Ok(None) };
    let has_any = stdin.lock().fill_buf().map(|bytes| !bytes.is_empty());
    let has_any = has_any.map_err(|error| anyhow::anyhow!("standard input: {}", reason(&error)))?;
    Ok(has_any.then(|| "-".into()))
}

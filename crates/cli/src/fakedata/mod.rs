//! `fakedata`: `gush rows` in the shape of the Go program of that name, for the scripts that have it.
//!
//! Its words are taken apart here and translated into a request of `gush rows`, which does all the rest.

mod args;
mod learn;
mod translate;

use std::ffi::OsString;
use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use gush_pipe::reason;

use crate::exit::{self, Failure};
use crate::rows::{request, write};
use args::{Id, Typed};

/// The name of the command, in front of every message.
pub const NAME: &str = "fakedata";

/// Runs the command on the words after its name.
pub fn run(words: Vec<OsString>) -> ExitCode {
    exit::by(NAME, obey(words))
}

fn obey(words: Vec<OsString>) -> Result<(), Failure> {
    let mut typed = args::parse(words);
    if let Some(text) = learn::answer(&typed)? {
        return write::text(&text);
    }
    let template = template(&typed)?;
    if template.is_none() && typed.columns.is_empty() && typed.mistakes.is_empty() {
        return write::text(&learn::help());
    }
    let mut args = translate::args(&typed);
    let note = match &template {
        Some(_) => translate::refuse_table(&mut args, &mut typed.mistakes),
        None => translate::heed_format(&mut args, &mut typed.mistakes),
    };
    args.template = template;
    let request = request::check(&args, &translate::FACE, typed.mistakes)?;
    if let Some(note) = note {
        exit::say(format_args!("{NAME}: {note}"));
    }
    write::rows(&request)
}

/// Where a template was to come from, if one was asked for. Standard input is looked at only where nothing else says
/// what to make: it may belong to somebody else, such as the loop that calls us.
fn template(typed: &Typed) -> Result<Option<PathBuf>, Failure> {
    if let Some(file) = typed.value(Id::Template) {
        return Ok(Some(file.into()));
    }
    let stdin = io::stdin();
    if !typed.columns.is_empty() || !typed.mistakes.is_empty() || stdin.is_terminal() {
        return Ok(None);
    }
    let has_any = stdin.lock().fill_buf().map(|bytes| !bytes.is_empty());
    let has_any = has_any.map_err(|error| anyhow::anyhow!("standard input: {}", reason(&error)))?;
    Ok(has_any.then(|| "-".into()))
}

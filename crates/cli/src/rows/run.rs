//! Runs the command.

use gush_diagnostics::Diagnostic;

use super::compat::ROWS;
use super::flags::{PROFILE, SPEC};
use super::{learn, make, profile, translate};
use crate::command_line::short_help;
use crate::exit::{Failure, say};
use crate::flags::Given;
use crate::write;

/// Runs the command. `mistakes` are those that the command line had already.
pub fn run(args: &Given, mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    if let Some(text) = learn::answer(args, &mistakes)? {
        return write::text(&text);
    }
    if args.is_empty() && mistakes.is_empty() {
        return write::text(&short_help(&SPEC));
    }
    let request = translate::request(args, &ROWS, mistakes)?;
    if let Some(schema) = &request.print_schema {
        return write::text(schema);
    }
    if let Some((path, schema)) = &request.save_schema {
        write::file(path, schema, request.run.durability)?;
    }
    for note in &request.notes {
        say(format_args!("gush: {note}"));
    }
    if request.run.show_seed {
        let time = gusher::generators::time_text(request.run.now);
        say(format_args!("gush: repeat with --seed {} --now {time}", request.job.seed()));
    }
    match args.has(&PROFILE) {
        true => write::text(&profile::text(&request)),
        false => make::rows(&request),
    }
}

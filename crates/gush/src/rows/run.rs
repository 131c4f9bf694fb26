//! Runs the command.

use gush_diagnostics::Diagnostic;

use super::flags::{SHOW_SEED, SPEC};
use super::{arguments, info, load, make, profile};
use crate::color::COLOR;
use crate::command_line::help;
use crate::exit::{self, Failure};
use crate::flags::Given;
use crate::{pager, write};

/// Runs the command. `diagnostics` are those that the command line had already.
pub fn run(args: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    if let Some(text) = info::requested(args, &diagnostics)? {
        return pager::show(&text);
    }
    let mut beside = args.clone();
    beside.unset(&COLOR);
    if beside.is_empty() && diagnostics.is_empty() {
        return write::text(&help(&SPEC, false));
    }
    diagnostics.extend(profile::diagnostic(args));
    let request = arguments::prepared(args, &arguments::program(args), diagnostics)?;
    if let Some(schema) = &request.print_schema {
        return write::text(schema);
    }
    if let Some((path, schema)) = &request.save_schema {
        write::file(path, schema, request.output.durability())?;
    }
    for note in &request.notes {
        exit::note("gush", note);
    }
    if args.has(&SHOW_SEED) {
        let time = gusher::catalogue::time_text(request.now);
        exit::note("gush", format_args!("repeat with --seed {} --now {time}", request.job.seed()));
    }
    if let Some((path, job)) = &request.dirt_log {
        make::file(job, path, request.output.durability())?;
    }
    match &request.into {
        Some(into) => load::rows(&request, into),
        None if profile::is_asked(args) => profile::write(args, &request),
        None => make::rows(&request),
    }
}

//! Runs the command.

use clap::CommandFactory;
use gush_diagnostics::Diagnostic;

use super::args::Args;
use super::compat::ROWS;
use super::{learn, make, translate};
use crate::command_line::CommandLine;
use crate::exit::{Failure, say};
use crate::write;

/// Runs the command. `mistakes` are those that the command line had already.
pub fn run(args: &Args, mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    if let Some(text) = learn::answer(args, &mistakes)? {
        return write::text(&text);
    }
    if args.columns.is_empty() && mistakes.is_empty() && std::env::args_os().len() == 2 {
        let mut command = CommandLine::command();
        command.build();
        let rows = command.find_subcommand_mut("rows").map(clap::Command::render_long_help);
        return write::text(&rows.unwrap_or_default().to_string());
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
    make::rows(&request)
}

//! `gush rows`: words → schema → plan → batches → bytes → sink.

mod args;
mod choices;
mod compress;
mod files;
pub mod learn;
mod present;
mod progress;
pub mod request;
mod silence;
mod table;
mod template;
mod which;
pub mod write;

use clap::CommandFactory;
use gush_diagnostics::Diagnostic;

use crate::exit::Failure;
pub use args::Args;

/// Runs the command. `mistakes` are those that the command line had already.
pub fn run(args: &Args, mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    if let Some(text) = learn::answer(args, &mistakes)? {
        return write::text(&text);
    }
    if args.columns.is_empty() && mistakes.is_empty() && std::env::args_os().len() == 2 {
        let mut command = crate::Cli::command();
        command.build();
        let rows = command.find_subcommand_mut("rows").map(clap::Command::render_long_help);
        return write::text(&rows.unwrap_or_default().to_string());
    }
    let request = request::check(args, &request::ROWS, mistakes)?;
    if let Some(schema) = &request.print_schema {
        return write::text(schema);
    }
    if let Some((path, schema)) = &request.save_schema {
        write::file(path, schema, request.run.durability)?;
    }
    for note in &request.notes {
        crate::exit::say(format_args!("gush: {note}"));
    }
    if request.run.show_seed {
        let time = gush_rows::generators::time_text(request.run.now);
        crate::exit::say(format_args!("gush: repeat with --seed {} --now {time}", request.seed));
    }
    write::rows(&request)
}

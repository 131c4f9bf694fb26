//! `gush`: makes test data at pipe speed and measures what a pipe can take.
//!
//! Reads the command line, calls one crate, and maps the result to an exit code.

mod exit;
mod rows;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// Test data at pipe speed.
#[derive(Debug, Parser)]
#[command(name = "gush", version, max_term_width = 100, args_override_self = true)]
#[command(subcommand_required = true, disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Rows(rows::Args),
}

fn main() -> ExitCode {
    gush_pipe::startup::restore_sigpipe();
    let argv: Vec<OsString> = std::env::args_os().collect();
    if argv.len() < 2 {
        return exit::help(&mut Cli::command());
    }
    let words::Parsed { cli, mistakes } = match words::parse::<Cli>(argv) {
        Ok(parsed) => parsed,
        Err(error) => return exit::clap(&error),
    };
    match cli.command {
        Command::Rows(args) => exit::of(rows::run(&args, mistakes)),
    }
}

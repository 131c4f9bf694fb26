//! The whole command line, as the parser has it: the commands with their flags.

use clap::Command;

#[cfg(unix)]
use crate::bench;
use crate::complete;
use crate::flags::{Purpose, Spec, with_help};
#[cfg(unix)]
use crate::meter;
use crate::{check, rows, yes};

/// What `gush` is.
const ABOUT: &str = "Test data at pipe speed";
/// What `gush yes` is.
const YES: &str = "Write a line for ever, faster than anything else";
/// What `gush meter` is.
#[cfg(unix)]
const METER: &str = "Show and limit what flows through a pipe";

/// The parser of the command line.
pub fn command(purpose: Purpose) -> Command {
    let command = Command::new("gush")
        .about(ABOUT)
        .max_term_width(100)
        .args_override_self(true)
        .subcommand_required(true)
        .disable_help_subcommand(true);
    let command = with_help(command).subcommand(rows::SPEC.command(purpose));
    let command = command.subcommand(check::SPEC.command(purpose)).subcommand(complete::command(
        "yes",
        YES,
        yes::flags(),
    ));
    #[cfg(unix)]
    let command = command
        .subcommand(complete::command("meter", METER, meter::flags()))
        .subcommand(bench::SPEC.command(purpose));
    command
}

/// The long help of a command.
pub fn help(spec: &Spec) -> String {
    let mut command = command(Purpose::Parse);
    command.build();
    let command = command.find_subcommand_mut(spec.name);
    command.map(|command| command.render_long_help().to_string()).unwrap_or_default()
}

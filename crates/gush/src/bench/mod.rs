//! `gush bench`: the ladder of ways to write to a pipe, climbed on this machine.

mod compare;
mod flags;
mod list;
mod progress;
mod report;
mod request;
mod run;
mod runs;
mod sizes;
mod style;

use clap::ArgMatches;
use gush_diagnostics::Diagnostic;

use crate::exit::Failure;
pub use flags::SPEC;

/// Does what was asked for; `mistakes` were found in the options before.
///
/// # Errors
/// Mistakes in what was typed, and what went wrong on the way.
pub fn run(matches: &ArgMatches, mut mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    let below = matches.subcommand().and_then(|(name, matches)| {
        let spec = SPEC.commands.iter().find(|spec| spec.name == name)?;
        Some((*spec, matches))
    });
    let (spec, matches) = below.unwrap_or((&SPEC, matches));
    let given = spec.given(matches);
    mistakes.extend(given.conflicts());
    match spec.name {
        "report" => report::run(&given, mistakes),
        "compare" => compare::run(&given, mistakes),
        _ => run::run(&given, mistakes),
    }
}

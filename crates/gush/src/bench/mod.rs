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

use gush_diagnostics::Diagnostic;

use crate::exit::Failure;
use crate::flags::{Given, Spec};
pub use flags::SPEC;

/// Runs the command `spec`, which is `bench` or one below it; `mistakes` were found in the options before.
///
/// # Errors
/// Mistakes in what was typed, and what went wrong on the way.
pub fn run(spec: &Spec, given: &Given, mut mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    mistakes.extend(given.conflicts());
    match spec.name {
        "report" => report::run(given, mistakes),
        "compare" => compare::run(given, mistakes),
        _ => run::run(given, mistakes),
    }
}

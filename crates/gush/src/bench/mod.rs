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

/// Runs the command `spec`, which is `bench` or one below it; `diagnostics` were found in the options before.
///
/// # Errors
/// Invalid arguments, and failures while it runs.
pub fn run(spec: &Spec, given: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    diagnostics.extend(given.conflicts());
    match spec.name {
        "report" => report::run(given, diagnostics),
        "compare" => compare::run(given, diagnostics),
        _ => run::run(given, diagnostics),
    }
}

//! `gush bench`: the ladder of ways to write to a pipe, climbed on this machine.

mod args;
mod compare;
mod list;
mod progress;
mod report;
mod request;
mod run;
mod runs;
mod sizes;
mod style;

use args::Action;
pub use args::Args;

use gush_diagnostics::Diagnostic;

use crate::exit::Failure;

/// Does what was asked for; `mistakes` were found in the options before.
///
/// # Errors
/// Mistakes in what was typed, and what went wrong on the way.
pub fn run(args: &Args, mistakes: Vec<Diagnostic>) -> Result<(), Failure> {
    match &args.action {
        Some(Action::Report(report)) => report::run(report, mistakes),
        Some(Action::Compare(compare)) => compare::run(compare, mistakes),
        None => run::run(args, mistakes),
    }
}

//! The options of `gush bench` as they are typed. What they mean is looked at later, all at once.

use std::path::PathBuf;

use clap::ValueHint;

use super::{compare, report};

/// Climb the ladder of ways to write to a pipe, on this machine
#[derive(Debug, Default, clap::Args)]
#[command(args_override_self = true, args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    pub action: Option<Action>,

    /// The database that everything measured goes into [default: bench.db]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub db: Option<PathBuf>,
}

/// What to do with runs that were measured before.
#[derive(Debug, clap::Subcommand)]
pub enum Action {
    Report(report::Args),
    Compare(compare::Args),
}

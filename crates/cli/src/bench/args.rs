//! The options of `gush bench` as they are typed. What they mean is looked at later, all at once.

use std::path::PathBuf;

use clap::ValueHint;

use super::{compare, report};

/// Climb the ladder of ways to write to a pipe, on this machine
#[derive(Debug, Default, clap::Args)]
#[command(args_override_self = true, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub action: Option<Action>,

    /// Only these rungs: names, steps, languages or kinds (program, gush, peer, own, limit); * is anything
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', help_heading = RUNGS)]
    pub only: Vec<String>,

    /// None of these rungs
    #[arg(long, value_name = "PATTERN", value_delimiter = ',', help_heading = RUNGS)]
    pub skip: Vec<String>,

    /// A rung of your own; may be given several times
    #[arg(long, value_name = "NAME=COMMAND", help_heading = RUNGS)]
    pub rung: Vec<String>,

    /// Measure step 6 with buffers of A, 2A, 4A … B bytes instead of the ladder
    #[arg(long, value_name = "A..B", help_heading = RUNGS)]
    pub buffer_sizes: Option<String>,

    /// Fetch nothing: what would have to be fetched is not run
    #[arg(long, help_heading = RUNGS)]
    pub offline: bool,

    /// How long a round is [default: 1]
    #[arg(long, value_name = "S", allow_hyphen_values = true, help_heading = MEASURING)]
    pub seconds: Option<String>,

    /// How many rounds each rung has [default: 5, and 3 with --buffer-sizes]
    #[arg(long, value_name = "N", allow_hyphen_values = true, help_heading = MEASURING)]
    pub rounds: Option<String>,

    /// What takes the bytes: splice, read, lines, pv or null [default: splice]
    #[arg(long, value_name = "DRAIN", help_heading = MEASURING, long_help = drains_explained())]
    pub drain: Option<String>,

    /// How large the pipe is, as in 1M [default: as the system makes it]
    #[arg(long, value_name = "BYTES", allow_hyphen_values = true, help_heading = MEASURING)]
    pub pipe_size: Option<String>,

    /// How many seconds to wait for a first byte, and for the next one [default: 10]
    #[arg(long, value_name = "S", allow_hyphen_values = true, help_heading = MEASURING)]
    pub patience: Option<String>,

    /// Do not count calls of the system
    #[arg(long, help_heading = MEASURING)]
    pub no_trace: bool,

    /// The database that everything measured goes into [default: bench.db]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub db: Option<PathBuf>,

    /// Say nothing on the way
    #[arg(short, long, help_heading = OUTPUT)]
    pub quiet: bool,

    /// List the rungs, and what those need that cannot be run here
    #[arg(long, help_heading = OUTPUT)]
    pub list: bool,

    /// List them as JSON
    #[arg(long, help_heading = OUTPUT)]
    pub json: bool,

    /// Say what would be run, in which order and how long it takes
    #[arg(long, help_heading = OUTPUT)]
    pub dry_run: bool,
}

/// What to do with runs that were measured before.
#[derive(Debug, clap::Subcommand)]
pub enum Action {
    #[command(display_name = "gush bench report")]
    Report(report::Args),
    #[command(display_name = "gush bench compare")]
    Compare(compare::Args),
}

const RUNGS: &str = "Rungs";
const MEASURING: &str = "Measuring";
const OUTPUT: &str = "Output";
const EXAMPLES: &str = "Examples:
  gush bench --only c,gush --seconds 0.5
  gush bench --rung 'mine=./my-generator --all'
  gush bench --buffer-sizes 512..16384
";

/// The drains, each with what it is.
fn drains_explained() -> String {
    "What takes the bytes:
splice: they go to /dev/null without being looked at
read: they are read, 64 KiB at a time
lines: the same, and lines are counted
pv: the system's pv passes them on
null: programs write to /dev/null themselves
[default: splice]"
        .to_owned()
}

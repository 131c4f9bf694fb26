//! The whole command line, as the parser has it: the commands with their flags.

use clap::Command;

#[cfg(all(unix, feature = "bench"))]
use crate::bench;
use crate::colour::{self, COLOR};
use crate::complete;
use crate::flags::{Purpose, Spec, TEMPLATE, with_heading, with_help};
#[cfg(unix)]
use crate::meter;
use crate::{check, manual, rows, yes};

/// What `gush` is.
const ABOUT: &str = "Generate test data as fast as a pipe can carry it, and measure pipes";
/// Command lines to begin with.
const EXAMPLES: &str = "Examples:
  gush rows -l 5 name email city
  gush rows -l 1M -f parquet -o people.parquet id=seq name email
  gush yes | gush meter > /dev/null
";
/// One more of them, where there is a bench.
const BENCH_EXAMPLE: &str =
    if cfg!(all(unix, feature = "bench")) { "  gush bench --only c,gush\n" } else { "" };
/// What `gush yes` is.
const YES: &str = "Repeat a line until stopped, like GNU yes";
/// What `gush meter` is.
#[cfg(unix)]
const METER: &str = "Show, count and limit what flows through a pipe, like pv";

/// The commands that are parsed by their flags; the others have grammars of their own.
pub static SPECS: &[&Spec] = &[
    &rows::SPEC,
    &check::SPEC,
    #[cfg(all(unix, feature = "bench"))]
    &bench::SPEC,
];

/// The parser of the command line.
pub fn command(purpose: Purpose) -> Command {
    let command = Command::new("gush")
        .about(ABOUT)
        .help_template(TEMPLATE)
        .before_help(with_heading(&format!("{EXAMPLES}{BENCH_EXAMPLE}")))
        .after_help("`gush COMMAND --help` explains a command.")
        .max_term_width(100)
        .args_override_self(true)
        .subcommand_required(true)
        .disable_help_subcommand(true);
    let command = with_help(command).arg(COLOR.arg(purpose).display_order(999));
    let command = command.subcommand(rows::SPEC.command(purpose));
    let command = command.subcommand(check::SPEC.command(purpose)).subcommand(complete::command(
        "yes",
        YES,
        "STRING",
        yes::flags(),
    ));
    #[cfg(unix)]
    let command = command.subcommand(complete::command("meter", METER, "FILE", meter::flags()));
    #[cfg(all(unix, feature = "bench"))]
    let command = command.subcommand(bench::SPEC.command(purpose));
    command.subcommand(manual::SPEC.command(purpose))
}

/// The short help of a command.
pub fn short_help(spec: &Spec) -> String {
    let mut command = command(Purpose::Help);
    command.build();
    let command = command.find_subcommand_mut(spec.name);
    command.map(|command| colour::on_stdout().help(&command.render_help())).unwrap_or_default()
}

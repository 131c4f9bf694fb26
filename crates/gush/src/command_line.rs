//! The command line, as clap renders it: the commands with their flags.

use clap::Command;

#[cfg(all(unix, feature = "bench"))]
use crate::bench;
use crate::color::{self, COLOR};
use crate::complete;
use crate::flags::{Purpose, Spec, TEMPLATE, with_heading, with_help};
#[cfg(unix)]
use crate::meter;
use crate::{again, check, corpus, find, learn, manual, rows, yes};

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

/// `gush` itself: what is before the name of a command.
pub static SPEC: Spec = Spec {
    name: "gush",
    path: "gush",
    about: ABOUT,
    more: "",
    examples: "",
    operand: None,
    flags: &[&COLOR],
    main: &[],
    commands: &[
        &rows::SPEC,
        &again::SPEC,
        &check::SPEC,
        &learn::SPEC,
        &find::SPEC,
        #[cfg(all(unix, feature = "bench"))]
        &bench::SPEC,
        &corpus::SPEC,
        &manual::SPEC,
    ],
};

/// The command line, as clap has it.
pub fn command(purpose: Purpose) -> Command {
    let command = Command::new("gush")
        .about(ABOUT)
        .help_template(TEMPLATE)
        .before_help(with_heading(&format!("{EXAMPLES}{BENCH_EXAMPLE}")))
        .after_help("`gush COMMAND --help` explains a command.")
        .max_term_width(100)
        .subcommand_required(true)
        .disable_help_subcommand(true);
    let command = with_help(command).arg(COLOR.arg(purpose).display_order(999));
    let command = command.subcommand(rows::SPEC.command(purpose));
    let command = command.subcommand(again::SPEC.command(purpose));
    let command = command.subcommand(check::SPEC.command(purpose));
    let command = command.subcommand(learn::SPEC.command(purpose)).subcommand(find::SPEC.command(purpose));
    let command = command.subcommand(complete::command("yes", YES, "STRING", yes::flags()));
    #[cfg(unix)]
    let command = command.subcommand(complete::command("meter", METER, "FILE", meter::flags()));
    #[cfg(all(unix, feature = "bench"))]
    let command = command.subcommand(bench::SPEC.command(purpose));
    command.subcommand(corpus::SPEC.command(purpose)).subcommand(manual::SPEC.command(purpose))
}

/// The names of the commands below a command, in the order of the help.
pub fn names(spec: &Spec) -> Vec<String> {
    match spec.is_first() {
        true => command(Purpose::Help).get_subcommands().map(|below| below.get_name().to_owned()).collect(),
        false => spec.commands.iter().map(|below| below.name.to_owned()).collect(),
    }
}

/// The help of a command, or its summary.
pub fn help(spec: &Spec, is_long: bool) -> String {
    let mut gush = command(Purpose::Help);
    gush.build();
    let mut command = &mut gush;
    for name in spec.path.split(' ').skip(1) {
        let Some(below) = command.find_subcommand_mut(name) else { return String::new() };
        command = below;
    }
    let help = if is_long { command.render_long_help() } else { command.render_help() };
    color::on_stdout().help(&help)
}

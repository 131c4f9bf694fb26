//! Completion scripts of shells, made from the options that the commands have.

use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;

use crate::flags::{Flag, Purpose};

/// The completion script of `name`, whose options `command` has.
pub fn script(shell: Shell, command: &mut Command, name: &str) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, name, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Fish => script + &operands(command, name),
        _ => script,
    }
}

/// The operands that `clap_complete` leaves out for fish: those of the command, and of each of its subcommands.
fn operands(command: &Command, name: &str) -> String {
    let of = |command: &Command, condition: &str| {
        let mut operands = command.get_positionals().flat_map(Arg::get_possible_values);
        let words: Vec<String> = operands.by_ref().map(|value| value.get_name().to_owned()).collect();
        match words.is_empty() {
            true => String::new(),
            false => format!("complete -c {name}{condition} -f -a \"{}\"\n", words.join(" ")),
        }
    };
    let condition = |sub: &Command| format!(" -n \"__fish_{name}_using_subcommand {}\"", sub.get_name());
    let subcommands = command.get_subcommands().map(|sub| of(sub, &condition(sub)));
    of(command, "") + &subcommands.collect::<String>()
}

/// The script for fish with each command in a line of its own that ends in a semicolon, so that `eval (…)` can run it, which
/// joins lines by spaces.
pub fn joinable(script: &str) -> String {
    let commands = script.split("\ncomplete ").map(|command| command.trim_end().replace('\n', " "));
    commands.collect::<Vec<_>>().join(";\ncomplete ") + ";\n"
}

/// A command with a grammar of its own, for its flags to be completed. Its operands are called `operand`, and completed as files.
pub fn command(
    name: &'static str,
    about: &'static str,
    operand: &'static str,
    flags: impl Iterator<Item = &'static Flag>,
) -> Command {
    Command::new(name)
        .about(about)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(flags.map(|flag| flag.arg(Purpose::Complete)))
        .arg(Arg::new("operands").value_name(operand).num_args(0..).value_hint(ValueHint::FilePath))
}

//! Completion scripts of shells, generated from the options that the commands have.

mod line;

use clap::{Arg, Command, ValueHint};
use clap_complete::{Generator, Shell};
use clap_complete_nushell::Nushell;

use crate::flags::{Flag, Purpose};

pub use line::{completed, files};

/// What makes the completion script of a command by its name.
type Script = fn(&mut Command, &str) -> String;

/// The shells that have completion scripts of `gush`.
pub static SHELLS: [(&str, Script); 6] = [
    ("bash", |command, name| {
        let columns = include_str!("complete/columns.bash").replace("OPTIONS", &valued(command));
        script(Shell::Bash, command, name) + &columns
    }),
    ("zsh", |command, name| {
        let (first, rest) = ("#compdef gush\n", script(Shell::Zsh, command, name));
        let rest = rest.strip_prefix(first).unwrap_or(&rest);
        format!("{first}{}{}", include_str!("complete/columns.zsh"), by_function(rest))
    }),
    ("fish", |command, name| script(Shell::Fish, command, name)),
    ("nushell", |command, name| by_gush(&generated(Nushell, command, name))),
    ("powershell", |_, _| include_str!("complete/gush.ps1").to_owned()),
    ("elvish", |_, _| include_str!("complete/gush.elv").to_owned()),
];

/// How fish asks for the columns of `gush rows`.
const FISH_COLUMNS: &str = "(gush rows --complete-column=(commandline -ct | string join ''))";

/// The completion script of `gush` for a shell, which also completes what is in a column.
pub fn gush(shell: &str, command: &mut Command) -> Option<String> {
    let (_, script) = SHELLS.iter().find(|(name, _)| *name == shell)?;
    Some(script(command, "gush"))
}

/// The completion script of `name`, whose options `command` has.
pub fn script(shell: Shell, command: &mut Command, name: &str) -> String {
    let script = generated(shell, command, name);
    match shell {
        Shell::Fish => script + &operands(command, name),
        _ => script,
    }
}

fn generated(shell: impl Generator, command: &mut Command, name: &str) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The options of `gush rows` that take a value in an argument of its own, as alternatives of a pattern.
fn valued(command: &Command) -> String {
    let rows = command.find_subcommand("rows");
    let takes = |option: &&Arg| option.get_action().takes_values() && !option.is_require_equals_set();
    let options = rows.into_iter().flat_map(Command::get_opts).filter(takes);
    let names = options.flat_map(|option| {
        let letter = option.get_short().map(|letter| format!("-{letter}"));
        letter.into_iter().chain(option.get_long().map(|long| format!("--{long}")))
    });
    names.collect::<Vec<_>>().join("|")
}

/// The script for zsh, in which columns come from a function instead of a list.
fn by_function(script: &str) -> String {
    const COLUMNS: &str = "'*::operands -- The columns:(";
    let lines = script.split_inclusive('\n').map(|line| match line.starts_with(COLUMNS) {
        true => format!("{}_gush_columns' \\\n", COLUMNS.trim_end_matches('(')),
        false => line.to_owned(),
    });
    lines.collect()
}

/// The script for nushell, in which columns come from gush instead of a list.
fn by_gush(script: &str) -> String {
    const HEAD: &str = "  def \"nu-complete gush rows operands\" [";
    let (before, rest) = script.split_once(HEAD).unwrap_or((script, ""));
    let after = rest.split_once("\n  }\n").map_or("", |(_, after)| after);
    match after.is_empty() {
        true => script.to_owned(),
        false => format!("{before}{}{after}", include_str!("complete/columns.nu")),
    }
}

/// The operands that `clap_complete` leaves out for fish: those of the command, and of each of its subcommands.
fn operands(command: &Command, name: &str) -> String {
    let of = |command: &Command, condition: &str| {
        let mut operands = command.get_positionals().flat_map(Arg::get_possible_values);
        let names: Vec<String> = match (name, command.get_name()) {
            ("gush", "rows") => vec![FISH_COLUMNS.to_owned()],
            _ => operands.by_ref().map(|value| value.get_name().to_owned()).collect(),
        };
        match names.is_empty() {
            true => String::new(),
            false => format!("complete -c {name}{condition} -f -a \"{}\"\n", names.join(" ")),
        }
    };
    let condition = |sub: &Command| format!(" -n \"__fish_{name}_using_subcommand {}\"", sub.get_name());
    let subcommands = command.get_subcommands().map(|sub| of(sub, &condition(sub)));
    of(command, "") + &subcommands.collect::<String>()
}

/// The script for fish with each command in its own line, which ends in a semicolon, so that `eval (…)`, which joins lines by
/// spaces, can run it.
pub fn joinable(script: &str) -> String {
    let commands = script.split("\ncomplete ").map(|command| command.trim_end().replace('\n', " "));
    commands.collect::<Vec<_>>().join(";\ncomplete ") + ";\n"
}

/// A command with a grammar of its own, for its flags to be completed. Its operands are called `operand`, and completed as files.
pub fn command<E: 'static>(
    name: &'static str,
    about: &'static str,
    operand: &'static str,
    flags: impl Iterator<Item = &'static Flag<E>>,
) -> Command {
    Command::new(name)
        .about(about)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .args(flags.map(|flag| flag.arg(Purpose::Complete)))
        .arg(Arg::new("operands").value_name(operand).num_args(0..).value_hint(ValueHint::FilePath))
}

//! What the last argument of a command line can become, for the shells whose scripts leave all of that to gush.

use std::fs;
use std::path::Path;

use clap::builder::StyledStr;
use clap::{Arg, Command, ValueHint};

/// A candidate for an argument, and its description.
type Offer = (String, String);

/// What `argument` can become after the arguments `before` it, the first of which follows `gush`: one a line, with a tab and a
/// description where there is one. `columns` knows what the beginning of a column can become.
pub fn completed(
    command: &Command,
    before: &[String],
    argument: &str,
    columns: &dyn Fn(&str) -> String,
) -> String {
    let position = Position::after(command, before);
    let is_option = argument.starts_with('-') && position.takes_options;
    let offers = match (position.value_of, argument.split_once('=')) {
        (Some(option), _) => values(option, argument),
        (None, Some((name, value))) if is_option => {
            let option = position.command.get_opts().find(|option| is_named(option, name));
            let found = option.map(|option| values(option, value)).unwrap_or_default();
            found.into_iter().map(|(value, about)| (format!("{name}={value}"), about)).collect()
        }
        (None, _) if is_option => options(position.command, argument),
        (None, _) if position.command.get_name() == "rows" => return columns(argument),
        (None, _) => operands(&position, argument),
    };
    let line = |(offer, about): &Offer| match about.is_empty() {
        true => format!("{offer}\n"),
        false => format!("{offer}\t{about}\n"),
    };
    offers.iter().map(line).collect()
}

/// The position of the last argument of a command line.
struct Position<'c> {
    /// The command that it belongs to.
    command: &'c Command,
    /// The option whose value it is.
    value_of: Option<&'c Arg>,
    /// Whether it can be an option: no `--` is before it.
    takes_options: bool,
    /// Whether it can be a command.
    takes_commands: bool,
}

impl<'c> Position<'c> {
    fn after(command: &'c Command, before: &[String]) -> Self {
        let mut position = Position { command, value_of: None, takes_options: true, takes_commands: true };
        for argument in before {
            position.pass(argument);
        }
        position
    }

    /// Moves past an argument.
    fn pass(&mut self, argument: &str) {
        let is_option = self.takes_options && argument.starts_with('-') && argument.len() > 1;
        if self.value_of.take().is_some() {
        } else if argument == "--" {
            self.takes_options = false;
        } else if is_option {
            self.value_of = self.command.get_opts().find(|option| takes_next(option, argument));
        } else if let Some(below) = self.command.find_subcommand(argument).filter(|_| self.takes_commands) {
            self.command = below;
        } else {
            self.takes_commands = false;
        }
    }
}

/// Whether this argument is an option that takes the next one as its value.
fn takes_next(option: &Arg, argument: &str) -> bool {
    let takes_value = option.get_action().takes_values() && !option.is_require_equals_set();
    // The last of several letters.
    let letter = argument.chars().next_back().filter(|_| !argument.starts_with("--"));
    takes_value && (is_named(option, argument) || letter.is_some() && letter == option.get_short())
}

fn is_named(option: &Arg, argument: &str) -> bool {
    let long = argument.strip_prefix("--");
    let short = argument.strip_prefix('-').filter(|letter| letter.len() == 1);
    long.is_some() && long == option.get_long()
        || short.is_some() && short.and_then(|letter| letter.chars().next()) == option.get_short()
}

/// The values of an option, or of the last one of a list of them.
fn values(option: &Arg, typed: &str) -> Vec<Offer> {
    let (listed, last) = match option.get_value_delimiter() {
        Some(comma) => typed.split_at(typed.rfind(comma).map_or(0, |at| at + 1)),
        None => ("", typed),
    };
    let found = possible(option, last).into_iter();
    found.map(|(value, about)| (format!("{listed}{value}"), about)).chain(hinted(option, typed)).collect()
}

/// What an argument takes and begins with what was typed.
fn possible(argument: &Arg, typed: &str) -> Vec<Offer> {
    let values = argument.get_possible_values().into_iter();
    let values = values.map(|value| (value.get_name().to_owned(), first_line(value.get_help())));
    values.filter(|(name, _)| name.starts_with(typed)).collect()
}

/// The files that an argument takes.
fn hinted(argument: &Arg, typed: &str) -> Vec<Offer> {
    let is_file = argument.get_value_hint() == ValueHint::FilePath;
    let found = if is_file { files(typed) } else { Vec::new() };
    found.into_iter().map(|file| (file, String::new())).collect()
}

/// The options of a command; letters only where nothing else was typed.
fn options(command: &Command, typed: &str) -> Vec<Offer> {
    let names = |option: &Arg| {
        let about = first_line(option.get_help());
        let letter = option.get_short().filter(|_| typed == "-").map(|letter| format!("-{letter}"));
        let long = option.get_long().map(|name| format!("--{name}"));
        letter.into_iter().chain(long).map(move |name| (name, about.clone())).collect::<Vec<_>>()
    };
    let all = command.get_arguments().filter(|option| !option.is_positional()).flat_map(names);
    all.filter(|(name, _)| name.starts_with(typed)).collect()
}

/// The commands below a command, and its operands.
fn operands(position: &Position<'_>, typed: &str) -> Vec<Offer> {
    let below = position.command.get_subcommands().filter(|_| position.takes_commands);
    let below = below.map(|command| (command.get_name().to_owned(), first_line(command.get_about())));
    let operands = position.command.get_positionals().flat_map(|operand| {
        let offered = possible(operand, typed);
        if offered.is_empty() { hinted(operand, typed) } else { offered }
    });
    below.filter(|(name, _)| name.starts_with(typed)).chain(operands).collect()
}

fn first_line(text: Option<&StyledStr>) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    text.lines().next().unwrap_or_default().to_owned()
}

/// The files and folders that the beginning of a path can become.
pub fn files(typed: &str) -> Vec<String> {
    let folder = &typed[..typed.rfind('/').map_or(0, |at| at + 1)];
    let entries = fs::read_dir(if folder.is_empty() { Path::new(".") } else { Path::new(folder) });
    let entries = entries.into_iter().flatten().flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
        let end = if entry.path().is_dir() { "/" } else { "" };
        Some(format!("{folder}{name}{end}")).filter(|path| path.starts_with(typed))
    });
    let mut found: Vec<String> = entries.collect();
    found.sort();
    found
}

//! A command: its flags, its operands and its help, as the parser of the command line has them.

use std::ffi::OsString;

use clap::builder::{
    OsStringValueParser, PathBufValueParser, PossibleValuesParser, StringValueParser, StyledStr,
};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint};

use super::flag::{Choice, Flag, Value, ValueType};
use super::given::Given;

/// The heading of `--help` and `--version`.
const HELP: &str = "Help";

/// The order of a help text; what is "before the help" are the examples.
pub const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";
/// What the short help says last where it does not list all options.
const MORE: &str = "`--help` explains all options.";

/// A command.
#[derive(Debug)]
pub struct Spec {
    /// Its name.
    pub name: &'static str,
    /// Its name with those of the commands above it.
    pub path: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What the long help says after that.
    pub more: &'static str,
    /// Command lines to begin with, which the help shows before the options.
    pub examples: &'static str,
    /// Its operands.
    pub operand: Option<Operand>,
    /// Its flags, in the order of the help.
    pub flags: &'static [&'static Flag],
    /// Those of them that the short help lists; all, if there are none.
    pub main: &'static [&'static Flag],
    /// The commands below it.
    pub commands: &'static [&'static Spec],
}

/// The operands of a command.
#[derive(Debug)]
pub struct Operand {
    /// What the help calls one.
    pub form: &'static str,
    /// What they are, in one line.
    pub about: &'static str,
    /// What the long help says instead.
    pub more: Option<fn() -> String>,
    /// Whether there may be several.
    pub several: bool,
    /// What completion offers; files, if there is nothing.
    pub choices: fn() -> Vec<Choice>,
}

/// What a parser is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To parse what has no mistake: without the texts of the help, which take longer to put together than to parse.
    Parse,
    /// To parse what has mistakes, or asks for help: values are looked at later, so that all mistakes are told at once.
    Help,
    /// To complete: values are those that there are.
    Complete,
}

impl Spec {
    /// The parser of this command.
    pub fn command(&self, purpose: Purpose) -> Command {
        let is_rare = |flag: &Flag| !self.main.is_empty() && !self.main.iter().any(|main| main.is(flag));
        let flags = self.flags.iter().map(|flag| flag.arg(purpose).hide_short_help(is_rare(flag)));
        let has_short = !self.main.is_empty();
        let operands = self.operand.iter().map(|operand| operand.arg(purpose).hide_short_help(has_short));
        let commands = self.commands.iter().map(|spec| spec.command(purpose));
        let command = Command::new(self.name)
            .args_override_self(true)
            .args_conflicts_with_subcommands(true)
            .disable_help_subcommand(true);
        let command = if purpose == Purpose::Parse { command } else { self.described(command) };
        with_help(command.args(operands).args(flags))
            .mut_arg(VERSION, |version| version.hide_short_help(has_short))
            .subcommands(commands)
    }

    /// The command with the texts of its help.
    fn described(&self, command: Command) -> Command {
        let long = if self.more.is_empty() {
            self.about.to_owned()
        } else {
            format!("{}.\n\n{}", self.about, self.more)
        };
        command
            .display_name(self.path)
            .about(self.about)
            .long_about(long)
            .help_template(TEMPLATE)
            .before_help(with_heading(self.examples))
            .after_help(if self.main.is_empty() { "" } else { MORE })
            .after_long_help("")
    }

    /// What was typed, if there is no mistake in it and it asks for no help. The first word is the command's name.
    pub fn plain(&self, words: &[OsString]) -> Option<ArgMatches> {
        self.command(Purpose::Parse).try_get_matches_from(words).ok()
    }

    /// What was typed, as the parser found it.
    pub fn given(&self, matches: &ArgMatches) -> Given {
        let operands = self.operand.iter().filter_map(|_| matches.get_many::<String>(OPERANDS));
        let mut given = Given::new(operands.flatten().cloned().collect());
        for flag in self.flags {
            match flag.value {
                None if matches.get_flag(flag.name) => given.set(flag, ""),
                None => {}
                Some(_) => {
                    matches.get_raw(flag.name).into_iter().flatten().for_each(|value| given.set(flag, value));
                }
            }
        }
        given
    }
}

/// The parser's name for the operands.
const OPERANDS: &str = "operands";

/// The name of `--version`.
const VERSION: &str = "version";

/// Examples of a help text, with a heading as those that clap writes; a text without colours leaves that out.
pub fn with_heading(examples: &str) -> StyledStr {
    match examples.split_once('\n') {
        Some((heading, rest)) => format!("\x1b[1m\x1b[4m{heading}\x1b[0m\n{rest}").into(),
        None => examples.to_owned().into(),
    }
}

/// The command with `--help` and `--version` under a heading of their own.
pub fn with_help(command: Command) -> Command {
    let flag = |letter: char, name: &'static str, action: ArgAction, help: &'static str| {
        Arg::new(name)
            .short(letter)
            .long(name)
            .action(action)
            .help(help)
            .help_heading(HELP)
            .display_order(1000)
    };
    let help = flag('h', "help", ArgAction::Help, "Print help; -h prints a summary");
    let version = flag('V', VERSION, ArgAction::Version, "Print the version");
    command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .version(concat!("(gusher) ", env!("CARGO_PKG_VERSION")))
        .args([help, version])
}

impl<E> Flag<E> {
    /// Itself, as the parser has it.
    pub fn arg(&self, purpose: Purpose) -> Arg {
        let arg = Arg::new(self.name).long(self.name).short(self.letter);
        let arg = match purpose {
            Purpose::Parse => arg,
            Purpose::Help | Purpose::Complete => {
                let brief = self.brief.filter(|_| purpose == Purpose::Help).map(str::to_owned);
                arg.help_heading(self.group)
                    .help(brief.unwrap_or_else(|| self.summary()))
                    .long_help(self.explanation())
            }
        };
        let Some(value) = self.value else { return arg.action(ArgAction::SetTrue) };
        let Value { form, kind, hyphens, if_missing, repeats, listed } = value;
        let action = if repeats { ArgAction::Append } else { ArgAction::Set };
        let arg = arg.action(action).value_name(form).allow_hyphen_values(hyphens);
        let arg = match kind {
            ValueType::Text => arg.value_parser(StringValueParser::new()),
            ValueType::File => arg.value_parser(PathBufValueParser::new()).value_hint(ValueHint::FilePath),
            ValueType::Bytes => arg.value_parser(OsStringValueParser::new()),
        };
        let arg = if listed { arg.value_delimiter(',') } else { arg };
        let arg = match if_missing {
            Some(value) => arg.num_args(0..=1).require_equals(true).default_missing_value(value),
            None => arg,
        };
        match self.choices {
            Some(choices) if purpose == Purpose::Complete => arg.value_parser(names((choices.all)())),
            _ => arg,
        }
    }
}

impl Operand {
    fn arg(&self, purpose: Purpose) -> Arg {
        let arg = Arg::new(OPERANDS).value_name(self.form);
        let arg = if self.several { arg.num_args(0..) } else { arg };
        if purpose == Purpose::Parse {
            return arg;
        }
        let arg = arg.help(self.about);
        let arg = match self.more {
            Some(more) => arg.long_help(more()),
            None => arg,
        };
        let choices = (self.choices)();
        match choices.is_empty() {
            true => arg.value_hint(ValueHint::FilePath),
            false if purpose == Purpose::Complete => arg.value_parser(names(choices)),
            false => arg,
        }
    }
}

fn names(choices: Vec<Choice>) -> PossibleValuesParser {
    PossibleValuesParser::new(choices.into_iter().map(|choice| choice.name))
}

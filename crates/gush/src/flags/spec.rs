//! A command: its flags, its operands and its help, which clap renders.

use clap::builder::{PossibleValuesParser, StyledStr};
use clap::{Arg, ArgAction, Command, ValueHint};

use super::flag::{Choice, Flag, ValueType};

/// The heading of `--help` and `--version`.
const HELP_GROUP: &str = "Help";

/// The order of a help text; the text "before the help" is the examples.
pub const TEMPLATE: &str =
    "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";
/// The last line of the short help where it does not list all options.
const MORE: &str = "`--help` explains all options.";

/// The variables that all commands read, for the end of a long help and for manual pages.
pub const ENVIRONMENT: &str = "Environment:
  NO_COLOR                  If set, no colors without --color
  CLICOLOR, CLICOLOR_FORCE  CLICOLOR=0 is as NO_COLOR; CLICOLOR_FORCE=1 has colors in pipes too
  TERM                      If it is dumb, no colors and no pager
  COLUMNS                   The width of tables and charts where no terminal has one
  PAGER, LESS               What shows long lists on a terminal [default: less], and its options
  LC_ALL, LC_CTYPE, LANG    Of the first one that is set: tables have lines of Unicode if it
                            names UTF-8";

/// A command.
#[derive(Debug)]
pub struct Spec {
    /// Its name.
    pub name: &'static str,
    /// Its name with those of the commands above it.
    pub path: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The text after that in the long help.
    pub more: &'static str,
    /// Command lines to begin with, which the help shows before the options.
    pub examples: &'static str,
    /// Its operands.
    pub operand: Option<Operand>,
    /// Its flags, in the order of the help.
    pub flags: &'static [&'static Flag],
    /// Those of them that the short help lists; empty for all.
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
    /// The text of the long help instead.
    pub more: Option<fn() -> String>,
    /// Whether there may be several.
    pub several: bool,
    /// What completion offers; files, if there is nothing.
    pub choices: fn() -> Vec<Choice>,
}

/// What clap's command is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To show the help.
    Help,
    /// To complete: with the values that exist.
    Complete,
}

impl Spec {
    /// This command, as clap has it.
    pub fn command(&self, purpose: Purpose) -> Command {
        let is_rare = |flag: &Flag| !self.main.is_empty() && !self.main.iter().any(|main| main.is(flag));
        let flags = self.flags.iter().map(|flag| flag.arg(purpose).hide_short_help(is_rare(flag)));
        let has_short = !self.main.is_empty();
        let operands = self.operand.iter().map(|operand| operand.arg(purpose).hide_short_help(has_short));
        let commands = self.commands.iter().map(|spec| spec.command(purpose));
        let command =
            Command::new(self.name).args_conflicts_with_subcommands(true).disable_help_subcommand(true);
        with_help(self.described(command).args(operands).args(flags))
            .mut_arg(VERSION.name, |version| version.hide_short_help(has_short))
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
            .after_long_help(with_heading(ENVIRONMENT))
    }

    /// Whether it is `gush` itself, below which all commands are.
    pub fn is_first(&self) -> bool {
        self.path == self.name
    }
}

/// Clap's name for the operands.
const OPERANDS: &str = "operands";

/// The help, which every command has.
pub static HELP: Flag = Flag::new(HELP_GROUP, "help", "Print help; -h prints a summary").letter('h');
/// The version, which every command has.
pub static VERSION: Flag = Flag::new(HELP_GROUP, "version", "Print the version").letter('V');

/// Examples of a help text, with a heading as those that clap writes; a text without colors leaves that out.
pub fn with_heading(examples: &str) -> StyledStr {
    match examples.split_once('\n') {
        Some((heading, rest)) => format!("\x1b[1m\x1b[4m{heading}\x1b[0m\n{rest}").into(),
        None => examples.to_owned().into(),
    }
}

/// The command with `--help` and `--version` under a heading of their own.
pub fn with_help(command: Command) -> Command {
    let flag = |flag: &Flag, action| flag.arg(Purpose::Help).action(action).display_order(1000);
    let (help, version) = (flag(&HELP, ArgAction::Help), flag(&VERSION, ArgAction::Version));
    command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .version(concat!("(gusher) ", env!("CARGO_PKG_VERSION")))
        .args([help, version])
}

impl<E> Flag<E> {
    /// Itself, as clap has it.
    pub fn arg(&self, purpose: Purpose) -> Arg {
        let arg = Arg::new(self.name).long(self.name).short(self.letter);
        let brief = self.brief.filter(|_| purpose == Purpose::Help).map(str::to_owned);
        let arg = arg
            .help_heading(self.group)
            .help(brief.unwrap_or_else(|| self.summary()))
            .long_help(self.explanation());
        let Some(value) = self.value else { return arg.action(ArgAction::SetTrue) };
        let action = if value.repeats { ArgAction::Append } else { ArgAction::Set };
        let arg = arg.action(action).value_name(value.form);
        let arg = if value.kind == ValueType::File { arg.value_hint(ValueHint::FilePath) } else { arg };
        let arg = if value.listed { arg.value_delimiter(',') } else { arg };
        let arg = if value.if_missing.is_some() { arg.num_args(0..=1).require_equals(true) } else { arg };
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

//! Which program an argument list is for: by the name that the program was called by, then by the command that is named.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use gush_diagnostics::{Code, Diagnostic};

use crate::arguments::{Arguments, Ending, read};
#[cfg(all(unix, feature = "bench"))]
use crate::bench;
use crate::exit::Failure;
use crate::flags::{Given, Purpose, Spec};
#[cfg(unix)]
use crate::meter;
use crate::yes::Grammar;
use crate::{
    again, check, color, command_line, corpus, exit, fakedata, find, learn, manual, names, rows, unknown,
    version, write, yes,
};

/// Runs what these arguments ask for, and gives the exit code. The first one is the name by which the program was called:
/// `yes`, `pv` and `fakedata` behave as the programs of those names do.
#[must_use]
pub fn run(mut argv: Vec<OsString>) -> ExitCode {
    let name = argv.first().and_then(|program| Path::new(program).file_name());
    // Grammars of their own, and the first line of yes should be out before anything else is looked at.
    match &argv[..] {
        [_, ..] if name == Some(OsStr::new(names::YES)) => {
            let arguments = argv.split_off(1);
            yes::run(&argv[0], arguments, Grammar::Gnu)
        }
        [_, ..] if name == Some(OsStr::new(names::FAKEDATA)) => fakedata::run(argv.split_off(1)),
        #[cfg(unix)]
        [_, ..] if name == Some(OsStr::new(names::PV)) => meter::run(names::PV, argv.split_off(1)),
        [_, command, ..] if is_other(command) => other(&argv[1].clone(), argv.split_off(2)),
        [] | [_] => {
            color::set(&[]);
            print(&command_line::help(&command_line::SPEC, false))
        }
        _ => {
            let diagnostics = color::set(&argv[1..]).map(|value| color::COLOR.unknown(&value));
            command(&command_line::SPEC, &argv.split_off(1), diagnostics.into_iter().collect())
        }
    }
}

/// Whether a command of this name has the grammar of another program.
fn is_other(name: &OsStr) -> bool {
    name == "yes" || cfg!(unix) && name == "meter"
}

fn other(name: &OsStr, arguments: Vec<OsString>) -> ExitCode {
    match name == "yes" {
        #[cfg(unix)]
        false => meter::run(names::METER, arguments),
        _ => yes::run(OsStr::new("gush yes"), arguments, Grammar::Gush),
    }
}

/// Runs the command `spec`, or the one below it that its arguments name; `diagnostics` are those already found.
fn command(spec: &'static Spec, typed: &[OsString], diagnostics: Vec<Diagnostic>) -> ExitCode {
    let Arguments { given, mut diagnostics, ending } = read(spec, typed.to_vec(), diagnostics);
    match ending {
        Ending::Run => exit::of(execute(spec, &given, diagnostics)),
        Ending::Help { is_long } if diagnostics.is_empty() => print(&command_line::help(spec, is_long)),
        Ending::Version if diagnostics.is_empty() => print(&version::line(spec.path)),
        Ending::Command(name, arguments) => {
            let below = spec.commands.iter().find(|below| name == below.name);
            match below {
                Some(below) => command(below, &arguments, diagnostics),
                None if spec.is_first() && name == "help" => help(arguments, diagnostics),
                None if spec.is_first() && is_other(&name) && diagnostics.is_empty() => {
                    other(&name, arguments)
                }
                None if spec.is_first() && is_other(&name) => refuse(diagnostics),
                None => {
                    diagnostics.push(unknown::command(spec, &name.to_string_lossy(), typed));
                    refuse(diagnostics)
                }
            }
        }
        Ending::Help { .. } | Ending::Version | Ending::Refused => refuse(diagnostics),
    }
}

/// `gush help rows` is `gush rows --help`.
fn help(mut arguments: Vec<OsString>, diagnostics: Vec<Diagnostic>) -> ExitCode {
    if arguments.first().is_some_and(|name| name == names::FAKEDATA) {
        return fakedata::run(vec!["--help".into()]);
    }
    arguments.push("--help".into());
    command(&command_line::SPEC, &arguments, diagnostics)
}

/// Runs a command, unless its arguments are invalid.
fn execute(spec: &Spec, given: &Given, mut diagnostics: Vec<Diagnostic>) -> Result<(), Failure> {
    match spec.name {
        "gush" => {
            let text = format!("a command is missing; there are {}", command_line::names(spec).join(", "));
            diagnostics.push(Diagnostic::new(Code::Option, "gush", 4..4, text));
            Err(Failure::Diagnostics(diagnostics))
        }
        "rows" => rows::run(given, diagnostics),
        "again" => again::run(given, diagnostics),
        "check" => check::run(given, diagnostics),
        "find" => find::run(given, diagnostics),
        "learn" => learn::run(given, diagnostics),
        "corpus" | "parquet" => corpus::run(spec, given, diagnostics),
        "man" => {
            let programs = vec![command_line::command(Purpose::Help), fakedata::command()];
            manual::run(given, programs, diagnostics)
        }
        #[cfg(all(unix, feature = "bench"))]
        _ => bench::run(spec, given, diagnostics),
        #[cfg(not(all(unix, feature = "bench")))]
        _ => Err(Failure::Diagnostics(diagnostics)),
    }
}

fn refuse(diagnostics: Vec<Diagnostic>) -> ExitCode {
    exit::of(Err(Failure::Diagnostics(diagnostics)))
}

fn print(text: &str) -> ExitCode {
    exit::of(write::text(text))
}

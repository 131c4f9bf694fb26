//! `gush`: makes test data at pipe speed and measures what a pipe can take.
//!
//! Reads the command line, calls one crate, and maps the result to an exit code. A library, so that other front ends (such as
//! a Python package) can run the same command.

mod advice;
#[cfg(all(unix, feature = "bench"))]
mod bench;
mod charset;
mod check;
mod colour;
mod command_line;
mod complete;
mod exit;
mod failure;
mod fakedata;
mod flags;
mod layout;
mod manual;
#[cfg(unix)]
mod meter;
mod names;
mod one_dash;
mod parse;
#[cfg(all(test, feature = "bench"))]
mod reference;
mod rows;
mod signals;
mod write;
mod yes;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;
use gush_diagnostics::Diagnostic;

use flags::Purpose;
use yes::Grammar;

/// Runs what these arguments ask for, and gives the exit code. The first one is the name by which the program was called:
/// `yes`, `pv` and `fakedata` behave as the programs of those names do.
#[must_use]
pub fn run(mut argv: Vec<OsString>) -> ExitCode {
    let mut mistakes = Vec::new();
    let name = argv.first().and_then(|program| Path::new(program).file_name());
    // Grammars of their own, and the first line of yes should be out before anything else is looked at.
    match &argv[..] {
        [_, ..] if name == Some(OsStr::new(names::YES)) => {
            let words = argv.split_off(1);
            return yes::run(&argv[0], words, Grammar::Gnu);
        }
        [_, ..] if name == Some(OsStr::new(names::FAKEDATA)) => return fakedata::run(argv.split_off(1)),
        #[cfg(unix)]
        [_, ..] if name == Some(OsStr::new(names::PV)) => {
            return meter::run(names::PV, argv.split_off(1));
        }
        #[cfg(unix)]
        [_, command, ..] if command == "meter" => return meter::run(names::METER, argv.split_off(2)),
        [_, command, ..] if command == "yes" => {
            return yes::run(OsStr::new("gush yes"), argv.split_off(2), Grammar::Gush);
        }
        [_, help, command, ..] if help == "help" && command == names::FAKEDATA => {
            return fakedata::run(vec!["--help".into()]);
        }
        // `gush help rows` is `gush rows --help`.
        [_, help, ..] if help == "help" => {
            argv.remove(1);
            argv.push("--help".into());
            return run(argv);
        }
        [] | [_] => {
            colour::set(&[]);
            let help = command_line::command(Purpose::Help).render_help();
            return exit::of(write::text(&colour::on_stdout().help(&help)));
        }
        // Without a mistake, the parser of one command without its help is enough, which is a fraction of the whole one.
        [_, command, ..] => {
            mistakes.extend(colour::set(&argv[1..]).map(|value| colour::COLOR.unknown(&value)));
            let spec = command_line::SPECS.iter().find(|spec| command == spec.name);
            mistakes.extend(spec.into_iter().flat_map(|spec| one_dash::mend(spec, &mut argv[2..])));
            if let Some((spec, matches)) = spec.and_then(|spec| Some((spec, spec.plain(&argv[1..])?))) {
                return run_command(spec.name, &matches, mistakes);
            }
        }
    }
    match parse::parse(&command_line::command(Purpose::Help), argv) {
        Ok(parse::Parsed { matches, mistakes: found }) => match matches.subcommand() {
            Some((name, matches)) => run_command(name, matches, [mistakes, found].concat()),
            None => exit::of(Err(exit::Failure::Mistakes([mistakes, found].concat()))),
        },
        Err(parse::Refused { error, mistakes: found }) => {
            exit::clap(error.as_ref(), &[mistakes, found].concat())
        }
    }
}

/// Runs the command of this name. `mistakes` are those that were found in its options.
fn run_command(name: &str, matches: &ArgMatches, mistakes: Vec<Diagnostic>) -> ExitCode {
    match name {
        "rows" => exit::of(rows::run(&rows::SPEC.given(matches), mistakes)),
        "check" => exit::of(check::run(&check::SPEC.given(matches), mistakes)),
        "man" => {
            let programs = vec![command_line::command(Purpose::Help), fakedata::command()];
            exit::of(manual::run(&manual::SPEC.given(matches), programs, mistakes))
        }
        #[cfg(all(unix, feature = "bench"))]
        "bench" => exit::of(bench::run(matches, mistakes)),
        // The others have grammars of their own, and what comes before their names is wrong.
        _ => exit::of(Err(exit::Failure::Mistakes(mistakes))),
    }
}

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

//! `gush meter`, which is also `pv`: pv's words at the speed of the pipe, and more.

mod args;
mod board;
mod change;
mod inputs;
mod modes;
mod options;
mod query;
mod record;
mod show;
mod signals;
mod transfer;
mod values;
mod watch;
mod words;

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use gush_meter::remote;
use gush_pipe::{Sink, reason};

use crate::exit::{self, Failure};
use args::Command;

/// The name of the program whose words these are.
pub const NAME: &str = "pv";

/// The bits of the exit code, which are pv's.
mod code {
    /// Another meter or the file for the process id could not be reached.
    pub const ELSEWHERE: u8 = 1;
    pub const NOT_OPENED: u8 = 2;
    pub const INPUT_IS_OUTPUT: u8 = 4;
    pub const INTERNAL: u8 = 8;
    pub const TRANSFER: u8 = 16;
    pub const SIGNAL: u8 = 32;
    /// The command line is wrong.
    pub const USAGE: u8 = 64;
}

/// Letter, name, value and description of each option, for completion scripts.
pub fn options() -> impl Iterator<Item = (Option<char>, &'static str, Option<&'static str>, &'static str)> {
    options::rows().map(|&(_, letter, name, value, about)| (letter, name, value, about))
}

/// Runs the command on the words after its name. `program` is how it was called: every message begins with it.
pub fn run(program: &str, words: Vec<OsString>) -> ExitCode {
    let command: Vec<_> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let parsed = match args::parse(words) {
        Err(mistakes) => {
            exit::say(format_args!("{program}: {}", Failure::Mistakes(mistakes)));
            return ExitCode::from(code::USAGE);
        }
        Ok(Command::Help) => return print(&options::help(program)),
        Ok(Command::Version) => return print(&format!("pv (gusher) {}\n", env!("CARGO_PKG_VERSION"))),
        Ok(Command::Run(request)) => request,
    };
    let meter = Meter { program, command: format!("{program} {}", command.join(" ")) };
    let code = match (parsed.remote, parsed.query) {
        (Some(id), _) => meter.change(id, &parsed.sent),
        (_, Some(id)) => query::run(&meter, *parsed, id),
        _ if !parsed.watch.is_empty() => watch::run(&meter, *parsed),
        _ => meter.transfer(*parsed),
    };
    ExitCode::from(code)
}

fn print(text: &str) -> ExitCode {
    let printed = Sink::stdout().and_then(|mut sink| sink.write_all(text.as_bytes()));
    exit::of(printed.map_err(Failure::stdout))
}

/// How it was called.
struct Meter<'a> {
    program: &'a str,
    command: String,
}

impl Meter<'_> {
    fn say(&self, text: impl std::fmt::Display) {
        exit::say(format_args!("{}: {text}", self.program));
    }

    fn change(&self, id: u32, words: &[String]) -> u8 {
        self.answered(id, remote::change(id, words))
    }

    fn answered(&self, id: u32, result: io::Result<()>) -> u8 {
        let Err(error) = result else { return 0 };
        match error.kind() {
            ErrorKind::NotFound | ErrorKind::ConnectionRefused => {
                self.say(format_args!("{id}: no meter of yours runs there"));
            }
            _ => self.say(format_args!("{id}: {}", reason(&error))),
        }
        code::ELSEWHERE
    }
}

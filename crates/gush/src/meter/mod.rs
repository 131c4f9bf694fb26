//! `gush meter`, which is also `pv`: pv's options at the speed of the pipe, and more.
//!
//! - `flags`, `values`, `modes`, `args`: from the arguments to a [`request`], which stays as it is from then on;
//! - `running`: a meter that runs, whatever it does: its messages, its exit code, how others reach it;
//! - `transfer` with its `inputs` and its `output`, `command`, `watch`, `remote`: what it does;
//! - `show`: the display beside it, which `live_settings` changes.

mod args;
mod command;
mod draft;
mod error;
mod files;
mod flags;
mod help;
mod inputs;
mod live_settings;
mod modes;
mod output;
mod record;
mod remote;
mod request;
mod running;
mod show;
mod signals;
mod transfer;
mod values;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use gush_pipe::Sink;

use crate::color;
use crate::exit::{self, Failure};
use crate::layout;
use crate::names::METER;
use crate::version;
use args::Grammar;
use error::Fault;
use flags::MeterFlag;
use request::Command;
use running::Meter;

/// All flags of `gush meter`.
pub fn flags() -> impl Iterator<Item = &'static MeterFlag> {
    help::listed(Grammar::Gush)
}

/// Runs the command on the arguments after its name. `program` is how it was called: every message begins with it.
pub fn run(program: &str, arguments: Vec<OsString>) -> ExitCode {
    let command: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let grammar = if program == METER { Grammar::Gush } else { Grammar::Pv };
    if grammar == Grammar::Gush {
        let _ = color::set(&arguments);
    }
    let request = match args::parse(arguments, grammar) {
        Err(diagnostics) => {
            let text = format!("{program}: {}", Failure::Diagnostics(diagnostics));
            exit::say(color::on_stderr().message(&layout::message(&text)));
            return ExitCode::from(Fault::Usage.bit());
        }
        Ok(Command::Help) => return print(program, &help::help(program, grammar)),
        Ok(Command::Summary) => return print(program, &help::summary(program)),
        Ok(Command::Version) => return print(program, &version::line(program)),
        Ok(Command::Run(request)) => request,
    };
    let meter = Meter::new(program, format!("{program} {}", command.join(" ")), &request);
    let ended = match (request.remote, request.query, request.monitor) {
        (Some(id), ..) => remote::change(&meter, id).map(|()| 0),
        (_, Some(id), _) => remote::query(&meter, id).map(|()| 0),
        (.., Some(sides)) => command::run(&meter, sides),
        _ if !request.watch.is_empty() => watch::run(&meter).map(|()| 0),
        _ => transfer::run(&meter).map(|()| 0),
    };
    let of_command = ended.unwrap_or_else(|error| {
        meter.report(&error);
        0
    });
    ExitCode::from(meter.faults().code_or(of_command))
}

fn print(program: &str, text: &str) -> ExitCode {
    let printed = Sink::stdout().and_then(|mut sink| sink.write_all(text.as_bytes()));
    exit::by(program, printed.map_err(Failure::stdout))
}

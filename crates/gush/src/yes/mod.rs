//! `gush yes`, which is also `yes`: GNU's behaviour to the byte, and more under options that GNU rejects.

mod args;
mod rate;

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::string::FromUtf8Error;

use gush_pipe::flood::Flood;
use gush_pipe::strategy::{self, STRATEGIES, Strategy};
use gush_pipe::{Sink, close_stdout, reason, startup};

use args::{Command, UsageError, YesRequest};
pub use args::{Grammar, flags};

use crate::flags::Rules;
use crate::{color, version};

/// The environment variable that chooses the way to write, for benchmarks and bug reports.
const STRATEGY: &str = "GUSH_STRATEGY";

/// The longest text to repeat: it is kept in memory. A longer one may be endless.
const MAX_BYTES: u64 = 256 << 20;

/// Why nothing, or no more, was written.
enum Failure {
    /// Invalid arguments: GNU's two lines.
    UsageError(UsageError),
    /// What could not be done, and why.
    Io(String, io::Error),
}

impl From<UsageError> for Failure {
    fn from(error: UsageError) -> Failure {
        Failure::UsageError(error)
    }
}

/// Runs the command on the arguments after its name. `program` is how it was called: every message begins with it.
pub fn run(program: &OsStr, arguments: Vec<OsString>, grammar: Grammar) -> ExitCode {
    if grammar == Grammar::Gush {
        let _ = color::set(&arguments);
    }
    let program = program.as_encoded_bytes();
    let closed = || close_stdout().map_err(|error| Failure::Io("standard output".into(), error));
    let Err(failure) = execute(program, arguments, grammar).and_then(|()| closed()) else {
        return ExitCode::SUCCESS;
    };
    let lines = match failure {
        Failure::Io(what, error) => format!(": {what}: {}\n", reason(&error)).into_bytes(),
        Failure::UsageError(UsageError(text)) => {
            [b": ", &text[..], b"\nTry '", program, b" --help' for more information.\n"].concat()
        }
    };
    // In one write, so that output of another process does not interrupt it. Without stderr there is nowhere to report to.
    let message = [program, &lines].concat();
    let _ = io::stderr().write_all(&match String::from_utf8(message) {
        Ok(text) => color::on_stderr().message(&text).into_bytes(),
        Err(odd) => odd.into_bytes(),
    });
    ExitCode::FAILURE
}

fn execute(program: &[u8], arguments: Vec<OsString>, grammar: Grammar) -> Result<(), Failure> {
    match args::parse(arguments, grammar, Rules::YES.by_environment())? {
        Command::Help => match (grammar, String::from_utf8(usage(program, grammar))) {
            (Grammar::Gush, Ok(text)) => print(color::on_stdout().classic_help(&text).as_bytes()),
            (_, text) => print(&text.map_or_else(FromUtf8Error::into_bytes, String::into_bytes)),
        },
        Command::Version => {
            let name = if grammar == Grammar::Gush { "gush yes" } else { "yes" };
            print(version::line(name).as_bytes())
        }
        Command::Flood(request) => {
            let strategy = forced_strategy()?;
            let line = line(&request)?;
            flood(&request, &line, strategy).map_err(|error| Failure::Io("standard output".into(), error))
        }
    }
}

fn flood(request: &YesRequest, line: &[u8], strategy: Option<&'static Strategy>) -> io::Result<()> {
    let mut flood = Flood::new(line);
    if let Some(lines) = request.lines {
        flood = flood.lines(lines);
    }
    if let Some(rate) = request.rate {
        flood = flood.rate(rate);
    }
    if let Some(strategy) = strategy {
        flood = flood.strategy(strategy);
    }
    let mut sink = Sink::stdout()?;
    flood.run(&mut sink)?;
    sink.restore_pipe();
    Ok(())
}

/// What is repeated: the operands, or the file, with the terminator after it.
fn line(request: &YesRequest) -> Result<Vec<u8>, Failure> {
    let terminator = if request.zero { 0 } else { b'\n' };
    let mut line = match &request.from_file {
        Some(file) => read(file).map_err(|error| Failure::Io(shown(file), error))?,
        None if request.operands.is_empty() => b"y".to_vec(),
        None => request.operands.join(OsStr::new(" ")).into_encoded_bytes(),
    };
    // A file that ends as its lines do needs no second end.
    if request.from_file.is_none() || line.last() != Some(&terminator) {
        line.push(terminator);
    }
    Ok(line)
}

/// What messages call a file.
fn shown(file: &OsStr) -> String {
    if file == "-" { "standard input".into() } else { file.to_string_lossy().into_owned() }
}

fn read(file: &OsStr) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if file == "-" {
        startup::stdin()?.lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        startup::open(file.as_ref())?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it is larger than 256 MiB, which is the most that --from-file takes"));
    }
    Ok(bytes)
}

fn forced_strategy() -> Result<Option<&'static Strategy>, UsageError> {
    let Some(name) = std::env::var_os(STRATEGY).filter(|name| !name.is_empty()) else { return Ok(None) };
    let name = name.to_string_lossy();
    let found = strategy::find(&name).ok_or_else(|| {
        let names: Vec<_> = STRATEGIES.iter().map(|strategy| strategy.name()).collect();
        UsageError::from(format!(
            "{STRATEGY}: no strategy is called '{name}'; there are {}",
            names.join(", ")
        ))
    });
    found.map(Some)
}

fn print(text: &[u8]) -> Result<(), Failure> {
    let printed = Sink::stdout().and_then(|mut sink| sink.write_all(text));
    printed.map_err(|error| Failure::Io("write error".into(), error))
}

fn usage(program: &[u8], grammar: Grammar) -> Vec<u8> {
    let strategies: String = STRATEGIES
        .iter()
        .map(|strategy| format!("    {:13} needs {}\n", strategy.name(), strategy.needs()))
        .collect();
    let flags = args::listed(grammar);
    let examples = if grammar == Grammar::Gush { EXAMPLES } else { b"" };
    let [head, or, rest] = [b"Usage: ".as_slice(), b" [STRING]...\n  or:  ", b" OPTION\n"];
    let first = [head, program, or, program, rest, ABOUT, examples].concat();
    [&first, flags.as_bytes(), STRATEGIES_HELP, strategies.as_bytes()].concat()
}

const ABOUT: &[u8] = b"Repeats a line: the STRINGs, separated by spaces, or 'y'.\n\n";
const EXAMPLES: &[u8] = b"\
Examples:
  gush yes | ./install.sh
  gush yes -n 1M 'a line' > lines.txt
  gush yes --rate 100 | ./consumer

Options:
";
const STRATEGIES_HELP: &[u8] =
    b"\nThe environment variable GUSH_STRATEGY chooses how to write, for benchmarks:\n";

//! Passes standard input, or files, to standard output by the engine alone, for measurements:
//! `pass [-l] [-L RATE] [FILE]…`; reports on stderr how much passed.

use std::env;
use std::fs::File;
use std::io::{self, Error};

use gush_meter::{Options, SharedState, Transfer};
use gush_pipe::{Sink, Source, sigpipe};

fn main() -> io::Result<()> {
    sigpipe::ignore_write_signals();
    let shared = SharedState::default();
    let (mut options, mut files) = (Options::default(), Vec::new());
    let mut args = env::args().skip(1);
    while let Some(argument) = args.next() {
        match &argument[..] {
            "-l" => (options.lines, options.by_lines) = (Some(b'\n'), true),
            "-C" => options.plain = true,
            "-L" => shared.controls.set_limit(args.next().and_then(|rate| rate.parse().ok()).unwrap_or(0)),
            _ => files.push(File::open(argument)?),
        }
    }
    let mut sources: Vec<_> = files.into_iter().map(Source::from_file).collect();
    if sources.is_empty() {
        sources.push(Source::stdin()?);
    }
    let mut transfer = Transfer::new(Sink::stdout()?, options, &shared);
    let passed = sources.iter().try_for_each(|source| transfer.pass(source).map(drop));
    eprintln!("{} bytes, {} lines", shared.counts.bytes(), shared.counts.lines());
    passed.map_err(|error| Error::other(format!("{error:?}")))
}

//! Drives `gush yes` from outside, beside the system's `yes`: what the command promises, one topic a file.

use gush_testkit::{Outcome, Program, Running, Signal, Stream, need};
use std::io::{PipeReader, Read};

mod extensions;
mod faults;
mod forwarding;
mod gnu;
mod readers;
mod sizes;
mod startup;
mod streams;

const MIB: usize = 1 << 20;

/// All strategies, by the names that `GUSH_STRATEGY` takes.
const STRATEGIES: [&str; 4] = ["tee-sockets", "tee-pages", "vmsplice", "write"];

/// Whether the binary was built without what only Linux has.
const PORTABLE: bool = cfg!(any(feature = "portable", not(target_os = "linux")));

/// Our `yes`, called by that name.
fn yes() -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).named("yes")
}

/// Our `yes` as a command of `gush`, with arguments that are written in one line.
fn gush_yes(sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg("yes").arg_line(sentence)
}

/// The system's `yes`.
fn gnu() -> Program {
    Program::new("/usr/bin/env").arg("yes")
}

/// Whether the system's `yes` is GNU's; reports it where it is not.
fn gnu_is_missing() -> bool {
    let Ok(()) = need::tool("yes") else {
        need::not_run("yes is not installed");
        return true;
    };
    let run = gnu().arg("--version").run();
    let missing = !run.stdout.starts_with(b"yes (GNU coreutils)");
    if missing {
        need::not_run("the system's yes is not GNU's");
    }
    missing
}

/// `line` and a newline, over and over, up to `bytes`.
fn repeated(line: &[u8], bytes: usize) -> Vec<u8> {
    let line = [line, b"\n"].concat();
    let mut all = line.repeat(bytes / line.len() + 1);
    all.truncate(bytes);
    all
}

/// A line that shows where it is cut.
fn line(length: usize) -> Vec<u8> {
    (0..length).map(|i| b'a' + (i * i % 26) as u8).collect()
}

/// Compares what comes with `line`, newline included, over and over, up to `most` bytes, which are not kept; returns how
/// many came.
#[track_caller]
fn check(mut reader: impl Read, line: &[u8], most: usize) -> usize {
    let mut buffer = vec![0; 1 << 18];
    let expected = line.repeat(buffer.len() / line.len() + 2);
    let mut seen = 0;
    while seen < most {
        let step = buffer.len().min(most - seen);
        let read = reader.read(&mut buffer[..step]).expect("a pipe can be read");
        let phase = seen % line.len();
        assert!(buffer[..read] == expected[phase..][..read], "out of step within {read} bytes after {seen}");
        seen += read;
        if read == 0 {
            break;
        }
    }
    seen
}

/// Starts a program whose output we read ourselves.
#[track_caller]
fn start(program: Program) -> (PipeReader, Running) {
    let (reader, writer) = std::io::pipe().expect("a pipe can be created");
    (reader, program.stdout(Stream::Fd(writer.into())).spawn())
}

/// What a program comes to whose reader leaves.
#[track_caller]
fn assert_left_by_its_reader(run: Outcome) {
    run.died_of(Signal::PIPE).silent();
}

//! Drives `gush meter` from outside, beside the system's `pv`: what the command promises, one topic a file.

use gush_testkit::{Outcome, Program, need};

mod diagnostics;
mod extensions;
mod faults;
mod formats;
mod modes;
mod monitor;
mod newest;
mod record;
mod safety;
mod screens;
mod side_by_side;
mod sizes;
mod streams;
mod terminal;
mod watching;

const MIB: usize = 1 << 20;

/// Whether the binary was built without what only Linux has.
const PORTABLE: bool = cfg!(any(feature = "portable", not(target_os = "linux")));

/// The flag of a file that is written past the cache, which only Linux has.
#[cfg(target_os = "linux")]
const PAST_THE_CACHE: i32 = libc::O_DIRECT;
#[cfg(not(target_os = "linux"))]
const PAST_THE_CACHE: i32 = 0;

/// The meter with arguments that are written in one line.
fn meter(sentence: &str) -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).arg("meter").arg_line(sentence)
}

/// The meter, called by pv's name.
fn pv() -> Program {
    Program::new(env!("CARGO_BIN_EXE_gush")).named("pv")
}

/// A script in which `pv` is this function.
fn script(pv: &str, text: &str) -> String {
    format!("pv() {{ {pv} \"$@\"; }}\n{text}")
}

/// Runs a script for bash with our meter as `pv`.
fn ours(text: &str) -> Program {
    // In a function `exec` would end the shell: the name is given by a subshell's own.
    let call = format!("(exec -a pv '{}' \"$@\")", env!("CARGO_BIN_EXE_gush"));
    Program::new("bash").args(["-c", &format!("pv() {{ {call}; }}\n{text}")])
}

/// Runs a script for bash with the system's pv.
fn theirs(text: &str) -> Program {
    Program::new("bash").args(["-c", &script("command pv", text)])
}

/// Whether the system's pv is the one that ours was compared with; reports it where it is not.
fn pv_is_missing() -> bool {
    if need::tool("pv").is_err() || need::tool("bash").is_err() {
        need::not_run("pv is not installed");
        return true;
    }
    let version = Program::new("/usr/bin/env").args(["pv", "--version"]).run();
    let missing = !version.stdout.starts_with(b"pv 1.6.20 ");
    if missing {
        need::not_run("the system's pv is not 1.6.20");
    }
    missing
}

/// Bytes that show what is missing, doubled or out of order.
fn pattern(length: usize) -> Vec<u8> {
    (0..length / 8 + 1).flat_map(|i| format!("{i:7x}\n").into_bytes()).take(length).collect()
}

/// The last line of a meter of numbers.
#[track_caller]
fn last_number(run: &Outcome) -> u64 {
    let errors = run.errors();
    let last = errors.lines().last().and_then(|line| line.split_whitespace().last());
    last.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no number in {errors:?}"))
}

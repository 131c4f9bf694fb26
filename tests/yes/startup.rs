//! The first line is out before anything is set up for speed: most readers want no more.
#![cfg(target_os = "linux")]

use crate::yes::PORTABLE;
use gush_testkit::{Program, Scratch, need};

/// The system calls of a run, one a line, from the start of `main` on.
fn calls(args: &str, reader: &str) -> Vec<String> {
    let scratch = Scratch::new();
    let program =
        Program::new("strace").arg_line("-qq -o calls").arg(env!("CARGO_BIN_EXE_gush")).arg_line(args);
    program.within(scratch.folder()).pipe_into(reader).consumer.ok();
    let log = String::from_utf8_lossy(&scratch.read("calls")).into_owned();
    log.lines().map(str::to_owned).collect()
}

fn position(calls: &[String], beginning: &str) -> Option<usize> {
    calls.iter().position(|call| call.starts_with(beginning))
}

#[test]
fn the_first_line_comes_before_anything_is_set_up() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    let calls = calls("yes", "head -c 20000000");
    let first = position(&calls, "write(1, \"y\\n\", 2)").expect("the first line is a write");
    for later in ["socketpair(", "pipe2(", "tee(", "splice(", "fcntl(1, F_SETPIPE_SZ"] {
        assert!(
            position(&calls, later).is_some_and(|position| position > first),
            "{later} comes after the first line"
        );
    }
    // The last thing that the runtime does before `main` is ours: SIGPIPE as the parent left it.
    let start = calls[..first]
        .iter()
        .rposition(|call| call.starts_with("rt_sigaction(SIGPIPE"))
        .expect("it is restored");
    assert!(first - start <= 3, "{:#?}", &calls[start..=first]);
}

#[test]
fn one_line_sets_up_nothing() {
    need!("strace");
    if PORTABLE {
        return need::not_run("the portable backend makes no such system calls");
    }
    let calls = calls("yes -n 1", "cat");
    for never in ["socketpair(", "pipe2(", "tee(", "splice(", "clone", "vmsplice("] {
        assert_eq!(position(&calls, never), None, "{calls:#?}");
    }
}

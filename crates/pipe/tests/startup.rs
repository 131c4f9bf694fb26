//! What the parent hands over, seen by children of this very program: shells start it with closed descriptors and
//! ignored signals.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::env;
use std::io::pipe;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, exit};

use gush_pipe::{Sink, sigpipe, startup};

const TASK: &str = "GUSH_PIPE_TEST_TASK";
const SIGPIPE: i32 = 13;

/// Runs the task in a child that `shell` prepares and starts.
fn child(shell: &str, task: &str) -> ExitStatus {
    Command::new("sh")
        .args(["-c", shell])
        .arg(env::current_exe().unwrap())
        .env(TASK, task)
        .stdout(std::process::Stdio::null())
        .status()
        .unwrap()
}

/// The child's side. As a test of its own it does nothing.
#[test]
fn task() {
    match env::var(TASK).as_deref() {
        Ok("stdout") => exit(match (startup::stdout_was_closed(), Sink::stdout()) {
            (true, Err(e)) if e.to_string().starts_with("Bad file descriptor") => 11,
            (false, Ok(_)) => 10,
            _ => 1,
        }),
        Ok("sigpipe") => {
            sigpipe::restore();
            let (reader, mut writer) = pipe().unwrap();
            drop(reader);
            let error = std::io::Write::write(&mut writer, b"y\n").unwrap_err();
            exit(if error.kind() == std::io::ErrorKind::BrokenPipe { 12 } else { 1 });
        }
        _ => {}
    }
}

#[test]
fn a_closed_stdout_is_told_from_an_open_one() {
    assert_eq!(child(r#"exec "$0" --exact task"#, "stdout").code(), Some(10));
    assert_eq!(child(r#"exec "$0" --exact task >&-"#, "stdout").code(), Some(11));
    assert_eq!(child(r#"exec "$0" --exact task <&-"#, "stdout").code(), Some(10));
}

#[test]
fn sigpipe_kills_unless_the_parent_ignores_it() {
    // The standard library starts children with the default action, unlike the shells and supervisors that trap it.
    assert_eq!(child(r#"exec "$0" --exact task"#, "sigpipe").signal(), Some(SIGPIPE));
    assert_eq!(child(r#"trap "" PIPE; exec "$0" --exact task"#, "sigpipe").code(), Some(12));
}

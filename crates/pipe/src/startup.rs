//! What the parent process handed over.
//!
//! Before `main`, the Rust runtime ignores SIGPIPE and opens `/dev/null` on any of the descriptors 0 to 2 that is
//! closed. Both hide what a Unix program owes its users: death by SIGPIPE when the reader leaves, and
//! `Bad file descriptor` when there is no standard output. What was there is noted before the runtime starts.

use std::fs::File;
use std::io::{self, Stdin};
use std::path::Path;

use crate::output;
use crate::sys;

/// Puts SIGPIPE back to what the parent process chose: its default action (a write to a pipe without a reader ends
/// the process), unless the parent had it ignored. Does nothing where there is no SIGPIPE.
pub fn restore_sigpipe() {
    sys::restore_sigpipe();
}

/// Has a write that cannot be done fail with an error instead of ending the process by a signal: into a pipe without a
/// reader, or beyond the size that a file may have. For a process that has something to clean up.
pub fn ignore_write_signals() {
    sys::ignore_write_signals();
}

/// Whether `signal` is ignored, as by nohup. False where the platform cannot say.
pub fn is_ignored(signal: i32) -> bool {
    sys::is_ignored(signal)
}

/// Whether standard output was closed when the process started. False where the platform cannot say.
pub fn stdout_was_closed() -> bool {
    sys::was_open(1).is_err()
}

/// Standard input, unless it was closed when the process started: that is not an empty one.
///
/// # Errors
/// `Bad file descriptor` where it was closed.
pub fn stdin() -> io::Result<Stdin> {
    sys::was_open(0).map(|()| io::stdin())
}

/// Opens a file to read it. `/dev/stdin` and its other names fail as [`stdin`] does.
///
/// # Errors
/// When the system refuses, or the path leads to a standard descriptor that was closed.
pub fn open(path: &Path) -> io::Result<File> {
    if let Some(number) = output::descriptor(path).and_then(|number| i32::try_from(number).ok()) {
        sys::was_open(number)?;
    }
    File::open(path)
}

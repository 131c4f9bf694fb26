//! Whether a lost reader ends the process, and other signals that a parent may have ignored.
//!
//! Before `main`, the Rust runtime ignores SIGPIPE, so that a write to a pipe without a reader is an error. A Unix program owes
//! its users death by SIGPIPE instead, unless its parent had the signal ignored: what the parent chose is noted before the
//! runtime starts.

use crate::sys;

/// Puts SIGPIPE back to what the parent process chose: its default action (a write to a pipe without a reader ends
/// the process), unless the parent had it ignored. Does nothing where there is no SIGPIPE.
pub fn restore() {
    sys::restore_sigpipe();
}

/// Has a write that cannot be done fail with an error instead of ending the process by a signal: into a pipe without a
/// reader, or beyond the size that a file may have. For a process that has something to clean up.
pub fn ignore_write_signals() {
    sys::ignore_write_signals();
}

/// Whether `signal` is ignored, as by nohup. False where the platform does not report it.
pub fn is_ignored(signal: i32) -> bool {
    sys::is_ignored(signal)
}

//! Which standard streams were closed when the process started.
//!
//! Before `main`, the Rust runtime opens `/dev/null` on any of the descriptors 0 to 2 that is closed, which hides the error
//! that a Unix program owes its users: `Bad file descriptor`. What was closed is noted before the runtime starts.

use std::fs::File;
use std::io::{self, Stdin};
use std::path::Path;

use crate::output;
use crate::sys;

/// Whether standard output was closed when the process started. False where the platform does not report it.
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

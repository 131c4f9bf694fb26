//! The terminals on standard error and standard output.

use crate::sys;

/// Columns and rows of the terminal on standard error; `None` where there is none, or it does not know.
pub fn size() -> Option<(u16, u16)> {
    sys::terminal_size()
}

/// Columns and rows of the terminal on standard output; `None` where there is none, or it does not know.
pub fn stdout_size() -> Option<(u16, u16)> {
    sys::stdout_size()
}

/// Whether we may write to standard error without disturbing the process group that has the terminal: false for a job
/// in the background.
pub fn is_foreground() -> bool {
    sys::is_foreground()
}

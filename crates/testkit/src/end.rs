//! How a process ended.

use rustix::process::Signal;
use std::fmt;

/// How a process ended: by itself with a code, or by a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It exited with this code.
    Code(i32),
    /// A signal of this number ended it.
    Signal(i32),
}

impl End {
    /// From the status that `wait(2)` reports.
    pub(crate) fn from_wait_status(status: i32) -> Self {
        if libc::WIFSIGNALED(status) {
            Self::Signal(libc::WTERMSIG(status))
        } else {
            Self::Code(libc::WEXITSTATUS(status))
        }
    }

    /// The end that `signal` brings to a process that does not handle it.
    #[must_use]
    pub fn by(signal: Signal) -> Self {
        Self::Signal(signal.as_raw())
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Signal(number) => write!(f, "signal {number}"),
        }
    }
}

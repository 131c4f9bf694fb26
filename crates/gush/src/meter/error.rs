//! What can go wrong, and the exit code that it gives: a set of bits, which are pv's.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use gush_pipe::reason;

/// A bit of the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Fault {
    /// Another meter, or the file for the process ID, could not be reached.
    Unreachable = 1,
    /// A file could not be opened, or there is no such process.
    NotOpened = 2,
    /// An input is the output, too.
    InputIsOutput = 4,
    /// Something else failed before or after the transfer.
    Internal = 8,
    /// Something could not be read or written.
    Transfer = 16,
    /// A signal ended it.
    Signal = 32,
    /// The command line is wrong.
    Usage = 64,
}

impl Fault {
    /// The exit code of this alone.
    pub fn bit(self) -> u8 {
        self as u8
    }
}

/// What has gone wrong so far. All clones share one set: a thread that ends the process needs it, too.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<AtomicU8>);

impl Faults {
    /// Adds `fault`.
    pub fn note(&self, fault: Fault) {
        self.0.fetch_or(fault.bit(), Ordering::Relaxed);
    }

    /// Whether `fault` is among them.
    pub fn has(&self, fault: Fault) -> bool {
        self.code() & fault.bit() != 0
    }

    /// The exit code, or that of a command where nothing else went wrong.
    pub fn code_or(&self, of_command: u8) -> u8 {
        if self.code() == 0 { of_command } else { self.code() }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What went wrong: its text for the user, and its bit of the exit code.
#[derive(Debug, thiserror::Error)]
#[error("{text}")]
pub struct Error {
    /// The bit of the exit code.
    pub fault: Fault,
    text: String,
}

impl Error {
    /// An error with this text.
    pub fn new(fault: Fault, text: impl Display) -> Error {
        Error { fault, text: text.to_string() }
    }

    /// The system's error about `what`, as a file.
    pub fn system(fault: Fault, what: impl Display, error: &io::Error) -> Error {
        Error::new(fault, format_args!("{what}: {}", reason(error)))
    }
}

//! Every other platform, and Linux when the `portable` feature asks for it: the standard library alone.

use std::fs::File;
use std::io::{self, IsTerminal, Stdout, Write};
use std::thread;
use std::time::Duration;

use crate::sink::SinkKind;

#[cfg(unix)]
#[path = "unix.rs"]
mod family;
#[cfg(not(unix))]
#[path = "windows.rs"]
mod family;

mod zero_copy;

pub(crate) use family::{inherit, new_file_permissions};
pub(crate) use zero_copy::{FRAGMENT, Pipe, Socket, VmSplicer};

/// How many bytes one `write` to a pipe is given.
pub(crate) const PIPE_STEP: usize = 64 << 10;

/// An open file, or the terminal, which some platforms reach by other calls than files.
#[derive(Debug)]
pub(crate) enum Output {
    Terminal(Stdout),
    File(File),
}

impl Output {
    pub(crate) fn stdout() -> io::Result<Output> {
        let stdout = io::stdout();
        if stdout.is_terminal() {
            Ok(Output::Terminal(stdout))
        } else {
            family::duplicate(&stdout).map(Output::File)
        }
    }

    pub(crate) fn from_file(file: File) -> Output {
        Output::File(file)
    }

    pub(crate) fn kind(&self) -> SinkKind {
        match self {
            Output::Terminal(_) => SinkKind::Terminal,
            Output::File(file) if file.is_terminal() => SinkKind::Terminal,
            Output::File(file) => file.metadata().map_or(SinkKind::Other, |m| family::kind(m.file_type())),
        }
    }

    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            // The standard library holds back what follows the last newline: let it go at once.
            Output::Terminal(stdout) => {
                let mut stdout = stdout.lock();
                let written = stdout.write(bytes)?;
                stdout.flush().map(|()| written)
            }
            Output::File(file) => (&mut &*file).write(bytes),
        }
    }

    /// The standard library cannot wait for a descriptor, so this sleeps.
    pub(crate) fn wait_writable(&self) {
        thread::sleep(Duration::from_millis(1));
    }

    pub(crate) fn enlarge_pipe(&self, _bytes: usize) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A cheaper way into a pipe than `write`: there is none.
#[derive(Debug)]
pub(crate) enum Relay {}

impl Relay {
    pub(crate) fn new() -> io::Result<Relay> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) fn load(&self, _bytes: &[u8]) -> io::Result<usize> {
        match *self {}
    }

    pub(crate) fn unload(&self, _output: &Output, _len: usize) -> io::Result<usize> {
        match *self {}
    }
}

pub(crate) fn restore_sigpipe() {}

/// The Rust runtime ignores SIGPIPE before `main`, and nothing here restores it.
pub(crate) fn ignore_write_signals() {}

pub(crate) fn is_ignored(_signal: i32) -> bool {
    false
}

pub(crate) fn stdout_was_closed() -> bool {
    false
}

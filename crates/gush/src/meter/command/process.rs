//! The command as a process: its ends of pipes, signals for it, and its exit code.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gush_pipe::child::send_signal;
use signal_hook::consts::SIGPIPE;

use super::super::error::{Error, Fault};
use super::super::request::MeterRequest;
use super::super::values::Sides;

/// What shells answer where a command cannot be run, or is not there.
const CANNOT_RUN: u8 = 126;
const NOT_FOUND: u8 = 127;
/// What shells add to the number of the signal that a command died by.
const SIGNAL: i32 = 128;

/// The command, while it runs.
pub struct Process {
    child: Child,
    id: Living,
}

/// The process ID of a command, as long as the system cannot reuse it.
#[derive(Clone)]
pub struct Living(Arc<Mutex<Option<u32>>>);

impl Living {
    fn lock(&self) -> MutexGuard<'_, Option<u32>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: i32) {
        if let Some(id) = *self.lock() {
            send_signal(id, signal);
        }
    }
}

/// Why a command was not started, and the exit code for that.
pub struct NotStarted {
    pub code: u8,
    pub error: Error,
}

impl Process {
    /// Starts the command of `request`, whose metered `sides` are pipes.
    ///
    /// # Errors
    /// When there is no such command, or the system refuses.
    pub fn start(request: &MeterRequest, sides: Sides) -> Result<Process, NotStarted> {
        let Some((name, arguments)) = request.command.split_first() else {
            return Err(refused(Path::new(""), &ErrorKind::NotFound.into()));
        };
        let stdout = if sides.has_output() { Ok(Stdio::piped()) } else { unmetered_output(request) };
        let spawned = stdout.and_then(|stdout| {
            let stdin = if sides.has_input() { Stdio::piped() } else { Stdio::inherit() };
            Command::new(name).args(arguments).stdin(stdin).stdout(stdout).spawn()
        });
        let child = spawned.map_err(|error| refused(Path::new(name), &error))?;
        let id = Living(Arc::new(Mutex::new(Some(child.id()))));
        Ok(Process { child, id })
    }

    /// Its process ID.
    pub fn id(&self) -> Living {
        self.id.clone()
    }

    /// What it reads, if that is metered.
    pub fn take_input(&mut self) -> Option<File> {
        self.child.stdin.take().map(|stdin| File::from(OwnedFd::from(stdin)))
    }

    /// What it writes, if that is metered.
    pub fn take_output(&mut self) -> Option<File> {
        self.child.stdout.take().map(|stdout| File::from(OwnedFd::from(stdout)))
    }

    /// Whether it has ended.
    pub fn is_over(&mut self) -> bool {
        let over = !matches!(self.child.try_wait(), Ok(None));
        if over {
            self.id.lock().take();
        }
        over
    }

    /// Waits for its end, and gives its exit code as shells do.
    pub fn wait(&mut self) -> u8 {
        let status = self.child.wait();
        self.id.lock().take();
        status.map_or(0, code)
    }
}

/// The exit code of a command. One whose reader has left has not failed.
fn code(status: ExitStatus) -> u8 {
    let code = match status.signal() {
        Some(SIGPIPE) => 0,
        Some(signal) => SIGNAL + signal,
        None => status.code().unwrap_or(0),
    };
    u8::try_from(code).unwrap_or(u8::MAX)
}

/// Where the command writes that is metered at its input alone.
fn unmetered_output(request: &MeterRequest) -> io::Result<Stdio> {
    match &request.output {
        _ if request.discard => Ok(Stdio::null()),
        // It has been emptied.
        Some(path) => File::options().write(true).open(path).map(Stdio::from),
        None => Ok(Stdio::inherit()),
    }
}

fn refused(name: &Path, error: &io::Error) -> NotStarted {
    let code = if error.kind() == ErrorKind::NotFound { NOT_FOUND } else { CANNOT_RUN };
    NotStarted { code, error: Error::system(Fault::NotOpened, name.display(), error) }
}

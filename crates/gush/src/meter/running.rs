//! A running meter: its request, its faults so far, its recordings, and what makes it reachable for other processes.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::process;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};

use gush_meter::display::{Settings, Shape};
use gush_meter::record::Recorder;
use gush_meter::{Event, control};
use gush_store::Recorded;
use gush_store::model::Unit;

use super::error::{Error, Fault, Faults};
use super::request::MeterRequest;
use super::{record, signals};
use crate::{color, exit};

/// A meter that runs.
pub struct Meter<'a> {
    program: &'a str,
    command: String,
    request: &'a MeterRequest,
    faults: Faults,
}

impl<'a> Meter<'a> {
    /// A meter that was asked for by `request`, by the command line `command`.
    pub fn new(program: &'a str, command: String, request: &'a MeterRequest) -> Meter<'a> {
        Meter { program, command, request, faults: Faults::default() }
    }

    /// The name that it was called by: every message begins with it.
    pub fn program(&self) -> &'a str {
        self.program
    }

    /// What was asked for.
    pub fn request(&self) -> &'a MeterRequest {
        self.request
    }

    /// What has gone wrong so far.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Writes a message.
    pub fn say(&self, text: impl Display) {
        exit::say(color::on_stderr().message(&format!("{}: {text}", self.program)));
    }

    /// Writes what went wrong, and notes it for the exit code.
    pub fn report(&self, error: &Error) {
        self.faults.note(error.fault);
        self.say(error);
    }

    /// The settings of a display: lines for people are not drawn where stderr is no terminal, unless that is forced.
    pub fn shown(&self, settings: Settings) -> Settings {
        let shape = if self.request.is_unseen() { Shape::Quiet } else { settings.shape };
        Settings { shape, ..settings }
    }

    /// What takes the ticks of what `settings` are about, if they are recorded.
    ///
    /// # Errors
    /// When the recording cannot be written.
    pub fn recorder(&self, settings: &Settings) -> Result<Option<Recorder>, Error> {
        let Some(file) = &self.request.record else { return Ok(None) };
        let Settings { by_lines, size, style, .. } = settings;
        let what = Recorded {
            name: style.name.clone(),
            unit: if *by_lines { Unit::Lines } else { Unit::Bytes },
            size: *size,
            command: self.command.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            started: record::now(),
            grouped_as: self.request.group.clone(),
        };
        record::start(file, what).map(Some).map_err(|error| {
            let path = error.path.display();
            let text = format_args!("{path}: the recording cannot be written: {}", error.kind);
            Error::new(Fault::NotOpened, text)
        })
    }

    /// Lets others reach this process from now on, by signals too.
    ///
    /// # Errors
    /// When the file for the process ID cannot be written.
    pub fn appear(&self) -> Result<Reachable, Error> {
        let (sender, events) = mpsc::channel();
        // Before it can be found: a process that knows the ID may send a signal.
        signals::forward(sender.clone());
        let pid_file = self.request.pid_file.clone();
        if let Some(file) = &pid_file {
            fs::write(file, format!("{}\n", process::id()))
                .map_err(|error| Error::system(Fault::Unreachable, file.display(), &error))?;
        }
        // Where it cannot listen, it still works; it only cannot be queried.
        let socket = Mutex::new(control::ControlSocket::open(sender.clone()).ok());
        Ok(Reachable { sender, events, traces: Traces { socket, pid_file } })
    }
}

/// A process that others can reach.
pub struct Reachable {
    /// For other senders of events.
    pub sender: Sender<Event>,
    /// What others ask for.
    pub events: Receiver<Event>,
    /// What makes it reachable.
    pub traces: Traces,
}

/// What makes a process reachable; removed when it ends, in any way.
#[derive(Debug, Default)]
pub struct Traces {
    socket: Mutex<Option<control::ControlSocket>>,
    pid_file: Option<PathBuf>,
}

impl Traces {
    /// Closes the control socket.
    pub fn close(&self) {
        if let Ok(mut socket) = self.socket.lock() {
            drop(socket.take());
        }
    }

    /// Closes the control socket, and removes the file for the process ID.
    pub fn remove(&self) {
        self.close();
        if let Some(file) = &self.pid_file {
            let _ = fs::remove_file(file);
        }
    }
}

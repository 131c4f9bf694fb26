//! The display of a meter that runs, and what others can find it by.

use std::fmt::Display;
use std::fs;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread;

use gush_lab::model::Unit;
use gush_lab::store::Recorded;
use gush_meter::display::{Hooks, Settings, Shape};
use gush_meter::record::Recorder;
use gush_meter::{Gauge, Monitor, Order, remote};
use gush_pipe::reason;

use super::args::Request;
use super::change::Helm;
use super::{Meter, code, record, signals};
use crate::exit;

/// What a process leaves behind for others to find it by; gone with it, however it ends.
#[derive(Debug, Default)]
pub struct Traces {
    ear: Mutex<Option<remote::Ear>>,
    pid_file: Option<PathBuf>,
}

impl Traces {
    pub fn remove(&self) {
        if let Ok(mut ear) = self.ear.lock() {
            drop(ear.take());
        }
        if let Some(file) = &self.pid_file {
            let _ = fs::remove_file(file);
        }
    }
}

impl Meter<'_> {
    /// Starts the display, and all by which others can reach it.
    pub fn show(
        &self,
        request: &Request,
        recorder: Option<Recorder>,
        gauge: &Arc<Gauge>,
    ) -> Result<Show, u8> {
        let mut settings = request.settings.clone();
        if is_unseen(request) {
            settings.shape = Shape::Quiet;
        }
        let (orders, received) = mpsc::channel();
        let traces = Arc::new(self.appear(request, &orders)?);
        let helm = Helm::new(request);
        let hooks = Hooks {
            change: Box::new(move |words, settings, gauge| helm.turn(words, settings, gauge)),
            suspend: Box::new(signals::suspend),
        };
        let (gauge, left) = (Arc::clone(gauge), Arc::clone(&traces));
        let failed = Arc::new(AtomicU8::new(0));
        let failed_by_then = Arc::clone(&failed);
        let thread = thread::spawn(move || {
            if Monitor::new(settings, &gauge, recorder, hooks).run(&received).is_some() {
                left.remove();
                // The transfer may be in a call that nothing ends.
                process::exit((code::SIGNAL | failed_by_then.load(Ordering::Relaxed)).into());
            }
        });
        Ok(Show { program: self.program.to_owned(), orders, thread, traces, failed })
    }

    /// From now on others can reach this process, by signals too.
    pub fn appear(&self, request: &Request, orders: &Sender<Order>) -> Result<Traces, u8> {
        // Before anybody can find it: who knows the process id may send a signal.
        signals::forward(orders.clone());
        if let Some(file) = &request.pid_file {
            fs::write(file, format!("{}\n", process::id())).map_err(|error| {
                self.say(format_args!("{}: {}", file.display(), reason(&error)));
                code::ELSEWHERE
            })?;
        }
        // Where it cannot listen, it still works; only nobody can ask it anything.
        let ear = Mutex::new(remote::Ear::open(orders.clone()).ok());
        Ok(Traces { ear, pid_file: request.pid_file.clone() })
    }

    /// Where the ticks of what `settings` are about are recorded, if they are.
    pub fn recorder(&self, request: &Request, settings: &Settings) -> Result<Option<Recorder>, u8> {
        let Some(file) = &request.record else { return Ok(None) };
        let Settings { by_lines, size, style, .. } = settings;
        let what = Recorded {
            name: style.name.clone(),
            unit: if *by_lines { Unit::Lines } else { Unit::Bytes },
            size: *size,
            command: self.command.clone(),
            version: env!("CARGO_PKG_VERSION").into(),
            started: record::now(),
            ..Recorded::default()
        };
        record::start(file, what).map(Some).map_err(|error| {
            let path = error.path.display();
            self.say(format_args!("{path}: the recording cannot be written: {}", error.kind));
            code::NOT_OPENED
        })
    }
}

/// Whether lines for people would go where nobody looks, and were not forced.
pub fn is_unseen(request: &Request) -> bool {
    request.settings.shape == Shape::Visual && !request.force && !io::stderr().is_terminal()
}

/// A running display.
pub struct Show {
    program: String,
    orders: Sender<Order>,
    thread: thread::JoinHandle<()>,
    traces: Arc<Traces>,
    /// The bits of the exit code so far, for the thread that ends the process when a signal comes.
    failed: Arc<AtomicU8>,
}

impl Show {
    /// Notes what has gone wrong: the code of a signal has it too.
    pub fn note(&self, bits: u8) {
        self.failed.fetch_or(bits, Ordering::Relaxed);
    }

    /// Has a message shown on a line of its own.
    pub fn say(&self, text: impl Display) {
        let text = format!("{}: {text}", self.program);
        if let Err(unsent) = self.orders.send(Order::Say(text))
            && let Order::Say(text) = unsent.0
        {
            exit::say(text);
        }
    }

    /// Ends it by [`Order::Finish`] or [`Order::BreakOff`], and waits until what it shows last is on the screen.
    pub fn leave(self, order: Order) {
        // One that has ended by itself needs no telling.
        let _ = self.orders.send(order);
        let _ = self.thread.join();
        self.traces.remove();
    }
}

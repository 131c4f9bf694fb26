//! The display of a meter, on a thread of its own.

use std::fmt::Display;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use gush_meter::display::{Again, Hooks, Settings};
use gush_meter::record::Recorder;
use gush_meter::{Event, Monitor, SharedState};
use gush_pipe::reason;

use super::error::{Error, Fault, Faults};
use super::live_settings::LiveSettings;
use super::running::{Meter, Reachable, Traces};
use super::signals;
use crate::exit;

/// What a display shows.
pub struct Shown {
    pub settings: Settings,
    pub recorder: Option<Recorder>,
    pub state: Arc<SharedState>,
    /// When that began.
    pub start: Instant,
}

/// Has messages shown by a display.
#[derive(Clone)]
pub struct Reporter {
    program: String,
    events: Sender<Event>,
    faults: Faults,
}

impl Reporter {
    /// Has a message shown on a line of its own.
    pub fn say(&self, text: impl Display) {
        let text = format!("{}: {text}", self.program);
        if let Err(unsent) = self.events.send(Event::Say(text))
            && let Event::Say(text) = unsent.0
        {
            exit::say(text);
        }
    }

    /// Has an error shown, and notes it for the exit code, also of a signal that comes now.
    pub fn report(&self, error: &Error) {
        self.faults.note(error.fault);
        self.say(error);
    }
}

/// A running display.
pub struct Show {
    reporter: Reporter,
    /// `None` where no thread could be started: then nothing is shown.
    thread: Option<thread::JoinHandle<()>>,
    traces: Arc<Traces>,
}

/// What the displays of one process share.
#[derive(Clone, Debug)]
pub struct Shared {
    traces: Arc<Traces>,
    /// How many displays are drawn.
    drawn: Arc<AtomicUsize>,
}

impl Shared {
    /// What `displays` displays share of a process that others find by `traces`.
    pub fn new(traces: Traces, displays: usize) -> Shared {
        Shared { traces: Arc::new(traces), drawn: Arc::new(displays.into()) }
    }

    /// Takes away what the process is found by.
    pub fn remove_traces(&self) {
        self.traces.remove();
    }

    /// Notes that a display has ended. The last one after a signal ends the process: the transfer may be in a call that
    /// nothing ends.
    fn end_one(&self, faults: &Faults) {
        let is_last = self.drawn.fetch_sub(1, Ordering::AcqRel) == 1;
        if is_last && faults.has(Fault::Signal) {
            self.traces.remove();
            process::exit(faults.code().into());
        }
    }
}

impl Show {
    /// Starts the display of what began at `start`, and lets others reach it.
    ///
    /// # Errors
    /// When the file for the process ID cannot be written.
    pub fn start(
        meter: &Meter<'_>,
        settings: Settings,
        recorder: Option<Recorder>,
        state: &Arc<SharedState>,
        start: Instant,
    ) -> Result<Show, Error> {
        let Reachable { sender, events, traces } = meter.appear()?;
        let shared = Shared::new(traces, 1);
        let what = Shown { settings, recorder, state: Arc::clone(state), start };
        Ok(Show::of(meter, what, (sender, events), shared, Box::new(signals::suspend)))
    }

    /// Starts one of the displays of a process. `suspend` stops the process, or waits while another thread does.
    pub fn of(
        meter: &Meter<'_>,
        what: Shown,
        (sender, events): (Sender<Event>, Receiver<Event>),
        shared: Shared,
        suspend: Box<dyn Fn() + Send>,
    ) -> Show {
        let Shown { settings, recorder, state, start } = what;
        let settings = meter.shown(settings);
        let live = LiveSettings::new(meter.request());
        let hooks = Hooks {
            change: Box::new(move |arguments, settings, state| live.apply(arguments, settings, state)),
            suspend,
        };
        let (faults, traces) = (meter.faults().clone(), Arc::clone(&shared.traces));
        let known = faults.clone();
        let display = thread::Builder::new().name("display".into());
        let thread = display.spawn(move || {
            if Monitor::new(settings, &state, recorder, hooks, start).run(&events).is_some() {
                known.note(Fault::Signal);
            }
            drop(events);
            shared.end_one(&known);
        });
        let thread = thread.map_err(|error| {
            meter.say(format_args!("nothing is shown: no thread can be started: {}", reason(&error)));
            // Nothing would answer.
            traces.close();
        });
        let reporter = Reporter { program: meter.program().to_owned(), events: sender, faults };
        Show { reporter, thread: thread.ok(), traces }
    }

    /// What has messages shown by it.
    pub fn reporter(&self) -> Reporter {
        self.reporter.clone()
    }

    /// Begins anew with another transfer of `size` units; returns when the counts are those of that one.
    pub fn again(&self, size: Option<u64>, recorder: Option<Recorder>, state: &SharedState) {
        let (begun, has_begun) = mpsc::channel();
        let again = Again { size, recorder, begun };
        if self.reporter.events.send(Event::Again(again)).is_err() {
            return state.counts.restart();
        }
        // The answer is the closing of the channel.
        let _ = has_begun.recv();
    }

    /// Ends it by [`Event::Finish`] or [`Event::BreakOff`], and waits until what it shows last is on the screen.
    pub fn leave(self, event: Event) {
        let traces = Arc::clone(&self.traces);
        self.finish(event);
        traces.remove();
    }

    /// The same, while another display of the process continues.
    pub fn finish(self, event: Event) {
        // One that has ended by itself needs no telling.
        let _ = self.reporter.events.send(event);
        let _ = self.thread.map(thread::JoinHandle::join);
    }
}

//! The display of a meter, on a thread of its own.

use std::fmt::Display;
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Instant;

use gush_meter::display::{Again, Hooks, Settings};
use gush_meter::record::Recorder;
use gush_meter::{Counters, Event, Monitor};
use gush_pipe::reason;

use super::error::{Error, Fault, Faults};
use super::live_settings::LiveSettings;
use super::running::{Meter, Reachable, Traces};
use super::signals;
use crate::exit;

/// A running display.
pub struct Show {
    program: String,
    events: Sender<Event>,
    /// `None` where no thread could be started: then nothing is shown.
    thread: Option<thread::JoinHandle<()>>,
    traces: Arc<Traces>,
    faults: Faults,
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
        counters: &Arc<Counters>,
        start: Instant,
    ) -> Result<Show, Error> {
        let settings = meter.shown(settings);
        let Reachable { sender, events, traces } = meter.appear()?;
        let live = LiveSettings::new(meter.request());
        let hooks = Hooks {
            change: Box::new(move |words, settings, counters| live.apply(words, settings, counters)),
            suspend: Box::new(signals::suspend),
        };
        let (counters, traces, faults) = (Arc::clone(counters), Arc::new(traces), meter.faults().clone());
        let (left, known) = (Arc::clone(&traces), faults.clone());
        let display = thread::Builder::new().name("display".into());
        let thread = display.spawn(move || {
            if Monitor::new(settings, &counters, recorder, hooks, start).run(&events).is_some() {
                left.remove();
                known.note(Fault::Signal);
                // The transfer may be in a call that nothing ends.
                process::exit(known.code().into());
            }
        });
        let thread = thread.map_err(|error| {
            meter.say(format_args!("nothing is shown: no thread can be started: {}", reason(&error)));
            // Nobody would answer.
            traces.close();
        });
        let thread = thread.ok();
        Ok(Show { program: meter.program().to_owned(), events: sender, thread, traces, faults })
    }

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

    /// Begins anew with another transfer of `size` units; returns when the counts are those of that one.
    pub fn again(&self, size: Option<u64>, recorder: Option<Recorder>, counters: &Counters) {
        let (begun, has_begun) = mpsc::channel();
        let again = Again { size, recorder, begun };
        if self.events.send(Event::Again(again)).is_err() {
            return counters.restart();
        }
        // The answer is the closing of the channel.
        let _ = has_begun.recv();
    }

    /// Ends it by [`Event::Finish`] or [`Event::BreakOff`], and waits until what it shows last is on the screen.
    pub fn leave(self, event: Event) {
        // One that has ended by itself needs no telling.
        let _ = self.events.send(event);
        let _ = self.thread.map(thread::JoinHandle::join);
        self.traces.remove();
    }
}

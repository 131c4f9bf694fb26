//! `-M`: runs a command, and meters what goes into it, what comes out of it, or both, as meters before and after it in a
//! pipeline would; only that these know of each other, and of the command's end.

mod events;
mod process;

use std::fs::File;
use std::io;
use std::path::Path;
use std::process as this_process;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use gush_meter::display::{Settings, Shape};
use gush_meter::engine::Options;
use gush_meter::record::Recorder;
use gush_meter::{Event, SharedState};
use gush_pipe::{Sink, close_stdout, reason, sigpipe, startup};

use super::error::{Error, Fault};
use super::inputs::{self, Extent, Input};
use super::output;
use super::running::{Meter, Reachable};
use super::show::{Shared, Show, Shown};
use super::transfer::Moving;
use super::values::Sides;
use events::{Listeners, Suspension};
use process::Process;

/// How often to check that the input of the command still has a reader.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How long the input has to notice that its reader is gone.
const GRACE: Duration = Duration::from_millis(100);

/// Runs the command of the request, and gives its exit code.
///
/// # Errors
/// What kept it from starting; other errors were reported on the way.
pub fn run(meter: &Meter<'_>, sides: Sides) -> Result<u8, Error> {
    let request = meter.request();
    let sink = output::open(request)
        .map_err(|error| Error::system(Fault::NotOpened, output::name(request), &error))?;
    // What the command reads by itself must not be its output either.
    let has_input = sides.has_input() || startup::stdin().is_ok();
    let inputs = if has_input { inputs::find(meter, &sink)? } else { Vec::new() };
    output::check_files(request, &inputs, &sink)?;
    if meter.faults().has(Fault::InputIsOutput) {
        return Ok(0);
    }
    // Steps that may fail come before those that cannot be undone.
    let sides_of = Side::all(meter, sides, &inputs, &sink)?;
    let Reachable { sender: _sender, events, traces } = meter.appear()?;
    let shared = Shared::new(traces, sides_of.len());
    let started = output::empty(request, &sink).map(|()| Process::start(request, sides));
    let process = match started {
        Ok(Ok(process)) => process,
        Ok(Err(refused)) => {
            shared.remove_traces();
            meter.say(refused.error);
            return Ok(refused.code);
        }
        Err(error) => {
            shared.remove_traces();
            return Err(error);
        }
    };
    // Only now, as the command is to have them as they were.
    sigpipe::ignore_write_signals();
    let running = Running { meter, process, shared: shared.clone() };
    let code = running.pass(sides_of, events, &inputs, sink);
    shared.remove_traces();
    Ok(code)
}

/// One side of the command, before it is shown.
struct Side {
    is_input: bool,
    settings: Settings,
    options: Options,
    recorder: Option<Recorder>,
    shared: Arc<SharedState>,
}

impl Side {
    /// The sides that are metered, what goes in first.
    fn all(meter: &Meter<'_>, sides: Sides, inputs: &[Input], sink: &Sink) -> Result<Vec<Side>, Error> {
        let request = meter.request();
        let mut all = Vec::new();
        if sides.has_input() {
            all.push(Side::new(meter, request.settings.clone(), true, Extent::find(request, inputs, sink)));
        }
        if sides.has_output() {
            let extent = Extent::find(request, &[], sink);
            all.push(Side::new(meter, request.output_settings.clone(), false, extent));
        }
        if let [input, output] = &mut all[..] {
            input.settings.other_side = Some(Arc::clone(&output.shared));
            output.settings.other_side = Some(Arc::clone(&input.shared));
            input.set_apart(request.settings.shape, "in");
            output.set_apart(request.settings.shape, "out");
        }
        for side in &mut all {
            side.recorder = meter.recorder(&side.settings)?;
        }
        Ok(all)
    }

    fn new(meter: &Meter<'_>, settings: Settings, is_input: bool, extent: Extent) -> Side {
        let request = meter.request();
        let stop_at = if extent.is_end { extent.size } else { request.options.stop_at };
        let shared = Arc::new(SharedState::default());
        shared.controls.set_limit(request.limit.unwrap_or(0));
        Side {
            is_input,
            settings: Settings { size: extent.size, ..settings },
            options: Options { stop_at, ..request.options.clone() },
            recorder: None,
            shared,
        }
    }

    /// Gives a side that would look like the other one a name for programs, and a row of its own on a terminal.
    fn set_apart(&mut self, shape: Shape, name: &str) {
        self.settings.style.name.get_or_insert_with(|| name.to_owned());
        self.settings.cursor |= shape == Shape::Visual;
    }
}

/// A command that runs.
struct Running<'a> {
    meter: &'a Meter<'a>,
    process: Process,
    shared: Shared,
}

impl Running<'_> {
    /// Passes bytes until the command ends, and returns its exit code.
    fn pass(mut self, sides: Vec<Side>, events: Receiver<Event>, inputs: &[Input], sink: Sink) -> u8 {
        let (into, from) = (self.process.take_input(), self.process.take_output());
        let (mut input, mut output) = (None, None);
        for metered in self.show(sides, events) {
            let side = if metered.is_input { &mut input } else { &mut output };
            *side = Some(metered);
        }
        let end = PipeEnd::new(into.as_ref());
        thread::scope(|scope| {
            let (fed, is_fed) = mpsc::channel::<()>();
            let mut starts = Ok(());
            if let (Some(side), Some(into)) = (&input, into) {
                let (meter, end) = (self.meter, &end);
                let feed = move || {
                    side.feed(meter, inputs, into, end);
                    drop(fed);
                };
                starts = thread::Builder::new().spawn_scoped(scope, feed).map(drop);
            } else {
                drop(fed);
            }
            if let Err(error) = starts {
                let text = format_args!("no thread can be started: {}", reason(&error));
                self.meter.report(&Error::new(Fault::Internal, text));
                end.close();
            }
            if let (Some(side), Some(from)) = (&output, from) {
                side.drain(self.meter, from, sink);
            }
            if !self.await_input(&is_fed, &end) {
                // It is blocked in a read that may never return, and its data has no reader any more.
                input.iter().for_each(|side| side.finish(Event::Finish));
                let code = self.end();
                self.shared.remove_traces();
                this_process::exit(self.meter.faults().code_or(code).into());
            }
        });
        self.end()
    }

    /// Shows the sides, and forwards events to the displays.
    fn show(&self, sides: Vec<Side>, events: Receiver<Event>) -> Vec<Metered> {
        let start = Instant::now();
        let suspension = Suspension::default();
        let (mut displays, mut shown) = (Vec::new(), Vec::new());
        for Side { is_input, settings, options, recorder, shared } in sides {
            let channel = mpsc::channel();
            displays.push(channel.0.clone());
            let what = Shown { settings: settings.clone(), recorder, state: Arc::clone(&shared), start };
            let own = suspension.clone();
            let show = Show::of(self.meter, what, channel, self.shared.clone(), Box::new(move || own.rest()));
            shown.push(Metered { is_input, settings, options, shared, show: Mutex::new(Some(show)) });
        }
        let listeners = Listeners { displays, command: self.process.id(), suspension };
        // Without a thread the displays get no events, but all data passes.
        let _ = thread::Builder::new().spawn(move || listeners.hear(&events));
        shown
    }

    /// Waits until all input is written; false if that cannot be, because the command has ended and left no reader.
    fn await_input(&mut self, is_fed: &Receiver<()>, end: &PipeEnd) -> bool {
        let within = |time| is_fed.recv_timeout(time) != Err(RecvTimeoutError::Timeout);
        while !within(POLL_INTERVAL) {
            if self.process.is_over() && end.is_unread() {
                return within(GRACE);
            }
        }
        true
    }

    /// Waits for the command, and sees whether all that it wrote is stored. Gives its exit code.
    fn end(&mut self) -> u8 {
        let code = self.process.wait();
        if let Err(error) = close_stdout()
            && self.meter.faults().code() == 0
        {
            self.meter.report(&Error::system(Fault::Transfer, "standard output", &error));
        }
        code
    }
}

/// A side of the command that is shown.
struct Metered {
    is_input: bool,
    settings: Settings,
    options: Options,
    shared: Arc<SharedState>,
    /// Taken by the thread that ends it.
    show: Mutex<Option<Show>>,
}

impl Metered {
    /// Moves standard input into the command.
    fn feed(&self, meter: &Meter<'_>, inputs: &[Input], into: File, end: &PipeEnd) {
        let ended = self.pass(meter, inputs, Sink::from_file(into), None);
        end.close();
        self.finish(ended);
    }

    /// Moves what comes out of the command to `sink`.
    fn drain(&self, meter: &Meter<'_>, from: File, sink: Sink) {
        let name = meter.request().command.first().map_or(Path::new(""), Path::new);
        let inputs = [Input::opened(from, name)];
        let ended = self.pass(meter, &inputs, Ok(sink), meter.request().output_file());
        // Where its reader has left, the command learns of that.
        drop(inputs);
        self.finish(ended);
    }

    /// Moves `inputs` to `sink`, and returns how the display ends.
    fn pass(
        &self,
        meter: &Meter<'_>,
        inputs: &[Input],
        sink: io::Result<Sink>,
        name: Option<&Path>,
    ) -> Event {
        let show = self.lock();
        let Some(shown) = show.as_ref() else { return Event::Finish };
        let reporter = shown.reporter();
        drop(show);
        let moving = Moving {
            meter,
            show: &reporter,
            settings: &self.settings,
            options: &self.options,
            shared: &self.shared,
        };
        let sink = sink.map_err(|error| Error::system(Fault::Internal, "write failed", &error));
        match sink.and_then(|sink| moving.pass(inputs, sink, name)) {
            Ok(()) => Event::Finish,
            Err(error) => {
                reporter.report(&error);
                Event::BreakOff
            }
        }
    }

    /// Ends the display.
    fn finish(&self, event: Event) {
        let show = self.lock().take();
        if let Some(show) = show {
            show.finish(event);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Show>> {
        self.show.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A duplicate of the end of a pipe, to check whether it has a reader.
struct PipeEnd(Mutex<Option<Sink>>);

impl PipeEnd {
    fn new(file: Option<&File>) -> PipeEnd {
        let copy = file.and_then(|file| file.try_clone().ok());
        PipeEnd(Mutex::new(copy.and_then(|file| Sink::from_file(file).ok())))
    }

    fn is_unread(&self) -> bool {
        self.lock().as_ref().is_some_and(Sink::is_unread)
    }

    /// Closes it, so that its reader finds the end.
    fn close(&self) {
        self.lock().take();
    }

    fn lock(&self) -> MutexGuard<'_, Option<Sink>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

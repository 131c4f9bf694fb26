//! The clock of a meter: on a thread of its own it reads the counts once an interval, whatever the transfer does, and
//! draws them.
//!
//! It sleeps until the next tick or the next [`Event`], so an end, a signal or a query of another process is answered
//! at once.

mod screen;
mod settings;

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use screen::Screen;
pub use settings::{Settings, Shape};

use crate::SharedState;
use crate::format::{self, View};
use crate::history::History;
use crate::record::Recorder;
use crate::shared_state::TickTimes;
use crate::ticks::TickSchedule;

/// How often a meter that waits for the first byte looks for it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// How long a transfer has to return from its last call when a signal ends it.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(200);

/// What happens to a meter, as the rest of the process reports it.
#[derive(Debug)]
pub enum Event {
    /// The transfer is over.
    Finish,
    /// The transfer is over because of an error, which has been reported: nothing more is drawn.
    BreakOff,
    /// A message, to be shown on a line of its own below what is drawn.
    Say(String),
    /// A signal of this number asks for the end.
    End(i32),
    /// The terminal asks the process to stop for a while.
    Suspend,
    /// The terminal's size has changed.
    Resize,
    /// Another process asks for other settings, by the arguments of a command line; the answer is what is wrong with them, if
    /// anything is.
    Change(Vec<String>, Sender<Result<(), String>>),
    /// Another process asks how it is going.
    Query(Sender<String>),
    /// Another transfer follows this one.
    Again(Again),
}

/// A transfer that follows another one.
#[derive(Debug)]
pub struct Again {
    /// How many units there will be.
    pub size: Option<u64>,
    /// What takes its ticks.
    pub recorder: Option<Recorder>,
    /// Closed when the counts begin anew.
    pub begun: Sender<()>,
}

/// Changes settings by the arguments of a command line; an error is what is wrong with them.
pub type Change = dyn Fn(&[String], &mut Settings, &SharedState) -> Result<(), String> + Send;

/// What a meter needs of the program around it.
pub struct Hooks {
    /// Changes settings by the arguments of a command line.
    pub change: Box<Change>,
    /// Stops the process; returns when it goes on.
    pub suspend: Box<dyn Fn() + Send>,
}

impl std::fmt::Debug for Hooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Hooks")
    }
}

/// A meter. See the [module](self).
#[derive(Debug)]
pub struct Monitor<'g> {
    shared: &'g SharedState,
    settings: Settings,
    hooks: Hooks,
    screen: Screen,
    recorder: Option<Recorder>,
    history: History,
    ticks: TickSchedule,
    drawn: bool,
}

impl<'g> Monitor<'g> {
    /// A meter that shows `shared`; its clock started at `start`, before the transfer did.
    pub fn new(
        settings: Settings,
        shared: &'g SharedState,
        recorder: Option<Recorder>,
        hooks: Hooks,
        start: Instant,
    ) -> Monitor<'g> {
        let history = History::new(settings.window);
        let screen = Screen::new(&settings);
        let ticks = TickSchedule::new(start, settings.interval.max(settings.delay));
        Monitor { shared, settings, hooks, screen, recorder, history, ticks, drawn: false }
    }

    /// Ticks until an event ends it. Returns the signal that ended it, if one did.
    pub fn run(mut self, events: &Receiver<Event>) -> Option<i32> {
        let before = self.ticks.elapsed();
        if before >= self.settings.interval {
            // What had passed before the first look belongs to no rate.
            self.look(false);
            self.ticks.set_due((before + self.settings.interval).max(self.settings.delay));
        }
        if self.settings.wait
            && let Some(end) = self.await_first_byte(events)
        {
            return self.end(&end, events);
        }
        self.publish_tick_times();
        loop {
            // An end that has come by now is shown instead of the tick, not after it.
            match events.recv_timeout(self.ticks.wait()) {
                Err(RecvTimeoutError::Timeout) => self.tick(),
                Err(RecvTimeoutError::Disconnected) => return self.end(&Event::Finish, events),
                Ok(end @ (Event::Finish | Event::BreakOff | Event::End(_))) => return self.end(&end, events),
                Ok(event) => {
                    let interval = self.settings.interval;
                    self.handle(event);
                    if self.settings.interval != interval {
                        let due = self.ticks.elapsed() + self.settings.interval;
                        self.ticks.set_due(due.max(self.settings.delay));
                    }
                    self.publish_tick_times();
                }
            }
        }
    }

    /// Ends the display. Returns the signal that asked for it, if one did.
    fn end(&mut self, event: &Event, events: &Receiver<Event>) -> Option<i32> {
        match event {
            Event::End(signal) => {
                self.wind_up(events);
                return Some(*signal);
            }
            Event::BreakOff => self.break_off(),
            _ => self.close(),
        }
        None
    }

    /// Publishes when the ticks come, so that a limited transfer moves the same amount in each interval.
    fn publish_tick_times(&self) {
        self.shared
            .controls
            .set_tick_times(TickTimes { start: self.ticks.origin(), interval: self.settings.interval });
    }

    /// Waits until something has passed, and starts the clock then; or returns the event that ended the wait before that was
    /// seen. Where nothing passed at all, only a recorder gets that tick.
    fn await_first_byte(&mut self, events: &Receiver<Event>) -> Option<Event> {
        // The last moment at which nothing had passed.
        let mut before = Instant::now();
        let mut end = None;
        while self.shared.counts.bytes() == 0 && end.is_none() {
            before = Instant::now();
            match events.recv_timeout(POLL_INTERVAL) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => end = Some(Event::Finish),
                Ok(event @ (Event::Finish | Event::BreakOff | Event::End(_))) => end = Some(event),
                Ok(event) => self.handle(event),
            }
        }
        self.ticks.restart(before);
        match end {
            Some(Event::Finish) if self.shared.counts.bytes() == 0 => {
                self.ticks.restart(Instant::now());
                Some(Event::BreakOff)
            }
            end => end,
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Suspend => {
                self.screen.leave();
                self.ticks.stop(&self.hooks.suspend);
            }
            Event::Resize => {
                self.screen.resize(&self.settings);
                if self.drawn && self.screen.draws_over() {
                    self.screen.clear_remains();
                    let text = self.text(&self.view(false));
                    self.screen.draw(&text);
                }
            }
            Event::Change(arguments, answer) => {
                let shape = self.settings.shape;
                let changed = (self.hooks.change)(&arguments, &mut self.settings, self.shared);
                if self.settings.shape != shape {
                    self.screen.leave();
                }
                self.history.set_window(self.settings.window);
                self.screen.resize(&self.settings);
                // The process that asked may have ended.
                let _ = answer.send(changed);
            }
            Event::Query(answer) => {
                let _ = answer.send(format::json(&self.view(false), self.settings.style.name.as_deref()));
            }
            Event::Say(text) => self.screen.message(&text),
            Event::Again(again) => self.again(again),
            Event::Finish | Event::BreakOff | Event::End(_) => {}
        }
    }

    /// Ends what is shown of one transfer, and begins with the next one.
    fn again(&mut self, again: Again) {
        let view = View { finished: false, ..self.look(true) };
        self.record(&view);
        if view.elapsed >= self.settings.delay {
            self.draw(&view);
        }
        self.screen.leave();
        self.recorder = again.recorder;
        self.settings.size = again.size;
        self.history = History::new(self.settings.window);
        self.shared.counts.restart();
        self.ticks = TickSchedule::new(Instant::now(), self.settings.interval);
        drop(again.begun);
    }

    /// Counts once more, for the recorder, but leaves the last message on the screen, as pv does.
    fn break_off(&mut self) {
        let view = self.look(true);
        self.record(&view);
        if self.settings.shape == Shape::Json && view.elapsed >= self.settings.delay {
            self.draw(&view);
        }
        // Where nothing came that was waited for, nothing was drawn, but the end is as good as any.
        if self.settings.wait && self.shared.counts.bytes() == 0 {
            self.say_statistics();
        }
        self.screen.abandon();
    }

    /// Has the transfer return from the call that it is in, so that the counts are true. As with pv there is no tick
    /// more; where a line is drawn over again on a terminal, it shows what came out in the end.
    fn wind_up(&mut self, events: &Receiver<Event>) {
        self.shared.controls.stop();
        let until = Instant::now() + SHUTDOWN_TIMEOUT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match events.recv_timeout(left) {
                Ok(Event::Finish | Event::BreakOff) | Err(_) => break,
                Ok(Event::Say(text)) => self.handle(Event::Say(text)),
                Ok(_) => {}
            }
        }
        self.shared.tidy();
        let is_object = self.settings.shape == Shape::Json;
        let view = if is_object { self.look(true) } else { self.view(false) };
        self.record(&view);
        if is_object && view.elapsed >= self.settings.delay || self.drawn && self.screen.draws_over() {
            if self.screen.draws_over() {
                self.screen.draw_over_echo();
            }
            self.draw(&view);
        }
        self.leave();
    }

    fn tick(&mut self) {
        let view = self.look(false);
        self.ticks.advance(view.elapsed, self.settings.interval);
        self.record(&view);
        self.draw(&view);
    }

    /// Notes how far the transfer is.
    fn look(&mut self, last: bool) -> View {
        let units =
            if self.settings.by_lines { self.shared.counts.lines() } else { self.shared.counts.bytes() };
        let (elapsed, passed) = (self.ticks.elapsed(), units.saturating_sub(self.shared.counts.base()));
        if last {
            self.history.end(elapsed, passed, self.settings.interval);
        } else {
            self.history.tick(elapsed, passed);
        }
        self.view(last)
    }

    fn record(&mut self, view: &View) {
        if let Some(recorder) = &self.recorder
            && let Err(error) = recorder.tick(view)
        {
            self.screen.message(&format!("the recording ends here: {error}"));
            self.recorder = None;
        }
    }

    fn draw(&mut self, view: &View) {
        self.drawn = true;
        let text = self.text(view);
        self.screen.draw(&text);
        if let Some(title) = &self.settings.title {
            self.screen.title(&title.line(view, &self.settings.style, 80));
        }
        if let Some(title) = &self.settings.process_title {
            self.screen.process_title(&title.line(view, &self.settings.style, usize::MAX));
        }
    }

    fn view(&self, finished: bool) -> View {
        let shared = self.shared;
        // The last rate shown is the rate of the complete transfer.
        let rate = if finished { self.history.overall() } else { self.history.rate() };
        // As with pv, the end is a step of the sweep, if there was anything.
        let steps = usize::from(finished && self.history.overall() > 0.0 && !self.history.idle().is_zero());
        View {
            elapsed: self.ticks.elapsed(),
            bytes: shared.counts.bytes(),
            lines: shared.counts.lines(),
            base: shared.counts.base(),
            other_side: self.settings.other_side.as_ref().map(|other| other.counts.bytes()),
            by_lines: self.settings.by_lines,
            counts_lines: self.settings.counts_lines,
            size: self.settings.size,
            rate,
            average: if finished { self.history.overall() } else { self.history.average() },
            peak: self.history.peak(),
            recent: self.history.recent().to_vec(),
            fullness: shared.counts.fullness(),
            tail: shared.counts.tail(),
            sweep: self.history.sweep() + steps,
            idle: self.history.idle(),
            finished,
            now: self.settings.now(),
        }
    }

    fn text(&self, view: &View) -> String {
        let Settings { shape, numeric, style, template, .. } = &self.settings;
        match shape {
            Shape::Quiet => String::new(),
            Shape::Numeric => numeric.numbers(view, style),
            Shape::Json if view.finished && self.settings.statistics => {
                format::with_rates(&format::json(view, style.name.as_deref()), &self.history.statistics())
            }
            Shape::Json => format::json(view, style.name.as_deref()),
            Shape::Visual => template.line(view, style, self.screen.width()),
        }
    }

    /// The last tick, and what follows it.
    fn close(&mut self) {
        let view = self.look(true);
        self.record(&view);
        // As with pv: a display with a delayed start ends with a tick only where a line has been drawn before.
        let begun = match self.settings.shape {
            Shape::Numeric => self.settings.delay.is_zero(),
            Shape::Json => view.elapsed >= self.settings.delay,
            Shape::Visual | Shape::Quiet => self.settings.delay.is_zero() || self.drawn,
        };
        if begun || view.elapsed >= self.ticks.due() {
            self.draw(&view);
        }
        self.leave();
    }

    /// Restores the screen, and shows the statistics of all ticks.
    fn leave(&mut self) {
        if self.screen.has_row() {
            self.say_statistics();
            self.screen.close();
        } else {
            if self.drawn {
                self.screen.close();
            }
            self.say_statistics();
        }
    }

    fn say_statistics(&mut self) {
        // Where a line is an object, the last one has them.
        if !self.settings.statistics || self.settings.shape == Shape::Json {
            return;
        }
        let all = self.history.statistics();
        let style = &self.settings.style;
        let rate =
            |rate| format::rate(rate, self.settings.by_lines, style.units).trim_start().replace("  ", " ");
        let rates = [all.minimum, all.median, all.p99, all.maximum].map(rate).join(" / ");
        let name = style.name.as_deref().map_or_else(String::new, |name| format::named(name) + " ");
        self.screen.message(&format!("{name}rate min/median/p99/max = {rates}"));
    }
}

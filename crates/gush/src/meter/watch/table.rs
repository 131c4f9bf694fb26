//! Files of other processes at once: a line for each, as they are opened and closed, until the processes end.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Instant;

use gush_meter::display::{Settings, Shape};
use gush_meter::ticks::TickSchedule;
use gush_meter::watch::Watched;
use gush_meter::{Event, SharedState};
use gush_pipe::{procfs, terminal};

use super::super::error::{Error, Fault};
use super::super::live_settings::LiveSettings;
use super::super::running::{Meter, Reachable};
use super::super::signals;
use super::followed::Followed;
use super::lines;
use super::targets::Target;

/// What a terminal is taken for that does not know its size.
const SIZE: (u16, u16) = (80, 25);

/// Watches `targets` until all of them have ended.
///
/// # Errors
/// When one cannot be looked at, or not be recorded.
pub fn run(meter: &Meter<'_>, targets: Vec<Target>) -> Result<(), Error> {
    let mut table = Table::new(meter, targets);
    // What cannot be looked at, or recorded, is known at once.
    table.look()?;
    let Reachable { sender, events, traces } = meter.appear()?;
    let ended = table.follow(&events);
    // Signals have a receiver until then.
    drop(sender);
    traces.remove();
    ended
}

struct Table<'a> {
    meter: &'a Meter<'a>,
    settings: Settings,
    live: LiveSettings,
    targets: Vec<Target>,
    /// By process and descriptor.
    files: BTreeMap<(u32, u32), Followed>,
    /// How many lines were drawn last.
    drawn: usize,
    ticks: TickSchedule,
}

impl<'a> Table<'a> {
    fn new(meter: &'a Meter<'a>, targets: Vec<Target>) -> Table<'a> {
        let settings = meter.shown(meter.request().settings.clone());
        let live = LiveSettings::new(meter.request());
        let ticks = TickSchedule::new(Instant::now(), settings.interval);
        Table { meter, settings, live, targets, files: BTreeMap::new(), drawn: 0, ticks }
    }

    /// Ticks until the processes have ended, or a signal comes.
    fn follow(&mut self, events: &Receiver<Event>) -> Result<(), Error> {
        self.ticks.set_due(self.ticks.elapsed() + self.settings.interval);
        while self.goes_on() {
            match events.recv_timeout(self.ticks.wait()) {
                Err(RecvTimeoutError::Timeout) => {
                    self.ticks.advance(self.ticks.elapsed(), self.settings.interval);
                    self.look()?;
                    self.tick();
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(Event::End(_)) => {
                    self.tick();
                    self.meter.faults().note(Fault::Signal);
                    return Ok(());
                }
                Ok(event) => {
                    self.apply(event);
                    let soon = self.ticks.elapsed() + self.settings.interval;
                    self.ticks.set_due(self.ticks.due().min(soon));
                }
            }
        }
        self.clear();
        Ok(())
    }

    /// Ends all files and removes their lines: a process may exit after the look of the last tick.
    fn clear(&mut self) {
        self.files.values_mut().for_each(|file| file.end(&self.settings, self.meter));
        self.files.clear();
        if self.drawn > 0 {
            self.tick();
        }
    }

    /// Whether there is anything to be watched. A process that has exited is done, as is a closed descriptor.
    fn goes_on(&mut self) -> bool {
        let files = &self.files;
        let is_open = |target: &Target| {
            let Some(descriptor) = target.descriptor else { return true };
            files.get(&(target.process, descriptor)).is_some_and(Followed::is_open)
        };
        self.targets.retain(|target| procfs::is_running(target.process) && is_open(target));
        !self.targets.is_empty()
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Suspend => {
                // The lines below belong to the shell; all lines are drawn anew on continuing.
                self.drawn = 0;
                self.ticks.stop(signals::suspend);
            }
            Event::Change(arguments, answer) => {
                let changed = self.live.apply(&arguments, &mut self.settings, &SharedState::default());
                self.files.values_mut().for_each(|file| file.set_window(self.settings.window));
                // The client may have gone.
                let _ = answer.send(changed);
            }
            Event::Query(answer) => {
                let elapsed = self.ticks.elapsed();
                let files: Vec<String> =
                    self.files.values().map(|file| file.object(elapsed, false)).collect();
                let _ = answer.send(format!("[{}]", files.join(",")));
            }
            _ => {}
        }
    }

    /// Looks which files there are: those that are gone get their last tick, and new ones a line.
    fn look(&mut self) -> Result<(), Error> {
        let found = self.found()?;
        let (settings, meter) = (&self.settings, self.meter);
        self.files.retain(|_, file| {
            let stays = found.iter().any(|found| file.is(found));
            if !stays {
                file.end(settings, meter);
            }
            stays
        });
        let since = self.ticks.elapsed();
        for watched in found {
            let key = (watched.process(), watched.descriptor());
            if let Some(file) = self.files.get_mut(&key) {
                file.update(watched);
            } else {
                let of_several = self.targets.iter().any(|target| target.process != watched.process());
                let file = Followed::begin(meter, &self.settings, watched, since, of_several)?;
                self.files.insert(key, file);
            }
        }
        Ok(())
    }

    /// The files that are open now.
    fn found(&self) -> Result<Vec<Watched>, Error> {
        let mut found = Vec::new();
        for target in &self.targets {
            match target.open() {
                Ok(more) => found.extend(more),
                // It has just ended, or been closed.
                Err(_) if !procfs::is_running(target.process) || self.knows(target) => {}
                Err(error) => {
                    let what = format_args!("pid {}", target.process);
                    return Err(Error::system(Fault::NotOpened, what, &error));
                }
            }
        }
        Ok(found)
    }

    /// Whether the descriptor that is watched was open before.
    fn knows(&self, target: &Target) -> bool {
        target.descriptor.is_some_and(|descriptor| self.files.contains_key(&(target.process, descriptor)))
    }

    fn tick(&mut self) {
        let elapsed = self.ticks.elapsed();
        self.files.values_mut().for_each(|file| file.tick(elapsed, self.meter));
        if elapsed < self.settings.delay {
            return;
        }
        let (columns, rows) = terminal::size().unwrap_or(SIZE);
        let width = self.settings.width.unwrap_or(columns.into());
        let mut shown: Vec<String> =
            self.files.values().filter_map(|file| file.line(&self.settings, elapsed, width)).collect();
        match self.settings.shape {
            Shape::Numeric | Shape::Json => {
                lines::write(&shown.iter().map(|line| format!("{line}\n")).collect::<String>());
            }
            Shape::Visual if terminal::is_foreground() => {
                lines::shorten(&mut shown, self.settings.height.unwrap_or(rows.into()));
                lines::write(&lines::over(&shown, self.drawn));
                self.drawn = shown.len();
            }
            Shape::Visual | Shape::Quiet => {}
        }
    }
}

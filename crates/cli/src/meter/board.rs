//! Files of other processes at once: a line for each, as they are opened and closed, until the processes end.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use gush_meter::display::{Settings, Shape};
use gush_meter::format::{self, View};
use gush_meter::history::History;
use gush_meter::record::Recorder;
use gush_meter::watch::{self, Watched};
use gush_meter::{Gauge, Order};
use gush_pipe::{reason, terminal};

use super::args::Request;
use super::change::Helm;
use super::show::is_unseen;
use super::watch::Target;
use super::{Meter, code, signals};

/// What a terminal is taken for that does not know its size.
const SIZE: (u16, u16) = (80, 25);

/// Watches `targets` until all of them are over.
pub fn run(meter: &Meter<'_>, mut request: Request, targets: Vec<Target>) -> u8 {
    let mut settings = mem::take(&mut request.settings);
    request.settings.shape = settings.shape;
    if is_unseen(&request) {
        settings.shape = Shape::Quiet;
    }
    let (start, asleep) = (Instant::now(), Duration::ZERO);
    let helm = Helm::new(&request);
    let mut board =
        Board { meter, request, settings, helm, targets, files: BTreeMap::new(), drawn: 0, start, asleep };
    // Before anything else: what cannot be looked at, or recorded, is told at once.
    if let Err(bits) = board.begin() {
        return bits;
    }
    let (orders, received) = mpsc::channel();
    let traces = match meter.appear(&board.request, &orders) {
        Ok(traces) => traces,
        Err(bits) => return bits,
    };
    let ended = board.follow(&received);
    traces.remove();
    ended
}

/// A file, and what is known of it.
struct Followed {
    watched: Watched,
    history: History,
    recorder: Option<Recorder>,
    since: Duration,
    base: u64,
    position: u64,
    /// Whether the process has to be told, as there are several.
    of_several: bool,
}

struct Board<'a> {
    meter: &'a Meter<'a>,
    request: Request,
    settings: Settings,
    helm: Helm,
    targets: Vec<Target>,
    /// By process and descriptor.
    files: BTreeMap<(u32, u32), Followed>,
    /// How many lines were drawn last.
    drawn: usize,
    start: Instant,
    asleep: Duration,
}

impl Board<'_> {
    /// The first look.
    fn begin(&mut self) -> Result<(), u8> {
        let files: Vec<Watched> =
            self.targets.iter().flat_map(|target| open_files(target).unwrap_or_default()).collect();
        self.meter.check_watched(&self.request, &files)?;
        self.look()
    }

    /// Ticks until the process has ended, or a signal comes; says what the exit code is.
    fn follow(&mut self, orders: &Receiver<Order>) -> u8 {
        let mut next = self.elapsed() + self.settings.interval;
        while self.goes_on() {
            match orders.recv_timeout(next.saturating_sub(self.elapsed())) {
                Err(RecvTimeoutError::Timeout) => {
                    // What was missed, as while the process was stopped, is not made up for.
                    next = self.elapsed() + self.settings.interval;
                    if let Err(bits) = self.look() {
                        return bits;
                    }
                    self.tick();
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(Order::End(_)) => {
                    self.tick();
                    return code::SIGNAL;
                }
                Ok(order) => {
                    self.obey(order);
                    next = next.min(self.elapsed() + self.settings.interval);
                }
            }
        }
        self.files.values_mut().for_each(|file| end(file, &self.settings, self.meter));
        0
    }

    /// Whether there is anything to be watched. A process that has ended is over, as is a descriptor that was closed.
    fn goes_on(&mut self) -> bool {
        let files = &self.files;
        let is_open = |target: &Target| {
            let Some(descriptor) = target.descriptor else { return true };
            let file = files.get(&(target.process, descriptor));
            file.is_some_and(|file| file.watched.position().is_some())
        };
        self.targets.retain(|target| watch::runs(target.process) && is_open(target));
        !self.targets.is_empty()
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Suspend => {
                // What is below belongs to the shell; all lines are drawn anew when it goes on.
                self.drawn = 0;
                let asleep = Instant::now();
                signals::suspend();
                self.asleep += asleep.elapsed();
            }
            Order::Change(words, answer) => {
                let changed = self.helm.turn(&words, &mut self.settings, &Gauge::default());
                self.files.values_mut().for_each(|file| file.history.set_window(self.settings.window));
                // Whoever asked may have gone.
                let _ = answer.send(changed);
            }
            Order::Query(answer) => {
                let elapsed = self.elapsed();
                let files: Vec<String> =
                    self.files.values().map(|file| object(file, elapsed, false)).collect();
                let _ = answer.send(format!("[{}]", files.join(",")));
            }
            _ => {}
        }
    }

    fn elapsed(&self) -> Duration {
        self.start.elapsed().saturating_sub(self.asleep)
    }

    /// Looks which files there are: those that are gone get their last tick, and new ones a line.
    fn look(&mut self) -> Result<(), u8> {
        let mut found = Vec::new();
        for target in &self.targets {
            match open_files(target) {
                Ok(more) => found.extend(more),
                // It has just ended, or been closed.
                Err(_) if !watch::runs(target.process) => {}
                Err(_) if self.knows(target) => {}
                Err(error) => {
                    self.meter.say(format_args!("pid {}: {}", target.process, reason(&error)));
                    return Err(code::NOT_OPENED);
                }
            }
        }
        let (settings, meter) = (&self.settings, self.meter);
        self.files.retain(|_, file| {
            let stays = found.iter().any(|found| found.is(&file.watched));
            if !stays {
                end(file, settings, meter);
            }
            stays
        });
        let since = self.elapsed();
        for watched in found {
            match self.files.get_mut(&place(&watched)) {
                // It may have grown.
                Some(file) => file.watched = watched,
                None => {
                    let file = self.followed(watched, since)?;
                    self.files.insert(place(&file.watched), file);
                }
            }
        }
        Ok(())
    }

    /// Whether the descriptor that is watched was open before.
    fn knows(&self, target: &Target) -> bool {
        target.descriptor.is_some_and(|descriptor| self.files.contains_key(&(target.process, descriptor)))
    }

    fn followed(&self, watched: Watched, since: Duration) -> Result<Followed, u8> {
        let mut settings = self.settings.clone();
        settings.size = watched.size;
        settings.style.name = Some(watched.path.display().to_string());
        let recorder = self.meter.recorder(&self.request, &settings)?;
        let base = watched.position().unwrap_or(0);
        let history = History::new(settings.window);
        let of_several = self.targets.iter().any(|target| target.process != watched.process());
        Ok(Followed { watched, history, recorder, since, base, position: base, of_several })
    }

    fn tick(&mut self) {
        let elapsed = self.elapsed();
        for file in self.files.values_mut() {
            file.position = file.watched.position().unwrap_or(file.position);
            let passed = file.position.saturating_sub(file.base);
            file.history.tick(elapsed.saturating_sub(file.since), passed);
            record(file, elapsed, self.meter);
        }
        if elapsed < self.settings.delay {
            return;
        }
        let (columns, rows) = terminal::size().unwrap_or(SIZE);
        let width = self.settings.width.unwrap_or(columns.into());
        let mut lines: Vec<String> =
            self.files.values().filter_map(|file| line(file, &self.settings, elapsed, width)).collect();
        match self.settings.shape {
            Shape::Numeric | Shape::Json => {
                write(&lines.iter().map(|line| format!("{line}\n")).collect::<String>());
            }
            Shape::Visual if terminal::is_foreground() => {
                shorten(&mut lines, self.settings.height.unwrap_or(rows.into()));
                write(&over(&lines, self.drawn));
                self.drawn = lines.len();
            }
            Shape::Visual | Shape::Quiet => {}
        }
    }
}

fn place(watched: &Watched) -> (u32, u32) {
    (watched.process(), watched.descriptor())
}

/// The files of `target` that are open now.
fn open_files(target: &Target) -> io::Result<Vec<Watched>> {
    match target.descriptor {
        Some(descriptor) => Ok(vec![Watched::open(target.process, descriptor)?]),
        None => watch::all(target.process),
    }
}

/// The last tick of a file that was closed.
fn end(file: &mut Followed, settings: &Settings, meter: &Meter<'_>) {
    let elapsed = file.since + file.history.elapsed();
    record(file, elapsed, meter);
    if settings.shape == Shape::Json {
        write(&format!("{}\n", object(file, elapsed, true)));
    }
}

impl Followed {
    /// The process in front of the descriptor, where there are several.
    fn owner(&self) -> String {
        if self.of_several { format!("{}:", self.watched.process()) } else { String::new() }
    }

    fn view(&self, elapsed: Duration) -> View {
        View {
            elapsed: elapsed.saturating_sub(self.since),
            bytes: self.position,
            base: self.base,
            size: self.watched.size.filter(|&size| size > 0),
            rate: self.history.rate(),
            average: self.history.average(),
            peak: self.history.peak(),
            recent: self.history.recent().to_vec(),
            sweep: self.history.sweep(),
            idle: self.history.idle(),
            ..View::default()
        }
    }
}

fn record(file: &mut Followed, elapsed: Duration, meter: &Meter<'_>) {
    if let Some(recorder) = &file.recorder
        && let Err(error) = recorder.tick(&file.view(elapsed))
    {
        meter.say(format_args!("the recording of {} ends here: {error}", file.watched.path.display()));
        file.recorder = None;
    }
}

/// A file as a JSON object.
fn object(file: &Followed, elapsed: Duration, finished: bool) -> String {
    let name = format!("{}{}:{}", file.owner(), file.watched.descriptor(), file.watched.path.display());
    format::json(&View { finished, ..file.view(elapsed) }, Some(&name))
}

fn line(file: &Followed, settings: &Settings, elapsed: Duration, width: usize) -> Option<String> {
    let view = View { now: settings.now(), ..file.view(elapsed) };
    match settings.shape {
        Shape::Quiet => None,
        Shape::Numeric => Some(settings.numeric.numbers(&view, &settings.style)),
        Shape::Json => Some(object(file, elapsed, false)),
        Shape::Visual => {
            let mut line = format!("{}: ", named(&file.owner(), &file.watched, width / 2));
            let rest = width.saturating_sub(format::columns(&line));
            line += &settings.template.line(&view, &settings.style, rest);
            Some(line)
        }
    }
}

/// The descriptor and its file, at most `width` columns: of a long path the end is kept.
fn named(owner: &str, watched: &Watched, width: usize) -> String {
    // A name may hold anything, and must not steer the terminal.
    let path = watched.path.display().to_string();
    let path: String = path.chars().map(|c| if c.is_control() { '?' } else { c }).collect();
    let name = format!("{owner}{:4}:{path}", watched.descriptor());
    let room = width.saturating_sub(2);
    if format::columns(&name) <= room {
        return name;
    }
    let front = format!("{owner}{:4}:...", watched.descriptor());
    let kept = format::back(&path, room.saturating_sub(front.len()));
    front + kept
}

/// Keeps to the rows of the terminal, below the last of which nothing can be drawn over.
fn shorten(lines: &mut Vec<String>, rows: usize) {
    let room = rows.saturating_sub(1).max(1);
    if lines.len() > room {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(format!("     and {more} more"));
    }
}

/// The lines, drawn over those `drawn` that were drawn last.
fn over(lines: &[String], drawn: usize) -> String {
    let up = if drawn > 0 { format!("\x1b[{drawn}A") } else { String::new() };
    let body: String = lines.iter().map(|line| format!("{line}\x1b[K\n")).collect();
    // What was there of files that are gone.
    let rest = if lines.len() < drawn { "\x1b[J" } else { "" };
    format!("{up}\r{body}{rest}")
}

/// Writes to standard error in one piece. If there is none, there is nobody to see it.
fn write(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_drawn_over_and_cleared() {
        let lines = |n: usize| (0..n).map(|i| i.to_string()).collect::<Vec<_>>();
        assert_eq!(over(&lines(2), 0), "\r0\x1b[K\n1\x1b[K\n");
        assert_eq!(over(&lines(1), 2), "\x1b[2A\r0\x1b[K\n\x1b[J");
        for (rows, shown) in [(5, 3), (4, 3), (3, 2), (1, 1), (0, 1)] {
            let mut three = lines(3);
            shorten(&mut three, rows);
            assert_eq!(three.len(), shown);
            assert_eq!(three.last().unwrap() == "2", rows > 3, "{three:?}");
        }
    }
}
